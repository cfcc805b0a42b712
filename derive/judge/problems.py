r"""What a lecture topic takes as known, as sentences a document could begin with: `derive check --problem NAME`.

Each is read like the document itself, so that a homework may say less. What a document declares itself comes later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.judge.line import FROM_PROBLEM

if TYPE_CHECKING:
    from derive.discourse.page import Page

SAMPLE = r"Let $x_i \in \mathbb{R}^D$ for $i = 1, \dots, N$ and $w \in \mathbb{R}^D$. "
REGRESSION = (
    r"$X \in \mathbb{R}^{N \times D}$ is the design matrix, $y \in \mathbb{R}^N$ and $w \in \mathbb{R}^D$. "
    r"Assume $X^\top X$ is invertible. "
)
SIGMA = r"The function $\sigma(z) = \frac{1}{1 + e^{-z}}$ is the sigmoid, with $z \in \mathbb{R}$. "
LOGISTIC = SAMPLE + r"Let $y_i \in \{0, 1\}$. Define $p_i = \sigma(w^\top x_i)$, with the sigmoid $\sigma$. "
CLASSES = (
    r"Let $x_i \in \mathbb{R}^D$ for $i = 1, \dots, N$ and $w_k \in \mathbb{R}^D$ for $k = 1, \dots, K$. "
    r"Let $y_{ik} \in \{0, 1\}$ with $\sum_{k=1}^K y_{ik} = 1$. "
    r"Define $p_{ik} = \frac{\exp(w_k^\top x_i)}{\sum_{j=1}^K \exp(w_j^\top x_i)}$. "
)
SIGNED = SAMPLE + r"Let $y_i \in \{-1, 1\}$ and $b \in \mathbb{R}$. "
DUAL = SIGNED + r"Let $\alpha_i \ge 0$ for $i = 1, \dots, N$ with $\sum_{i=1}^N \alpha_i y_i = 0$. "
VECTORS = r"Let $x, z \in \mathbb{R}^D$. "

DECLARATIONS: Mapping[str, str] = {
    "simple-regression": r"Let $x_i, y_i \in \mathbb{R}$ for $i = 1, \dots, N$ and $w_0, w_1 \in \mathbb{R}$. "
    r"Define $\bar{x} = \frac{1}{N} \sum_{i=1}^N x_i$ and $\bar{y} = \frac{1}{N} \sum_{i=1}^N y_i$.",
    "normal-equations": REGRESSION,
    "lms": SAMPLE + r"Let $y_i \in \mathbb{R}$ and $\eta > 0$.",
    "gaussian-likelihood": SAMPLE + r"Let $y_i \in \mathbb{R}$ and $\sigma > 0$.",
    "least-squares-classifier": r"$X \in \mathbb{R}^{N \times D}$ is the design matrix, "
    r"$T \in \mathbb{R}^{N \times K}$ and $W \in \mathbb{R}^{D \times K}$. Assume $X^\top X$ is invertible.",
    "gradient-descent": r"Let $A \in \mathbb{R}^{D \times D}$ and $w, b \in \mathbb{R}^D$. Assume $A$ is symmetric. "
    r"Let $\eta > 0$.",
    "sigmoid": SIGMA,
    "naive-bayes-to-logistic": r"Let $x_j, \mu_{j0}, \mu_{j1} \in \mathbb{R}$ and $\sigma_j > 0$ "
    r"for $j = 1, \dots, D$.",
    "logistic-likelihood": LOGISTIC,
    "logistic-gradient": LOGISTIC,
    "logistic-hessian": LOGISTIC,
    "logistic-regularized": LOGISTIC + r"Let $\lambda > 0$.",
    "softmax-gradient": CLASSES,
    "softmax-hessian": CLASSES,
    "softmax-binary": r"Let $x, w_0, w_1 \in \mathbb{R}^D$. " + SIGMA,
    "softmax-reference": CLASSES,
    "perceptron-gradient": SIGNED,
    "perceptron-update": SIGNED + r"Let $\eta > 0$.",
    "perceptron-labels": SAMPLE + r"Let $t_i \in \{0, 1\}$ and $\eta > 0$. Define $y_i = 2 t_i - 1$.",
    "perceptron-bound": SIGNED + r"Let $u \in \mathbb{R}^D$, $R > 0$ and $\gamma > 0$.",
    "perceptron-bound-any-start": SIGNED + r"Let $u \in \mathbb{R}^D$, $R > 0$, $\gamma > 0$ and $\eta > 0$.",
    "fisher": r"Let $w, m_1, m_2 \in \mathbb{R}^D$. $S_W \in \mathbb{R}^{D \times D}$ is symmetric. "
    r"Assume $S_W$ is invertible.",
    "svm-margin": SIGNED,
    "svm-dual": DUAL,
    "svm-soft-dual": DUAL + r"Let $C > 0$ and $\xi_i \ge 0$.",
    "svm-kernel-dual": DUAL,
    "svm-hinge": SIGNED + r"Let $C > 0$ and $\xi_i \ge 0$.",
    "kernel-quadratic": VECTORS,
    "kernel-gaussian": VECTORS + r"Let $\gamma > 0$.",
    "discriminants": r"Let $x, w \in \mathbb{R}^D$ and $b \in \mathbb{R}$.",
    "metrics": r"Let $TP, FP, TN, FN > 0$ and $\beta > 0$.",
}
"""The declarations for each derivation of the catalogue."""


class ProblemError(DeriveError):
    """A problem that is none.

    >>> issubclass(ProblemError, DeriveError)
    True
    """


def declarations_of(name: str) -> str:
    r"""Return what a problem declares. Raises `ProblemError` for a name that is none.

    >>> declarations_of("kernel-quadratic")
    'Let $x, z \\in \\mathbb{R}^D$. '
    """
    if name in DECLARATIONS:
        return DECLARATIONS[name]
    near = get_close_matches(name, DECLARATIONS, n=3, cutoff=0.4)
    way_out = f"try {' or '.join(near)}" if near else f"take one of {', '.join(DECLARATIONS)}"
    raise ProblemError(name, place="--problem", reason="there is no such problem", way_out=way_out)


def source_of(name: str) -> str:
    """Return what stands as the file where something is declared by a problem.

    >>> source_of("lms")
    'from --problem lms'
    """
    return f"{FROM_PROBLEM}{name}"


def with_problem(page: Page, name: str) -> Page:
    """Return a page behind the declarations of a problem; the same one without a name."""
    if not name:
        return page
    from derive.discourse.files import read_page  # noqa: PLC0415 -- who only asks for a name reads no page

    declared = read_page(declarations_of(name), file=source_of(name))
    return replace(page, events=(*declared.events, *page.events))
