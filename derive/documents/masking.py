"""What is in a file and is not read: comments, code, preambles. It is blanked, so that all places stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from derive.latex.read.tree import Span

_NOT_NEWLINE = re.compile(r"[^\n]")


def blank(text: str, spans: Iterable[Span]) -> str:
    r"""Return the text with spaces in place of some stretches; lines stay lines.

    >>> blank("ab\ncd", [Span(1, 4)])
    'a \n d'
    """
    pieces: list[str] = []
    last = 0
    for begin, end in sorted(spans):
        if end > last:
            start = max(begin, last)
            pieces += [text[last:start], _NOT_NEWLINE.sub(" ", text[start:end])]
            last = end
    return "".join([*pieces, text[last:]])


_FENCE = re.compile(r"^[ \t]*(?P<fence>`{3,}|~{3,}|:{3,})[ \t]*(?P<info>[^\n`]*)$", re.MULTILINE)
_CODE = re.compile(r"(?<![`$\\}])(`+)(?!`)[^\n]{1,500}?(?<!`)\1(?!`)")
_COMMENT = re.compile(r"<!--")
_QUOTE = re.compile(r"^(?:[ \t]{0,3}>[ \t]?)+", re.MULTILINE)
_MATH_FENCE = re.compile(r"^\{?\s*(?:math|latex|tex|katex)\s*\}?(?:\s|$)|^\{code-block\}\s*latex@$")
_OPTION = re.compile(r"(?:[ \t]*:[\w-]+:[^\n]*\n)*")


def markdown_masks(text: str) -> tuple[list[Span], list[Span]]:
    r"""Return what is not read in a Markdown text, and the formulas that stand in fences.

    >>> markdown_masks("```math\nx\n```\n")[1]
    [Span(start=8, end=10)]
    """
    hidden = [Span(m.start(), m.end()) for m in _QUOTE.finditer(text)]
    formulas: list[Span] = []
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            opened = match if match["info"] or match["fence"][0] != ":" else None
        elif match["fence"].startswith(opened["fence"]) and not match["info"].strip():
            _fenced(text, opened, match, hidden, formulas)
            opened = None
    if opened is not None and opened["fence"][0] != ":" and not _MATH_FENCE.match(opened["info"].strip()):
        hidden.append(Span(opened.start(), len(text)))
    hidden += comments(text, _COMMENT, "-->")
    hidden += [Span(m.start(), m.end()) for m in _CODE.finditer(text)]
    return hidden, formulas


def _fenced(text: str, opened: re.Match[str], closing: re.Match[str], hidden: list[Span], found: list[Span]) -> None:
    """A fence of mathematics is a formula; any other that is no admonition is code."""
    start = min(opened.end() + 1, closing.start())
    if _MATH_FENCE.match(opened["info"].strip()):
        options = _OPTION.match(text, start, closing.start())
        found.append(Span(options.end() if options else start, closing.start()))
        hidden += [Span(opened.start(), opened.end()), Span(closing.start(), closing.end())]
    elif opened["fence"][0] == ":" or (opened["info"].startswith("{") and not opened["info"].startswith("{code")):
        hidden += [Span(opened.start(), opened.end()), Span(closing.start(), closing.end())]
    else:
        hidden.append(Span(opened.start(), closing.end()))


def comments(text: str, opening: re.Pattern[str], closing: str) -> list[Span]:
    """Return the stretches between openings and closings; one that is never closed hides its line only."""
    found: list[Span] = []
    at, more = 0, True
    while (match := opening.search(text, at)) is not None:
        end = text.find(closing, match.end()) if more else -1
        more = end >= 0
        at = end + len(closing) if more else (text.find("\n", match.end()) + 1 or len(text))
        found.append(Span(match.start(), at))
    return found


_PERCENT = re.compile(r"(?<!\\)(?:\\\\)*(%[^\n]*)")
_VERBATIM = re.compile(r"\\begin\{(verbatim\*?|lstlisting|comment|minted|filecontents\*?)\}")
_BEGIN, _END = re.compile(r"\\begin\{document\}"), re.compile(r"\\end\{document\}")


def latex_masks(text: str) -> list[Span]:
    r"""Return what is not read in a LaTeX text: comments, verbatim text, the preamble and what follows the end.

    >>> latex_masks("a % b\n")
    [Span(start=2, end=5)]
    """
    hidden = [Span(m.start(1), m.end(1)) for m in _PERCENT.finditer(text)]
    at = 0
    while (match := _VERBATIM.search(text, at)) is not None:
        end = text.find(f"\\end{{{match[1]}}}", match.end())
        at = end if end >= 0 else len(text)
        hidden.append(Span(match.start(), at))
    return hidden


def outside_of_body(text: str) -> list[Span]:
    r"""Return the preamble of a LaTeX text and what follows `\end{document}`."""
    begin, end = _BEGIN.search(text), _END.search(text)
    hidden = [Span(0, begin.end())] if begin else []
    return [*hidden, Span(end.start(), len(text))] if end else hidden


_DIRECTIVES = (
    re.compile(r"<!--\s*derive:(?P<said>.*?)-->", re.DOTALL | re.IGNORECASE),
    re.compile(r"(?<!\\)%+[ \t]*derive:(?P<said>[^\n]*)", re.IGNORECASE),
)


def directives(text: str) -> list[Span]:
    """Return what is said to `derive` in comments: `% derive: ...` and `<!-- derive: ... -->`.

    >>> directives("x % derive: y is real")
    [Span(start=11, end=21)]
    """
    return sorted(Span(*m.span("said")) for pattern in _DIRECTIVES for m in pattern.finditer(text))
