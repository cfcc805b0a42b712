"""The one result model of a judged document: a verdict for each line, and all that a view says of it.

What is here is frozen, text only, and travels between processes: `packed` and `unpacked` are the way there and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import PurePath
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from derive import words
from derive.judge.told import NOTHING, Told, sentence
from derive.words import CALL_WRONG, Row, counted, row_of

AGREES, DISAGREES = "agrees", "disagrees"
"""What the second opinion says of a proof, if it has one; where it disagrees there is no proof."""
FROM_PROBLEM = "from --problem "
"""What stands in the place of a file, before the name, where `--problem NAME` declares something."""
IN_LATEX = frozenset({".tex", ".ltx"})
"""The endings of files in which a comment begins with a percent sign."""
NO_LINES = "nothing to judge: no formula between dollar signs, or in a display, has a relation such as a = b"
NAMED = 2
"""How many assumptions the summary names."""
IS_CALLED = {"undecided": "open"}
"""How the summary calls what is open, where that is not its verdict."""
PLURALS = frozenset({"definition", "condition"})
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What would decide a line: a directive, tried by the engine, and the verdict that the line has with it."""

    directive: str
    verdict: str = "proved"

    @property
    def question(self) -> str:
        """Return the question to the author.

        >>> Ask(directive="A is symmetric").question
        'true if A is symmetric, which nothing says'
        """
        word = row_of(self.verdict)
        what = "true" if word.passes else "wrong" if word.wrong else "decided"
        return f"{what} if {self.directive}, which nothing says"

    def paste(self, file: str) -> str:
        """Return the line to paste into a file of that name; empty if the comment could not hold it.

        >>> Ask(directive="A is symmetric").paste("hw3.tex"), Ask(directive="z in R^K").paste("hw3.md")
        ('% derive: A is symmetric', '<!-- derive: z in R^K -->')
        """
        directive = " ".join(self.directive.split())
        if PurePath(file).suffix.lower() in IN_LATEX:
            return f"% derive: {directive}"
        return "" if "--" in directive else f"<!-- derive: {directive} -->"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One relation of a document: where its right side begins, what it says, and what was decided about it.

    `line` and `column` count from 1, `cell` from 0 and only in notebooks. Where it stands in another file, which the
    document includes, `source` names it, and they count in it. `left`, `sign` and `right` are as they are written.
    `statement` is what was judged, `reading` what was inferred for it. It rests on `assuming`, which the page says,
    on `directives`, which comments say, and on what is `unstated`. `says` is why it is open, in words, and `asks` is
    what would decide it, cheapest first. `should_be` is a right side that was proved in its place, and `holds_where`
    where the line holds as it stands. `witness` is the counterexample in the notation of the document, `looks_like`
    what the diagnosis says, and `opinion` what the second opinion says of a proof.
    """

    line: int
    column: int
    left: str
    sign: str
    right: str
    verdict: str = "undecided"
    says: str = ""
    length: int = 1
    cell: int | None = None
    source: str = ""
    reached: bool = True
    statement: Told = NOTHING
    reading: tuple[Told, ...] = ()
    assuming: tuple[Told, ...] = ()
    directives: tuple[Told, ...] = ()
    unstated: tuple[Told, ...] = ()
    asks: tuple[Ask, ...] = ()
    should_be: Told = NOTHING
    holds_where: Told = NOTHING
    counterexample: Mapping[str, Any] | None = None
    witness: Told = NOTHING
    diagnosis: str = ""
    looks_like: Told = NOTHING
    method: str = ""
    conditions: tuple[Told, ...] = ()
    opinion: str = ""
    mathml: str = ""

    @property
    def word(self) -> Row:
        """Return what its verdict means. Raises `UnknownWordError` for what is none."""
        return row_of(self.verdict)

    @property
    def room(self) -> str:
        """Return the cell of a notebook, or the file that was taken in, as it is said before a line."""
        return f"{self.source}, " if self.source else "" if self.cell is None else f"cell {self.cell}, "

    @property
    def place(self) -> str:
        """Return where it stands, as in "part.tex, line 3"."""
        return f"{self.room}line {self.line}"

    @property
    def rests_on(self) -> tuple[Told, ...]:
        """Return all that it is judged under, each marked where a directive says it, or nothing does."""
        told = [sentence("{0} (by a directive)", [each]) for each in self.directives]
        return (*self.assuming, *told, *(sentence("{0}, which nothing says", [each]) for each in self.unstated))

    @property
    def is_open(self) -> bool:
        """Return whether it claims something that is neither right nor wrong."""
        return not self.word.passes and not self.word.wrong

    @property
    def pastes(self) -> tuple[Ask, ...]:
        """Return what is offered to be pasted: nothing where a repair decides the line too."""
        return () if self.should_be else self.asks


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """Something that is taken from the document: a sentence, where it stands, and whether a directive says it."""

    says: Told
    line: int
    column: int
    source: str
    cell: int | None = None
    directive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A piece of the document in its order: a heading, words, a formula in them, or a line of a display.

    `text` is as it is written, `latex` and `mathml` are from the tree that was read; `judged` are the numbers of the
    lines whose right side begins in it.
    """

    kind: Literal["heading", "prose", "inline", "line"]
    text: str
    line: int
    cell: int | None = None
    latex: str = ""
    mathml: str = ""
    judged: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A judged document. `problem` says why there are no lines, where it could not be read.

    `parts` is there if it was asked for.
    """

    file: str
    lines: tuple[Line, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    problem: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def shown(self) -> tuple[Part, ...]:
        """Return the parts, and every line that stands in none of them behind the one before it: none is left out.

        >>> line = Line(line=3, column=1, left="a", sign="=", right="b")
        >>> [part.text for part in Checked(file="a.md", lines=(line,)).shown]
        ['a = b']
        """
        found = list(self.parts)
        held = {number for part in found for number in part.judged}
        for number, line in enumerate(self.lines):
            if number not in held:
                before = (place for place, part in enumerate(found, 1) if number - 1 in part.judged)
                found.insert(next(before, 0), _alone(line, number))
        return tuple(found)

    @property
    def first_wrong(self) -> Line | None:
        """Return the first line that is wrong, or None."""
        return next((line for line in self.lines if line.word.wrong), None)

    @property
    def directives(self) -> tuple[Assumption, ...]:
        """Return what is in force because a directive says it."""
        return tuple(said for said in self.assumptions if said.directive)

    @property
    def counts(self) -> dict[str, int]:
        """Return how many lines have each verdict, those that none has left out."""
        return counted(line.verdict for line in self.lines)

    @property
    def opinions(self) -> dict[str, int]:
        """Return with how many proofs the second opinion agrees, and on how many it has none."""
        found = [line.opinion == AGREES for line in self.lines if line.opinion]
        return {"agrees": sum(found), "none": len(found) - sum(found)}

    @property
    def summary(self) -> str:
        """Return what came out, on one line: every view of the document begins with it.

        >>> wrong = Line(line=15, column=3, left="a", sign="=", right="b", verdict="refuted")
        >>> Checked(file="a.md", lines=(wrong,)).summary
        'first wrong: line 15'
        """
        count = len(self.directives)
        told = [f"{count} directive{'s' if count > 1 else ''} in force"] if count else []
        return self.problem or "; ".join([*(_summed(self.lines) if self.lines else [NO_LINES]), *told])

    @property
    def exit_code(self) -> int:
        """Return that of the words of its lines; 2 for a file that cannot be read."""
        return CALL_WRONG if self.problem else words.exit_code(self.counts)


def _alone(line: Line, number: int) -> Part:
    text = f"{line.left} {line.sign} {line.right}".strip()
    return Part(kind="line", text=text, line=line.line, cell=line.cell, judged=(number,))


def _summed(lines: Sequence[Line]) -> Iterator[str]:
    """Yield what is wrong, what is open and why, what is right and on what it rests, and what claims nothing."""
    claims = [line for line in lines if line.word.claims]
    wrong = [line for line in claims if line.word.wrong]
    if wrong:
        yield f"first wrong: {wrong[0].place}{f', {len(wrong)} in all' if len(wrong) > 1 else ''}"
    elif claims:
        yield "nothing wrong"
    reached = [line for line in claims if line.is_open and line.reached]
    asking = sum(bool(line.asks) for line in reached)
    yield from [f"{asking} question{'s' if asking > 1 else ''}"] if asking else []
    rest = counted(line.verdict for line in reached if not line.asks)
    yield from (f"{count} {IS_CALLED.get(word, word)}" for word, count in rest.items())
    late = sum(not line.reached for line in claims)
    yield from [f"{late} not reached"] if late else []
    yield from _right([line for line in claims if line.word.passes])
    if not claims and lines:
        yield "nothing is claimed"
    other = counted(line.verdict for line in lines if not line.word.claims)
    yield from (f"{count} {word}{'s' if count > 1 and word in PLURALS else ''}" for word, count in other.items())


def _right(lines: Sequence[Line]) -> Iterator[str]:
    """Yield how many lines are right, and how many of them are so in a weaker sense."""
    tried = sum(not line.word.holds for line in lines)
    larger = sum(line.verdict == "proved for larger sizes" for line in lines)
    silent = sum(bool(line.opinion) and line.opinion != AGREES for line in lines)
    resting = [line for line in lines if line.rests_on]
    taken = list(dict.fromkeys(told.text for line in resting for told in line.rests_on))
    named = f"{', '.join(taken[:NAMED])}{' and more' if len(taken) > NAMED else ''}"
    found = {
        "only sampled": tried,
        "for larger sizes": larger,
        "without a second opinion": silent,
        f"assuming {named}": len(resting),
    }
    weaker = [f"{count} of them {how}" for how, count in found.items() if count]
    yield from [", ".join([f"{len(lines)} ok", *weaker])] if lines else []


def exit_code(documents: Sequence[Checked]) -> int:
    """Return the exit code for several documents: a wrong call before a wrong line, before something open.

    Where there is nothing to judge in any of them, nothing is right either: the call is wrong.

    >>> exit_code([Checked(file="a.md"), Checked(file="b.md", problem="it is binary")])
    2
    >>> exit_code([Checked(file="a.md")])
    2
    """
    if not any(document.lines for document in documents):
        return CALL_WRONG
    if any(document.problem for document in documents):
        return CALL_WRONG
    return words.exit_code(word for document in documents for word in document.counts)


def strict(document: Checked) -> Checked:
    """Return a document in which a line that rests on a directive, or on what nothing says, is open.

    >>> line = Line(line=1, column=1, left="a", sign="=", right="b", verdict="proved", unstated=(Told("a is 0"),))
    >>> strict(Checked(file="a.md", lines=(line,))).lines[0].says
    'proved only if a is 0, which nothing says'
    """
    return replace(document, lines=tuple(map(_strict, document.lines)))


def _strict(line: Line) -> Line:
    if not line.word.claims or line.is_open or not (line.directives or line.unstated):
        return line
    why = f"{line.verdict} only if {' and '.join(told.text for told in replace(line, assuming=()).rests_on)}"
    silent = dict.fromkeys(("witness", "looks_like", "should_be", "holds_where"), NOTHING)
    return replace(line, verdict="undecided", says=why, counterexample=None, diagnosis="", **silent)


def packed(value: Any) -> Any:
    """Return a result as JSON can carry it, with all of its fields.

    >>> packed((Told("a"), 1, None))
    [{'text': 'a', 'latex': 'a', 'html': 'a'}, 1, None]
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: packed(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): packed(each) for name, each in value.items()}
    return [packed(each) for each in value] if isinstance(value, (list, tuple)) else value


def unpacked(kind: type[Kind], data: Any) -> Kind:
    """Return a result of that kind from what `packed` made of it.

    >>> unpacked(Part, packed(Part(kind="line", text="x", line=3, judged=(0, 1)))).judged
    (0, 1)
    """
    return _maker(kind)(data)


@cache
def _maker(kind: Any) -> Callable[[Any], Any]:
    """Return what makes a value of a type: a dataclass, a tuple of some, one of them or None, or what JSON has."""
    if isinstance(kind, type) and is_dataclass(kind):
        made = {name: _maker(hint) for name, hint in get_type_hints(kind).items()}
        return lambda data: data if isinstance(data, kind) else kind(**{name: made[name](data[name]) for name in data})
    inner = [each for each in get_args(kind) if each not in (type(None), ...)]
    if get_origin(kind) is tuple:
        one = _maker(inner[0])
        return lambda data: tuple(one(each) for each in data)
    if get_origin(kind) in (Union, UnionType) and len(inner) == 1:
        one = _maker(inner[0])
        return lambda data: None if data is None else one(data)
    return lambda data: data
