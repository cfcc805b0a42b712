"""What a statement assumes, sorted by what can be done with it: drawn, computed, solved for, or only checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpq, fmpq_poly

from derive.expr import tree
from derive.expr.tree import Node
from derive.recheck.budget import DEGREE_AT_MOST
from derive.recheck.machine import Frames
from derive.recheck.values import MINUS_ONE, ONE, ZERO, NotEvaluableError
from derive.statements.ranges import same_axis
from derive.statements.types import FreeIndex, Name, Property, Range, Relation, Statement

FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


@dataclass(frozen=True, slots=True)
class Style:
    """How values are drawn: numerators up to `size`, one of the `denominators`, all entries alike or each for itself.

    `degree` is that of the polynomials which stand for unknown functions; `zeros` lets entries vanish; `positive`
    values are tried before others, for logarithms and roots.
    """

    size: int
    denominators: tuple[int, ...] = (1,)
    alike: bool = False
    degree: int = 2
    zeros: bool = False
    positive: bool = False


@dataclass(frozen=True, slots=True)
class Domain:
    """An interval with open or closed ends, or a finite set; of integers alone, where that is said.

    >>> above = Domain(low=fmpq(0), low_open=True)
    >>> above.contains(fmpq(1, 2)), above.contains(fmpq(0))
    (True, False)
    """

    low: fmpq | None = None
    high: fmpq | None = None
    low_open: bool = False
    high_open: bool = False
    finite: tuple[fmpq, ...] | None = None
    whole: bool = False
    parity: int | None = None
    without_zero: bool = False

    @property
    def ordered(self) -> bool:
        """Return whether the domain is bounded, so that it has no meaning modulo a prime."""
        return self.low is not None or self.high is not None

    def contains(self, value: fmpq) -> bool:
        """Return whether a value is allowed."""
        inside = self.low is None or value > self.low or (value == self.low and not self.low_open)
        inside = inside and (self.high is None or value < self.high or (value == self.high and not self.high_open))
        inside = inside and (self.finite is None or value in self.finite)
        inside = inside and (not self.whole or value.q == 1) and not (self.without_zero and value == 0)
        return inside and (self.parity is None or (value.q == 1 and value.p % 2 == self.parity))

    def below(self, bound: fmpq, *, strictly: bool) -> Domain:
        """Return the part below a bound."""
        if self.high is not None and (self.high < bound or (self.high == bound and self.high_open)):
            return self
        return replace(self, high=bound, high_open=strictly)

    def above(self, bound: fmpq, *, strictly: bool) -> Domain:
        """Return the part above a bound."""
        if self.low is not None and (self.low > bound or (self.low == bound and self.low_open)):
            return self
        return replace(self, low=bound, low_open=strictly)

    def among(self, *values: int | fmpq) -> Domain:
        """Return the part in a finite set."""
        return replace(self, finite=tuple(v for v in map(fmpq, values) if self.contains(v)))

    def settled(self) -> Domain:
        """Return the same domain, as a finite set where one value is left."""
        alone = self.low is not None and self.low == self.high and self.contains(self.low)
        return replace(self, finite=(self.low,)) if alone and self.finite is None else self

    def pick(self, dice: int, style: Style) -> fmpq | None:
        """Return an allowed value, or None when none was found; the same dice give the same value."""
        if self.finite is not None:
            allowed = [v for v in self.finite if self.contains(v)]
            return allowed[dice % len(allowed)] if allowed else None
        for k in range(8):
            drawn = _drawn(dice >> (11 * k), style)
            if self.contains(drawn):
                return drawn
        return next((v for v in self._inside(dice) if self.contains(v)), None)

    def _inside(self, dice: int) -> list[fmpq]:
        share = fmpq(1 + dice % 7, 8)
        if self.low is not None and self.high is not None:
            middle = self.low + (self.high - self.low) * share
            return [middle, fmpq(middle.ceil()), fmpq(middle.floor()), self.low, self.high]
        start = self.low if self.low is not None else self.high
        away = ONE if self.low is not None else MINUS_ONE
        whole = ZERO if start is None else fmpq(start.floor())
        return [whole + away * (k + dice % 3) for k in range(1, 6)]


def _drawn(dice: int, style: Style) -> fmpq:
    choice = dice % (2 * style.size + 1)
    # A zero hides whatever it multiplies; so it is drawn only where it is asked for.
    numerator = choice - style.size or (0 if style.zeros else style.size)
    denominators = style.denominators
    numerator = abs(numerator) if style.positive else numerator
    return fmpq(numerator, denominators[(dice // (2 * style.size + 1)) % len(denominators)])


_KINDS: Mapping[str, Callable[[Domain], Domain]] = {
    "positive": lambda domain: domain.above(ZERO, strictly=True),
    "nonnegative": lambda domain: domain.above(ZERO, strictly=False),
    "negative": lambda domain: domain.below(ZERO, strictly=True),
    "nonpositive": lambda domain: domain.below(ZERO, strictly=False),
    "integer": lambda domain: replace(domain, whole=True),
    "even": lambda domain: replace(domain, whole=True, parity=0),
    "odd": lambda domain: replace(domain, whole=True, parity=1),
    "zero": lambda domain: domain.among(0),
    "nonzero": lambda domain: replace(domain, without_zero=True),
    "sign": lambda domain: domain.among(-1, 1),
    "binary": lambda domain: domain.among(0, 1),
}
"""What a kind of names, and a property of each entry, leaves of a domain."""


@dataclass(frozen=True, slots=True)
class Definition:
    """An equation that says what a name is: w[j] == body, for every j of its axis. `whole` tells that it is no less.

    Only such a definition carries a derivative; one for some places only, or written from the right, gives values.
    """

    name: str
    places: tuple[Node, ...]
    body: Node
    relation: Relation
    whole: bool


@dataclass(frozen=True, slots=True)
class Model:
    """The hypotheses of a statement. `modular` tells whether its points make sense modulo a prime.

    `rows` maps a tensor to "one-hot" or "simplex", `labels` one of integers to the range in which these lie,
    `inverse_of` a matrix to the one that it inverts; `sizes` are relations between sizes alone. `exact` names what is a
    small number even modulo a prime: what stands in exponents.
    `borders` are where something is told apart, none where nothing is.
    """

    statement: Statement
    frames: Frames
    names: Mapping[str, Name]
    domains: Mapping[str, Domain]
    symmetric: frozenset[str]
    rows: Mapping[str, str]
    labels: Mapping[str, Range]
    inverse_of: Mapping[str, str]
    definitions: Mapping[str, Definition]
    equations: tuple[Relation, ...]
    inequalities: tuple[Relation, ...]
    sizes: tuple[Relation, ...]
    exact: frozenset[str]
    borders: tuple[fmpq, ...]
    order: int
    modular: bool

    @property
    def by_luck(self) -> bool:
        """Return whether something is assumed that can only be met by drawing again."""
        drawn = self.rows.keys() | self.domains.keys()
        return bool(self.inequalities) or any(names_in(each) & drawn for each in self.equations)

    @property
    def bound(self) -> bool:
        """Return whether entries that are drawn one by one may miss what is assumed."""
        computed = self.equations or self.inequalities or self.definitions or self.inverse_of
        return bool(computed or self.rows.keys() & self.domains.keys())

    @property
    def simple(self) -> frozenset[str]:
        """Return the names whose entries are drawn, each as it is met."""
        tied = self.symmetric | self.definitions.keys() | self.inverse_of.keys()
        return frozenset() if self.equations else frozenset(self.names.keys() - tied)

    @property
    def goal(self) -> Relation:
        """Return what is claimed."""
        return Relation(self.statement.sign, self.statement.left, self.statement.right, self.statement.indices)

    def spread(self, names: Iterable[str]) -> frozenset[str]:
        """Return names with all that they are computed from."""
        return _spread(names, self.definitions, self.inverse_of)


def _spread(
    names: Iterable[str], definitions: Mapping[str, Definition], inverse_of: Mapping[str, str]
) -> frozenset[str]:
    found, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += definitions[name].body.names if name in definitions else ()
            waiting += [inverse_of[name]] if name in inverse_of else []
    return frozenset(found)


def model(statement: Statement) -> Model:
    """Return the hypotheses of a statement, sorted; `NotEvaluableError` for one that cannot hold."""
    built = _Builder(statement)
    for each in statement.properties:
        built.property(each)
    for each in statement.relations:
        built.relation(each)
    found = built.model()
    for name, domain in found.domains.items():
        if domain.pick(0, Style(1)) is None:
            raise NotEvaluableError(f"no value of {name} satisfies what is assumed")
    return found


def names_in(relation: Relation) -> frozenset[str]:
    """Return the names of a relation that are no indices of its own."""
    return (relation.left.names | relation.right.names) - {index.name for index in relation.indices}


class _Builder:
    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.sizes = frozenset(size.name for size in statement.sizes)
        # A property of what does not occur is of no concern, whatever else has its name.
        self.names = {name.name: name for each in statement.properties for name in each.tensors}
        self.names |= {name.name: name for name in statement.names}
        if len({(name.name, len(name.axes)) for name in statement.names}) > len({n.name for n in statement.names}):
            raise NotEvaluableError("two different things have one name")
        self.domains: dict[str, Domain] = {}
        for name in self.names.values():
            for kind in sorted(name.kind | self._parity(name.name)):
                self._narrow(name.name, kind)
        self.symmetric, self.rows, self.inverse_of = set[str](), dict[str, str](), dict[str, str]()
        self.definitions: dict[str, Definition] = {}
        self.equations: list[Relation] = []
        self.inequalities: list[Relation] = []
        self.of_sizes: list[Relation] = []

    def _narrow(self, name: str, kind: str) -> None:
        self.domains[name] = _KINDS[kind](self.domains.get(name, Domain()))

    def _parity(self, name: str) -> frozenset[str]:
        """Return what the author's symbol says beyond the kind of a name."""
        known = self.statement.vocabulary
        label = getattr(known.tensors.get(name, (None,))[0], "label", known.symbols.get(name))
        return frozenset(kind for kind in ("even", "odd", "zero") if getattr(label, f"is_{kind}", None))

    def property(self, each: Property) -> None:
        """Sort a property of whole tensors."""
        if any(len(self.names[tensor.name].axes) != len(tensor.axes) for tensor in each.tensors):
            return
        names = [tensor.name for tensor in each.tensors]
        if each.kind in _KINDS:
            self._narrow(names[0], each.kind)
        elif each.kind == "symmetric":
            self.symmetric.add(names[0])
        elif each.kind == "inverse pair":
            self.inverse_of[names[1]] = names[0]
        elif each.among is not None:
            self._narrow(names[0], "integer")
        elif self.rows.setdefault(names[0], each.kind) != each.kind:
            raise NotEvaluableError(f"{names[0]} is both one-hot and simplex")

    def relation(self, each: Relation) -> None:
        """Sort a relation: a definition, a bound, an equation or an inequality."""
        if not names_in(each) - self.sizes:
            self.of_sizes.append(each)
        elif not (each.sign == "==" and self._define(each)) and not self._bound(each):
            (self.equations if each.sign == "==" else self.inequalities).append(each)

    def _define(self, each: Relation) -> bool:
        sides = (each.left, each.right)
        for side, body in (_without_inverse(*sides), _without_inverse(*sides[::-1])):
            if not isinstance(side, tree.Entry | tree.Scalar) or side.name in self.sizes | self.rows.keys():
                continue
            places = side.indices if isinstance(side, tree.Entry) else ()
            ranges = {index.name: index.range for index in each.indices}
            free = {leaf.name for leaf in tree.walk(body) if isinstance(leaf, tree.Index)}
            own = [place.name for place in places if isinstance(place, tree.Index)]
            distinct = len(own) == len(set(own)) == len(places) - sum(isinstance(p, tree.Number) for p in places)
            if not distinct or set(free) - set(own) or side.name in self.inverse_of or self._known(side.name, body):
                continue
            axes = self.names[side.name].axes
            whole = len(own) == len(places) and all(_covers(ranges[p], axis) for p, axis in zip(own, axes, strict=True))
            if not whole and any(each is not e and side.name in names_in(e) for e in self.statement.relations):
                continue  # the places that it leaves out are for the others to say
            self.definitions[side.name] = Definition(side.name, places, body, each, whole and side is each.left)
            return True
        return False

    def _known(self, name: str, body: Node) -> bool:
        # A second definition is an equation, and one that comes back to itself is one as well.
        return name in self.definitions or name in _spread(body.names, self.definitions, self.inverse_of)

    def _bound(self, each: Relation) -> bool:
        """Narrow a domain by a relation such as x[i] > 0 or x[i]**2 == 1; return whether that was possible."""
        difference = tree.subtract(each.left, each.right)
        leaves = {node for node in tree.walk(difference) if isinstance(node, tree.Entry | tree.Scalar)}
        side = next((leaf for leaf in leaves if self._everywhere(leaf, each)), None)
        found = None if side is None or len(leaves) > 1 else _polynomial(difference, side)
        if side is None or found is None or found.degree() < 1:
            return False
        domain = self.domains.get(side.name, Domain())
        if each.sign == "==":
            self.domains[side.name] = domain.among(*sorted(root for root, _ in found.roots()))
        elif found.degree() == 1:
            sign = each.sign if found[1] > 0 else FLIPPED[each.sign]
            narrow = domain.below if sign[0] == "<" else domain.above
            self.domains[side.name] = narrow(-found[0] / found[1], strictly=len(sign) == 1)
        else:
            return False
        return True

    def _everywhere(self, side: Node, each: Relation) -> bool:
        """Return whether a side is an entry at any place of its axes."""
        if not isinstance(side, tree.Entry | tree.Scalar) or side.name in self.sizes:
            return False
        places = side.indices if isinstance(side, tree.Entry) else ()
        ranges = {index.name: index.range for index in each.indices}
        own = [place.name for place in places if isinstance(place, tree.Index)]
        axes = self.names[side.name].axes
        return len(set(own)) == len(places) and all(_covers(ranges[p], a) for p, a in zip(own, axes, strict=True))

    def model(self) -> Model:
        """Return what has been sorted so far."""
        computed = self.definitions.keys() | self.inverse_of.keys()
        sides = [each for one in self._stated() for each in (one.left, one.right)]
        nodes = _nodes(sides)
        self._refuse_steps(nodes)
        found = Model(
            self.statement,
            _frames(self.statement, sides, nodes),
            self.names,
            {name: domain.settled() for name, domain in self.domains.items()},
            frozenset(self.symmetric),
            self.rows,
            self.statement.labels,
            self.inverse_of,
            dict(self.definitions),
            tuple(self.equations),
            tuple(self.inequalities),
            tuple(self.of_sizes),
            self._exponents(nodes),
            _borders(nodes),
            max((_order(side, {}) for side in sides), default=0),
            modular=not self.inequalities,
        )
        # An order means nothing modulo a prime. On independent entries it cuts out an open set, and an identity that
        # holds on an open set holds; an entry that is computed from others may be cut down to a single value.
        tied = found.spread(computed | frozenset(n for e in self.equations for n in names_in(e)))
        entangled = any(
            name in tied and (domain.ordered or name in computed) and (domain.finite is None or name in computed)
            for name, domain in found.domains.items()
        )
        entangled = entangled or any(kind == "simplex" and name in found.domains for name, kind in self.rows.items())
        return replace(found, modular=found.modular and not entangled)

    def _stated(self) -> list[Relation | Statement]:
        return [self.statement, *self.statement.relations]

    def _refuse_steps(self, nodes: Mapping[Node, int]) -> None:
        """Raise `NotEvaluableError` for a derivative by what is an integer."""
        by = (variable for node in nodes if isinstance(node, tree.Derivative) for variable, _ in node.by)
        for variable in by:
            if isinstance(variable, tree.Entry | tree.Scalar) and self.domains.get(variable.name, Domain()).whole:
                raise NotEvaluableError(f"a derivative by {variable.name}, which is no real variable")

    def _exponents(self, nodes: Mapping[Node, int]) -> frozenset[str]:
        named = {name for node in nodes if isinstance(node, tree.Power) for name in node.exponent.names}
        return frozenset(name for name in named if self.domains.get(name, Domain()).whole)


def _without_inverse(side: Node, body: Node) -> tuple[Node, Node]:
    """Return S[i, j] and the entry of the inverse of E, for the inverse of S at i, j and for E[i, j]."""
    if isinstance(side, tree.Inverse) and isinstance(side.body, tree.Entry):
        at = side.row, side.column
        straight = side.body.indices == (tree.Bound(side.at), tree.Bound(side.at - 1))
        if straight and isinstance(at[0], tree.Index) and isinstance(at[1], tree.Index) and at[0] is not at[1]:
            return tree.Entry(side.body.name, at), tree.bind_matrix(at[0].name, at[1].name, side.size, body, at)
    return side, body


def _polynomial(node: Node, leaf: Node) -> fmpq_poly | None:
    """Return a node as a polynomial in a leaf, or None where it is none or of a large degree."""
    if node is leaf:
        return fmpq_poly([0, 1])
    if isinstance(node, tree.Number):
        return fmpq_poly([fmpq(node.value.numerator, node.value.denominator)])
    if isinstance(node, tree.Power) and isinstance(node.exponent, tree.Number) and node.exponent.value in range(1, 9):
        base = _polynomial(node.base, leaf)
        return None if base is None or base.degree() > DEGREE_AT_MOST else base ** int(node.exponent.value)
    if not isinstance(node, tree.Add | tree.Mul):
        return None
    total = fmpq_poly([0 if isinstance(node, tree.Add) else 1])
    for each in node.children:
        part = _polynomial(each, leaf)
        if part is None or total.degree() + part.degree() > DEGREE_AT_MOST:
            return None
        total = total + part if isinstance(node, tree.Add) else total * part
    return total


def _covers(found: Range, axis: Range | None) -> bool:
    """Return whether the range of an index is the whole axis of a place."""
    return found.first is None and found.last is None if axis is None else found == axis or same_axis(found, axis)


def _nodes(sides: list[Node]) -> dict[Node, int]:
    """Return all nodes, and in how many places each stands."""
    found, waiting = dict[Node, int](), list(sides)
    while waiting:
        node = waiting.pop()
        found[node] = found.get(node, 0) + 1
        if found[node] == 1:
            waiting += node.children
    return found


def _frames(statement: Statement, sides: list[Node], nodes: Mapping[Node, int]) -> Frames:
    all_indices = _indices(statement)
    ends = [end for index in all_indices for end in (index.range.first, index.range.last) if end is not None]
    level = max((node.level for node in [*sides, *ends]), default=0)
    indices, sizes = {index.name for index in all_indices}, [size.name for size in statement.sizes]
    return Frames(level, sorted(indices), sizes, nodes)


def _indices(statement: Statement) -> list[FreeIndex]:
    return [*statement.indices, *(index for each in statement.relations for index in each.indices)]


def _borders(nodes: Iterable[Node]) -> tuple[fmpq, ...]:
    """Return the numbers with which something is compared and 0, and such beside them; none where nothing is."""
    nodes = [node for node in nodes if isinstance(node, tree.Compare | tree.Call)]
    compared = [node for node in nodes if isinstance(node, tree.Compare)]
    if not compared and not any(
        isinstance(n, tree.Call) and n.function in {"Abs", "sign", "Max", "Min"} for n in nodes
    ):
        return ()
    found = {n.value for each in compared for n in tree.walk(each) if isinstance(n, tree.Number)}
    signed = {*found, *(-value for value in found), Fraction(0)}
    numbers = sorted({value + beside for value in signed for beside in (-2, 0, 2)})
    return tuple(fmpq(value.numerator, value.denominator) for value in numbers)


def _order(node: Node, known: dict[Node, int]) -> int:
    """Return how often is differentiated in a node, nested derivatives added up."""
    if node not in known:
        below = max((_order(part, known) for part in node.children), default=0)
        known[node] = below + (sum(times for _, times in node.by) if isinstance(node, tree.Derivative) else 0)
    return known[node]
