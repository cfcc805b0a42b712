"""From what a run wrote down to a verdict: the loss is differentiated, and compared entry by entry."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import thread_time
from typing import Any

from sympy import Derivative

from derive import Limits, Verdict, prove
from derive.errors import DeriveError
from derive.facts import Fact
from numeric.verify.opinion import Opinion, together
from numeric.verify.trace import named
from numeric.verify.trace.defined import Total
from numeric.verify.trace.inputs import Inputs, Leaf
from numeric.verify.trace.relations import relations
from numeric.verify.trace.run import Written
from numeric.verify.trace.session import Trace
from numeric.verify.trace.wording import Wording, with_letters


@dataclass(slots=True)
class Comparison:
    """What was found for all entries of the gradient on one path."""

    written: Written
    inputs: Inputs
    proved: bool = True
    differing: list[tuple[int, Any, Any, Any]] = field(default_factory=list[tuple[int, Any, Any, Any]])
    reasons: list[str] = field(default_factory=list[str])
    opinions: list[tuple[str, Any, bool]] = field(default_factory=list[tuple[str, Any, bool]])
    conditions: dict[str, None] = field(default_factory=dict[str, None])
    difference: dict[str, Any] = field(default_factory=dict[str, Any])
    gradient: dict[str, Any] = field(default_factory=dict[str, Any])
    places: dict[Any, str] = field(default_factory=dict[Any, str])

    @property
    def opinion(self) -> Opinion | None:
        """Return the second opinion on all that was proved."""
        return together(self.opinions)


@dataclass(frozen=True, slots=True)
class Question:
    """One entry of the gradient: by what, what the code says, what is right, and the loss where it is whole."""

    leaf: Leaf
    variable: Any
    user: Any
    wanted: Any
    loss: Any = None


def compare(written: Written, inputs: Inputs, *, right: dict[tuple[int, Any], Any] | None = None) -> Comparison:
    """Return how the traced gradient compares with the derivative of the traced loss, or with the one given."""
    result = Comparison(written, inputs)
    loss = None if written.loss is None else _free_of_maxima(written, written.loss)
    for (number, at), cell in written.gradient.items():
        if thread_time() > written.trace.deadline:
            result.proved = False
            result.reasons.append("the time for the proof is spent")
            break
        base = written.tensors.bases[number, at]
        indices = tuple(i for place in cell.places for i in place)
        variable = base[indices] if indices else base
        try:
            wanted = (
                Total(written.trace, variable, _limits(written.trace)).of(loss) if right is None else right[number, at]
            )
        except DeriveError as outside:
            result.proved = False
            result.reasons.append(f"the derivative by {variable}: {outside}")
            continue
        whole = None if right is not None or written.trace.defined else loss
        _compare_entry(result, Question(inputs.leaves[number], variable, cell.entry, wanted, whole))
    if result.proved:
        result.conditions.update(dict.fromkeys((*_shapes(written.trace, inputs), *_conditions(result))))
    return result


def _shapes(trace: Trace, inputs: Inputs) -> list[str]:
    """Return what the run took of the shapes: lengths that it knows as numbers, square matrices, longer axes."""
    table, found = trace.table, list[str]()
    if table.small:
        return found
    whole = {table.segments(number) for number in table.of_axis.values()}
    for leaf in inputs.leaves:
        axes = [table.segments(n) for (number, _), n in table.of_axis.items() if number == leaf.number]
        for axis, segments in enumerate(axes):
            known = sum(not segment for segment in segments)
            if known == len(segments) and table.example[table.of_axis[leaf.number, axis]] > 1:
                found.append(f"{leaf.name} has length {known} along axis {axis}")
            elif known and any(segment and (segment,) not in whole for segment in segments):
                found.append(f"{leaf.name} has more than {known} places along axis {axis}")
        found += [f"{leaf.name} is square"] if len(set(axes)) < len(axes) and any(any(s) for s in axes) else []
    return found


def _limits(trace: Trace) -> Limits:
    return Limits(seconds=min(3.0, max(trace.deadline - thread_time(), 0.05)))


def _free_of_maxima(written: Written, expr: Any) -> Any:
    """Return an expression in which a maximum that was only a shift has gone, and no other one is opaque."""
    trace = written.trace
    return (
        named.without_maxima(trace, expr, (*written.tensors.facts, *written.tensors.sums))
        if trace.maxima or trace.tops
        else expr
    )


def _compare_entry(result: Comparison, question: Question) -> None:
    trace, name, variable = result.written.trace, question.leaf.name, question.variable
    entry = _free_of_maxima(result.written, question.user)
    result.gradient[str(variable)] = entry
    last = None
    for facts in stages(result.written):
        try:
            last = prove(question.wanted, entry, assuming=list(facts), recheck=False, limits=_limits(trace))
            if last.status == "proved":
                last = _decided(result, question, entry, list(facts))
        except DeriveError as outside:
            result.proved = False
            result.reasons.append(f"the gradient of {name}: {outside}")
            return
        if last.status == "proved":
            result.conditions.update(dict.fromkeys(words for words in facts.values() if words))
            result.conditions.update(dict.fromkeys(with_letters(str(c)) for c in last.conditions))
            return
    result.proved = False
    result.reasons.append(f"the gradient of {name}: {last.reason if last is not None else 'not decided'}")
    if last is not None and last.status == "refuted":
        result.differing.append((question.leaf.number, variable, entry, question.wanted))
        place, extra = Wording(result.written, result.inputs).say(variable, entry - question.wanted)
        result.difference[str(place)] = extra
        result.places[variable] = str(place)


def _decided(result: Comparison, question: Question, entry: Any, facts: list[Any]) -> Verdict:
    """Return the verdict on what is shown, with a second opinion on it.

    It is about the derivative of the loss, which is not taken on the way, so that both see the loss. Where the loss has
    parts under a name, or the engine cannot take the derivative so, it is about the derivative that was taken.
    """
    limits, found = _limits(result.written.trace), None
    if question.loss is not None:
        slope = Derivative(question.loss, question.variable)
        found = prove(slope, entry, assuming=facts, recheck=True, limits=limits)
    of_loss = found is not None and (found.status == "proved" or _contradicted(found))
    if found is None or not of_loss:
        found = prove(question.wanted, entry, assuming=facts, recheck=True, limits=limits)
    if found.status == "proved" or _contradicted(found):
        result.opinions.append((question.leaf.name, found.recheck, of_loss))
    return found


def _contradicted(found: Verdict) -> bool:
    return getattr(found.recheck, "agrees", None) is False


def stages(written: Written) -> list[dict[Any, str]]:
    """Return the facts to try, fewer first: a proof should rest on no more than it needs."""
    trace = written.trace
    labels, sums = written.tensors.facts, written.tensors.sums
    signs = {**trace.facts, **dict.fromkeys(relations(trace), "")}
    stages: list[dict[Any, str]] = [{}]
    for more in (labels, sums, signs):
        stages += [{**stages[-1], **more}] if more else []
    return [{f: words for f, words in stage.items() if _relevant(f)} for stage in stages]


def _relevant(fact: Any) -> bool:
    return isinstance(fact, Fact) or fact not in {True, False}


def _conditions(result: Comparison) -> list[str]:
    """Return what the run took for granted, in words that a reader of the code knows."""
    trace, wording = result.written.trace, Wording(result.written, result.inputs)
    kinks = [f"{wording.say(family.expr)[0]} != 0 (kinks are left out)" for family in trace.atoms]
    return [f"{words} ({why})" if why else words for words, why in trace.conditions.items()] + kinks
