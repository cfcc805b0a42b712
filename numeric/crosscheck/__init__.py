"""The cross-check: what was proved in symbols, against numbers. Each row is decided by running code.

- `derivatives`: every gradient and Hessian, against differences with an error estimate of their own;
- `closed_forms`: lowered functions and fits, against other ways to the same numbers;
- `theorems`: bounds, descent, duality, convexity, against runs on generated data.

>>> from numeric.crosscheck import Task
>>> row = Task("fisher").run()[0]
>>> row.compares, row.outcome
('`gradient`, and the derivative of `criterion` by `w`', 'sampled')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numeric import TOPICS
from numeric.crosscheck.row import Row

__all__ = ["Row", "Task", "checks", "tasks"]


@dataclass(frozen=True, slots=True)
class Task:
    """All checks of a topic, which can run in a process of its own; nothing heavy is loaded before."""

    topic: str

    def run(self) -> tuple[Row, ...]:
        """Return the rows."""
        return tuple(check.decide() for check in checks() if check.topic == self.topic)


def tasks() -> tuple[Task, ...]:
    """Return the tasks that make up the cross-check.

    >>> tasks()[0]
    Task(topic='simple_regression')
    """
    return tuple(map(Task, TOPICS))


def checks() -> tuple[Any, ...]:
    """Return every check; its `decide()` runs code and returns the row."""
    from numeric.crosscheck.closed_forms import CLOSED_FORMS  # noqa: PLC0415 -- loads SymPy and SciPy
    from numeric.crosscheck.derivatives import DERIVATIVES  # noqa: PLC0415 -- loads SymPy
    from numeric.crosscheck.theorems import THEOREMS  # noqa: PLC0415 -- loads the algorithms

    return (*DERIVATIVES, *CLOSED_FORMS, *THEOREMS)
