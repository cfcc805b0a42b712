"""Writing a derivation: each link is decided by the engine at the moment it is added.

A chain holds what was assumed and defined so far and a current expression; `done` freezes it. A link that is not
proved stays in the chain with its verdict, and the derivation then says so: there is no way to mark it as proved.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sympy import Derivative, Eq, Integer, MatrixExpr, MatrixSymbol, ZeroMatrix
from sympy.core.relational import Relational

from derive.calculus import differentiate, gradient, substitute
from derive.decide import prove
from derive.statement import RELATIONS
from derive.derivation.compose import joint
from derive.derivation.induction import Induction
from derive.derivation.linear import linear_solution
from derive.derivation.step import Citation, Derivation, Step
from derive.errors import BadFactError, NotAnExpressionError, UnsupportedError
from derive.facts import Assumption, Fact, as_assumptions
from derive.expr.from_sympy import as_expression
from derive.limits import Limits

STRICT = {"<", ">"}
DIRECTION = {"==": 0, "<=": -1, "<": -1, ">=": 1, ">": 1}


@dataclass(slots=True)
class Chain:
    """A derivation in the making.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> i, j, D = symbols("i j D", integer=True, positive=True)
    >>> w = IndexedBase("w")
    >>> chain = Chain("ridge", "The gradient of the penalty")
    >>> chain.start(Sum(w[i] ** 2, (i, 1, D)), "the penalty")
    >>> chain.differentiate(w[j], 2 * w[j], "the chain rule")
    >>> chain.done().status
    'proved'
    """

    name: str
    title: str
    source: tuple[Citation, ...] = ()
    limits: Limits | None = None
    steps: list[Step] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    definitions: list[Relational] = field(default_factory=list)
    first: Any = None
    current: Any = None
    relation: str = "=="
    premises: tuple[Assumption, ...] = ()

    def assume(self, *facts: Any, reason: str) -> None:
        """Assume facts for all that follows; they are shown as assumed. Raises `BadFactError` for what is none."""
        for fact in as_assumptions(facts):
            self.assumptions.append(fact)
            if isinstance(fact, Fact):
                self.steps.append(Step("", None, None, reason, kind="assumed", says=str(fact)))
            else:
                self.steps.append(Step(_relation(fact), fact.lhs, fact.rhs, reason, kind="assumed"))

    def define(self, what: Any, value: Any, reason: str) -> None:
        """Define an entry or a symbol: from here on it stands for `value`, at all its indices."""
        definition = Eq(what, value, evaluate=False)
        if not isinstance(definition, Relational):
            way_out = "define a symbol or an entry such as p[n]"
            raise BadFactError(what, reason="this cannot be defined", way_out=way_out)
        self.definitions.append(definition)
        self.steps.append(Step(":=", what, value, reason, kind="definition"))

    def start(self, expr: Any, reason: str) -> None:
        """Begin a chain of relations at an expression."""
        self._restart(as_expression(expr), expr)
        self.steps.append(Step("", self.current, None, reason, kind="given", says=str(self.current)))

    def link(self, relation: str, rhs: Any, reason: str, *, using: Any = (), by: Any = None) -> None:
        """Add `current relation rhs`, decided under all that is assumed, and `using` for this step alone.

        `by` names the assumptions and kept results that the step rests on, where it needs only these; one that is not
        known counts for nothing.
        """
        self._record(relation, self._begun(), as_expression(rhs), reason, using, by=by)
        self.relation = _compose(self.relation, relation)
        self.current = as_expression(rhs)
        self.premises += as_assumptions(using)

    def equals(self, rhs: Any, reason: str, *, using: Any = (), by: Any = None) -> None:
        """Add an equality to the chain; `using` and `by` as in `link`."""
        self.link("==", rhs, reason, using=using, by=by)

    def claim(self, lhs: Any, rhs: Any, reason: str, *, relation: str = "==", using: Any = (), by: Any = None) -> None:
        """Add a claim that stands beside the chain; `using` and `by` as in `link`."""
        self._record(relation, as_expression(lhs), as_expression(rhs), reason, using, by=by)

    def keep(self) -> Relational:
        """Return the chain so far as one relation between its ends, which is known in all that follows.

        It is known only if every claim so far is proved. Raises `BadFactError` where a link was `using` something: what
        was shown under a condition is not known without it.
        """
        kept: Any = RELATIONS[self.relation](self.first, self._begun(), evaluate=False)
        if self.premises:
            way_out = "assume the condition for the whole derivation"
            raise BadFactError(kept, reason=f"it was shown under {self.premises[0]}", way_out=way_out)
        if self._whole().status == "proved":
            self.assumptions.append(kept)
        return kept

    def differentiate(self, by: Any, rhs: Any, reason: str) -> None:
        """Differentiate the current expression, definitions put in, and claim that the result is `rhs`.

        By a `MatrixSymbol` the result is a matrix; nothing may be defined then, as definitions are of entries.
        """
        _ = self._begun()
        derivative = self._derivative(by)
        verdict = prove(derivative, rhs, self._facts(()), limits=self.limits)
        shown = Derivative(self.current, by, evaluate=False)
        self.steps.append(Step("==", shown, as_expression(rhs), reason, verdict=verdict))
        self._restart(shown, rhs)

    def solve(self, unknown: Any, solution: Any, reason: str, *, using: Any = ()) -> None:
        """Set the current expression to zero and claim that `solution` for the unknown family solves that.

        The solution is substituted and the result decided; `uniqueness` is a claim of its own.
        """
        at_solution = _with(self._begun(), unknown, solution)
        zero = ZeroMatrix(*at_solution.shape) if isinstance(at_solution, MatrixExpr) else Integer(0)
        verdict = prove(at_solution, zero, self._facts(using), limits=self.limits)
        says = f"{self.current} = 0 at {unknown} = {solution}"
        self.steps.append(Step("==", at_solution, zero, reason, verdict=verdict, says=says, shown=self.current))
        self.steps.append(Step(":=", unknown, solution, "the solution", kind="definition"))
        self._restart(unknown, solution, using)

    def solve_for(self, unknown: Any, reason: str, *, using: Any = ()) -> Any:
        """Set the current expression to zero, which is linear in `unknown`, and return the solution, found and proved.

        Raises `UnsupportedError` for what is not linear: give the solution to `solve` then.
        """
        written_out = self._begun()
        for definition in self.definitions:
            written_out = substitute(written_out, definition.lhs, definition.rhs)
        solution = linear_solution(unknown, written_out)
        self.solve(unknown, solution, reason, using=using)
        return solution

    def put(self, unknown: Any, value: Any, rhs: Any, reason: str, *, using: Any = ()) -> None:
        """Substitute a family in the current expression and claim that `rhs` comes out."""
        replaced = _with(self._begun(), unknown, value)
        self._record("==", replaced, as_expression(rhs), reason, using)
        self._restart(replaced, rhs, using)

    def induct(self, induction: Induction, *, using: Any = (), by: Any = None) -> Relational:
        """Add base, hypothesis, step and conclusion of an induction, and return the conclusion.

        `using` is known at every step, `by` is as in `link`. Raises what `Induction.steps` raises.
        """
        self.steps += induction.steps(self._facts((), by), as_assumptions(using), self.limits)
        last = self.steps[-1]
        conclusion = RELATIONS[last.relation](last.lhs, last.rhs, evaluate=False)
        if last.status == "proved":
            self.assumptions.append(conclusion)
        return conclusion

    def done(self, result: Step | None = None) -> Derivation:
        """Return the finished derivation; its result is the whole chain in one relation, unless another is given."""
        if result is None:
            result = self._whole()
        return Derivation(self.name, self.title, self.source, tuple(self.steps), result)

    def _whole(self) -> Step:
        claims = [(str(n), step.verdict) for n, step in enumerate(self.steps, 1) if step.verdict is not None]
        if not claims:
            reason = "a derivation that claims nothing has no result"
            raise NotAnExpressionError(self.name, reason=reason, way_out="add a link")
        if self.current is None:
            return self.steps[-1]
        verdict = joint([(f"line {n}", v) for n, v in claims], "every line is proved")
        uses = tuple(dict.fromkeys(self.premises))
        return Step(self.relation, self.first, self.current, "the whole chain", verdict=verdict, uses=uses)

    def _derivative(self, by: Any) -> Any:
        if not isinstance(by, MatrixSymbol):
            return differentiate(self.current, by, assuming=tuple(self.definitions), limits=self.limits)
        if self.definitions:
            reason = "definitions are not put in where one differentiates by a whole matrix"
            raise UnsupportedError(by, reason=reason, way_out=f"differentiate by an entry, such as {by}[i, j]")
        return gradient(self.current, by, limits=self.limits)

    def _begun(self) -> Any:
        if self.current is None:
            reason = "this chain has no expression to go on from"
            raise NotAnExpressionError(self.name, reason=reason, way_out="begin with `start`")
        return self.current

    def _restart(self, first: Any, current: Any, using: Any = ()) -> None:
        self.first, self.current, self.relation = first, as_expression(current), "=="
        self.premises = as_assumptions(using)

    def _facts(self, using: Any, by: Any = None) -> tuple[Assumption, ...]:
        known = [fact for fact in self.assumptions if by is None or fact in as_assumptions(by)]
        return (*self.definitions, *known, *as_assumptions(using))

    def _record(self, relation: str, lhs: Any, rhs: Any, reason: str, using: Any, *, by: Any = None) -> None:
        verdict = prove(lhs, rhs, self._facts(using, by), relation=relation, limits=self.limits)
        self.steps.append(Step(relation, lhs, rhs, reason, verdict=verdict, uses=as_assumptions(using)))


def _with(expr: Any, unknown: Any, value: Any) -> Any:
    """Return the expression at a value of the unknown; a whole matrix binds no index that could be captured."""
    whole = isinstance(unknown, MatrixSymbol)
    return expr.xreplace({unknown: value}) if whole else substitute(expr, unknown, value)


def _relation(fact: Relational) -> str:
    return fact.rel_op


def _compose(one: str, other: str) -> str:
    """Return the relation of a chain a R b S c between its ends. Raises for two directions."""
    directions = {DIRECTION[one], DIRECTION[other]} - {0}
    if len(directions) > 1:
        reason = f"'{one}' and '{other}' do not make one relation"
        raise NotAnExpressionError(other, reason=reason, way_out="start a new chain")
    if not directions:
        return "=="
    strict = bool({one, other} & STRICT)
    return {(-1, False): "<=", (-1, True): "<", (1, False): ">=", (1, True): ">"}[directions.pop(), strict]
