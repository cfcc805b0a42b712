"""Claims about matrices at any size: determinants, inverses, traces, blocks, Kronecker products, each beside lies."""

from __future__ import annotations

import pytest
from sympy import (
    Determinant,
    Eq,
    Expr,
    FunctionMatrix,
    Identity,
    Idx,
    KroneckerDelta,
    KroneckerProduct,
    Lambda,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Product,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    log,
    symbols,
)
from sympy.matrices.expressions import BlockMatrix, DiagMatrix, Inverse, MatrixExpr

from derive import gradient, index, size, symmetric
from tests.checked import Rows, in_parts, offenders

N, D = size("N"), size("D")
i, j, k = (index(name, N) for name in "ijk")
A, B, C, P, Q, X = (MatrixSymbol(name, N, N) for name in "ABCPQX")
U, Z = (MatrixSymbol(name, N, D) for name in "UZ")
V, H = (MatrixSymbol(name, D, N) for name in "VH")
R, W = (MatrixSymbol(name, D, D) for name in "RW")
E = MatrixSymbol("E", 2, 2)
a, b, x, y = (MatrixSymbol(name, N, 1) for name in "abxy")
w = MatrixSymbol("w", D, 1)
c = Symbol("c", real=True)
p = Symbol("p", positive=True)
EYE, J = Identity(N), Identity(D)
det, tr, inv, kron = Determinant, Trace, Inverse, KroneckerProduct
ONE, ONES = Matrix([[1]]), OneMatrix(N, N)
LEVERAGE = "Sum((A**(-1))[_i_1, _i_2]*a[_i_1, 0]*a[_i_2, 0], (_i_1, 0, N - 1), (_i_2, 0, N - 1)) + 1"
ORTHOGONAL, PROJECTION, SKEW = Eq(Q.T * Q, EYE), Eq(P * P, P), Eq(B.T, -B)


def form(left: MatrixExpr, matrix: MatrixExpr, right: MatrixExpr) -> MatrixExpr:
    """Return the number left' matrix right."""
    return (left.T * matrix * right)[0, 0]


def given(*matrices: str, more: tuple[str, ...] = ()) -> str:
    """Return the verdict on a proof that rests on inverses."""
    return f"proved if {', '.join(sorted((*(f'{each} is invertible' for each in matrices), *more)))}"


def schur(sign: int = -1) -> MatrixExpr:
    """Return the Schur complement W - V A^-1 U, or with another sign."""
    return W + sign * V * inv(A) * U


DETERMINANTS: Rows = {
    "of a product": ((det(A * B), det(A) * det(B)), "proved"),
    "of a sum": ((det(A + B), det(A) + det(B)), "refuted"),
    "of a power": ((det(A**3), det(A) ** 3), "proved"),
    "of a power, the exponent": ((det(A**3), det(A) ** 2), "refuted"),
    "of a factor that is not square": ((det(U * V), det(V * U)), "refuted"),
    "of X'X, X square": ((det(X.T * X), det(X) ** 2), "proved"),
    "Sylvester": ((det(EYE + U * V), det(J + V * U)), "proved"),
    "Sylvester, the sign": ((det(EYE + U * V), det(J - V * U)), "refuted"),
    "Sylvester for a sum": ((det(A + U * V), det(A + J)), "ShapeMismatchError | refuted"),
    "the lemma": ((det(A + a * b.T), det(A) * (1 + form(b, inv(A), a))), given("A")),
    "the lemma, the sign": ((det(A + a * b.T), det(A) * (1 - form(b, inv(A), a))), "refuted"),
    "the lemma without the inverse": ((det(A + a * b.T), det(A) * (1 + form(b, A, a))), "refuted"),
    "the lemma turned": ((det(A + a * b.T), det(A) * (1 + form(a, inv(A), b))), "refuted"),
    "the lemma at 1": ((det(EYE + a * b.T), 1 + (b.T * a)[0, 0]), "proved"),
    "the lemma of many": (
        (det(A + U * R * V), det(A) * det(R) * det(inv(R) + V * inv(A) * U)),
        given("A", "R"),
    ),
    "the lemma of many, R forgotten": ((det(A + U * R * V), det(A) * det(inv(R) + V * inv(A) * U)), "refuted"),
    "Schur complements": (
        (det(A) * det(schur()), det(W) * det(A - U * inv(W) * V)),
        given("A", "W"),
    ),
    "Schur complements, a sign": ((det(A) * det(schur(1)), det(W) * det(A - U * inv(W) * V)), "refuted"),
    "ridge": ((p**N * det(U.T * U + p * J), p**D * det(U * U.T + p * EYE)), "proved"),
    "ridge, the powers": ((p**D * det(U.T * U + p * J), p**N * det(U * U.T + p * EYE)), "refuted"),
    "a pivot that may be 0": ((c**N * det(U.T * U + c * J), c**D * det(U * U.T + c * EYE)), "sampled"),
    "a common factor": ((det(A * B + A * C), det(A) * det(B + C)), "proved"),
    "a common factor on two sides": ((det(A * B + C * A), det(A) * det(B + C)), "refuted"),
    "all ones": ((det(EYE + c * ONES), 1 + N * c), "proved"),
    "all ones, the count": ((det(EYE + c * ONES), 1 + c), "refuted"),
    "similar": ((det(inv(P) * A * P - c * EYE), det(A - c * EYE)), given("P")),
    "a sum of inverses": (
        (det(inv(A) + inv(B)), det(A + B) / (det(A) * det(B))),
        given("A", "B", more=("Determinant(A) != 0", "Determinant(B) != 0")),
    ),
    "logarithms": (
        (log(det(U * U.T + p * EYE)), log(det(J + U.T * U / p)) + N * log(p)),
        given(more=("Determinant(I + 1/p*U.T*U) > 0", "Determinant(p*I + U*U.T) > 0")),
    ),
    "logarithms, the size": ((log(det(U * U.T + p * EYE)), log(det(J + U.T * U / p)) + D * log(p)), "refuted"),
    "two by two": ((det(E), E[0, 0] * E[1, 1] - E[0, 1] * E[1, 0]), "proved"),
    "two by two, the sign": ((det(E), E[0, 0] * E[1, 1] + E[0, 1] * E[1, 0]), "refuted"),
    "a reflection": ((det(EYE - 2 * a * a.T), -1), Eq(a.T * a, ONE), "proved"),
    "a reflection by no unit vector": ((det(EYE - 2 * a * a.T), -1), "refuted"),
    "orthogonal": ((det(Q) ** 2, 1), ORTHOGONAL, "proved"),
    "orthogonal, not squared": ((det(Q), 1), ORTHOGONAL, "refuted"),
    "its slope": ((gradient(det(X**3), X), 3 * det(X) ** 3 * inv(X).T), given("X.T")),
}
INVERSES: Rows = {
    "Searle, of a sum of inverses": (
        (inv(inv(A) + inv(B)), A * inv(A + B) * B),
        given("A + B", "A", "A**(-1) + B**(-1)", "B"),
    ),
    "Searle, order": ((inv(inv(A) + inv(B)), A * inv(A + B) * A), "refuted"),
    "Searle, the other order": (
        (inv(inv(A) + inv(B)), B * inv(A + B) * A),
        given("A + B", "A", "A**(-1) + B**(-1)", "B"),
    ),
    "Searle, 1 + A^-1": (
        (inv(EYE + inv(A)), A * inv(A + EYE)),
        given("A", "I + A", "I + A**(-1)"),
    ),
    "Searle, 1 + A^-1, the sign": ((inv(EYE + inv(A)), A * inv(A - EYE)), "refuted"),
    "push-through": (
        (inv(EYE + U * V) * U, U * inv(J + V * U)),
        given("I + U*V", "I + V*U"),
    ),
    "push-through, the sign": ((inv(EYE + U * V) * U, U * inv(J - V * U)), "refuted"),
    "of a product": (
        (inv(A * B * C), inv(C) * inv(B) * inv(A)),
        given("A", "A*B*C", "B", "C"),
    ),
    "of a product, the order": ((inv(A * B), inv(A) * inv(B)), "refuted"),
    "two forms of the gain": (
        (P * H.T * inv(H * P * H.T + W), inv(inv(P) + H.T * inv(W) * H) * H.T * inv(W)),
        given("H*P*H.T + W", "P", "P**(-1) + H.T*W**(-1)*H", "W"),
    ),
    "leverage": (
        (form(a, inv(A + a * a.T), a), form(a, inv(A), a) / (1 + form(a, inv(A), a))),
        given("A + a*a.T", "A", more=(f"{LEVERAGE} != 0",)),
    ),
    "leverage, the sign": ((form(a, inv(A + a * a.T), a), form(a, inv(A), a) / (1 - form(a, inv(A), a))), "refuted"),
    "trace of push-through": (
        (tr(inv(EYE + U * V) * U * V), tr(inv(J + V * U) * V * U)),
        given("I + U*V", "I + V*U"),
    ),
    "trace of push-through, transposed": ((tr(inv(EYE + U * V) * U * V), tr(inv(J + V * U) * U.T * V.T)), "refuted"),
    "traces at two sizes": (
        (tr(inv(EYE + U * V)) - N, tr(inv(J + V * U)) - D),
        given("I + U*V", "I + V*U"),
    ),
    "traces at two sizes, not counted": ((tr(inv(EYE + U * V)), tr(inv(J + V * U))), "refuted"),
    "degrees of freedom": (
        (tr(U * inv(U.T * U + p * J) * U.T), D - p * tr(inv(U.T * U + p * J))),
        given("p*I + U.T*U"),
    ),
    "degrees of freedom, the size": ((tr(U * inv(U.T * U + p * J) * U.T), N - p * tr(inv(U.T * U + p * J))), "refuted"),
}
ASSUMED: Rows = {
    "Q Q'": ((Q * Q.T, EYE), ORTHOGONAL, "proved"),
    "Q Q": ((Q * Q, EYE), ORTHOGONAL, "refuted"),
    "U U' of fewer columns": ((U * U.T, EYE), Eq(U.T * U, J), "refuted"),
    "the inverse of Q": ((inv(Q), Q.T), ORTHOGONAL, given("Q")),
    "a product that is 1, turned": ((C * A * B, EYE), Eq(A * B * C, EYE), "proved"),
    "a product that is 1, in another order": ((B * A * C, EYE), Eq(A * B * C, EYE), "refuted"),
    "a product that is 0 does not turn": ((B * A, ZeroMatrix(N, N)), Eq(A * B, ZeroMatrix(N, N)), "sampled"),
    "a product that is c does not turn, c may be 0": ((B * A, c * EYE), Eq(A * B, c * EYE), "sampled"),
    "a product that is p": ((B * A, p * EYE), Eq(A * B, p * EYE), "proved"),
    "whitening": ((C * A * C.T, EYE), Eq(C.T * C, inv(A)), given("A")),
    "whitening, turned": ((C.T * A * C, EYE), Eq(C.T * C, inv(A)), "refuted"),
    "a factor that annihilates": (
        (inv(U.T * U + V * U) * U.T * U, J),
        Eq(V * U, ZeroMatrix(D, D)),
        given("V*U + U.T*U"),
    ),
    "a determinant of a skew matrix": ((det(B), (-1) ** N * det(B)), SKEW, "proved"),
    "a determinant of a skew matrix, the sign": ((det(B), -((-1) ** N) * det(B)), SKEW, "refuted"),
    "symmetric times skew": ((tr(A * B), 0), symmetric(A), SKEW, "proved"),
    "skew": (((x.T * B * x)[0, 0], 0), SKEW, "proved"),
    "skew, of two vectors": (((x.T * B * y)[0, 0], 0), SKEW, "refuted"),
    "skew, its square": ((tr(B * B), 0), SKEW, "refuted"),
    "Cayley transform": (
        ((EYE - B) * inv(EYE + B) * ((EYE - B) * inv(EYE + B)).T, EYE),
        SKEW,
        given("I + B", "I + B.T"),
    ),
    "1 - P": (((EYE - P) ** 2, EYE - P), PROJECTION, "proved"),
    "1 + P": (((EYE + P) ** 2, EYE + P), PROJECTION, "refuted"),
    "the inverse of 1 + P": ((inv(EYE + P), EYE - P / 2), PROJECTION, given("I + P")),
}
CORNER, BESIDE, BELOW = MatrixSymbol("c", 1, 1), MatrixSymbol("u", 2, 1), MatrixSymbol("v", 2, 1)
WRITTEN = Matrix(
    [
        [E[0, 0], E[0, 1], BESIDE[0, 0]],
        [E[1, 0], E[1, 1], BESIDE[1, 0]],
        [BELOW[0, 0], BELOW[1, 0], CORNER[0, 0]],
    ]
)
TOGETHER: Rows = {
    "Kronecker, mixed": ((kron(A, W) * kron(U, R), kron(A * U, W * R)), "proved"),
    "Kronecker, mixed, the order": ((kron(A, W) * kron(B, R), kron(A * B, R * W)), "refuted"),
    "Kronecker, transposed": ((kron(U, W).T, kron(U.T, W.T)), "proved"),
    "Kronecker, transposed and turned": ((kron(A, B).T, kron(B.T, A.T)), "refuted"),
    "Kronecker, trace": ((tr(kron(A, W)), tr(A) * tr(W)), "proved"),
    "Kronecker, inverse": ((inv(kron(A, W)) * kron(A, W), Identity(N * D)), "proved"),
    "Kronecker, determinant": ((det(kron(A, W)), det(A) ** D * det(W) ** N), "proved"),
    "Kronecker, determinant, the sizes": ((det(kron(A, W)), det(A) ** N * det(W) ** D), "refuted"),
    "Kronecker, with a vector": ((kron(A, w) * B, kron(A * B, w)), "proved"),
    "Kronecker, of three": ((kron(A, kron(B, W)), kron(kron(A, B), W)), "proved"),
    "Kronecker, counted in another way": ((kron(A, W), kron(W, A)), "undecided"),
    "block product": (
        (
            BlockMatrix([[A, U], [V, W]]) * BlockMatrix([[B, Z], [H, R]]),
            BlockMatrix([[A * B + U * H, A * Z + U * R], [V * B + W * H, V * Z + W * R]]),
        ),
        "proved",
    ),
    "block product, one block wrong": (
        (
            BlockMatrix([[A, U], [V, W]]) * BlockMatrix([[B, Z], [H, R]]),
            BlockMatrix([[A * B + U * H, A * Z + U * R], [V * B + W * H, V * Z]]),
        ),
        "refuted",
    ),
    "block determinant": ((det(BlockMatrix([[A, U], [V, W]])), det(A) * det(schur())), given("A")),
    "block determinant, the other way": (
        (det(BlockMatrix([[A, U], [V, W]])), det(W) * det(A - U * inv(W) * V)),
        given("A", "W"),
    ),
    "block determinant, the sign": ((det(BlockMatrix([[A, U], [V, W]])), det(A) * det(schur(1))), "refuted"),
    "triangular": ((det(BlockMatrix([[A, U], [ZeroMatrix(D, N), W]])), det(A) * det(W)), "proved"),
    "triangular from below": ((det(BlockMatrix([[A, ZeroMatrix(N, D)], [V, W]])), det(A) * det(W)), "proved"),
    "blocks written out": (
        (det(BlockMatrix([[CORNER, BELOW.T], [BESIDE, E]])), det(WRITTEN)),
        given(more=("c[0, 0] != 0",)),
    ),
    "blocks written out, the sign": ((det(BlockMatrix([[CORNER, -BELOW.T], [BESIDE, E]])), det(WRITTEN)), "refuted"),
    "block inverse": (
        (inv(BlockMatrix([[A, U], [V, W]])) * BlockMatrix([[A, U], [V, W]]), Identity(N + D)),
        "proved",
    ),
    "block trace": ((tr(BlockMatrix([[A, U], [V, W]])), tr(A) + tr(W)), "proved"),
    "blocks and one matrix": ((BlockMatrix([[A, B], [B, A]]), MatrixSymbol("S", 2 * N, 2 * N)), "undecided"),
}


LARGER = MatrixSymbol("L", N + 1, N + 1)
r, s = symbols("r s", integer=True)
FEWER, OTHER = Idx("r", (0, N - 2)), Idx("s", (0, N - 2))


def by_entries(rows: Expr, columns: Expr, entry: Expr) -> FunctionMatrix:
    """Return the matrix with that entry at row r and column s."""
    return FunctionMatrix(rows, columns, Lambda((r, s), entry))


CUT_OFF = by_entries(N, N, inv(LARGER)[r, s])
MOVED = by_entries(N, N, inv(LARGER)[r + 1, s])
NARROW = by_entries(N, D, KroneckerDelta(r, s))
SHIFT = by_entries(N, N, KroneckerDelta(r, s + 1))
ENTRIES: Rows = {
    "some rows and columns of an inverse are none": ((det(CUT_OFF) * det(LARGER), 1), "refuted"),
    "rows of an inverse, moved": ((det(MOVED) * det(LARGER), 1), "refuted"),
    "a delta between two ranges": ((det(EYE + NARROW * V), det(J + V * NARROW)), "proved"),
    "a delta between two ranges is no identity": ((det(NARROW * V), det(V * NARROW)), "refuted"),
    "a shift": ((det(SHIFT * A), det(SHIFT) * det(A)), "proved"),
    "a shift is no identity": ((det(SHIFT * A), det(A)), "refuted"),
    "a product entry by entry, as a factor": (
        (det(by_entries(N, N, A[r, s] * B[r, s]) * C), det(A) * det(C)),
        "refuted",
    ),
    "weights": ((det(EYE + DiagMatrix(x) * U * U.T), det(J + U.T * DiagMatrix(x) * U)), "proved"),
    "weights, forgotten": ((det(EYE + DiagMatrix(x) * U * U.T), det(J + U.T * U)), "refuted"),
    "a diagonal": ((det(DiagMatrix(x) * A), det(A) * Product(x[i, 0], i)), "proved"),
    "rank one": ((det(a * b.T), det(b * a.T)), "proved"),
    "rank one is 0 only from two rows on": ((det(a * b.T), 0), "refuted"),
    "Cayley-Hamilton": ((E**2 - tr(E) * E + det(E) * Identity(2), ZeroMatrix(2, 2)), "proved"),
    "Cayley-Hamilton, the sign": ((E**2 - tr(E) * E - det(E) * Identity(2), ZeroMatrix(2, 2)), "refuted"),
    "Cayley-Hamilton of two rows at N": ((A**2 - tr(A) * A + det(A) * EYE, ZeroMatrix(N, N)), "refuted"),
    "two by two, inverted": (
        (inv(E) * det(E), Matrix([[E[1, 1], -E[0, 1]], [-E[1, 0], E[0, 0]]])),
        given("E"),
    ),
    "skew on a part": ((A[i, j] + A[j, i], 0), Eq(A[FEWER, OTHER], -A[OTHER, FEWER]), "refuted"),
    "some columns are orthogonal": (
        (A * A.T, EYE),
        Eq(Sum(A[i, FEWER] * A[i, OTHER], i), KroneckerDelta(FEWER, OTHER)),
        "refuted",
    ),
}


@pytest.mark.parametrize("rows", in_parts(ENTRIES, DETERMINANTS, INVERSES, ASSUMED, TOGETHER))
def test_matrices_at_any_size(rows: Rows) -> None:
    """What holds is proved, with what must be invertible; what does not is refuted or left open."""
    assert offenders(rows) == {}
