"""Kinds of values that options take: names, seconds, megabytes. What cannot be meant is refused at the door."""

from __future__ import annotations

from math import inf, isfinite
from pathlib import Path
from typing import Any

import click

LONGEST = 1_000_000
"""So many seconds, more than eleven days, may be allowed; systems cannot wait for any number."""
LARGEST = 2**30
"""So many megabytes, a petabyte."""


class NamedPath(click.Path):
    """A path by its name; the empty one, such as a variable of the shell that is not set, is not the folder we are in.

    >>> NamedPath()("notes.md").name
    'notes.md'
    """

    def __init__(self, **kind: Any) -> None:
        """Take what `click.Path` takes; whether a file can be read is found when it is read."""
        super().__init__(path_type=Path, readable=False, **kind)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises `BadParameter` for an empty name."""
        if not str(value):
            self.fail("The name is empty.", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.FloatRange):
    """A number between two others; infinity and what is no number are none.

    >>> Number(0, 10)("2.5")
    2.5
    """

    name = "number"

    def __init__(self, least: float, most: float = inf) -> None:
        """Take the ends. The upper one is so far away that pages of help keep it to themselves."""
        super().__init__(least)
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises `BadParameter` for one that is none, and for one that is too small or too large."""
        number = super().convert(value, param, ctx)
        if not isfinite(number) or number > self.most:
            self.fail(f"{value} is no number that can be used.", param, ctx)
        return number


class Megabytes(click.IntRange):
    """A size of memory, of at least so many megabytes.

    >>> Megabytes(64)("8192")
    8192
    """

    name = "megabytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raises `BadParameter` for one that is none, and for one that is too small or too large."""
        number = super().convert(value, param, ctx)
        if number > LARGEST:
            self.fail(f"{value} is more than any machine has.", param, ctx)
        return number


def seconds(least: float) -> Number:
    """Return the kind of a span of time, of at least so many seconds.

    >>> seconds(1)("60")
    60.0
    """
    return Number(least, LONGEST)
