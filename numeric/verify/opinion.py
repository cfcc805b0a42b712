"""The second opinion on a proof: what an evaluation by other code says of each statement that was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Opinion:
    """Whether the second opinion agrees with every statement of a proof; None where it has none on one of them.

    `says` is the sentence. `of_loss` says that it differentiated the loss itself; else it was given the derivative.
    """

    agrees: bool | None
    says: str
    of_loss: bool

    def __str__(self) -> str:
        """Return the sentence, with what it is about."""
        return f"{self.says}; {'it differentiates the loss itself' if self.of_loss else OF_THE_DERIVATIVE}"


OF_THE_DERIVATIVE = "it was given the derivative, not the loss"


def together(opinions: Sequence[tuple[str, Any, bool]]) -> Opinion | None:
    """Return the opinions on several statements as one: of each the name, what was said, and whether of the loss.

    >>> together([]) is None
    True
    """
    if not opinions:
        return None
    of_loss = all(own for _, _, own in opinions)
    for agrees, words in ((False, "disagrees on"), (None, "none on")):
        found = [(name, said) for name, said, _ in opinions if (None if said is None else said.agrees) is agrees]
        if found:
            told = "; ".join(f"the gradient of {name}: {_reason(said)}" for name, said in found)
            return Opinion(agrees, f"{words} {told}", of_loss)
    points, bound = sum(said.points for _, said, _ in opinions), max(said.error_bound for _, said, _ in opinions)
    return Opinion(agrees=True, says=f"agrees at {points} points, error bound {bound:.2g}", of_loss=of_loss)


def _reason(said: Any) -> str:
    return "it was not asked" if said is None else str(said.reason or said.counterexample)
