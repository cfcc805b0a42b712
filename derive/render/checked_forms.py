"""The forms in which `derive check` writes what it found."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps

from derive.judge.result import Checked
from derive.render import terminal
from derive.render.as_json import as_text
from derive.render.checked import checked_json, checked_text

FORMS = ("text", "json", "html", "markdown", "latex", "gradescope")
WITH_PARTS = frozenset({"html", "markdown", "latex"})
"""The forms that show the document itself."""


def written(documents: Sequence[Checked], form: str, *, every: bool = False, points: float = 100.0) -> str:
    """Return judged documents in one of `FORMS`; `every` is for text, and `points` for Gradescope.

    >>> print(written([Checked(file="a.md")], "text").strip())
    a.md
      nothing to judge: no formula ...
    """
    if form == "text":
        return terminal.laid_out(checked_text(documents, every=every))
    if form == "html":
        from derive.render.checked_html import checked_html  # noqa: PLC0415 -- the others need no templates

        return checked_html(documents)
    if form == "markdown":
        from derive.render.checked_markdown import checked_markdown  # noqa: PLC0415 -- each form only where it is asked

        return checked_markdown(documents)
    if form == "latex":
        from derive.render.checked_latex import checked_latex  # noqa: PLC0415 -- the same

        return checked_latex(documents)
    if form == "gradescope":
        from derive.render.gradescope import results  # noqa: PLC0415 -- the same

        return dumps(results(documents, points=points), indent=2, ensure_ascii=False) + "\n"
    found = [checked_json(document) for document in documents]
    return as_text(found[0] if len(found) == 1 else found)
