"""The table of functions: each row against numbers, against the engine, and read back from LaTeX; and rows that lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sympy import Derivative, Symbol

from derive import prove
from derive.formula.formulas import latex
from derive.functions import BY_NAME, FUNCTIONS, Function, Interval, Names
from derive.names import expression, function
from derive.shorthands import SHORTHANDS
from tests.documents import checked
from tests.rows import CHECKS, complaints

ROWS = {row.name: row for row in (*FUNCTIONS, *SHORTHANDS)}
UNIT = Symbol("u", positive=True)
INSIDE = UNIT / (1 + UNIT)
"""An argument between 0 and 1, where every function of the table has a value."""


@pytest.mark.parametrize("name", ROWS)
def test_each_row_says_what_numbers_say(name: str) -> None:
    """Derivative, definition, domain, range, parity, order, inverse, values, kinks, the function of NumPy."""
    assert complaints(ROWS[name]) == {}


def test_no_function_has_two_rows() -> None:
    """Neither by its name, nor by a name in documents."""
    names = [name for row in (*FUNCTIONS, *SHORTHANDS) for name in row.names.read or (row.name,)]
    assert len(names) == len(set(names))
    assert len(ROWS) == len(FUNCTIONS) + len(SHORTHANDS)


LIES: dict[str, tuple[str, Callable[[Function], dict[str, Any]]]] = {
    "derivative": ("tanh", lambda _: {"derivative": ("+", 1, ("^", ("tanh", "z"), 2))}),
    "definition": ("sigmoid", lambda _: {"definition": ("/", 1, ("+", 1, ("exp", "z")))}),
    "domain": ("log", lambda _: {"domain": ()}),
    "within_range": ("softplus", lambda _: {"range": Interval(0, closed=True)}),
    "parity": ("sinh", lambda _: {"parity": "even"}),
    "monotone": ("acos", lambda _: {"monotone": "increasing"}),
    "inverse": ("sigmoid", lambda _: {"inverse": ("log", "z")}),
    "values": ("sin", lambda row: {"values": (*row.values, ("pi", 1))}),
    "kinks": ("sin", lambda _: {"kinks": (0,)}),
    "square": ("cos", lambda _: {"square": ("+", 1, ("^", ("sin", "z"), 2))}),
    "in_numpy": ("asinh", lambda _: {"names": Names(numpy="sinh")}),
    "sources": ("exp", lambda _: {"sources": ("", "")}),
}


def test_a_row_that_lies_is_refused() -> None:
    """For each thing that a row says, one that says it wrongly."""
    assert LIES.keys() == CHECKS.keys()
    found = {what: complaints(replace(BY_NAME[name], **lie(BY_NAME[name]))) for what, (name, lie) in LIES.items()}
    assert {what: list(said) for what, said in found.items()} == {what: [what] for what in LIES}


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.derivative not in {None, 0}])
def test_a_derivative_that_is_off_is_refused(name: str) -> None:
    """By its sign, by a factor, by a term."""
    right = ROWS[name].derivative or 0
    for wrong in (("*", -1, right), ("*", Fraction(101, 100), right), ("+", right, Fraction(1, 100))):
        assert "derivative" in complaints(replace(ROWS[name], derivative=wrong))


def test_what_is_left_out_is_missed() -> None:
    """An order, a parity, an end of the range that a function has, and a domain that is larger than what is said."""
    for name, lie in {
        "exp": {"monotone": ""},
        "cos": {"parity": ""},
        "sigmoid": {"range": Interval(0, 2)},
        "sin": {"domain": (("positive", "z"),)},
    }.items():
        assert len(complaints(replace(BY_NAME[name], **lie))) == 1


@pytest.mark.parametrize("name", [row.name for row in FUNCTIONS if row.derivative is not None])
def test_the_engine_has_the_derivative_of_the_row(name: str) -> None:
    """It proves it, and not the opposite."""
    value, slope = function(name)(INSIDE), expression(BY_NAME[name].derivative or 0, z=INSIDE)
    inner = Derivative(INSIDE, UNIT)
    assert prove(Derivative(value, UNIT), slope * inner).status == "proved"
    assert slope == 0 or prove(Derivative(value, UNIT), -slope * inner).status in {"refuted", "undecided"}


@pytest.mark.parametrize("name", [row.name for row in FUNCTIONS if row.definition and not (row.kept or row.several)])
def test_the_engine_has_the_definition_of_the_row(name: str) -> None:
    """It proves it, and not the double."""
    value, becomes = function(name)(UNIT / 9), expression(BY_NAME[name].definition or 0, z=UNIT / 9)
    assert prove(value, becomes).status == "proved"
    assert prove(value, 2 * becomes).status in {"refuted", "undecided"}


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.names.read])
def test_a_name_in_latex_is_read(name: str) -> None:
    """As each document may write it; what is written of it is read as the same."""
    row = ROWS[name]
    z = Symbol("u", positive=True)
    meant = function(name)(z) if name in BY_NAME else expression(row.definition or 0, z=z)
    for read in row.names.read:
        text = rf"Let $u > 0$. \[ \operatorname{{{read}}}(u) = {latex(meant)} \]"
        assert checked(text).lines[-1].verdict == "proved", text


def test_a_name_that_means_another_function_is_refused() -> None:
    """The opposite of what is read is wrong."""
    text = r"Let $u > 0$. \[ \operatorname{artanh}(u) = \operatorname{arsinh}(u) \]"
    assert checked(text).lines[-1].verdict != "proved"
