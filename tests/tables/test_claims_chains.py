"""Chains: what each step rests on, what is kept, moves, inductions and duals; and chains that must not be believed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from sympy.concrete import Product, Sum
from sympy.core import Derivative, Eq, Ge, Gt, Integer, Le, Lt, Symbol, symbols
from sympy.functions import exp, log
from sympy.matrices import Identity, Inverse, MatrixSymbol, Trace, ZeroMatrix
from sympy.tensor import IndexedBase

from derive import Verdict, nonnegative, positive, prove, size, tensor
from derive.derivation import Chain, Citation, Constraint, Induction, Program, Step, joint, same_order, take_logs
from derive.errors import (
    BadFactError,
    IndexClashError,
    NotAnExpressionError,
    ShapeMismatchError,
    UnsupportedError,
)
from derive.expr import tree

N, D, K = size("N"), size("D"), size("K")
i, j, n, m = symbols("i j n m", integer=True)
k = Symbol("k", integer=True, nonnegative=True)
a, x, y, w, alpha, T, U = (IndexedBase(name) for name in ("a", "x", "y", "w", "alpha", "T", "U"))
b, slope, p, q, r, s, t = symbols("b beta p q r s t", real=True)
lam = Symbol("lambda", positive=True)
X, W, V, A = MatrixSymbol("X", N, D), MatrixSymbol("W", D, K), MatrixSymbol("T", N, K), MatrixSymbol("A", D, D)
FORM = Sum(a[n] * a[m] * T[n, m], (n, 1, N), (m, 1, N))


SOURCE = (Citation("l7", 381), Citation("l7", 390), Citation("l8", 2))


def begun(expr: Any = p, *facts: Any) -> Chain:
    """Return a chain that was begun at an expression."""
    chain = Chain("name", "Title", SOURCE)
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
    chain = Chain("name", "Title", SOURCE)
    chain.assume(positive(x), Gt(b, 0), reason="given")
    chain.define(p, b * slope, "a name")
    chain.start(b * slope, "the start")
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
    _ = chain.induct(Induction(lambda state, _: Gt(state, 0), k, Eq(s, q), Eq(s, s + r, evaluate=False)))
    return chain


PRINTED: dict[Callable[[], Chain], str] = {
    squared: """\
name: Title [proved]
  every entry of x is positive    [assumed] given
  b > 0    [assumed] given
  p := b*beta    [definition] a name
  b*beta    [given] the start
  b*beta = p where beta >= 0    [proved; second opinion: agrees] by its name
  b/beta = p/beta**2    [proved; second opinion: agrees] beside it
  result: b*beta = p where beta >= 0    [proved; second opinion: agrees with 2 of 2 proofs] the whole chain
  if beta != 0 (in a denominator)
  second opinion: agrees with 2 of 2 proofs""",
    derived: """\
mean: The mean [proved]
  (b - p)**2    [given] the square
  Derivative((b - p)**2, b) = 2*b - 2*p    [proved; second opinion: agrees] the chain rule
  2*b - 2*q = 2*b - 2*q where q >= 0    [proved; second opinion: agrees] another name
  2*b - 2*q = 0 at b = q    [proved; second opinion: agrees] linear
  b := q    [given] the solution
  result: 2*b - 2*q = 0 at b = q    [proved; second opinion: agrees with 3 of 3 proofs] the whole chain
  second opinion: agrees with 3 of 3 proofs""",
    grown: """\
growth: A number that never shrinks [proved]
  r is not negative    [assumed] what is added
  q is positive    [assumed] the start
  s > 0 where s = q    [proved; second opinion: agrees] induction base
  s > 0    [assumed] induction hypothesis
  s^+ > 0 where s^+ = r + s, s > 0    [proved; second opinion: agrees] induction step
  for all k >= 0: s > 0 where s^(0) = q, s^+ = r + s    \
[proved; second opinion: agrees with 2 of 2 proofs] by induction
  result: for all k >= 0: s > 0 where s^(0) = q, s^+ = r + s    \
[proved; second opinion: agrees with 2 of 2 proofs] by induction
  second opinion: agrees with 2 of 2 proofs""",
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
        assert (statuses(chain), chain.definitions) == (["given", "proved", "given"], [])
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


def test_derivatives_of_chains() -> None:
    """They stay derivatives of the loss, so that the second opinion sees it; by a whole matrix, at any entry.

    Definitions are put in, but not that of the variable, which is held free.
    """
    chain = defined((p, 3 * b), expr=p**2)
    chain.differentiate(b, 18 * b, "the chain rule")
    chain.start(p**2, "the same")
    chain.differentiate(p, 2 * p, "by the name itself")
    whole = begun(Trace(A.T * A))
    whole.differentiate(A, 2 * A, "a trace")
    whole.solve(A, ZeroMatrix(D, D), "nowhere else")
    steps = [step for step in (*chain.steps, *whole.steps) if step.relation == "==" and step.lhs.has(Derivative)]
    assert [(step.status, step.opinion[:6], step.free) for step in steps] == [
        ("proved", "agrees", ()),
        ("proved", "agrees", ("p",)),
        ("proved", "agrees", ()),
    ]
    decided = [getattr(step.verdict, "statement", None) for step in steps]
    assert all(any(isinstance(node, tree.Derivative) for node in tree.walk(each.left)) for each in decided if each)
    assert None not in decided
    assert "where p is held free" in str(steps[1])
    assert statuses(whole)[-3:] == ["proved", "proved", "given"]


BY_MATRICES: dict[str, tuple[Any, Any, Any]] = {
    "a trace by its matrix": (Trace(A), A, Identity(D)),
    "a column by a number": (b**2 * MatrixSymbol("c", D, 1), b, 2 * b * MatrixSymbol("c", D, 1)),
    "another matrix": (Trace(A), W, 0),
}


def test_derivatives_of_and_by_matrices() -> None:
    """Each is compared at any entry: right ones are proved, and their doubles refuted, unless they are 0."""
    for name, (expr, by, rhs) in BY_MATRICES.items():
        chain = begun(expr)
        chain.differentiate(by, rhs, "right")
        chain.start(expr, "again")
        chain.differentiate(by, 2 * rhs, "its double")
        expected = "proved" if rhs == 0 else "refuted"
        assert (statuses(chain)[1], statuses(chain)[3]) == ("proved", expected), name


def test_a_derivative_by_a_matrix_has_its_shape() -> None:
    """One entry of the right side is compared, and so its shape is looked at first."""
    column = MatrixSymbol("c", D, 1)
    wrong = {MatrixSymbol("B", D, D): ShapeMismatchError, column.T: ShapeMismatchError}
    for rhs, kind in wrong.items():
        with pytest.raises(kind, match="the derivative and this are D x 1 and"):
            begun(column.T * column).differentiate(column, rhs, "another shape")
    with pytest.raises(ShapeMismatchError, match="this is a D x D matrix"):
        begun(A * A).differentiate(A, A, "a matrix by a matrix")
    for by, text in ((N, "does not vary smoothly"), (x, "one entry is wanted"), (p + q, "does not vary smoothly")):
        with pytest.raises(NotAnExpressionError, match=text):
            begun(p**2).differentiate(by, 0, "by nothing that varies")


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
    program = Program(Sum(x[n] ** 2, (n, 1, N)), (Constraint(x[n] - 1, a[n], ((n, 1, N),)),))
    dual = -Sum(a[n] + a[n] ** 2 / 4, (n, 1, N))
    assert program.weak_duality(dual, (nonnegative(a),)).status == "proved"
    assert program.weak_duality(dual, ()).status == "refuted"


def defined(*definitions: Any, expr: Any = p) -> Chain:
    """Return a chain with definitions, begun at an expression."""
    chain = Chain("defined", "Names")
    for what, value in definitions:
        chain.define(what, value, "a name")
    chain.start(expr, "the start")
    return chain


def test_a_name_is_defined_once_and_before_it_is_used() -> None:
    """The error names both lines; and a definition says what all of a name is, by other names."""
    refused = {
        (p, r): r"in line 4: p is defined in line 1 already",
        (q, r): r"in line 4: q is free in line 2 already",
        (x[i], y[i]): r"in line 4: x is free in line 3 already",
        (r, r + 1): r"it is defined by itself",
        (r, y[n]): r"the index n stands on the right only",
        (y[0], r): r"this says what some entries are",
        (T[n, n], r): r"this says what some entries are",
        (r + s, t): r"this cannot be defined",
    }
    for (what, value), text in refused.items():
        chain = Chain("twice", "Names")
        chain.define(p, 2 * b, "a name")
        chain.assume(Gt(q, 0), reason="given")
        chain.start(Sum(x[n], (n, 1, N)), "the start")
        with pytest.raises(BadFactError, match=text):
            chain.define(what, value, "a name")
        assert len(chain.steps) == 3
        assert chain.definitions == [Eq(p, 2 * b)]


def test_a_base_has_one_axis_in_all_lines() -> None:
    """Where its shape is not declared, sums must agree; a part beside the whole is right, and so is a chain's range."""
    clash = r"'axis 1 of x' in name: it runs over 1..N in line 1, and over 0..N - 1 in line 2"
    chain = begun(Sum(x[n], (n, 1, N)))
    with pytest.raises(IndexClashError, match=re.escape(clash)):
        chain.claim(Sum(x[n], (n, 0, N - 1)), 0, "another axis", using=Eq(x[n], 0))
    with pytest.raises(IndexClashError, match=r"over 2\.\.N in line 2"):
        chain.claim(Sum(x[n - 1], (n, 3, N + 1)), 0, "moved by one, and one too few")
    chain.equals(x[N] + Sum(x[n], (n, 1, N - 1)) + 0 * Sum(x[n], (n, 1, N)), "the last by itself")
    assert statuses(begun(Sum(x[n + 1], (n, 0, N - 1)))) == ["given"]
    known = Chain("known", "Declared", ranges={x: (0, N)})
    known.start(Sum(x[n], (n, 1, N)), "a part")
    known.start(Sum(x[n], (n, 0, N - 1)), "another part")
    shaped = tensor("x", N)
    declared = begun(Sum(shaped[n], (n, 0, N - 1)))
    declared.start(Sum(shaped[n], (n, 1, N - 1)), "a part of a declared axis")
    assert len(known.steps) == len(declared.steps) == 2


def test_ranges_are_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """To `prove`, with limits and with whether to ask for a second opinion; and only where some are given."""
    asked: list[dict[str, Any]] = []

    def answer(lhs: Any, rhs: Any, assuming: Any, *, relation: str, **options: Any) -> Verdict:
        asked.append(options)
        return prove(lhs, rhs, assuming, relation=relation, recheck=False)

    monkeypatch.setattr("derive.derivation.scope.prove", answer)
    options: tuple[dict[str, Any], ...] = ({}, {"ranges": {x: (1, N)}, "recheck": False})
    chains = [Chain("name", "Title", **given) for given in options]
    for chain in chains:
        chain.claim(p + p, 2 * p, "twice")
        _ = chain.induct(Induction(lambda state, _: Ge(state, 0), k, Eq(s, 0), Eq(t, s + 1)))
    plain = {"limits": None, "recheck": True}
    assert asked == [plain] * 3 + [{"limits": None, "recheck": False, "ranges": {x: (1, N)}}] * 3
    assert chains[0].steps[0].opinion == "no opinion: it was not asked"
    assert str(chains[0].done().opinion) == "agrees with 0 of 3 proofs, no opinion on line 1, line 2, line 4"


def test_no_opinion_is_no_agreement() -> None:
    """It is shown beside the line and counted; the whole agrees only where all lines do."""
    chain = begun(p)
    chain.claim(2 * p, p + p, "twice")
    chain.steps.append(Step("==", p, p, "told", verdict=prove(p, p, recheck=False)))
    whole = joint([("one", chain.steps[1].verdict), ("two", chain.steps[2].verdict)], "both")  # pyright: ignore[reportArgumentType] -- both claim
    assert str(whole.recheck) == "agrees with 1 of 2 proofs, no opinion on two"
    assert (whole.status, getattr(whole.recheck, "agrees", False)) == ("proved", None)
    assert "[proved; second opinion: no opinion: it was not asked] told" in str(chain.done())
