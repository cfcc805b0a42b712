"""A judged document in Markdown: what is written, quoted, with the verdict behind each line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.judge.result import Assumption, Checked, Part, Step
from derive.render.checked import line_of, notes, said_at, summary

TICKS = re.compile(r"`+")
SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~$!&]")


def checked_markdown(documents: Sequence[Checked]) -> str:
    """Return judged documents in Markdown; nothing of them can be HTML in it, or close a quotation.

    >>> checked_markdown([Checked(file="<b>.md")]).splitlines()[0]
    '# `<b>.md`'
    """
    return "\n".join(line for document in documents for line in _document(document))


def _document(document: Checked) -> Iterator[str]:
    yield f"# {code(document.file)}"
    yield ""
    if document.problem:
        yield f"**{escaped(document.problem)}**\n"
        return
    wrong = document.first_wrong
    if wrong is not None:
        yield f"**First wrong: {escaped(line_of(wrong))}**\n"
    yield f"{summary(document)}\n"
    for part in document.parts:
        yield from _part(part, document.steps)
    if document.assumptions:
        yield "## What was declared and assumed\n"
        yield from (_assumption(said, document.file) for said in document.assumptions)
        yield ""


def _part(part: Part, steps: Sequence[Step]) -> Iterator[str]:
    text = part.text.strip()
    if part.kind == "prose":
        yield from (f"> {escaped(line)}" for line in text.splitlines() if line.strip())
    elif part.kind == "inline":
        yield f"> {code(' '.join(text.split()))}"
    else:
        fence = "`" * max(3, 1 + max(map(len, TICKS.findall(text)), default=0))
        yield f"\n{fence}latex\n{text}\n{fence}"
    if part.steps:
        yield ""
        for number in part.steps:
            yield from _step(steps[number])
        yield ""


def _step(step: Step) -> Iterator[str]:
    mark = f" ({step.word.mark})" if step.word.claims else ""
    yield f"- {escaped(line_of(step))}: **{step.verdict}**{mark}"
    yield from (f"  - {escaped(told.text)}" for told, _ in notes(step))
    if step.opinion:
        yield f"  - second opinion: {escaped(step.opinion)}"
    yield from (f"  - assuming {escaped(told.text)}" for told in step.assumptions)


def _assumption(said: Assumption, file: str) -> str:
    return f"- {code(said.says.text)}, {escaped(said_at(said, file))}"


def escaped(text: str) -> str:
    r"""Return words with the marks of Markdown and HTML escaped.

    >>> print(escaped("<b> *x*"))
    \<b\> \*x\*
    """
    return SPECIAL.sub(lambda match: f"\\{match[0]}", " ".join(text.split()))


def code(text: str) -> str:
    """Return text as it is, between enough backticks.

    >>> code("a`b")
    '`` a`b ``'
    """
    ticks = "`" * (1 + max(map(len, TICKS.findall(text)), default=0))
    return f"{ticks} {text} {ticks}" if len(ticks) > 1 else f"`{text}`"
