"""The typeset tree in LaTeX: amsmath sets it, KaTeX accepts it in strict mode, an author would type it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from derive.formula import tree
from derive.formula.measure import TALL, height
from derive.formula.signs import BIG, FENCES, GREEK, OPERATOR_NAMES, SIGNS, SYMBOLS
from derive.formula.tree import Node

SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"} | {
    mark: f"\\{mark}" for mark in "&%$#_{}"
}
APPLY = tree.Sign("apply")
FONTS = {
    "bold": "mathbf",
    "upright": "mathrm",
    "calligraphic": "mathcal",
    "blackboard": "mathbb",
    "sans": "mathsf",
    "fraktur": "mathfrak",
}
MARKS = frozenset("#$&%")
"""Signs that are written as a command of one character, in formulas too."""
PAIRS = frozenset({"()", "[]", "{}", "(]", "[)"})
COMMANDS = {"ring": "mathring"}
"""The marks whose command has another name."""
COLUMNS = {"array": "c", "subarray": "c"}
"""The environments that say how their columns stand, and what a column says."""
PLAIN_WORD = re.compile(r"[A-Za-z0-9]+")
COMMAND_AT_END = re.compile(r"\\[A-Za-z]+$")
COMMAND = re.compile(r"\\[A-Za-z]+")


def as_latex(node: Node) -> str:
    r"""Return a node in LaTeX, for mathematics mode.

    >>> as_latex(tree.Script(tree.Letter("x"), tree.Row((tree.Letter("i"), tree.Letter("j")))))
    'x_{ij}'
    >>> as_latex(tree.Fence("(", tree.Fraction(tree.Number("1"), tree.Letter("n")), ")"))
    '\\left( \\frac{1}{n} \\right)'
    """
    return _WRITTEN[type(node)](node)


def escaped(text: str) -> str:
    r"""Return text with the marks of LaTeX escaped.

    >>> print(escaped("50% of x_1"))
    50\% of x\_1
    """
    return "".join(SPECIAL.get(mark, mark) for mark in text)


def _letter(node: tree.Letter) -> str:
    command = node.key in GREEK or node.key in SYMBOLS
    plain = f"\\{node.key}" if command else node.key
    if node.face == "italic":
        return plain
    return rf"\boldsymbol{{{plain}}}" if command and node.face == "bold" else rf"\{FONTS[node.face]}{{{plain}}}"


def _word(node: tree.Word) -> str:
    if node.text in OPERATOR_NAMES:
        return f"\\{node.text}"
    if not PLAIN_WORD.fullmatch(node.text):
        return rf"\text{{{escaped(node.text)}}}"
    return rf"\operatorname{{{escaped(node.text)}}}" if node.operator else rf"\mathrm{{{escaped(node.text)}}}"


def _row(node: tree.Row) -> str:
    written = ""
    for before, part in pairwise((tree.Sign("start"), *node.parts)):
        if part != APPLY:
            tex = as_latex(part)
            written += (" " if written and _apart(before, part, written, tex) else "") + tex
    return written


def _apart(before: Node, part: Node, written: str, tex: str) -> bool:
    """Return whether a space stands between two parts: where a command must end, and where one would type it."""
    if COMMAND_AT_END.search(written) and tex[:1].isalpha():
        return True
    if before == APPLY:
        return not isinstance(part.base if isinstance(part, tree.Script) else part, tree.Fence)
    if before == tree.Sign(","):
        return True
    role, left = (SIGNS[n.key].role if isinstance(n, tree.Sign) else "" for n in (part, before))
    if role in {"punctuation", "mark"} or left == "mark":
        return False
    if left == "prefix":
        return isinstance(before, tree.Sign) and SIGNS[before.key].latex.startswith("\\")
    return not _close(before, part)


def _close(before: Node, part: Node) -> bool:
    """Return whether two letters are typed without a space, as in 2a, Xw and the indices ij."""
    if not isinstance(before, tree.Letter | tree.Number) or not isinstance(part, tree.Letter | tree.Number):
        return False
    plain = all("\\" not in as_latex(node) for node in (before, part))
    return plain and (isinstance(before, tree.Number) or isinstance(part, tree.Number) or before.key.isupper())


def _fraction(node: tree.Fraction) -> str:
    command = r"\frac" if node.line else r"\binom"
    return rf"{command}{{{as_latex(node.above)}}}{{{as_latex(node.below)}}}"


def _root(node: tree.Root) -> str:
    degree = "" if node.degree is None else f"[{as_latex(node.degree)}]"
    return rf"\sqrt{degree}{{{as_latex(node.inside)}}}"


def _script(node: tree.Script) -> str:
    sub = "" if node.sub is None else f"_{_argument(node.sub)}"
    sup = "" if node.sup is None else f"^{_argument(node.sup)}"
    base = as_latex(node.base)
    needs_group = isinstance(node.base, tree.Row | tree.Script)
    return (f"{{{base}}}" if needs_group else base) + sub + sup


def _argument(node: Node) -> str:
    tex = _tight(node)
    return (
        tex if len(tex) == 1 or (isinstance(node, tree.Letter | tree.Sign) and COMMAND.fullmatch(tex)) else f"{{{tex}}}"
    )


def _tight(node: Node) -> str:
    """Return a small row as one types it: with a space only where a command must end."""
    written = ""
    for part in node.parts if isinstance(node, tree.Row) else (node,):
        tex = as_latex(part)
        written += (" " if COMMAND_AT_END.search(written) and tex[:1].isalpha() else "") + tex
    return written


def _accent(node: tree.Accent) -> str:
    if node.mark == "prime":
        return f"{as_latex(node.base)}'"
    return rf"\{COMMANDS.get(node.mark, node.mark)}{{{as_latex(node.base)}}}"


def _big(node: tree.Big) -> str:
    under = "" if node.under is None else f"_{_argument(node.under)}"
    over = "" if node.over is None else f"^{_argument(node.over)}"
    return f"{BIG[node.key][0]}{under}{over}"


def _fence(node: tree.Fence) -> str:
    left, right, inside = FENCES[node.left][0], FENCES[node.right][0], as_latex(node.inside)
    if height(node.inside) > TALL or not _is_pair(node):
        return rf"\left{left} {inside} \right{right}"
    gap = " " if left[-1].isalpha() else ""
    return f"{left}{gap}{inside}{gap}{right}"


def _is_pair(node: tree.Fence) -> bool:
    """Return whether the delimiters find one another without being told so."""
    return f"{node.left}{node.right}" in PAIRS or node.right == f"{node.left}."


def _bracket(node: tree.Bracket) -> str:
    size = r"\Bigg" if node.tall else r"\big"
    return f"{size}{'l' if node.opens else 'r'}{FENCES[node.key][0]}"


def _grid(node: tree.Grid) -> str:
    kind = "cases" if node.cases else node.environment
    said = f"{{{COLUMNS[kind] * max(map(len, node.rows), default=1)}}}" if kind in COLUMNS else ""
    body = r" \\ ".join(" & ".join(as_latex(cell) for cell in cells) for cells in node.rows)
    return rf"\begin{{{kind}}}{said} {body} \end{{{kind}}}"


def _noted(node: tree.Noted) -> str:
    note = "" if node.note is None else as_latex(node.note)
    if node.brace:
        return rf"\underbrace{{{as_latex(node.base)}}}" + (f"_{{{note}}}" if note else "")
    return rf"\overset{{{note}}}{{{as_latex(node.base)}}}"


def relation_sign(relation: str) -> Node:
    """Return the sign of a relation, and words for what is none.

    >>> relation_sign("<=")
    Sign(key='<=')
    """
    return tree.Sign(relation) if relation in SIGNS else tree.Phrase(f" {relation} ")


def latex_sign(relation: str) -> str:
    r"""Return the sign of a relation in LaTeX; words for what is no sign, nothing for no relation.

    >>> print(latex_sign("<="), latex_sign("gives"))
    \le \text{ gives }
    """
    return as_latex(relation_sign(relation)) if relation else ""


def latex_relation(lhs: str, relation: str, rhs: str) -> str:
    """Return two printed sides with the sign of a relation between them.

    >>> latex_relation("a", "==", "b")
    'a = b'
    """
    return f"{lhs} {latex_sign(relation)} {rhs}"


_WRITTEN: dict[type[Any], Callable[[Any], str]] = {
    tree.Letter: _letter,
    tree.Word: _word,
    tree.Phrase: lambda node: escaped(node.text) if node.text in MARKS else rf"\text{{{escaped(node.text)}}}",
    tree.Number: lambda node: node.text,
    tree.Sign: lambda node: SIGNS[node.key].latex,
    tree.Row: _row,
    tree.Fraction: _fraction,
    tree.Root: _root,
    tree.Script: _script,
    tree.Accent: _accent,
    tree.Big: _big,
    tree.Fence: _fence,
    tree.Bracket: _bracket,
    tree.Grid: _grid,
    tree.Group: lambda node: f"{{{as_latex(node.inside)}}}",
    tree.Noted: _noted,
    tree.Unread: lambda node: rf"\boxed{{\text{{{escaped(node.text)}}}}}",
}
"""How each kind of node is written."""
