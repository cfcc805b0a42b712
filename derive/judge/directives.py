"""What an author may say to `derive` in a comment of a document: a table of sentences, read and written by its rows.

An open line says what would decide it as such a sentence, to be pasted; so what is written here is read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from derive.errors import DeriveError
from derive.formula.as_latex import as_latex
from derive.formula.read.tree import Name, Span
from derive.formula.read.typeset import FACES
from derive.formula.read.typeset import name as typeset_name
from derive.formula.signs import GREEK

NOWHERE = Span(0, 0)
Kind = Literal["custom", "axes", "names", "functions", "range", "equation"]


class UnknownDirectiveError(DeriveError):
    """A directive says nothing that is understood."""


@dataclass(frozen=True, slots=True)
class Directive:
    """One sentence: of what kind it is, about which names, and what it says of them.

    `what` is the name of a custom, or the formula of an equation; `ends` are the sizes of axes, or the ends of a range.
    `str` gives the sentence back.

    >>> str(Directive("axes", ("W",), ends=("D", "K")))
    'W in R^{D x K}'
    """

    kind: Kind
    names: tuple[str, ...] = ()
    what: str = ""
    ends: tuple[str, ...] = ()

    @property
    def arity(self) -> int:
        """Return between how many names a custom is; one is said of each of its names."""
        return PHRASES[self.what].arity if self.kind == "custom" and self.what in PHRASES else 1

    def __str__(self) -> str:
        """Return the sentence that is read as this directive, a name that is known by its key as LaTeX."""
        names = tuple(map(written_name, self.names))
        several = len(names) > 1
        if self.kind == "equation":
            return self.what
        if self.kind == "axes":
            return f"{', '.join(names)} in {_space(self.ends)}"
        phrase = PHRASES[self.what] if self.kind == "custom" else SENTENCES[self.kind]
        if phrase.arity > 1:
            return phrase.one.format(*names)
        return (phrase.many if several else phrase.one).format(", ".join(names), *self.ends)


def written_name(key: str) -> str:
    r"""Return how a name is written that is known by a key; one that is written already stays as it is.

    >>> print(written_name("hat bold w"), written_name("theta^()_old"), written_name("x_i"))
    \hat{\mathbf{w}} \theta_{old} x_i
    """
    found = _KEY.fullmatch(key)
    if found is None:
        return key
    *marks, text = found["base"].split(" ")
    fonts = [mark for mark in marks if mark in FACES]
    accents = tuple(mark for mark in marks if mark not in FACES)
    if not (marks or text in GREEK):
        return key.replace("^()", "")
    scripts = re.sub(r"([_^])([^_^]+)", r"\1{\2}", found["scripts"].replace("^()", ""))
    return as_latex(typeset_name(Name(NOWHERE, text, fonts[0] if fonts else "", accents))) + found["primes"] + scripts


_KEY = re.compile(r"(?P<base>[A-Za-z ]*[A-Za-z])(?P<primes>'*)(?P<scripts>(?:[_^][\w().,]+)*)")


class Phrase(NamedTuple):
    """A sentence about one name, and about several; one of some arity is about that many names, each in its place."""

    one: str
    many: str = ""
    arity: int = 1


def _is(word: str) -> Phrase:
    return Phrase(f"{{0}} is {word}", f"{{0}} are {word}")


def _of(part: str, says: str) -> Phrase:
    return Phrase(f"the {part} of {{0}} {says}", f"the {part} of {{0}} {says}")


PHRASES: dict[str, Phrase] = {
    "symmetric": _is("symmetric"),
    "positive definite": _is("positive definite"),
    "idempotent": _is("idempotent"),
    "diagonal": _is("diagonal"),
    "orthogonal": _is("orthogonal"),
    "invertible": _is("invertible"),
    "orthonormal columns": _of("columns", "are orthonormal"),
    "orthonormal rows": _of("rows", "are orthonormal"),
    "rows sum to one": _of("rows", "sum to one"),
    "columns sum to one": _of("columns", "sum to one"),
    "sums to one": Phrase("{0} sums to one", "{0} sum to one"),
    "rows of unit norm": _of("rows", "have unit norm"),
    "unit norm": Phrase("{0} has unit norm", "{0} have unit norm"),
    "centred columns": _of("columns", "are centred"),
    "centred": _is("centred"),
    "one-hot": _is("one-hot"),
    "0 or 1": _is("0 or 1"),
    "+1 or -1": _is("+1 or -1"),
    "positive": _is("positive"),
    "nonnegative": _is("nonnegative"),
    "independent": Phrase("{0} is independent", "{0} are independent"),
    "even": _is("even"),
    "odd": _is("odd"),
    "symmetric in its arguments": Phrase("{0} is symmetric in its arguments", "{0} are symmetric in their arguments"),
    "mean": Phrase("{0} is the mean of {1}", arity=2),
    "commuting": Phrase("{0} and {1} commute", arity=2),
    "stationary": Phrase("{1} is stationary under {0}", arity=2),
    "eigenpair": Phrase("{1} is an eigenvector of {0} with eigenvalue {2}", arity=3),
}
"""How each custom is said, by its name."""
SENTENCES: dict[str, Phrase] = {
    "names": Phrase("{0} is a name", "{0} are names"),
    "functions": Phrase("{0} is a function", "{0} are functions"),
    "range": Phrase("{0} runs over {1}..{2}", "{0} run over {1}..{2}"),
}
_NAME = r"\\?[^\W\d]\w*(?:[_^](?:\w|\\[A-Za-z]+|\{[^{}=<>]*\})|\{(?:[^{}=<>]|\{[^{}=<>]*\})*\}|'|\\[A-Za-z]+)*"
_NAMES = re.compile(_NAME)
_END = r"[^\s.]+"
_AXES = re.compile(
    r"(?P<names>.+?)\s+(?:in|\\in|∈)\s+(?:R|\\mathbb\s*\{?R\}?|\u211d)\s*(?:\^\s*(?:\{(?P<list>.+)\}|(?P<one>\w+)))?"
)
_TIMES = re.compile(r"\s+x\s+|\s*\\times\s*|\s*\u00d7\s*")
_RELATION = re.compile(r"<=|>=|=|<|>|\\leq?\b|\\geq?\b|≤|≥")
_DOTS = re.compile(r"\s*,?\s*(?:\.\.\.|\\l?dots|…)\s*,?\s*|\s*\.\.\s*")
_JOINED = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


def parse_directive(words: str) -> Directive:
    """Return what a directive says. Raises `UnknownDirectiveError`, which says what can be said.

    >>> parse_directive("the rows of P sum to one").what
    'rows sum to one'
    >>> parse_directive("i, j run over 1, ..., N").ends
    ('1', 'N')
    """
    text = re.sub(r"\s+", " ", words.replace("$", "")).strip().rstrip(".;").strip()
    for found in (*_customs(text), *_sentences(text), *_axes(text), *_equations(text)):
        return found
    said = "; ".join(dict.fromkeys(_samples()))
    raise UnknownDirectiveError(text, reason="this is no directive", way_out=f"say one of: {said}")


def _customs(text: str) -> Iterator[Directive]:
    for name, phrase in PHRASES.items():
        for names, _ in _matches(phrase, text):
            yield Directive("custom", names, name)


def _sentences(text: str) -> Iterator[Directive]:
    for kind in ("names", "functions", "range"):
        for names, ends in _matches(SENTENCES[kind], _DOTS.sub("..", text) if kind == "range" else text):
            yield Directive(kind, names, ends=ends)


def _matches(phrase: Phrase, text: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for template in filter(None, (phrase.one, phrase.many)):
        found = _pattern(template, phrase.arity).fullmatch(text)
        if found is None:
            continue
        groups = [found[f"at{at}"] for at in range(len(found.groupdict()))]
        names = groups[: phrase.arity] if phrase.arity > 1 else _JOINED.split(groups[0])
        if all(map(_NAMES.fullmatch, names)):
            yield tuple(names), tuple(groups[phrase.arity :])


def _pattern(template: str, arity: int) -> re.Pattern[str]:
    """Return what matches a sentence; its words in any case, with or without an article before a property."""
    text = re.escape(template).replace(r"\ ", r"\s+")
    for at in range(3):
        text = text.replace(rf"\{{{at}\}}", f"(?P<at{at}>{'.+?' if at < arity else _END})")
    return re.compile(text, re.IGNORECASE)


def _axes(text: str) -> Iterator[Directive]:
    found = _AXES.fullmatch(text)
    if found is not None:
        names = _JOINED.split(found["names"])
        ends = tuple(_TIMES.split(found["list"])) if found["list"] else tuple(filter(None, (found["one"],)))
        if all(map(_NAMES.fullmatch, names)) and all(map(str.strip, ends)):
            yield Directive("axes", tuple(names), ends=tuple(end.strip() for end in ends))


def _equations(text: str) -> Iterator[Directive]:
    sides = [side.strip() for side in _RELATION.split(text)]
    if len(sides) > 1 and all(sides):
        yield Directive("equation", (), text)


def _space(ends: tuple[str, ...]) -> str:
    if not ends:
        return "R"
    return f"R^{ends[0]}" if len(ends) == 1 and ends[0].isalnum() else f"R^{{{' x '.join(ends)}}}"


def _samples() -> Iterator[str]:
    yield from ("A is symmetric", "z in R^K", "W in R^{D x K}", "a = b")
    yield from (phrase.one.format("f", "1", "N") for phrase in SENTENCES.values())
    yield from (phrase.one.format("A", "B", "c") for phrase in PHRASES.values())
