"""What is told to a reader in three forms: as text, in LaTeX and in HTML, with formulas in each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from derive.formula.as_latex import as_latex, escaped
from derive.formula.as_mathml import mathml
from derive.formula.as_text import as_text
from derive.formula.tree import Node


@dataclass(frozen=True, slots=True)
class Told:
    r"""A sentence: on one line of text; in LaTeX, with dollar signs around formulas; in HTML, with MathML.

    Words without a formula are given as text alone.

    >>> Told("a < b").html, Told("50 %").latex
    ('a &lt; b', '50 \\%')
    """

    text: str
    latex: str = ""
    html: str = ""

    def __post_init__(self) -> None:
        """Write words in all forms."""
        object.__setattr__(self, "latex", self.latex or escaped(self.text))
        object.__setattr__(self, "html", self.html or escape(self.text))

    def __bool__(self) -> bool:
        """Return whether anything is said."""
        return bool(self.text)


NOTHING = Told("")


def formula(node: Node) -> Told:
    r"""Return a formula alone.

    >>> from derive.formula.tree import Letter
    >>> print(formula(Letter("theta")).latex)
    $\theta$
    """
    return Told(as_text(node).strip(), f"${as_latex(node)}$", mathml(node))


def sentence(text: str, parts: Iterable[Told | Node | str]) -> Told:
    """Return a sentence of our own with formulas, words, or what was told before, at its places `{0}`, `{1}`, ...

    >>> from derive.formula.tree import Letter
    >>> sentence("the sign of {0}", [Letter("x")]).text
    'the sign of x'
    """
    held = [_told(part) for part in parts]
    return Told(
        text.format(*(part.text for part in held)),
        text.format(*(part.latex for part in held)),
        escape(text, quote=False).format(*(part.html for part in held)),
    )


def _told(part: Told | Node | str) -> Told:
    if isinstance(part, Told):
        return part
    return Told(part) if isinstance(part, str) else formula(part)


def joined(parts: Iterable[Told], between: str = ", ") -> Told:
    """Return sentences one behind the other.

    >>> joined([Told("a"), Told("b")]).text
    'a, b'
    """
    held = list(parts)
    return sentence(between.join(f"{{{number}}}" for number in range(len(held))), held)
