"""Customary hypotheses: what each proves, and nothing without it; the words that say or deny one; directives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.decide.prove import decide
from derive.expr import tree
from derive.expr.tree import Node
from derive.judge.customs import ROWS, customs_for
from derive.judge.directives import PHRASES, Directive, UnknownDirectiveError, parse_directive
from derive.judge.saying import SAYS, denied, said
from derive.statements.closing import close
from derive.statements.types import Name, Property, Range, Relation

N, D = tree.Scalar("N"), tree.Scalar("D")
ROW, COLUMN = Range(tree.ONE, N), Range(tree.ONE, D)
A, B = (Name(letter, (COLUMN, COLUMN), frozenset()) for letter in "AB")
X = Name("X", (ROW, COLUMN), frozenset())
V, LAMBDA = Name("v", (COLUMN,), frozenset()), Name("lambda", (), frozenset())
MEAN, MEANS = Name("bar v", (), frozenset()), Name("bar X", (COLUMN,), frozenset())
A_INDEX, B_INDEX = tree.Index("a"), tree.Index("b")


def at(name: Name, *places: Node) -> Node:
    """Return an entry of a name."""
    return tree.Entry(name.name, places)


def total(letter: str, body: Node, axis: Range = COLUMN) -> Node:
    """Return the sum of a body over an axis."""
    return tree.bind(tree.Sum, letter, *(end for end in (axis.first, axis.last) if end is not None), body=body)


def times(*factors: Node) -> Node:
    """Return a product."""
    return tree.multiply(*factors)


C, FACTOR = tree.Index("c"), tree.Scalar("lambda")
SQUARE = tree.number(2)
CLAIMS: dict[str, tuple[tuple[Name, ...], Node, Node]] = {
    "symmetric": ((A,), at(A, A_INDEX, B_INDEX), at(A, B_INDEX, A_INDEX)),
    "positive definite": ((A,), at(A, A_INDEX, B_INDEX), at(A, B_INDEX, A_INDEX)),
    "diagonal": (
        (A,),
        total("c", times(at(A, A_INDEX, C), at(V, C))),
        times(at(A, A_INDEX, A_INDEX), at(V, A_INDEX)),
    ),
    "sums to one": ((V,), total("c", times(at(V, C), FACTOR)), FACTOR),
    "rows sum to one": ((X,), total("c", times(SQUARE, at(X, A_INDEX, C))), SQUARE),
    "columns sum to one": ((X,), total("c", times(SQUARE, at(X, C, B_INDEX)), ROW), SQUARE),
    "unit norm": ((V,), total("c", times(SQUARE, tree.Power(at(V, C), SQUARE))), SQUARE),
    "rows of unit norm": ((X,), total("c", tree.Power(at(X, A_INDEX, C), SQUARE)), tree.ONE),
    "centred": ((V,), total("c", times(SQUARE, at(V, C))), tree.ZERO),
    "centred columns": ((X,), total("c", at(X, C, B_INDEX), ROW), tree.ZERO),
    "one-hot": ((V,), total("c", tree.Power(at(V, C), SQUARE)), tree.ONE),
    "orthonormal columns": (
        (X,),
        total("c", times(at(X, C, A_INDEX), at(X, C, B_INDEX)), ROW),
        tree.Delta(A_INDEX, B_INDEX),
    ),
    "orthonormal rows": (
        (A,),
        total("c", times(at(A, A_INDEX, C), at(A, B_INDEX, C))),
        tree.Delta(A_INDEX, B_INDEX),
    ),
    "orthogonal": ((A,), total("c", times(at(A, A_INDEX, C), at(A, B_INDEX, C))), tree.Delta(A_INDEX, B_INDEX)),
    "idempotent": ((A,), total("c", times(at(A, A_INDEX, C), at(A, C, B_INDEX))), at(A, A_INDEX, B_INDEX)),
    "0 or 1": ((V,), tree.Power(at(V, A_INDEX), SQUARE), at(V, A_INDEX)),
    "+1 or -1": ((V,), tree.Power(at(V, A_INDEX), SQUARE), tree.ONE),
    "mean": ((MEANS, X), total("c", at(X, C, B_INDEX), ROW), times(tree.Scalar("N"), at(MEANS, B_INDEX))),
    "commuting": (
        (A, B),
        total("c", times(at(A, A_INDEX, C), at(B, C, B_INDEX))),
        total("c", times(at(B, A_INDEX, C), at(A, C, B_INDEX))),
    ),
    "stationary": ((A, V), total("c", times(at(V, C), at(A, C, A_INDEX))), at(V, A_INDEX)),
    "eigenpair": ((A, V, LAMBDA), total("c", times(at(A, A_INDEX, C), at(V, C))), times(FACTOR, at(V, A_INDEX))),
}


def verdict(left: Node, right: Node, told: tuple[Relation | Property, ...]) -> str:
    """Return the verdict on an equation under hypotheses, for all entries."""
    rows = any(isinstance(n, tree.Entry) and n.name == "X" and n.indices[0] is A_INDEX for n in tree.walk(left))
    places = {"a": ROW if rows else COLUMN, "b": COLUMN}
    used = {name: where for name, where in places.items() if name in left.names | right.names}
    return decide(close("==", left, right, names=[A, B, X, V, LAMBDA, MEANS], indices=used, hypotheses=told)).status


@pytest.mark.parametrize("name", CLAIMS)
def test_a_custom_proves_what_needs_it(name: str) -> None:
    """Under the custom it is proved, and without it, it is not."""
    names, left, right = CLAIMS[name]
    told = next(custom.hypotheses for custom in customs_for(*names) if custom.name == name)
    assert verdict(left, right, told) == "proved"
    assert verdict(left, right, ()) == "refuted"


def test_every_custom_is_tried() -> None:
    """Each row has a claim that needs it, or is a sign, which no equation of these needs."""
    assert {row.name for row in ROWS} - CLAIMS.keys() == {"positive", "nonnegative"}
    assert {row.name for row in ROWS} <= PHRASES.keys() == SAYS.keys()


SHAPES = {
    "number": (LAMBDA, {"positive", "nonnegative"}),
    "letter": (Name("t", (), frozenset()), {"0 or 1", "+1 or -1", "positive", "nonnegative"}),
    "vector": (V, {"sums to one", "unit norm", "centred", "one-hot", "0 or 1", "+1 or -1", "positive", "nonnegative"}),
    "open": (Name("u", (None,), frozenset()), {"0 or 1", "+1 or -1", "positive", "nonnegative"}),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_custom_fits_its_shapes(shape: str) -> None:
    """A number has no norm, and where an axis is open nothing is added up; only a square is symmetric."""
    name, wanted = SHAPES[shape]
    assert {custom.name for custom in customs_for(name)} == wanted
    assert "symmetric" in {custom.name for custom in customs_for(A)}
    assert not {"symmetric", "idempotent", "orthogonal"} & {custom.name for custom in customs_for(X)}
    assert [custom.name for custom in customs_for(MEAN, V)] == ["mean"]
    assert [*customs_for(MEAN, X), *customs_for(V, MEAN)] == []
    assert "commuting" not in {custom.name for custom in customs_for(A, Name("C", (ROW, ROW), frozenset()))}


SAID = {
    "symmetric": (
        "Let \x010\x02 be a symmetric matrix",
        "where \x010\x02 is symmetric and positive definite",
        "\x010\x02 is its covariance matrix.",
        "for symmetric \x010\x02 and any vector \x011\x02",
        "Show that the gradient is linear for symmetric \x010\x02.",
        "Let \x010\x02 be a symmetric \x012\x02 matrix, and let \x011\x02 be small.",
        "The matrices \x010\x02, \x011\x02 are SPD",
    ),
    "rows sum to one": ("the rows of \x010\x02 sum to one", "each row of \x010\x02 is a probability distribution"),
    "sums to one": (
        "the entries of \x010\x02 sum to 1",
        "\x010\x02 lies on the probability simplex",
        "a probability vector \x010\x02",
    ),
    "one-hot": ("\x010\x02 is the one-hot encoding of the label", "the labels \x010\x02 are one-hot encoded"),
    "0 or 1": ("with \x010\x02 either 0 or 1".replace("either ", ""),),
    "+1 or -1": ("the labels \x010\x02 are +1 or -1",),
    "unit norm": ("\x010\x02 is a unit vector", "\x010\x02 has unit length"),
    "centred": ("\x010\x02 is centered", "the zero-mean vector \x010\x02"),
    "positive": ("for a positive constant \x010\x02", "\x010\x02 is strictly positive"),
    "orthonormal columns": ("\x010\x02 has orthonormal columns",),
    "independent": ("\x010\x02 and \x011\x02 are independent",),
    "mean": ("with sample mean \x010\x02", "write \x010\x02, \x011\x02 for the averages", "\x010\x02 is their mean"),
}
UNSAID = {
    "symmetric": (
        "\x010\x02 is not necessarily symmetric",
        "without assuming that \x010\x02 is symmetric",
        "If \x010\x02 is symmetric, then",
        "Is \x010\x02 symmetric?",
        "\x010\x02 is no longer symmetric",
        "\x010\x02 need not be symmetric",
        "\x010\x02 may be symmetric",
        "a skew-symmetric matrix \x010\x02",
        "an asymmetric matrix \x010\x02",
        "Prove that \x010\x02 is symmetric",
        "\x011\x02 is symmetric and \x010\x02 is not",
        "\x010\x02 is any matrix, and \x011\x02 is symmetric",
        "\x010\x02 fails to be symmetric",
        "unless \x010\x02 is symmetric",
        "the Hessian of \x010\x02 is symmetric",
        "For any \x010\x02, the posterior covariance matrix is diagonal",
    ),
    "positive": (
        "the positive class \x010\x02",
        "a positive semidefinite matrix \x010\x02",
        "\x010\x02 is rarely or never positive",
    ),
    "sums to one": (
        "\x010\x02 need not sum to one",
        "the unnormalized weights \x010\x02",
        "\x010\x02 does not sum to 1",
    ),
    "0 or 1": ("the Bernoulli parameter \x010\x02", "a binary classification of \x010\x02"),
    "diagonal": ("the diagonal entries of \x010\x02", "\x010\x02 is diagonally dominant"),
    "mean": ("if \x010\x02 is the mean", "\x010\x02 is not the mean", "\x010\x02, and the mean \x011\x02"),
    "centred": ("\x010\x02 is uncentered", "\x010\x02 is approximately centred"),
}
DENIED = {
    "symmetric": (
        "\x010\x02 is not necessarily symmetric",
        "without assuming that \x010\x02 is symmetric",
        "\x010\x02 is no longer symmetric",
        "\x010\x02 need not be symmetric",
        "an asymmetric matrix \x010\x02",
        "Let \x010\x02 be an arbitrary square matrix",
    ),
    "sums to one": ("\x010\x02 need not sum to one", "the unnormalized weights \x010\x02"),
}
UNDENIED = {
    "symmetric": (
        "If \x010\x02 is not symmetric, then",
        "\x010\x02 is not zero and \x011\x02 is symmetric",
        "an arbitrary symmetric matrix \x010\x02",
        "\x011\x02 is not symmetric, and \x010\x02 is a matrix",
        "why is \x010\x02 not symmetric?",
        "Let \x010\x02 be a matrix.",
    ),
}


def test_words_say_customs() -> None:
    """A sentence says it of the formula that it belongs to, however it is put."""
    assert [(c, w) for c, rows in SAID.items() for w in rows if not said(w, c, about=0)] == []
    assert [(c, w) for c, rows in UNSAID.items() for w in rows if said(w, c, about=0)] == []


def test_words_deny_customs() -> None:
    """A denial negates the very word, or uses its contrary; what is neither said nor denied stays open."""
    assert [(c, w) for c, rows in DENIED.items() for w in rows if not denied(w, c, about=0)] == []
    assert [(c, w) for c, rows in UNDENIED.items() for w in rows if denied(w, c, about=0)] == []


@given(
    st.sampled_from(sorted(SAYS)),
    st.sampled_from(["not", "never", "hardly", "if", "unless", "whether", "or"]),
    st.data(),
)
def test_a_negation_or_condition_says_nothing(custom: str, word: str, data: st.DataObject) -> None:
    """Put anywhere into a sentence that says a custom, such a word makes it say nothing."""
    sentence = f"here {PHRASES[custom].one.format(*(f'{chr(1)}{at}{chr(2)}' for at in range(3)))} as usual".split(" ")
    at = data.draw(st.integers(0, len(sentence)))
    assert not said(" ".join([*sentence[:at], word, *sentence[at:]]), custom)


def test_what_a_directive_says_is_said() -> None:
    """The sentence that one pastes for a custom says it by its words, too."""
    assert [c for c, p in PHRASES.items() if not said(p.one.format("\x010\x02", "\x011\x02", "\x012\x02"), c)] == []


names = st.sampled_from(["A", "w", "x_i", r"\theta", r"\hat{y}", r"\mathbf{W}", "TP", "f'", "X^{(i)}", "b_{out}"])
lists = st.lists(names, min_size=1, max_size=3, unique=True).map(tuple)
ends = st.sampled_from(["1", "0", "N", "D", "K", "N-1"])


@st.composite
def directives(draw: st.DrawFn) -> Directive:
    """Return any directive."""
    kind = draw(st.sampled_from(["custom", "axes", "names", "functions", "range", "equation"]))
    if kind == "equation":
        return Directive("equation", (), draw(st.sampled_from(["a = b", r"\sum_k p_k = 1", r"x \le 1", "N = 1"])))
    if kind == "range":
        return Directive("range", draw(lists), ends=(draw(ends), draw(ends)))
    if kind == "axes":
        return Directive("axes", draw(lists), ends=tuple(draw(st.lists(ends, max_size=3))))
    if kind == "custom":
        what = draw(st.sampled_from(sorted(PHRASES)))
        arity = PHRASES[what].arity
        several = draw(st.lists(names, min_size=arity, max_size=arity if arity > 1 else 3, unique=True))
        return Directive("custom", tuple(several), what)
    return Directive("names" if kind == "names" else "functions", draw(lists))


@given(directives())
def test_a_directive_is_read_as_it_is_written(directive: Directive) -> None:
    """What is printed to be pasted is read as what was meant."""
    assert parse_directive(str(directive)) == directive


KEYS = {"hat bold w": r"\hat{\mathbf{w}} is positive", "Sigma": r"\Sigma is positive", "x_i": "x_i is positive"}


def test_a_name_is_pasted_as_it_is_written() -> None:
    """A name that is known by its key is written in LaTeX, and that is read."""
    assert {key: str(Directive("custom", (key,), "positive")) for key in KEYS} == KEYS
    assert {str(parse_directive(text)) for text in KEYS.values()} == set(KEYS.values())


READ = {
    "$A$ is symmetric.": "A is symmetric",
    "A and B are symmetric": "A, B are symmetric",
    r"W \in \mathbb{R}^{D \times K}": "W in R^{D x K}",
    r"$i$ runs over $1, \dots, N$": "i runs over 1..N",
    "i, j run over 1..N": "i, j run over 1..N",
    "TP, FP are names": "TP, FP are names",
    "p sums to one": "p sums to one",
    "the rows of P sum to one": "the rows of P sum to one",
}
REFUSED = (
    "A is nice",
    "",
    "symmetric",
    "A is",
    "is symmetric",
    "x y is positive",
    "a =",
    "A is not symmetric",
    "z in",
    "W in Q^2",
)


def test_directives_are_read_in_the_ways_people_write_them() -> None:
    """With dollars, in LaTeX, with and without commas."""
    assert {text: str(parse_directive(text)) for text in READ} == READ


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_directive_is_refused(text: str) -> None:
    """The message says what can be said."""
    with pytest.raises(UnknownDirectiveError, match="is symmetric"):
        _ = parse_directive(text)
