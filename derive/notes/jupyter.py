"""In a notebook: what derivations, steps and verdicts show, as text, LaTeX and HTML."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from markupsafe import escape

from derive.derivation import Derivation, Step
from derive.errors import DeriveError
from derive.formula.as_latex import as_latex
from derive.formula.notation import Notation
from derive.notes.as_html import article, section_html
from derive.notes.as_markdown import document
from derive.notes.build import line_of, note_of
from derive.notes.model import Chain
from derive.verdict import Verdict
from derive.words import row_of

NEUTRAL = Notation()


def mimebundle(shown: Any) -> dict[str, str]:
    """Return what a notebook shows of a derivation, a step or a verdict.

    Where something cannot be typeset there is its text alone; an error is never shown in the place of a result.

    >>> from sympy import Eq, Symbol
    >>> from derive import prove
    >>> sorted(mimebundle(prove(Eq(Symbol("x"), Symbol("x")))))
    ['text/html', 'text/plain']
    """
    plain = {"text/plain": str(shown)}
    try:
        return plain | typeset(shown)
    except DeriveError:
        return plain


@singledispatch
def typeset(shown: object) -> dict[str, str]:
    """Return the forms of an object beside its text; none for what is no result."""
    _ = shown
    return {}


@typeset.register
def _(shown: Derivation) -> dict[str, str]:
    note = note_of(shown, NEUTRAL, rechecked=False)
    return {"text/html": article(note), "text/markdown": document(note)}


@typeset.register
def _(shown: Step) -> dict[str, str]:
    line = line_of(shown, NEUTRAL)
    formula = " ".join(as_latex(part) for part in (line.left, line.sign, line.right) if part is not None)
    latex = {"text/latex": rf"$\displaystyle {formula}$"} if formula else {}
    return latex | {"text/html": section_html(Chain((line,)))}


@typeset.register
def _(shown: Verdict) -> dict[str, str]:
    first, *rest = str(shown).splitlines()
    items = "".join(f"<li>{escape(line.strip())}</li>" for line in rest)
    listed = f"<ul>{items}</ul>" if items else ""
    colour = row_of(shown.status).colour
    return {"text/html": f'<div class="verdict {colour}"><strong>{escape(first)}</strong>{listed}</div>'}
