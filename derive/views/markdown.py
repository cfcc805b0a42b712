"""Pages in Markdown with formulas between dollar signs, as GitHub, GitLab and Forgejo show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from derive.formula.as_latex import latex_relation, latex_sign

if TYPE_CHECKING:
    from derive.views.view import DerivationView, Formula, StepView

Block = list[tuple[int, "StepView"]]

MARKS = re.compile(r"(?<!\\)([\\*_<|$`~#])")
"""What Markdown would read as a mark, in a text that has none. Forgejo reads an escaped bracket as mathematics."""
IN_MATH = ((r"\|", r"\Vert "), ("|", r"\vert "), ("<", r"\lt "), ("*", r"\ast "))
"""What a forge would read as a mark even within dollar signs, and the command that sets the same sign."""
MATH_OR_CODE = re.compile(r"(\$[^$]+\$|`[^`]+`)")


def derivation_page(view: DerivationView) -> str:
    """Return the page of a derivation: chains as displays with numbered lines, and below each the reasons."""
    parts = [f"# {prose(view.title)}", _head(view)]
    for block in blocks(view.steps):
        parts += [display(block)] if _rows(block) else []
        parts.append("\n".join(_item(number, step) for number, step in block))
    if view.problem:
        parts.append(f"Not carried out: {prose(view.problem)}")
    if view.result is not None:
        parts += ["## Result", display([(0, view.result)]), _because(view.result) + "."]
        parts += ["\n".join(f"- {word} {note}" for word, group in notes(view.result).items() for note in group)]
    return page(parts)


def page(parts: Iterable[str]) -> str:
    """Return parts with an empty line between them, as displays need it."""
    return "\n\n".join(part for part in parts if part) + "\n"


def prose(text: str) -> str:
    r"""Return text with its marks escaped; formulas in dollar signs and code in backquotes keep their meaning.

    >>> print(prose("w_0 < 1 | at $|x_0| < 1$"))
    w\_0 \< 1 \| at $\vert x_0\vert  \lt  1$
    """
    return "".join(_piece(piece) for piece in MATH_OR_CODE.split(" ".join(text.split())))


def _piece(piece: str) -> str:
    if not MATH_OR_CODE.fullmatch(piece):
        return MARKS.sub(r"\\\1", piece).replace("](", "]&#40;")  # that would be a link
    if piece.startswith("`"):
        return piece.replace("|", r"\|")
    for mark, command in IN_MATH:
        piece = piece.replace(mark, command)
    return piece


def inline(formula: Formula) -> str:
    """Return a formula within a sentence; words where it is none."""
    return f"${for_forge(formula.latex)}$" if formula.latex else prose(formula.plain)


def for_forge(tex: str) -> str:
    r"""Return a formula in LaTeX as Markdown may hold it: a sign that would begin a tag is a command, lines end lines.

    >>> print(for_forge("a < b"))
    a \lt b
    """
    return tex.replace("<", r"\lt").replace(">", r"\gt").replace(r" \\ ", " \\\\\n")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; its cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def display(block: Block) -> str:
    """Return the formulas of a block as one display with a number at the end of each line."""
    rows = _rows(block)
    # GitHub keeps a double backslash only where the line of the file ends with it.
    body = " \\\\\n".join(rows)
    return f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$"


def blocks(steps: Sequence[StepView]) -> Iterator[Block]:
    """Yield the steps in the groups in which they are shown: chains, and lines of one kind that stand beside them."""
    block: Block = []
    for number, step in enumerate(steps, 1):
        if block and not _belongs(step, block):
            yield block
            block = []
        block.append((number, step))
    if block:
        yield block


def notes(step: StepView) -> dict[str, list[str]]:
    """Return what a step rests on, and what is wrong with it, by the word that introduces it."""
    conditions = [inline(c.formula) + (f" ({prose(c.reason)})" if c.reason else "") for c in step.conditions]
    return {
        "using": [inline(fact) for fact in step.using],
        "if": conditions,
        "taking": [prose(taken) for taken in step.taking],
        "but": [prose(step.problem)] if step.problem else [],
    }


def _belongs(step: StepView, block: Block) -> bool:
    last = block[-1][1]
    if step.continues:
        return True
    in_chain = last.continues or last.status == "given"
    if step.status == "given" or in_chain:
        return False
    kinds = {"definition", "assumed"}
    return step.status == last.status or not {step.status, last.status} & kinds


def _rows(block: Block) -> list[str]:
    return [_row(number, step) for number, step in block if step.shown is not None]


def _row(number: int, step: StepView) -> str:
    left = "" if step.continues or step.shown is None else step.shown.latex
    right = "" if step.rhs is None else latex_relation("", step.relation, step.rhs.latex)
    formula = for_forge(f"{left} &{right}" if right else f"& {left}")
    tail = rf" \quad \text{{for all }} {step.counter} {latex_sign('>=')} 0" if step.counter else ""
    return formula + tail + (rf" && \quad ({number})" if number else "")


def _item(number: int, step: StepView) -> str:
    said = f"{prose(step.says)}: " if step.shown is None else ""
    told = "".join(f", {word} {' and '.join(group)}" for word, group in notes(step).items() if group)
    return f"{number}. {said}{prose(step.reason)} ({_because(step)}){told}"


def _because(step: StepView) -> str:
    word = f"*{step.status}*" if step.holds else f"**{step.status}**"
    return f"{word}: {prose(step.method)}" if step.method else word


def _head(view: DerivationView) -> str:
    lines: dict[str, list[str]] = {}
    for lecture, line in view.source:
        lines.setdefault(lecture, []).append(str(line))
    places = [
        f"[{name}](../lectures/{name}.md) line{'s' if len(found) > 1 else ''} {', '.join(found)}"
        for name, found in lines.items()
    ]
    status = view.status if view.status == "proved" else f"**{view.status}**"
    return f"`{view.name}`: {status}" + (f". About {'; '.join(places)}." if places else ".")
