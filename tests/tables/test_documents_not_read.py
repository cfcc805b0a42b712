r"""What is not read: a formula that means nothing, or nothing that is known, is not understood, and why is said."""

from __future__ import annotations

import pytest

from tests.documents import portions, wrong

TABLES = {
    "a relation that is hidden": r"""
Let $a, b \in \mathbb{R}$. We multiply out.
- \left\{ (a + b)^2 - a^2 = b^2 \right.
+ \left( (a + b)^2 - a^2 = b^2 + 2 a b \right)
! \sqrt{(a + b)^2 - a^2 = b^2}  % a relation where none is judged
! \frac{(a + b)^2 - a^2 = b^2}{2}  % a relation where none is judged
! (a + b)^2 - a^2 \iff b^2  % what iff says of two values is not judged
! a \mapsto (a + b)^2 \mapsto b^2  % what mapsto says of two values is not judged
""",
    "signs without a value": r"""
Let $a, b \in \mathbb{R}$. Then $a = a$, so
+ \sqrt{a^2} = |a|
- \sqrt{a^2} = -|a|
+ a^{-1} = \frac{1}{a}  % if a ≠ 0
+ \sqrt[3]{a} = a^{1/3}  % if a ≥ 0
- \tan a = \cot a
? \pi e = \infty  % it may be an equation to be solved
! a = \mystery  % the command \mystery is not known
! a \boxminus b = 3  % the command \boxminus is not known
! a @ b = 3  % the sign '@' is not known in a formula
! a \pm b = 0  % plus or minus
? \int_0^1 x \, dx = 1
? \max_{k} a_k = 1  % max is not read
? \lim_{n \to \infty} a_n = 0  % a limit stands before it
? \max a = 1  % max is not read
! \text{the loss is small} = 1  % words are not read here
? \binom{n}{k} = 1
- [a > 0] = 1
- \mathbb{1}\{a > b\} = 0
+ \left. a^2 \right|_{a=3} = 9
? 10^{100^{100}} = 1  % limit reached: binary digits of a number = 20000
? (10^9)! = 1  % a factorial is too large to compute
: \mathrm{exit}(1) = \text{\_\_import\_\_('os')}
!- = a + b  % one side is missing
""",
    "functions of something else": r"""
Let $a, b, x > 0$, $w, v \in \mathbb{R}^D$, $A, B \in \mathbb{R}^{D \times D}$ and $f(x) = x^2$.
! \log = 1  % a function without its argument
? \sin_2 x = 1  % a subscript on a function
! \operatorname{tr}(w) = 1  % the trace of a column
! \operatorname{softmax}(a) = 1  % a function of a vector, of what is a number as it is read
! \det w = 1  % the determinant of a column
+ \det(A^{-2}) = \det(A)^{-2}  % if A is invertible; if det (A) ≠ 0
? \operatorname{diag}(w^\top) = A  % it may be an equation to be solved
! \operatorname{diag}(a) = 1  % a function of a vector, of what is a number as it is read
? \operatorname{diag}(w, v) = A  % a matrix of blocks has no places of its own
? \operatorname{diag}(a, \dots, 3) = A  % a list
! \prod_i w = 1  % a product of vectors, or over a part of a range
? \|w\|_3 = 1  % a norm that is not read
! \sqrt{w} = 1  % a root of a column
? w^2 = w  % it was taken that a power of a vector is taken of each entry
! x^w = 1  % a power with a vector
! a / w = 1  % division by a column
! a / A = 1  % division by a matrix
! w \times v = 0  % a column times a column is no product
! w \otimes v = w v^\top  % the sign otimes
! (w, v) = 1  % a column and a number do not go together
? \max a b = 1  % max is not read
? (f(x))' = 2 x
! \max'(a) = 1  % a prime on an operator: max
! \det'(A) = 1  % a derivative of a function that is not read
?- \sin^{-1} x = \arcsin x  % unknown functions stand in it
""",
    "slopes of something else": r"""
Let $a, b, x > 0$, $w \in \mathbb{R}^D$ and $A, B \in \mathbb{R}^{D \times D}$.
! \frac{\partial}{\partial a} = 1  % a derivative of what, by what?
+ \frac{d^3}{dx^3} x^3 = 6
! \frac{d a}{d (x + b)} = 1  % a derivative by what is no name
! \frac{\partial A}{\partial B} = 1  % the derivative of a matrix by a matrix
! \nabla_w^2 (A w) = 1  % the derivative of a matrix by a column
! \nabla_x^2 = 1  % a derivative of what, by what?
Let $h(x, y) = x y^2$ and $s = x^2$.
+ d(s^2) = 2 s ds
""",
    "what nothing runs over": r"""
Let $a_i \in \mathbb{R}$ for $i = 1, \dots, n$ and $c \in \mathbb{R}$.
? \sum_{2 < 3} a_i = c  % a sum over what is not read
? \sum_{i = 1, \dots, n} a_i = c  % a sum over what is not read
? \sum_{i \in C^2} a_i = c  % a sum over a set
? \sum_{i \ne c + 1} a_i = c  % it may be an equation to be solved
! \sum_{\substack i} a_i = c  % not read: an argument is missing here
! \sum_{\substack{i} = c  % a brace is opened and never closed
# to turn: read; this is how several conditions are written
! \sum_{\substack{i = 1 \\ i \ne j}}^n a_i = c  % not read: it does not end where it should
""",
    "brackets and grids": r"""
Let $a, b \in \mathbb{R}$ and $A \in \mathbb{R}^{2 \times 2}$.
! [] = 1  % empty brackets
? \lfloor a \rfloor = 1  % a bracket that is not read
? \langle a \rangle = 1  % a bracket that is not read
! \left? a \right) = 1  % '?' and ')' are no brackets
? \left| a \right) = 1  % a bracket that is not read
! \| \| = 1  % something is missing here
! \| a | = 1  % a double bar is closed by a single one
! \sqrt[3 a = 1  % the degree of a root is never closed
! {a ) b} = 1  % ')' does not fit in this group
! \begin{pmatrix} a ) & b \end{pmatrix} = 1  % ')' does not fit in this cell
? \begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix} = A  % a matrix that is not read
? a + \begin{cases} 1 & a > 0 \\ 0 & a \le 0 \end{cases} = 1  % names stand on one side only: it may hold at one point
! a \wedge b = 1  % the sign wedge
! a \choose b = 1  % 'choose' is out of place here
! \forall = 1  % sequence is not read here
""",
}


CLAIMS = portions(TABLES, 12)


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_not_read_is_said(name: str) -> None:
    """Each claim has no verdict but that it is not understood, for the reason beside it."""
    assert wrong(CLAIMS[name]) == {}
