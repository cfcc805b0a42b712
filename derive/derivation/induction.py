"""Induction over a step counter: a claim about a state that is updated again and again holds after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sympy import Eq, Indexed, IndexedBase, Integer, MatrixSymbol, Symbol
from sympy.core.relational import Equality, Relational

from derive.calculus import substitute
from derive.statement import RELATIONS
from derive.derivation.scope import as_definition, decide, head, names_in
from derive.derivation.step import Step, joint, said
from derive.errors import BadFactError
from derive.facts import Assumption

FREE = Symbol("_", real=True).assumptions0
"""What is known of a number of which nothing is assumed."""


@dataclass(frozen=True, slots=True)
class Induction:
    """What is claimed of the state after `counter` steps, where it starts, and how one step changes it.

    `claim` gives a relation for a state (a tensor or a symbol) and a number of steps. `start` and `update` are
    equations that define the first state and the next one, such as `Eq(v[d], w[d] + y*x[d])`; where both have one
    name, as in `Eq(w[d], w[d] + y*x[d], evaluate=False)`, the next state is written with a plus, as in w^+.

    `at` is for a claim about all values of some tensor of which nothing is assumed: pairs such as `(a[n], a[n]*x[n])`,
    an entry and what stands in its place where the hypothesis is used.
    """

    claim: Callable[[Any, Any], Relational]
    counter: Any
    start: Relational
    update: Relational
    at: tuple[tuple[Any, Any], ...] = ()

    @property
    def state(self) -> str:
        """Return the name of the state."""
        return head(_equation(self.start).lhs)

    def steps(
        self,
        facts: Iterable[Assumption],
        using: tuple[Assumption, ...] = (),
        definitions: Iterable[Equality] = (),
        **options: Any,
    ) -> list[Step]:
        """Return the base, the hypothesis, the step and the conclusion for every number of steps.

        `facts` and `using` are known at every step; those about the state stand in the conclusion, as it rests on them
        from step to step. `options` are `limits`, `recheck` and `ranges`. Raises `BadFactError` for a counter that is
        not every number from 0 on, for a next state of which something is known, and for a tensor in `at` of which
        something is assumed.
        """
        facts, definitions = tuple(facts), tuple(definitions)
        start, update = _equation(self.start), _next(self.update, self.state)
        before, after = _whole(start.lhs), _whole(update.lhs)
        claim = self.claim(before, self.counter)
        self._refuse((*facts, *using, *definitions), [each.lhs for each in definitions], start, update, claim)
        hypothesis = self._used(claim)
        lasting = tuple(fact for fact in (*facts, *using) if self.state in names_in(fact))

        def part(name: str, what: Relational, known: Iterable[Assumption], uses: tuple[Any, ...]) -> Step:
            verdict, free = decide(what.rel_op, (what.lhs, what.rhs), (*known, *uses), definitions, **options)
            return Step(what.rel_op, what.lhs, what.rhs, f"induction {name}", verdict=verdict, uses=uses, free=free)

        # What is known of the state after some steps is not known of the first one.
        timeless = [fact for fact in facts if fact not in lasting]
        base = part("base", self.claim(before, Integer(0)), timeless, (start,))
        step = part("step", self.claim(after, self.counter + 1), facts, (update, hypothesis, *using))
        where = "".join(f", at {what} = {value}" for what, value in self.at)
        reason = f"induction hypothesis{where}"
        assumed = Step(hypothesis.rel_op, hypothesis.lhs, hypothesis.rhs, reason, kind="assumed")
        parts = [(s.reason, s.verdict) for s in (base, step) if s.verdict is not None]
        whole = Step(
            claim.rel_op,
            claim.lhs,
            claim.rhs,
            "by induction",
            verdict=joint(parts, f"induction on {self.counter}"),
            says=f"for all {self.counter} >= 0: {claim.lhs} {claim.rel_op} {claim.rhs}",
            uses=(f"{said(start)} at first", f"{said(update)} after each step", *dict.fromkeys((*using, *lasting))),
            counter=self.counter,
        )
        return [base, assumed, step, whole]

    def _used(self, claim: Relational) -> Relational:
        """Return the claim as it is used: with `at` put in, one after the other."""
        left, right = claim.lhs, claim.rhs
        for what, value in self.at:
            left, right = substitute(left, what, value), substitute(right, what, value)
        return RELATIONS[claim.rel_op](left, right, evaluate=False)

    def _refuse(
        self, facts: tuple[Any, ...], defined: list[Any], start: Equality, update: Equality, claim: Relational
    ) -> None:
        counter, next_state = str(self.counter), head(update.lhs)
        known = [fact for fact in facts if counter in names_in(fact) and self.state not in names_in(fact)]
        first = self.claim(_whole(start.lhs), Integer(0))
        fixed = counter in names_in(start, first)
        if known or fixed or not (self.counter.is_integer and self.counter.is_nonnegative) or self.counter.is_positive:
            way_out = "declare it as a nonnegative integer, assume nothing of it, and claim by the number that is given"
            raise BadFactError(self.counter, reason="an induction is about every number from 0 on", way_out=way_out)
        if next_state in names_in(*facts, start, claim) or self.state in map(head, defined):
            reason = f"it is known what {next_state} or {self.state} is before it is made"
            raise BadFactError(update.lhs, reason=reason, way_out="take names for the state that stand nowhere else")
        for what, _ in self.at:
            tied = head(what) in names_in(*facts, start, update) or what.assumptions0.items() > FREE.items()
            if tied:
                reason = "the claim does not hold for all its values: something is assumed of it"
                raise BadFactError(what, reason=reason, way_out="take a tensor of which nothing is assumed")


def _equation(given: Any) -> Equality:
    """Return an equation that says what a state is, and at once what it is not: more, or by itself."""
    if not isinstance(given, Eq):
        way_out = "write Eq(v[d], w[d] + ...), unevaluated if need be"
        raise BadFactError(given, reason="a state is given by an equation", way_out=way_out)
    return as_definition(given.lhs, given.rhs)


def _next(update: Any, state: str) -> Equality:
    """Return the update, its left side under a name of its own where it has that of the state before."""
    left = getattr(update, "lhs", None)
    if isinstance(update, Eq) and head(left) == state:
        return _equation(Eq(_renamed(left, f"{state}^+"), update.rhs, evaluate=False))
    return _equation(update)


def _renamed(what: Any, name: str) -> Any:
    if isinstance(what, MatrixSymbol):
        return MatrixSymbol(name, *what.shape)
    if isinstance(what, Indexed):
        return IndexedBase(name, shape=what.base.shape, **what.base.assumptions0)[what.indices]
    return Symbol(name, **what.assumptions0)


def _whole(left: Any) -> Any:
    return getattr(left, "base", left)
