"""Induction over a step counter: a claim about a state that is updated again and again holds after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sympy import Eq, Indexed, IndexedBase, Integer, MatrixSymbol, Symbol
from sympy.core.relational import Equality, Relational

from derive.calculus import substitute
from derive.derivation.scope import as_definition, decide, head, names_in, reach
from derive.derivation.step import Step, joint
from derive.errors import BadFactError
from derive.facts import Assumption
from derive.statements import RELATIONS

REAL = Symbol("_", real=True).assumptions0


@dataclass(frozen=True, slots=True)
class Induction:
    """What is claimed of the state after `counter` steps, where it starts, and how one step changes it.

    `claim` gives a relation for a state (a tensor or a symbol) and a number of steps. `start` and `update` are
    equations that define the first state and the next one, such as `Eq(v[d], w[d] + y*x[d])`; where both have one
    name, as in `Eq(w[d], w[d] + y*x[d], evaluate=False)`, the next state is written with a plus, as in w^+. So it is in
    the conclusion, which says where the state starts and how it goes on, beside w^(0) for the first state.

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
        claim, first, following = self._claims(before, after, definitions)
        self._refuse((*facts, *using, *definitions), start, update, claim)
        hypothesis = self._used(claim)
        lasting = tuple(fact for fact in (*facts, *using) if self.state in reach(names_in(fact), definitions))

        def part(name: str, what: Relational, known: Iterable[Assumption], uses: tuple[Any, ...]) -> Step:
            verdict, free = decide(what.rel_op, (what.lhs, what.rhs), (*known, *uses), definitions, **options)
            return Step(what.rel_op, what.lhs, what.rhs, f"induction {name}", verdict=verdict, uses=uses, free=free)

        # What is known of the state after some steps is not known of the first one.
        timeless = [fact for fact in facts if fact not in lasting]
        base = part("base", first, timeless, (start,))
        step = part("step", following, facts, (update, hypothesis, *using))
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
            uses=(
                _renamed(start, f"{self.state}^(0)"),
                _renamed(update, f"{self.state}^+"),
                *dict.fromkeys((*using, *lasting)),
            ),
            counter=self.counter,
        )
        return [base, assumed, step, whole]

    def _claims(self, before: Any, after: Any, definitions: tuple[Equality, ...]) -> tuple[Relational, ...]:
        """Return the claim after `counter` steps, at first, and after one step more: one claim, of what it is given."""
        now, more = self.claim(before, self.counter), self.counter + 1
        first, following = self.claim(before, Integer(0)), self.claim(after, more)
        if not all(isinstance(each, Relational) for each in (now, first, following)):
            way_out = "build it with evaluate=False, and take a name for the next state that stands nowhere else"
            raise BadFactError(now, reason="SymPy has decided it for some step when it was built", way_out=way_out)
        moved = (({self.counter: Integer(0)}, first), ({self.counter: more, before: after}, following))
        alike = all(_sides(now, images) == _sides(claim, {}) for images, claim in moved)
        if not alike or self.state in map(head, (each.lhs for each in definitions)):
            reason = f"what is claimed of {self.state} is fixed, or not the same after every step"
            raise BadFactError(
                now, reason=reason, way_out="write it with the state and the number that are given to it"
            )
        if self.state in reach(names_in(following), definitions):
            reason = f"it speaks of {self.state} by another name, which stays as it is when a step is taken"
            raise BadFactError(following, reason=reason, way_out="write out what the name stands for")
        return now, first, following

    def _used(self, claim: Relational) -> Relational:
        """Return the claim as it is used: with `at` put in, one after the other."""
        left, right = claim.lhs, claim.rhs
        for what, value in self.at:
            left, right = substitute(left, what, value), substitute(right, what, value)
        return RELATIONS[claim.rel_op](left, right, evaluate=False)

    def _refuse(self, facts: tuple[Any, ...], start: Equality, update: Equality, claim: Relational) -> None:
        counter, following = str(self.counter), head(update.lhs)
        known = [fact for fact in facts if counter in names_in(fact) and self.state not in names_in(fact)]
        every = self.counter.is_integer and self.counter.is_nonnegative and not self.counter.is_positive
        if known or not every or counter in names_in(start):
            way_out = "declare it as a nonnegative integer, and assume nothing of it"
            raise BadFactError(self.counter, reason="an induction is about every number from 0 on", way_out=way_out)
        if following in names_in(*facts, start, claim):
            reason = "it is known what the next state is before it is made"
            raise BadFactError(following, reason=reason, way_out="take a name that stands nowhere else")
        way_out = "declare no more of it than that it is real, and assume nothing of it"
        if _declared(start.lhs) or _declared(update.lhs):
            raise BadFactError(start.lhs, reason="what is declared of a state is never shown", way_out=way_out)
        for what, _ in self.at:
            if _declared(what) or head(what) in names_in(*facts, start, update):
                reason = "the claim does not hold for all its values: something is assumed of it"
                raise BadFactError(what, reason=reason, way_out=way_out)


def _sides(claim: Relational, images: Any) -> tuple[Any, ...]:
    return claim.rel_op, claim.lhs.xreplace(images), claim.rhs.xreplace(images)


def _declared(what: Any) -> bool:
    """Return whether more is declared of a symbol or an entry than that it is a real number."""
    return what.assumptions0.items() > REAL.items()


def _equation(given: Any) -> Equality:
    """Return an equation that says what a state is, and at once what it is not: more, or by itself."""
    if not isinstance(given, Eq):
        way_out = "write Eq(v[d], w[d] + ...), unevaluated if need be"
        raise BadFactError(given, reason="a state is given by an equation", way_out=way_out)
    return as_definition(given.lhs, given.rhs)


def _next(update: Any, state: str) -> Equality:
    """Return the update, its left side under a name of its own where it has that of the state before."""
    if isinstance(update, Eq) and head(update.lhs) == state:
        return _equation(_renamed(update, f"{state}^+"))
    return _equation(update)


def _renamed(equation: Any, name: str) -> Any:
    """Return an equation with another name for what its left side says."""
    left: Any = equation.lhs
    if isinstance(left, MatrixSymbol):
        other = MatrixSymbol(name, *left.shape)
    elif isinstance(left, Indexed):
        other = IndexedBase(name, shape=left.base.shape, **left.base.assumptions0)[left.indices]
    else:
        other = Symbol(name, **left.assumptions0)
    return Eq(other, equation.rhs, evaluate=False)


def _whole(left: Any) -> Any:
    return getattr(left, "base", left)
