r"""A document's own macros: `\newcommand`, `\def`, `\DeclareMathOperator`, `\let`, put in before anything is read.

The result knows where each of its characters comes from. What a macro brings in stands where its call stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field

from derive.latex.read.tokens import closing_brace
from derive.latex.read.tree import Span

MOST_CALLS = 20_000
MOST_GROWTH = 1_000_000
DEEPEST = 25


@dataclass(frozen=True, slots=True)
class Macro:
    """What a macro puts in its place: a body with #1 to #9; the first argument may have a default."""

    body: str
    arguments: int = 0
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Expanded:
    """A text with its macros put in, and where its stretches come from: starts here, starts there, ends there."""

    text: str
    here: tuple[int, ...]
    there: tuple[tuple[int, int, bool], ...]

    def origin(self, span: Span) -> Span:
        r"""Return where a stretch of the text stands in the source; for what a macro brought in, where its call is.

        >>> expanded = expand(r"a\b c", {r"b": Macro("xyz")})
        >>> expanded.text, expanded.origin(Span(2, 3))
        ('axyz c', Span(start=1, end=3))
        """
        first, last = self._place(span.start), self._place(max(span.end - 1, span.start))
        return Span(first[0], max(first[0], last[1] if span.end > span.start else first[0]))

    def _place(self, at: int) -> tuple[int, int]:
        number = max(bisect_right(self.here, at) - 1, 0)
        start, end, copied = self.there[number]
        moved = start + at - self.here[number]
        return (moved, moved + 1) if copied else (start, end)


_DEFINITION = re.compile(
    r"\\(?:(?P<new>newcommand|renewcommand|providecommand|DeclareRobustCommand)\*?|(?P<op>DeclareMathOperator)\*?"
    r"|(?P<def>[gex]?def)|(?P<let>let))(?![a-zA-Z])\s*"
)
_NAME = re.compile(r"\s*(?:\{\s*\\([a-zA-Z]+|.)\s*\}|\\([a-zA-Z]+|[^\\{}\s]))")
_COUNT = re.compile(r"\s*\[(\d)\]")
_DEFAULT = re.compile(r"\s*\[([^\]]*)\]")
_PARAMETERS = re.compile(r"\s*((?:#[1-9])*)\s*(?=\{)")


def macros_of(text: str) -> tuple[dict[str, Macro], tuple[Span, ...]]:
    r"""Return the macros that a text defines, and where the definitions stand.

    >>> macros_of(r"\newcommand{\inner}[2]{\langle #1, #2 \rangle}")[0]["inner"].arguments
    2
    """
    found: dict[str, Macro] = {}
    spans: list[Span] = []
    at = 0
    while (match := _DEFINITION.search(text, at)) is not None:
        at = match.end()
        name = _NAME.match(text, at)
        if name is None:
            continue
        read = _let(text, name.end()) if match["let"] else _body(text, name.end(), match)
        if read is not None:
            found[name[1] or name[2]], at = read
            spans.append(Span(match.start(), at))
    return found, tuple(spans)


def _let(text: str, at: int) -> tuple[Macro, int] | None:
    target = re.compile(r"\s*=?\s*(\\[a-zA-Z]+|\\.|\S)").match(text, at)
    return None if target is None else (Macro(target[1]), target.end())


def _body(text: str, at: int, kind: re.Match[str]) -> tuple[Macro, int] | None:
    count, default = 0, None
    if kind["def"]:
        parameters = _PARAMETERS.match(text, at)
        if parameters is None:
            return None
        count, at = len(parameters[1]) // 2, parameters.end()
    elif kind["new"]:
        number = _COUNT.match(text, at)
        count, at = (int(number[1]), number.end()) if number else (0, at)
        given = _DEFAULT.match(text, at) if count else None
        default, at = (given[1], given.end()) if given else (None, at)
    opening = re.compile(r"\s*\{").match(text, at)
    close = closing_brace(text, opening.end(), opening.end() + 5000) if opening else None
    if opening is None or close is None:
        return None
    body = text[opening.end() : close]
    return Macro(rf"\operatorname{{{body}}}" if kind["op"] else body, count, default), close + 1


@dataclass(slots=True)
class _Work:
    """What has been put together so far, and what may still be spent."""

    macros: Mapping[str, Macro]
    calls: int = 0
    grown: int = 0
    pieces: list[str] = field(default_factory=list[str])
    here: list[int] = field(default_factory=list[int])
    there: list[tuple[int, int, bool]] = field(default_factory=list[tuple[int, int, bool]])
    length: int = 0

    def put(self, piece: str, start: int, end: int, *, copied: bool) -> None:
        """Add a stretch to what was put together."""
        if piece:
            self.pieces.append(piece)
            self.here.append(self.length)
            self.there.append((start, end, copied))
            self.length += len(piece)


_CALL = re.compile(r"\\([a-zA-Z]+|.)", re.DOTALL)


def expand(text: str, macros: Mapping[str, Macro]) -> Expanded:
    r"""Return the text with its macros put in. A macro that calls itself without end is left as it is written.

    >>> expand(r"\R^n", {"R": Macro(r"\mathbb{R}")}).text
    '\\mathbb{R}^n'
    """
    work = _Work(macros)
    _, definitions = macros_of(text)
    skipped = {span.start: span.end for span in definitions}
    at = last = 0
    while (match := _CALL.search(text, at)) is not None:
        at = match.end()
        if match.start() in skipped:
            work.put(text[last : match.start()], last, match.start(), copied=True)
            at = last = skipped[match.start()]
        elif match[1] in macros:
            put = _call(text, match, work, ())
            if put is not None:
                work.put(text[last : match.start()], last, match.start(), copied=True)
                work.put(_apart(text[: match.start()], put[0]), match.start(), put[1], copied=False)
                at = last = put[1]
    work.put(text[last:], last, len(text), copied=True)
    return Expanded("".join(work.pieces), tuple(work.here) or (0,), tuple(work.there) or ((0, len(text), True),))


def _call(text: str, match: re.Match[str], work: _Work, inside: tuple[str, ...]) -> tuple[str, int] | None:
    """Return what a call stands for and where it ends; `None` where it cannot be put in."""
    name, macro = match[1], work.macros[match[1]]
    if name in inside or len(inside) >= DEEPEST or work.calls >= MOST_CALLS or work.grown >= MOST_GROWTH:
        return None
    work.calls += 1
    read = _arguments(text, match.end(), macro)
    if read is None:
        return None
    arguments, end = read
    put = re.sub(r"#([1-9])", lambda hit: _given(arguments, int(hit[1])), macro.body)
    put = _nested(put, work, (*inside, name))
    if put is None:
        return None
    work.grown += len(put)
    gap = " " if put[-1:].isalpha() and text[end : end + 1].isalpha() and re.search(r"\\[a-zA-Z]+$", put) else ""
    return put + gap, end


def _apart(before: str, put: str) -> str:
    """Return what a call stands for, so that its letters do not go on with a command directly before it."""
    return f" {put}" if put[:1].isalpha() and re.search(r"\\[a-zA-Z]+$", before[-40:]) else put


def _given(arguments: list[str], number: int) -> str:
    return arguments[number - 1] if number <= len(arguments) else f"#{number}"


def _nested(text: str, work: _Work, inside: tuple[str, ...]) -> str | None:
    """Return a body with the macros inside of it put in; `None` where they never end."""
    pieces: list[str] = []
    at = last = 0
    while (match := _CALL.search(text, at)) is not None:
        at = match.end()
        if match[1] in work.macros:
            put = _call(text, match, work, inside)
            if put is None:
                return None
            pieces += [text[last : match.start()], _apart(text[: match.start()], put[0])]
            at = last = put[1]
    return "".join([*pieces, text[last:]])


def _arguments(text: str, at: int, macro: Macro) -> tuple[list[str], int] | None:
    found: list[str] = []
    if macro.default is not None:
        given = _DEFAULT.match(text, at)
        found.append(given[1] if given else macro.default)
        at = given.end() if given else at
    while len(found) < macro.arguments:
        single = re.compile(r"\s*(\{|\\[a-zA-Z]+|\\.|[^\s{}])").match(text, at)
        if single is None:
            return None
        close = closing_brace(text, single.end(), single.end() + 5000) if single[1] == "{" else single.end()
        if close is None:
            return None
        braced = single[1] == "{"
        found.append(text[single.end() : close] if braced else single[1])
        at = close + 1 if braced else close
    return found, at
