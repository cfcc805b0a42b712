"""Formulas as an author types them: *expression, LaTeX, text*; the same in MathML, and in other notations."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import sympy as sp
from sympy import (
    Add,
    Derivative,
    Float,
    Function,
    IndexedBase,
    MatrixSymbol,
    Mul,
    Pow,
    Rational,
    Sum,
    Symbol,
    exp,
    log,
    oo,
    sqrt,
    symbols,
)

from derive import index, sigmoid, size, softplus
from derive.formula.formulas import latex, mathml
from derive.views.plain import plain
from tests.katex_oracle import complaints, needs_katex

N, D, K = size("N"), size("D"), size("K")
n, m, d, e, k, i, j = symbols("n m d e k i j", integer=True)
X, A, S, w, v, x, y, p, z, theta = (IndexedBase(name) for name in ("X", "A", "S_W", *"wvxypz", "theta"))
a, b, c, t, eta, lam, sig = symbols("a b c t eta lambda sigma", real=True)
TP, betahat1, Xbar, S_xy = symbols("TP betahat1 Xbar S_xy")
M, V, W, Y = MatrixSymbol("M", N, D), MatrixSymbol("X_m", N, D), MatrixSymbol("w", D, 1), MatrixSymbol("y", N, 1)
f = Function("f")
score = Sum(w[d] * X[n, d], (d, 1, D))
total = Sum(w[d], (d, 1, D))
whole = Sum(w[d] * v[d], (d, 1, D))
half = Sum((score - y[n]) ** 2, (n, 1, N)) / 2


def unevaluated(kind: Any, *args: Any) -> Any:
    """Return an expression as it is written."""
    return kind(*args, evaluate=False)


TEXTS = [
    (y[n] - p[n], "y_n - p_n", "y[n] - p[n]"),
    (unevaluated(Add, -p[n], y[n]), "y_n - p_n", "y[n] - p[n]"),
    (w[j] + eta * X[n, j], r"w_j + \eta X_{nj}", "w[j] + eta*X[n,j]"),
    (1 / (1 + exp(-z)), r"\frac{1}{1 + e^{-z}}", "1/(1 + exp(-z))"),
    (-2 * total, r"-2 \sum_{d=1}^D w_d", "-2*sum[d=1..D](w[d])"),
    (a * (b - a), "a (b - a)", "a*(b - a)"),
    (total / N, r"\frac{1}{N} \sum_{d=1}^D w_d", "sum[d=1..D](w[d])/N"),
    (total * a, r"a \sum_{d=1}^D w_d", "a*sum[d=1..D](w[d])"),
    (total**2, r"\left( \sum_{d=1}^D w_d \right)^2", "sum[d=1..D](w[d])^2"),
    (a / total, r"\frac{a}{\sum_{d=1}^D w_d}", "a/sum[d=1..D](w[d])"),
    (Sum(a - w[d], (d, 1, D)), r"\sum_{d=1}^D (a - w_d)", "sum[d=1..D](a - w[d])"),
    (sp.Product(w[d], (d, 1, D)), r"\prod_{d=1}^D w_d", "prod[d=1..D](w[d])"),
    (sigmoid(a) ** 2, r"\sigma(a)^2", "sigmoid(a)^2"),
    (sp.KroneckerDelta(j, k), r"\delta_{jk}", "delta[j,k]"),
    (S[j, k], "S_{W,jk}", "S_W[j,k]"),
    (V[j, k], "X_{m,jk}", "X_m[j,k]"),
    (betahat1 * Xbar, r"\bar{X} \hat{\beta}_1", "Xbar*betahat1"),
    (S_xy, "S_{xy}", "S_xy"),
    (2 * TP, r"2 \mathrm{TP}", "2*TP"),
    (Derivative(total, w[j]), r"\frac{\partial}{\partial w_j} \sum_{d=1}^D w_d", "d/dw[j](sum[d=1..D](w[d]))"),
    (Derivative(exp(a), a), r"\frac{d}{da} e^a", "d/da(exp(a))"),
    (Derivative(exp(a), (a, 2)), r"\frac{d^2}{da^2} e^a", "d^2/da^2(exp(a))"),
    (Derivative(a * b * c, a, (b, 2)), r"\frac{\partial^3}{\partial a \partial b^2} a b c", "d^3/da db^2(a*b*c)"),
    (sp.sin(a + b), r"\sin(a + b)", "sin(a + b)"),
    (Sum(X[n, d], (d, n, D), (n, 1, N)), r"\sum_{n=1}^N \sum_{d=n}^D x_{nd}", "sum[n=1..N, d=n..D](X[n,d])"),
    (unevaluated(Mul, 2, Rational(1, 2), a), r"2 \cdot \frac{1}{2} a", "2*(1/2)*a"),
    (unevaluated(Add, a * b, unevaluated(Mul, -1, unevaluated(Add, b, -a))), "a b - (b - a)", "a*b - (b - a)"),
    (sp.Eq(a, b), "a = b", "a = b"),
    (sp.Le(a, b), r"a \le b", "a <= b"),
    (sp.Ne(a, b), r"a \ne b", "a != b"),
    (Sum(w[index("i", D)], index("i", D)), r"\sum_{i=0}^{D-1} w_i", "sum[i=0..D - 1](w[i])"),
]
NAMES = [
    (Symbol("λ_1"), r"\lambda_1"),
    (Symbol("\\alpha"), r"\alpha"),
    (Symbol("a b%"), r"\text{a b\%}"),
    (Symbol("é"), r"\text{é}"),
    (Symbol("x_{i}^{2}"), "x_i^2"),
    (Symbol("betahat0"), r"\hat{\beta}_0"),
    (Symbol("_d"), "d"),
]
NUMBERS = [
    (Rational(-3, 4), r"-\frac{3}{4}"),
    (Float("0.50"), "0.5"),
    (sp.I, r"\mathrm{i}"),
    (Float("1.5e-9"), r"1.5 \cdot 10^{-9}"),
    (sp.pi, r"\pi"),
    (-oo, r"-\infty"),
    (unevaluated(Mul, a, 3), r"a \cdot 3"),
    (unevaluated(Mul, 2, Pow(10, k)), r"2 \cdot 10^k"),
]
BRACKETS = [
    (unevaluated(Add, a, unevaluated(Mul, -1, unevaluated(Add, b, c))), "a - (b + c)"),
    (unevaluated(Mul, a, unevaluated(Mul, -1, b)), "a (-b)"),
    (unevaluated(Mul, -1, -1, a), "-(-a)"),
    (unevaluated(Pow, unevaluated(Mul, -1, a), 2), "(-a)^2"),
    (unevaluated(Pow, unevaluated(Pow, a, 2), 3), "(a^2)^3"),
    ((a * b) ** c, "(a b)^c"),
    (Rational(1, 2) ** k, r"\left( \frac{1}{2} \right)^k"),
    (log(a) ** 2, r"(\log a)^2"),
    (unevaluated(Mul, log(a), b), r"\log(a) b"),
    (log(a / b), r"\log \frac{a}{b}"),
    (log(Sum(exp(z[k]), (k, 1, K))), r"\log \sum_{k=1}^K e^{z_k}"),
    (unevaluated(Mul, Rational(1, 2), a + b), r"\frac{a + b}{2}"),
    ((a + b) ** 2 / 2, r"\frac{1}{2} (a + b)^2"),
    (a ** (b / c), r"a^{b/c}"),
    (a ** (b / (2 * c)), "a^{b/(2c)}"),
    (a ** Rational(1, 3), r"\sqrt[3]{a}"),
    (sp.factorial(a + b), "(a + b)!"),
    (unevaluated(Mul, Sum(y[n], (n, 1, N)), a), r"\left( \sum_{n=1}^N y_n \right) a"),
    (Sum(-y[n], (n, 1, N)), r"\sum_{n=1}^N (-y_n)"),
    (sp.Product(p[n] ** y[n] * (1 - p[n]) ** (1 - y[n]), (n, 1, N)), r"\prod_{n=1}^N p_n^{y_n} (1 - p_n)^{1-y_n}"),
    (sp.Piecewise((1, a > 0), (0, True)), r"\begin{cases} 1 & \text{if } a > 0 \\ 0 & \text{otherwise} \end{cases}"),
    (sp.Or(a > 0, b > 0), r"a > 0 \lor b > 0"),
]
FUNCTIONS = [
    (sigmoid(a) * (1 - sigmoid(a)), r"\sigma(a) (1 - \sigma(a))"),
    (softplus(a), r"\operatorname{softplus}(a)"),
    (Function("argmax")(f(a), a), r"\arg\max_a f(a)"),
    (sp.Lambda((a, b), a + b), r"(a, b) \mapsto a + b"),
    (sp.FiniteSet(a, 1), r"\lbrace 1, a \rbrace"),
    (sp.Heaviside(a), "H(a)"),
    (sp.Max(0, 1 - a), r"\max(0, 1 - a)"),
    (sp.Abs(a - b), r"\lvert a - b \rvert"),
    (sp.floor(a / 2), r"\left\lfloor \frac{a}{2} \right\rfloor"),
    (exp(-((a - b) ** 2) / (2 * c**2)), r"\exp\left( -\frac{(a - b)^2}{2 c^2} \right)"),
    (sp.Integral(f(a), (a, 0, b)), r"\int_0^b f(a) \thinspace da"),
    (sp.Limit(f(a), a, oo), r"\lim_{a\to\infty} f(a)"),
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
    (sp.Inverse(M.T * M) * M.T * Y, r"(M^\top M)^{-1} M^\top y"),
    (sp.Trace(M.T * M) / 2, r"\frac{1}{2} \operatorname{tr}(M^\top M)"),
    (sp.Determinant(M.T * M), r"\det(M^\top M)"),
    (sp.HadamardProduct(M, M + M.func("B", N, D)), r"M \odot (B + M)"),
    (sp.OneMatrix(1, N) * M, r"\mathbf{1}^\top M"),
    (sp.HadamardPower(M, 2), r"M^{\odot2}"),
    (W[i, 0], "w_i"),
    (M[i, j], "M_{ij}"),
    (sp.Inverse(MatrixSymbol("B", D, D))[i, j], "(B^{-1})_{ij}"),
]
VECTORS = [
    (score, r"w^\top X_n"),
    (Sum(w[d] ** 2, (d, 1, D)), r"\lVert w \rVert^2"),
    (1 / sqrt(Sum(w[d] ** 2, (d, 1, D))), r"\frac{1}{\lVert w \rVert}"),
    (lam * Sum(w[d] ** 2, (d, 1, D)) / 2, r"\frac{\lambda}{2} \lVert w \rVert^2"),
    (Sum(w[d] * A[d, e] * v[e], (d, 1, D), (e, 1, D)), r"w^\top Av"),
    (Sum((w[d] + eta * y[n] * X[n, d]) * v[d], (d, 1, D)), r"v^\top (w + \eta y_n X_n)"),
    (score**2 / sig**2, r"\frac{(w^\top X_n)^2}{\sigma^2}"),
    (Sum(w[d] * v[d], (d, 1, D)) * score, r"(w^\top X_n) (v^\top w)"),
    (Sum(a * w[d] * v[d], (d, 1, D)), r"\sum_{d=1}^D a v_d w_d"),
]
SCOPES = [
    # Where an axis is summed over two ranges, neither sum is the whole vector.
    (Sum(w[d] * v[d], (d, 2, D)) + whole, r"\sum_{d=1}^D v_d w_d + \sum_{d=2}^D v_d w_d"),
    # A number w and the vector w would look alike, and so would a row x_n beside another x.
    (Symbol("w", real=True) * whole, r"w \sum_{d=1}^D v_d w_d"),
    (score + x[1], "x_1 + w^\\top X_n"),
    # An index in use gets another letter: beside a free one, in a sum over the same one, across a relation.
    (y[n] * Sum(p[n], (n, 1, N)), r"y_n \sum_{i=1}^N p_i"),
    (Sum(y[n] * Sum(p[n], (n, 1, N)), (n, 1, N)), r"\sum_{n=1}^N y_n \sum_{i=1}^N p_i"),
    (
        Derivative(Sum(w[j] ** 2, (j, 1, D)) * f(Sum(w[j], (j, 1, D))), w[j]),
        r"\frac{\partial}{\partial w_j} f\left( \sum_{i=1}^D w_i \right) \lVert w \rVert^2",
    ),
    (sp.Eq(y[n], Sum(p[n], (n, 1, N))), r"y_n = \sum_{i=1}^N p_i"),
    (Sum(1, (n, 1, N), (n, 1, N)), r"\sum_{n=1}^N \sum_{i=1}^N 1"),
    # Independent ranges from left to right; a range that depends on another one after it.
    (Sum(X[n, d], (n, 1, N), (d, 1, D)), r"\sum_{n=1}^N \sum_{d=1}^D x_{nd}"),
    (Sum(X[n, d], (d, 1, n), (n, 1, N)), r"\sum_{n=1}^N \sum_{d=1}^n x_{nd}"),
    # Signs give way to names: e, Kronecker's delta, the sigmoid beside a standard deviation.
    (exp(a) * y[e], r"y_e \exp(a)"),
    (sp.KroneckerDelta(j, k) * IndexedBase("delta")[j], r"\delta_j [j = k]"),
    (sig * sigmoid(a), r"\sigma g(a)"),
    (Sum(w[d] * A[d, e] * v[e], (e, 1, d), (d, 1, D)), r"\sum_{d=1}^D \sum_{e=1}^d v_e w_d A_{de}"),
    (sp.Lambda(a, Sum(a * w[d] + v[n], (d, 1, D))), r"a \mapsto \sum_{d=1}^D (v_n + a w_d)"),
    (Function("mystery")(a), r"\operatorname{mystery}(a)"),
]
ROWS = [*NAMES, *NUMBERS, *BRACKETS, *FUNCTIONS, *DERIVATIVES, *MATRICES, *VECTORS, *SCOPES]
TABLE = [(expr, tex) for expr, tex, _ in TEXTS] + ROWS


def test_formulas_are_written_as_an_author_types_them() -> None:
    """Each row of the table, in LaTeX."""
    assert {tex: latex(expr) for expr, tex in TABLE if latex(expr) != tex} == {}


def test_formulas_are_written_as_text() -> None:
    """For the terminal; what the author wrote stays in its order, and what SymPy would put together stays apart."""
    assert {text: plain(expr) for expr, _, text in TEXTS if plain(expr) != text} == {}


@needs_katex
def test_katex_accepts_every_formula() -> None:
    """In strict mode; and it refuses what is no LaTeX."""
    assert complaints([tex for _, tex in TABLE]) == {}
    assert complaints([r"\frac{a}"])


INFIX, PLUS, PREFIX = (
    f'form="{form}" lspace="{at}" rspace="{at}"'
    for form, at in (("infix", "0.28em"), ("infix", "0.22em"), ("prefix", "0"))
)
OPEN, CLOSE = ('<mo form="prefix" fence="true" stretchy="false">', '<mo form="postfix" fence="true" stretchy="false">')
MATHML = [
    (a ** Rational(1, 3), "<mroot><mi>a</mi><mn>3</mn></mroot>"),
    (Symbol("a b<"), "<mi>a b&lt;</mi>"),
    (-a, f"<mrow><mo {PREFIX}>\u2212</mo><mi>a</mi></mrow>"),
    (
        a * (b + c),
        (
            f"<mrow><mi>a</mi><mrow>{OPEN}(</mo><mrow><mi>b</mi><mo {PLUS}>+</mo><mi>c</mi></mrow>"
            f"{CLOSE})</mo></mrow></mrow>"
        ),
    ),
    (Sum(w[d] ** 2, (d, 1, D)), f"<msup><mrow>{OPEN}‖</mo><mi>w</mi>{CLOSE}‖</mo></mrow><mn>2</mn></msup>"),
    (
        Sum(y[n], (n, 1, N)),
        (
            f'<mrow><munderover><mo movablelimits="true">∑</mo><mrow><mi>n</mi><mo {INFIX}>=</mo><mn>1</mn></mrow>'
            "<mi>N</mi></munderover><msub><mi>y</mi><mi>n</mi></msub></mrow>"
        ),
    ),
    (
        sp.Piecewise((1, a > 0), (0, True)),
        (
            '<mrow><mo form="prefix" fence="true">{</mo><mtable class="cases"><mtr><mtd><mn>1</mn></mtd><mtd><mrow>'
            f"<mtext>if\u00a0</mtext><mi>a</mi><mo {INFIX}>&gt;</mo><mn>0</mn></mrow></mtd></mtr>"
            "<mtr><mtd><mn>0</mn></mtd><mtd><mtext>otherwise</mtext></mtd></mtr></mtable></mrow>"
        ),
    ),
    (
        sp.Limit(a, a, oo),
        (
            '<mrow><munder><mo movablelimits="true" lspace="0" rspace="0.17em">lim</mo><mrow><mi>a</mi>'
            f'<mo {INFIX}>→</mo><mo form="infix" lspace="0" rspace="0">∞</mo></mrow></munder><mi>a</mi></mrow>'
        ),
    ),
]


def test_mathml_is_what_is_meant() -> None:
    """A few formulas to the letter: fractions, scripts, brackets that do not stretch, the space around signs."""
    assert {str(expr): mathml(expr) for expr, told in MATHML if mathml(expr) != f"<math>{told}</math>"} == {}


def test_mathml_is_one_element_of_mathml() -> None:
    """Every formula of the table: well-formed, nothing left of the marks of LaTeX, no part that is empty."""
    elements = {tex: ET.fromstring(mathml(expr)) for expr, tex in TABLE}  # noqa: S314 -- made here
    assert {element.tag for element in elements.values()} == {"math"}
    assert [tex for tex, element in elements.items() if "\\" in "".join(element.itertext())] == []
    leaves = {tex: [part for part in element.iter() if not len(part)] for tex, element in elements.items()}
    assert [tex for tex, parts in leaves.items() if any(not part.text and part.tag != "mspace" for part in parts)] == []


def test_what_is_nested_deeply_is_written_once() -> None:
    """The time does not double with each level: twenty-four would never end."""
    power = ratio = a
    for level in range(24):
        here = Symbol(f"i{level}", integer=True)
        power = exp(-(power**2) / c) / b
        ratio = Sum(exp(ratio + y[here]), (here, 1, N)) / b
    assert (latex(power).count("-"), latex(ratio).count(r"\sum")) == (24, 24)
