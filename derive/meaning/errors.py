"""What ends a reading: a choice that is still to be made, or that what is written has no meaning this way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Clash(Exception):  # noqa: N818 -- it is no error of anybody: the next reading is tried
    """A reading without meaning. `shapes` says that only the shapes do not go together, which may be a finding."""

    def __init__(self, reason: str, *, shapes: bool = False) -> None:
        """Keep why."""
        super().__init__(reason)
        self.reason, self.shapes = reason, shapes


class Need(Exception):  # noqa: N818 -- it asks, and is answered by a new start
    """A choice that has not been made: what is asked, and the options with their costs."""

    def __init__(self, key: tuple[Any, ...], options: Sequence[tuple[Any, float]]) -> None:
        """Keep the question and its options."""
        super().__init__(str(key))
        self.key, self.options = key, tuple(options)
