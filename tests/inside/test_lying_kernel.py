"""A kernel that lies or gives up: nothing is rounded up by `prove`, and a lie meets the second opinion."""

from __future__ import annotations

import pytest
from sympy import Sum, symbols

from derive import index, kernel, prove, size, tensor
from derive.errors import BeyondKernelError, UndefinedError
from derive.kernel import LimitReached, NoDerivativeError, Undefined, UnstableLabelError
from derive.recheck import Recheck

N = size("N")
i = index("i", N)
x = tensor("x", N)
a, b, c = symbols("a b c")
TRUE = (Sum(2 * x[i], i), 2 * Sum(x[i], i))
FALSE = (Sum(2 * x[i], i), 3 * Sum(x[i], i))


def test_a_lie_of_the_kernel_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is undecided, says who disagrees, and asks for a report; the second opinion is in the verdict, if asked."""
    monkeypatch.setattr(kernel, "vanishes", lambda *_: "normal form")
    verdict = prove(*FALSE, recheck=True)
    assert (verdict.status, verdict.method) == ("undecided", "kernel and re-check disagree")
    where = f"{_opinion(verdict.recheck).counterexample}: please report this"
    assert verdict.reason == f"the engine proved it (normal form), the evaluation disagrees {where}"
    assert _opinion(verdict.recheck).agrees is False
    true = prove(*TRUE, recheck=True)
    assert (true.status, _opinion(true.recheck).agrees, prove(*TRUE, recheck=False).recheck) == (
        "proved",
        True,
        None,
    )


def _opinion(recheck: object) -> Recheck:
    assert isinstance(recheck, Recheck)
    return recheck


FLOOR = BeyondKernelError("floor(x)", reason="it has steps", way_out="leave it out")
BY_ZERO = UndefinedError("1/0", reason="a division by 0", way_out="leave it out")
STOPS: dict[str, tuple[Exception, str]] = {
    "limit reached: steps = 7": (LimitReached("steps", 7), "limit"),
    "limit reached: nesting depth": (RecursionError(), "limit"),
    "a sum has no stable normal form": (UnstableLabelError(), "evaluation at random points"),
    "the derivative of floor is not known": (NoDerivativeError("floor"), "evaluation at random points"),
    "'floor(x)': it has steps. Leave it out.": (FLOOR, "evaluation at random points"),
    "one side divides by 0 or takes log 0 everywhere": (Undefined(), "never defined"),
    "'1/0': a division by 0. Leave it out.": (BY_ZERO, "never defined"),
}


@pytest.mark.parametrize("reason", STOPS)
def test_a_kernel_that_gives_up_proves_nothing(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    """What is true is sampled at best; what is false is refuted, unless nothing has a value; both say why."""
    stop, method = STOPS[reason]

    def gives_up(*_: object) -> None:
        raise stop

    monkeypatch.setattr(kernel, "vanishes", gives_up)
    for relation in ("==", ">="):
        true, false = (prove(*sides, relation=relation) for sides in (TRUE, (c, 3 * c)))
        assert (true.status, true.method) == ("sampled" if "points" in method else "undecided", method)
        assert (false.status, false.method) == (
            ("undecided", method) if method == "never defined" else ("refuted", "counterexample")
        )
        assert true.reason.startswith(reason)
        assert false.reason.startswith(reason)
