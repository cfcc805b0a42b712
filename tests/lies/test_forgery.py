"""A verdict comes from the engine or not at all; where Python lets one be forged, the second opinion finds out."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, cast

import pytest

from derive import prove
from derive.errors import DeriveError, ForgeryError
from derive.verdict import Verdict, issue
from tests.cases import a, b, n, total, x


def false_statement() -> Verdict:
    """Return an honest verdict on a false statement."""
    return prove(total(x[n] ** 2, n), total(x[n], n) ** 2)


def reloaded(data: bytes) -> Verdict:
    """Return what our own bytes say."""
    return pickle.loads(data)  # noqa: S301, TID251 -- bytes that this test wrote


def test_constructor_is_closed() -> None:
    """A verdict cannot be made by calling its class."""
    with pytest.raises(ForgeryError, match="by hand"):
        _ = Verdict("proved", "normal form")


def test_subclass_is_refused() -> None:
    """A subclass could carry a status that nobody decided."""
    with pytest.raises(ForgeryError, match="subclass"):
        _ = type("Better", (Verdict,), {"status": "proved"})


@pytest.mark.parametrize("name", ["status", "method", "conditions", "counterexample", "note"])
def test_attributes_do_not_change(name: str) -> None:
    """Nothing can be set on a verdict, be it there or not."""
    verdict = false_statement()

    with pytest.raises(ForgeryError, match="does not change"):
        setattr(verdict, name, "proved")


def test_replace_is_refused() -> None:
    """`dataclasses.replace` makes no second verdict."""
    with pytest.raises((TypeError, DeriveError)):
        _ = dataclasses.replace(cast("Any", false_statement()), status="proved")


def test_copies_say_the_same() -> None:
    """A copy, a deep copy and a pickled verdict equal the original."""
    verdict = false_statement()

    copies = copy.copy(verdict), copy.deepcopy(verdict), reloaded(pickle.dumps(verdict))
    assert [each == verdict for each in copies] == [True, True, True]


def test_altered_pickle_is_refused() -> None:
    """Bytes that say proved and still carry a counterexample do not load."""
    rebuild, parts = cast("tuple[Callable[..., Verdict], tuple[object, ...]]", false_statement().__reduce__())
    altered = tuple("proved" if part == "refuted" else part for part in parts)

    with pytest.raises(ForgeryError, match="counterexample"):
        _ = rebuild(*altered)


def test_refutation_without_a_counterexample_is_refused() -> None:
    """Nothing is refuted without numbers that show it."""
    with pytest.raises(ForgeryError, match="counterexample"):
        _ = issue("refuted", "by hand")


@pytest.mark.parametrize("status", ["true", "PROVED", "", "ok", None])
def test_unknown_status_is_refused(status: str) -> None:
    """There are four statuses."""
    with pytest.raises(ForgeryError, match="status"):
        _ = issue(cast("Any", status), "by hand")


@pytest.mark.parametrize("status", ["sampled", "undecided"])
def test_missing_reason_is_refused(status: str) -> None:
    """Sampled and undecided say why."""
    with pytest.raises(ForgeryError, match="reason"):
        _ = issue(cast("Any", status), "by hand")


def test_counterexample_is_read_only() -> None:
    """The numbers of a counterexample cannot be edited."""
    witness: Any = false_statement().counterexample

    with pytest.raises(TypeError):
        witness.values["x[1]"] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        witness.lhs = 0


def test_verdicts_on_different_statements_differ() -> None:
    """Equality of verdicts looks at all that was decided."""
    assert prove(a, b) != prove(a + b, b + a)
