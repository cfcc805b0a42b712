"""Chains: which steps are read together, so that an index means the same in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sympy import Basic

if TYPE_CHECKING:
    from derive.derivation import Step
    from derive.latex.write import Page


def expressions(steps: Sequence[Step]) -> list[Basic]:
    """Return all expressions and relations that stand in some steps."""
    held = [part for step in steps for part in (step.lhs, step.rhs, step.shown, *step.uses)]
    conditions = [condition.statement for step in steps for condition in step.conditions]
    return [part for part in (*held, *conditions) if isinstance(part, Basic)]


def chains(steps: Sequence[Step]) -> list[list[Step]]:
    """Return the steps in groups, each of which begins where the line before does not go on."""
    found: list[list[Step]] = []
    for step in steps:
        if found and step.verdict is not None and _left(step) == _end(found[-1][-1]):
            found[-1].append(step)
        else:
            found.append([step])
    return found


def pages(steps: Sequence[Step], page: Page) -> list[Page]:
    """Return for each step the page of its chain, on which no index of a sum is free elsewhere in the chain."""
    return [around for chain in chains(steps) for around in [page.around(expressions(chain))] * len(chain)]


def _left(step: Step) -> Any:
    return step.lhs if step.shown is None else step.shown


def _end(step: Step) -> Any:
    return step.lhs if step.rhs is None else step.rhs
