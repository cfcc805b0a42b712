"""Conventions that authors do not share: a line that an edit mends by changing one of these is open, and no error.

Each row has a test on the edit and the line that it mends, and the question that is put to the author instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from derive.formula.read.tree import (
    Apply,
    Big,
    Bracket,
    Derivative,
    Dots,
    Factors,
    Fraction,
    Name,
    Node,
    Number,
    Scripted,
    Terms,
    Words,
    children,
    walk,
)
from derive.judge.edits import Edit
from derive.meaning.reading import CONSTANTS


class Line(NamedTuple):
    """The two sides of the line that an edit mends."""

    left: Node
    right: Node


class Convention(NamedTuple):
    """A choice that some make and others do not: what it is called, when an edit changes it, and what is asked then."""

    name: str
    changes: Callable[[Edit, Line], bool]
    question: str


def convention_of(edit: Edit, left: Node, right: Node) -> Convention | None:
    r"""Return the convention that an edit of the right side of a line changes; None where it mends an error.

    >>> from derive.formula.read.parser import read
    >>> from derive.judge.edits import edits
    >>> left, right = read("L(w)"), read(r"\|X w - y\|^2")
    >>> half = next(edit for edit in edits(right) if "too many" in edit.says)
    >>> convention_of(half, left, right).name, convention_of(half, read(r"\nabla L(w)"), right)
    ('1/2 before a square', None)
    """
    return next((each for each in CONVENTIONS if each.changes(edit, Line(left, right))), None)


SPREADS = frozenset({"sigma", "tau"})
"""Letters for a standard deviation, or for its square."""
OBJECTIVES = frozenset({"L", "l", "ell", "J", "NLL", "LL", "nll", "loss"})
"""Letters for a log-likelihood, or for its negative."""
DROPPED = frozenset({*CONSTANTS, "const."})
COUNTS = frozenset({"pi", "e", "n", "d", "k", "m"})
"""Names of numbers and of sizes; a capital alone is one of a size, too."""


def _is_layout(edit: Edit, line: Line) -> bool:
    """A derivative by a vector or a matrix stands in the layout of the numerator or of the denominator."""
    return edit.what == "transposed" and _is_derived(line) and (edit.whole or _is_scaled(line.right, edit.place))


def _is_derived(line: Line) -> bool:
    """Return whether a line has to do with a derivative."""
    nodes = [part for side in line for part in walk(side)]
    return any(isinstance(part, Derivative) or (isinstance(part, Scripted) and part.primes > 0) for part in nodes)


def _is_scaled(side: Node, part: Node) -> bool:
    """Return whether a side is a part of it times numbers: then the part is transposed only if the whole is."""
    if isinstance(side, Terms) and len(side.parts) == 1:
        return _is_scaled(side.parts[0], part)
    if side is part:
        return True
    others = [each for each in side.parts if each is not part] if isinstance(side, Factors) else []
    return 0 < len(others) < len(children(side)) and all(map(_is_number, others))


def _is_number(node: Node) -> bool:
    if isinstance(node, Fraction):
        return _is_number(node.top) and _is_number(node.bottom)
    return isinstance(node, Number) or (isinstance(node, Name) and (node.text.islower() or node.text == "N"))


def _is_base(edit: Edit, line: Line) -> bool:
    """A logarithm is natural, or to the base 2, or 10."""
    del line
    return edit.what == "base of a log"


def _is_half(edit: Edit, line: Line) -> bool:
    """A loss of squares has a factor 1/2 in front of it, or none; its derivatives then follow from it."""
    squared = any(isinstance(p, Scripted) and isinstance(p.sup, Number) and p.sup.text == "2" for p in walk(line.right))
    return edit.what == "factor 2" and edit.whole and squared and _is_objective(line)


def _is_mean(edit: Edit, line: Line) -> bool:
    """A loss is the sum over the examples, or their mean."""
    summed = any(isinstance(p, Big) or _is_norm(p) for p in walk(line.right))
    return edit.what == "lost 1/N" and edit.whole and summed and _is_objective(line)


def _is_norm(node: Node) -> bool:
    return isinstance(node, Bracket) and node.left == "||"


def _is_corrected(edit: Edit, line: Line) -> bool:
    """A variance is divided by N or by N - 1."""
    del line
    return edit.what == "n - 1 for n"


def _is_likelihood_sign(edit: Edit, line: Line) -> bool:
    """A log-likelihood is maximised, or its negative is minimised."""
    logs = any(isinstance(part, Apply) and part.head in {"log", "ln"} for side in line for part in walk(side))
    names = {part.text for part in walk(line.left) if isinstance(part, Name)}
    return edit.what == "sign" and edit.whole and logs and _is_objective(line) and bool(names & OBJECTIVES)


def _is_objective(line: Line) -> bool:
    """Return whether the left side is a value by its name, such as `L(w)`, and nothing that follows from one."""
    parts = line.left.parts if isinstance(line.left, Factors) else (line.left,)
    named = isinstance(parts[0].base if isinstance(parts[0], Scripted) else parts[0], Name)
    bare = not (isinstance(parts[0], Scripted) and parts[0].primes)
    return named and bare and all(isinstance(part, Bracket) for part in parts[1:])


def _is_spread(edit: Edit, line: Line) -> bool:
    """A normal law is given by its standard deviation or by its variance, and both are called sigma.

    Whoever writes it twice, or differentiates by it, means one of them throughout the line.
    """
    base = edit.place
    if isinstance(base, Fraction):
        return False
    while isinstance(base, Scripted | Fraction):
        base = base.base if isinstance(base, Scripted) else base.bottom
    if edit.what != "wrong power" or not isinstance(base, Name) or base.text not in SPREADS:
        return False
    derived = [by for side in line for part in walk(side) if isinstance(part, Derivative) for by in part.by]
    alike = [each for each in walk(line.right) if isinstance(each, Name) and each.text == base.text]
    return len(alike) == 1 and not any(part == base for by in derived for part in walk(by))


def _is_rest(edit: Edit, line: Line) -> bool:
    """Constants are left away, or terms of higher order; in a derivative there is no constant to be left away."""
    if edit.what not in {"extra term", "missing term"}:
        return False
    of_counts = _is_constant(line.left) and not isinstance(line.left, Name)  # then nothing but constants is there
    constant = any(map(_is_constant, edit.parts)) and not (_is_derived(line) or of_counts)
    return constant or any(map(_is_dropped, walk(line.right)))


def _is_dropped(node: Node) -> bool:
    """Return whether a tree says that something is left away: dots, words such as "const", an O."""
    word = node.text.strip().lower() if isinstance(node, Words | Name) else ""
    order = isinstance(node, Factors) and isinstance(node.parts[0], Name) and node.parts[0].text in {"O", "o"}
    return isinstance(node, Dots) or word in DROPPED or order


def _is_constant(node: Node) -> bool:
    names = [part.text for part in walk(node) if isinstance(part, Name)]
    return all(name in COUNTS or (len(name) == 1 and name.isupper()) for name in names)


CONVENTIONS: tuple[Convention, ...] = (
    Convention("layout", _is_layout, "are derivatives written as rows here, or as columns?"),
    Convention("base of a log", _is_base, "to which base is this logarithm?"),
    Convention("1/2 before a square", _is_half, "is there a factor 1/2 in front of the squares?"),
    Convention("1/N before a sum", _is_mean, "is this the sum over the examples, or their mean?"),
    Convention("N - 1 for N", _is_corrected, "is it divided by N, or by N - 1?"),
    Convention("sign of a likelihood", _is_likelihood_sign, "is this the log-likelihood, or its negative?"),
    Convention("sigma for its square", _is_spread, "is this the standard deviation, or the variance?"),
    Convention("rest left away", _is_rest, "are constants, or terms of higher order, left away?"),
)
"""The conventions, with what is asked where a line keeps another one."""
