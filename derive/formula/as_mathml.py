"""The typeset tree in MathML Core, which every current browser sets by itself: no script, no fonts of ours."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Any

from derive.formula import tree
from derive.formula.measure import TALL, height
from derive.formula.signs import BIG, FENCES, MARKS, SIGNS, SYMBOLS, character
from derive.formula.tree import Face, Node

DISPLAY = ' displaystyle="true"'
SPACES = {"binary": "0.22em", "relation": "0.28em", "prefix": "0", "mark": "0", "punctuation": "0"}
GAPS = {"thin": "0.17em", "quad": "1em", "start": "0"}
EDGES = {
    "pmatrix": "()",
    "psmallmatrix": "()",
    "bmatrix": "[]",
    "bsmallmatrix": "[]",
    "Bmatrix": "{}",
    "vmatrix": "||",
    "Vmatrix": "‖‖",
}
"""What stands at the two sides of a matrix; other environments have nothing there."""


def mathml(node: Node, *, display: bool = False) -> str:
    """Return a whole formula as a `math` element; in a display, sums have their limits above and below.

    >>> mathml(tree.Number("2"))
    '<math><mn>2</mn></math>'
    """
    return f"<math{DISPLAY if display else ''}>{as_mathml(node)}</math>"


def as_mathml(node: Node) -> str:
    """Return a node as one MathML element.

    >>> as_mathml(tree.Fraction(tree.Number("1"), tree.Letter("n")))
    '<mfrac><mn>1</mn><mi>n</mi></mfrac>'
    """
    return _WRITTEN[type(node)](node)


def _letter(node: tree.Letter) -> str:
    letter = character(node.key)
    if node.face not in {"italic", "upright"}:
        return f"<mi>{escape(''.join(styled(each, node.face) for each in letter))}</mi>"
    upright = node.face == "upright" or node.key in SYMBOLS or letter in "ΓΔΘΛΞΠΣΥΦΨΩ"
    return f'<mi mathvariant="normal">{escape(letter)}</mi>' if upright else f"<mi>{escape(letter)}</mi>"


def _word(node: tree.Word) -> str:
    return (
        f'<mi mathvariant="normal">{escape(node.text)}</mi>' if len(node.text) == 1 else f"<mi>{escape(node.text)}</mi>"
    )


def _phrase(node: tree.Phrase) -> str:
    # Spaces at the ends would be dropped.
    behind = node.text.lstrip(" ")
    inner = behind.rstrip(" ")
    before, after = len(node.text) - len(behind), len(behind) - len(inner)
    kept = "\u00a0" * before + inner + "\u00a0" * after
    return f"<mtext>{escape(kept)}</mtext>"


def _sign(node: tree.Sign) -> str:
    form = SIGNS[node.key]
    if node.key in GAPS:
        return f'<mspace width="{GAPS[node.key]}"/>'
    if node.key == "apply":
        return f"<mo>{form.text}</mo>"
    space = SPACES[form.role]
    sides = "prefix" if form.role == "prefix" else "infix"
    right = "0.2em" if form.role == "punctuation" else space
    return f'<mo form="{sides}" lspace="{space}" rspace="{right}">{escape(form.text)}</mo>'


def _row(node: tree.Row) -> str:
    written: list[str] = []
    for place, part in enumerate(node.parts):
        written += ['<mspace width="0.17em"/>'] if _needs_distance(node.parts, place) else []
        written.append(as_mathml(part))
    return f"<mrow>{''.join(written)}</mrow>"


def _needs_distance(parts: tuple[Node, ...], place: int) -> bool:
    """Return whether a thin space stands before a part: a function, an argument without brackets, a big sign."""
    if place == 0:
        return False
    before, part = parts[place - 1], parts[place]
    if before == tree.Sign("apply"):
        return not isinstance(part.base if isinstance(part, tree.Script) else part, tree.Fence)
    if isinstance(before, tree.Sign):
        return False
    return (isinstance(part, tree.Word) and part.operator) or (
        isinstance(part, tree.Big) and not isinstance(before, tree.Fence)
    )


def _fraction(node: tree.Fraction) -> str:
    if node.line:
        return f"<mfrac>{as_mathml(node.above)}{as_mathml(node.below)}</mfrac>"
    inside = f'<mfrac linethickness="0">{as_mathml(node.above)}{as_mathml(node.below)}</mfrac>'
    return f'<mrow><mo fence="true">(</mo>{inside}<mo fence="true">)</mo></mrow>'


def _root(node: tree.Root) -> str:
    if node.degree is None:
        return f"<msqrt>{as_mathml(node.inside)}</msqrt>"
    return f"<mroot>{as_mathml(node.inside)}{as_mathml(node.degree)}</mroot>"


def _script(node: tree.Script) -> str:
    base = as_mathml(node.base)
    if node.sup is None and node.sub is not None:
        return f"<msub>{base}{as_mathml(node.sub)}</msub>"
    if node.sub is None and node.sup is not None:
        return f"<msup>{base}{as_mathml(node.sup)}</msup>"
    if node.sub is None or node.sup is None:
        return base
    return f"<msubsup>{base}{as_mathml(node.sub)}{as_mathml(node.sup)}</msubsup>"


def _accent(node: tree.Accent) -> str:
    if node.mark == "prime":
        return f"<msup>{as_mathml(node.base)}<mo>′</mo></msup>"
    # A bar that is an accent lies on the letter in some fonts, and cannot be seen.
    accent = "" if node.mark == "bar" else ' accent="true"'
    return f'<mover{accent}>{as_mathml(node.base)}<mo stretchy="false">{MARKS[node.mark][0]}</mo></mover>'


def _big(node: tree.Big) -> str:
    text = BIG[node.key][1]
    words = "" if len(text) == 1 else ' lspace="0" rspace="0.17em"'
    sign = f'<mo movablelimits="true"{words}>{text}</mo>'
    if node.under is None:
        return sign if node.over is None else f"<mover>{sign}{as_mathml(node.over)}</mover>"
    if node.over is None:
        return f"<munder>{sign}{as_mathml(node.under)}</munder>"
    return f"<munderover>{sign}{as_mathml(node.under)}{as_mathml(node.over)}</munderover>"


def _fence(node: tree.Fence) -> str:
    still = "" if height(node.inside) > TALL else ' stretchy="false"'
    left = f'<mo form="prefix" fence="true"{still}>{FENCES[node.left][1]}</mo>'
    right = f'<mo form="postfix" fence="true"{still}>{FENCES[node.right][1]}</mo>'
    return f"<mrow>{left}{as_mathml(node.inside)}{right}</mrow>"


def _bracket(node: tree.Bracket) -> str:
    size = "2.6em" if node.tall else "1.2em"
    form = "prefix" if node.opens else "postfix"
    return f'<mo form="{form}" fence="true" minsize="{size}" maxsize="{size}">{FENCES[node.key][1]}</mo>'


def _grid(node: tree.Grid) -> str:
    rows = "".join(f"<mtr>{''.join(f'<mtd>{as_mathml(cell)}</mtd>' for cell in cells)}</mtr>" for cells in node.rows)
    if node.cases:
        return f'<mrow><mo form="prefix" fence="true">{{</mo><mtable class="cases">{rows}</mtable></mrow>'
    left, right = (f'<mo fence="true">{edge}</mo>' for edge in EDGES.get(node.environment, ("", "")))
    return f"<mrow>{left}<mtable>{rows}</mtable>{right}</mrow>".replace('<mo fence="true"></mo>', "")


def _noted(node: tree.Noted) -> str:
    base, note = as_mathml(node.base), "<mrow></mrow>" if node.note is None else as_mathml(node.note)
    if not node.brace:
        return f"<mover>{base}{note}</mover>"
    embraced = f'<munder>{base}<mo stretchy="true">⏟</mo></munder>'
    return embraced if node.note is None else f"<munder>{embraced}{note}</munder>"


STYLES: dict[Face, tuple[str, ...]] = {
    "bold": ("BOLD",),
    "sans": ("SANS-SERIF",),
    "blackboard": ("DOUBLE-STRUCK",),
    "calligraphic": ("SCRIPT",),
    "fraktur": ("FRAKTUR", "BLACK-LETTER"),
}
"""What Unicode calls the faces."""


def styled(letter: str, face: Face) -> str:
    """Return a character in a face; a capital of Greek, and one that the face does not have, stays as it is.

    >>> styled("R", "blackboard"), styled("x", "bold"), styled("+", "bold")
    ('ℝ', '𝐱', '+')
    """
    kept = re.sub(r"LATIN |GREEK |LUNATE | LETTER", "", unicodedata.name(letter, ""))
    if not letter.isascii():  # small letters of Greek are italic where they are bold
        names = [f"MATHEMATICAL BOLD ITALIC {kept}"] if face == "bold" and letter.islower() else []
    else:
        names = [f"{area}{style} {kept}" for style in STYLES[face] for area in ("MATHEMATICAL ", "")]
    for name in names:
        with suppress(KeyError):
            return unicodedata.lookup(name)
    return letter


_WRITTEN: dict[type[Any], Callable[[Any], str]] = {
    tree.Letter: _letter,
    tree.Word: _word,
    tree.Phrase: _phrase,
    tree.Number: lambda node: f"<mn>{node.text}</mn>",
    tree.Sign: _sign,
    tree.Row: _row,
    tree.Fraction: _fraction,
    tree.Root: _root,
    tree.Script: _script,
    tree.Accent: _accent,
    tree.Big: _big,
    tree.Fence: _fence,
    tree.Bracket: _bracket,
    tree.Grid: _grid,
    tree.Group: lambda node: as_mathml(node.inside),
    tree.Noted: _noted,
    tree.Unread: lambda node: f'<mtext class="unread">{escape(node.text)}</mtext>',
}
"""How each kind of node is written."""
