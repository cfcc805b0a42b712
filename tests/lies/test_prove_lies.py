"""A kernel that lies or gives up: nothing is rounded up by `prove`, and a lie meets the second opinion."""

from __future__ import annotations

from importlib import import_module

import pytest
from sympy import Eq, Expr, Ge, Gt, Le, Lt, Ne, Sum, Symbol, exp, log, sqrt, symbols

from derive import Limits, binary, index, positive, prove, sign, size, tensor
from derive.decide.equality import Finding
from derive.errors import BeyondKernelError, DeriveError, UndefinedError
from derive.kernel import LimitReached, NoDerivativeError, Undefined, UnstableLabelError
from derive.recheck import Recheck

module = import_module("derive.decide.prove")
N = size("N")
i = index("i", N)
x = tensor("x", N)
a, b, c = symbols("a b c")
TRUE = (Sum(2 * x[i], i), 2 * Sum(x[i], i))
FALSE = (Sum(2 * x[i], i), 3 * Sum(x[i], i))


def lying(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the kernel say that everything is equal."""
    finding = Finding("normal form", (), (), {})
    monkeypatch.setattr(module, "decide_equality", lambda *_: finding)


def test_a_lie_of_the_kernel_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the second opinion it is undecided, says who disagrees, and asks for a report; it is not refuted either."""
    lying(monkeypatch)
    verdict = prove(*FALSE, recheck=True)
    assert (verdict.status, verdict.method) == ("undecided", "kernel and re-check disagree")
    assert "please report this" in str(verdict.reason)
    assert isinstance(verdict.recheck, Recheck)
    assert verdict.recheck.agrees is False


def test_the_second_opinion_is_in_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a true claim it agrees; without being asked it is not there."""
    lying(monkeypatch)
    verdict = prove(*TRUE, recheck=True)
    assert verdict.status == "proved"
    assert isinstance(verdict.recheck, Recheck)
    assert verdict.recheck.agrees is True
    assert prove(*TRUE).recheck is None


STOPS: dict[str, tuple[Exception, str]] = {
    "a limit": (LimitReached("steps", 7), "undecided"),
    "nesting": (RecursionError(), "undecided"),
    "no stable label": (UnstableLabelError(), "sampled"),
    "no derivative": (NoDerivativeError("floor"), "sampled"),
    "beyond the kernel": (BeyondKernelError("floor(x)", reason="it has steps", way_out="leave it out"), "sampled"),
    "never defined": (Undefined(), "undecided"),
    "undefined": (UndefinedError("1/0", reason="a division by 0", way_out="leave it out"), "undecided"),
}


@pytest.mark.parametrize("case", STOPS)
def test_a_kernel_that_gives_up_proves_nothing(monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    """What is true is sampled at best; what is false is refuted by numbers, unless nothing has a value."""
    stop, true = STOPS[case]

    def gives_up(*_: object) -> Finding:
        raise stop

    monkeypatch.setattr(module, "decide_equality", gives_up)
    assert prove(*TRUE).status == true
    false = prove(*FALSE)
    if case in {"never defined", "undefined"}:
        assert (false.status, false.method) == ("undecided", "never defined")
        assert false.counterexample is None
    else:
        assert false.status == "refuted"
        assert false.counterexample is not None


def test_a_limit_is_named() -> None:
    """The verdict says which limit it was, and what it was."""
    square = sum(Symbol(f"z{n}") for n in range(12)) ** 30
    verdict = prove(square, square + a - a * b / b, limits=Limits(steps=1000))
    assert verdict.status == "undecided"
    assert verdict.reason == "limit reached: steps = 1000"


BUILT = {"True": (Le(1, 2), "proved"), "False": (Le(2, 1), "undecided"), "equal": (Eq(2, 1), "undecided")}


@pytest.mark.parametrize("case", BUILT)
def test_what_sympy_has_decided_is_said_to_be_so(case: str) -> None:
    """SymPy turned the relation into a truth value before anyone could look; a False has no counterexample."""
    relation, status = BUILT[case]
    verdict = prove(relation)
    assert verdict.status == status
    assert verdict.counterexample is None


def test_relations_that_are_none_are_no_claims() -> None:
    """That two things differ is not something that is proved here, and it is refused by name."""
    with pytest.raises(DeriveError, match="relation"):
        _ = prove(Ne(a, b))


ORDERS: dict[str, tuple[Expr, tuple[object, ...], str]] = {
    "a square": (Ge(a**2, 0), (), "proved"),
    "a square, strictly": (Gt(a**2, 0), (), "refuted"),
    "a square and one, strictly": (Gt(a**2 + 1, 0), (), "proved"),
    "a square is not negative": (Le(a**2, 0), (), "refuted"),
    "two squares": (Ge(a**2 + b**2, 2 * a * b), (), "proved"),
    "two squares, too much": (Ge(a**2 + b**2, 3 * a * b), (), "refuted"),
    "two squares, strictly": (Gt(a**2 + b**2, 2 * a * b), (), "refuted"),
    "exp above its tangent": (Ge(exp(a), 1 + a), (), "proved"),
    "exp above its tangent, strictly": (Gt(exp(a), 1 + a), (), "refuted"),
    "exp above more than its tangent": (Ge(exp(a), 1 + 2 * a), (), "refuted"),
    "log below its tangent": (Le(log(a), a - 1), (), "proved"),
    "log below less than its tangent": (Le(log(a), a / 2 - 1), (), "refuted"),
    "exp increases": (Le(exp(a), exp(b)), (Le(a, b),), "proved"),
    "exp does not decrease": (Ge(exp(a), exp(b)), (Le(a, b),), "refuted"),
    "exp increases, strictly": (Lt(exp(a), exp(b)), (Lt(a, b),), "proved"),
    "transitivity": (Le(a, c), (Le(a, b), Le(b, c)), "proved"),
    "transitivity, one strict": (Lt(a, c), (Lt(a, b), Le(b, c)), "proved"),
    "transitivity, none strict": (Lt(a, c), (Le(a, b), Le(b, c)), "refuted"),
    "transitivity, backwards": (Le(c, a), (Le(a, b), Le(b, c)), "refuted"),
    "a product of positive ones": (Gt(a * b, 0), (Gt(a, 0), Gt(b, 0)), "proved"),
    "a product of nonnegative ones, strictly": (Gt(a * b, 0), (Ge(a, 0), Ge(b, 0)), "refuted"),
    "roots": (Le(sqrt(a), 1 + a), (Ge(a, 0),), "proved"),
    "a sum and a part of it": (Le(x[i], Sum(x[i], i)), (positive(x),), "proved"),
    "a sum and twice a part of it": (Le(2 * x[i], Sum(x[i], i)), (positive(x),), "refuted"),
    "a sum of signs, too low": (Le(Sum(x[i], i), N - 1), (sign(x),), "refuted"),
    "a sum of bits": (Le(Sum(x[i], i), N), (binary(x),), "proved"),
}


@pytest.mark.parametrize("case", ORDERS)
def test_an_order_and_its_neighbour(case: str) -> None:
    """Strict where it is strict, and no assumption is used in the wrong direction."""
    claim, assuming, status = ORDERS[case]
    found = prove(claim, assuming=assuming)
    assert found.status == status
