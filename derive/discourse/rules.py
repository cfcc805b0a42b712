r"""The rules by which markdown-it finds formulas: how far each reaches, before anything in it is taken for markup."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_inline import StateInline

from derive.discourse.macros import read_definition
from derive.discourse.table import DEFINES, MATHEMATICS
from derive.discourse.tape import Tape

_OPENER = re.compile(
    r"(?P<code>`+)|(?P<env>\\begin\{(?P<name>[a-zA-Z]+\*?)\})|(?P<pair>\\\\[\[(]|\\[\[(]|\$\$)|\\."
    r"|(?P<dollar>\$)(?=[^\s$][^$\n]*\$)",
    re.DOTALL,
)
_CLOSINGS = {"\\\\[": "\\\\]", "\\\\(": "\\\\)", "\\[": "\\]", "\\(": "\\)", "$$": "$$"}
_CONTAINER = re.compile(r"[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)")
_PRICE = re.compile(r"\d[\d.,]*\s+[a-zA-Z]{2,} ")
_WORDS = re.compile(
    r"[A-Za-z]{2,}[ ,.]|[A-Za-z]+ [A-Za-z]{2,} |[\d.,]+[kKmM%]?\s|\d[\d,.]*\s*$|\s(?:and|or|to|for|is|in)\s"
)
_SIGNS = re.compile(r"[\\^_=<>]")
_LONG = re.compile(r"[A-Za-z]{3,}")
_FORMULA = re.compile(r"[\\^_=<>+\d]|^\s*\w\s*$")


def parser() -> MarkdownIt:
    """Return a parser whose tokens of formulas say where they stand in the content of their block.

    >>> token = parser().parseInline("a $x$")[0].children[1]
    >>> token.type, token.meta["inner"]
    ('formula', (3, 4))
    """
    options = {"html": True, "inline_definitions": True}
    found = MarkdownIt("commonmark", options).enable(["table", "strikethrough"]).disable(["entity"])
    found.block.ruler.at("reference", _reference)
    # Where a formula reaches over lines, what stands at their beginnings is no list, quote or heading.
    ends = {"alt": ["paragraph", "blockquote", "list"]}
    found.block.ruler.before("table", "formula", _lines, ends)  # pyright: ignore[reportArgumentType] -- its types leave the rules of plugins out
    found.inline.ruler.before("escape", "formula", _formula)
    return found


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it calls it so
    """Take where a link leads, which nobody sees, and many write comments so; what stands in a footnote is printed."""
    footnote = state.src.startswith("[^", state.bMarks[start] + state.tShift[start])
    return not footnote and reference(state, start, end, silent)


def _lines(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it calls it so
    """Take a paragraph in which a formula reaches over lines."""
    first = state.bMarks[start] + state.tShift[start]
    if _CONTAINER.match(state.src, first, state.eMarks[start]):
        return False
    line = _last_line(state, start, end)
    if line is None or silent:
        return line is not None
    line += 1
    while line < end and not state.isEmpty(line):
        more = _last_line(state, line, end)
        lazy = more is None and (state.sCount[line] - state.blkIndent > 3 or state.sCount[line] < 0)  # noqa: PLR2004 -- as in CommonMark
        if more is None and not lazy and _another(state, line, end):
            break
        line = (more if more is not None else line) + 1
    state.line = line
    state.push("paragraph_open", "p", 1).map = [start, line]
    token = state.push("inline", "", 0)
    token.content = state.getLines(start, line, state.blkIndent, keepLastLF=False).strip()
    token.map, token.children = [start, line], []
    _ = state.push("paragraph_close", "p", -1)
    return True


def _another(state: StateBlock, line: int, end: int) -> bool:
    """Return whether a block begins at a line that ends a paragraph."""
    return any(rule(state, line, end, True) for rule in state.md.block.ruler.getRules("paragraph"))  # noqa: FBT003 -- markdown-it wants it so


def _last_line(state: StateBlock, start: int, end: int) -> int | None:
    """Return the line in which a formula ends that begins in a line and reaches over others."""
    closing = _open_at_end(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
    missing = state.env.setdefault("missing", {})
    if closing is None or missing.get(closing, -1) == end:
        return None
    for line in range(start + 1, end):
        if find(state.src, state.bMarks[line], state.eMarks[line], closing) >= 0:
            return line
    missing[closing] = end
    return None


def _open_at_end(text: str, at: int, end: int) -> str | None:
    """Return what closes the formula that is still open where a line ends."""
    while (match := _OPENER.search(text, at, end)) is not None:
        at = match.end()
        if match["code"]:
            close = text.find(match["code"], at, end)
            at = close + len(match["code"]) if close >= 0 else at
        elif match["dollar"]:
            at = text.find("$", at, end) + 1
        elif (closing := _closing(match)) is not None:
            close = find(text, at, end, closing)
            if close < 0:
                return closing
            at = close + len(closing)
    return None


def _closing(match: re.Match[str]) -> str | None:
    return f"\\end{{{match['name']}}}" if match["env"] else _CLOSINGS.get(match.group())


def find(text: str, at: int, end: int, closing: str) -> int:
    """Return where what closes a formula stands first behind an offset, or -1; an escaped dollar sign closes none."""
    while (found := text.find(closing, at, end)) >= 0:
        if closing[0] != "$" or not _escaped(text, found):
            return found
        at = found + 1
    return -1


def _escaped(text: str, at: int) -> bool:
    """Return whether an odd number of backslashes stands before a character."""
    first = at
    while first > 0 and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


def _push(state: StateInline, kind: str, inner: tuple[int, int], outer: tuple[int, int], *, silent: bool) -> bool:
    if not silent:
        token = state.push(kind, "", 0)
        token.content = state.src[inner[0] : inner[1]]
        token.meta = {"inner": inner, "outer": outer}
    state.pos = outer[1]
    return True


def _formula(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 -- markdown-it calls it so
    """Take a formula where one begins."""
    src, at = state.src, state.pos
    if src[at] == "$":
        return _double(state, silent=silent) if src.startswith("$$", at) else _dollar(state, silent=silent)
    if src.startswith("{math}`", at):
        close = src.find("`", at + 7)
        return close > 0 and _push(state, "formula", (at + 7, close), (at, close + 1), silent=silent)
    if src[at] != "\\":
        return False
    defining = DEFINES.match(src, at)
    if defining is not None:
        return _definition(state, defining, silent=silent)
    match = _OPENER.match(src, at)
    closing = _closing(match) if match is not None else None
    if match is None or closing is None:
        return False
    return _brackets(state, match, closing, silent=silent)


def _brackets(state: StateInline, match: re.Match[str], closing: str, *, silent: bool) -> bool:
    src, at, start = state.src, match.start(), match.end()
    missing = state.env.setdefault("never", {})
    if missing.get(closing) == (src, state.posMax):
        close = -1
    else:
        close = environment_end(src, start, match["name"]) if match["env"] else find(src, start, state.posMax, closing)
        missing[closing] = (src, state.posMax) if close < 0 else None
    if close < 0:
        mathematics = "\\" in src[start : start + 500] or MATHEMATICS.search(src, start) is not None
        return mathematics and _push(state, "unclosed", (at, start), (at, start), silent=silent)
    outer = (at, close + len(closing))
    if match["env"]:
        return _push(state, "environment", outer, outer, silent=silent)
    content = src[start:close]
    if not _FORMULA.search(content) and " " in content.strip():
        return False
    return _push(state, "display" if "[" in match.group() else "formula", (start, close), outer, silent=silent)


def environment_end(text: str, at: int, name: str, end: int | None = None) -> int:
    r"""Return where the `\end` stands of an environment that has begun, or -1.

    >>> environment_end(r"a\begin{b}c\end{b}\end{b}", 0, "b")
    18
    """
    opening, closing, level = f"\\begin{{{name}}}", f"\\end{{{name}}}", 0
    end = len(text) if end is None else end
    while (found := text.find(closing, at, end)) >= 0:
        level += text.count(opening, at, found)
        if level == 0:
            return found
        level, at = level - 1, found + len(closing)
    return -1


def _definition(state: StateInline, match: re.Match[str], *, silent: bool) -> bool:
    if state.env.get("text") != state.src:
        state.env["text"], state.env["closes"] = state.src, Tape(state.src, ()).closes
    found = read_definition(state.src, match.end(), match[1], state.env["closes"])
    if found is None or found.end > state.posMax:
        return False
    outer = (state.pos, found.end)
    return _push(state, "definition", outer, outer, silent=silent)


def _double(state: StateInline, *, silent: bool) -> bool:
    at = state.pos
    close = find(state.src, at + 2, state.posMax, "$$")
    if close < 0:
        return _push(state, "unclosed", (at, at + 2), (at, at + 2), silent=silent)
    return _push(state, "display", (at + 2, close), (at, close + 2), silent=silent)


def _dollar(state: StateInline, *, silent: bool) -> bool:
    src, at = state.src, state.pos
    close = find(src, at + 1, state.posMax, "$")
    if close >= 0 and _is_formula(src, at + 1, close):
        quoted = src[at + 1] == "`" == src[close - 1] and close - at > len("$``")
        inner = (at + 2, close - 1) if quoted else (at + 1, close)
        return _push(state, "formula", inner, (at, close + 1), silent=silent)
    price = src[at + 1 : at + 2].isdigit() or not src[at + 1 : at + 2].strip()
    lonely = close < 0 and MATHEMATICS.search(src, at + 1) is not None and not src[at + 1 : at + 2].isdigit()
    kind = "text" if price and not lonely else "unclosed"
    return _push(state, kind, (at, at + 1), (at, at + 1), silent=silent)


def _is_formula(src: str, start: int, end: int) -> bool:
    """Return whether what stands between two dollar signs is a formula, and no words between two prices."""
    content = src[start:end]
    if not content.strip():
        return False
    apart = content[0].isspace() or content[-1].isspace() or src[end + 1 : end + 2].isdigit()
    if not apart and not _PRICE.match(content):
        return True
    priced = content[0].isdigit() and _WORDS.search(content) is not None
    return not priced and (_SIGNS.search(content) is not None or _LONG.search(content) is None)
