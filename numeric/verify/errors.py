"""The errors of gradient verification: each is a `DeriveError` that says which value, where, why, and what to do.

NotCallableError           the loss or the gradient cannot be called
LossFailedError            the loss raises, or returns no single finite number, at the inputs that were given
BadInputsError             parameters that hold no floats, or further inputs of another form
WrongGradientError         `raise_if_wrong()`: the gradient is refuted; also an `AssertionError`
"""

from __future__ import annotations

from derive.errors import DeriveError


class NotCallableError(DeriveError):
    """The loss or the gradient cannot be called, or neither was given."""


class LossFailedError(DeriveError):
    """The loss raises, or returns no single finite number, at the inputs that were given."""


class BadInputsError(DeriveError):
    """The parameters hold no floating-point number, or further inputs do not have the form of the first."""


class WrongGradientError(DeriveError, AssertionError):
    """The gradient is refuted; the message is the diagnosis."""

    def __init__(self, value: object, *, reason: str, way_out: str, place: object = "", report: str = "") -> None:
        """Keep the four parts, and the whole report for those who print it."""
        super().__init__(value, reason=reason, way_out=way_out, place=place)
        self.report = report

    def __str__(self) -> str:
        """Return the report, or the sentence where there is none."""
        return self.report or super().__str__()
