"""What is told to a reader in three forms: as text, in LaTeX and in HTML, with formulas in each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from derive.latex.as_latex import as_latex, escaped
from derive.latex.as_mathml import mathml
from derive.latex.as_text import as_text
from derive.latex.tree import Node


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence: on one line of text; in LaTeX, with dollar signs around formulas; in HTML, with MathML."""

    text: str
    latex: str = ""
    html: str = ""


NOTHING = Told("")


def told_from(data: Mapping[str, Any] | None) -> Told:
    """Return a sentence from what travelled between processes, as `asdict` writes it; an empty one from nothing.

    >>> told_from({"text": "so", "latex": "so", "html": "so"}) == words("so"), told_from(None) == NOTHING
    (True, True)
    """
    return NOTHING if data is None else Told(data["text"], data["latex"], data["html"])


def words(text: str) -> Told:
    r"""Return words without a formula.

    >>> words("a < b").html, words("50 %").latex
    ('a &lt; b', '50 \\%')
    """
    return Told(text, escaped(text), escape(text))


def formula(node: Node) -> Told:
    r"""Return a formula alone.

    >>> from derive.latex.tree import Letter
    >>> print(formula(Letter("theta")).latex)
    $\theta$
    """
    return Told(as_text(node).strip(), f"${as_latex(node)}$", mathml(node))


def sentence(text: str, nodes: Iterable[Node]) -> Told:
    """Return a sentence of our own with formulas at its places `{0}`, `{1}`, ...

    >>> from derive.latex.tree import Letter
    >>> sentence("the sign of {0}", [Letter("x")]).text
    'the sign of x'
    """
    parts = [formula(node) for node in nodes]
    return Told(
        text.format(*(part.text for part in parts)),
        text.format(*(part.latex for part in parts)),
        escape(text, quote=False).format(*(part.html for part in parts)),
    )


def joined(parts: Iterable[Told], between: str = ", ") -> Told:
    """Return sentences one behind the other.

    >>> joined([words("a"), words("b")]).text
    'a, b'
    """
    held = list(parts)
    return Told(
        between.join(part.text for part in held),
        between.join(part.latex for part in held),
        between.join(part.html for part in held),
    )
