"""Powers: of numbers and of matrices, inverses, transposes, norms, determinants and traces."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import unify
from derive.meaning.blocks import has_places, on_diagonal, total
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import is_transpose, name_key, named, spelled
from derive.meaning.reading import read, times
from derive.meaning.values import Value, call, entrywise, kind, mapped, scalar, transposed

LARGEST_POWER = 6
UNTURNED = "a transpose of what is a number as it is read"
ENTRYWISE = frozenset({"odot", "circ"})


def power(value: Value, sup: Node, node: Node, here: Here) -> Value:
    """Return a value with what stands above it: a transpose, an inverse or a power."""
    if is_transpose(sup):
        return _turned(value, sup, node, here)
    marked = _entrywise_exponent(sup)
    if marked is not None:
        exponent = read(marked, here).number
        return mapped(value, lambda entry: tree.Power(entry, exponent))
    if value.rank == 2 and not value.zero:
        return _matrix_power(value, sup, here)
    if value.rank:
        return _vector_power(value, sup, here)
    exponent = read(sup, here)
    if exponent.rank:
        raise Clash("a power with a vector", shapes=True)
    return scalar(lambda: tree.Power(value.number, exponent.number))


def _turned(value: Value, sup: Node, node: Node, here: Here) -> Value:
    if _is_list(node) and value.columns is None and here.choose(("list",), [("column", 0.0), ("row", 0.5)]) == "column":
        here.record.read_as.add("a list with commas and a transpose is a column")
        return value
    if value.rank:
        return transposed(value)
    name = named(sup)
    if name is not None and name_key(name) in {"T", "t"}:
        key = name_key(name)
        if key in here.usage.sizes or here.scope.declaration(key) is not None:
            return scalar(lambda: tree.Power(value.number, tree.Scalar(key)))
    here.pay(("transposed number", spelled(node)), 2.5)
    here.record.generalised.add(UNTURNED)
    return value


def _is_list(node: Node) -> bool:
    r"""Return whether a transpose stands above a list with commas, as in `(1, x)^\top`: that is a column."""
    body = node.base.body if isinstance(node, surface.Scripted) and isinstance(node.base, surface.Bracket) else None
    return isinstance(body, surface.Sequence) and set(body.separators) == {","}


def _entrywise_exponent(sup: Node) -> Node | None:
    r"""Return the exponent of `a^{\odot 2}`, which is taken entry by entry."""
    if isinstance(sup, surface.Factors) and len(sup.parts) == 2 and isinstance(sup.parts[0], surface.Name):
        return sup.parts[1] if sup.parts[0].text in ENTRYWISE else None
    if isinstance(sup, surface.Factors) and len(sup.parts) == 1 and sup.signs[0] in ENTRYWISE:
        return sup.parts[0]
    return None


def _vector_power(value: Value, sup: Node, here: Here) -> Value:
    """Return a vector squared, as some write for the square of each entry; a guess, and no ground for a refutation."""
    here.pay(("power of a vector",), 2.0)
    here.record.generalised.add("a power of a vector is taken of each entry")
    exponent = read(sup, here).number
    return mapped(value, lambda entry: tree.Power(entry, exponent))


def _matrix_power(value: Value, sup: Node, here: Here) -> Value:
    turned, exponent = _exponent(sup)
    if exponent is None or not 0 < abs(exponent) <= LARGEST_POWER:
        if exponent is None and (half := _half(sup)) is not None:
            raise Clash(f"a power {half} of a matrix is not read")
        raise Clash("a power of a matrix that is not read")
    if value.rows is not None and value.columns is not None:
        unify(value.rows, value.columns)
    base = value if exponent > 0 else inverse(value, here)
    result = base
    for _ in range(abs(exponent) - 1):
        result = times(result, base, here)
    return transposed(result) if turned else result


def _exponent(sup: Node) -> tuple[bool, int | None]:
    r"""Return a whole exponent, and whether a transpose stands beside it, as in `A^{-\top}` and `A^{-1\top}`."""
    if isinstance(sup, surface.Number) and sup.text.isdigit():
        return False, int(sup.text)
    if not isinstance(sup, surface.Terms) or sup.signs != ("-",):
        return False, None
    (part,) = sup.parts
    if is_transpose(part):
        return True, -1
    if isinstance(part, surface.Number) and part.text.isdigit():
        return False, -int(part.text)
    if isinstance(part, surface.Factors) and len(part.parts) == 2 and is_transpose(part.parts[1]):
        first = part.parts[0]
        return True, -int(first.text) if isinstance(first, surface.Number) and first.text.isdigit() else None
    if isinstance(part, surface.Scripted) and is_transpose(part.sup) and isinstance(part.base, surface.Number):
        return True, -int(part.base.text) if part.base.text.isdigit() else None
    return False, None


def _half(sup: Node) -> str | None:
    return "1/2" if any(isinstance(each, surface.Fraction | surface.Factors) for each in surface.walk(sup)) else None


def _square(value: Value, here: Here) -> tuple[Expression, Expression]:
    """Return the size and the first place of a square matrix. Raises `Clash` for what is none."""
    if value.rows is None or value.columns is None:
        raise Clash(f"a square matrix is wanted here, and this is a {kind(value)}", shapes=True)
    unify(value.rows, value.columns)
    first, last = here.known_ends(value.rows)
    return tree.add(tree.subtract(last, first), tree.ONE), first


def inverse(value: Value, here: Here) -> Value:
    """Return the inverse of a square matrix."""
    has_places(value)
    if value.rows is None or value.columns is None:
        raise Clash(f"the inverse of a {kind(value)}", shapes=True)
    unify(value.rows, value.columns)

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the entry of the inverse, whose places count from 0 inside of it."""
        size, first = _square(value, here)
        if row is None or column is None:
            raise Clash("an inverse without its places")
        names, body = _body(value, first, here)
        places = tree.subtract(row, first), tree.subtract(column, first)
        return tree.bind_matrix(*names, size, body, places)

    return Value(value.rows, value.columns, at)


def _body(value: Value, first: Expression, here: Here) -> tuple[tuple[str, str], Expression]:
    row, column = here.fresh("p"), here.fresh("q")
    return (row, column), value.at(tree.add(tree.Index(row), first), tree.add(tree.Index(column), first))


def determinant(value: Value, here: Here) -> Value:
    """Return the determinant of a square matrix."""
    has_places(value)
    if value.rows is None or value.columns is None:
        raise Clash(f"the determinant of a {kind(value)}", shapes=True)
    unify(value.rows, value.columns)

    def make() -> Expression:
        """Return the node."""
        size, first = _square(value, here)
        names, body = _body(value, first, here)
        return tree.bind_matrix(*names, size, body)

    return scalar(make)


def trace(value: Value, here: Here) -> Value:
    """Return the trace of a square matrix; a number is its own."""
    if not value.rank:
        return value
    if value.blocks is not None:
        return total([trace(each, here) for each in on_diagonal(value)])
    if value.rows is None or value.columns is None:
        raise Clash(f"the trace of a {kind(value)}", shapes=True)
    rows = value.rows
    unify(rows, value.columns)
    return scalar(lambda: here.total(rows, lambda k: value.at(k, k)))


BARS = "||"
"""The key under which words declare that bars alone are another norm than the Euclidean one."""


def norm(bracket: surface.Bracket, scripts: surface.Scripted | None, here: Here) -> Value | None:
    """Return a norm with its scripts; None for one that is not read."""
    if bracket.body is None:
        raise Clash("empty bars")
    plainly = "2" if here.scope.declaration(BARS) is None else "what words say"
    which = plainly if scripts is None or scripts.sub is None else spelled(scripts.sub)
    value = read(bracket.body, here)
    plain = NORMS.get((which, value.rank))
    if plain is None:
        here.pay(("norm", which), 1.5)
        return None
    sup = None if scripts is None else scripts.sup
    if plain is _euclidean:
        squared = squares(value, here)
        if isinstance(sup, surface.Number) and sup.text == "2":
            return squared
        plain_value = mapped(squared, lambda entry: tree.Power(entry, tree.number(Fraction(1, 2))))
    else:
        plain_value = plain(value, here)
    return plain_value if sup is None or scripts is None else power(plain_value, sup, scripts, here)


def _euclidean(value: Value, here: Here) -> Value:
    return mapped(squares(value, here), lambda entry: tree.Power(entry, tree.number(Fraction(1, 2))))


def _absolute(value: Value, here: Here) -> Value:
    return scalar(lambda: here.total(value.axis, lambda k: tree.Call("Abs", (value.along(k),))))


def _of_number(value: Value, here: Here) -> Value:
    here.pay(("norm of a number",), 1.0)
    return mapped(value, call("Abs"))


NORMS: dict[tuple[str, int], Callable[[Value, Here], Value]] = {
    ("2", 0): _of_number,
    ("2", 1): _euclidean,
    ("F", 2): _euclidean,
    ("roman F", 2): _euclidean,
    ("1", 1): _absolute,
}
"""The norms that are read, by what stands below the bars and the shape inside."""


def squares(value: Value, here: Here) -> Value:
    """Return the sum of the squares of all entries."""
    if value.blocks is not None:
        return total([squares(each, here) for row in value.blocks for each in row])

    def square(entry: Expression) -> Expression:
        """Return the square of an entry."""
        return tree.Power(entry, tree.number(2))

    if value.rank == 1:
        return scalar(lambda: here.total(value.axis, lambda k: square(value.along(k))))
    rows, columns = value.rows, value.columns
    if rows is None or columns is None:
        return mapped(value, square)
    return scalar(lambda: here.total(rows, lambda i: here.total(columns, lambda j: square(value.at(i, j)))))


def inner(one: Value, other: Value, here: Here) -> Value:
    """Return the inner product of two values of one shape."""
    both = entrywise(one, other, tree.multiply)
    if not both.rank:
        return both
    if both.rank == 1:
        return scalar(lambda: here.total(both.axis, both.along))
    rows, columns = both.rows, both.columns
    if rows is None or columns is None:
        raise Clash("no matrix")
    return scalar(lambda: here.total(rows, lambda i: here.total(columns, lambda j: both.at(i, j))))
