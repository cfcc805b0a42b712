"""Claims and verdicts: what a statement is, its cases and roots, what is tried further, and how verdicts say why."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from sympy import (
    Abs,
    Eq,
    Function,
    Ge,
    Gt,
    Idx,
    IndexedBase,
    Integer,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Sum,
    cos,
    exp,
    floor,
    log,
    sin,
    sqrt,
    symbols,
)

from derive import Limits, gradient, hessian, kernel, prove, size
from derive.decide.cases import Cases, in_cases, splits, values_of
from derive.decide.certificate import Part, Reason, goal_of
from derive.decide.counterexample import Evidence, find
from derive.decide.equality import further_ways, has_numbers
from derive.decide.ground import stand_on
from derive.decide.roots import conditions_of_sides, sides_with_roots, squared
from derive.decide.statement import Statement, statement
from derive.errors import DeriveError, NotAnExpressionError, ShapeMismatchError
from derive.kernel import NONNEGATIVE
from derive.language import ask
from derive.language.session import Ways
from tests.checked import checked

a, b, c, m = symbols("a b c m", real=True)
s, t = symbols("s t", positive=True)
i, j = symbols("i j", integer=True)
N, D, T = size("N"), size("D"), size("T")
x, w = IndexedBase("x"), IndexedBase("w")
f = Function("f", real=True)
squares = Sum(x[i] ** 2, (i, 1, N))


def claimed(*sides: Any, assuming: Any = (), relation: str | None = None) -> Statement:
    """Return a statement."""
    found = statement(sides[0], sides[1] if len(sides) > 1 else None, relation, assuming)
    assert isinstance(found, Statement)
    return found


RELATIONS: dict[str, tuple[Any, str, tuple[Any, Any]]] = {
    "an equation": (Eq(a, b), "==", (a, b)),
    "at most": (Le(a, b), "<=", (a, b)),
    "less": (Lt(a, b), "<", (a, b)),
    "at least": (Ge(a, b), ">=", (a, b)),
    "more": (Gt(a, b), ">", (a, b)),
}


@pytest.mark.parametrize("case", RELATIONS)
def test_a_relation_is_two_sides_and_a_sign(case: str) -> None:
    """The same statement comes from its sides and the name of the relation, and prints as it is written."""
    relation, name, sides = RELATIONS[case]
    found = claimed(relation)
    assert (found.lhs, found.rhs, found.relation) == (*sides, name)
    assert found == claimed(*sides, relation=name)
    assert str(found) == f"a {name} b"
    assert claimed(*sides).relation == "=="


NO_STATEMENTS: dict[str, tuple[tuple[Any, ...], dict[str, Any], type[DeriveError], str]] = {
    "a relation and a side": (
        (Eq(a, b), c),
        {},
        NotAnExpressionError,
        (
            "'Eq(a, b)': a relation has both its sides already. "
            "Call prove(Eq(a, b)) or prove(a, b); assumptions go into `assuming`."
        ),
    ),
    "a relation and its name": (
        (Eq(a, b),),
        {"relation": "<="},
        NotAnExpressionError,
        (
            "'Eq(a, b)': a relation has both its sides already. "
            "Call prove(Eq(a, b)) or prove(a, b); assumptions go into `assuming`."
        ),
    ),
    "one side": (
        (a,),
        {},
        NotAnExpressionError,
        "'a': one side alone states nothing. Give both sides, or a relation such as Eq(a, b).",
    ),
    "another relation by name": (
        (a, b),
        {"relation": "!="},
        NotAnExpressionError,
        "''!='': this relation is not decided here. Use one of ==, <=, <, >=, >.",
    ),
    "another relation": (
        (Ne(a, b),),
        {},
        NotAnExpressionError,
        "'Ne(a, b)': this relation is not decided here. Use Eq, Le, Lt, Ge or Gt.",
    ),
    "a family and an expression": (
        (gradient(squares, x), a),
        {},
        ShapeMismatchError,
        "'a': a family has a value for every index, the other side has one. Compare a member, such as family[i].",
    ),
    "an expression and a family": (
        (a, gradient(squares, x)),
        {},
        ShapeMismatchError,
        "'a': a family has a value for every index, the other side has one. Compare a member, such as family[i].",
    ),
    "families of two ranks": (
        (gradient(squares, x), hessian(Sum(x[i], (i, 1, N)), x)),
        {},
        ShapeMismatchError,
        "'0': one family has 1 indices, the other 2. Compare families of the same rank.",
    ),
}


@pytest.mark.parametrize("case", NO_STATEMENTS)
def test_what_is_no_statement_is_refused(case: str) -> None:
    """With what it is, and the way out."""
    sides, options, error, text = NO_STATEMENTS[case]
    with pytest.raises(error) as raised:
        _ = prove(*sides, **options)
    assert str(raised.value) == text


def test_families_are_compared_at_common_indices() -> None:
    """Member by member, whatever their own indices are called."""
    assert checked_members(gradient(squares, x), gradient(2 * squares, x)) == "refuted"
    assert checked_members(gradient(2 * squares, x), gradient(squares + Sum(x[j] ** 2, (j, 1, N)), x)) == "proved"
    assert checked_members(hessian(squares, x), hessian(Sum(x[j] ** 2, (j, 1, N)), x)) == "proved"


def checked_members(one: Any, other: Any) -> str:
    """Return the status of the equation of two families."""
    return prove(one, other).status


STEP = Idx("t", (1, T))
WAYS: dict[str, tuple[Any, Any, tuple[object, ...], list[Ways]]] = {
    "numbers": (a, b, (), []),
    "a sum": (Sum(x[i], (i, 1, N)), a, (), []),
    "a short sum": (Sum(x[i], (i, 1, 3)), a, (), [Ways(unroll=True)]),
    "neighbours": (Sum(x[i] - x[i - 1], (i, 1, N)), a, (), [Ways(align=True)]),
    "ends that differ": (Sum(x[i], (i, 1, N - 1)), Sum(x[i], (i, 1, N)), (), [Ways(align=True)]),
    "neighbours and a short sum": (
        Sum(x[i] - x[i - 1], (i, 1, N)),
        Sum(x[i], (i, 1, 3)),
        (),
        [Ways(unroll=True), Ways(unroll=True, align=True)],
    ),
    "a mean": (m, a, (Eq(N * m, squares),), [Ways(solve=True)]),
    "a mean and a short sum": (
        m,
        Sum(x[i], (i, 1, 3)),
        (Eq(N * m, squares),),
        [Ways(unroll=True), Ways(unroll=True, solve=True)],
    ),
    "a mean and neighbours": (
        m,
        Sum(x[i] - x[i - 1], (i, 1, N)),
        (Eq(N * m, squares),),
        [Ways(align=True), Ways(align=True, solve=True)],
    ),
    "a recursion": (
        w[T],
        w[0] + Sum(x[i], (i, 1, T)),
        (Eq(w[STEP], w[STEP - 1] + x[STEP]),),
        [Ways(align=True), Ways(align=True, add_up=True)],
    ),
}


@pytest.mark.parametrize("case", WAYS)
def test_ranges_are_taken_apart_where_that_can_help(case: str) -> None:
    """Short ones into terms, related ones at their ends, a recursion added up, an equation solved."""
    lhs, rhs, assuming, expected = WAYS[case]
    claim = claimed(lhs, rhs, assuming=assuming)
    question = ask([lhs, rhs], assuming=claim.assuming, limits=Limits())
    _ = question.read_sides(lhs, rhs)
    assert further_ways(question) == expected
    assert has_numbers(question) is any(way.unroll for way in expected)


Order = tuple[tuple[Any, Any], ...]
CASES: dict[str, tuple[Any, list[tuple[Any, Order]]]] = {
    "a number": (a, []),
    "a size": (Abs(a), [(a, ((a, 0),)), (-a, ((-a, 0),))]),
    "a larger one": (Max(a, b), [(a, ((a, b),)), (b, ((b, a),))]),
    "a largest one": (
        Max(c, b, a),
        [(a, ((a, b), (a, c))), (b, ((b, a), (b, c))), (c, ((c, a), (c, b)))],
    ),
    "a smaller one": (Min(a, b), [(a, ((b, a),)), (b, ((a, b),))]),
    "a smallest one": (
        Min(c, b, a),
        [(a, ((b, a), (c, a))), (b, ((a, b), (c, b))), (c, ((a, c), (b, c)))],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_cases_of_a_function(case: str) -> None:
    """One for each value that it may have, in a fixed order, each with what is larger than what in it."""
    expr, expected = CASES[case]
    found = values_of(expr)
    assert [value for value, _ in found] == [value for value, _ in expected]
    assert [set(order) for _, order in found] == [set(order) for _, order in expected]


def test_a_statement_is_split_where_no_sum_stands_around_it() -> None:
    """The outermost function first, on the left and then on the right."""
    inner = Abs(a - Max(b, c))
    claim = claimed(Le(2 * inner + Sum(Abs(x[i]), (i, 1, N)), exp(Abs(c))))
    assert list(splits(claim)) == [inner, Max(b, c), Abs(c)]


def test_a_case_states_what_holds_in_it() -> None:
    """The function is replaced on both sides; an order with a free index holds for one of its values only."""
    first, second = in_cases(claimed(Le(Abs(a) * b, Abs(a) + c), assuming=[Ge(b, 0)]), Abs(a))
    assert (first.lhs, first.rhs, first.relation) == (a * b, a + c, "<=")
    assert (second.lhs, second.rhs) == (-a * b, -a + c)
    assert [set(map(str, each.assuming)) for each in (first, second)] == [{"b >= 0", "a >= 0"}, {"b >= 0", "-a >= 0"}]
    assert [each.assuming for each in in_cases(claimed(Ge(Abs(x[i]), b)), Abs(x[i]))] == [(), ()]
    under = Abs(a) + Sum(Abs(a) * x[i], (i, 1, N))
    assert next(in_cases(claimed(Ge(under, b)), Abs(a))).lhs == a + Sum(Abs(a) * x[i], (i, 1, N))


PROOFS: dict[str, tuple[Any, tuple[object, ...], str, str]] = {
    "by cases": (
        Le(Abs(a + b), Abs(a) + Abs(b)),
        (),
        "certificate: by cases",
        (
            "if Abs(a + b) is a + b: -a - b + Abs(a) + Abs(b) = [(Abs(a) - (a))] + [(Abs(b) - (b))]; "
            "if Abs(a + b) is -a - b: a + b + Abs(a) + Abs(b) = [(Abs(-a) - (-a))] + [(Abs(-b) - (-b))]"
        ),
    ),
    "by squares": (
        Lt(sqrt(s), sqrt(s + t)),
        (),
        "certificate: squares of both sides",
        "sqrt(s + t) >= 0, and of the squares: t = [t]",
    ),
    "a maximum of three": (
        Ge(Max(a, b, c), (a + b + c) / 3),
        (),
        "certificate: facts and squares",
        (
            "-a/3 - b/3 - c/3 + Max(a, b, c) = 1/3*[(Max(a, b, c) - (a))] + 1/3*[(Max(a, b, c) - (b))]"
            " + 1/3*[(Max(a, b, c) - (c))]"
        ),
    ),
    "a minimum of three": (
        Le(3 * Min(a, b, c), a + b + c),
        (),
        "certificate: facts and squares",
        "a + b + c - 3*Min(a, b, c) = [(a - Min(a, b, c))] + [(b - Min(a, b, c))] + [(c - Min(a, b, c))]",
    ),
    "a tangent of log": (
        Le(log(s), s - 1),
        (),
        "certificate: facts and squares",
        "s - log(s) - 1 = [(s - 1 - log(s))]",
    ),
    "a tangent of exp": (
        Ge(exp(a), 1 + a),
        (),
        "certificate: facts and squares",
        "-a + exp(a) - 1 = [(exp(a) - 1 - (a))]",
    ),
    "order of logarithms": (
        Le(log(s), log(s + t)),
        (),
        "certificate: sign",
        "-log(s) + log(s + t) = [(log(s + t) - log(s))]",
    ),
    "order of exponentials": (
        Le(exp(a), exp(a + s)),
        (),
        "certificate: facts and squares",
        "(exp(-a))*(-exp(a) + exp(a + s)) = [(exp(s) - exp(0))]",
    ),
    "a square": (
        Ge(a**2 + b**2, 2 * a * b),
        (),
        "certificate: facts and squares",
        "a**2 - 2*a*b + b**2 = [(-a + b)**2]",
    ),
}


@pytest.mark.parametrize("case", PROOFS)
def test_a_certificate_reads_as_mathematics(case: str) -> None:
    """Where only one is short, it is that one; the parts stand in any order."""
    goal, facts, method, text = PROOFS[case]
    verdict = checked(goal, assuming=facts)
    assert (verdict.status, verdict.method) == ("proved", method)
    assert sorted(str(verdict.certificate).split(" + ")) == sorted(text.split(" + "))


REASONS: list[tuple[str, tuple[Any, ...], str]] = [
    ("square", (a - b,), "(a - b)**2"),
    ("exp above its tangent", (a,), "(exp(a) - 1 - (a))"),
    ("log below its tangent", (s,), "(s - 1 - log(s))"),
    ("log increases", (s, t), "(log(s) - log(t))"),
    ("exp increases", (a, b), "(exp(a) - exp(b))"),
    ("sum of nonnegative terms", (x[i], i), "(sum over i of x[i], without that at i)"),
    ("absolute value", (a,), "(Abs(a) - (a))"),
    ("maximum", (Max(a, b), a), "(Max(a, b) - (a))"),
    ("minimum", (a, Min(a, b)), "(a - Min(a, b))"),
    ("sign", (a + s,), "(a + s)"),
    ("fact", (a * s,), "a*s"),
]


@pytest.mark.parametrize(("kind", "about", "text"), REASONS)
def test_a_reason_is_printed_as_what_it_is_worth(kind: str, about: tuple[Any, ...], text: str) -> None:
    """Sums in brackets, products without."""
    assert str(Reason(kind, about)) == text


def test_parts_are_printed_with_their_coefficients_and_sums() -> None:
    """A coefficient of one is not written; a part without reasons is a number."""
    reason = Reason("square", (x[i],))
    assert str(Part(Fraction(1), (), (reason,))) == "[(x[i])**2]"
    assert str(Part(Fraction(1, 2), (), (reason, Reason("sign", (s,))))) == "1/2*[(x[i])**2*s]"
    assert str(Part(Fraction(1), ((i, 1, N),), (reason,))) == "[Sum((x[i])**2, (i, 1, N))]"
    number = Part(Fraction(3), (), ())
    assert (str(number), number.kind) == ("3*[1]", "number")
    assert Part(Fraction(1), (), (reason, reason, Reason("sign", (s,)))).kind == "square, sign"


def test_the_goal_is_the_larger_side_less_the_smaller() -> None:
    """Whichever side the relation puts it on; a matrix of one entry may be compared with a number."""
    assert [goal_of(claimed(relation)) for relation in (Le(a, b), Lt(a, b), Ge(b, a), Gt(b, a))] == [b - a] * 4
    assert goal_of(claimed(Ge(a, 0))) == a
    X, v = MatrixSymbol("X", N, D), MatrixSymbol("v", D, 1)
    form = v.T * X.T * X * v
    assert goal_of(Statement(form, Integer(0), ">=", ())).shape == (1, 1)


def test_the_squares_of_a_claim_are_in_its_order() -> None:
    """Strict where it is strict, under the same assumptions, always the smaller side first."""
    facts = claimed(Le(a, b), assuming=[Ge(a, 0)]).assuming
    for relation, expected in (("<=", "<="), (">=", "<="), ("<", "<"), (">", "<")):
        assert squared(Statement(a, b, relation, facts), a, b) == Statement(a**2, b**2, expected, facts)


def test_the_side_with_roots_is_not_negative() -> None:
    """It holds roots alone, then all that is not negative; without roots there is no such side."""
    ground = stand_on(claimed(Ge(sqrt(s) + t - a, 0)), Limits())
    assert set(sides_with_roots(ground)) == {(a - t, sqrt(s)), (a, sqrt(s) + t)}
    for smaller, larger in sides_with_roots(ground):
        rest = kernel.subtract(
            kernel.subtract(ground.question.read(larger), ground.question.read(smaller)), ground.goal
        )
        assert not rest
        assert ground.sign(ground.question.read(larger)) >= NONNEGATIVE
    assert list(sides_with_roots(stand_on(claimed(Ge(s - a, 0)), Limits()))) == []
    assert list(sides_with_roots(stand_on(claimed(Ge(s * sqrt(t) - a, 0)), Limits()))) == [(a, s * sqrt(t))]
    assert list(sides_with_roots(stand_on(claimed(Ge(a - sqrt(s), 0)), Limits()))) == []


def test_sides_need_no_more_than_the_claim() -> None:
    """A side that may have no value where the claim has one is none."""
    ground = stand_on(claimed(Ge(sqrt(a), b)), Limits())
    assert conditions_of_sides(ground, b, sqrt(a)) == set()
    assert conditions_of_sides(ground, b, sqrt(b)) is None
    assert conditions_of_sides(ground, log(a), sqrt(a)) is None


def test_cases_are_printed_one_by_one() -> None:
    """Each with the value that it is about."""
    parts: tuple[Any, ...] = tuple(prove(each).certificate for each in (Ge(a**2, 0), Ge(s, -t)))
    printed = str(Cases(claimed(Ge(Abs(a), a)), Abs(a), parts))
    assert printed == f"if Abs(a) is a: {parts[0]}; if Abs(a) is -a: {parts[1]}"


VERDICTS: dict[str, tuple[tuple[Any, ...], str, str, str]] = {
    "refuted": ((a**2, a), "refuted", "counterexample", "the normal forms differ"),
    "refuted, an order": ((Ge(a, b),), "refuted", "counterexample", "no certificate was found"),
    "of an unknown function": (
        (floor(a), a),
        "undecided",
        "kernel and evaluation",
        "the normal forms differ; the function floor is not known here",
    ),
    "never defined": (
        (log(-1 - a**2), 0),
        "undecided",
        "kernel and evaluation",
        "the normal forms differ; undefined at every point that was tried",
    ),
    "built as True": ((Le(1, 2),), "proved", "evaluated to True by SymPy when the relation was built", ""),
    "built as False": (
        (Le(2, 1),),
        "undecided",
        "relation already evaluated",
        (
            "SymPy turned the relation into False when it was built; "
            "call prove(lhs, rhs) with the two sides to get a counterexample"
        ),
    ),
}


@pytest.mark.parametrize("case", VERDICTS)
def test_a_verdict_says_how_and_why(case: str) -> None:
    """What was tried first is named, and what came of evaluation."""
    sides, status, method, reason = VERDICTS[case]
    verdict = prove(*sides)
    assert (verdict.status, verdict.method, verdict.reason) == (status, method, reason)


def test_every_verdict_carries_its_statement() -> None:
    """With the two sides, the relation and the assumptions as they were given."""
    for sides in ((a + b, b + a), (a, b), (f(a) + floor(a), 0), (sin(a) * cos(b) + sin(b) * cos(a), sin(a + b))):
        verdict: Any = prove(*sides, assuming=[Ge(c, 0)])
        assert verdict.statement == claimed(*sides, assuming=[Ge(c, 0)])


def test_what_is_nested_too_deeply_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it cannot even be read."""

    def too_deep(*_: object) -> Statement:
        raise RecursionError

    monkeypatch.setattr(import_module("derive.decide.prove"), "statement", too_deep)
    verdict = prove(a, b)
    assert (verdict.status, verdict.method) == ("undecided", "limit")
    assert verdict.reason == "limit reached: nesting depth"


def test_a_sample_says_at_how_many_points() -> None:
    """And that it is no proof, with a bound of the error."""
    verdict = prove(sin(a) * cos(b) + sin(b) * cos(a), sin(a + b))
    assert verdict.status == "sampled"
    assert verdict.method == "evaluation at random points"
    text = r"the normal forms differ; both sides agree at \d+ exact points, which is no proof \(error bound \de-\d+\)"
    assert re.fullmatch(text, verdict.reason)


def test_a_point_is_one_and_points_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evidence without a bound, of one point, and what is not complete or has no reason."""
    module: Any = import_module("derive.decide.prove")
    for evidence, status, text in (
        (
            Evidence(1, 0.0, "", complete=True),
            "sampled",
            "at 1 exact point, which is no proof (without an error bound)",
        ),
        (Evidence(2, 0.5, "", complete=True), "sampled", "at 2 exact points, which is no proof (error bound 0.5)"),
        (Evidence(2, 0.5, "too slow", complete=False), "undecided", "the normal forms differ; too slow"),
        (Evidence(0, 1.0, "", complete=True), "undecided", "the normal forms differ; no point could be evaluated"),
    ):
        monkeypatch.setattr(module, "find", lambda *_, given=evidence, **__: given)
        verdict = prove(f(a), f(b))
        assert verdict.status == status
        assert verdict.reason.endswith(text)


def test_evidence_says_where_it_was_seen() -> None:
    """Where it is defined; that one size only could be afforded; or what differs modulo a prime."""
    assert find(a / a, 1).__class__ is Evidence
    undefined = find(log(a) - log(2 * a), -log(2))
    assert isinstance(undefined, Evidence)
    assert undefined.reason == "it holds at every point that was tried and where it is defined"
    everywhere = find(a**2, 0, relation=">=")
    assert isinstance(everywhere, Evidence)
    assert (everywhere.reason, everywhere.complete) == ("it holds at every point that was tried", True)
