"""What a verification found, as data: the verdict in honest words, and all that a person needs to act on it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from derive.words import Word, row_of
from numeric.verify.errors import WrongGradientError
from numeric.verify.opinion import Opinion


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong: a label for programs, a sentence for people, and, where it is known, the wrong term.

    `term` says what the gradient has too much or lacks, in symbols; empty where it could not be traced.
    """

    label: str
    sentence: str
    term: str = ""

    def __str__(self) -> str:
        """Return the sentence, and the wrong term."""
        return f"{self.sentence}; {self.term}" if self.term else self.sentence


@dataclass(frozen=True, slots=True)
class Where:
    """The parameter that is wrong and its wrong coordinates; both may be empty where every one is."""

    parameter: str = ""
    coordinates: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        """Return `w[3], w[5]`, or `w`, or "every parameter"."""
        if not self.coordinates:
            return self.parameter or "every parameter"
        places = [f"{self.parameter}[{', '.join(map(str, at))}]" if at else self.parameter for at in self.coordinates]
        return ", ".join(places[:6]) + (f" and {len(places) - 6} more" if len(places) > 6 else "")  # noqa: PLR2004 -- enough for a line


@dataclass(frozen=True, slots=True, eq=False)
class Counterexample:
    """Inputs where the gradient is wrong, as they are passed, and the slope there: what it is and what it should be.

    `expected` and `got` are arrays by parameter where all coordinates were measured, else the slopes along `direction`.
    """

    inputs: tuple[Any, ...]
    tag: str
    expected: Any
    got: Any
    direction: Any = None

    def __str__(self) -> str:
        """Return where it is and both numbers."""
        if isinstance(self.expected, str):
            return f"at {self.tag}"
        return f"at {self.tag}: expected {_shown(self.expected)}, got {_shown(self.got)}"


@dataclass(frozen=True, slots=True)
class Confidence:
    """How far agreement can be trusted: the relative error that each direction would have shown.

    Directions are Gaussian, so an error hides only where its share of a direction happens to be small.
    """

    resolution: float
    shares: tuple[float, ...] = ()
    proved: bool = False

    def missed(self, error: float) -> float:
        """Return a bound on the probability that one coordinate, off by this relative error, was not noticed.

        It is a bound for a coordinate with a typical share of the slope, at the inputs that were given.

        >>> Confidence(1e-9, (1e-6, 1e-6)).missed(1e-3) < 1e-5
        True
        >>> Confidence(1e-9, (1e-6,)).missed(1e-7)
        1.0
        """
        return math.prod(min(1.0, math.sqrt(2 / math.pi) * share / error) for share in self.shares)

    def __str__(self) -> str:
        """Return the resolution and what may have been missed."""
        if not self.shares:
            return "nothing was resolved"
        return (
            f"agrees to a relative {self.resolution:.0e}; one coordinate off by 1e-04 would go unnoticed "
            f"with a probability of at most {self.missed(1e-4):.0e}"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Verification:
    """The answer of `verify_gradient`. Printed, it says all of itself in a few lines.

    `verdict` is "proved" for all sizes and inputs under `conditions`; "refuted" at `counterexample`; "sampled" where it
    agrees at every input that was tried, which proves nothing; "undecided" with the reason in `method`; or another word
    of `derive.words` that a gradient may have. `opinion` is the second opinion on a proof.
    """

    verdict: Word
    method: str
    diagnosis: Diagnosis | None = None
    where: Where | None = None
    counterexample: Counterexample | None = None
    evaluations: int = 0
    gradients: int = 0
    confidence: Confidence = field(default_factory=lambda: Confidence(math.inf))
    inputs_tried: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    opinion: Opinion | None = None
    notes: tuple[str, ...] = ()

    def raise_if_wrong(self) -> Verification:
        """Return the verification itself. Raises `WrongGradientError`, an AssertionError, if it is refuted."""
        if not row_of(self.verdict).wrong:
            return self
        place = f"the gradient of {self.where}" if self.where is not None else ""
        raise WrongGradientError(
            "grad",
            place=place,
            reason=str(self.diagnosis) if self.diagnosis is not None else self.method,
            way_out="see the counterexample",
            report=str(self),
        )

    def __str__(self) -> str:
        """Return the verdict, and below it whatever there is to say."""
        return "\n".join(f"{name}: {told}" if name else told for name, told in self.lines())

    def lines(self) -> list[tuple[str, str]]:
        """Return the report as pairs of a heading and a text; the first is the verdict."""
        from numeric.verify.display import lines  # noqa: PLC0415 -- the display reads this module

        return lines(self)

    def __rich__(self) -> Any:
        """Return what rich prints."""
        from numeric.verify.display import panel  # noqa: PLC0415 -- rich is loaded when something is shown in colour

        return panel(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the report for a notebook, as text and as HTML."""
        from numeric.verify.display import html  # noqa: PLC0415 -- the display reads this module

        del include, exclude
        return {"text/plain": str(self), "text/html": html(self)}


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_shown(part)}" for name, part in value.items()) + "}"
    if isinstance(value, float):
        return f"{value:.10g}"
    text = str(value).replace("\n", "")
    return text if len(text) <= 100 else text[:97] + "..."  # noqa: PLR2004 -- enough for a line
