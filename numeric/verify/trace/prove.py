"""`prove_gradient`: the code is traced, what is learned of sizes is put in, and every way of a fork is followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import thread_time
from typing import Any

from derive.errors import DeriveError
from derive.limits import Limits
from numeric.verify.opinion import together
from numeric.verify.trace.confirm import Code, agrees, overflows
from numeric.verify.trace.decide import Comparison, compare
from numeric.verify.trace.errors import ContractError, Fork, Learned
from numeric.verify.trace.factors import factors
from numeric.verify.trace.inputs import Inputs
from numeric.verify.trace.jaxprs import as_numpy
from numeric.verify.trace.lectures import formulas, right_gradient
from numeric.verify.trace.refute import refuting
from numeric.verify.trace.result import Mismatch, Traced
from numeric.verify.trace.run import explain, run
from numeric.verify.trace.session import Trace
from numeric.verify.trace.sizes import SizeTable
from numeric.verify.trace.small import small_tables

SECONDS = 5.0
"""How long tracing may take, by the processor: a verdict does not depend on what else the machine does."""
FOR_FRAMEWORKS = 15.0
"""What JAX and torch need to write a function down, above all the first time."""
MOST_PATHS = 12
MOST_LESSONS = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one path came to; after a `final` one, small shapes have nothing to add."""

    comparison: Comparison | None
    reason: str = ""
    mismatch: Mismatch | None = None
    final: bool = False

    @property
    def proved(self) -> bool:
        """Return whether every entry was proved on this path."""
        return self.comparison is not None and self.comparison.proved and not self.reason


def prove_gradient(
    loss: Callable[..., Any] | None,
    grad: Callable[..., Any] | None,
    params: Any,
    *data: Any,
    against: str | None = None,
    limits: Limits | None = None,
) -> Traced:
    """Return whether a gradient is the derivative of a loss, for all sizes and all real inputs.

    Both are called as `loss(params, *data)` with arrays that write down what is done to them. One of them may be None
    where the other returns a value and a gradient. Functions of JAX and torch are traced by their own means, at
    symbolic sizes too. Nothing is raised for what the code does: where tracing ends, exact small shapes are tried, and
    the result says so. `against` names a derivation of the lectures, such as "logistic-gradient": the gradient is then
    compared with the derived one, and `loss` may be None. Raises `UnknownDerivationError` for a name that is none.

    >>> import numpy as np
    >>> def loss(w, X, y):
    ...     return ((X @ w - y) ** 2).mean()
    >>> def grad(w, X, y):
    ...     return 2 * X.T @ (X @ w - y) / len(y)
    >>> print(prove_gradient(loss, grad, np.ones(2), np.ones((3, 2)), np.ones(3)))
    proved (traced, all sizes)
      second opinion: agrees at ... points, error bound ...; it differentiates the loss itself
    """
    started = thread_time()
    if against is not None:
        _ = formulas(against)
    first, second = (loss or grad, grad or loss) if against is None else (loss, grad or loss)
    if second is None:
        return Traced("undecided", "not traced", reason="there is no function")
    loss, grad, arguments = as_numpy(first, second, (params, *data))
    seconds = limits.seconds if limits is not None else SECONDS if grad is second else FOR_FRAMEWORKS
    inputs = Inputs.of(grad if first is None else first, arguments)
    code = Code(loss, grad, inputs)
    if any(leaf.is_param and leaf.kind == "fixed" for leaf in inputs.leaves):
        return Traced("undecided", "not traced", reason="the parameters are no NumPy arrays of real numbers")
    outcomes = _explore(code, inputs.table(), against, started + 0.7 * seconds)
    result = _verdict(outcomes, "traced, all sizes")
    if result.verdict == "undecided" and not outcomes[-1].final and against is None:
        result = _for_small_shapes(code, result, started + seconds)
    return replace(result, seconds=thread_time() - started)


def _explore(code: Code, table: SizeTable, against: str | None, deadline: float) -> list[Outcome]:
    """Return what every path comes to; a wrong path or an undecided one ends the search."""
    waiting, outcomes = [table], list[Outcome]()
    while waiting:
        if len(waiting) + len(outcomes) > MOST_PATHS:
            return [*outcomes, Outcome(None, "the code asks too many questions about sizes")]
        path = waiting.pop()
        try:
            outcome = _follow(code, path, against, deadline)
        except Fork as fork:
            waiting += _both_ways(path, fork, outcomes)
            continue
        outcomes.append(outcome)
        if not outcome.proved:
            break
    return outcomes


def _both_ways(path: SizeTable, fork: Fork, outcomes: list[Outcome]) -> list[SizeTable]:
    yes, no = path.copy(), path.copy()
    yes.answers[fork.question], no.answers[fork.question] = True, False
    if fork.change is None and not isinstance(fork.question, tuple):
        outcomes.append(Outcome(None, f"the code asks whether {fork.question} is zero, which cannot be followed"))
        return []
    try:
        if fork.change is not None:
            fork.change(yes)
    except DeriveError as error:
        outcomes.append(Outcome(None, str(error)))
        return []
    return [yes, no]


def _follow(code: Code, table: SizeTable, against: str | None, deadline: float) -> Outcome:
    """Return what one path comes to; what is learned on the way begins it again."""
    for _ in range(MOST_LESSONS):
        trace = Trace(table, deadline, {})
        try:
            trace.symbols = table.names()
            written = run(code.loss, code.grad, code.inputs, trace)
            right = None if against is None else right_gradient(against, written, code.inputs)
            comparison = compare(written, code.inputs, right=right)
            return _checked(code, comparison)
        except Learned as lesson:
            try:
                lesson.change(table)
            except DeriveError as error:
                return Outcome(None, explain(error))
        except Fork:
            raise
        except RecursionError:
            return Outcome(None, "tracing ended: expressions are nested too deeply")
        except Exception as error:  # noqa: BLE001 -- whatever the code under test raises ends its tracing
            cause = error if trace.ended is None or isinstance(error, DeriveError) else trace.ended
            return Outcome(None, explain(cause), final=isinstance(cause, ContractError))
    return Outcome(None, "the sizes of the code did not settle")


def _checked(code: Code, comparison: Comparison) -> Outcome:
    """Return the outcome after the real code was run: a trace that is not what it computes decides nothing."""
    if not comparison.proved:
        mismatch = refuting(code, comparison) if comparison.differing else None
        why = "; ".join(dict.fromkeys(comparison.reasons))
        contradicted = comparison.opinion is not None and comparison.opinion.agrees is False
        return Outcome(comparison, why, mismatch, final=contradicted)
    return Outcome(comparison, agrees(code, comparison.written) or overflows(code), final=True)


def _verdict(outcomes: list[Outcome], method: str) -> Traced:
    conditions = {text: None for outcome in outcomes if outcome.comparison for text in outcome.comparison.conditions}
    last = outcomes[-1]
    opinion = together([each for outcome in outcomes if outcome.comparison for each in outcome.comparison.opinions])
    comparison = last.comparison
    extra: dict[str, Any] = {}
    if comparison is not None:
        extra = {"loss": comparison.written.loss, "gradient": comparison.gradient, "difference": comparison.difference}
        extra["factor"] = factors(comparison, last.mismatch)
    if all(outcome.proved for outcome in outcomes):
        return Traced("proved", method, tuple(conditions), opinion=opinion, **extra)
    if last.mismatch is not None:
        return Traced("refuted", method, counterexample=last.mismatch, reason=last.reason, **extra)
    contradicting = opinion if opinion is not None and opinion.agrees is False else None
    return Traced("undecided", method, reason=last.reason, opinion=contradicting, **extra)


def _for_small_shapes(code: Code, before: Traced, deadline: float) -> Traced:
    """Return what exact symbols at a few small shapes show: agreement there is no proof for other sizes."""
    shapes, conditions, reason = list[str](), tuple[str, ...](), ""
    for words, table in small_tables(code.inputs):
        outcomes = _explore(code, table, None, deadline)
        found = _verdict(outcomes, f"exact at {words}")
        if found.verdict == "refuted":
            return found
        if found.verdict != "proved":
            reason = found.reason
            break
        shapes.append(words)
        conditions = found.conditions
    if not shapes or reason:
        return replace(before, reason=f"{before.reason}; at small shapes: {reason}")
    return Traced("sampled", f"exact at {' and at '.join(shapes)}", conditions, reason=before.reason, loss=before.loss)
