"""The derivations from Python: all in a row, and each by its name."""

from __future__ import annotations

from pkgutil import iter_modules

import pytest

import derive.lectures
from derive.lectures import CATALOGUE, derivations


def test_derivations_are_those_of_the_catalogue() -> None:
    """Each has a name, a title, lectures, and can be carried out."""
    assert derivations() == CATALOGUE
    assert derivations()[2].derive().status == "proved"


def test_a_derivation_is_a_function_of_the_package() -> None:
    """By its name, with an underscore for a hyphen; `dir` shows them all."""
    assert derive.lectures.logistic_gradient().name == "logistic-gradient"
    assert {entry.function for entry in CATALOGUE} <= set(dir(derive.lectures))


def test_no_module_hides_a_derivation() -> None:
    """A module that is loaded becomes an attribute of its package, and would stand before a function of its name."""
    modules = {module.name for module in iter_modules(derive.lectures.__path__)}
    assert modules
    assert not modules & {entry.function for entry in CATALOGUE}


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    """As the command does."""
    with pytest.raises(AttributeError, match=r"logistic_gradent.*logistic_gradient"):
        assert derive.lectures.logistic_gradent
