"""The cross-check as tasks, one a topic, that can be spread over processes; nothing heavy is loaded before one runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from numeric.crosscheck.row import Row

TOPICS = (
    *("simple_regression", "least_squares", "logistic", "softmax", "naive_bayes"),
    *("fisher", "perceptron", "svm", "kernels"),
)


class Check(Protocol):
    """Something that is decided by running code."""

    @property
    def topic(self) -> str:
        """Return the module of functions that it is about."""
        ...

    def decide(self) -> Row:
        """Return the row of the table."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """All checks of a topic; with `oracles` also those that need packages which may not be installed."""

    topic: str
    oracles: bool = False

    def run(self) -> tuple[Row, ...]:
        """Return the rows."""
        return tuple(check.decide() for check in checks(oracles=self.oracles) if check.topic == self.topic)


def tasks(*, oracles: bool = False) -> tuple[Task, ...]:
    """Return the tasks that make up the cross-check.

    >>> tasks()[0]
    Task(topic='simple_regression', oracles=False)
    """
    return tuple(Task(topic, oracles) for topic in TOPICS)


def run(*, oracles: bool = False, advance: Callable[[], None] = lambda: None) -> tuple[Row, ...]:
    """Return all rows, decided in this process; `advance` is called after each topic.

    Without `oracles` the rows are the same on every machine, whatever is installed. With them there are rows about
    scikit-learn, piqp, PyTorch and JAX as well; where one is not installed, its rows say that they were skipped.
    """
    rows: list[Row] = []
    for task in tasks(oracles=oracles):
        rows += task.run()
        advance()
    return tuple(rows)


def checks(*, oracles: bool = False) -> Iterator[Check]:
    """Yield every check, decided by its `decide`: derivatives, closed forms, fits, theorems, and what oracles say."""
    from numeric.crosscheck.closed_forms import CLOSED_FORMS  # noqa: PLC0415 -- loads SymPy and SciPy
    from numeric.crosscheck.derivatives import DERIVATIVES  # noqa: PLC0415 -- loads SymPy
    from numeric.crosscheck.fits import FITS, LIBRARY_FITS  # noqa: PLC0415 -- loads SciPy
    from numeric.crosscheck.theorems import THEOREMS  # noqa: PLC0415 -- loads the algorithms

    yield from (*DERIVATIVES, *CLOSED_FORMS, *FITS, *THEOREMS)
    if oracles:
        from numeric.crosscheck.autodiff import AUTODIFF  # noqa: PLC0415 -- only on demand

        yield from (*LIBRARY_FITS, *AUTODIFF)
