"""Induction over a step counter: a claim about a state that is updated again and again holds after every step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Eq, Integer
from sympy.core.relational import Relational

from derive.decide import prove
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
    """

    claim: Callable[[Any, Any], Relational]
    counter: Any
    start: Relational
    update: Relational

    def steps(self, facts: tuple[Assumption, ...], using: tuple[Assumption, ...], limits: Limits | None) -> list[Step]:
        """Return the base, the hypothesis, the step and the conclusion for every number of steps."""
        before, after = _state(self.start), _state(self.update)
        hypothesis = self.claim(before, self.counter)
        # What is known of the state after some steps is not known of the first one.
        timeless = tuple(fact for fact in facts if not _mentions(fact, before))
        base = self._decided(self.claim(before, Integer(0)), (*timeless, self.start), "base", limits)
        known = (*facts, *using, self.update, hypothesis)
        step = self._decided(self.claim(after, self.counter + 1), known, "step", limits)
        assumed = Step(hypothesis.rel_op, hypothesis.lhs, hypothesis.rhs, "induction hypothesis", kind="assumed")
        parts = [(s.reason, s.verdict) for s in (base, step) if s.verdict is not None]
        verdict = joint(parts, f"induction on {self.counter}")
        says = f"for all {self.counter} >= 0: {hypothesis.lhs} {hypothesis.rel_op} {hypothesis.rhs}"
        whole = Step(hypothesis.rel_op, hypothesis.lhs, hypothesis.rhs, "by induction", verdict=verdict, says=says)
        return [base, assumed, step, whole]

    def _decided(self, claim: Relational, facts: tuple[Assumption, ...], name: str, limits: Limits | None) -> Step:
        verdict = prove(claim.lhs, claim.rhs, facts, relation=claim.rel_op, limits=limits)
        return Step(claim.rel_op, claim.lhs, claim.rhs, f"induction {name}", verdict=verdict)


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
