"""Chains: what each step rests on, what is kept, moves, inductions and duals; and chains that must not be believed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy.concrete import Product, Sum
from sympy.core import Eq, Ge, Gt, Integer, Le, Lt, Symbol, symbols
from sympy.functions import exp, log
from sympy.matrices import Identity, Inverse, MatrixSymbol, Trace, ZeroMatrix
from sympy.tensor import IndexedBase

from derive import nonnegative, positive, prove, size
from derive.derivation import Chain, Citation, Constraint, Induction, Program, joint, same_order, take_logs
from derive.errors import BadFactError, NotAnExpressionError, UnsupportedError

N, D, K = size("N"), size("D"), size("K")
i, j, n, m = symbols("i j n m", integer=True)
k = Symbol("k", integer=True, nonnegative=True)
a, x, y, w, alpha, T, U = (IndexedBase(name) for name in ("a", "x", "y", "w", "alpha", "T", "U"))
b, slope, p, q, r, s, t = symbols("b beta p q r s t", real=True)
lam = Symbol("lambda", positive=True)
X, W, V, A = MatrixSymbol("X", N, D), MatrixSymbol("W", D, K), MatrixSymbol("T", N, K), MatrixSymbol("A", D, D)
FORM = Sum(a[n] * a[m] * T[n, m], (n, 1, N), (m, 1, N))


def begun(expr: Any = p, *facts: Any) -> Chain:
    """Return a chain that was begun at an expression."""
    chain = Chain("name", "Title", (Citation("l7", 381), Citation("l7", 390), Citation("l8", 2)))
    chain.assume(*facts, reason="given")
    chain.start(expr, "the start")
    return chain


def statuses(chain: Chain) -> list[str]:
    """Return the status of each step."""
    return [step.status for step in chain.steps]


def ordered() -> Chain:
    """Return a chain that has shown p <= q <= r."""
    chain = begun(p, Le(p, q), Le(q, r))
    chain.link("<=", q, "the first assumption", by=Le(p, q))
    chain.link("<=", r, "the second assumption", by=Le(q, r))
    return chain


def squared() -> Chain:
    """Return a chain of all kinds of steps."""
    chain = begun(b * slope, positive(x), Gt(b, 0))
    chain.define(p, b * slope, "a name")
    chain.equals(p, "by its name", using=Ge(slope, 0))
    chain.claim(b / slope, p / slope**2, "beside it")
    return chain


def derived() -> Chain:
    """Return a chain of a derivative, what comes out at another value, and its zero."""
    chain = Chain("mean", "The mean")
    chain.start((b - p) ** 2, "the square")
    chain.differentiate(b, 2 * (b - p), "the chain rule")
    chain.put(p, q, 2 * (b - q), "another name", using=Ge(q, 0))
    assert chain.solve_for(b, "linear") == q
    return chain


def grown() -> Chain:
    """Return a chain of an induction, whose base does not know what is added at each step."""
    chain = Chain("growth", "A number that never shrinks")
    chain.assume(nonnegative(r), reason="what is added")
    chain.assume(positive(q), reason="the start")
    _ = chain.induct(Induction(lambda state, _: Gt(state, 0), k, Eq(s, q), Eq(t, s + r)))
    return chain


PRINTED: dict[Callable[[], Chain], str] = {
    squared: """\
name: Title [proved]
  every entry of x is positive    [assumed] given
  b > 0    [assumed] given
  b*beta    [given] the start
  p := b*beta    [definition] a name
  b*beta = p where beta >= 0    [proved] by its name
  b/beta = p/beta**2    [proved] beside it
  result: b*beta = p where beta >= 0    [proved] the whole chain
  if beta != 0 (in a denominator)""",
    derived: """\
mean: The mean [proved]
  (b - p)**2    [given] the square
  Derivative((b - p)**2, b) = 2*b - 2*p    [proved] the chain rule
  2*b - 2*q = 2*b - 2*q where q >= 0    [proved] another name
  2*b - 2*q = 0 at b = q    [proved] linear
  b := q    [definition] the solution
  result: b = q    [proved] the whole chain""",
    grown: """\
growth: A number that never shrinks [proved]
  r is not negative    [assumed] what is added
  q is positive    [assumed] the start
  s > 0 where s = q    [proved] induction base
  s > 0    [assumed] induction hypothesis
  t > 0 where t = r + s    [proved] induction step
  for all k >= 0: s > 0    [proved] by induction
  result: for all k >= 0: s > 0    [proved] by induction""",
}


@pytest.mark.parametrize("make", PRINTED)
def test_a_derivation_is_printed_as_its_steps(make: Callable[[], Chain]) -> None:
    """Each with its status and reason, then the result and all conditions; the whole is proved where every part is."""
    whole = make().done()
    assert str(whole) == PRINTED[make]
    assert [each._repr_mimebundle_()["text/plain"] for each in (whole, whole.result)] == [str(whole), str(whole.result)]
    assert whole.lecture == ("l7, l8" if whole.source else "")


def test_a_step_rests_on_what_it_names() -> None:
    """With `by`, a step is decided under the named assumptions and no other; what is not known counts for nothing."""
    chain = ordered()
    chain.claim(p, r, "both", relation="<=", by=(Le(p, q), Le(q, r)))
    chain.claim(p, r, "one is not enough", relation="<=", by=Le(p, q))
    chain.claim(r, p, "the other way", relation="<=", by=Le(r, p))
    assert statuses(chain)[-3:] == ["proved", "refuted", "refuted"]


KEPT: list[tuple[tuple[tuple[str, Any], ...], Any]] = [
    ((("<=", q), ("<=", r)), Le(p, r)),
    ((("<=", q), ("<", r)), Lt(p, r)),
    ((("==", p), (">=", q)), Ge(p, q)),
    (((">", q), ("==", q)), Gt(p, q)),
    ((("==", 2 * p), ("==", r)), Eq(p, r)),
]


def test_a_kept_chain_is_one_relation_between_its_ends() -> None:
    """Strict where a link is; later steps may rest on it alone, if every claim so far is proved."""
    for links, relation in KEPT:
        chain = begun()
        for sign, rhs in links:
            chain.link(sign, rhs, "link")
        assert chain.keep() == relation
        assert relation not in chain.assumptions
    chain = ordered()
    chain.claim(p, r, "as shown", relation="<=", by=chain.keep())
    assert statuses(chain)[-1] == "proved"


def test_what_is_not_proved_or_not_known_is_not_kept() -> None:
    """A link that is not proved, one `using` a condition, and two directions."""
    chain = begun()
    chain.link("<=", q, "no reason")
    chain.claim(p, q, "as if shown", relation="<=", by=chain.keep())
    assert statuses(chain)[1:] == ["refuted", "refuted"]
    chain = begun()
    chain.link("<=", q, "under a condition", using=Le(p, q))
    chain.link("<=", r, "under another", using=Le(q, r))
    with pytest.raises(BadFactError, match="it was shown under p <= q"):
        _ = chain.keep()
    assert chain.done().result.uses == (Le(p, q), Le(q, r))
    with pytest.raises(NotAnExpressionError, match="'<=' and '>=' do not make one relation"):
        chain.link(">=", q, "back")


MOVES: list[Callable[[Chain], object]] = [
    lambda chain: chain.equals(p, "from nothing"),
    lambda chain: chain.differentiate(p, 1, "of nothing"),
    lambda chain: chain.solve(p, 0, "nothing is zero"),
    lambda chain: chain.solve_for(p, "nothing is zero"),
    lambda chain: chain.put(p, 1, 1, "into nothing"),
    Chain.keep,
]


def test_nothing_goes_on_from_no_chain() -> None:
    """The way out is to start one; and a derivation that claims nothing has no result."""
    for move in MOVES:
        chain = Chain("nothing", "Nothing at all")
        with pytest.raises(NotAnExpressionError, match=r"no expression to go on from\. Begin with `start`"):
            _ = move(chain)
        assert chain.steps == []
    with pytest.raises(NotAnExpressionError, match="claims nothing"):
        _ = begun().done()
    assert (joint([], "all").status, joint([], "all").reason) == ("undecided", "there is no part that could be proved")


SOLVED: dict[str, tuple[Any, Any, Any]] = {
    "a number under a sum": (b, Sum(y[i] - b - slope * x[i], (i, 1, N)), Sum(y[i] - slope * x[i], (i, 1, N)) / N),
    "a slope": (
        slope,
        Sum(x[i] * (y[i] - slope * x[i]), (i, 1, N)),
        Sum(x[i] * y[i], (i, 1, N)) / Sum(x[i] ** 2, (i, 1, N)),
    ),
    "a family": (w[j], lam * w[j] - Sum(alpha[i] * x[i, j], (i, 1, N)), Sum(alpha[i] * x[i, j], (i, 1, N)) / lam),
    "a matrix": (W, X.T * (X * W - V), Inverse(X.T * X) * X.T * V),
    "a matrix, times a number": (W, 2 * A * W + lam * W - X.T * V, Inverse(2 * A + lam * Identity(D)) * X.T * V),
}
NOT_LINEAR: dict[str, tuple[Any, Any]] = {
    "a square": (b, b**2 - 1),
    "an exponential": (b, exp(b) - 1),
    "absent": (b, slope),
    "a family that is summed": (w[j], w[j] + Sum(w[i], (i, 1, D)) - 1),
    "a square of a family": (w[j], w[j] ** 2 - 1),
    "a matrix on both sides": (W, X.T * X * W * W.T * W - X.T * V),
    "a matrix on the left": (A, A * W - X.T * V),
    "a matrix without a constant": (W, A * W),
    "nothing to solve for": (Integer(2), b - 2),
}


def test_a_linear_equation_is_solved() -> None:
    """The solution is that of the textbooks, and decided; where the equation is not seen to be linear, one gives it."""
    for name, (unknown, equation, expected) in SOLVED.items():
        chain = begun(equation)
        assert prove(chain.solve_for(unknown, "linear"), expected).status == "proved", name
        assert statuses(chain) == ["given", "proved", "definition"]
    for unknown, equation in NOT_LINEAR.values():
        with pytest.raises(UnsupportedError, match="solve"):
            begun(equation).solve_for(unknown, "linear")


def test_what_a_solution_rests_on() -> None:
    """The matrix can be inverted; and a definition is put in before solving."""
    chain = begun(X.T * X * W - X.T * V)
    assert chain.solve_for(W, "linear in W") == chain.current
    assert [str(condition) for condition in chain.steps[1].conditions] == ["X.T*X is invertible (inverted)"]
    chain = Chain("defined", "A defined score")
    chain.define(p, 3 * b, "three times")
    chain.start(p - slope, "an equation")
    assert prove(chain.solve_for(b, "linear"), slope / 3).status == "proved"
    with pytest.raises(UnsupportedError, match=r"such as A\[i, j\]"):
        chain.differentiate(A, A, "by a whole matrix")


def test_derivatives_of_chains() -> None:
    """Definitions are put in; by a whole matrix the result is one."""
    chain = begun(p**2)
    chain.define(p, 3 * b, "three times")
    chain.differentiate(b, 18 * b, "the chain rule")
    assert statuses(chain)[-1] == "proved"
    chain = begun(Trace(A.T * A))
    chain.differentiate(A, 2 * A, "a trace")
    chain.solve(A, ZeroMatrix(D, D), "nowhere else")
    assert statuses(chain)[-3:] == ["proved", "proved", "definition"]


LOGS: dict[str, tuple[Any, Any, str, list[str]]] = {
    "of a product": (Product(exp(-y[i]), (i, 1, N)), -Sum(y[i], (i, 1, N)), "proved", []),
    "of a sum": (Sum(exp(y[i]), (i, 1, N)), Sum(y[i], (i, 1, N)), "refuted", []),
    "of any numbers": (b * slope, log(b) + log(slope), "proved", ["b > 0", "beta > 0"]),
}


def test_logs_are_taken_of_the_current_expression() -> None:
    """The chain goes on with the logarithm, and what it needs is shown."""
    for expr, rhs, status, conditions in LOGS.values():
        chain = begun(expr)
        take_logs(chain, rhs, "split")
        assert (statuses(chain)[-1], chain.first, chain.current) == (status, log(expr), rhs)
        assert sorted(str(each.statement) for each in chain.steps[-1].conditions) == conditions
        assert chain.steps[-2].reason == "the logarithm, which increases and so keeps the arg max"


def test_an_order_is_kept_both_ways() -> None:
    """By an increasing map; a constant loses strictness, and a negative factor turns the order round."""
    orders = {lam: ["proved", "proved"], Integer(0): ["refuted", "proved"], Integer(-1): ["refuted", "refuted"]}
    for factor, expected in orders.items():
        chain = Chain("order", "Scaled scores")
        same_order(chain, (b, slope), (factor * b, factor * slope), "scaled")
        assert statuses(chain) == expected


def growing(counter: Symbol) -> Induction:
    """Return an induction that claims a product a_n T_n to be nonnegative."""
    start, update = Eq(T[n], 0), Eq(U[n], T[n] * x[n])
    return Induction(lambda state, _: Ge(a[n] * state[n], 0), counter, start, update, at=((a[n], a[n] * x[n]),))


def test_an_induction_may_use_other_values() -> None:
    """A claim for all a may be used at a_n x_n: the entrywise powers of x x' are positive semidefinite."""
    chain = Chain("powers", "Powers of x x'")
    start, update = Eq(T[n, m], 1), Eq(U[n, m], T[n, m] * x[n] * x[m])
    claim = Induction(lambda state, _: Ge(FORM.xreplace({T: state}), 0), k, start, update, at=((a[n], a[n] * x[n]),))
    assert chain.induct(claim) == Ge(FORM, 0) == chain.assumptions[0]
    reasons = ["induction base", "induction hypothesis, at a[n] = a[n]*x[n]", "induction step", "by induction"]
    assert [step.reason for step in chain.steps] == reasons
    assert statuses(chain) == ["proved", "assumed", "proved", "proved"]


def shrinking(start: Any) -> Induction:
    """Return an induction that claims a number to be nonnegative which is one less after each step."""
    return Induction(lambda state, _: Ge(state, 0), k, start, Eq(t, s - 1))


REFUSED: dict[str, tuple[Induction, tuple[Any, ...], str]] = {
    "a counter that leaves out zero": (growing(Symbol("k", integer=True, positive=True)), (), "every number from 0 on"),
    "a counter of which something is assumed": (growing(k), (Gt(k, 0),), "every number from 0 on"),
    "other values of a tensor that is not free": (growing(k), (nonnegative(a),), "something is assumed of it"),
    "a start that is no equation": (shrinking(Ge(s, 0)), (), "a state is given by an equation"),
}


def test_an_induction_that_leaves_numbers_out_is_refused() -> None:
    """It never takes the step from 0 to 1, or is about fewer values than it uses."""
    for induction, facts, text in REFUSED.values():
        with pytest.raises(BadFactError, match=text):
            _ = begun(p, *facts).induct(induction)


def test_a_wrong_step_is_no_induction() -> None:
    """The conclusion is not known where the step is refuted, and says which part is not proved."""
    chain = Chain("wrong", "A number that shrinks")
    chain.induct(shrinking(Eq(s, 0)))
    assert (statuses(chain), chain.assumptions) == (["proved", "assumed", "refuted", "undecided"], [])
    assert chain.steps[-1].verdict is not None
    assert chain.steps[-1].verdict.reason == "induction step is refuted"


def test_a_part_that_fails_is_named() -> None:
    """Neither the status nor the method of the whole, which every view prints beside it, says proved."""
    chain = begun(p + p)
    chain.equals(2 * p, "so much is right")
    chain.equals(3 * p, "and this is not")
    verdict: Any = chain.done().result.verdict
    assert (chain.done().status, verdict.status, verdict.method) == ("refuted", "undecided", "not every part is proved")
    assert verdict.reason == "line 3 is refuted"


def test_weak_duality() -> None:
    """With a multiplier of any sign the dual is a bound only where the constraint is an equation."""
    for equality, status in ((True, "proved"), (False, "refuted")):
        program = Program(p**2 / 2, (Constraint(p - 1, q, equality=equality),))
        assert program.weak_duality(-(q**2) / 2 - q, ()).status == status
        assert (program.stationarity(p), program.at(p, -q)) == (p + q, q**2 / 2 + q * (-q - 1))
    program = Program(Sum(x[n] ** 2, (n, 1, N)), (Constraint(1 - x[n], a[n], ((n, 1, N),)),))
    dual = Sum(a[n] - a[n] ** 2 / 4, (n, 1, N))
    assert program.weak_duality(dual, (nonnegative(a),)).status == "proved" != program.weak_duality(dual, ()).status


def shrunk(**options: Any) -> Chain:
    """Return a chain of an induction about a state that its step does not leave, or leaves as it was."""
    chain = Chain("to turn", "None of these follows")
    after = options.get("after", Eq(t, s + b))
    claim = options.get("claim", lambda state, _: Eq(state, 0, evaluate=False))
    chain.induct(Induction(claim, options.get("counter", k), Eq(s, 0), after), using=options.get("using", ()))
    return chain


def defined(*definitions: Any, expr: Any = p) -> Chain:
    """Return a chain with definitions, begun at an expression."""
    chain = begun(expr)
    for what, value in definitions:
        chain.define(what, value, "a name")
    return chain


def twice_defined() -> Chain:
    """Return a chain with two definitions of one name, by which their values are equal."""
    chain = defined((p, q), (p, r))
    chain.claim(q, r, "so both are equal")
    return chain


def through_a_definition() -> Chain:
    """Return a chain of a derivative by what is defined, as if p q did not depend on q."""
    chain = defined((q, 3 * p), expr=p * q)
    chain.differentiate(q, 0, "a constant")
    return chain


INTEGER = Symbol("Z", integer=True)
# to turn: none of these follows, and each is proved today.
UNSOUND: dict[str, Callable[[], Chain]] = {
    "a state that its own step redefines": lambda: shrunk(after=Eq(s, s + 1, evaluate=False)),
    "a fact of each step, known for all": lambda: shrunk(using=Eq(b, 0)),
    "a counter that may be negative": lambda: shrunk(
        claim=lambda state, counter: Ge(counter + 0 * state, 0, evaluate=False), counter=INTEGER, after=Eq(t, s)
    ),
    "two definitions of one name": twice_defined,
    "a derivative by what is defined": through_a_definition,
}


def test_chains_that_are_not_to_be_believed() -> None:
    """What an induction and a definition take for granted."""
    assert {name: statuses(make())[-1] for name, make in UNSOUND.items()} == dict.fromkeys(UNSOUND, "proved")
