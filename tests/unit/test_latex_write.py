"""Formulas as an author types them: brackets, sizes, vectors, names, in tables of cases."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from sympy import (
    Abs,
    Add,
    Derivative,
    Determinant,
    Eq,
    FiniteSet,
    Float,
    Function,
    HadamardPower,
    HadamardProduct,
    Heaviside,
    I,
    Identity,
    IndexedBase,
    Integral,
    Inverse,
    KroneckerDelta,
    Lambda,
    Limit,
    MatrixSymbol,
    Max,
    Min,
    Mul,
    OneMatrix,
    Or,
    Piecewise,
    Pow,
    Product,
    Rational,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    exp,
    factorial,
    floor,
    log,
    oo,
    pi,
    sqrt,
    symbols,
)

from derive import index, sigmoid, size, softplus
from derive.facts import binary, inverse_pair, nonnegative, one_hot, positive, sign, simplex, symmetric
from derive.latex.as_latex import as_latex
from derive.latex.as_mathml import as_mathml
from derive.latex.breaking import lines
from derive.latex.formulas import latex, mathml
from derive.latex.measure import width
from derive.latex.notation import Notation
from derive.latex.relations import latex_relation
from derive.latex.tree import Bracket, Fence, Fraction, Grid, Letter, Number, Row, Sign, row
from derive.latex.write import node_of, page_for
from derive.latex.write.statements import fact_node
from tests.katex_oracle import complaints, needs_katex

N, D, K = size("N"), size("D"), size("K")
n, m, d, e, k, i, j = symbols("n m d e k i j", integer=True)
X, A, w, v, x, y, p, z = (IndexedBase(name) for name in ("X", "A", "w", "v", "x", "y", "p", "z"))
a, b, c, t, eta, lam, sig = symbols("a b c t eta lambda sigma", real=True)
M, W, Y = MatrixSymbol("M", N, D), MatrixSymbol("w", D, 1), MatrixSymbol("y", N, 1)
f = Function("f")
score = Sum(w[d] * X[n, d], (d, 1, D))


def unevaluated(kind: Any, *args: Any) -> Any:
    """Return an expression as it is written."""
    return kind(*args, evaluate=False)


NAMES = [
    (Symbol("λ_1"), r"\lambda_1"),
    (Symbol("\\alpha"), r"\alpha"),
    (Symbol("a b%"), r"\text{a b\%}"),
    (Symbol("{"), r"\text{\{}"),
    (Symbol("é"), r"\text{é}"),
    (Symbol("x_{i}^{2}"), "x_i^2"),
    (Symbol("betahat0"), r"\hat{\beta}_0"),
    (Symbol("R_max"), r"R_{\max}"),
    (Symbol("_d"), "d"),
]
NUMBERS = [
    (Rational(-3, 4), r"-\frac{3}{4}"),
    (Float("0.50"), "0.5"),
    (Float("1e-30"), "10^{-30}"),
    (I, r"\mathrm{i}"),
    (Float("1.5e-9"), r"1.5 \cdot 10^{-9}"),
    (pi, r"\pi"),
    (-oo, r"-\infty"),
    (unevaluated(Mul, 2, 3), r"2 \cdot 3"),
    (unevaluated(Mul, a, 3), r"a \cdot 3"),
    (unevaluated(Mul, 2, Pow(10, k)), r"2 \cdot 10^k"),
]
BRACKETS = [
    (unevaluated(Mul, a, unevaluated(Add, b, c)), "a (b + c)"),
    (unevaluated(Add, a, unevaluated(Mul, -1, unevaluated(Add, b, c))), "a - (b + c)"),
    (unevaluated(Add, a, unevaluated(Add, b, c)), "a + (b + c)"),
    (unevaluated(Mul, a, unevaluated(Mul, -1, b)), "a (-b)"),
    (unevaluated(Mul, -1, -1, a), "-(-a)"),
    (unevaluated(Pow, unevaluated(Mul, -1, a), 2), "(-a)^2"),
    (unevaluated(Pow, unevaluated(Pow, a, 2), 3), "(a^2)^3"),
    ((a * b) ** c, "(a b)^c"),
    (Rational(1, 2) ** k, r"\left( \frac{1}{2} \right)^k"),
    (unevaluated(Pow, exp(a), b), r"(e^a)^b"),
    (log(a) ** 2, r"(\log a)^2"),
    (unevaluated(Mul, log(a), b), r"\log(a) b"),
    (log(-a), r"\log(-a)"),
    (log(a + b), r"\log(a + b)"),
    (log(a / b), r"\log \frac{a}{b}"),
    (log(Sum(exp(z[k]), (k, 1, K))), r"\log \sum_{k=1}^K e^{z_k}"),
    (a / (b * c), r"\frac{a}{b c}"),
    (unevaluated(Mul, Rational(1, 2), a + b), r"\frac{a + b}{2}"),
    ((a + b) ** 2 / 2, r"\frac{1}{2} (a + b)^2"),
    (a ** (b / c), r"a^{b/c}"),
    (a ** (b / (2 * c)), "a^{b/(2c)}"),
    (sqrt(a), r"\sqrt{a}"),
    (a ** Rational(1, 3), r"\sqrt[3]{a}"),
    (1 / sqrt(a), r"\frac{1}{\sqrt{a}}"),
    (factorial(a + b), "(a + b)!"),
    (unevaluated(Mul, Sum(y[n], (n, 1, N)), a), r"\left( \sum_{n=1}^N y_n \right) a"),
    (Sum(-y[n], (n, 1, N)).func(-y[n], (n, 1, N)), r"\sum_{n=1}^N (-y_n)"),
    (Product(p[n] ** y[n] * (1 - p[n]) ** (1 - y[n]), (n, 1, N)), r"\prod_{n=1}^N p_n^{y_n} (1 - p_n)^{1-y_n}"),
    (Piecewise((1, a > 0), (0, True)), r"\begin{cases} 1 & \text{if } a > 0 \\ 0 & \text{otherwise} \end{cases}"),
    (Or(a > 0, b > 0), r"a > 0 \lor b > 0"),
]
FUNCTIONS = [
    (sigmoid(a + b), r"\sigma(a + b)"),
    (sigmoid(a) * (1 - sigmoid(a)), r"\sigma(a) (1 - \sigma(a))"),
    (softplus(a), r"\operatorname{softplus}(a)"),
    (f(a, b), "f(a, b)"),
    (Function("argmax")(f(a), a), r"\arg\max_a f(a)"),
    (Lambda((a, b), a + b), r"(a, b) \mapsto a + b"),
    (FiniteSet(a, 1), r"\lbrace 1, a \rbrace"),
    (Heaviside(a), "H(a)"),
    (Max(0, 1 - a), r"\max(0, 1 - a)"),
    (Min(a, b), r"\min(a, b)"),
    (Abs(a - b), r"\lvert a - b \rvert"),
    (floor(a / 2), r"\left\lfloor \frac{a}{2} \right\rfloor"),
    (exp(-a), "e^{-a}"),
    (exp(-((a - b) ** 2) / (2 * c**2)), r"\exp\left( -\frac{(a - b)^2}{2 c^2} \right)"),
    (KroneckerDelta(j, k), r"\delta_{jk}"),
    (Integral(f(a), (a, 0, b)), r"\int_0^b f(a) \thinspace da"),
    (Limit(f(a), a, oo), r"\lim_{a\to\infty} f(a)"),
]
DERIVATIVES = [
    (Derivative(p[i], w[j]), r"\frac{\partial p_i}{\partial w_j}"),
    (Derivative(f(a), a), r"\frac{df(a)}{da}"),
    (Derivative(f(a), (a, 2)), r"\frac{d^2 f(a)}{da^2}"),
    (Derivative(f(a), (a, n)), r"\frac{d^n f(a)}{da^n}"),
    (Derivative(log(p[i]), w[j]), r"\frac{\partial}{\partial w_j} \log p_i"),
    (Derivative(a * b + c, a), r"\frac{\partial}{\partial a} (c + a b)"),
    (Derivative(W.T * W, W), r"\nabla_w w^\top w"),
    (unevaluated(Mul, Derivative(a * b, a), c), r"\left( \frac{\partial}{\partial a} a b \right) c"),
]
MATRICES = [
    (M.T * (M * W - Y), r"M^\top (Mw - y)"),
    (Inverse(M.T * M) * M.T * Y, r"(M^\top M)^{-1} M^\top y"),
    (Trace(M.T * M) / 2, r"\frac{1}{2} \operatorname{tr}(M^\top M)"),
    (Determinant(M.T * M), r"\det(M^\top M)"),
    (HadamardProduct(M, M + M.func("B", N, D)), r"M \odot (B + M)"),
    (OneMatrix(1, N) * M, r"\mathbf{1}^\top M"),
    (HadamardPower(M, 2), r"M^{\odot2}"),
    (Identity(D), "I"),
    (ZeroMatrix(N, D), "0"),
    (W[i, 0], "w_i"),
    (M[i, j], "M_{ij}"),
    (Inverse(MatrixSymbol("B", D, D))[i, j], "(B^{-1})_{ij}"),
]
VECTORS = [
    (score, r"w^\top X_n"),
    (Sum(w[d] ** 2, (d, 1, D)), r"\lVert w \rVert^2"),
    (Sum((w[d] - v[d]) ** 2, (d, 1, D)), r"\lVert w - v \rVert^2"),
    (sqrt(Sum(w[d] ** 2, (d, 1, D))), r"\lVert w \rVert"),
    (1 / sqrt(Sum(w[d] ** 2, (d, 1, D))), r"\frac{1}{\lVert w \rVert}"),
    (lam * Sum(w[d] ** 2, (d, 1, D)) / 2, r"\frac{\lambda}{2} \lVert w \rVert^2"),
    (Sum(w[d] * A[d, e] * v[e], (d, 1, D), (e, 1, D)), r"w^\top Av"),
    (Sum((w[d] + eta * y[n] * X[n, d]) * v[d], (d, 1, D)), r"v^\top (w + \eta y_n X_n)"),
    (score**2 / sig**2, r"\frac{(w^\top X_n)^2}{\sigma^2}"),
    (Sum(w[d] * v[d], (d, 1, D)) * score, r"(w^\top X_n) (v^\top w)"),
    (Sum(a * w[d] * v[d], (d, 1, D)), r"\sum_{d=1}^D a v_d w_d"),
]
TABLE = [*NAMES, *NUMBERS, *BRACKETS, *FUNCTIONS, *DERIVATIVES, *MATRICES, *VECTORS]


@pytest.mark.parametrize(("expr", "tex"), TABLE, ids=[tex for _, tex in TABLE])
def test_formula(expr: Any, tex: str) -> None:
    """Each is printed as an author would type it."""
    assert latex(expr) == tex


@needs_katex
def test_every_formula_of_the_table_is_accepted() -> None:
    """KaTeX accepts all of it in strict mode, and refuses what is no LaTeX."""
    assert complaints([tex for _, tex in TABLE]) == {}
    assert complaints([r"\frac{a}"])


@pytest.mark.parametrize("expr", [expr for expr, _ in TABLE], ids=[tex for _, tex in TABLE])
def test_mathml_is_one_element(expr: Any) -> None:
    """What is opened is closed, and nothing is left of the marks of LaTeX."""
    element = mathml(expr)
    assert element.startswith("<math>")
    assert "\\" not in element
    tags = [tag for tag in element.replace("/>", "></x>").split("<") if tag]
    depth = 0
    for tag in tags:
        depth += -1 if tag.startswith("/") else 1
        assert depth >= 0
    assert depth == 0


def test_a_part_of_a_vector_keeps_its_index() -> None:
    """Where an axis is summed over two ranges, neither sum is the whole vector."""
    part, whole = Sum(w[d] * v[d], (d, 2, D)), Sum(w[d] * v[d], (d, 1, D))
    assert latex(part + whole) == r"\sum_{d=1}^D v_d w_d + \sum_{d=2}^D v_d w_d"


def test_a_vector_beside_a_number_of_its_name_keeps_its_index() -> None:
    """A number w and the vector w would look alike."""
    assert latex(Symbol("w", real=True) * Sum(w[d] * v[d], (d, 1, D))) == r"w \sum_{d=1}^D v_d w_d"


def test_rows_are_not_small_where_the_letter_is_taken() -> None:
    """Entries of X are x_nd only where there is no other x."""
    assert latex(score + x[1]) == "x_1 + w^\\top X_n"


def test_an_index_in_use_gets_another_letter() -> None:
    """A sum over n beside a free n, and a sum in a sum over the same letter."""
    assert latex(y[n] * Sum(p[n], (n, 1, N))) == r"y_n \sum_{i=1}^N p_i"
    assert latex(Sum(y[n] * Sum(p[n], (n, 1, N)), (n, 1, N))) == r"\sum_{n=1}^N y_n \sum_{i=1}^N p_i"
    slope = Derivative(Sum(w[j] ** 2, (j, 1, D)) * f(Sum(w[j], (j, 1, D))), w[j])
    assert latex(slope) == r"\frac{\partial}{\partial w_j} f\left( \sum_{i=1}^D w_i \right) \lVert w \rVert^2"
    assert latex(Eq(y[n], Sum(p[n], (n, 1, N)))) == r"y_n = \sum_{i=1}^N p_i"
    assert latex(Sum(1, (n, 1, N), (n, 1, N))) == r"\sum_{n=1}^N \sum_{i=1}^N 1"


def test_signs_give_way_to_names() -> None:
    """An index e beside the base of logarithms, and a tensor delta beside Kronecker's."""
    assert latex(exp(a) * y[e]) == r"y_e \exp(a)"
    assert latex(KroneckerDelta(j, k) * IndexedBase("delta")[j]) == r"\delta_j [j = k]"


@pytest.mark.parametrize("depth", [12])
def test_what_is_nested_deeply_is_written_once(depth: int) -> None:
    """The time does not double with each level."""
    power = ratio = a
    for level in range(depth):
        here = Symbol(f"i{level}", integer=True)
        power = exp(-(power**2) / c) / b
        ratio = Sum(exp(ratio + y[here]), (here, 1, N)) / b
    begun = time.process_time()
    assert latex(power) != latex(ratio)
    assert time.process_time() - begun < 2


def test_an_index_of_its_own_range() -> None:
    """An Idx says itself over what it runs."""
    at = index("i", N)
    assert latex(Sum(y[at], at)) == r"\sum_{i=0}^{N-1} y_i"


def test_matrix_form_over_all_examples() -> None:
    """A notation that wants it gets the examples in matrices too."""
    residual = score - y[n]
    whole = [Sum(residual**2, (n, 1, N)) / 2]
    assert latex(whole[0], Notation(form="matrix")) == r"\frac{1}{2} \lVert Xw - y \rVert^2"


FACTS = [
    (sign(y), r"y_n \in \lbrace -1, +1 \rbrace"),
    (binary(y), r"y_n \in \lbrace 0, 1 \rbrace"),
    (positive(y), "y_n > 0"),
    (nonnegative(y), r"y_n \ge 0"),
    (simplex(y), r"y_n \ge 0, \quad \sum_n y_n = 1"),
    (one_hot(y), r"y_n \in \lbrace 0, 1 \rbrace, \quad \sum_n y_n = 1"),
    (symmetric(A), r"A^\top = A"),
    (inverse_pair(M, M.func("B", D, N)), "B = M^{-1}"),
    (sign(t), r"t \in \lbrace -1, +1 \rbrace"),
]


@pytest.mark.parametrize(("fact", "tex"), FACTS, ids=[tex for _, tex in FACTS])
def test_a_fact_is_a_formula(fact: Any, tex: str) -> None:
    """What is assumed of a whole tensor is said of its entries."""
    assert as_latex(fact_node(fact, page_for([y[n] * A[d, e]]))) == tex


def test_an_unknown_kind_is_a_call() -> None:
    """What no function is registered for is a name with arguments, in both forms."""
    node = node_of(Function("mystery")(a), page_for([a]))
    assert as_latex(node) == r"\operatorname{mystery}(a)"
    assert "mystery" in as_mathml(node)


def test_relations_that_are_no_signs_are_words() -> None:
    """A relation without a sign is set as text, with its marks escaped."""
    assert latex_relation("a", "is 50% of", "b") == r"a \text{ is 50\% of } b"


def test_lines_are_no_longer_than_they_may_be() -> None:
    """A long sum is broken before its signs; brackets that are opened for it get a fixed size, and are closed."""
    terms = [part for at in range(12) for part in (Sign("+"), Letter("x"), Fraction(Number(str(at)), Letter("y")))][1:]
    long = row(Letter("a"), Fence("(", Row(tuple(terms)), ")"))
    found = lines(long, 10)
    assert len(found) > 2
    assert max(map(width, found)) <= 10
    assert [part for line in found for part in getattr(line, "parts", ()) if isinstance(part, Bracket)] == [
        Bracket("(", tall=True, opens=True),
        Bracket(")", tall=True, opens=False),
    ]
    assert r"\Biggl(" in as_latex(found[0])


def test_what_cannot_be_broken_stays_whole() -> None:
    """A fraction is one part, however wide; a grid keeps its rows."""
    wide = Fraction(Number("1" * 100), Letter("x"))
    assert lines(wide, 10) == [wide]
    grid = Grid(((Letter("a"), Letter("b")), (Letter("c"), Letter("d"))))
    assert as_latex(grid) == r"\begin{bmatrix} a & b \\ c & d \end{bmatrix}"


def test_notations_change_what_they_say_they_change() -> None:
    """Each option has its own effect on one formula."""
    loss = Sum(log(sigmoid(score)) + exp(-z[k]), (n, 1, N))
    neutral = latex(loss)
    changed = {
        "example": "upper-brackets",
        "transpose": "T",
        "log": "ln",
        "exp": "function",
        "bounds": "none",
        "brackets": "braces",
        "vectors": "bold",
        "rows": "same",
        "form": "index",
        "sigmoid": "g",
    }
    seen = {option: latex(loss, replace(Notation(), **{option: value})) for option, value in changed.items()}
    assert neutral not in seen.values()
    assert len(set(seen.values())) == len(changed)
