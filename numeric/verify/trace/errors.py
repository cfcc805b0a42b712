"""What ends a trace: a refusal for the user, and the signals that send the tracer back to the start knowing more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from derive.errors import DeriveError

if TYPE_CHECKING:
    from numeric.verify.trace.sizes import SizeTable


class UntraceableError(DeriveError):
    """The code does something that a traced array cannot follow, such as a branch on its values."""


class ContractError(UntraceableError):
    """The code does what no gradient should do, such as changing its input: other shapes would show the same."""


class UnknownDerivationError(DeriveError):
    """No derivation of a gradient has this name."""


def untraceable(value: object, reason: str, way_out: str = "the probing tier still checks it") -> UntraceableError:
    """Return the refusal, ready to be raised.

    >>> str(untraceable("range(N)", "a loop over a symbolic size"))
    "'range(N)': a loop over a symbolic size. The probing tier still checks it."
    """
    return UntraceableError(value, reason=reason, way_out=way_out)


class Learned(BaseException):
    """Something about the sizes or the labels was learned: change the table and trace again.

    It is no `Exception`, so that an `except Exception` of the traced code does not swallow it.
    """

    def __init__(self, change: Callable[[SizeTable], None]) -> None:
        """Keep the change."""
        super().__init__()
        self.change = change


class Fork(BaseException):
    """The code asks a question about sizes that may go either way: both ways must be followed."""

    def __init__(self, question: Any, change: Callable[[SizeTable], None] | None) -> None:
        """Keep the question, and the change of the table that a yes brings."""
        super().__init__()
        self.question = question
        self.change = change
