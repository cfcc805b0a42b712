"""The cross-check: all of it comes out right, nothing is left out, and what it prints holds on every machine."""

from __future__ import annotations

import pickle
import re
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest

from derive.lectures.catalogue import CATALOGUE
from derive.render.crosscheck import CheckView, crosscheck_failures, crosscheck_json, crosscheck_page
from numeric.crosscheck import TOPICS, Row, Tally, Task, checks, run, tasks
from numeric.crosscheck.autodiff import AUTODIFF, LIBRARIES, Autodiff
from numeric.crosscheck.closed_forms import CLOSED_FORMS
from numeric.crosscheck.derivatives import DERIVATIVES, Derivative
from numeric.crosscheck.draws import drawn
from numeric.crosscheck.fits import LIBRARY_FITS
from numeric.crosscheck.functions import analytic, at, named
from numeric.crosscheck.oracles import Oracle
from numeric.crosscheck.rounding import compared, rounding
from numeric.lowered import LoweredFunction


@pytest.fixture(scope="module")
def told() -> list[None]:
    """Return an entry for each time that progress was told."""
    return []


@pytest.fixture(scope="module")
def rows(told: list[None]) -> tuple[Row, ...]:
    """Return the rows of the report."""
    return run(advance=lambda: told.append(None))


def views(rows: tuple[Row, ...]) -> list[CheckView]:
    """Return rows as they are shown."""
    return [CheckView(**asdict(row)) for row in rows]


def test_everything_comes_out_right(rows: tuple[Row, ...]) -> None:
    """There is no row that is wrong, cannot be told or was skipped."""
    assert [row for row in rows if row.outcome != "right"] == []
    assert crosscheck_failures(views(rows)) == []


def test_every_kind_is_there(rows: tuple[Row, ...]) -> None:
    """The report holds derivatives, oracles and theorems, and all topics."""
    assert {row.kind for row in rows} == {"derivative", "oracle", "theorem"}
    assert {row.topic for row in rows} == set(TOPICS)


def test_no_gradient_is_left_out() -> None:
    """Whatever is lowered and is called a gradient or a Hessian is compared with differences, or with one that is."""
    modules = {topic: vars(import_module(f"numeric.{topic}")) for topic in TOPICS}
    known = {
        (topic, name) for topic, held in modules.items() for name in held if isinstance(held[name], LoweredFunction)
    }
    differentiated = {(one.topic, one.name) for one in DERIVATIVES}
    repeated = {(one.topic, one.name.strip("`")) for one in CLOSED_FORMS if one.against == "one after the other"}

    assert {pair for pair in known if re.search("gradient|hessian", pair[1])} == differentiated | repeated


def test_no_check_is_of_a_topic_without_a_task() -> None:
    """A check that no task runs would never be decided."""
    assert {check.topic for check in checks(oracles=True)} <= set(TOPICS)


def test_what_is_printed_holds_everywhere(rows: tuple[Row, ...]) -> None:
    """A figure of a right row is made of counts and words: digits of a result would differ from machine to machine."""
    for row in rows:
        assert re.fullmatch(r"(\d+) of \1 [a-z ]+", row.figure)
        assert re.fullmatch(r"(1e-\d\d(, )?)*", row.error)


def test_each_row_names_a_derivation(rows: tuple[Row, ...]) -> None:
    """The page links to the derivation that is put to the test."""
    assert {row.derivation for row in rows} <= {entry.name for entry in CATALOGUE}


def test_tasks_travel_and_give_the_same_rows(rows: tuple[Row, ...]) -> None:
    """A task can be sent to another process, its rows can be sent back, and they are those of the whole."""
    task = pickle.loads(pickle.dumps(Task("fisher")))  # noqa: S301, TID251 -- bytes that this test wrote
    found = pickle.loads(pickle.dumps(task.run()))  # noqa: S301, TID251 -- the same

    assert found == tuple(row for row in rows if row.topic == "fisher")


def test_tasks_load_nothing_heavy() -> None:
    """The process that hands out the tasks needs neither SymPy nor NumPy."""
    assert {type(task) for task in tasks(oracles=True)} == {Task}
    assert all(task.oracles for task in tasks(oracles=True))


def test_progress_is_told(rows: tuple[Row, ...], told: list[None]) -> None:
    """`advance` is called once a topic."""
    assert len(told) == len(TOPICS) < len(rows)


@pytest.mark.parametrize("one", [one for one in DERIVATIVES if one.analytic], ids=lambda one: f"{one.topic} {one.of}")
def test_the_analytic_program_is_the_same_function(one: Derivative) -> None:
    """What is evaluated at complex points agrees at real ones with what the library computes, up to rounding."""
    function = named(one.topic, one.of)
    for data in drawn(one.draw):
        both = at(analytic(function), data), at(function, data)
        assert compared(*both, rounding(lambda d: at(function, d), data)).state == "right"


@pytest.mark.parametrize("check", LIBRARY_FITS, ids=lambda check: f"{check.topic} {check.name} {check.against}")
def test_other_libraries_agree(check: Oracle) -> None:
    """scikit-learn and piqp find what our fits find, within what is left of their own error."""
    _ = pytest.importorskip(check.needs)

    assert check.decide().outcome == "right"


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("number", range(len(DERIVATIVES)))
def test_automatic_differentiation_agrees(number: int, library: str) -> None:
    """PyTorch and JAX find the derivatives of the same programs."""
    _ = pytest.importorskip(library)

    assert Autodiff(DERIVATIVES[number], library).decide().outcome == "right"


def test_what_is_not_installed_is_said() -> None:
    """A row about a package that is not there is skipped, by name."""
    for check in AUTODIFF:
        if find_spec(check.library) is None:
            row = check.decide()
            assert (row.outcome, row.figure) == ("skipped", f"{check.library} is not installed")
    absent = Oracle("svm", "fit", "nobody", drawn, np.sum, np.sum, "svm-dual", needs="a_package_of_nobody")  # pyright: ignore[reportArgumentType] # never drawn
    assert absent.decide().outcome == "skipped"


def test_nothing_compared_is_not_right() -> None:
    """A check without a comparison cannot tell."""
    assert Tally().outcome == "cannot tell"
    assert Tally().counted("right").counted("cannot tell", "too rough").outcome == "cannot tell"
    assert (
        Tally().counted("cannot tell", "too rough").counted("wrong", "3, not 2").figure("values").endswith("3, not 2")
    )


def test_page(rows: tuple[Row, ...]) -> None:
    """The page has a section a kind, a row a check; what is not right stands out and is a failure."""
    text = crosscheck_page(views(rows))
    assert text.count("| right |") == len(rows)
    assert "## Gradients and Hessians" in text
    assert "## Automatic differentiation" not in text

    bad = CheckView("svm", "dual", "oracle", "`dual`", "NumPy", "wrong", "1 of 2 values; 3, not 2", "1e-06", "svm-dual")
    assert "| **wrong** | 1 of 2 values; 3, not 2 | 1e-06 |" in crosscheck_page([bad])
    assert crosscheck_failures([bad]) == ["cross-check of svm, `dual`: wrong (1 of 2 values; 3, not 2)"]
    assert crosscheck_json([bad])[0]["outcome"] == "wrong"
