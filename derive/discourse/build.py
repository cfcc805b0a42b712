r"""A page while it is put together: what is said so far, and the formulas, settled so that they can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from derive.discourse.gullet import LOST, SAID, UNSAID, Found
from derive.discourse.page import Event, Formula, Kind, Note, Page, Place, Sheet, Source, Unread
from derive.discourse.table import DISPLAYS
from derive.discourse.tape import Piece, Recorder, Tape
from derive.discourse.words import EXERCISE, PART, PART_TITLE, STEP, is_wall, plain
from derive.formula.read.cursor import is_relation, prepare
from derive.formula.read.statements import read_display
from derive.formula.read.tokens import Token, tokens_of
from derive.formula.read.tree import Chain, Span, holes, walk

_SETTLE = re.compile(
    r"\\(?P<name>intertext|shortintertext|text[a-z]*|mbox|hbox|fbox|tag\*?|boxed|Aboxed|ensuremath|footnote|colorbox"
    r"|fcolorbox|parbox|framebox|makebox|begin|end)\*?(?![a-zA-Z])"
    rf"|{SAID}(?P<said>[^{UNSAID}]*){UNSAID}|\\.",
    re.DOTALL,
)
_BEFORE = {"colorbox": 1, "fcolorbox": 2, "parbox": 1}
"""How many arguments stand before the one that is printed."""
_TEXTUAL = re.compile(r"text(?!style)[a-z]*|mbox|hbox|parbox|makebox")
_RELATES = re.compile(
    r"[=<>≤≥≠≈≡∝∈]|\\(?:l|g)eq?q?(?![a-zA-Z])|\\(?:neq?|approx|equiv|in|sim|propto|to|mapsto)(?![a-zA-Z])"
)
_SYSTEM = re.compile(
    r"\s*(?:\\left\s*(?:\\\{|\\lbrace|\.)|\\\{|\\lbrace)?\s*"
    rf"\\begin\{{(?P<env>(?:{'|'.join(DISPLAYS)})\*?)\}}"
)
_BEHIND = re.compile(r"\s*(?:\\right\s*(?:\.|\\\}|\\rbrace))?[\s.,;]*")
RELATION = re.compile(r"(?<![=<>!-])(?::=|=|≤|≥|≠|≈|≡|∝|≜|≔|＝|∈|⇒|⇔)(?![=>])|(?<=\s)[<>](?=\s)")  # noqa: RUF001 -- signs of mathematics are its subject
"""A sign in words that would be a relation in a formula."""
OPENINGS: tuple[tuple[re.Pattern[str], Kind, int], ...] = (
    (EXERCISE, "wall", 8),
    (PART, "part", 10),
    (STEP, "heading", 10),
)
"""How a paragraph may begin, what it is then, and at which level."""
LONGEST_SHOWN = 400
"""How much is shown of what was not read."""
_LONE = re.compile(r"\s*(?:[=<>≤≥≠≈≡∝]|:=)\s*")
_SIDES = re.compile(r"\s+[^\W\d_]{3,}\b|[\s*_]*\*{2}|\s*$")
_INNER = re.compile(r"\\\(|\\\)|\$\$?|\\.", re.DOTALL)


def _line_around(text: str, at: int) -> Span:
    """Return the line in which something stands; of a long one the part around it."""
    at = min(at, max(len(text) - 1, 0))
    start, end = max(at - LONGEST_SHOWN // 2, 0), min(at + LONGEST_SHOWN // 2, len(text))
    last = text.find("\n", at, end)
    return Span(text.rfind("\n", start, at) + 1 or start, max(last if last >= 0 else end, min(at + 1, len(text))))


@dataclass(slots=True)
class _Draft:
    """A formula that is written, and not yet read."""

    display: bool
    span: Span
    outer: tuple[Tape, Span]


@dataclass(slots=True)
class Builder:
    """What a page is made of, in order."""

    file: str
    kind: str
    sources: list[Source]
    out: Recorder = field(default_factory=Recorder)
    events: list[tuple[Kind, int, str, list[_Draft], Place]] = field(
        default_factory=list[tuple[Kind, int, str, list[_Draft], Place]]
    )
    unread: list[Unread] = field(default_factory=list[Unread])
    notes: list[Note] = field(default_factory=list[Note])
    words: list[str] = field(default_factory=list[str])
    inline: list[_Draft] = field(default_factory=list[_Draft])
    begins: Place | None = None
    lost: bool = False
    missed: tuple[int, Span] = (0, Span(0, 0))
    speak: Callable[[Tape], None] | None = None

    def place(self, tape: Tape, span: Span) -> Place:
        """Return where a stretch of a tape stands in its file."""
        number, found = tape.origin(span)
        return self.sources[number].place(found)

    def _was_missed(self, tape: Tape, at: int) -> bool:
        """Return whether something stands in a stretch that is named already."""
        number, span = tape.origin(Span(at, at + 1))
        return number == self.missed[0] and self.missed[1].start <= span.start < self.missed[1].end

    def say(self, words: str, tape: Tape, at: int) -> None:
        """Add words."""
        if words:
            if self.begins is None and words.strip():
                first = at + len(words) - len(words.lstrip())
                self.begins = self.place(tape, Span(first, first + 1))
            self.words.append(words)

    def flush(self) -> None:
        """End the words that were being said."""
        words = plain("".join(self.words))
        if (words or self.inline) and self.begins is not None:
            words = self._opening(words, self.begins)
            if words or self.inline:
                self.events.append(("words", 0, words, self.inline, self.begins))
        self.words, self.inline, self.begins = [], [], None

    def _opening(self, words: str, place: Place) -> str:
        """Take (a) or Problem 2 at the beginning of a paragraph for the wall that it is, and 2) for a heading."""
        if self.events and self.events[-1][0] in {"words", "display"}:
            return words
        for pattern, kind, level in OPENINGS:
            match = pattern.match(words)
            if match is not None:
                place = replace(place, length=match.end())
                self.events.append((kind, level, match.group(), [], place))
                return words[match.end() :].lstrip()
        return words

    def paragraph(self, tape: Tape, at: int) -> None:
        """Begin a paragraph, if none has just begun."""
        self.flush()
        if self.events and self.events[-1][0] != "paragraph":
            self.events.append(("paragraph", 0, "", [], self.place(tape, Span(at, at + 1))))

    def mark(self, kind: Kind, level: int, words: str, tape: Tape, span: Span) -> None:
        """Add a heading, a wall or an item."""
        self.flush()
        self.events.append((kind, level, plain(words), [], self.place(tape, span)))

    def heading(self, level: int, tape: Tape, span: Span, scan: Callable[[], None]) -> None:
        """Add a heading, whose words and formulas `scan` says."""
        self.flush()
        self.begins = self.place(tape, span)
        scan()
        words = plain("".join(self.words))
        kind: Kind = "part" if PART_TITLE.match(words) else "wall" if is_wall(words) else "heading"
        self.events.append((kind, level, words, self.inline, self.place(tape, span)))
        self.words, self.inline, self.begins = [], [], None

    def directive(self, said: Tape, scan: Callable[[Tape], None]) -> None:
        """Add what a comment says to `derive`; `scan` says its words and formulas."""
        kept = self.words, self.inline, self.begins
        self.words, self.inline, self.begins = [], [], None
        scan(said)
        words = plain("".join(self.words))
        drafts = self.inline
        self.words, self.inline, self.begins = kept
        end = max(len(said.text) - len(said.text.lstrip()), 0)
        place = self.place(said, Span(min(end, max(len(said.text) - 1, 0)), len(said.text.rstrip()) or 1))
        if words or drafts:
            # Words that go on behind a comment stay one sentence; what it says holds before them.
            self.events.append(("directive", 0, words, drafts, place))

    def after_item(self) -> bool:
        """Return whether nothing was said since an item began."""
        return bool(self.events) and self.events[-1][0] == "item" and not self.words and not self.inline

    def relation(self, text: str, tape: Tape, at: int) -> None:
        """Name a relation that stands in words: as unread, or, where both of its sides are words, in a note."""
        for match in RELATION.finditer(text):
            if self._was_missed(tape, min(at + match.start(), max(len(tape.text) - 1, 0))):
                return
            span = _line_around(tape.text, at + match.start())
            before = text[max(match.start() - LONGEST_SHOWN, 0) : match.start()][::-1]
            if _SIDES.match(before) and _SIDES.match(text, match.end()):
                place, line = self.place(tape, span), plain(tape.text[span.start : span.end])
                self.notes.append(Note(place, line, "this relation stands between words"))
            else:
                self.miss(tape, span, "this relation stands in words; write it as a formula")
                return

    def miss(self, tape: Tape, span: Span, reason: str) -> None:
        """Name something visible that is not taken in."""
        text = plain(tape.text[span.start : min(span.end, span.start + LONGEST_SHOWN)])
        self.unread.append(Unread(self.place(tape, span), text, reason))
        self.missed = tape.origin(span)

    def lose(self) -> None:
        """Take no formula in from here on: its signs may have another meaning."""
        self.lost = True

    def take(self, unread: Iterable[Found], notes: Iterable[Found]) -> None:
        """Take over what the gullet left out."""
        self.unread += [Unread(self.sources[f.source].place(f.span), self._written(f), f.reason) for f in unread]
        self.notes += [Note(self.sources[f.source].place(f.span), self._written(f), f.reason) for f in notes]

    def _written(self, found: Found) -> str:
        start, end = found.span
        return plain(self.sources[found.source].text[start : min(end, start + LONGEST_SHOWN)])

    def formula(
        self, tape: Tape, span: Span, outer: Span, *, display: bool, at: tuple[Tape, Span] | None = None
    ) -> None:
        """Add a formula, displayed or among the words; `at` is where it stands with its delimiters, if elsewhere."""
        if LOST in tape.text[span.start : span.end]:
            self.lost = True
        if self.lost:
            self.miss(tape, outer, "signs may have another meaning here")
            return
        if not tape.text[span.start : span.end].strip():
            return
        if display:
            self.flush()
        _Settler(self, tape, at or (tape, outer), display).settle(span.start, span.end)

    def add(self, start: int, outer: tuple[Tape, Span], *, display: bool) -> None:
        """Add what was written since an offset as a formula."""
        draft = _Draft(display, Span(start, self.out.length), outer)
        if display:
            self.flush()
            self.events.append(("display", 0, "", [draft], self.place(*outer)))
        else:
            if self.begins is None:
                self.begins = self.place(*outer)
            self.words.append(f"\x01{len(self.inline)}\x02")
            self.inline.append(draft)
        self.out.put("\n", Piece(0, 0, 0, 0, copied=False))

    def page(self) -> Page:
        """Return the page, with each formula read."""
        self.flush()
        sheet = Sheet(self.out.tape(), tuple(self.sources))
        events = [Event(k, level, w, tuple(_read(d, sheet) for d in f), p) for k, level, w, f, p in self.events]
        for formula in (formula for event in events for formula in event.formulas):
            reason = _swallowed(formula)
            if reason:
                text = plain(formula.text()[:LONGEST_SHOWN])
                self.unread.append(Unread(formula.place(), text, f"a relation of this formula is not read: {reason}"))
        while events and events[-1].kind == "paragraph":
            _ = events.pop()
        return Page(self.file, self.kind, tuple(events), tuple(self.unread), tuple(self.notes), sheet.tape.text)


def _read(draft: _Draft, sheet: Sheet) -> Formula:
    text = sheet.tape.text[draft.span.start : draft.span.end]
    blank = len(text) - len(text.lstrip())
    span = Span(draft.span.start + blank, draft.span.start + len(text.rstrip()))
    return Formula(draft.display, read_display(text, draft.span.start), span, draft.span, sheet)


def _swallowed(formula: Formula) -> str:
    """Return why a relation sign of a formula stands in no relation of its trees; "" where none is lost."""
    trees = [tree for statement in formula.statements for tree in (statement.tree, *statement.guards)]
    missing = [hole for tree in trees for hole in holes(tree)]
    if not missing:
        return ""
    tokens, _, _ = prepare(tokens_of(formula.text()))
    written = sum(is_relation(token) and not _is_script(tokens[max(at - 2, 0) : at]) for at, token in enumerate(tokens))
    read = sum(len(part.relations) for tree in trees for part in walk(tree) if isinstance(part, Chain))
    none = read == 0 and _RELATES.search(formula.text()) is not None
    return missing[0].reason if none or written > read else ""


def _is_script(before: list[Token]) -> bool:
    """Return whether a sign stands in a script of its own, as that of an orthogonal complement."""
    kinds = [token.kind for token in before]
    return kinds[-1:] in [["sup"], ["sub"]] or kinds in [["sup", "open"], ["sub", "open"]]


@dataclass(slots=True)
class _Settler:
    """A formula that is being written so that the reader of formulas sees all that a reader of the page sees."""

    builder: Builder
    tape: Tape
    outer: tuple[Tape, Span]
    display: bool
    begun: int = 0
    depth: int = 0
    hoisted: list[Span] = field(default_factory=list[Span])

    def settle(self, start: int, end: int) -> None:
        """Write the formula, or, where words stand between its rows, its parts."""
        self.begun = self.builder.out.length
        system = _system(self.tape, start, end)
        self._write(*(system or (start, end)))
        self._end()
        for span in self.hoisted:
            self._words(span)

    def _end(self) -> None:
        if self.builder.out.length > self.begun:
            self.builder.add(self.begun, self.outer, display=self.display)
        self.begun = self.builder.out.length

    def _words(self, span: Span) -> None:
        """Say words that stand in a formula, with the formulas in them."""
        for start, end, is_formula in _inner(self.tape.text, span.start, span.end):
            if is_formula:
                self.builder.formula(self.tape, Span(start, end), Span(start, end), display=False)
            else:
                self.builder.say(self.tape.text[start:end], self.tape, start)

    def _write(self, start: int, end: int) -> None:
        text, last = self.tape.text, start
        at = start
        while (match := _SETTLE.search(text, at, end)) is not None:
            at = match.end()
            name = match["name"]
            if match["said"] is not None:
                self._copy(last, match.start())
                last = at
                if self.builder.speak is not None:
                    self.builder.directive(self.tape.part(*match.span("said")), self.builder.speak)
                continue
            if name is None:
                continue
            if name in {"begin", "end"}:
                self.depth += 1 if name == "begin" else -1
                continue
            held = self._held(at, end, name)
            if held is None and _TEXTUAL.fullmatch(name) and self.tape.text[at:end].lstrip()[:1].isalnum():
                self._copy(last, match.start())
                self._put("\\mathrm ", match.start())
                last = at
            if held is None:
                continue
            self._copy(last, match.start())
            self._command(name, match.start(), held)
            at = last = held.end + 1
        self._copy(last, end)

    def _held(self, at: int, end: int, name: str) -> Span | None:
        """Return what stands in the braces behind a command; for some, behind others."""
        text = self.tape.text
        found = None
        for _ in range(_BEFORE.get(name, 0) + 1):
            bracket = re.compile(r"\s*\[[^\]\n]*\]").match(text, at, end) if "box" in name else None
            at = bracket.end() if bracket else at
            while at < end and text[at].isspace():
                at += 1
            close = self.tape.closes.get(at)
            if close is None or close >= end:
                return None
            found = Span(at + 1, close)
            at = close + 1
        return found

    def _command(self, name: str, start: int, held: Span) -> None:
        text = self.tape.text[held.start : held.end]
        if name in {"intertext", "shortintertext"} and self.depth <= 0 and self.display:
            self._end()
            self._words(held)
            self.builder.flush()
            self.begun = self.builder.out.length
        elif name.startswith("tag"):
            if _RELATES.search(text):
                self.builder.miss(self.tape, held, "what is said in a tag is not read")
        elif name == "footnote":
            self.hoisted.append(held)
        elif _TEXTUAL.fullmatch(name) or name.endswith("intertext") or "$" in text:
            self._text(start, held)
        elif _RELATES.search(text) or name == "ensuremath":
            self._put(" ", start)
            self._write(held.start, held.end)
            self._put(" ", start)
        else:
            self._put("\\boxed{", start)
            self._write(held.start, held.end)
            self._put("}", start)

    def _text(self, start: int, held: Span) -> None:
        """Write words in a formula as words, and the formulas in them as what they are."""
        for begin, end, is_formula in _inner(self.tape.text, held.start, held.end):
            if is_formula:
                self._put(" ", begin)
                self._write(begin, end)
                self._put(" ", begin)
            elif _LONE.fullmatch(self.tape.text, begin, end):
                self._copy(begin, end)
            elif self.tape.text[begin:end].strip():
                self.builder.relation(self.tape.text[begin:end], self.tape, begin)
                self._put("\\text{", start)
                self._copy(begin, end)
                self._put("}", start)

    def _put(self, text: str, at: int) -> None:
        number, span = self.tape.origin(Span(at, at + 1))
        self.builder.out.put(text, Piece(0, number, span.start, span.end, copied=False))

    def _copy(self, start: int, end: int) -> None:
        self.builder.out.copy(self.tape, start, end)


def _inner(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the stretches of a text between dollar signs and outside of them."""
    opened, last = "", start
    for match in _INNER.finditer(text, start, end):
        sign = match.group()
        closes = {"$": "$", "$$": "$$", "\\(": "\\)"}
        if (not opened and sign in closes) or (opened and sign == closes[opened]):
            if match.start() > last:
                yield last, match.start(), bool(opened)
            opened, last = ("" if opened else sign), match.end()
    if last < end:
        yield last, end, bool(opened)


def _system(tape: Tape, start: int, end: int) -> tuple[int, int] | None:
    """Return what stands inside of a brace or a table that is a whole formula, with relations in its rows."""
    match = _SYSTEM.match(tape.text, start, end)
    if match is None:
        return None
    closing = f"\\end{{{match['env']}}}"
    close = tape.text.rfind(closing, match.end(), end)
    behind = _BEHIND.match(tape.text, close + len(closing), end) if close >= 0 else None
    if behind is None or behind.end() < end or tape.text.find(f"\\begin{{{match['env']}}}", match.end(), close) >= 0:
        return None
    inner = match.end()
    for _ in range(DISPLAYS[match["env"].rstrip("*")]):
        inner = tape.closes[inner] + 1 if inner in tape.closes else inner
    rows = tape.text[inner:close].split(r"\\")
    cells = [row.split("&")[0] if "cases" in match["env"] else row for row in rows if row.strip()]
    aligned = not match["env"].endswith(("cases", "array", "matrix"))
    return (inner, close) if aligned or (cells and all(_RELATES.search(cell) for cell in cells)) else None
