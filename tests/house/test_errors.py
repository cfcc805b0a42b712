"""One error family: what a user meets is a `DeriveError`, and every other exception has a reason to be none."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable

import pytest

from tests.house.files import sources

FAMILY = "DeriveError"
OTHERS = {
    "UsersMistake": "the form in which click prints a DeriveError",
    "BadCall": "a wrong call of the command, which click prints",
    "TooDeepError": "ends the reading of one formula, which becomes a hole",
    "Late": "ends a line whose time is over, which is open then",
    "Clash": "ends one reading of a formula; the next one is tried",
    "Need": "asks for a choice, and is answered by a new reading",
    "UnstableLabelError": "ends one way of labelling; the kernel takes another",
    "LimitReached": "ends a computation whose verdict names the limit",
    "Undefined": "a fact about an expression, told in the verdict",
    "NoDerivativeError": "told by the door as an UnsupportedError",
    "UndefinedError": "the second opinion's own: no value at this point",
    "NotEvaluableError": "the second opinion's own: no opinion",
    "NotModularError": "the second opinion's own: no opinion modulo a prime",
    "BudgetError": "the second opinion's own: no opinion in time",
    "GradientFailed": "a finding about the gradient, told in its verdict",
    "OutOfBudget": "ends the probing, and is told in the verdict",
    "Learned": "passes through the code under test, which must not catch it",
    "Fork": "passes through the code under test, which must not catch it",
}
"""Exceptions that are no mistakes of a user, and why."""


Class = tuple[str, frozenset[str]]
"""A class by its name and those of its bases. Two rooms may have a class of one name."""


def classes(texts: Iterable[str]) -> list[Class]:
    """Return every class."""
    nodes = (node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef))
    return [(node.name, frozenset(ast.unparse(base).split(".")[-1] for base in node.bases)) for node in nodes]


def outsiders(known: list[Class]) -> set[str]:
    """Return the exceptions that are not of the family."""

    def above(names: frozenset[str], seen: frozenset[str] = frozenset()) -> frozenset[str]:
        further = [bases for name, bases in known if name in names - seen]
        return names.union(*(above(bases, seen | names) for bases in further))

    def raised(name: str) -> bool:
        found = getattr(builtins, name, None)
        return name.endswith("Exception") or (isinstance(found, type) and issubclass(found, BaseException))

    return {name for name, bases in known if any(map(raised, above(bases))) and FAMILY not in {name} | above(bases)}


@pytest.fixture(scope="module")
def known() -> list[Class]:
    """Give every class of the two packages."""
    return classes(path.read_text(encoding="utf-8") for path in sources())


def test_every_mistake_of_a_user_is_of_the_family(known: list[Class]) -> None:
    """An exception of another family is listed, with the reason; and nothing is listed that is gone."""
    assert outsiders(known) == set(OTHERS)


def test_an_outsider_is_noticed() -> None:
    """The check can fail, also for a class below another one."""
    text = "class A(ValueError): ...\nclass B(A): ...\nclass C(DeriveError): ...\nclass DeriveError(Exception): ..."
    assert outsiders(classes([text])) == {"A", "B"}
