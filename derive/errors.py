"""The one error family: every mistake of a user is a `DeriveError` that says where, why and what to do.

::

    DeriveError
    |-- ReadError                what was given cannot be read as mathematics
    |   |-- NotAnExpressionError     a string, a list, ... where an expression is wanted
    |   |-- IndexClashError          one index used for two sizes
    |   |-- BadIndexError            a float, a negative number, an expression that is no index
    |   |-- UndeclaredRangeError     a sum or an index whose range nobody gave
    |   |-- ShapeMismatchError       sizes that do not fit together
    |   |-- NameClashError           two different symbols under one name
    |   `-- UnsupportedError         understood, but outside of what the engine knows
    |       `-- BeyondKernelError        the same, though an evaluation at numbers may go further
    |-- UndefinedError           an expression that has no value anywhere
    |-- BadFactError             an assumption that is not a fact about a tensor or a relation
    |-- BadLimitError            a budget that is not a positive number
    |-- LimitError               a budget ran out where no verdict can carry the news
    |-- AmbiguousTruthError      `if verdict:`, where the caller must ask which
    |-- ForgeryError             a Verdict that nobody decided
    `-- UnknownWordError         a word that is no verdict
"""

from __future__ import annotations


class DeriveError(Exception):
    """What went wrong, in four parts: the value, its place, the reason, the way out.

    >>> str(DeriveError("i", place="x[i]", reason="ranges over 1..N and 1..D", way_out="rename one"))
    "'i' in x[i]: ranges over 1..N and 1..D. Rename one."
    """

    def __init__(self, value: object, *, reason: str, way_out: str, place: object = "") -> None:
        """Keep the four parts and join them to one message."""
        self.value, self.place, self.reason, self.way_out = value, place, reason, way_out
        super().__init__(value, place, reason, way_out)

    def __str__(self) -> str:
        """Return the sentence that the user reads."""
        where = f" in {_short(self.place)}" if str(self.place) else ""
        what = self.value if isinstance(self.value, str) else _short(self.value)
        return f"'{what}'{where}: {self.reason}. {self.way_out[:1].upper()}{self.way_out[1:]}."

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes whole: keyword-only parts do not survive the default."""
        return _rebuild, (type(self), str(self.value), self.reason, self.way_out, str(self.place))


def _rebuild(kind: type[DeriveError], value: str, reason: str, way_out: str, place: str) -> DeriveError:
    return kind(value, reason=reason, way_out=way_out, place=place)


def _short(value: object, *, limit: int = 120) -> str:
    text = str(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


class ReadError(DeriveError):
    """What was given cannot be read as mathematics."""


class NotAnExpressionError(ReadError):
    """Something that is no SymPy expression; strings are never evaluated."""


class IndexClashError(ReadError):
    """One index is used for two sizes."""


class BadIndexError(ReadError):
    """A float, a negative number or an expression stands where an index is wanted."""


class UndeclaredRangeError(ReadError):
    """A sum or an index has no range."""


class ShapeMismatchError(ReadError):
    """Sizes do not fit together."""


class NameClashError(ReadError):
    """Two different symbols share one name."""


class UnsupportedError(ReadError):
    """The expression is understood, but outside of what the engine knows."""


class BeyondKernelError(UnsupportedError):
    """The normal form does not know it; an evaluation at numbers may go further."""


class UndefinedError(DeriveError):
    """An expression has no value: it divides by zero or takes the logarithm of zero."""


class BadFactError(DeriveError):
    """An assumption is neither a fact about a tensor nor a relation."""


class BadLimitError(DeriveError):
    """A budget is not a positive number."""


class LimitError(DeriveError):
    """A budget ran out in a call that returns an expression and not a verdict."""


class AmbiguousTruthError(DeriveError):
    """A verdict was used as true or false."""


class ForgeryError(DeriveError):
    """A verdict was made by hand."""


class UnknownWordError(DeriveError):
    """A word stands for a verdict, and is none."""
