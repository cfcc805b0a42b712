r"""A LaTeX document, with its macros put in, as what is seen of it: headings, items, words, formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from derive.discourse.build import Builder
from derive.discourse.gullet import LOST, SAID, UNSAID
from derive.discourse.rules import environment_end
from derive.discourse.table import ARGUMENTS, DISPLAYS, GRIDS, KEPT
from derive.discourse.tape import Tape
from derive.discourse.words import PART, WALL_NAMES, lettered
from derive.formula.read.tree import Span

LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
LISTS = frozenset(["enumerate", "itemize", "description", "parts", "questions", "subparts", "compactenum", "tasks"])
_THEOREMS = re.compile(
    r"(?:theorem|lemma|proposition|corollary|definition|proof|solution|answer|example|remark|claim|thm|lem|prop|defn?)s?\*?",
    re.IGNORECASE,
)
_SCAN = re.compile(
    rf"{SAID}(?P<said>[^{UNSAID}]*){UNSAID}|(?P<lost>{LOST})|(?P<par>\n[ \t]*\n\s*)|(?P<break>\\\\\*?(?:\[[^\]\n]*\])?)"
    r"|(?P<accent>\\[\"'`^~=.]\s*(?:\{\\?[a-zA-Z]\}|\\?[a-zA-Z]))|(?P<dd>\$\$)|(?P<d>\$)|(?P<square>\\\[)|(?P<round>\\\()"
    r"|\\begin\{(?P<begin>[^{}\n]*)\}|\\end\{(?P<end>[^{}\n]*)\}|\\(?P<command>[a-zA-Z@]+)\*?|\\(?P<escape>.)"
    r"|(?P<brace>[{}])|(?P<cell>&)",
    re.DOTALL,
)
_STEP = re.compile(r"\\.|\$\$?|\{|\n[ \t]*\n", re.DOTALL)
MOST_STEPS, LONGEST_MISSED = 5_000, 2_000
_OPTION = re.compile(r"\s*\[[^\[\]{}\n]*(?:\{[^{}\n]*\}[^\[\]{}\n]*)*\]")


_Taker = Callable[[Any, Tape, re.Match[str], int], int | None]
"""What takes a mark in, and says where the text goes on if that is not behind it."""


@dataclass(slots=True)
class Latex:
    """What reads LaTeX into a builder."""

    builder: Builder
    theorems: Mapping[str, str] = field(default_factory=dict[str, str])
    level: int = 0
    missing: set[str] = field(default_factory=set[str])

    def scan(self, tape: Tape, start: int = 0, end: int | None = None) -> None:
        """Say what stands in a stretch of a tape."""
        text, at = tape.text, start
        end = len(text) if end is None else end
        while (match := _SCAN.search(text, at, end)) is not None:
            self._say(tape, at, match.start())
            found = self._takers[str(match.lastgroup)](self, tape, match, end)
            at = max(found or 0, match.end())
        self._say(tape, at, end)

    def _say(self, tape: Tape, start: int, end: int) -> None:
        text = tape.text[start:end]
        if not text:
            return
        self.builder.relation(text, tape, start)
        self.builder.say(lettered(text), tape, start)

    def _escape(self, tape: Tape, match: re.Match[str], _end: int) -> None:
        if match["escape"] == ")" or match["escape"] == "]":
            self.builder.miss(tape, Span(*match.span()), "this ends a formula that never began")
        self.builder.say(match["escape"] if match["escape"] in "$%&#_{}" else " ", tape, match.start())

    def _math(self, tape: Tape, match: re.Match[str], end: int) -> int:
        opening = match.group()
        closing = {"$": "$", "$$": "$$", "\\[": "\\]", "\\(": "\\)"}[opening]
        close = self._close(tape, match.end(), end, closing)
        if close is None:
            self.builder.miss(tape, self._paragraph_from(tape, match.start(), end), "this formula never ends")
            return match.end()
        after = close + len(closing)
        shown = opening in {"$$", "\\["}
        self.builder.formula(tape, Span(match.end(), close), Span(match.start(), after), display=shown)
        return after

    @staticmethod
    def _paragraph_from(tape: Tape, start: int, end: int) -> Span:
        end = min(end, start + LONGEST_MISSED)
        last = tape.text.find("\n\n", start, end)
        return Span(start, last if last >= 0 else end)

    def _close(self, tape: Tape, at: int, end: int, closing: str) -> int | None:
        if closing in self.missing:
            return None
        steps = 0
        while (match := _STEP.search(tape.text, at, end)) is not None:
            steps += 1
            sign, at = match.group(), match.end()
            if sign == closing or (closing == "$" and sign == "$$"):
                return match.start()
            if sign == "{" and steps < MOST_STEPS:
                at = tape.closes.get(match.start(), at - 1) + 1
            elif sign[0] == "\n" and closing == "$":
                return None
        if closing != "$":
            self.missing.add(closing)
        return None

    def _begin(self, tape: Tape, match: re.Match[str], end: int) -> int:
        name = match["begin"].strip()
        bare = name.rstrip("*")
        if bare in DISPLAYS or bare == "math" or GRIDS.fullmatch(bare):
            return self._display(tape, match, end, name)
        at = self._options(tape, match.end(), end, ARGUMENTS.get(name, 0))
        title = self.theorems.get(bare, "")
        if WALL_NAMES.fullmatch(name) or (title and WALL_NAMES.match(title)):
            self.builder.mark("wall", 8, f"{title or name} {_inside(tape, match.end(), at)}", tape, Span(*match.span()))
        elif title or _THEOREMS.fullmatch(name):
            words = f"{title or name} {_inside(tape, match.end(), at)}"
            self.builder.mark("heading", 11, words, tape, Span(*match.span()))
        else:
            self.level += name in LISTS
            self.builder.paragraph(tape, match.start())
        return at

    def _end(self, tape: Tape, match: re.Match[str], _end: int) -> None:
        name = match["end"].strip()
        if name.rstrip("*") in DISPLAYS:
            self.builder.miss(tape, Span(*match.span()), "this ends a formula that never began")
        self.level -= name in LISTS and self.level > 0
        self.builder.paragraph(tape, match.start())

    def _display(self, tape: Tape, match: re.Match[str], end: int, name: str) -> int:
        text, bare = tape.text, name.rstrip("*")
        closing = f"\\end{{{match['begin']}}}"
        close = None if closing in self.missing else environment_end(text, match.end(), match["begin"], end)
        if close is None or close < 0:
            self.missing.add(closing)
            self.builder.miss(tape, self._paragraph_from(tape, match.start(), end), "this formula never ends")
            return match.end()
        start = match.end()
        after = close + len(closing)
        if bare not in KEPT and not GRIDS.fullmatch(bare):
            start = self._options(tape, start, close, DISPLAYS.get(bare, 0)) if bare in DISPLAYS else start
            span = Span(start, close)
        else:
            span = Span(match.start(), after)
        self.builder.formula(tape, span, Span(match.start(), after), display=bare != "math")
        return after

    def _options(self, tape: Tape, at: int, end: int, arguments: int) -> int:
        """Return where the arguments end that are not printed."""
        while True:
            option = _OPTION.match(tape.text, at, end)
            if option is not None:
                at = option.end()
                continue
            begin = at
            while begin < end and tape.text[begin].isspace():
                begin += 1
            if not arguments or begin not in tape.closes:
                return at
            at, arguments = tape.closes[begin] + 1, arguments - 1

    def _command(self, tape: Tape, match: re.Match[str], end: int) -> int | None:
        name, at = match["command"], match.end()
        if name in self._commands:
            return self._commands[name](self, tape, match, end)
        if WALL_NAMES.fullmatch(name) or (name == "part" and self.level):
            is_part = name == "part"
            self.builder.mark("part" if is_part else "wall", 10 if is_part else 8, name, tape, Span(*match.span()))
            return self._options(tape, at, end, 0)
        if name in LEVELS or name == "title":
            return self._heading(tape, match, end)
        if name not in {"text", "mbox"} and tape.text[at : at + 1] != "{":
            self.builder.say(" ", tape, match.start())
        return self._options(tape, at, end, ARGUMENTS.get(name, 0))

    def _heading(self, tape: Tape, match: re.Match[str], end: int) -> int:
        at = self._options(tape, match.end(), end, 0)
        close = tape.closes.get(at)
        if close is None or close >= end:
            return at
        name = match["command"]
        level = 1 if name == "title" else LEVELS.index(name) + 1
        self.builder.heading(level, tape, Span(match.start(), close + 1), lambda: self.scan(tape, at + 1, close))
        return close + 1

    def _item(self, tape: Tape, match: re.Match[str], end: int) -> int:
        option = _OPTION.match(tape.text, match.end(), end)
        label = option.group().strip()[1:-1] if option else ""
        at = option.end() if option else match.end()
        kind = "part" if PART.match(label) else "item"
        self.builder.mark(kind, 10 if kind == "part" else 8 + max(self.level, 1), label, tape, Span(match.start(), at))
        return at

    def _ensured(self, tape: Tape, match: re.Match[str], _end: int) -> int:
        close = tape.closes.get(match.end())
        if close is None:
            return match.end()
        self.builder.formula(tape, Span(match.end() + 1, close), Span(match.start(), close + 1), display=False)
        return close + 1

    def _typed(self, tape: Tape, match: re.Match[str], _end: int) -> int:
        """Say code in words as it is, where no formula stands in it."""
        close = tape.closes.get(match.end())
        if close is None or "$" in tape.text[match.end() : close]:
            return match.end()
        self.builder.say(tape.text[match.end() + 1 : close], tape, match.end())
        return close + 1

    _commands: ClassVar[dict[str, _Taker]] = {
        "item": _item,
        "ensuremath": _ensured,
        "texttt": _typed,
        **dict.fromkeys(
            ("char", "symbol", "Uchar", "mathchar"),
            lambda self, tape, match, _: self.builder.miss(
                tape, Span(*match.span()), "a character that is written by its number is not read"
            ),
        ),
        **dict.fromkeys(
            ("newpage", "clearpage", "par", "bigskip", "medskip", "smallskip", "maketitle"),
            lambda self, tape, match, _: self.builder.paragraph(tape, match.start()),
        ),
    }
    _takers: ClassVar[dict[str, _Taker]] = {
        "said": lambda self, tape, match, _: self.builder.directive(tape.part(*match.span("said")), self.scan),
        "lost": lambda self, _tape, _match, _end: self.builder.lose(),
        "par": lambda self, tape, match, _: self.builder.paragraph(tape, match.start()),
        **dict.fromkeys(("break", "cell"), lambda self, tape, match, _: self.builder.say(" ", tape, match.start())),
        "accent": lambda self, tape, match, _: self.builder.say(lettered(match.group()), tape, match.start()),
        **dict.fromkeys(("dd", "d", "square", "round"), _math),
        "begin": _begin,
        "end": _end,
        "command": _command,
        "escape": _escape,
        "brace": lambda _self, _tape, _match, _end: None,
    }


def _inside(tape: Tape, start: int, end: int) -> str:
    return tape.text[start:end].strip(" []\n")
