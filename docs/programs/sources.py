"""Where each rule of the engine comes from: a section of a book, or the name of a theorem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from derive.decide.bounds import BOUNDS
from derive.decide.kinds import MONOTONE, VERBS

BOOKS = {
    "DLMF": "NIST Digital Library of Mathematical Functions, dlmf.nist.gov, by section or equation",
    "Concrete": "R. Graham, D. Knuth, O. Patashnik, *Concrete Mathematics*, second edition",
    "Deep": "I. Goodfellow, Y. Bengio, A. Courville, *Deep Learning*",
    "Bishop": "C. Bishop, *Pattern Recognition and Machine Learning*",
    "Magnus": "J. Magnus, H. Neudecker, *Matrix Differential Calculus*",
}
"""The books, by the word that stands for them in the tables."""

POWERS: Mapping[str, str] = {
    "Entry": "(+1)^2 = (-1)^2 = 1; 0^2 = 0, 1^2 = 1; of a one-hot row, one entry is 1",
    "Sum": "where [y = k] is 1, y is k, and it is for one k",
    "Delta": "a delta is 0 or 1, and where it is 1 the indices are equal",
    "Before": "a strict order: irreflexive, transitive",
    "Call": "DLMF 1.9(i)",
    "Tower": "an even power of -1, for an integer n",
}
"""What holds for a factor of each kind."""

REASONS: Mapping[str, str] = {
    "sign": "closure of nonnegative numbers under sums, products and powers",
    "fact": "the question itself",
    "square": "a square of a real number",
    **{bound.name: bound.source for bound in BOUNDS},
    "exp below its chord": "convexity of exp; DLMF 4.5(ii)",
    "mean of exponentials": "convexity of exp; DLMF 4.5(ii)",
    "means": "concavity of log; Hardy, Littlewood, Polya 2.5",
    "Bernoulli": "convexity of powers; for whole exponents, by induction",
    "power and its tangent": "convexity of powers, concavity for exponents between 0 and 1",
    "Weierstrass": "Hardy, Littlewood, Polya 2.12, Theorem 58",
    "powers increase": "the sign of the derivative",
    **{f"{row.name} {VERBS[row.monotone]}": "the sign of the derivative" for row in MONOTONE},
    "sum of nonnegative terms": "what is left of a sum of nonnegative terms",
    "absolute value": "definition",
    "triangle": "-|p| <= p <= |p|",
    "maximum": "definition",
    "minimum": "definition",
    "end of a range": "DLMF 4.2, 4.14, 4.23, 7.2",
    "beginning of a range": "DLMF 4.2, 4.14, 4.23, 7.2",
}
"""Reasons in a certificate."""


def source_of(name: str, table: Mapping[str, str]) -> str:
    """Return where a rule comes from.

    Raises `LookupError` for a rule of which nobody has said it.

    >>> source_of("maximum", REASONS)
    'definition'
    """
    if name not in table:
        message = f"{name!r}: the rule has no source. Add it to docs/programs/sources.py"
        raise LookupError(message)
    return table[name]


def cited(texts: Iterable[str]) -> dict[str, str]:
    """Return the books that texts refer to.

    >>> sorted(cited(["Deep 3.10", "definition"]))
    ['Deep']
    """
    together = " ".join(texts)
    return {word: book for word, book in BOOKS.items() if word in together}
