r"""TeX's gullet: macros are put in where they are called, as they are defined there; what is not printed is left out.

Nothing here can be run: there are no loops but those of macros that call macros, and these are counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from derive.discourse.macros import NAME, Macro, Scopes
from derive.discourse.table import BUILT_IN, DEFINES, MATHEMATICAL, MATHEMATICS
from derive.discourse.tape import NOWHERE, Piece, Recorder, Tape
from derive.formula.read.parser import read
from derive.formula.read.tree import Span, holes

DEEPEST = 40
MOST_CALLS = 20_000
MOST_GROWTH = 1_000_000
LONGEST_BRACKET = 2_000
POISON = "\N{APL FUNCTIONAL SYMBOL QUAD QUESTION}"
"""What stands in a formula for a command that has a meaning in TeX which cannot be put in: no formula knows it."""
SAID, UNSAID = "\x03", "\x04"
"""What stands around a comment that speaks to `derive`, in the text that comes out."""
LOST = "\x05"
"""What stands where the signs of all that follows may have another meaning."""
WHITE = " white"
"""What is defined in a group that is written in white."""
_TAIL = 120
_TOKEN = re.compile(
    rf"{NAME}|\$\$?|[{{}}%~]|[\xad\u200b-\u200d\u2060-\u2064\ufeff]+|[^\\{{}}%$\xad\u200b-\u200d\u2060-\u2064\ufeff]+|\\",
    re.DOTALL,
)
_SPACE = re.compile(r"(?:\s|%[^\n]*\n)*")
_SINGLE = re.compile(rf"(?!\\(?:end(?![a-zA-Z])|[\\)\]])){NAME}|[^\s{{}}$&\\]", re.DOTALL)
_PARAMETER = re.compile(r"#([1-9#])")
_WORD = re.compile(r"\\[a-zA-Z@]+$")
_TAKES = re.compile(
    r"\\(?:[dt]?frac|cfrac|nicefrac|[dt]?binom)\s*(?:\{[^{}]*\}|[a-zA-Z0-9])?\s*$"
    r"|\\(?:sqrt(?:\s*\[[^\]]*\])?|hat|bar|vec|tilde|dot|ddot|widehat|widetilde|overline|underline|mathring"
    r"|math[a-z]+|bm|boldsymbol|text[a-z]*|mbox|operatorname|boxed|overset|underset|stackrel)\s*$"
)
"""A command behind which a macro is one argument, however much it stands for."""
_DIRECTIVE = re.compile(r"%+[ \t]*derive:([^\n]*)", re.IGNORECASE)


@dataclass(slots=True)
class Frame:
    """A stretch of a tape that is being read: a file at depth 0, or what a macro has put in."""

    tape: Tape
    at: int
    end: int
    depth: int


@dataclass(frozen=True, slots=True)
class Found:
    """Something that was not taken in, with its source; what is `lasting` holds of more than where it stands."""

    source: int
    span: Span
    text: str
    reason: str
    lasting: bool = False


@dataclass(slots=True)
class Gullet:
    """What is known while a document is read. `commands` are those that TeX carries out; `bring` opens a file."""

    commands: Mapping[str, Command]
    bring: Callable[[str], Tape | str] | None = None
    markdown: bool = False
    out: Recorder = field(default_factory=Recorder)
    scopes: Scopes = field(default_factory=Scopes)
    unread: list[Found] = field(default_factory=list[Found])
    notes: list[Found] = field(default_factory=list[Found])
    theorems: dict[str, str] = field(default_factory=dict[str, str])
    packages: set[str] = field(default_factory=set[str])
    frames: list[Frame] = field(default_factory=list[Frame])
    switches: dict[str, bool] = field(default_factory=dict[str, bool])
    said: list[Tape] = field(default_factory=list[Tape])
    calls: int = 0
    grown: int = 0
    room: int = 0
    begun: bool = False
    everywhere: bool = False
    lost: bool = False
    redefined: set[str] = field(default_factory=set[str])
    excluded: set[str] = field(default_factory=set[str])
    whites: set[str] = field(default_factory=set[str])
    tail: str = ""

    def expanded(self, tape: Tape, start: int = 0, end: int | None = None) -> Tape:
        r"""Return a stretch of a tape as TeX would see it.

        >>> from derive.discourse.commands import COMMANDS
        >>> from derive.discourse.tape import whole
        >>> Gullet(COMMANDS).expanded(whole(r"\newcommand{\R}{\mathbb R}$\R^n$", 0)).text
        '$\\mathbb R^n$'
        """
        self.out, self.tail = Recorder(), ""
        end = len(tape.text) if end is None else end
        base = len(self.frames)
        self.room += end - start
        self.frames.append(Frame(tape, start, end, 0))
        while len(self.frames) > base:
            frame = self.frames[-1]
            match = _TOKEN.match(frame.tape.text, frame.at, frame.end)
            if match is None:
                _ = self.frames.pop()
                continue
            frame.at = match.end()
            self._take(frame, match.start(), match.group())
        return self.out.tape()

    def _take(self, frame: Frame, start: int, written: str) -> None:
        first = written[0]
        if first == "%":
            self._comment(frame, start)
        elif first == "\\" and len(written) > 1:
            self.command(frame, start, written[1:])
        elif first in "\xad\ufeff" or "\u200b" <= first <= "\u2064":
            self.say(self.notes, frame.tape, start, frame.at, "these characters are not seen")
        else:
            self._group(written)
            self.emit(frame.tape, start, frame.at)

    def _group(self, written: str) -> None:
        """Open or close the group that a brace or a dollar sign opens or closes."""
        if written == "{" or (written[0] == "$" and not self.scopes.close(written)):
            self.scopes.open(written)
        elif written == "}":
            _ = self.scopes.close("{")

    def emit(self, tape: Tape, start: int, end: int) -> None:
        """Write a stretch as it is."""
        text = tape.text[start:end]
        if "^^" in text and not self.markdown:
            self.lose_all(tape, start, end, "what characters these are is not known")
        if self.scopes.get(WHITE) == Macro(trouble=WHITE) and text not in {"{", "}"}:
            self._unseen(tape, start, end)
            return
        if text[:1].isalpha() and _WORD.search(self.tail):
            self.out.put(" ", tape.piece(start))
        self.out.copy(tape, start, end)
        self.tail = (self.tail + text[-_TAIL:])[-_TAIL:]

    def _unseen(self, tape: Tape, start: int, end: int) -> None:
        """Name what is written in white, which some page may have on black; what follows on it is one with it."""
        number, span = tape.origin(Span(start, end))
        last = self.unread[-1] if self.unread else None
        reason = "it is written in white"
        near = last is not None and last.source == number and 0 <= span.start - last.span.end <= len("{ {")
        if last is not None and near and last.reason == reason:
            self.unread[-1] = Found(number, last.span | span, last.text, reason)
        elif tape.text[start:end].strip():
            self.lose(tape, start, end, reason)
            if self.markdown or any(kind in MATHEMATICAL for kind in self.scopes.kinds):
                self.put(POISON, tape, start, end)

    def put(self, text: str, tape: Tape, start: int, end: int) -> None:
        """Write a text in the place of a stretch."""
        number, span = tape.origin(Span(start, end))
        self.out.put(text, Piece(0, number, span.start, span.end, copied=False))
        self.tail = (self.tail + text)[-_TAIL:]

    def say(self, to: list[Found], tape: Tape, start: int, end: int, reason: str, *, lasting: bool = False) -> None:
        """Name a stretch among what was not read, or among the notes."""
        number, span = tape.origin(Span(start, end))
        text = " ".join(tape.text[start : min(end, start + 2 * _TAIL)].split())[:_TAIL]
        last = to[-1] if to else None  # what a macro brings in stands where its call stands, and is named once
        if last is None or (last.source, last.span) != (number, span) or lasting > last.lasting:
            to.append(Found(number, span, text, reason, lasting))

    def hide(self, tape: Tape, start: int, end: int, reason: str) -> None:
        """Leave a stretch out that nobody sees, and name it where it holds mathematics or definitions."""
        text = tape.text[start:end]
        if MATHEMATICS.search(text) or DEFINES.search(text):
            self.say(self.notes, tape, start, end, reason)

    def lose(self, tape: Tape, start: int, end: int, reason: str, *, lasting: bool = False) -> None:
        """Leave a stretch out that may be seen, and say so."""
        self.say(self.unread, tape, start, end, reason, lasting=lasting)

    def lose_all(self, tape: Tape, start: int, end: int, reason: str) -> None:
        """Say that all that follows may be something else than it seems."""
        self.lose(tape, start, end, reason, lasting=True)
        self.lost = True
        self.put(LOST, tape, start, start + 1)

    def _comment(self, frame: Frame, start: int) -> None:
        text = frame.tape.text
        end = text.find("\n", frame.at, frame.end)
        end = frame.end if end < 0 else end
        said = _DIRECTIVE.match(text, start, end)
        if said is not None:
            self.directive(frame.tape, *said.span(1))
        elif self.lost:
            self.lose(frame.tape, start, end, "whether this is a comment is not known")
        elif self.markdown:
            self.say(self.notes, frame.tape, start, end, "it stands in a comment")
        else:
            self.hide(frame.tape, start, end, "it stands in a comment")
        alone = not text[text.rfind("\n", 0, start) + 1 : start].strip()
        frame.at = min(end + 1, frame.end) if alone else end

    def directive(self, tape: Tape, start: int, end: int) -> None:
        """Write what is said to `derive`, with marks around it; what is said above the page is kept for its top."""
        self.out.put(SAID, tape.piece(start))
        self.out.copy(tape, start, end)
        self.out.put(UNSAID, tape.piece(max(end - 1, 0)))
        if not self.begun:
            self.said.append(tape.part(start, end))

    def command(self, frame: Frame, start: int, name: str) -> None:
        """Carry out a command, or write it."""
        meaning = self.scopes.get(name)
        handler = self.commands.get(name)
        if isinstance(meaning, Macro):
            self.call(frame, start, name, meaning)
        elif handler is not None:
            handler(self, frame, start, name)
        elif name in BUILT_IN:
            self._built_in(frame, start, name)
        elif name in self.switches:
            self.commands["iftrue" if self.switches[name] else "iffalse"](self, frame, start, name)
        else:
            pair = {"]": "[", ")": "("}.get(name)
            if name in {"[", "("} or (pair is not None and not self.scopes.close(pair)):
                self.scopes.open(name)
            self.emit(frame.tape, start, frame.at)

    # Arguments are read as TeX reads them: behind the body of a macro, they go on in what called it.
    def _space(self) -> Frame | None:
        while True:
            frame = self.frames[-1]
            match = _SPACE.match(frame.tape.text, frame.at, frame.end)
            frame.at = match.end() if match else frame.at
            if frame.at < frame.end:
                return frame
            if frame.depth == 0:
                return None
            _ = self.frames.pop()

    def argument(self) -> Tape | None:
        """Return the next argument, without its braces."""
        frame = self._space()
        if frame is None:
            return None
        tape, at = frame.tape, frame.at
        if tape.text[at] == "{":
            close = tape.closes.get(at)
            if close is None or close >= frame.end:
                return None
            frame.at = close + 1
            return tape.part(at + 1, close)
        single = _SINGLE.match(tape.text, at, frame.end)
        if single is None:
            return None
        frame.at = single.end()
        return tape.part(at, frame.at)

    def word(self) -> str:
        """Return the text of the next argument, without blanks around it; empty where there is none."""
        held = self.argument()
        return "" if held is None else held.text.strip()

    def bracket(self) -> Tape | None:
        """Return the next argument if it stands in brackets."""
        frame = self.frames[-1]
        text, at = frame.tape.text, frame.at
        while at < frame.end and text[at] in " \t\n":
            at += 1
        if at >= frame.end or text[at] != "[":
            return None
        level, end = 0, at
        while end < min(frame.end, at + LONGEST_BRACKET):
            level += {"[": 1, "]": -1}.get(text[end], 0)
            if level == 0:
                frame.at = end + 1
                return frame.tape.part(at + 1, end)
            end = frame.tape.closes.get(end, end) + 1
        return None

    def call(self, frame: Frame, start: int, name: str, macro: Macro) -> None:
        """Put a macro in where it is called."""
        tape, after = frame.tape, frame.at
        if macro.sign:
            self._sign(tape, start, after, macro.body)
            return
        trouble = macro.trouble or self._spent(frame)
        if trouble and not macro.trouble:
            self.scopes.define(name, Macro(trouble=trouble), everywhere=True)
        arguments = None if trouble else self._arguments(macro)
        if arguments is None:
            self.poison(tape, start, after, name, trouble or "its arguments are not found")
            return
        self.put_in(macro.body, arguments, tape, Span(start, max(frame.at, after)), frame.depth + 1)

    def _sign(self, tape: Tape, start: int, end: int, sign: str) -> None:
        """Write what a `let` gave a name: a sign as TeX has it, whatever is defined since."""
        if sign[0] == "\\" and sign[1:] in self.commands:
            self.poison(tape, start, end, tape.text[start + 1 : end], f"it is another name of {sign}")
            return
        gap = " " if sign[:1].isalpha() and _WORD.search(self.tail) else ""
        self.put(gap + sign, tape, start, end)

    def _spent(self, frame: Frame) -> str:
        self.calls += 1
        if frame.depth >= DEEPEST:
            return f"macros call each other more than {DEEPEST} levels deep"
        grown = self.calls > MOST_CALLS + self.room // 4 or self.grown > MOST_GROWTH + 4 * self.room
        return "macros grow without end" if grown else ""

    def _arguments(self, macro: Macro) -> list[Tape] | None:
        found: list[Tape] = []
        if macro.starred and (frame := self._space()) is not None and frame.tape.text[frame.at] == "*":
            frame.at += 1
        found += [self.bracket() or Tape(default, (NOWHERE,)) for default in macro.defaults]
        while len(found) < macro.arguments:
            argument = self.argument()
            if argument is None:
                return None
            found.append(argument)
        return found

    def put_in(self, body: str, arguments: list[Tape], tape: Tape, span: Span, depth: int) -> None:
        """Read a body next, with its arguments, which keep the places that they come from."""
        number, origin = tape.origin(span)
        here = Piece(0, number, origin.start, origin.end, copied=False)
        made, last = Recorder(), 0
        braced = _TAKES.search(self.tail) is not None
        made.put("{" if braced else "", here)
        for match in _PARAMETER.finditer(body):
            made.put(body[last : match.start()], here)
            last = match.end()
            if match[1] == "#" or int(match[1]) > len(arguments):
                made.put("#", here)
                continue
            argument = arguments[int(match[1]) - 1]
            if made.texts and argument.text[:1].isalpha() and _WORD.search(made.texts[-1]):
                made.put(" ", here)
            made.copy(argument, 0, len(argument.text))
        made.put(body[last:], here)
        made.put("}" if braced else "", here)
        put = made.tape()
        self.grown += len(put.text)
        self.frames.append(Frame(put, 0, len(put.text), depth))

    def _built_in(self, frame: Frame, start: int, name: str) -> None:
        """Put in what a package has for a command; what stands behind it says which of its forms it is."""
        text, end = frame.tape.text, frame.at
        loaded = self.markdown or not self.packages
        rows = [
            row for row in BUILT_IN[name] if not row.package or row.package in self.packages or (loaded and row.safe)
        ]
        bracket = text[end : end + 1] == "[" and any(row.bracket for row in rows)
        end = text.find("]", end, frame.end) + 1 or end if bracket else end
        braces = 0
        while text[end : end + 1] == "{" and end in frame.tape.closes:
            braces, end = braces + 1, frame.tape.closes[end] + 1
        fitting = [row for row in rows if row.bracket == bracket and row.arguments <= braces]
        if fitting:
            self.call(frame, start, name, max(fitting, key=lambda row: row.arguments).macro)
        elif rows and "*" in text[end : end + 1]:
            self.call(frame, start, name, rows[0].macro)
        else:
            self.emit(frame.tape, start, frame.at)

    def poison(self, tape: Tape, start: int, end: int, name: str, reason: str) -> None:
        """Write what no formula understands in the place of a command, and say why."""
        self.put(f"\\{name} " if name.isalpha() and not is_known(name) else POISON, tape, start, end)
        self.say(self.unread, tape, start, end, f"\\{name} is not understood: {reason}")


Command = Callable[[Gullet, Frame, int, str], None]


def is_known(name: str) -> bool:
    r"""Return whether formulas know a command of this name.

    >>> is_known("leq"), is_known("mystery")
    (True, False)
    """
    return not any("not known" in hole.reason for hole in holes(read("\\" + name)))
