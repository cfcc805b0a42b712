"""What is a claim, how a verdict says how and why, and that it comes from the engine or not at all."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import pytest
from sympy import Eq, Function, Ge, Gt, Integer, Le, Lt, MatrixSymbol, Ne, Sum, floor, log, symbols

from derive import Condition, Counterexample, Verdict, gradient, hessian, prove, size, tensor
from derive.errors import (
    AmbiguousTruthError,
    DeriveError,
    ForgeryError,
    NotAnExpressionError,
    ShapeMismatchError,
    UnsupportedError,
)
from derive.statements import statement
from derive.verdict import issue

a, b, c = symbols("a b c", real=True)
i, j = symbols("i j", integer=True)
N = size("N")
x, f, A = tensor("x", (1, N)), Function("f", real=True), MatrixSymbol("A", N, N)
squares = Sum(x[i] ** 2, (i, 1, N))
SLOPE, CURVE = gradient(squares, x), hessian(Sum(x[i], (i, 1, N)), x)
TWICE = "Call prove(Eq(a, b)) or prove(a, b); assumptions go into `assuming`."
BOTH_SIDES = f"'Eq(a, b)': a relation has both its sides already. {TWICE}"
FAMILY = "'a': a family has a value for every index, the other side has one. Compare a member, such as family[i]."
ALONE = "'a': one side alone states nothing. Give both sides, or a relation such as Eq(a, b)."
BY_NAME = "''!='': this relation is not decided here. Use one of ==, <=, <, >=, >."
OTHER = "'Ne(a, b)': this relation is not decided here. Use Eq, Le, Lt, Ge or Gt."
EVERY_ENTRY = "for all N >= 1, A in R^(N x N), every i in 0..N - 1 and every j in 0..N - 1: A[i, j] <= A[j, i]"
MATRICES = f"'{EVERY_ENTRY}': matrices have more than one order. Compare entries, traces or quadratic forms."
RANKS = "'0': one family has 1 indices, the other 2. Compare families of the same rank."
NO_CLAIMS: dict[str, tuple[tuple[Any, ...], str | None, type[DeriveError], str]] = {
    "a relation and a side": ((Eq(a, b), c), None, NotAnExpressionError, BOTH_SIDES),
    "a relation and its name": ((Eq(a, b),), "<=", NotAnExpressionError, BOTH_SIDES),
    "one side": ((a,), None, NotAnExpressionError, ALONE),
    "another relation by name": ((a, b), "!=", NotAnExpressionError, BY_NAME),
    "another relation": ((Ne(a, b),), None, NotAnExpressionError, OTHER),
    "a family and an expression": ((SLOPE, a), None, ShapeMismatchError, FAMILY),
    "an expression and a family": ((a, SLOPE), None, ShapeMismatchError, FAMILY),
    "an order of matrices": ((A, A.T), "<=", UnsupportedError, MATRICES),
    "families of two ranks": ((SLOPE, CURVE), None, ShapeMismatchError, RANKS),
}


def test_what_is_no_claim_is_refused() -> None:
    """With what it is, and the way out; a string is never evaluated."""
    for sides, relation, error, text in NO_CLAIMS.values():
        with pytest.raises(error) as raised:
            _ = prove(*sides, relation=relation)
        assert str(raised.value) == text
    for sides in (("a", a), (a, "a")):
        with pytest.raises(NotAnExpressionError):
            _ = prove(*sides)


def test_families_are_compared_at_common_indices() -> None:
    """Member by member, whatever their own indices are called."""
    other = Sum(x[j] ** 2, (j, 1, N))
    assert prove(SLOPE, gradient(2 * squares, x)).status == "refuted"
    assert prove(gradient(2 * squares, x), gradient(squares + other, x)).status == "proved"
    assert prove(hessian(squares, x), hessian(other, x)).status == "proved"


def test_a_verdict_carries_its_statement() -> None:
    """The two sides, the relation and the assumptions, in whatever form they were given; proved or not."""
    for relation, sign in ((Eq(a, b), "=="), (Le(a, b), "<="), (Lt(a, b), "<"), (Ge(a, b), ">="), (Gt(a, b), ">")):
        found = prove(relation, assuming=[Ge(c, 0)]).statement
        assert found == statement(a, b, Ge(c, 0), relation=sign) != prove(a, b, relation=sign).statement
    claims = (a + b, b + a), (f(a) + floor(a), 0), (Ge(a**2, b),), (x[j] * squares, squares * x[j])
    assert [prove(*sides).statement for sides in claims] == [statement(*sides) for sides in claims]


DIFFER, BY_POINTS = "the normal forms differ", "kernel and evaluation"
FLOOR, NOWHERE = "the function floor is not known here", "undefined at every point that was tried"
BUILT = "call prove(lhs, rhs) with the two sides to get a counterexample"
VERDICTS: dict[str, tuple[tuple[Any, ...], str, str, str]] = {
    "proved": ((a + b, b + a), "proved", "normal form", ""),
    "refuted": ((a**2, a), "refuted", "counterexample", DIFFER),
    "refuted, an order": ((Ge(a, b),), "refuted", "counterexample", "no certificate was found"),
    "of an unknown function": ((floor(a), a), "undecided", BY_POINTS, f"{DIFFER}; {FLOOR}"),
    "never defined": ((log(-1 - a**2), 0), "undecided", BY_POINTS, f"{DIFFER}; {NOWHERE}"),
    "built as True": ((Le(1, 2),), "proved", "evaluated to True by SymPy when the relation was built", ""),
    "built as False": (
        (Le(2, 1),),
        "undecided",
        "relation already evaluated",
        f"SymPy turned the relation into False when it was built; {BUILT}",
    ),
}


@pytest.mark.parametrize("case", VERDICTS)
def test_a_verdict_says_how_and_why(case: str) -> None:
    """What was tried first is named, and what came of evaluation."""
    sides, status, method, reason = VERDICTS[case]
    verdict = prove(*sides)
    assert (verdict.status, verdict.method, verdict.reason) == (status, method, reason)
    assert (verdict.counterexample is not None) == (status == "refuted")


PRINTED: list[tuple[tuple[Any, ...], str, tuple[str, ...]]] = [
    ((a + b, b + a), "proved: normal form", ()),
    (((a**2 - b**2) / (a - b), a + b), "proved: normal form", ("  if a - b != 0 (in a denominator)",)),
    (
        (Ge(a**2 + 1, 2 * a),),
        "proved: certificate: facts and squares",
        ("  certificate: a**2 - 2*a + 1 = [(1 - a)**2]",),
    ),
    ((N, N**2), "refuted: counterexample", (f"  {DIFFER}", "  counterexample at N = 3: left side 3, right side 9")),
    ((x[j] * squares, squares * x[j]), "proved: normal form", ()),
]


def test_a_verdict_is_printed_a_line_each() -> None:
    """Status and method, the reason, what was found and the conditions."""
    for sides, how, lines in PRINTED:
        verdict = prove(*sides)
        assert repr(verdict) == f"<Verdict {how}>"
        assert str(verdict).splitlines() == [f"{how.replace(': ', ' (', 1)})", *lines]
        assert verdict._repr_mimebundle_()["text/plain"] == str(verdict)
    assert str(Condition(Ne(a, 0), "why")) == "a != 0 (why)"


def test_a_verdict_is_not_a_boolean() -> None:
    """`if verdict:` raises, also for a proof: the caller must ask which of four answers it is."""
    uses: list[Callable[[Any], object]] = [bool, lambda v: v and 1, lambda v: not v, lambda v: 1 if v else 0]
    for use in uses:
        with pytest.raises(AmbiguousTruthError, match="status"):
            _ = use(prove(a + b, b + a))


def test_copies_say_the_same() -> None:
    """A copy, a deep copy and a pickled verdict equal the original, and verdicts on other statements do not."""
    verdict = prove(squares, Sum(x[i], (i, 1, N)) ** 2)
    reloaded = pickle.loads(pickle.dumps(verdict))  # noqa: S301, TID251 -- bytes that this test wrote
    copies = copy.copy(verdict), copy.deepcopy(verdict), reloaded
    assert [(each == verdict, hash(each) == hash(verdict)) for each in copies] == [(True, True)] * 3
    assert prove(a, b) != prove(a + b, b + a)
    assert prove(a, b) != "refuted"


def reloaded_as_proved(rebuild: Callable[..., object], parts: tuple[object, ...]) -> object:
    """Return what the altered bytes of a refutation would say."""
    return rebuild(*("proved" if part == "refuted" else part for part in parts))


FORGERIES: dict[str, tuple[str, Callable[[Any], object]]] = {
    "the class called": ("by hand", lambda _: Verdict("proved", "normal form")),
    "a subclass": ("subclass", lambda _: type("Better", (Verdict,), {"status": "proved"})),
    "an altered pickle": ("counterexample", lambda verdict: reloaded_as_proved(*verdict.__reduce__())),
    "refuted without a counterexample": ("counterexample", lambda _: issue("refuted", "by hand")),
    "an unknown status": ("status", lambda _: issue(cast("Any", "PROVED"), "by hand")),
    "no status": ("status", lambda _: issue(cast("Any", None), "by hand")),
    "no method": ("missing", lambda _: issue("proved", "")),
    "sampled without a reason": ("reason", lambda _: issue("sampled", "by hand")),
    "undecided without a reason": ("reason", lambda _: issue("undecided", "by hand")),
    "a word of another view": ("status", lambda _: issue("not understood", "by hand", reason="why")),
    "larger sizes without a least value": ("least", lambda _: issue("proved for larger sizes", "by hand")),
    "a least value of what is proved": ("least", lambda _: issue("proved", "by hand", least={"N": 2})),
}


@pytest.mark.parametrize("case", FORGERIES)
def test_a_verdict_cannot_be_forged(case: str) -> None:
    """Only the engine issues one, and its parts fit together."""
    match, forge = FORGERIES[case]
    verdict = prove(squares, Sum(x[i], (i, 1, N)) ** 2)
    with pytest.raises(ForgeryError, match=match):
        _ = forge(verdict)
    with pytest.raises((TypeError, DeriveError)):
        _ = dataclasses.replace(cast("Any", verdict), status="proved")


def test_a_verdict_does_not_change() -> None:
    """No part can be set, none added, and its mappings cannot be written to."""
    verdict = issue("proved for larger sizes", "normal form", least={"N": 2})
    changes: list[Callable[[Any], object]] = [
        lambda it: setattr(it, "status", "proved"),
        lambda it: setattr(it, "note", "proved"),
        lambda it: delattr(it, "least"),
        lambda it: it.least.update(N=1),
    ]
    for change in changes:
        with pytest.raises((AttributeError, TypeError)):
            _ = change(verdict)


def test_what_is_proved_for_larger_sizes_says_which() -> None:
    """In its text and in a notebook; it is not *proved*, and travels with its least values."""
    verdict = issue("proved for larger sizes", "normal form", least={"N": 2, "D": 3})
    assert str(verdict) == "proved for N >= 2 and D >= 3 (normal form)"
    assert repr(verdict) == "<Verdict proved for N >= 2 and D >= 3: normal form>"
    assert "proved for N &gt;= 2" in verdict._repr_mimebundle_()["text/html"]
    reloaded = pickle.loads(pickle.dumps(verdict))  # noqa: S301, TID251 -- bytes that this test wrote
    assert (reloaded, reloaded.least, hash(reloaded)) == (verdict, {"N": 2, "D": 3}, hash(verdict))
    assert verdict.status not in {"proved", "refuted"}


LARGE = Fraction(10**5000)
LONG_NUMBERS = {
    "1.00000e+5000 (5,001 digits)": LARGE,
    "-1.00000e+5000 (5,000 digits)": 1 - LARGE,
    "3.33333e+4999 (5,001 digits over 1)": LARGE / 3,
    "1.00000e-5000 (1 digit over 5,001)": 1 / LARGE,
}


def test_a_verdict_can_always_be_printed() -> None:
    """Python writes no number of more than 4,300 digits: such a one is printed short, with how many it has."""
    for printed, value in LONG_NUMBERS.items():
        seen = Counterexample({"N": 2}, {}, {"x[1]": value}, value, Fraction(1, 3))
        verdict = issue("refuted", "counterexample", counterexample=seen)
        assert str(verdict).endswith(f"at N = 2, x[1] = {printed}: left side {printed}, right side 1/3")
        assert verdict._repr_mimebundle_()["text/plain"] == str(verdict)
    conditional = issue("proved", "normal form", conditions=(Condition(10**5000, "why"),))
    assert str(conditional).splitlines()[1:] == ["  if a line with numbers that are too long to be printed"]
    verdict = prove(Integer(10) ** 5000 * a, Integer(10) ** 4999 * a)
    assert (verdict.status, "digits" in str(verdict)) == ("refuted", True)
