"""A document as what stands in it: prose, formulas in the prose, displays, and what is said in comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from derive.documents.masking import blank, directives, latex_masks, markdown_masks, outside_of_body
from derive.documents.places import Source, source_of
from derive.documents.unread import Unread
from derive.latex.read.macros import Macro, expand, macros_of
from derive.latex.read.tree import Span


@dataclass(frozen=True, slots=True)
class Prose:
    """Words between formulas; `aside` for those in a comment that speaks to `derive`."""

    source: Source
    span: Span
    text: str
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: in the prose, or displayed. `outer` holds its delimiters too."""

    source: Source
    span: Span
    text: str
    display: bool
    outer: Span
    aside: bool = False


Part = Prose | Formula

_ENVIRONMENTS = (
    "align|equation|gather|multline|eqnarray|displaymath|math|flalign|alignat|dmath|IEEEeqnarray|aligned|split|gathered"
)
_OPENING = re.compile(
    rf"(?P<escape>\\[$%&#_{{}}\\])|(?P<display>\$\$)|(?P<inline>\$)|(?P<square>\\\[)|(?P<round>\\\()"
    rf"|\\begin\{{(?P<env>(?:{_ENVIRONMENTS})\*?)\}}|(?P<role>\{{math\}}`)"
)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def parts_of(
    text: str, file: str, *, kind: str = "markdown", macros: dict[str, Macro] | None = None, cell: int | None = None
) -> tuple[Part, ...]:
    """Return prose and formulas of a text in their order. `kind` is "markdown", "latex" or "text".

    >>> [type(p).__name__ for p in parts_of("Let $x = 1$.", "a.md")]
    ['Prose', 'Formula', 'Prose']
    """
    said = directives(text)
    hidden, fenced = (latex_masks(text), []) if kind == "latex" else markdown_masks(text)
    clean = blank(text, [h for h in hidden if not any(s.start <= h.start < s.end for s in fenced)])
    own, _ = macros_of(clean)
    expanded = expand(clean, {**(macros or {}), **own}) if macros or own else None
    source = source_of(clean, file, expanded, cell)
    body = blank(source.text, outside_of_body(source.text)) if kind == "latex" else source.text
    plain = source_of(text, file, None, cell)
    fences = [] if expanded is not None and fenced else fenced
    found = [*_formulas(body, source, fences), *_fences_again(body, source, fenced, fences)]
    return _with_asides(_with_prose(body, source, found), plain, said)


def unclosed_in(text: str, file: str, *, kind: str = "markdown", cell: int | None = None) -> Iterator[Unread]:
    """Yield the displays that begin in a text and never end.

    >>> [found.place.line for found in unclosed_in("$$ a = b", "a.md")]
    [1]
    """
    hidden, _ = (latex_masks(text), list[Span]()) if kind == "latex" else markdown_masks(text)
    clean = blank(text, hidden)
    source = source_of(blank(clean, outside_of_body(clean)) if kind == "latex" else clean, file, None, cell)
    missing: dict[str, int] = {}
    _ = _formulas(source.text, source, [], missing)
    for closing, start in missing.items():
        if closing.startswith(LOUD):
            yield Unread(
                source.place(Span(start, start + 2)),
                text[start : start + 40].split("\n", maxsplit=1)[0],
                "this formula never ends",
            )


def _fences_again(body: str, source: Source, fenced: list[Span], used: list[Span]) -> list[Formula]:
    """Where macros moved the text, the fences are found by where they come from."""
    if used or not fenced:
        return []
    found: list[Formula] = []
    starts = {}
    for number, here in enumerate(source.expanded.here):
        starts[source.expanded.there[number][0]] = here
    for span in fenced:
        before = max((s for s in starts if s <= span.start), default=0)
        after = max((s for s in starts if s <= span.end), default=0)
        moved = Span(starts.get(before, 0) + span.start - before, starts.get(after, 0) + span.end - after)
        found.append(Formula(source, moved, body[moved.start : moved.end], display=True, outer=moved))
    return found


def _formulas(body: str, source: Source, fenced: list[Span], missing: dict[str, int] | None = None) -> list[Formula]:
    found = [Formula(source, span, body[span.start : span.end], display=True, outer=span) for span in fenced]
    covered = sorted(fenced)
    missing = {} if missing is None else missing
    at = 0
    while (match := _OPENING.search(body, at)) is not None:
        at = match.end()
        inside = next((s for s in covered if s.start <= match.start() < s.end), None)
        if inside is not None:
            at = inside.end
            continue
        closed = _closed(body, match, missing)
        if closed is not None:
            start, end, at = closed
            if not body[start:end].strip():
                continue
            shown = match.lastgroup in {"display", "square", "env"}
            outer = Span(match.start(), at)
            found.append(Formula(source, Span(start, end), body[start:end], display=shown, outer=outer))
    return found


LOUD = ("$$", r"\]", r"\end{")
"""How that begins which ends a formula that nobody takes for prose."""
_CLOSINGS = {"display": "$$", "square": r"\]", "round": r"\)", "role": "`"}


def _closed(body: str, match: re.Match[str], missing: dict[str, int]) -> tuple[int, int, int] | None:
    """Return where a formula begins and ends and where the text goes on; `None` where it is never closed."""
    kind = match.lastgroup
    if kind == "inline":
        return _inline(body, match.end())
    if kind == "escape" or kind is None:
        return None
    closing = rf"\end{{{match['env']}}}" if kind == "env" else _CLOSINGS[kind]
    if closing in missing:
        return None
    end = body.find(closing, match.end())
    if end < 0:
        missing[closing] = match.start()
        return None
    return match.end(), end, end + len(closing)


def _inline(body: str, start: int) -> tuple[int, int, int] | None:
    """Return the formula between two dollar signs. They stand close to it, and in one paragraph."""
    if body[start : start + 1].isspace():
        return None
    end = start
    while (end := body.find("$", end)) >= 0 and _is_escaped(body, end):
        end += 1
    if (
        end < 0
        or end == start
        or _BLANK_LINE.search(body, start, end)
        or (body[end - 1].isspace() and body[end + 1 : end + 2].isalnum())
    ):
        return None
    if body[end + 1 : end + 2].isdigit():
        return None
    quoted = body[start] == "`" == body[end - 1] and end - start > 2
    return (start + 1, end - 1, end + 1) if quoted else (start, end, end + 1)


def _is_escaped(body: str, at: int) -> bool:
    """Return whether an odd number of backslashes stands before a character."""
    first = at
    while body[first - 1 : first] == "\\":
        first -= 1
    return (at - first) % 2 == 1


def _with_prose(body: str, source: Source, formulas: list[Formula]) -> Iterator[Part]:
    last = 0
    for formula in sorted(formulas, key=lambda f: f.span):
        start, end = formula.outer
        if start < last:
            continue
        if last < start:
            yield Prose(source, Span(last, start), body[last:start])
        yield formula
        last = end
    yield Prose(source, Span(last, len(body)), body[last:])


def _with_asides(parts: Iterator[Part], source: Source, said: list[Span]) -> tuple[Part, ...]:
    """Put what is said in comments before the part in which it is said."""
    found: list[Part] = []
    waiting = list(said)
    for part in parts:
        end = part.source.expanded.origin(part.span).end
        while waiting and waiting[0].start < end:
            found += _aside(source, waiting.pop(0))
        found.append(part)
    for span in waiting:
        found += _aside(source, span)
    return tuple(found)


def _aside(source: Source, span: Span) -> list[Part]:
    """Return a comment that speaks to `derive` as the prose and the formulas in it."""
    text = source.text[: span.end]
    covered = blank(text, [Span(0, span.start)])
    parts = _with_prose(covered, source, _formulas(covered, source, []))
    asides: list[Part] = []
    for part in parts:
        if isinstance(part, Formula):
            asides.append(replace(part, display=False, aside=True))
        elif part.text.strip():
            asides.append(Prose(source, part.span, part.text.strip(), aside=True))
    last = Prose(source, Span(span.end, span.end), ".", aside=True)
    return [*asides, last]
