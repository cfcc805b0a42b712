"""Induction over a step counter: a claim about a state that is updated again and again holds after every step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Eq, Integer
from sympy.core.relational import Relational

from derive.calculus import substitute
from derive.decide import prove
from derive.statement import RELATIONS
from derive.derivation.compose import joint
from derive.derivation.step import Step
from derive.errors import BadFactError
from derive.facts import Assumption, Fact
from derive.limits import Limits


@dataclass(frozen=True, slots=True)
class Induction:
    """What is claimed of the state after `counter` steps, where it starts, and how one step changes it.

    `claim` gives a relation for a state (a tensor or a symbol) and a number of steps. `start` and `update` are
    equations that define the first state and the next one, such as `Eq(v[d], w[d] + y*x[d])`.

    `at` is for a claim about all values of some tensor of which nothing is assumed: pairs such as `(a[n], a[n]*x[n])`,
    an entry and what stands in its place where the hypothesis is used.
    """

    claim: Callable[[Any, Any], Relational]
    counter: Any
    start: Relational
    update: Relational
    at: tuple[tuple[Any, Any], ...] = ()

    def steps(self, facts: tuple[Assumption, ...], using: tuple[Assumption, ...], limits: Limits | None) -> list[Step]:
        """Return the base, the hypothesis, the step and the conclusion for every number of steps.

        Raises `BadFactError` for a counter that is never 0, and for a tensor in `at` of which something is assumed.
        """
        self._refuse((*facts, *using))
        before, after = _state(self.start), _state(self.update)
        claim = self.claim(before, self.counter)
        hypothesis = self._used(claim)
        # What is known of the state after some steps is not known of the first one.
        timeless = tuple(fact for fact in facts if not _mentions(fact, before))
        base = self._decided("base", self.claim(before, Integer(0)), timeless, self.start, limits)
        known = (*facts, *using, hypothesis)
        step = self._decided("step", self.claim(after, self.counter + 1), known, self.update, limits)
        where = "".join(f", at {what} = {value}" for what, value in self.at)
        reason = f"induction hypothesis{where}"
        assumed = Step(hypothesis.rel_op, hypothesis.lhs, hypothesis.rhs, reason, kind="assumed")
        parts = [(s.reason, s.verdict) for s in (base, step) if s.verdict is not None]
        verdict = joint(parts, f"induction on {self.counter}")
        says = f"for all {self.counter} >= 0: {claim.lhs} {claim.rel_op} {claim.rhs}"
        whole = Step(
            claim.rel_op, claim.lhs, claim.rhs, "by induction", verdict=verdict, says=says, counter=self.counter
        )
        return [base, assumed, step, whole]

    def _used(self, claim: Relational) -> Relational:
        """Return the claim as it is used: with `at` put in, one after the other."""
        left, right = claim.lhs, claim.rhs
        for what, value in self.at:
            left, right = substitute(left, what, value), substitute(right, what, value)
        return RELATIONS[claim.rel_op](left, right, evaluate=False)

    def _refuse(self, facts: tuple[Assumption, ...]) -> None:
        known = [fact for fact in facts if _mentions(fact, self.counter) and not _mentions(fact, _state(self.start))]
        if known or self.counter.is_positive:
            way_out = "declare it as nonnegative, and assume nothing of it"
            raise BadFactError(self.counter, reason="an induction is about every number from 0 on", way_out=way_out)
        for what, _ in self.at:
            tensor = getattr(what, "base", what)
            if any(_mentions(fact, tensor) for fact in (*facts, self.start, self.update)):
                reason = "the claim does not hold for all its values: something is assumed of it"
                raise BadFactError(what, reason=reason, way_out="take a tensor of which nothing is assumed")

    def _decided(self, name: str, claim: Relational, facts: tuple[Any, ...], state: Any, limits: Limits | None) -> Step:
        """Return the base or the step, decided with what is known of the state; that is shown beside it."""
        verdict = prove(claim.lhs, claim.rhs, (*facts, state), relation=claim.rel_op, limits=limits)
        return Step(claim.rel_op, claim.lhs, claim.rhs, f"induction {name}", verdict=verdict, uses=(state,))


def _mentions(fact: Assumption, state: Any) -> bool:
    if isinstance(fact, Fact):
        return state in fact.tensors
    return fact.has(state)


def _state(equation: Relational) -> Any:
    """Return the tensor or symbol that an equation defines."""
    if not isinstance(equation, Eq):
        way_out = "write Eq(v[d], w[d] + ...), unevaluated if need be"
        raise BadFactError(equation, reason="a state is given by an equation", way_out=way_out)
    left: Any = equation.lhs
    return getattr(left, "base", left)
