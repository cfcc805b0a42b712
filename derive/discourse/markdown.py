r"""A Markdown text as what is seen of it. Blocks, code and HTML are markdown-it's; formulas are rules of our own.

The rules say where a formula stands in the content of its block, and the content is laid on the lines of the block, so
that every formula has its place in the file, inside of quotes, lists and tables too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from derive.discourse.build import Builder
from derive.discourse.commands import COMMANDS
from derive.discourse.gullet import WHITE, Gullet
from derive.discourse.latex import Latex
from derive.discourse.macros import Macro
from derive.discourse.page import Page
from derive.discourse.rules import parser
from derive.discourse.table import MATHEMATICS
from derive.discourse.tape import NOWHERE, Recorder, Tape
from derive.formula.read.tree import Span

_PARSER = parser()
_MATH_FENCE = re.compile(r"\{?\s*(?:math|latex|tex|katex)\s*\}?(?:\s|$)")
_CODE_FENCE = re.compile(r"\{(?:code|python|r\b|julia|literalinclude|\.)")
_OPTIONS = re.compile(r"(?:[ \t]*:[\w-]+:[^\n]*\n)*")
_FRONT = re.compile(r"---[ \t]*\n(?:(?!---|\.\.\.)[^\n]*\n)*(?:---|\.\.\.)[ \t]*(?:\n|$)")
_MATH_COLONS = re.compile(
    r"^[ \t]*(?::{3,}[ \t]*\{math\}[^\n]*|\{%[ \t]*math[ \t]*%\}[ \t]*)\n(?:(?![ \t]*:::|\{%)[^\n]*\n)*"
    r"[ \t]*(?::{3,}|\{%[ \t]*endmath[ \t]*%\})[ \t]*$",
    re.MULTILINE,
)
_COLONS = re.compile(r"^[ \t]*:{3,}[^\n]*$|\{%[^\n]{0,500}?%\}", re.MULTILINE)
_ADDRESS = re.compile(r"(?:https?://|www\.|mailto:)\S*")
_SAID = re.compile(r"<!--\s*derive:(.*?)-->", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<\s*(?P<closing>/?)\s*(?P<name>[a-zA-Z][\w-]*)(?P<attributes>[^>]*)>")
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_FAINT = re.compile(
    r"(?<!-)color\s*[:=]\s*[\"']?(?:white|#fff|transparent)|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*0(?![.\d])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_HIDDEN = re.compile(r"(?<![\w-])hidden(?![\w-])", re.IGNORECASE)
_STRUCK = frozenset(["s", "del", "strike"])
_SILENT = frozenset(["style", "script", "template", "head", "title", "math"])
_PARAGRAPHS = frozenset(["paragraph_open", "blockquote_open", "blockquote_close", "tr_open", "hr"])
_MARKERS = " >\t"


@dataclass(slots=True)
class Markdown:
    """What reads Markdown into a builder. Macros hold from where they stand, through all cells."""

    builder: Builder
    gullet: Gullet = field(default_factory=lambda: Gullet(COMMANDS, markdown=True, begun=True))
    level: int = 0
    hidden: list[str] = field(default_factory=list[str])
    faint: bool = False
    struck: int = 0
    lines: list[int] = field(default_factory=list[int])
    used: dict[int, int] = field(default_factory=dict[int, int])
    here: int = 0

    def page(self) -> Page:
        """Return what was read."""
        self.builder.take(self.gullet.unread, self.gullet.notes)
        return self.builder.page()

    def read(self, tape: Tape) -> None:
        """Read a text, or a part of one that is Markdown itself."""
        self.builder.speak = self._spoken
        front = _FRONT.match(tape.text)
        text = tape.text
        if front is not None:
            self.gullet.hide(tape, 0, front.end(), "it stands in the head of the file")
            text = re.sub(r"[^\n]", " ", text[: front.end()]) + text[front.end() :]
        text = _COLONS.sub(lambda hit: " " * len(hit.group()), _MATH_COLONS.sub(_as_fence, text))
        kept = self.lines, self.used
        self.lines, self.used = [0, *(match.end() for match in re.finditer("\n", text))], {}
        before, self.here = "", 0
        for token in _PARSER.parse(text):
            self._token(tape, token, before)
            before = token.type + token.tag
        self.builder.flush()
        self.lines, self.used = kept

    def _token(self, tape: Tape, token: Token, before: str) -> None:
        self.here = self.lines[min(token.map[0], len(self.lines) - 1)] if token.map else self.here
        start = self.here
        handler = {
            "fence": self._fence,
            "html_block": self._html,
            "code_block": self._indented,
            "definition": self._reference,
        }.get(token.type)
        if handler is not None:
            handler(tape, token)
        elif token.type == "inline":
            self._block(self._laid(tape, token), token, before)
        elif token.type in _PARAGRAPHS:
            if not self.builder.after_item():
                self.builder.paragraph(tape, start)
        elif token.type.endswith("_list_open"):
            self.level += 1
        elif token.type.endswith("_list_close"):
            self.level -= 1
            self.builder.paragraph(tape, start)
        elif token.type == "list_item_open":
            label = f"{token.info}." if token.info else ""
            self.builder.mark("item", 8 + self.level, label, tape, _line(tape, start))
        elif token.type in {"td_close", "th_close"}:
            self.builder.say(" ", tape, start)

    def _laid(self, tape: Tape, token: Token, first: int = 0) -> Tape:
        """Return the content of a block as a tape: each of its lines is the end, or a part, of a line of the text."""
        found = Recorder()
        begins = (token.map or [0])[0] + first
        for number, written in enumerate(token.content.split("\n")):
            found.put("\n" if number else "", NOWHERE)
            start = self.lines[min(begins + number, len(self.lines) - 1)]
            end = tape.text.find("\n", start)
            self._lay(found, tape, written, Span(start, end if end >= 0 else len(tape.text)))
        return found.tape()

    def _lay(self, found: Recorder, tape: Tape, written: str, line: Span) -> None:
        """Write a line of a block with its places; in a cell of a table a bar is written without its backslash."""
        stripped, there = written.strip(), tape.text[line.start : line.end]
        bare, used = there.rstrip(), self.used.get(line.start, 0)
        at = len(bare) - len(stripped) if bare.endswith(stripped) else there.find(stripped, used)
        indent = len(written) - len(written.lstrip())
        if at >= 0:
            self.used[line.start] = at + len(stripped) if "|" in there else 0
            found.put(written[:indent], NOWHERE)
            found.copy(tape, line.start + at, line.start + at + len(stripped))
            found.put(written[indent + len(stripped) :], NOWHERE)
            return
        for character in written:
            used = max(there.find(character, used), used)
            found.put(character, tape.piece(min(line.start + used, max(line.end - 1, 0))))
            used += 1
        self.used[line.start] = used

    def _block(self, content: Tape, token: Token, before: str) -> None:
        children = token.children or []
        if before.startswith("heading_open"):
            span = Span(0, max(len(content.text), 1))
            self.builder.heading(int(before[-1]), content, span, lambda: self._inline(content, children))
            return
        self._inline(content, children)

    def _inline(self, content: Tape, children: Sequence[Token]) -> None:
        at = 0
        for child in children:
            if child.meta and "outer" in child.meta:
                self._part(content, child)
                at = child.meta["outer"][1]
                continue
            found = max(content.text.find(child.content[:20], at) if child.content else at, at)
            if child.type in {"text", "text_special", "code_inline"} and not self.hidden:
                here = min(found, max(len(content.text) - 1, 0))
                if child.type == "text":
                    clean = _ADDRESS.sub(lambda hit: " " * len(hit.group()), child.content)
                    self.builder.relation(clean, content, here)
                self.builder.say(child.content, content, here)
            elif child.type in {"softbreak", "hardbreak"}:
                self.builder.say(" ", content, at)
            elif child.type == "html_inline":
                self._tag(content, child.content, found)
            elif child.type in {"s_open", "s_close"}:
                self.struck += 1 if child.type == "s_open" else -1
            at = found + len(child.content)

    def _part(self, content: Tape, token: Token) -> None:
        inner, outer = Span(*token.meta["inner"]), Span(*token.meta["outer"])
        if token.type == "text":
            self.builder.say(token.content, content, inner.start)
        elif self.hidden:
            if self.faint:
                self.builder.miss(content, outer, "it is hardly to be seen")
            else:
                self.gullet.hide(content, outer.start, outer.end, "it is hidden")
        elif token.type == "unclosed":
            self.builder.miss(content, Span(outer.start, len(content.text)), "this formula never ends")
        elif self.struck > 0:
            self.builder.miss(content, outer, "it is struck out")
        else:
            self._formula(content, inner, outer, token.type)

    def _formula(self, content: Tape, inner: Span, outer: Span, kind: str) -> None:
        expanded = self.gullet.expanded(content, *inner)
        _ = self.gullet.scopes.meanings.pop(WHITE, None)
        for name in self.gullet.redefined:
            # For some who show Markdown a formula is a group, for some it is none.
            self.gullet.scopes.define(name, Macro(trouble="it means something else since another formula"))
        self.gullet.redefined.clear()
        if kind == "environment":
            Latex(self.builder).scan(expanded)
        elif kind != "definition":
            span = Span(0, len(expanded.text))
            self.builder.formula(expanded, span, span, display=kind == "display", at=(content, outer))

    def _spoken(self, said: Tape) -> None:
        """Say the words and formulas of what is said to `derive`."""
        self._inline(said, _PARSER.parseInline(said.text)[0].children or [])

    def _tag(self, content: Tape, text: str, at: int) -> None:
        said = _SAID.match(text)
        tag = _TAG.match(text)
        if said is not None and not self.hidden:
            self.builder.directive(content.part(at + said.start(1), at + said.end(1)), self._spoken)
        elif text.startswith("<!--"):
            self.gullet.hide(content, at, at + len(text), "it stands in a comment")
        elif tag is not None and not tag["attributes"].rstrip().endswith("/"):
            name = tag["name"].lower()
            if self.hidden:
                self._in_hidden(name, closing=bool(tag["closing"]))
            elif not tag["closing"] and (name in _SILENT or _is_hidden(tag["attributes"])):
                self.faint = _FAINT.search(tag["attributes"]) is not None
                if name == "math" or (name == "script" and "math/" in tag["attributes"]):
                    self.builder.miss(content, Span(at, len(content.text)), "MathML and scripts are not read")
                self.hidden.append(name)
            elif name in _STRUCK:
                self.struck += -1 if tag["closing"] else 1
            else:
                self.builder.say(" ", content, at)

    def _in_hidden(self, name: str, *, closing: bool) -> None:
        if name == self.hidden[-1]:
            self.hidden[-1:] = [] if closing else [name, name]

    def _html(self, tape: Tape, token: Token) -> None:
        content = self._laid(tape, token)
        if token.content.lstrip().startswith("<!--") and "-->" not in token.content:
            self.builder.miss(content, Span(0, len(content.text)), "this comment never ends")
            return
        self.builder.paragraph(content, 0)
        self._inline(content, _PARSER.parseInline(content.text)[0].children or [])

    def _reference(self, tape: Tape, token: Token) -> None:
        """Leave out where a link leads, with its title, in which many write comments."""
        first, last = token.map or [0, 0]
        end = self.lines[last] if last < len(self.lines) else len(tape.text)
        self.gullet.hide(tape, self.lines[first], end, "it says where a link leads")

    def _indented(self, tape: Tape, token: Token) -> None:
        """Find the formulas of an indented block, which many write who mean no code."""
        content = self._laid(tape, token)
        for child in _PARSER.parseInline(content.text)[0].children or []:
            if child.meta and child.type != "text":
                self._part(content, child)

    def _fence(self, tape: Tape, token: Token) -> None:
        content, info = self._laid(tape, token, 1), token.info.strip()
        last = _line(tape, self.lines[min((token.map or [0, 1])[1] - 1, len(self.lines) - 1)])
        closed = tape.text[last.start : last.end].strip(_MARKERS).startswith((token.markup, ":::", "{%"))
        options = _OPTIONS.match(content.text)
        whole = Span(options.end() if options else 0, len(content.text))
        if _MATH_FENCE.match(info) and closed:
            self._formula(content, whole, whole, "display")
        elif not closed and MATHEMATICS.search(content.text):
            self.builder.miss(content, whole, "this code, or formula, never ends")
        elif info.startswith("{") and not _CODE_FENCE.match(info):
            self.read(content)


def _is_hidden(attributes: str) -> bool:
    bare = _QUOTED.sub("", attributes)
    return bool(_INVISIBLE.search(attributes) or _FAINT.search(attributes) or _HIDDEN.search(bare))


def _line(tape: Tape, start: int) -> Span:
    """Return the line that begins at an offset, without the space before it."""
    end = tape.text.find("\n", start)
    end = len(tape.text) if end < 0 else end
    while start < end - 1 and tape.text[start].isspace():
        start += 1
    return Span(start, max(end, start + 1))


def _as_fence(hit: re.Match[str]) -> str:
    """Return a formula between colons, or in tags of Liquid, as a fence of the same lines."""
    lines = hit.group().split("\n")
    return "\n".join(["```math".ljust(len(lines[0])), *lines[1:-1], "```".ljust(len(lines[-1]))])
