"""What a proof of an inequality may stand on: goal and facts in the kernel's language, and what must be defined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from derive import kernel
from derive.decide.consequences import bounds_of_signs, consequences
from derive.errors import UnsupportedError
from derive.kernel.known import is_nonzero, settled_sign, sign_of
from derive.kernel.nodes import Entry, free_of
from derive.kernel.signs import UNKNOWN, is_real, sign_of_mono
from derive.normal import WHOLE, Need, Question, Ways, ask
from derive.normal.hypotheses import difference
from derive.statements import Statement
from derive.verdict import Condition


@dataclass(frozen=True, slots=True)
class Given:
    """An assumed inequality, `poly` >= 0 or > 0, for all values of its free indices."""

    poly: kernel.Poly
    strict: bool


@dataclass(frozen=True, slots=True)
class Ground:
    """The goal `poly` >= 0 (or > 0) with all that may be used for it.

    `equations` are those that no rule of the ring uses up; `defined` are positive wherever the statement has a value,
    and `needs` is what it needs for that; `conditions` are those of the verdict, and `signs` is a memory.
    """

    question: Question
    goal: kernel.Poly
    strict: bool
    facts: tuple[Given, ...]
    equations: tuple[kernel.Poly, ...]
    defined: tuple[kernel.Poly, ...]
    needs: tuple[Need, ...]
    conditions: tuple[Condition, ...]
    signs: dict[kernel.Mono, int] = field(default_factory=dict)

    @property
    def ring(self) -> kernel.Ring:
        """Return the ring in which everything here is computed."""
        return self.question.ring

    def sign(self, poly: kernel.Poly) -> int:
        """Return what is known of the sign of a polynomial wherever the statement has a value."""
        if len(poly) == 1 and 1 in poly.values():
            (mono,) = poly
            if mono not in self.signs:
                self.signs[mono] = self._sign(poly)
            return self.signs[mono]
        return self._sign(poly)

    def _sign(self, poly: kernel.Poly) -> int:
        known = sign_of(self.ring, poly)
        if known == kernel.POSITIVE or not self.defined or not poly:
            return known
        if any(is_multiple(poly, each) for each in self.defined):
            return kernel.POSITIVE
        return max(known, self._sign_of_product(poly))

    def _sign_of_product(self, poly: kernel.Poly) -> int:
        if len(poly) != 1 or min(poly.values()) < 0:
            return kernel.UNKNOWN
        signs: list[int] = []
        for atom, exponent in (factor for mono in poly for factor in mono.factors):
            alone: kernel.Poly = {self.ring.mono([(atom, 1)]): 1}
            granted = any(is_multiple(alone, each) for each in self.defined)
            signs.append(kernel.POSITIVE if granted else sign_of(self.ring, {self.ring.mono([(atom, exponent)]): 1}))
        return min(signs, default=kernel.POSITIVE)

    def is_real(self, *polys: kernel.Poly) -> bool:
        """Return whether all tensors in the polynomials are real."""
        return all(is_real(self.ring, atom) for poly in polys for mono in poly for atom, _ in mono.factors)

    def is_defined(self, need: Need) -> bool:
        """Return whether a side condition holds wherever the statement has a value."""
        value = self.question.settle(need.value)
        if need.kind == "invertible":
            return any(need.node is other.node for other in self.needs if other.kind == need.kind)
        if need.kind == "convergent":
            return kernel.is_within_one(self.ring, value)
        enough = {
            "positive": {"positive"},
            "nonnegative": {"positive", "nonnegative"},
            "nonzero": {"positive", "nonzero"},
        }
        known = max(self.sign(value), settled_sign(self.ring, value))
        by_sign = {"positive": known == kernel.POSITIVE, "nonnegative": known >= kernel.NONNEGATIVE, "nonzero": False}
        if by_sign[need.kind] or (
            need.kind == "nonzero" and (known == kernel.POSITIVE or is_nonzero(self.ring, value))
        ):
            return True
        asked = (other for other in self.needs if other.kind in enough[need.kind])
        return any(self._follows(value, other, either_sign=need.kind == "nonzero") for other in asked)

    def _follows(self, value: kernel.Poly, other: Need, *, either_sign: bool) -> bool:
        """Return whether `value` is what the other condition speaks of, at some values of its bound indices."""
        given = self.question.settle(other.value)
        images = instances(self.ring, given, free_of(given) & frozenset(other.bound), free_of(value))
        return any(
            is_multiple(value, image) or (either_sign and is_multiple(value, kernel.scale(image, -1)))
            for image in images
        )


def stand_on(claim: Statement, limits: kernel.Limits, ways: Ways = WHOLE) -> Ground:
    """Return the ground of a claim. With `ways`, ranges are taken apart.

    Raises what reading raises, and `UnsupportedError` for an order of matrices.
    """
    if claim.rows:
        way_out = "compare entries, traces or quadratic forms"
        raise UnsupportedError(str(claim), reason="matrices have more than one order", way_out=way_out)
    question = ask(claim, limits=limits, ways=ways)
    goal = _goal(question)
    conditions = question.conditions()
    needs = tuple(question.session.needs)
    defined = tuple(_take_for_granted(question, needs))
    facts, equations = _relations(question)
    facts = (*facts, *_signs_of_rules(question), *_whole_numbers(question, goal), *_further(question, goal, facts))
    # What was taken for granted may split logarithms and roots; so everything is read again in its light.
    return Ground(question, _goal(question), claim.sign in {"<", ">"}, facts, equations, defined, needs, conditions)


def _goal(question: Question) -> kernel.Poly:
    return kernel.scale(question.difference(), -1 if question.claim.sign in {"<=", "<"} else 1)


def _take_for_granted(question: Question, needs: Sequence[Need]) -> Iterator[kernel.Poly]:
    """Assume what the statement needs for a value; yield what must be positive at single indices only."""
    ring = question.ring
    for need in needs:
        if need.kind in {"invertible", "holds"} or need.scope.guards:
            continue
        if need.kind == "convergent":
            gaps = kernel.gaps_to_one(ring, question.settle(need.value))
            ring.positive += [(kernel.freeze(gap), True) for gap in gaps]
            continue
        value, strict = question.settle(need.value), need.kind != "nonnegative"
        if need.kind == "nonzero" and sign_of(ring, value) != kernel.NONNEGATIVE:
            continue
        if not value or sign_of(ring, value) >= (kernel.POSITIVE if strict else kernel.NONNEGATIVE):
            continue
        if (free_of(value) - frozenset(need.bound)).isdisjoint(_own_indices(question)):
            ring.positive.append((kernel.freeze(value), strict))
        elif strict:
            yield value


def _own_indices(question: Question) -> frozenset[kernel.Index]:
    """Return the free indices of the goal; those of the assumptions hold for all values."""
    return frozenset(question.ring.own)


def _relations(question: Question) -> tuple[tuple[Given, ...], tuple[kernel.Poly, ...]]:
    """Read the assumed relations, once more after it is known what is defined; what became a rule reads as zero."""
    session, ring = question.session, question.ring
    facts: list[Given] = []
    equations: list[kernel.Poly] = []
    for number, relation in enumerate(question.claim.relations, 1):
        session.group = number
        poly = question.settle(difference(relation, session))
        if poly and relation.sign == "==":
            equations.append(poly)
        elif poly:
            facts.append(Given(poly, relation.sign in {"<", ">"}))
            # A definition that was read after the fact is put in only now.
            ring.positive.append((kernel.freeze(poly), facts[-1].strict))
    session.group = 0
    return tuple(facts), tuple(equations)


def _signs_of_rules(question: Question) -> Iterator[Given]:
    """Yield what an equation makes of a product of known sign: a + m = c with a >= 0 makes m at most c."""
    ring = question.ring
    for rule in ring.rules:
        known = UNKNOWN if rule.bound else sign_of_mono(ring, ring.mono(rule.closed))
        if known and sign_of(ring, rule.result) < known:
            ring.positive.append((kernel.freeze(rule.result), known == kernel.POSITIVE))
            yield Given(rule.result, known == kernel.POSITIVE)


def _whole_numbers(question: Question, goal: kernel.Poly) -> Iterator[Given]:
    """Yield that a positive integer, such as a size, is at least 1."""
    ring = question.ring
    for atom in dict.fromkeys(atom for mono in goal for atom, _ in mono.factors):
        form = atom.form
        if isinstance(form, Entry) and not form.indices and {"positive", "integer"} <= form.tensor.traits:
            least = kernel.subtract({ring.mono([(atom, 1)]): 1}, ring.constant(1))
            ring.positive.append((kernel.freeze(least), False))
            yield Given(least, strict=False)


def _further(question: Question, goal: kernel.Poly, facts: Sequence[Given]) -> Iterator[Given]:
    """Yield what follows from a fact by itself, and that entries which are signs lie between -1 and 1."""
    found = [Given(poly, fact.strict) for fact in facts for poly in consequences(question.ring, fact.poly)]
    found += [Given(poly, strict=False) for poly in bounds_of_signs(question.ring, goal)]
    for each in found:
        question.ring.positive.append((kernel.freeze(each.poly), each.strict))
        yield each


def is_multiple(left: kernel.Poly, right: kernel.Poly) -> bool:
    """Return whether one polynomial is the other times a positive number."""
    if left.keys() != right.keys() or not left:
        return False
    mono = next(iter(left))
    same = kernel.scale(left, right[mono]) == kernel.scale(right, left[mono])
    return same and left[mono] * right[mono] > 0


def instances(
    ring: kernel.Ring, poly: kernel.Poly, moving: Iterable[kernel.Index], offered: Iterable[kernel.Index]
) -> Iterator[kernel.Poly]:
    """Yield the polynomial with its moving indices replaced by offered ones of the same range, in every way."""
    wanted = sorted(moving, key=lambda index: index.name)
    places = sorted(offered, key=lambda index: index.name)
    for choice in product(*([p for p in places if p.dim is i.dim] for i in wanted)):
        ring.meter.step()
        yield kernel.rename(ring, poly, dict(zip(wanted, choice, strict=True)))
