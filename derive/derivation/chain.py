"""Writing a derivation: each link is decided by the engine at the moment it is added.

A chain holds what was assumed and defined so far and a current expression; `done` freezes it. A link that is not
proved stays in the chain with its verdict, and the derivation then says so: there is no way to mark it as proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import (
    Derivative,
    Gt,
    Idx,
    Indexed,
    IndexedBase,
    Integer,
    Le,
    MatrixExpr,
    MatrixSymbol,
    Symbol,
    ZeroMatrix,
    log,
)
from sympy.core.relational import Equality, Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from derive.calculus import substitute
from derive.derivation.induction import Induction
from derive.derivation.linear import linear_solution
from derive.derivation.scope import Axis, Range, as_definition, axes_in, decide, head, names_in
from derive.derivation.step import RELATION_SIGNS, Citation, Derivation, Step, joint
from derive.errors import BadFactError, IndexClashError, NotAnExpressionError, ShapeMismatchError
from derive.expr.from_sympy import as_expression
from derive.facts import Assumption, Fact, as_assumptions
from derive.limits import Limits
from derive.statements import RELATIONS

STRICT = {"<", ">"}
DIRECTION = {"==": 0, "<=": -1, "<": -1, ">=": 1, ">": 1}


@dataclass(slots=True)
class Chain:
    """A derivation in the making.

    `ranges` says over what an index or the axes of a base run, as for `prove`. With `recheck`, as it is unless it is
    switched off, the second opinion is asked about each proof, and steps and result say whether it agrees.

    >>> from sympy import Sum, symbols
    >>> from derive import size, tensor
    >>> i, j = symbols("i j", integer=True)
    >>> D = size("D"); w = tensor("w", (1, D))
    >>> chain = Chain("ridge", "The gradient of the penalty")
    >>> chain.start(Sum(w[i] ** 2, (i, 1, D)), "the penalty")
    >>> chain.differentiate(w[j], 2 * w[j], "the chain rule")
    >>> print(chain.done().status, "and the second opinion", chain.done().opinion)
    proved and the second opinion agrees with 1 of 1 proofs
    """

    name: str
    title: str
    source: tuple[Citation, ...] = ()
    limits: Limits | None = None
    steps: list[Step] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    definitions: list[Equality] = field(default_factory=list)
    first: Any = None
    current: Any = None
    relation: str = "=="
    premises: tuple[Assumption, ...] = ()
    recheck: bool = True
    ranges: Mapping[Any, Any] | None = None
    _solved: Any = field(default=None, init=False, repr=False)
    _names: dict[str, int] = field(default_factory=dict, init=False, repr=False)
    _axes: dict[Axis, tuple[set[Range], int]] = field(default_factory=dict, init=False, repr=False)
    _states: dict[str, tuple[Any, int]] = field(default_factory=dict, init=False, repr=False)

    def assume(self, *facts: Any, reason: str) -> None:
        """Assume facts for all that follows; they are shown as assumed. Raises `BadFactError` for what is none."""
        for fact in as_assumptions(facts):
            if isinstance(fact, Fact):
                self._add(Step("", None, None, reason, kind="assumed", says=str(fact)), fact)
            else:
                self._add(Step(fact.rel_op, fact.lhs, fact.rhs, reason, kind="assumed"))
            self.assumptions.append(fact)

    def define(self, what: Any, value: Any, reason: str) -> None:
        """Define a symbol, a family of entries or a matrix: from here on it stands for `value`, at all its indices.

        Raises `BadFactError` for a name that is defined or stands in an earlier line, with that line, and for what
        `value` does not say at all indices of `what`.
        """
        definition = as_definition(what, value)
        name = head(what)
        if name in self._names:
            done = "defined" if name in map(head, (known.lhs for known in self.definitions)) else "free"
            reason = f"{name} is {done} in line {self._names[name]} already"
            way_out = "take a name of its own, or give the equation as `using` to the lines that need it"
            raise BadFactError(
                f"{what} := {value}", place=f"line {len(self.steps) + 1}", reason=reason, way_out=way_out
            )
        self._add(Step(":=", what, value, reason, kind="definition"))
        self.definitions.append(definition)

    def start(self, expr: Any, reason: str) -> None:
        """Begin a chain of relations at an expression."""
        current = as_expression(expr)
        self._add(Step("", current, None, reason, kind="given", says=str(current)))
        self._restart(current, current)

    def link(self, relation: str, rhs: Any, reason: str, *, using: Any = (), by: Any = None) -> None:
        """Add `current relation rhs`, decided under all that is assumed, and `using` for this step alone.

        `by` names the assumptions and kept results that the step rests on, where it needs only these; one that is not
        known counts for nothing.
        """
        whole = _compose(self.relation, relation)
        self._record(relation, self._begun(), as_expression(rhs), reason, using, by=by)
        self.relation, self.current = whole, as_expression(rhs)
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
        was shown under a condition is not known without it; and for a solution, which need not be the only one.
        """
        kept: Any = RELATIONS[self.relation](self.first, self._begun(), evaluate=False)
        if self.premises or self._solved is not None:
            reason = f"it was shown under {self.premises[0]}" if self.premises else f"it solves {self._solved} = 0 only"
            raise BadFactError(kept, reason=reason, way_out="assume the condition for the whole derivation")
        if self._whole().status == "proved":
            self.assumptions.append(kept)
        return kept

    def differentiate(self, by: Any, rhs: Any, reason: str) -> None:
        """Differentiate the current expression, definitions put in, and claim that the result is `rhs`.

        By a name that is defined itself means by that name, held free. By a `MatrixSymbol` the result is a matrix.
        """
        current, right = self._begun(), as_expression(rhs)
        shown = Derivative(current, _variable(by), evaluate=False)
        verdict, free = decide("==", _by_entries(current, by, right), *self._known(()), **self._options)
        self._add(Step("==", shown, right, reason, verdict=verdict, free=free))
        self._restart(shown, rhs)

    def solve(self, unknown: Any, solution: Any, reason: str, *, using: Any = ()) -> None:
        """Set the current expression to zero and claim that `solution` for the unknown family solves that.

        The solution is substituted and the result decided; `uniqueness` is a claim of its own. It is no definition: in
        the lines that follow, the unknown is as free as before.
        """
        equation = self._begun()
        at_solution = _with(equation, unknown, solution)
        zero = ZeroMatrix(*at_solution.shape) if isinstance(at_solution, MatrixExpr) else Integer(0)
        says = f"{equation} = 0 at {unknown} = {solution}"
        self._record("==", at_solution, zero, reason, using, says=says, shown=equation)
        self._add(Step(":=", unknown, solution, "the solution", kind="given"))
        self._restart(unknown, solution, using)
        self._solved = equation

    def solve_for(self, unknown: Any, reason: str, *, using: Any = ()) -> Any:
        """Set the current expression to zero, which is linear in `unknown`, and return the solution, found and proved.

        Raises `UnsupportedError` for what is not linear: give the solution to `solve` then.
        """
        written_out = self._begun()
        for definition in reversed(self.definitions):
            written_out = substitute(written_out, definition.lhs, definition.rhs)
        solution = linear_solution(unknown, written_out)
        self.solve(unknown, solution, reason, using=using)
        return solution

    def put(self, unknown: Any, value: Any, rhs: Any, reason: str, *, using: Any = (), by: Any = None) -> None:
        """Substitute a family in the current expression and claim that `rhs` comes out; the rest is as in `link`."""
        replaced = _with(self._begun(), unknown, value)
        self._record("==", replaced, as_expression(rhs), reason, using, by=by)
        self._restart(replaced, rhs, using)

    def induct(self, induction: Induction, *, using: Any = (), by: Any = None) -> Relational:
        """Add base, hypothesis, step and conclusion of an induction, and return the conclusion.

        `using` is known at every step, and `by` is as in `link`. The conclusion is known in all that follows, unless it
        was `using` something. Raises what `Induction.steps` raises, and `BadFactError` for a second start or update of
        one state, which would be two sequences under one name.
        """
        premises, (facts, definitions) = as_assumptions(using), self._known((), by)
        steps = induction.steps(facts, premises, definitions, **self._options)
        name, sequence = induction.state, (induction.start, induction.update, induction.counter)
        known, line = self._states.setdefault(name, (sequence, len(self.steps) + 1))
        if known != sequence:
            reason = f"{name} is another sequence, or at another step, in line {line}"
            raise BadFactError(name, place=f"line {len(self.steps) + 1}", reason=reason, way_out="take another name")
        for step in steps:
            self._add(step)
        last = steps[-1]
        conclusion = RELATIONS[last.relation](last.lhs, last.rhs, evaluate=False)
        if last.status == "proved" and not premises:
            self.assumptions.append(conclusion)
        return conclusion

    def done(self, result: Step | None = None) -> Derivation:
        """Return the finished derivation; its result is the whole chain in one relation, unless another is given."""
        if result is None:
            result = self._whole()
        return Derivation(self.name, self.title, self.source, tuple(self.steps), result)

    def _whole(self) -> Step:
        claims = [(f"line {n}", step.verdict) for n, step in enumerate(self.steps, 1) if step.verdict is not None]
        if not claims:
            reason = "a derivation that claims nothing has no result"
            raise NotAnExpressionError(self.name, reason=reason, way_out="add a link")
        if self.current is None:
            return self.steps[-1]
        solved = self._solved is not None
        says = f"{self._solved} = 0 at {self.first} {RELATION_SIGNS[self.relation]} {self.current}" if solved else ""
        return Step(
            ":=" if solved and self.relation == "==" else self.relation,
            self.first,
            self.current,
            "the whole chain",
            verdict=joint(claims, "every line is proved"),
            says=says,
            uses=tuple(dict.fromkeys(self.premises)),
        )

    def _begun(self) -> Any:
        if self.current is None:
            reason = "this chain has no expression to go on from"
            raise NotAnExpressionError(self.name, reason=reason, way_out="begin with `start`")
        return self.current

    def _restart(self, first: Any, current: Any, using: Any = ()) -> None:
        self.first, self.current, self.relation = first, as_expression(current), "=="
        self.premises, self._solved = as_assumptions(using), None

    @property
    def _options(self) -> dict[str, Any]:
        return {"limits": self.limits, "recheck": self.recheck, "ranges": self.ranges}

    def _known(self, using: Any, by: Any = None) -> tuple[tuple[Assumption, ...], tuple[Equality, ...]]:
        """Return the facts of a line, and the definitions in force."""
        known = [fact for fact in self.assumptions if by is None or fact in as_assumptions(by)]
        return (*known, *as_assumptions(using)), tuple(self.definitions)

    def _record(
        self, relation: str, lhs: Any, rhs: Any, reason: str, using: Any, *, by: Any = None, **more: Any
    ) -> None:
        verdict, free = decide(relation, (lhs, rhs), *self._known(using, by), **self._options)
        step = Step(relation, lhs, rhs, reason, verdict=verdict, uses=as_assumptions(using), free=free, **more)
        self._add(step)

    def _add(self, step: Step, *said: Any) -> None:
        """Add a step, and note what its line speaks of. Raises `IndexClashError` for a base that has two axes."""
        parts = (step.lhs, step.rhs, step.shown, *step.uses, *said)
        line = len(self.steps) + 1
        given = {str(key) for key in self.ranges or ()}
        for (name, axis), spans in axes_in(parts).items():
            known, before = self._axes.setdefault((name, axis), (set(spans), line))
            if not known & spans and name not in given:
                (low, high), (start, end) = min(known, key=str), min(spans, key=str)
                reason = f"it runs over {low}..{high} in line {before}, and over {start}..{end} in line {line}"
                way_out = f"declare the shape of {name}, give its `ranges` to the chain, or take two names"
                raise IndexClashError(f"axis {axis + 1} of {name}", place=self.name, reason=reason, way_out=way_out)
            known |= spans
        for name in names_in(*parts):
            _ = self._names.setdefault(name, line)
        self.steps.append(step)


def take_logs(chain: Chain, rhs: Any, reason: str) -> None:
    """Go on with the logarithm of the current expression, and claim that it is `rhs`.

    The condition that there is a logarithm stands in the verdict where it does not hold of itself.

    >>> from sympy import IndexedBase, Product, Sum, exp, symbols
    >>> n, N = symbols("n N", integer=True, positive=True)
    >>> z = IndexedBase("z")
    >>> chain = Chain("product", "The log of a product of exponentials")
    >>> chain.start(Product(exp(z[n]), (n, 1, N)), "a likelihood")
    >>> take_logs(chain, Sum(z[n], (n, 1, N)), "the log of a product")
    >>> print(chain.done().result.lhs)
    log(Product(exp(z[n]), (n, 1, N)))
    """
    chain.start(log(as_expression(chain.current)), "the logarithm, which increases and so keeps the arg max")
    chain.equals(rhs, reason)


def same_order(chain: Chain, old: tuple[Any, Any], new: tuple[Any, Any], reason: str) -> None:
    """Claim that two new scores are in the order of the old ones, whatever that is: the arg max stays where it was.

    The old and the new scores are each given at two points that stand for any two.

    >>> from sympy import exp
    >>> a, b = Symbol("a", real=True), Symbol("b", real=True)
    >>> chain = Chain("monotone", "An exponential keeps the arg max")
    >>> same_order(chain, (a, b), (3 * a, 3 * b), "three times as much")
    >>> [step.status for step in chain.steps]
    ['proved', 'proved']
    """
    chain.claim(*new, reason, relation=">", using=Gt(*old))
    chain.claim(*new, f"{reason}, also where the first is not larger", relation="<=", using=Le(*old))


def _variable(by: Any) -> Any:
    """Return what one differentiates by. Raises `NotAnExpressionError` for what does not vary smoothly."""
    if not isinstance(by, Indexed | MatrixElement | MatrixSymbol | Symbol) or getattr(by, "is_integer", False):
        reason = "it does not vary smoothly" if not isinstance(by, IndexedBase) else "one entry is wanted here"
        way_out = "differentiate by an entry such as w[j], a real Symbol or a MatrixSymbol"
        raise NotAnExpressionError(str(by), reason=reason, way_out=way_out)
    return by


def _by_entries(expr: Any, by: Any, rhs: Any) -> tuple[Any, Any]:
    """Return a derivative, not taken, and what is claimed of it; of or by a matrix, at any entry."""
    varied = by if isinstance(by, MatrixSymbol) else expr
    if not _is_matrix(varied):
        return Derivative(_number(expr), by, evaluate=False), rhs
    if _is_matrix(rhs) and any((a - b) != 0 for a, b in zip(varied.shape, rhs.shape, strict=True)):
        sizes = " and ".join(" x ".join(map(str, each.shape)) for each in (varied, rhs))
        raise ShapeMismatchError(rhs, reason=f"the derivative and this are {sizes}", way_out="transpose or correct it")
    taken = {str(symbol) for side in (expr, rhs) for symbol in side.atoms(Symbol)}
    names = (letter for letter in "ijklmnpqrstuvabcdefgh" if letter not in taken)
    at = tuple(Integer(0) if size == 1 else Idx(next(names), size) for size in varied.shape)
    right = MatrixElement(rhs, *at) if _is_matrix(rhs) else rhs
    if varied is by:
        return Derivative(_number(expr), by[at], evaluate=False), right
    return Derivative(MatrixElement(expr, *at), by, evaluate=False), right


def _is_matrix(expr: Any) -> bool:
    return getattr(expr, "is_Matrix", False) and tuple(expr.shape) != (1, 1)


def _number(expr: Any) -> Any:
    """Return the one entry of a matrix that has one. Raises `ShapeMismatchError` for one that has more."""
    if not getattr(expr, "is_Matrix", False):
        return expr
    if _is_matrix(expr):
        reason = f"this is a {expr.shape[0]} x {expr.shape[1]} matrix"
        raise ShapeMismatchError(expr, reason=reason, way_out="differentiate one entry of it, a trace or a norm")
    return MatrixElement(expr, 0, 0)


def _with(expr: Any, unknown: Any, value: Any) -> Any:
    """Return the expression at a value of the unknown; a whole matrix binds no index that could be captured."""
    whole = isinstance(unknown, MatrixSymbol)
    return expr.xreplace({unknown: value}) if whole else substitute(expr, unknown, value)


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
