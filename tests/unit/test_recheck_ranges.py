"""Over what indices run, in the second opinion: where a range comes from, and which values are tried together."""

from __future__ import annotations

import random

import pytest
from sympy import Basic, Idx, IndexedBase, KroneckerDelta, MatrixSymbol, Sum, Symbol, symbols

from derive.facts import symmetric
from derive.recheck.model import Model
from derive.recheck.opinion import prepare
from derive.recheck.question import Statement
from derive.recheck.values import NotEvaluableError, UndefinedError

N, D = symbols("N D", integer=True, positive=True)
i, j, k, n = symbols("i j k n", integer=True)
a = Symbol("a")
x, y, z, w, p, S, T = (IndexedBase(s) for s in ("x", "y", "z", "w", "p", "S", "T"))
A, B = MatrixSymbol("A", N, D), MatrixSymbol("B", N, D)


def total(body: Basic, *limits: tuple[Basic, Basic | int, Basic | int]) -> Basic:
    """Return a sum, from 1 to N over i where nothing else is said."""
    return Sum(body, *(limits or [(i, 1, N)]))


def asked(goal: Basic, *assuming: object, relation: str = "==", **ranges: tuple[Basic | int, Basic | int]) -> Model:
    """Return a question, ready for a survey."""
    return prepare((goal, 0), relation, assuming, ranges or None)


def ends(statement: Statement, size: int = 3) -> dict[str, tuple[int, int]]:
    """Return the ranges of a statement's free indices where every size is the same."""
    sizes = {s: size for pair in statement.ranges.values() for end in pair for s in end.symbols()}
    return {str(index): statement.ends(index, sizes) for index in statement.indices}


RANGES: dict[str, tuple[Model, dict[str, tuple[int, int]]]] = {
    "as given": (asked(x[i] + total(x[i]), i=(2, 5)), {"i": (2, 5)}),
    "as it brings along": (asked(x[Idx("i", (0, N))] + total(x[n], (n, 1, N))), {"i": (0, 3)}),
    "as bound indices run": (asked(x[i] + total(x[n], (n, 0, N))), {"i": (0, 3)}),
    "the widest": (asked(x[i] + total(x[n], (n, 1, N)) + total(x[n], (n, 1, N - 1))), {"i": (1, 3)}),
    "as declared": (asked(IndexedBase("s", shape=(N,))[i]), {"i": (0, 2)}),
    "as declared, counted from 1": (asked(IndexedBase("s", shape=(N,))[i] + total(x[n], (n, 1, N))), {"i": (1, 3)}),
    "as another index in the same place": (
        asked(x[i] + x[j] + total(z[n] + z[j], (n, 2, N))),
        {"i": (2, 3), "j": (2, 3)},
    ),
    "as beside a delta": (asked(total(KroneckerDelta(i, n), (n, 1, N))), {"i": (1, 3)}),
    "as the other side of a square matrix": (
        asked(S[i, j] + total(S[n, j], (n, 1, N)), symmetric(S)),
        {"i": (1, 3), "j": (1, 3)},
    ),
    "as the rows and columns of a product of matrices": (asked((A.T * B)[i, j]), {"i": (0, 2), "j": (0, 2)}),
    "a shifted one": (asked(x[i + 1] + total(x[n], (n, 1, N))), {"i": (1, 3)}),
    "of its own": (asked(x[i] + y[j]), {"i": (1, 3), "j": (1, 3)}),
}


@pytest.mark.parametrize("case", RANGES)
def test_where_a_range_comes_from(case: str) -> None:
    """From what is surest: given, its own, other indices in the same place, the shape, a delta; else nobody knows."""
    model, expected = RANGES[case]
    assert ends(model.question.goal) == expected
    assert bool(model.question.private) is (case == "of its own")


def test_ranges_that_nobody_named_are_told_apart() -> None:
    """Each index that nothing ties has a size of its own; one that stands in the same place has not."""
    question = asked(x[i] + y[j] + x[k]).question
    assert sorted(str(s) for s in question.private) == ["_size1", "_size2"]
    assert set(question.sizes) == question.private
    assert asked(total(x[i])).question.private == frozenset()


def test_places_that_no_one_range_covers_have_none() -> None:
    """1..N and 0..N - 1 overlap, and neither contains the other; a fact of such a tensor is not evaluated."""
    crossing = asked(total(p[i]) + total(p[i], (i, 0, N - 1)))
    nested = asked(total(p[i]) + total(p[i], (i, 2, N)))
    assert ("p", 0) not in crossing.question.slots
    sizes = dict.fromkeys(nested.question.sizes, 3)
    assert nested.question.extent([("p", 0)], sizes) == (1, 3)
    with pytest.raises(NotEvaluableError):
        _ = crossing.question.extent([("p", 0)], sizes)
    two = asked(total(p[i]) + Sum(w[j], (j, 1, D))).question
    assert two.extent([("p", 0), ("w", 0)], {N: 2, D: 2}) == (1, 2)
    with pytest.raises(UndefinedError):
        _ = two.extent([("p", 0), ("w", 0)], {N: 2, D: 3})


def test_an_index_may_end_where_another_stands() -> None:
    """The triangle j <= i, whichever name comes first; a circle has no order."""
    for first, second in ((i, j), (j, i)):
        goal = prepare((T[first, second], 0), "==", (), {str(first): (1, second), str(second): (1, N)}).question.goal
        found = [(bound[first], bound[second]) for bound in goal.instances({N: 3})]
        assert sorted(found) == [(r, s) for r in (1, 2, 3) for s in (1, 2, 3) if r <= s]
    with pytest.raises(NotEvaluableError):
        _ = list(asked(T[i, j], i=(1, j), j=(1, i)).question.goal.instances({}))


def test_what_a_statement_mentions() -> None:
    """Tensors, scalars and sizes, and no index, even where it stands as a number."""
    goal = asked(i * x[i] + a * total(y[n], (n, 1, N))).question.goal
    assert goal.names() == {"x", "y", "a", "N"}


@pytest.mark.parametrize("count", [2, 4, 6])
def test_patterns_of_many_indices_are_sampled(count: int) -> None:
    """All within their ranges; each coincidence once, the rarest among them: all equal, and all different."""
    indices = symbols(f"i0:{count}", integer=True)
    question = asked(sum(x[index] for index in indices) + total(x[n], (n, 1, N))).question
    found = question.patterns({N: 9}, random.Random(1))  # noqa: S311 -- no secret
    patterns = [question.pattern(bound) for bound in found]
    assert len(set(patterns)) == len(patterns)
    assert {(0,) * count, tuple(range(count))} <= set(patterns)
    assert all(1 <= bound[index] <= 9 for bound in found for index in indices)
    assert len({bound[indices[0]] for bound in found}) > 1


def test_few_combinations_are_taken_whole() -> None:
    """So the ends of ranges are met; with none, there is nothing to try."""
    question = asked(x[i] + x[j], i=(1, N), j=(1, N)).question
    dice = random.Random(1)  # noqa: S311 -- no secret
    assert {(bound[i], bound[j]) for bound in question.patterns({N: 2}, dice)} == {
        (r, c) for r in (1, 2) for c in (1, 2)
    }
    assert len(question.patterns({N: 3}, dice)) == 2
    assert question.patterns({N: 0}, dice) == []


def test_a_name_stands_for_one_thing() -> None:
    """Two symbols of one name, or a symbol and a tensor, are refused; what is not real too."""
    for goal in (
        Symbol("q") + Symbol("q", positive=True),
        Symbol("x") + x[1],
        x[1] + IndexedBase("x", positive=True)[1],
    ):
        with pytest.raises(NotEvaluableError):
            _ = asked(goal)
    for unreal in (Symbol("q", imaginary=True), IndexedBase("q", imaginary=True)[1]):
        with pytest.raises(NotEvaluableError):
            _ = asked(unreal)
