"""Budgets as the public calls take them: the kernel's, with a word to those who give no positive number."""

from __future__ import annotations

from dataclasses import dataclass

from derive import kernel
from derive.errors import BadLimitError


@dataclass(frozen=True, slots=True)
class Limits(kernel.Limits):
    """What one call may spend: `seconds`, `steps` of work, `nodes` and `memory` of the intern tables.

    Raises `BadLimitError` for anything but positive numbers.

    >>> Limits(seconds=2).seconds
    2
    """

    def __post_init__(self) -> None:
        """Refuse what is no budget."""
        for name in kernel.Limits.__slots__:
            value, kinds = getattr(self, name), int | float if name == "seconds" else int
            if isinstance(value, bool) or not isinstance(value, kinds) or not value > 0:
                kind = "number" if name == "seconds" else "whole number"
                way_out = f"give {name} a positive {kind}"
                raise BadLimitError(f"{name}={value!r}", reason=f"this limit is a positive {kind}", way_out=way_out)


def check_limits(limits: object) -> kernel.Limits:
    """Return the limits, or the usual ones for None. Raises `BadLimitError` for anything else."""
    if limits is None:
        return Limits()
    if not isinstance(limits, kernel.Limits):
        raise BadLimitError(repr(limits), reason="these are no limits", way_out="pass Limits(seconds=...)")
    return limits
