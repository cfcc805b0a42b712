"""What is wrong with a gradient: explanations are tried from the simplest to the most involved.

Each is a function of a `Case` that returns a `Diagnosis` or None. It is given only where it explains the difference at
every context, and these are points of different sizes and values that it was not made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from numeric.verify.diagnosis import blocks, derivation, ends, pattern, samples, steps, terms, whole
from numeric.verify.diagnosis.case import Case, case_of
from numeric.verify.result import Diagnosis
from numeric.verify.search import Search
from numeric.verify.subject import OutOfBudget

Explanation = Callable[[Case], Diagnosis | None]

BY_PLACE: tuple[Explanation, ...] = (
    pattern.contract,
    pattern.differences,
    pattern.narrow,
    pattern.overflow,
    pattern.stale,
    pattern.coinciding_sizes,
    pattern.settings,
    pattern.kinks,
    pattern.large,
    pattern.symmetry,
)
BY_NUMBERS: tuple[Explanation, ...] = (
    whole.zero,
    whole.scaled,
    whole.swapped_parameters,
    whole.swapped_data,
    blocks.regularised,
    blocks.zero_block,
    terms.regulariser,
    terms.regulariser_of_one,
    whole.ignored_data,
    whole.ignored_setting,
    blocks.scaled_blocks,
    terms.recoded,
    terms.shifted_class,
    blocks.transposed,
    whole.transposed_data,
    ends.penalised_end,
    blocks.zero_coordinates,
    blocks.one_coordinate,
    whole.parallel,
    derivation.one_term,
    samples.by_label,
    blocks.some_coordinates,
    blocks.decayed,
    blocks.reparametrised,
    samples.batch,
    derivation.two_terms,
    terms.regulariser_of_other_form,
    steps.other_derivative,
    samples.residuals,
    steps.other_factor,
    steps.turned_slope,
    steps.wrong_step,
    samples.some_examples,
    pattern.imprecise,
    blocks.one_parameter,
)


GENERAL = {"wrong-branch", "chain-factor", "block-wrong", "some-coords"}
"""Labels that say little: a more telling explanation at the sizes given is preferred."""


def diagnose(search: Search) -> Diagnosis | None:
    """Return what explains the difference; None where nothing does, or where the evaluations for it are used up."""
    try:
        case = case_of(search)
        found = _first(case, BY_PLACE) or (_first(case, BY_NUMBERS) if case.contexts else None)
        if found is not None and found.label not in GENERAL:
            return found
        same = case_of(search, own_sizes=True)
        again = _first(same, BY_NUMBERS) if len(same.contexts) > 1 else None
        if again is None or again.label in GENERAL:
            return found
        return Diagnosis(again.label, f"at the sizes given, {again.sentence}")
    except OutOfBudget:
        return None


def _first(case: Case, explanations: Iterable[Explanation]) -> Diagnosis | None:
    return next((found for explain in explanations if (found := explain(case)) is not None), None)
