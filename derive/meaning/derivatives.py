"""Derivatives by names: of a number by a vector or a matrix, of a vector by a vector, by twice the same.

A derivative holds its variable: definitions of it are not put in, and what it is defined as becomes a hypothesis.
Nothing is differentiated here: a derivative is a node, and the engine takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Place
from derive.meaning.chain import may_hold, same_name
from derive.meaning.errors import Clash
from derive.meaning.held import apart, at_point, graph, seen_in
from derive.meaning.here import Here, Seen, Tensor
from derive.meaning.keys import is_transposed, named, names_in, spelled, stem, untransposed, without_power
from derive.meaning.names import definition, entry_of, expanded, symbol
from derive.meaning.opaque import opaque
from derive.meaning.reading import read
from derive.meaning.slopes import along, target_of, through_unknown, unknown
from derive.meaning.values import Value, divided, kind, scalar, transposed
from derive.meaning.written import as_meant, is_matrix_letter, numbered

MOST_TIMES = 3
Slope = Callable[[Expression | None, Expression | None, Expression], Expression]
"""The derivative of an entry, at its row and column, by an entry."""


@dataclass(frozen=True, slots=True)
class Variable:
    """By what is differentiated: its key, its value, whether it is written as a row, and the power above it."""

    key: str
    value: Value
    turned: bool = False
    exponent: int | None = None


def derivative(node: surface.Derivative, here: Here) -> Value:
    """Return a derivative by names. Raises `Clash` where it does not say of what, or its shapes are not read."""
    if node.body is None:
        raise Clash("a derivative of what, by what?")
    there = _at_argument(node, here)
    if there is not None:
        return there
    if _may_be_fraction(node, here) and not here.choose(("slope", spelled(node)), [(True, 0.0), (False, 0.0)]):
        letter = surface.Name(node.span, "d")
        top, bottom = (surface.Factors(node.span, ("", ""), (letter, each)) for each in (node.body, *node.by))
        return read(surface.Fraction(node.span, top, bottom), here)
    by = _variables(node)
    if by is None:
        return opaque(node, "a gradient that does not say by what", here)
    if node.sign == "nabla":
        for each in by:
            _gradient_by_entry(each, here)
    return by_all(node.body, by, here)


def _may_be_fraction(node: surface.Derivative, here: Here) -> bool:
    """Return whether `d` is a name on the page too, and what it stands before is nothing that is said to vary."""
    names = names_in(node.body)
    is_said = names & here.usage.calls.keys() or any(any(here.scope.definitions_of(key)) for key in names)
    is_plain = node.sign == "d" and node.order is None and len(node.by) == 1
    return is_plain and "d" in here.usage.bare and bool(names) and not is_said


def _gradient_by_entry(node: Node, here: Here) -> None:
    """Let a gradient by an entry cost something: `x_k` is rather a vector of a family there than an entry of `x`."""
    if isinstance(node, surface.Scripted) and named(node) is not None:
        head = here.head(node)
        if head.slots and head.key not in here.bound and here.scope.declaration(head.key) is None:
            value = variable_of(node, here).value
            if (
                not value.rank
                and (head.key, 0) in here.usage.levels
                and f"{head.key}#{len(head.slots)}" not in here.record.tensors
            ):
                here.pay(("gradient by an entry", head.key), 4.0)


def _at_argument(node: surface.Derivative, here: Here) -> Value | None:
    """Return the gradient of a function that is defined, by its argument and at a value that is no name."""
    body = node.body
    if node.by or not isinstance(body, surface.Factors) or len(body.parts) != 2:
        return None
    head, bracket = body.parts
    if named(head) is None or not isinstance(bracket, surface.Bracket) or bracket.left != "(" or bracket.body is None:
        return None
    if named(bracket.body) is not None:
        return None
    key, slots = target_of(head, here)
    own = None if key in here.held | here.bound.keys() else definition(key, slots, here, 1)
    times = _times(node)
    if own is None or times is None or times > MOST_TIMES:
        return None
    free, name = at_point(read(bracket.body, here), here)
    value, seen = apart(lambda: expanded(own, slots, here, [free]), here)
    if seen.slopes or seen.opaques:
        raise Clash("a gradient of what is not known")
    for number in range(times):
        value = by_one(value, Variable(name, free), known(value), here, again=number > 0)
    return value


def _variables(node: surface.Derivative) -> tuple[Node, ...] | None:
    """Return by what is differentiated, once for each time; None where that is not said."""
    by = node.by or _argument(node.body)
    times = _times(node)
    if by is None or times is None:
        return None
    if times == 1 or len(by) == times:
        return by
    if len(by) == 1 and times <= MOST_TIMES:
        bare = by[0] if node.sign == "nabla" else without_power(by[0])
        return (bare,) * times
    raise Clash("a higher derivative that is not read")


def _times(node: surface.Derivative) -> int | None:
    if node.order is None:
        return 1
    return int(node.order.text) if isinstance(node.order, surface.Number) and node.order.text.isdigit() else None


def _argument(body: Node | None) -> tuple[Node, ...] | None:
    """Return the one name at which a function stands, by which its gradient is meant."""
    if not isinstance(body, surface.Factors) or len(body.parts) != 2:
        return None
    bracket = body.parts[1]
    if not isinstance(bracket, surface.Bracket) or named(bracket.body) is None or bracket.body is None:
        return None
    return (bracket.body,)


def by_all(body: Node, by: Sequence[Node], here: Here) -> Value:
    """Return the derivative of a body by some names, one after the other."""
    if len(by) > MOST_TIMES:
        raise Clash("a derivative of a higher order")
    keys = frozenset(key_of(each, here) for each in by)
    inside = holding(keys, here)
    here.record.varied |= keys
    value, seen = body_seen(_bare(body), keys, inside)
    variables = [variable_of(each, inside) for each in by]
    found = value
    for number, each in enumerate(reversed(variables)):
        if number and is_hidden(seen, keys, inside):
            raise Clash("a higher derivative of what is not known")
        slope = known(found) if number else slope_of(found, body, each, seen, inside)
        found = by_one(found, each, slope, here, again=number > 0)
    return found


def body_seen(body: Node, keys: frozenset[str], here: Here) -> tuple[Value, Seen]:
    """Return what is differentiated, and what was met in it."""
    loss = _loss(body, here)
    if loss is not None:
        return loss
    member = _member(body, keys, here)
    return seen_in(body, here) if member is None else member


def _loss(body: Node, here: Here) -> tuple[Value, Seen] | None:
    """Return a loss that is only named, and stands only under derivatives, as a number; None for another body."""
    if named(body) is None or here.head(body).power is not None:
        return None
    key, slots = target_of(body, here)
    known = key in here.bound or here.scope.declaration(key) is not None or any(here.scope.definitions_of(key))
    if known or slots or not (is_matrix_letter(key) or stem(key) == "ell") or (key in here.usage.indices):
        return None
    if any(
        key == here.head(each).key for tree_ in here.formulas for each in _outside(tree_) if named(each) is not None
    ):
        return None
    _ = here.record.tensors.setdefault(key, Tensor(()))
    here.record.names.add(key)
    return scalar(lambda: tree.Scalar(key)), Seen(frozenset({key}))


def _outside(node: Node) -> Iterator[Node]:
    """Yield the names of a tree that are not what is differentiated."""
    if named(node) is not None:
        yield node
        return
    for child in surface.children(node):
        if not (isinstance(node, surface.Derivative) and child is node.body and named(child) is not None):
            yield from _outside(child)


def _member(body: Node, keys: frozenset[str], here: Here) -> tuple[Value, Seen] | None:
    """Return a member of a recurrence as it is computed from another one by which is differentiated; else None.

    Only the last step is put in: it tells how a member varies with the one that stands in it, and with no other.
    """
    if named(body) is None:
        return None
    head = here.head(body)
    if (
        head.power is not None
        or head.key not in keys
        or head.key in here.bound
        or not graph(here).is_recurrent(head.key)
    ):
        return None
    own = definition(head.key, head.slots, here)
    if own is None:
        raise Clash("a member of a recurrence that is not read")
    inner, seen = apart(lambda: expanded(own, head.slots, here), here)
    return inner, seen


def _bare(body: Node) -> Node:
    return _bare(body.body) if isinstance(body, surface.Noted) else body


def holding(keys: frozenset[str], here: Here) -> Here:
    """Return the place under a derivative by some names: they are held, and so are their names in bold.

    What was held as the cut of a recurrence is put in where the derivative is taken by a member of the same one.
    """
    paths = graph(here)
    loose = {
        name
        for name in here.held - keys
        if paths.is_recurrent(name) and any(paths.depends(name, key) and paths.depends(key, name) for key in keys)
    }
    held = frozenset(each for key in keys for each in same_name(key))
    return replace(here, held=(here.held - loose) | held)


def key_of(node: Node, here: Here) -> str:
    """Return the key of the name by which is differentiated. Raises `Clash` for what is no name."""
    bare = without_power(untransposed(node))
    if isinstance(bare, surface.Scripted) and isinstance(bare.base, surface.Bracket) and bare.base.body is not None:
        return key_of(bare.base.body, here)
    if named(bare) is None:
        raise Clash("a derivative by what is no name")
    head = here.head(bare)
    if head.power is not None:
        raise Clash("a derivative by a power")
    if isinstance(here.bound.get(head.key), Place) or (not head.slots and head.key in here.usage.sizes):
        raise Clash("a derivative by an index or a size")
    key, slots = as_meant(head.key, head.slots, here)
    return numbered(key, slots, here.scope.declaration(key), here)[0]


def variable_of(node: Node, here: Here) -> Variable:
    """Return by what is differentiated, as free entries."""
    turned, bare = is_transposed(node), untransposed(node)
    exponent = None
    if isinstance(bare, surface.Scripted) and isinstance(bare.sup, surface.Number):
        exponent, bare = int(bare.sup.text), without_power(bare)
    key = key_of(bare, here)
    return Variable(key, _entries(bare, here), turned, exponent)


def _entries(node: Node, here: Here) -> Value:
    if isinstance(node, surface.Scripted) and isinstance(node.base, surface.Bracket):
        if node.base.body is None or node.sub is None or node.sup is not None:
            raise Clash("a derivative by that")
        return entry_of(_entries(node.base.body, here), node.sub, here)
    if isinstance(node, surface.Bracket) and node.body is not None:
        return _entries(node.body, here)
    head = here.head(node)
    around = here.bound.get(head.key)
    if isinstance(around, Place):
        raise Clash("a derivative by an index")
    if around is not None and not head.slots:
        return around
    return symbol(head.key, head.slots, here)


def slope_of(value: Value, body: Node, variable: Variable, seen: Seen, here: Here) -> Slope:
    """Return how the entries of a body vary with a name: as the engine finds, or as nobody knows.

    It is unknown where an unknown term or an unknown slope may depend on the name, and where the name does not stand
    in what a body is computed from while something in there is not declared: an output of a network that nothing
    defines may depend on anything.
    """
    key, keys = variable.key, same_name(variable.key)
    if _is_turn(body, keys, here):
        return _turn(value, len(here.head(_bare(body)).slots))
    hidden = is_hidden(seen, keys, here)
    stuck = any(_is_stuck(name, keys, here) for name in seen.names)
    occurs = keys & (seen.names | here.bound.keys()) or any(_is_computed(name, keys, here) for name in seen.names)
    if occurs and not hidden and not stuck:
        return known(value)
    found = along(body, value, key, variable.value, here, hidden=hidden, stuck=stuck)
    if found is not None:
        return found
    terms = frozenset(each for each in seen.opaques if is_hidden(Seen(opaques=frozenset({each})), keys, here))
    if terms and not stuck and not is_hidden(replace(seen, opaques=frozenset()), keys, here):
        return through_unknown(body, value, terms, variable.value, here)
    is_zero = not hidden and not stuck and _all_declared(seen, here)
    return known(value) if is_zero else unknown(body, value, variable.value, here)


def _is_turn(body: Node, keys: frozenset[str], here: Here) -> bool:
    """Return whether a member of a recurrence is differentiated by another one."""
    if named(_bare(body)) is None:
        return False
    head = here.head(_bare(body))
    return head.power is None and head.key in keys and head.key not in here.bound and graph(here).is_recurrent(head.key)


def _turn(value: Value, slots: int) -> Slope:
    """Return how a member of a recurrence varies with the one before it; with any other it is not read."""

    def slope(row: Expression | None, column: Expression | None, by: Expression) -> Expression:
        """Return the derivative, if the variable is the only member that stands in the entry."""
        entry = value.at(row, column)
        if not isinstance(by, tree.Entry):
            raise Clash("a recurrence without places")
        entries = (each for each in tree.walk(entry) if isinstance(each, tree.Entry) and each.name == by.name)
        if {each.indices[:slots] for each in entries} != {by.indices[:slots]}:
            raise Clash("a member of a recurrence by one that is not the one before")
        return tree.Derivative(entry, ((by, 1),))

    return slope


def known(value: Value) -> Slope:
    """Return derivatives that the engine takes."""
    return lambda row, column, by: tree.Derivative(value.at(row, column), ((by, 1),))


def is_hidden(seen: Seen, keys: frozenset[str] | set[str], here: Here) -> bool:
    """Return whether something unknown in a body may depend on a name, there or in what its names are computed from."""
    record = here.record
    if any(each not in record.inside or may_hold(record.inside[each], keys, graph(here)) for each in seen.slopes):
        return True
    if any(may_hold(record.inside.get(each, frozenset()), keys, graph(here)) for each in seen.opaques):
        return True
    givens = (record.given[name] for name in seen.names if name in record.given and name not in keys)
    return any(
        is_hidden(given.seen, keys, here)
        for given in givens
        if any(graph(here).depends(given.name, key) for key in keys)
    )


def _is_computed(name: str, keys: frozenset[str], here: Here) -> bool:
    return name in here.record.given and any(graph(here).depends(name, key) for key in keys)


def _is_stuck(name: str, keys: frozenset[str], here: Here) -> bool:
    """Return whether a name stands free though it is computed from what varies: its definition runs around."""
    return name not in here.record.given and name not in keys and any(graph(here).depends(name, key) for key in keys)


def _all_declared(seen: Seen, here: Here) -> bool:
    """Return whether everything that stands in a body is declared, or a size."""
    names = seen.names - here.usage.sizes
    return not seen.opaques and all(here.scope.declaration(name) is not None for name in names)


def by_one(value: Value, variable: Variable, slope: Slope, here: Here, *, again: bool = False) -> Value:
    """Return the derivative of a value by one name. Raises `Clash` where the shapes are not read."""
    by = variable.value
    if variable.exponent is not None:
        return _by_power(value, variable, slope)
    if not by.rank:
        return Value(value.rows, value.columns, lambda row, column: slope(row, column, _name(by.number)))
    if not value.rank:
        return _gradient(transposed(by) if variable.turned else by, slope, here)
    if value.rank == 1 and by.rank == 1:
        return _jacobian(value, by, slope, here, numerator=again or variable.turned)
    raise Clash(f"the derivative of a {kind(value)} by a {kind(by)}", shapes=True)


def _name(node: Expression) -> Expression:
    if not isinstance(node, tree.Entry | tree.Scalar):
        raise Clash("a derivative by what is no name")
    return node


def _gradient(by: Value, slope: Slope, here: Here) -> Value:
    """Return the gradient of a number, which has the shape of its variable; in numerator layout it is turned."""
    found = Value(by.rows, by.columns, lambda row, column: slope(None, None, _name(by.at(row, column))))
    return found if here.choose(("gradients",), [(True, 0.0), (False, 1.5)]) else transposed(found)


def _by_power(value: Value, variable: Variable, slope: Slope) -> Value:
    """Return the derivative by the power of a name, by the chain rule."""
    by, exponent = variable.value, variable.exponent or 1
    if by.rank:
        raise Clash("a derivative by a power of a vector", shapes=True)

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the derivative over that of the power."""
        inner = tree.multiply(tree.number(exponent), tree.Power(by.number, tree.number(exponent - 1)))
        return divided(slope(row, column, _name(by.number)), inner)

    return Value(value.rows, value.columns, at)


def _jacobian(value: Value, by: Value, slope: Slope, here: Here, *, numerator: bool) -> Value:
    r"""Return the derivatives of a vector by a vector: rows are those of the vector, or of the variable, as chosen.

    A row that is differentiated by a column, as `\partial y^\top / \partial x` is, has the variable down its rows.
    """
    rows, columns = value.axis, by.axis

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the derivative of an entry of the vector by one of the variable."""
        place = row or tree.ONE
        return slope(*((place, None) if value.rows is not None else (None, place)), _name(by.along(column or tree.ONE)))

    found = Value(rows, columns, at)
    if value.columns is not None and by.rows is not None:
        return transposed(found)
    return found if numerator or here.choose(("layout",), [(True, 0.0), (False, 0.0)]) else transposed(found)
