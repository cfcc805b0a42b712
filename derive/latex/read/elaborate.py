"""From a surface tree to SymPy: what each kind of node means, given the symbol table and what is bound around it."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any

from sympy import Abs, Integer, KroneckerDelta, Pow, Rational, sqrt

from derive.latex.read.applications import applied
from derive.latex.read.axes import Axis
from derive.latex.read.bigs import big, with_more
from derive.latex.read.constants import sized, well_known
from derive.latex.read.determinants import determinant
from derive.latex.read.differentials import SIGN, differential
from derive.latex.read.dots import written_out
from derive.latex.read.entries import any_letter, entry_of, place_of
from derive.latex.read.heads import Head, atoms_of, head_of, is_transpose, key_of, without_transpose
from derive.latex.read.here import Here
from derive.latex.read.infer import reshaped
from derive.latex.read.inverses import power_of_matrix
from derive.latex.read.primes import application, derived_command
from derive.latex.read.products import product
from derive.latex.read.resolve import resolve
from derive.latex.read.slopes import slope
from derive.latex.read.tree import (
    Apply,
    Big,
    Bracket,
    Chain,
    Derivative,
    Dots,
    Factors,
    Fraction,
    Grid,
    Hole,
    Name,
    Node,
    Noted,
    Number,
    Root,
    Scripted,
    Sequence,
    Terms,
    Words,
)
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, added, inner, kind_of, lazy, mapped, number, transposed


@singledispatch
def elaborate(node: Node, here: Here) -> Value:
    """Return what a tree means. Raises `NotReadError` where nothing was said of it, or where shapes do not fit."""
    raise NotReadError(node.span, f"{type(node).__name__} has no value")


@elaborate.register
def _hole(node: Hole, here: Here) -> Value:
    raise NotReadError(node.span, node.reason)


@elaborate.register
def _number(node: Number, here: Here) -> Value:
    return number(Rational(node.text))


@elaborate.register
def _words(node: Words, here: Here) -> Value:
    raise NotReadError(node.span, f"'{node.text.strip()}' is words, and no quantity")


@elaborate.register
def _dots(node: Dots, here: Here) -> Value:
    raise NotReadError(node.span, "what an ellipsis stands for is not evident")


@elaborate.register
def _name(node: Name, here: Here) -> Value:
    """A name; e and pi are the constants unless the document declares or binds them."""
    key = key_of(node)
    head = head_of(node)
    if key in here.places and key not in here.values:
        place = here.places[key]
        return lazy(place.get)
    said = key in here.values or key in here.table.known or key in here.table.definitions
    found = well_known(node, here, said=said)
    if found is not None:
        return found
    if not said and key in here.table.ranges and key not in here.table.sizes:
        return lazy(here.scene.letter(key, here.table.hint(key)).get)
    if head is None:
        raise NotReadError(node.span, "it is no name")
    return resolve(head, here)


@elaborate.register
def _scripted(node: Scripted, here: Here) -> Value:
    """A base with indices, a power or a transpose; a group with a prime is no name."""
    bare, turned = without_transpose(node)
    if turned and not _is_power(node, here):
        return transposed(here.read(bare))
    if node.primes:
        return _primed(node, here)
    head = head_of(node)
    if head is None:
        return _outer_scripts(node, here)
    identity = sized(head, here)
    if identity is not None:
        return identity if head.sup is None else _power(identity, head.sup, node, here)
    base = resolve(head, here) if head.atoms or "^" in head.key else here.read(node.base)
    return base if head.sup is None else _power(base, head.sup, node, here)


def _primed(node: Scripted, here: Here) -> Value:
    """Return a name with primes that is no function: one that was declared or defined so."""
    head = head_of(replace(node, primes=0))
    if head is None:
        raise NotReadError(node.span, "a prime on something that is no name")
    key = head.key + "'" * node.primes
    if _is_turned(head, key, here):
        turned = transposed(resolve(replace(head, sup=None), here))
        return turned if head.sup is None else _power(turned, head.sup, node, here)
    value = resolve(replace(head, key=key, sup=None), here)
    return value if head.sup is None else _power(value, head.sup, node, here)


def _is_turned(head: Head, key: str, here: Here) -> bool:
    """Return whether a prime transposes, as in `w'x`: on a column or matrix, where it cannot be another name."""
    table, use = here.table, (head.key, len(head.atoms))
    if key != f"{head.key}'" or key in here.values or table.definitions.get(key):
        return False
    if any(known.declared for known in table.known.get(key, [])):
        return False
    shaped = any(known.rank for known in table.known.get(head.key, [])) or use in table.usage.vectors
    answers = ("a name of its own", "a transpose")
    return shaped and here.scene.fall_back(f"a prime on {head.key}", answers) != answers[0]


def _is_power(node: Scripted, here: Here) -> bool:
    """A `T` that is declared as a number, or a `t` that is a name elsewhere, is an exponent on a number."""
    return _is_exponent(node.sup, here) and here.read(without_transpose(node)[0]).is_number


def _is_exponent(sup: Node | None, here: Here) -> bool:
    if not isinstance(sup, Name) or sup.text == "top":
        return False
    key, table = key_of(sup), here.table
    declared = key in table.sizes or key in table.known or key in here.places or key in here.values
    return declared or key in table.usage.plain


def _outer_scripts(node: Scripted, here: Here) -> Value:
    base = node.base
    if isinstance(base, Bracket) and base.left == "||":
        return _norm_power(node, base, here)
    if isinstance(base, Bracket) and base.right == "|" and base.left != "|" and node.sub is not None:
        raise NotReadError(node.span, "an evaluation at a point is not read")
    value = here.read(base)
    if node.sub is not None:
        from_entry = _bracket_entry(value, node, here)
        value = from_entry
    return value if node.sup is None else _power(value, node.sup, node, here)


def _bracket_entry(value: Value, node: Scripted, here: Here) -> Value:
    r"""Return an entry of a bracket, as in `(X w)_i`."""
    atoms = atoms_of(node.sub) if node.sub is not None else ()
    places = tuple(place_of(a, here) or any_letter(a, here) for a in atoms)
    return entry_of(value, Head(node.span, "", ()), places, here)


def _power(base: Value, sup: Node, node: Node, here: Here) -> Value:
    if is_transpose(sup) and not (base.is_number and _is_exponent(sup, here)):
        return transposed(base)
    if not base.is_number:
        return power_of_matrix(base, sup, node.span, here)
    exponent = here.read(sup)
    if not exponent.is_number:
        raise NotReadError(sup.span, f"{kind_of(exponent)} stands as an exponent")
    return lazy(lambda: _bounded_power(base.at(None, None), exponent.at(None, None), node))


LARGEST_EXPONENT = 1000


def _bounded_power(base: Any, exponent: Any, node: Node) -> Any:
    """Return a power; one of numbers that would fill the memory is refused before it is taken."""
    if exponent.is_number and not (-LARGEST_EXPONENT <= exponent <= LARGEST_EXPONENT) and base.is_number:
        raise NotReadError(node.span, f"a power of a number with an exponent above {LARGEST_EXPONENT}")
    return Pow(base, exponent)


@elaborate.register
def _terms(node: Terms, here: Here) -> Value:
    """A sum. A sum sign reaches over the terms that use its index."""
    whole = written_out(node, here)
    if whole is not None:
        return whole
    parts = _reaching(node)
    if {sign for sign, _ in parts} - {"", "+", "-"}:
        raise NotReadError(node.span, "a sign that is plus or minus stands for two formulas")
    values = [(sign, here.read(part)) for sign, part in parts]
    values = _spread(_fitting(values, [part for _, part in parts], here), [part for _, part in parts], here)
    return values[0][1] if len(values) == 1 and values[0][0] in {"", "+"} else added(here.scene, values, node.span)


def _fitting(values: list[tuple[str, Value]], parts: list[Node], here: Here) -> list[tuple[str, Value]]:
    """Give undeclared names the shape of what they are added to."""
    shape = next((v for _, v in values if not v.is_number), None)
    if shape is None:
        return values
    pairs = zip(parts, values, strict=True)
    return [(s, (reshaped(p, shape, here) or v) if v.is_number else v) for p, (s, v) in pairs]


def _spread(values: list[tuple[str, Value]], parts: list[Node], here: Here) -> list[tuple[str, Value]]:
    r"""A written number that is added to a column stands for a column of it, as in `1 - h \odot h`."""
    shape = next((v for _, v in values if not v.is_number), None)
    if shape is None or not any(isinstance(p, Number) and v.is_number for p, (_, v) in zip(parts, values, strict=True)):
        return values
    here.scene.assume("a number that is added to a column is added to each of its entries")
    spread: list[tuple[str, Value]] = []
    for part, (sign, value) in zip(parts, values, strict=True):
        entry = value.at(None, None) if isinstance(part, Number) else None
        spread.append((sign, value if entry is None else Value(shape.rows, shape.cols, lambda r, c, e=entry: e)))
    return spread


def _reaching(node: Terms) -> list[tuple[str, Node]]:
    """Return the terms, with those that use the index of a sum before them drawn into it."""
    parts: list[tuple[str, Node]] = []
    for sign, part in zip(node.signs, node.parts, strict=True):
        longer = with_more(parts[-1][1], sign, part) if parts else None
        if longer is None:
            parts.append((sign, part))
        else:
            parts[-1] = (parts[-1][0], longer)
    return parts


@elaborate.register
def _factors(node: Factors, here: Here) -> Value:
    return product(node, here)


@elaborate.register
def _fraction(node: Fraction, here: Here) -> Value:
    top, bottom = here.read(node.top), here.read(node.bottom)
    if not bottom.is_number:
        raise NotReadError(node.bottom.span, f"{kind_of(bottom)} stands in a denominator")
    return mapped(top, lambda entry: entry / bottom.at(None, None))


@elaborate.register
def _root(node: Root, here: Here) -> Value:
    body = here.read(node.body)
    degree = here.read(node.degree).at(None, None) if node.degree is not None else Integer(2)
    if not body.is_number:
        raise NotReadError(node.span, f"the root of {kind_of(body)}")
    return mapped(body, lambda entry: Pow(entry, 1 / degree))


@elaborate.register
def _apply(node: Apply, here: Here) -> Value:
    if node.head == "" and isinstance(node.argument, Factors) and isinstance(node.argument.parts[1], Bracket):
        return application(node.argument.parts[0], node.argument.parts[1], here)
    return derived_command(node, here) if node.primes else applied(node, here)


@elaborate.register
def _big(node: Big, here: Here) -> Value:
    return big(node, here)


@elaborate.register
def _derivative(node: Derivative, here: Here) -> Value:
    return differential(node, here) if node.sign == SIGN else slope(node, here)


@elaborate.register
def _noted(node: Noted, here: Here) -> Value:
    return here.read(node.body)


@elaborate.register
def _bracket(node: Bracket, here: Here) -> Value:
    """Brackets group; bars measure; a list is a row; an inequality in square brackets is an indicator."""
    body = node.body
    if body is None:
        raise NotReadError(node.span, "there is nothing in these brackets")
    if node.left == "||" == node.right:
        return _norm(body, None, here)
    if node.left == "|" == node.right:
        return _absolute(body, here)
    if node.left == "<" and isinstance(body, Sequence) and len(body.items) == 2:
        return inner(here.scene, here.read(body.items[0]), here.read(body.items[1]), node.span)
    if node.left not in {"(", "[", "{"} or node.right not in {"(", "[", "{"}:
        raise NotReadError(node.span, "these brackets have no known meaning")
    if isinstance(body, Sequence) and set(body.separators) <= {",", " "} and node.left != "{":
        return _row([here.read(item) for item in body.items], node, here)
    if isinstance(body, Chain | Sequence):
        raise NotReadError(node.span, "a list or a relation in brackets is no quantity")
    return here.read(body)


def _absolute(body: Node, here: Here) -> Value:
    value = here.read(body)
    if value.rows is not None and value.cols is not None:
        here.scene.assume("bars around a matrix are its determinant")
        return determinant(body, here)
    if not value.is_number:
        raise NotReadError(body.span, f"bars around {kind_of(value)} are not read")
    return mapped(value, Abs)


def _norm(body: Node, kind: Node | None, here: Here) -> Value:
    value = here.read(body)
    if isinstance(kind, Number) and kind.text == "1" and not value.is_number:
        size = mapped(value, Abs)
        one = Value(value.rows, value.cols, lambda r, c: Integer(1))
        return inner(here.scene, size, one, body.span)
    if kind is not None and not (isinstance(kind, Number | Name) and kind.text in {"2", "F"}):
        raise NotReadError(body.span, "this norm is not known")
    total = inner(here.scene, value, value, body.span)
    return mapped(total, sqrt)


def _norm_power(node: Scripted, base: Bracket, here: Here) -> Value:
    if base.body is None:
        raise NotReadError(node.span, "there is nothing in these bars")
    norm = _norm(base.body, node.sub, here)
    if (
        isinstance(node.sup, Number)
        and node.sup.text == "2"
        and not (isinstance(node.sub, Number) and node.sub.text == "1")
    ):
        value = here.read(base.body)
        return inner(here.scene, value, value, node.span)
    return norm if node.sup is None else _power(norm, node.sup, node, here)


def _row(items: list[Value], node: Node, here: Here) -> Value:
    if not all(item.is_number for item in items):
        raise NotReadError(node.span, "a list of columns or matrices is not read")
    axis = Axis((Integer(1), Integer(len(items))))
    return Value(None, axis, lambda r, c: _chosen(items, c))


def _chosen(items: list[Value], index: Any) -> Any:
    """Return the entry at an index that may be a letter."""
    if isinstance(index, Integer):
        return items[int(index) - 1].at(None, None)
    return sum((KroneckerDelta(index, n) * item.at(None, None) for n, item in enumerate(items, 1)), Integer(0))


@elaborate.register
def _grid(node: Grid, here: Here) -> Value:
    r"""A matrix of numbers that is written out."""
    if node.environment in {"cases", "dcases", "rcases", "aligned", "split", "gathered"}:
        raise NotReadError(node.span, f"{node.environment} inside of a formula is not read")
    rows = [[here.read(cell) for cell in row] for row in node.rows]
    if not rows or len({len(row) for row in rows}) != 1 or not all(v.is_number for row in rows for v in row):
        raise NotReadError(node.span, "only matrices of numbers with full rows are read")
    down = Axis((Integer(1), Integer(len(rows))))
    if len(rows[0]) == 1:
        column = [row[0] for row in rows]
        return Value(down, None, lambda r, c: _chosen(column, r))
    across = Axis((Integer(1), Integer(len(rows[0]))))
    if len(rows) == 1:
        return Value(None, across, lambda r, c: _chosen(rows[0], c))
    return Value(down, across, lambda r, c: _chosen([number(_chosen(row, c)) for row in rows], r))
