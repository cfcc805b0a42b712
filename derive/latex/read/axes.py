"""Axes: what an index runs over. One that nothing was said about takes its ends from what it meets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sympy import Integer

from derive.latex.read.tree import Span
from derive.latex.read.trouble import NotReadError

Ends = tuple[Any, Any]


@dataclass(slots=True, eq=False)
class Axis:
    """A range with two ends, known or still to be found; `hint` is taken where nothing else is met."""

    ends: Ends | None = None
    hint: Ends | None = None
    same: Axis | None = None

    def root(self) -> Axis:
        """Return the axis that stands for all those found to be the same."""
        axis = self
        while axis.same is not None:
            axis = axis.same
        return axis

    def known(self) -> Ends | None:
        """Return the ends as far as they are known."""
        root = self.root()
        return root.ends or root.hint


@dataclass(slots=True)
class Trail:
    """What was found out about axes, in order, so that a reading that fails can be taken back."""

    steps: list[tuple[Axis, Ends | None, Ends | None, Axis | None]] = field(default_factory=list[Any])

    def unify(self, one: Axis, other: Axis, span: Span) -> None:
        """Make two axes the same. Raises `NotReadError` where their ends differ."""
        one, other = one.root(), other.root()
        if one is other:
            return
        if one.ends is not None and other.ends is not None:
            if one.ends != other.ends:
                shown = f"{_shown(one.ends)} and {_shown(other.ends)}"
                raise NotReadError(span, f"the sizes do not fit together: {shown}")
            return
        if one.ends is not None:
            one, other = other, one
        self.steps.append((one, one.ends, one.hint, one.same))
        if other.hint is None and one.hint is not None:
            self.steps.append((other, other.ends, other.hint, other.same))
            other.hint = one.hint
        one.same = other

    def reach(self, whole: Axis, part: Axis, span: Span) -> None:
        """Let an index run over an axis: all of it, or all but a few places at its ends; else raise as `unify` does."""
        if not _within(part.root().ends, whole.known()):
            self.unify(whole, part, span)

    def take_back(self, to: int) -> None:
        """Forget everything found out since the trail had this length."""
        while len(self.steps) > to:
            axis, axis.ends, axis.hint, axis.same = self._popped()

    def _popped(self) -> tuple[Axis, Ends | None, Ends | None, Axis | None]:
        return self.steps.pop()


def _within(part: Ends | None, whole: Ends | None) -> bool:
    if part is None or whole is None or part == whole:
        return False
    gaps = part[0] - whole[0], whole[1] - part[1]
    return all(getattr(gap, "is_Integer", True) and gap >= 0 for gap in gaps)


def _shown(ends: Ends) -> str:
    return f"{ends[0]}..{ends[1]}"


def small(ends: Ends | None, *, most: int = 8) -> int | None:
    """Return how many places there are, where that is a small number, else `None`.

    >>> small((Integer(1), Integer(3)))
    3
    """
    if ends is None or not all(isinstance(end, Integer) for end in ends):
        return None
    count = int(ends[1]) - int(ends[0]) + 1
    return count if 0 < count <= most else None
