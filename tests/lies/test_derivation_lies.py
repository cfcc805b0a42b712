"""Chains, inductions and programs that would show what is false, each with a true one beside it.

A row is a thunk that returns the verdict's status, or raises an error of the family; what it must not return stands
beside it. The truth of each row is said in its name or shown by its comment, in a line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import Derivative, Eq, Ge, Integer, KroneckerDelta, Le, Sum, Symbol, log, symbols

from derive import index, nonnegative, prove, sigmoid, size, tensor
from derive.derivation import Chain
from derive.derivation.duality import Constraint, Program
from derive.derivation.induction import Induction
from derive.errors import DeriveError

N = size("N")
n, m = symbols("n m", integer=True)
s, a, v, v1, r = symbols("s a v v1 r", real=True)
b, c, x, p, z, y, w = (tensor(name, N) for name in "bcxpzyw")
i, j = index("i", N), index("j", N)
T = Symbol("T", integer=True, nonnegative=True)
ANY, ODD = Symbol("Z", integer=True), Symbol("T", integer=True, positive=True)
Row = tuple[Callable[[], Any], str]


def chain() -> Chain:
    """Return an empty chain."""
    return Chain("c", "t")


def status(derivation: Chain) -> str:
    """Return the status of the whole of a chain."""
    verdict = derivation.done().result.verdict
    return "undecided" if verdict is None else str(verdict.status)


def last(derivation: Chain) -> str:
    """Return the status of the last step."""
    return str(derivation.steps[-1].status)


def dual(objective: Any, *constraints: Constraint, bound: Any, facts: tuple[Any, ...] = ()) -> str:
    """Return the status of weak duality."""
    return str(Program(objective, constraints).weak_duality(bound, facts).status)


def over(expr: Any, low: Any, high: Any, price: Any, *, equality: bool = False) -> Constraint:
    """Return a constraint for n in a range."""
    return Constraint(expr, price, ((n, low, high),), equality)


FREE = nonnegative(x)
# The constraint for n = 1..N-1 says nothing of b[0], that for 0..N-2 nothing of b[N-1], and so on.
PROGRAMS: dict[str, Row] = {
    "b[0] <= s of b[n] <= s from 1": (lambda: dual(s, over(b[n] - s, 1, N - 1, x[n]), bound=b[0]), "proved"),
    "b[N - 1] <= s of b[n] <= s to N - 2": (
        lambda: dual(s, over(b[n] - s, 0, N - 2, x[n]), bound=b[N - 1]),
        "proved",
    ),
    "b[i] <= s of b[n] <= s inside": (lambda: dual(s, over(b[n] - s, 1, N - 2, x[n]), bound=b[i]), "proved"),
    "sum b <= N s of b[n] <= s from 1": (
        lambda: dual(N * s, over(b[n] - s, 1, N - 1, x[n]), bound=Sum(b[n], (n, 0, N - 1))),
        "proved",
    ),
    "b[0] <= s of b[n] = s from 1": (
        lambda: dual(s, over(b[n] - s, 1, N - 1, x[n], equality=True), bound=b[0]),
        "proved",
    ),
    "b[0] c[0] <= s of two parts": (
        lambda: dual(s, over(b[n] - s, 1, N - 1, x[n]), over(c[n] - 1, 0, N - 2, y[n]), bound=b[0] * c[0]),
        "proved",
    ),
    "sum over the part, right": (
        lambda: dual((N - 1) * s, over(b[n] - s, 1, N - 1, x[n]), bound=Sum(b[n], (n, 1, N - 1))),
        "refuted",
    ),
    "b[0] <= s of b[n] <= s from 0, right": (lambda: dual(s, over(b[n] - s, 0, N - 1, x[n]), bound=b[0]), "refuted"),
}


def inducted(claim: Callable[[Any, Any], Any], counter: Any, start: Any, update: Any, *using: Any) -> Chain:
    """Return a chain with one induction."""
    made = chain()
    _ = made.induct(Induction(claim, counter, start, update), using=using)
    return made


def is_0(state: Any, _steps: Any) -> Any:
    """Claim that the state is 0."""
    return Eq(state, 0, evaluate=False)


def leaking() -> str:
    """Use a = 0 in an induction, and claim what follows from it afterwards."""
    made = inducted(is_0, T, Eq(v, 0, evaluate=False), Eq(v1, v + a, evaluate=False), Eq(a, 0))
    made.claim(v + a, a, "v = 0 was shown under a = 0")
    return last(made)


def leaking_of_a_sum() -> str:
    """The same with a fact about entries."""
    total = Sum(x[n], (n, 0, N - 1))
    made = inducted(is_0, T, Eq(v, 0, evaluate=False), Eq(v1, v + total, evaluate=False), Eq(total, 0))
    made.claim(v, 0, "v = 0 was shown under sum x = 0")
    return last(made)


def negative_counter() -> str:
    """Conclude that every integer is at least 0."""
    made = inducted(
        lambda state, steps: Ge(steps + 0 * state, 0, evaluate=False),
        ANY,
        Eq(v, 0, evaluate=False),
        Eq(v1, v, evaluate=False),
    )
    made.claim(ANY, 0, "Z >= 0", relation=">=")
    return last(made)


def of_the_state(claim: Callable[[Any, Any], Any], start: Any, update: Any, *using: Any) -> str:
    """Return the status of an induction on T."""
    return last(inducted(claim, T, Eq(v, start, evaluate=False), update, *using))


def grows(by: Any) -> Any:
    """Return the update v1 = v + by."""
    return Eq(v1, v + by, evaluate=False)


INDUCTIONS: dict[str, Row] = {
    "v := v + 1 in place, v = 0": (lambda: of_the_state(is_0, 0, Eq(v, v + 1, evaluate=False)), "proved"),
    "v := 2 v + 1 in place, v = 0": (lambda: of_the_state(is_0, 0, Eq(v, 2 * v + 1, evaluate=False)), "proved"),
    "v := v + a, v = 0": (lambda: of_the_state(is_0, 0, grows(a)), "proved"),
    "v := v + 1, v = 2 T": (
        lambda: of_the_state(lambda state, steps: Eq(state, 2 * steps, evaluate=False), 0, grows(1)),
        "proved",
    ),
    "v := v + 1 from 1, v = T": (
        lambda: of_the_state(lambda state, steps: Eq(state, steps, evaluate=False), 1, grows(1)),
        "proved",
    ),
    "what was used leaks": (leaking, "proved"),
    "what was used leaks, of a sum": (leaking_of_a_sum, "proved"),
    "a counter of any sign": (negative_counter, "proved"),
    "a counter that is never 0": (
        lambda: last(inducted(is_0, ODD, Eq(v, 0, evaluate=False), grows(1))),
        "proved",
    ),
    "v := v + 1, v = T, right": (
        lambda: of_the_state(lambda state, steps: Eq(state, steps, evaluate=False), 0, grows(1)),
        "refuted",
    ),
    "v := v + a^2, v >= 0, right": (
        lambda: of_the_state(lambda state, _: Ge(state, 0, evaluate=False), 0, grows(a**2)),
        "refuted",
    ),
}
LOSS = -Sum(y[i] * log(p[i]), i)


def defined(*definitions: tuple[Any, Any]) -> Chain:
    """Return a chain with some definitions."""
    made = chain()
    for what, value in definitions:
        made.define(what, value, "a definition")
    return made


def slope(loss: Any, by: Any, rhs: Any, *definitions: tuple[Any, Any]) -> str:
    """Return the status of a derivative after definitions."""
    made = defined(*definitions)
    made.start(loss, "the loss")
    made.differentiate(by, rhs, "its slope")
    return last(made)


def twice(*claims: tuple[Any, Any], values: tuple[Any, Any] = (a, v), what: Any = s) -> str:
    """Define one name twice, and claim what follows."""
    made = defined(*((what, value) for value in values))
    for lhs, rhs in claims:
        made.claim(lhs, rhs, "from both")
    return last(made)


PROBABLE = (p[i], sigmoid(z[i]))
# A derivative by a name that is defined means: by that name, everything else held.
DEFINITIONS: dict[str, Row] = {
    "dL/dp = 0 after p is defined": (lambda: slope(LOSS, p[j], Integer(0), PROBABLE), "proved"),
    "dL/dp = -y/p, right": (lambda: slope(LOSS, p[j], -y[j] / p[j], PROBABLE), "refuted"),
    "ds^2/ds = 0 after s is defined": (lambda: slope(s**2, s, Integer(0), (s, a)), "proved"),
    "ds^2/ds = 2 s, right": (lambda: slope(s**2, s, 2 * s, (s, a)), "refuted"),
    "ds^2/ds = 2 a, right": (lambda: slope(s**2, s, 2 * a, (s, a)), "refuted"),
    "a tensor: dL/dp = 0": (
        lambda: slope(Sum(p[n] ** 2, (n, 0, N - 1)), p[j], Integer(0), (p[i], w[i] ** 2)),
        "proved",
    ),
    "a tensor: dL/dp of a part": (
        lambda: slope(Sum(p[n] ** 2, (n, 1, N - 1)), p[j], 2 * p[j], (p[i], w[i] ** 2)),
        "proved",
    ),
    "through a definition, right": (
        lambda: slope(Sum(p[n], (n, 0, N - 1)), w[j], 2 * w[j], (p[i], w[i] ** 2)),
        "refuted",
    ),
    "through a definition, of a part": (
        lambda: slope(Sum(p[n], (n, 1, N - 1)), w[j], 2 * w[j], (p[i], w[i] ** 2)),
        "proved",
    ),
    "s is a and v, so a = v": (lambda: twice((a, v)), "proved"),
    "s is 0 and 1, so 0 = 1": (lambda: twice((Integer(0), Integer(1)), values=(Integer(0), Integer(1))), "proved"),
    "p is sigma(z) and z": (lambda: twice((sigmoid(z[i]), z[i]), values=(sigmoid(z[i]), z[i]), what=p[i]), "proved"),
    "s is a and -a, so a = 0": (lambda: twice((a, Integer(0)), values=(a, -a)), "proved"),
}


def in_a_circle() -> str:
    """Define s by itself."""
    made = defined((s, s + 1))
    made.claim(Integer(0), Integer(1), "s = s + 1")
    return last(made)


def assumed_and_solved() -> str:
    """A solution makes no line before it trivial: v^2 = a v holds at v = a, and not for every v."""
    made = chain()
    made.start(v - a, "a slope")
    made.solve(v, a, "v = a")
    made.claim(Derivative(v**2, v), Derivative(a**2, v), "at the solution the slope is that of a number")
    return last(made)


def kept_under_a_condition() -> str:
    """What was shown under v = 0 is no result without it."""
    made = chain()
    made.start(v * a, "a product")
    made.equals(Integer(0), "v = 0", using=Eq(v, 0))
    _ = made.keep()
    made.claim(v * a, Integer(0), "kept")
    return last(made)


def assumed_twice() -> str:
    """Contradictory assumptions show nothing."""
    made = chain()
    made.assume(Ge(s, 1), Le(s, 0), reason="both")
    made.claim(a, v, "of them")
    return last(made)


def two_axes_of_one_base() -> str:
    """A base has one axis in all lines: what holds of 1..N in one line is not that of 0..N-1 in another."""
    q: Any = tensor("q")
    made = chain()
    made.assume(Eq(Sum(q[n], (n, 1, N)), 1), reason="they sum to 1")
    made.claim(Sum(q[n], (n, 0, N - 1)), 1, "over another range")
    return last(made)


OTHERS: dict[str, Row] = {
    "a definition in a circle": (in_a_circle, "proved"),
    "a solution under a derivative": (assumed_and_solved, "proved"),
    "kept under a condition": (kept_under_a_condition, "proved"),
    "contradictory assumptions": (assumed_twice, "proved"),
    "two ranges of one base": (two_axes_of_one_base, "proved"),
    "a Derivative with an equation for its name": (
        lambda: str(prove(Derivative(s**2, s), 0, assuming=Eq(s, a)).status),
        "proved",
    ),
    "a Derivative of a delta's sum": (
        lambda: str(prove(Derivative(Sum(KroneckerDelta(n, 0) * w[n], (n, 1, N - 1)), w[0]), 1).status),
        "proved",
    ),
}
TABLES = {"programs": PROGRAMS, "inductions": INDUCTIONS, "definitions": DEFINITIONS, "others": OTHERS}


@pytest.mark.parametrize(("table", "name"), [(table, name) for table, rows in TABLES.items() for name in rows])
def test_no_lie_is_told(table: str, name: str) -> None:
    """The verdict is not the one that would be a lie; an error of the family is none."""
    ask, lie = TABLES[table][name]
    try:
        found = ask()
    except DeriveError:
        return
    assert not found.startswith(lie)
