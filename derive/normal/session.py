"""One statement being brought into normal form: its ring, over what its indices run, the conditions met on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import TypeAlias

from derive import kernel
from derive.errors import BeyondKernelError, UnsupportedError
from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.tree import Node
from derive.kernel import nodes
from derive.kernel.places import at_least, combined, ends, extent, least, range_from, shifted
from derive.kernel.ring import PI
from derive.normal.budget import DEFINED
from derive.normal.recursions import Recursion
from derive.statements import FreeIndex, Name, Range, Statement
from derive.statements.sizes import difference

WHOLE_RANGE = "sum over the whole range, times an entry such as U[i, j] that is 1 where a term counts and else 0"
"""The way out for a sum whose range depends on another index."""
LABELS = "#="
"""How the names of the families [y[n] = k] begin; no name of a user does."""
KERNEL_KINDS = frozenset({"positive", "nonnegative", "integer", "nonzero"})
"""The kinds of names that the kernel has as traits; the others become known signs."""

Value: TypeAlias = "kernel.Index | kernel.Poly | int"
"""What a bound name stands for: an index, a value, a fixed integer."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What stands around a node: what is bound, the tests under which it counts, the tensors that are held free.

    `bound` says what a `Bound` of a binder around stands for, and an `Index` that somebody sums over. `held` gives the
    name under which the variable of a derivative is read, so that nothing assumed of it is used.
    """

    bound: Mapping[Node, Value] = field(default_factory=dict)
    guards: tuple[Node, ...] = ()
    held: Mapping[str, str] = field(default_factory=dict)

    def inside(self, bound: Node, value: Value) -> Scope:
        """Return the scope below a binder."""
        return Scope({**self.bound, bound: value}, self.guards, self.held)

    @property
    def indices(self) -> Mapping[Node, kernel.Index]:
        """Return the indices that are bound around."""
        return {node: value for node, value in self.bound.items() if isinstance(value, kernel.Index)}

    @property
    def optional(self) -> bool:
        """Return whether what stands here may not count: it stands below a test, or in a sum that may be empty."""
        ranges = [index.dim for index in self.indices.values()]
        return bool(self.guards) or any(dim is not None and not dim.nonempty for dim in ranges)


OUTERMOST = Scope()


@dataclass(frozen=True, slots=True)
class Need:
    """A side condition as it was met: `node` must be of this `kind`; its value, where it stands, and why."""

    kind: str
    node: Node
    value: kernel.Poly
    scope: Scope
    reason: str
    group: int = 0

    @property
    def bound(self) -> tuple[kernel.Index, ...]:
        """Return the indices that are bound around the expression."""
        return tuple(self.scope.indices.values())


@dataclass(frozen=True, slots=True)
class Guard:
    """An end of a range at an outer index: the place `beyond` it, the test, and 1 for the last, -1 for the first."""

    beyond: kernel.Index
    test: tree.Compare
    sign: int


Guards: TypeAlias = "tuple[Guard, ...]"


@dataclass(frozen=True, slots=True)
class Ways:
    """How ranges are taken apart: with `unroll`, sums over a few numbered places are written out.

    With `align`, ranges that differ at their ends, such as 1..N-1 and 0..N, are brought to common ones; with a factor
    2, those of 2 M places are split. With `orient`, one of two opposite orders of indices is told by the other. With
    `add_up`, a recursion is used for what it says of the last entry, not step by step. With `solve`, an equation such
    as N m = S or n[k] / t[k] = c is solved for m or t[k].
    """

    unroll: bool = False
    align: bool = False
    orient: bool = False
    factors: tuple[int, ...] = ()
    add_up: bool = False
    solve: bool = False


WHOLE = Ways()


def tensor_key(name: str, rank: int) -> str:
    """Return the kernel's name for a tensor, which no scalar has: the rank is part of it."""
    return f"{name}/{rank}" if rank else name


@dataclass(slots=True)
class Session:
    """Everything that reading and writing of one statement share.

    `group` is 0 while the claim is read, and the number of a hypothesis while that is, whose free indices are its own.
    """

    claim: Statement
    ring: kernel.Ring
    ways: Ways = WHOLE
    group: int = 0
    limits: dict[kernel.Dim, Range] = field(default_factory=dict)
    free: dict[kernel.Index, str] = field(default_factory=dict)
    needs: list[Need] = field(default_factory=list)
    definitions: list[tuple[kernel.Place, kernel.Poly]] = field(default_factory=list)
    recursive: bool = False
    endless: list[Recursion] = field(default_factory=list)
    soluble: bool = False
    values: int = 0
    labels: Mapping[str, Range] = field(init=False)

    def __post_init__(self) -> None:
        """Look up which tensors hold labels."""
        self.labels = self.claim.labels

    def settle(self, poly: kernel.Poly) -> kernel.Poly:
        """Return a polynomial with all assumed definitions put in."""
        # A recursion leads to an entry that it defines, too.
        for _ in self.ring.meter.rounds(DEFINED):
            before = poly
            for place, value in self.definitions:
                poly = kernel.substitute(self.ring, poly, place, value)
            if poly == before:
                break
        return poly

    def fresh_value(self) -> tuple[str, kernel.Poly]:
        """Return a scalar that occurs nowhere else: its name and itself."""
        self.values += 1
        name = f"#{self.values}"
        return name, kernel.entry(self.ring, name)

    def quantifiers(self) -> tuple[FreeIndex, ...]:
        """Return the free indices of the claim, or of the hypothesis that is being read."""
        return self.claim.indices if self.group == 0 else self.claim.relations[self.group - 1].indices

    def free_index(self, free: tree.Index) -> kernel.Index:
        """Return the kernel's index for a free index; a hypothesis has its own."""
        name = free.name
        where = next(each.range for each in self.quantifiers() if each.name == name)
        index = self.ring.index(name if self.group == 0 else f"{name}'{self.group}", self.dim_of(where))
        _ = self.free.setdefault(index, name)
        if self.group == 0:
            self.ring.own.add(index)
        return index

    def dim_of(self, where: Range) -> kernel.Dim:
        """Return the kernel's range for a range that may be open: a number that nothing bounds stands for its ends."""
        if where.first is not None and where.last is not None:
            return self.dim(where.first, where.last)
        lower = self.unbounded("low") if where.first is None else self.size(where.first, OUTERMOST)
        name = "Z" if where.first is None else f"{_text(where.first, self)}.."
        return range_from(self.ring, lower, self.unbounded("many"), name)

    def unbounded(self, name: str) -> kernel.Poly:
        """Return a whole number that nothing bounds, to end an open range with."""
        value = kernel.entry(self.ring, f"#{name}")
        ((mono, _),) = value.items()
        self.ring.least[mono.factors[0][0]] = None
        return value

    def dim(self, first: Node, last: Node, scope: Scope = OUTERMOST) -> kernel.Dim:
        """Return the kernel's range between two ends; a range that runs backwards at every size is empty."""
        low, high = self.size(first, scope), self.size(last, scope)
        count = kernel.add(kernel.subtract(high, low), self.ring.constant(1))
        if any(isinstance(coef, Fraction) for coef in count.values()):
            reason = "a range must end at a whole number"
            raise UnsupportedError(_text(last, self), reason=reason, way_out="use a symbol for the size")
        if never_positive(self.ring, count):
            count = {}
        dim = range_from(self.ring, low, count)
        if dim not in self.limits:
            self.limits[dim] = Range(first, last)
            self._count_with(dim, count)
        return dim

    def assumed_gaps(self) -> Iterator[kernel.Poly]:
        """Yield the differences of sizes that the hypotheses say to be at least 0."""
        sizes = {size.name for size in self.claim.sizes}
        for each in self.claim.relations:
            known = each.left.names | each.right.names <= sizes and difference(each.left, each.right) is not None
            if known and each.sign != "==":
                small, large = (each.left, each.right) if each.sign[0] == "<" else (each.right, each.left)
                gap = kernel.subtract(self.size(large, OUTERMOST), self.size(small, OUTERMOST))
                yield gap if "=" in each.sign else kernel.subtract(gap, self.ring.constant(1))

    def ends_of(self, dim: kernel.Dim) -> tuple[Node, Node]:
        """Return the ends of a range as they were given, or made anew for one that arose by a shift."""
        given = self.limits.get(dim)
        if given is not None and given.first is not None and given.last is not None:
            return given.first, given.last
        low, high = ends(self.ring, dim)
        return size_node(low), size_node(high)

    def size(self, end: Node, scope: Scope) -> kernel.Poly:
        """Return the end of a range as a polynomial in sizes. Raises `BeyondKernelError` where it holds an index."""
        if isinstance(end, tree.Number):
            return self.ring.constant(end.value)
        if isinstance(end, tree.Scalar):
            return kernel.entry(self.ring, end.name)
        if isinstance(end, tree.Add):
            return kernel.add(*(self.size(term, scope) for term in end.terms))
        if isinstance(end, tree.Mul):
            result = self.ring.constant(1)
            for factor in end.factors:
                result = kernel.multiply(self.ring, result, self.size(factor, scope))
            return result
        if isinstance(end, tree.Power) and isinstance(end.exponent, tree.Number) and end.exponent.value in range(1, 9):
            return kernel.raise_to(self.ring, self.size(end.base, scope), int(end.exponent.value))
        if isinstance(end, tree.Index | tree.Bound):
            raise BeyondKernelError(_text(end, self), reason="a range depends on another index", way_out=WHOLE_RANGE)
        reason = "a range must end at a size or a whole number"
        raise UnsupportedError(_text(end, self), reason=reason, way_out="use a symbol for the size")

    def span(self, node: tree.Sum | tree.Product, scope: Scope) -> tuple[kernel.Dim, Guards]:
        """Return a range that holds all values of a bound index, and what says which of them count at an outer index.

        An end such as i + 1 is at its least, or its largest, where i is; the range runs from there.
        """
        ends_, guards = [node.first, node.last], list[Guard]()
        for side, sign in enumerate((-1, 1)):
            at = self._outer(ends_[side], scope)
            if at is not None:
                ends_[side] = size_node(self._widest(at, side))
                beyond = shifted(self.ring, at, self.ring.constant(sign))
                bound, end = tree.Bound(node.at), tree.add((node.first, node.last)[side], tree.number(sign))
                guards.append(Guard(beyond, tree.Compare("<" if sign > 0 else ">", bound, end), sign))
        return self.dim(ends_[0], ends_[1], scope), tuple(guards)

    def _widest(self, at: kernel.Index, side: int) -> kernel.Poly:
        """Return the end of what an index runs over: that without what is added to it, where it lies further out.

        The range may be too long where it is guarded; so sums over j < i and j <= i have one range, that of i.
        """
        mine, moving = extent(self.ring, at)[side], at.moving
        whole = mine if moving is None or moving.parts else extent(self.ring, moving)[side]
        return whole if at_least(self.ring, *((mine, whole) if side == 0 else (whole, mine))) else mine

    def _outer(self, end: Node, scope: Scope) -> kernel.Index | None:
        """Return the end of a range where it is an index around, with something added or not."""
        terms = [term for _, term in _multiples(end)]
        moving = any(isinstance(term, tree.Index | tree.Bound) for term in terms)
        place = self.index(end, scope) if moving else None
        return place if place is not None and place.terms else None

    def _count_with(self, dim: kernel.Dim, count: kernel.Poly) -> None:
        if len(count) == 1:
            ((mono, coef),) = count.items()
            if coef == 1 and len(mono.factors) == 1 and mono.factors[0][1] == 1:
                _ = self.ring.sizes.setdefault(mono.factors[0][0], dim)

    def index(self, place: Node, scope: Scope) -> kernel.Index:
        """Return the kernel's index for what stands at an index position."""
        alone = scope.bound.get(place)
        if isinstance(alone, kernel.Index):
            return alone
        terms, by = list[tuple[kernel.Index, int]](), dict[kernel.Mono, kernel.Coef]()
        for factor, term in _multiples(place):
            bound = scope.bound.get(term)
            if bound is None and isinstance(term, tree.Index):
                bound = self.free_index(term)
            if isinstance(bound, kernel.Index):
                terms.append((bound, factor))
            elif isinstance(term, tree.Index | tree.Bound) and not isinstance(bound, int):
                raise no_index(place, self)
            else:
                value = self.ring.constant(bound) if isinstance(bound, int) else self.size(term, scope)
                by = kernel.add(by, kernel.scale(value, factor))
        return combined(self.ring, terms, by)

    def label(self, entry: tree.Entry) -> tuple[str, kernel.Dim]:
        """Return the one-hot family `[entry = k]` of a tensor of labels, and over what its last index runs."""
        dim = self.dim_of(self.labels[entry.name])
        return kernel.one_hot(self.ring, tensor_key(f"{LABELS}{entry.name}", len(entry.indices) + 1), dim), dim

    def need(self, need: Need) -> None:
        """Remember a side condition, and in which statement it was met."""
        self.needs.append(replace(need, group=self.group))
        if need.scope.optional:
            self.ring.astray.add(need.reason)


def _multiples(place: Node) -> Iterator[tuple[int, Node]]:
    """Yield the terms of a place, each with the whole number before it."""
    for term in place.terms if isinstance(place, tree.Add) else (place,):
        if not isinstance(term, tree.Mul):
            yield 1, term
            continue
        factors = term.factors
        numbers = [f.value for f in factors if isinstance(f, tree.Number) and isinstance(f.value, int)]
        rest = tree.multiply(*(f for f in factors if not (isinstance(f, tree.Number) and isinstance(f.value, int))))
        yield (prod(numbers), rest) if numbers and rest is not tree.ONE else (1, term)


def no_index(place: Node, session: Session) -> BeyondKernelError:
    """Return the error for what cannot stand where an index stands."""
    reason = "only whole multiples of indices and sizes, added up, are understood as an index"
    return BeyondKernelError(
        _text(place, session), reason=reason, way_out="write it as i + c, or give the entry a name"
    )


def never_positive(ring: kernel.Ring, count: kernel.Poly) -> bool:
    """Return whether a count is at most 0 at every size: then the range is empty."""
    low = least(ring, kernel.scale(count, -1))
    return low is not None and low >= 0


def size_node(size: kernel.Poly) -> Node:
    """Return a polynomial in sizes as a node."""
    terms = [
        tree.multiply(
            tree.number(coef),
            *(
                tree.Scalar(a.spelling) if e == 1 else tree.Power(tree.Scalar(a.spelling), tree.number(e))
                for a, e in mono.factors
            ),
        )
        for mono, coef in nodes.freeze(size)
    ]
    return tree.add(*terms) if terms else tree.ZERO


def _text(node: Node, session: Session) -> str:
    node = tree.replace(
        node, {each: tree.Index(f"i_{each.at}") for each in tree.walk(node) if isinstance(each, tree.Bound)}
    )
    return str(to_sympy(node, session.claim.vocabulary, evaluate=True))


def session_of(claim: Statement, limits: kernel.Limits, ways: Ways = WHOLE) -> Session:
    """Return a session for a statement: what is declared of its names and sizes is known in its ring."""
    ring = kernel.Ring(limits=limits)
    ring.aligned, ring.oriented, ring.factors = ways.align, ways.orient, ways.factors
    for name in claim.names:
        _declare(ring, name)
    for size in claim.sizes:
        ring.traits[size.name] = frozenset({"positive" if size.least > 0 else "nonnegative", "integer"})
        ((mono, _),) = kernel.entry(ring, size.name).items()
        ring.least[mono.factors[0][0]] = size.least
    for name in claim.names:
        _bound_by_kind(ring, name)
    session = Session(claim, ring, ways)
    ring.gaps += session.assumed_gaps()
    return session


def _declare(ring: kernel.Ring, name: Name) -> None:
    key = tensor_key(name.name, len(name.axes))
    ring.traits[key] = ring.traits.get(key, frozenset()) | (name.kind & KERNEL_KINDS)


def _bound_by_kind(ring: kernel.Ring, name: Name) -> None:
    """Note that a scalar is negative or not positive, where it is declared so."""
    if not name.axes and name.kind & {"negative", "nonpositive"}:
        opposite = kernel.scale(kernel.entry(ring, name.name), -1)
        ring.positive.append((kernel.freeze(opposite), "negative" in name.kind))


__all__ = [
    "OUTERMOST",
    "PI",
    "WHOLE",
    "Need",
    "Scope",
    "Session",
    "Value",
    "Ways",
    "session_of",
    "size_node",
    "tensor_key",
]
