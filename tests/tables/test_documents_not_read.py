r"""What is not read: a formula that means nothing, or nothing that is known, is not understood, and why is said."""

from __future__ import annotations

import pytest

from tests.documents import portions, wrong

TABLES = {
    "signs without a value": r"""
Let $a, b \in \mathbb{R}$. Then $a = a$, so
+ \sqrt{a^2} = |a|
- \sqrt{a^2} = -|a|
+ a^{-1} = \frac{1}{a}  % if a ≠ 0 (in a denominator)
+ \sqrt[3]{a} = a^{1/3}  % if a ≥ 0 (under a root)
- \tan a = \cot a
? \pi e = \infty  % this is no finite number
! a = \mystery  % the command \mystery is not known. Define it by \newcommand, or write it with others
! a \boxminus b = 3  % the command \boxminus is not known
! a @ b = 3  % the sign '@' is not known in a formula. Write it as a command of LaTeX
! a \pm b = 0  % a sign that is plus or minus stands for two formulas
! \int_0^1 x \, dx = 1  % int with a scope is not read
! \max_{k} a_k = 1  % max with a scope is not read
! \lim_{n \to \infty} a_n = 0  % lim with a scope is not read
! \max a = 1  % of what is no list of numbers
! \text{the loss is small} = 1  % 'the loss is small' is words, and no quantity
! \binom{n}{k} = 1  % the function binomial is not read
! [a > 0] = 1  % a list or a relation in brackets is no quantity
! \mathbb{1}\{a > b\} = 0  % an indicator of this condition is not read
! \left. a^2 \right|_{a=3} = 9  % an evaluation at a point is not read
! 10^{100^{100}} = 1  % a power of a number with an exponent above 1000
! (10^9)! = 1  % the factorial of a number that is not in 0..200
! \mathrm{exit}(1) = \text{\_\_import\_\_('os')}
! = a + b  % what this continues is not evident
""",
    "functions of something else": r"""
Let $a, b, x > 0$, $w, v \in \mathbb{R}^D$, $A, B \in \mathbb{R}^{D \times D}$ and $f(x) = x^2$.
! \log = 1  % log of what?
! \sin_2 x = 1  % an index at sin
! \operatorname{tr}(w) = 1  % the trace of a column
! \operatorname{softmax}(a) = 1  % softmax of a number
! \det w = 1  % the determinant of a column
! \det(A^{-2}) = \det(A)^{-2}  % only whole powers and the inverse of a matrix are read
! \operatorname{diag}(w^\top) = A  % the diagonal matrix of a row
! \operatorname{diag}(a) = 1  % the diagonal matrix of a number
! \operatorname{diag}(w, v) = A  % the sizes do not fit together: 1..2 and 1..D
! \operatorname{diag}(a, \dots, 3) = A  % the entries around an ellipsis show no pattern
! \prod_i w = 1  % a product over a column
! \|w\|_3 = 1  % this norm is not known
! \sqrt{w} = 1  % the root of a column
! w^2 = w  % a power of a column
! x^w = 1  % a column stands as an exponent
! a / w = 1  % a division by a column
! a / A = 1  % a division by a matrix
! w \times v = 0  % a column times a column is not defined
! w \otimes v = w v^\top  % the operator 'otimes' is not read
! (w, v) = 1  % a list of columns or matrices is not read
! \max a b = 1  % max of what is no list of numbers. Write out what it is taken of, as in \max(a, b)
! (f(x))' = 2 x  % a prime on something that is no name
! \max'(a) = 1  % a prime on an operator: max
! \det'(A) = 1  % the derivative of det is not read
# to turn: not read, as for other functions; an exponent of -1 may mean the inverse function
- \sin^{-1} x = \arcsin x
""",
    "slopes of something else": r"""
Let $a, b, x > 0$, $w \in \mathbb{R}^D$ and $A, B \in \mathbb{R}^{D \times D}$.
! \frac{\partial}{\partial a} = 1  % a derivative of what?
! \frac{d^3}{dx^3} x^3 = 6  % the order of the derivative and its variables do not agree
! \frac{d a}{d (x + b)} = 1  % the derivative is by something that is no variable
! \frac{\partial A}{\partial B} = 1  % nothing defines A, so its derivative is not known
! \nabla_w^2 (A w) = 1  % a second derivative of these shapes is not read
! \nabla_x^2 = 1  % a derivative of what?
Let $h(x, y) = x y^2$ and $s = x^2$.
! d(s^2) = 2 s ds  % in which direction is not said
""",
    "what nothing runs over": r"""
Let $a_i \in \mathbb{R}$ for $i = 1, \dots, n$ and $c \in \mathbb{R}$.
! \sum_{2 < 3} a_i = c  % what this sign runs over is not understood
! \sum_{i = 1, \dots, n} a_i = c  % what this sign runs over is not understood
! \sum_{i \in C^2} a_i = c  % this set is not understood
! \sum_{i \ne c + 1} a_i = c  % what is left out is no index
! \sum_{\substack i} a_i = c  % an argument is missing here: substack
! \sum_{\substack{i} = c  % a brace is opened and never closed
# to turn: read; this is how several conditions are written
! \sum_{\substack{i = 1 \\ i \ne j}}^n a_i = c  % it does not end where it should: substack
""",
    "brackets and grids": r"""
Let $a, b \in \mathbb{R}$ and $A \in \mathbb{R}^{2 \times 2}$.
! [] = 1  % there is nothing in these brackets
! \lfloor a \rfloor = 1  % these brackets have no known meaning
! \langle a \rangle = 1  % these brackets have no known meaning
! \left? a \right) = 1  % '?' and ')' are no brackets
! \left| a \right) = 1  % these brackets have no known meaning
! \| \| = 1  % something is missing here
! \| a | = 1  % a double bar is closed by a single one: Vert
! \sqrt[3 a = 1  % the degree of a root is never closed: sqrt. Close it
! {a ) b} = 1  % ')' does not fit in this group
! \begin{pmatrix} a ) & b \end{pmatrix} = 1  % ')' does not fit in this cell
! \begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix} = A  % only matrices of numbers with full rows are read
! a + \begin{cases} 1 & a > 0 \\ 0 & a \le 0 \end{cases} = 1  % cases inside of a formula is not read
! a \wedge b = 1  % the operator 'wedge' is not read
! a \choose b = 1  % 'choose' is out of place here
! \forall = 1  % what this continues is not evident
""",
}


CLAIMS = portions(TABLES, 12)


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_not_read_is_said(name: str) -> None:
    """Each claim has no verdict but that it is not understood, for the reason beside it."""
    assert wrong(CLAIMS[name]) == {}
