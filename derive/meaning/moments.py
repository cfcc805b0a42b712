"""Moments: what a named law, or said independence, tells of an expectation; the rest is averaged over the outcomes.

Sums and whole powers are multiplied out until products of names are left; of these a law knows the moments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.meaning.densities import Law, said
from derive.meaning.here import Here
from derive.meaning.spaces import Space, averaged, moving
from derive.meaning.values import Value, divided

OF_LAW = "an expectation whose law is not known"
"""What is taken of an expectation of which no more is known than the moments that a page says."""
DEEPEST = 40
MOST_FACTORS = 6


@dataclass(frozen=True, slots=True)
class Known:
    """The law that a name has: its parameters as values, the letters of its slots standing for themselves."""

    law: Law
    letters: tuple[str, ...]
    parameters: tuple[Value, ...]

    def mean(self, slots: Sequence[Expression], places: Sequence[Expression]) -> Expression:
        """Return the mean at some slots and, of a vector, at a place."""
        return said(self.law.mean, self._numbers(slots, places))

    def covariance(
        self, slots: Sequence[Expression], one: Sequence[Expression], other: Sequence[Expression]
    ) -> Expression:
        """Return the variance of a number, or the covariance of two entries of a vector."""
        if one:
            return self._at(self.parameters[1], slots, (*one, *other))
        return said(self.law.variance, self._numbers(slots, one))

    def uniform(self, slots: Sequence[Expression], times: int) -> Expression:
        """Return a moment of the uniform law between a and b: the sum of a^i b^(times - i), over their number."""
        ends = self._numbers(slots, ())
        low, high = ends["a"], ends["b"]
        terms = (tree.multiply(*[low] * count, *[high] * (times - count)) for count in range(times + 1))
        return divided(tree.add(*terms), tree.number(times + 1))

    def _numbers(self, slots: Sequence[Expression], places: Sequence[Expression]) -> dict[str, Expression]:
        given = self.parameters[:1] if places else self.parameters
        return {name: self._at(value, slots, places) for name, value in zip(self.law.parameters, given, strict=False)}

    def _at(self, value: Value, slots: Sequence[Expression], places: Sequence[Expression]) -> Expression:
        if value.zero:
            return tree.ZERO
        row, column = (*places, None, None)[:2]
        images = {tree.Index(letter): slot for letter, slot in zip(self.letters, slots, strict=True)}
        node = value.at(row, column)
        return tree.replace(node, images) if images else node


@dataclass(frozen=True, slots=True)
class Averages:
    """The expectation under one law: what laws are known of its names, and which are independent, by their group."""

    space: Space
    here: Here
    known: dict[str, Known]
    groups: dict[str, frozenset[str]]

    def of(self, node: Expression, depth: int = 0) -> Expression:
        """Return the expectation of a node."""
        if not moving(node, self.space, self.here):
            return node
        if depth > DEEPEST or not (self.known or self.groups):
            return self.averaged(node)
        if isinstance(node, tree.Add):
            return tree.add(*(self.of(each, depth + 1) for each in node.terms))
        if isinstance(node, tree.Sum) and not self._moves(node.first) and not self._moves(node.last):
            return self._inside(node, (), depth)
        if isinstance(node, tree.Mul | tree.Power):
            return self._product(_factors(node), depth)
        plain = _without_exponentials(node)
        return self._monomial([node]) if plain is node else self.of(plain, depth + 1)

    def averaged(self, node: Expression) -> Expression:
        """Return the weighted sum over the outcomes, of which nothing is known."""
        found = averaged(node, self.space, self.here)
        if found is not node:
            self.here.record.generalised.add(OF_LAW)
        return found

    def summed(self, node: Expression) -> Expression:
        """Return the weighted sum over the outcomes, also of what is the same at each of them."""
        return averaged(node, self.space, self.here, always=True)

    def _moves(self, node: Expression) -> bool:
        return bool(moving(node, self.space, self.here))

    def _inside(self, total: tree.Sum, beside: Sequence[Expression], depth: int) -> Expression:
        letter = self.here.fresh("e")
        body = tree.multiply(tree.opened(total, tree.Index(letter)), *beside)
        return tree.bind(tree.Sum, letter, total.first, total.last, body=self.of(body, depth + 1))

    def _product(self, factors: list[Expression], depth: int) -> Expression:
        fixed = [each for each in factors if not self._moves(each)]
        random = [each for each in factors if self._moves(each)]
        if fixed:
            return tree.multiply(*fixed, self.of(tree.multiply(*random), depth + 1))
        for number, factor in enumerate(random):
            rest = (*random[:number], *random[number + 1 :])
            if isinstance(factor, tree.Add):
                return tree.add(*(self.of(tree.multiply(term, *rest), depth + 1) for term in factor.terms))
            if isinstance(factor, tree.Sum) and not self._moves(factor.first) and not self._moves(factor.last):
                return self._inside(factor, rest, depth)
        return self._monomial(random)

    def _monomial(self, factors: list[Expression]) -> Expression:
        """Return the expectation of a product, taken apart into what is independent."""
        blocks: list[list[Expression]] = []
        for factor in factors:
            joined = [block for block in blocks if not self._independent(block, factor)]
            blocks = [block for block in blocks if block not in joined]
            blocks.append([*(each for block in joined for each in block), factor])
        return tree.multiply(*(self._block(block) for block in blocks))

    def _independent(self, block: list[Expression], factor: Expression) -> bool:
        """Return whether a factor is said to be independent of a block: of other names of one group."""
        one = frozenset[str]().union(*(moving(each, self.space, self.here) for each in block))
        other = moving(factor, self.space, self.here)
        groups = [self.groups.get(_base(name), frozenset[str]()) for name in one | other]
        return one.isdisjoint(other) and bool(frozenset.intersection(*groups))

    def _block(self, factors: list[Expression]) -> Expression:
        """Return the expectation of what is not independent: of one member of a family, of two, or as it is."""
        names = frozenset[str]().union(*(moving(each, self.space, self.here) for each in factors))
        leaves = [each for each in factors if isinstance(each, tree.Scalar | tree.Entry)]
        if len(names) > 1 or len(leaves) < len(factors) or len(factors) > MOST_FACTORS:
            return self.averaged(tree.multiply(*factors))
        (name,) = names
        law = self.known.get(_base(name))
        count = len(law.letters) if law is not None else self._slots(name)
        members = list(dict.fromkeys(_indices(each)[:count] for each in leaves))
        apart = _base(name) in self.groups.get(_base(name), ()) and len(members) == 2 and count == 1
        if len(members) == 1 or not apart:
            return self._member(leaves, law if len(members) == 1 else None, count)
        return self._pair(leaves, members, law, count)

    def _slots(self, name: str) -> int:
        axes = len(self.here.record.tensors[name].axes)
        rank = self.here.choices.get(("rank", _base(name), axes), 0)
        return axes - rank if axes else 0

    def _pair(
        self, leaves: Sequence[Expression], members: list[tuple[Expression, ...]], law: Known | None, count: int
    ) -> Expression:
        """Return the expectation of two independent members: of one where they are the same, else the product."""
        (one,), (other,) = members
        same = tree.Delta(one, other)
        merged = [tree.replace(each, {other: one}) if isinstance(other, tree.Index) else each for each in leaves]
        both = self._member(merged, law, count)
        parts = [[each for each in leaves if _indices(each)[:count] == member] for member in members]
        product = tree.multiply(*(self._member(part, law, count) for part in parts))
        return tree.add(tree.multiply(same, both), tree.multiply(tree.subtract(tree.ONE, same), product))

    def _member(self, leaves: Sequence[Expression], law: Known | None, count: int) -> Expression:
        """Return a moment of one member by its law, if that tells it."""
        is_higher = len(leaves) > 2
        plenty = is_higher and law is not None and law.law.name not in {"normal", "uniform"}
        if law is None or plenty:
            return self.averaged(tree.multiply(*leaves))
        slots = _indices(leaves[0])[:count]
        return _moment(law, slots, [_indices(each)[count:] for each in leaves])


def _moment(law: Known, slots: Sequence[Expression], places: list[tuple[Expression, ...]]) -> Expression:
    """Return a moment by Stein's recursion: of a normal law any, of another one the first two."""
    if not places:
        return tree.ONE
    if law.law.name == "uniform" and not places[0]:
        return law.uniform(slots, len(places))
    first, *rest = places
    terms = [tree.multiply(law.mean(slots, first), _moment(law, slots, rest))]
    for number, other in enumerate(rest):
        without = [*rest[:number], *rest[number + 1 :]]
        terms.append(tree.multiply(law.covariance(slots, first, other), _moment(law, slots, without)))
    return tree.add(*terms)


def _factors(node: Expression) -> list[Expression]:
    """Return the factors of a product, whole powers written as products."""
    if isinstance(node, tree.Mul):
        return [each for factor in node.factors for each in _factors(factor)]
    if isinstance(node, tree.Power) and isinstance(node.exponent, tree.Number):
        times = node.exponent.value
        if isinstance(times, int) and 1 <= times <= MOST_FACTORS:
            return _factors(node.base) * times
    return [node]


def _without_exponentials(node: Expression) -> Expression:
    """Return a logarithm with the exponentials in it taken out."""
    if not isinstance(node, tree.Call) or node.function != "log":
        return node
    exponent, rest = _exponent(node.arguments[0])
    return node if exponent is tree.ZERO else tree.add(exponent, tree.Call("log", (rest,)))


def _exponent(node: Expression) -> tuple[Expression, Expression]:
    """Return what exponentials a product holds, added up, and what is left; powers of them are taken apart."""
    if isinstance(node, tree.Call) and node.function == "exp":
        return node.arguments[0], tree.ONE
    if isinstance(node, tree.Mul):
        found = [_exponent(each) for each in node.factors]
        return tree.add(*(each for each, _ in found)), tree.multiply(*(each for _, each in found))
    if isinstance(node, tree.Power) and isinstance(node.exponent, tree.Number):
        exponent, rest = _exponent(node.base)
        if exponent is not tree.ZERO:
            return tree.multiply(node.exponent, exponent), tree.Power(rest, node.exponent)
    return tree.ZERO, node


def _base(name: str) -> str:
    return name.split("#", maxsplit=1)[0]


def _indices(node: Expression) -> tuple[Expression, ...]:
    return node.indices if isinstance(node, tree.Entry) else ()
