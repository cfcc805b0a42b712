r"""What a document defines: macros and environments, each within the group in which it was defined."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

NAME = r"\\(?:[a-zA-Z]+(?:@[a-zA-Z@]*)?|@[a-zA-Z@]+|.)"


@dataclass(frozen=True, slots=True)
class Macro:
    """What a call becomes: a body with #1 to #9. The first `len(defaults)` arguments stand in brackets, or not at all.

    `sign` is what TeX itself has under a name, with which nothing more is done; `trouble` says why nothing can be put
    in: what calls such a macro is not understood.
    """

    body: str = ""
    arguments: int = 0
    defaults: tuple[str, ...] = ()
    starred: bool = False
    sign: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Environment:
    """What `begin` and `end` of an environment become; the arguments are those of `begin`."""

    begin: Macro
    end: str


Meaning = Macro | Environment


@dataclass(slots=True)
class Scopes:
    """The groups that are open, each with what it defines; names of environments begin with "begin ".

    >>> scopes = Scopes()
    >>> scopes.define("a", Macro("b"))
    >>> scopes.open("{")
    >>> scopes.define("a", Macro("c"))
    >>> _ = scopes.close("{")
    >>> scopes.get("a").body
    'b'
    """

    kinds: list[str] = field(default_factory=list[str])
    saved: list[dict[str, Meaning | None]] = field(default_factory=list[dict[str, Meaning | None]])
    meanings: dict[str, Meaning] = field(default_factory=dict[str, Meaning])
    levels: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def get(self, name: str) -> Meaning | None:
        """Return what a name means here."""
        return self.meanings.get(name)

    def open(self, kind: str) -> None:
        """Begin a group."""
        self.kinds.append(kind)
        self.saved.append({})

    def close(self, kind: str) -> bool:
        """End a group, and forget what was defined in it; return whether it was the one that is open."""
        if not self.kinds or self.kinds[-1] != kind:
            return False
        _ = self.kinds.pop()
        for name, meaning in self.saved.pop().items():
            _ = self.levels[name].pop()
            if meaning is None:
                _ = self.meanings.pop(name, None)
            else:
                self.meanings[name] = meaning
        return True

    def define(self, name: str, meaning: Meaning, *, everywhere: bool = False) -> None:
        """Give a name a meaning until the group ends, or everywhere."""
        levels = self.levels.setdefault(name, [])
        while everywhere and levels:
            del self.saved[levels.pop()][name]
        if self.saved and not everywhere and name not in self.saved[-1]:
            self.saved[-1][name] = self.meanings.get(name)
            levels.append(len(self.saved) - 1)
        self.meanings[name] = meaning


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition that was read: the name, what it means, where the text goes on, and how it takes effect."""

    name: str
    meaning: Meaning
    end: int
    everywhere: bool = False
    provided: bool = False


COMMANDS = {
    **dict.fromkeys(("newcommand", "renewcommand", "DeclareRobustCommand", "newcommand*", "renewcommand*"), "command"),
    "providecommand": "command",
    **dict.fromkeys(("NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand"), "document"),
    "DeclareDocumentCommand": "document",
    **dict.fromkeys(("def", "gdef", "edef", "xdef"), "def"),
    **dict.fromkeys(("let", "futurelet"), "let"),
    **dict.fromkeys(("DeclareMathOperator", "DeclareMathOperator*"), "operator"),
    **dict.fromkeys(("DeclarePairedDelimiter", "DeclarePairedDelimiterX", "DeclarePairedDelimiterXPP"), "paired"),
    **dict.fromkeys(("newenvironment", "renewenvironment"), "environment"),
    **dict.fromkeys(("DeclareMathSymbol", "DeclareMathAlphabet", "mathchardef", "chardef", "newsavebox"), "sign"),
}
"""Commands that define, and how what stands behind them is read."""
FARTHEST = 2_000
"""How many characters behind its name the body of a definition is looked for that is not understood."""
_NAME = re.compile(rf"\s*(?:\{{\s*({NAME})\s*\}}|\\csname\s*([a-zA-Z@]+)\s*\\endcsname|({NAME}))", re.DOTALL)
_NUMBER = re.compile(r"\s*\[\s*([0-9])\s*\]")
_PARAMETERS = re.compile(r"\s*((?:#[1-9])*)\s*(?=\{)")
_LET = re.compile(rf"\s*=?\s*({NAME}|\S)", re.DOTALL)
_BRACKET = re.compile(r"\s*\[([^\[\]{}]*(?:\{[^{}]*\}[^\[\]{}]*)*)\]")
_SPECIFIED = re.compile(r"\s*(?:m|o|O\{([^{}]*)\})")


def read_definition(text: str, at: int, how: str, closes: dict[int, int]) -> Definition | None:
    r"""Return the definition whose command ends at an offset; `None` where its name or its body is not found.

    >>> read_definition(r"\newcommand{\R}{\mathbb R}", 11, "newcommand", {11: 14, 15: 25}).name
    'R'
    """
    kind = COMMANDS[how]
    while text[at : at + 1] == "*":
        at += 1
    name = _NAME.match(text, at)
    if kind == "environment":
        return _environment(text, at, closes)
    if name is None:
        return None
    found, at = _written(name), name.end()
    if kind == "let":
        target = _LET.match(text, at)
        return target and Definition(found, Macro(target[1], sign=True), target.end())
    read = _READERS[kind](text, at, closes)
    if read is None:
        end = _end_of_bodies(text, at, closes)
        return Definition(found, Macro(trouble="its definition is not read"), end, everywhere=True)
    macro, end = read
    if how in {"edef", "xdef"} and "\\" in macro.body:
        macro = Macro(trouble="it is defined by \\edef")
    return Definition(found, macro, end, how in {"gdef", "xdef"}, how.startswith(("provide", "Provide")))


def _written(match: re.Match[str]) -> str:
    name = match[1] or match[3]
    return name[1:] if name else match[2]


def _group(text: str, at: int, closes: dict[int, int]) -> tuple[str, int] | None:
    """Return what stands in the braces that begin here, or the one command or character, and where the text goes on."""
    while text[at : at + 1].isspace():
        at += 1
    if text[at : at + 1] == "{":
        close = closes.get(at)
        return None if close is None else (text[at + 1 : close], close + 1)
    single = re.compile(NAME + r"|[^\s\\{}]", re.DOTALL).match(text, at)
    return None if single is None else (single[0], single.end())


def _end_of_bodies(text: str, at: int, closes: dict[int, int]) -> int:
    """Return where a definition ends that is not read: behind the braces that come next in its paragraph."""
    opening = text.find("{", at, at + FARTHEST)
    line = text.find("\n\n", at, at + FARTHEST)
    if 0 <= line < opening:
        return at
    while opening in closes:
        at = opening = closes[opening] + 1
        while text[opening : opening + 1].isspace():
            opening += 1
    return at


def _command(text: str, at: int, closes: dict[int, int]) -> tuple[Macro, int] | None:
    number = _NUMBER.match(text, at)
    count, at = (int(number[1]), number.end()) if number else (0, at)
    given = _BRACKET.match(text, at) if count else None
    at = given.end() if given else at
    body = _group(text, at, closes)
    return body and (Macro(body[0], count, (given[1],) if given else ()), body[1])


def _def(text: str, at: int, closes: dict[int, int]) -> tuple[Macro, int] | None:
    parameters = _PARAMETERS.match(text, at)
    body = _group(text, parameters.end(), closes) if parameters else None
    return None if body is None or parameters is None else (Macro(body[0], len(parameters[1]) // 2), body[1])


def _sign(_text: str, at: int, _closes: dict[int, int]) -> tuple[Macro, int]:
    return Macro(trouble="it is defined as a sign of a font"), at


def _operator(text: str, at: int, closes: dict[int, int]) -> tuple[Macro, int] | None:
    body = _group(text, at, closes)
    return body and (Macro(rf"\operatorname{{{body[0]}}}"), body[1])


def _paired(text: str, at: int, closes: dict[int, int]) -> tuple[Macro, int] | None:
    number = _NUMBER.match(text, at)
    count, at = (int(number[1]), number.end()) if number else (1, at)
    left = _group(text, at, closes)
    right = _group(text, left[1], closes) if left else None
    if left is None or right is None:
        return None
    inner, end = (_group(text, right[1], closes) or ("", right[1])) if number else ("#1", right[1])
    # The size in brackets is the first argument of such a macro, so that its own are one further on.
    inner = re.sub(r"#([1-8])", lambda hit: f"#{int(hit[1]) + 1}", inner.replace(r"\delimsize", ""))
    return Macro(rf"\left{left[0]} {inner} \right{right[0]} ", count + 1, ("",), starred=True), end


def _document(text: str, at: int, closes: dict[int, int]) -> tuple[Macro, int] | None:
    specified = _group(text, at, closes)
    body = _group(text, specified[1], closes) if specified else None
    if specified is None or body is None:
        return None
    defaults, count, at = list[str](), 0, 0
    while (match := _SPECIFIED.match(specified[0], at)) is not None:
        optional = not match[0].strip().startswith("m")
        if optional and len(defaults) < count:
            return None
        defaults += [match[1] or r"\NoValue"] if optional else []
        count, at = count + 1, match.end()
    if specified[0][at:].strip():
        return None
    return Macro(body[0], count, tuple(defaults)), body[1]


def _environment(text: str, at: int, closes: dict[int, int]) -> Definition | None:
    name = _group(text, at, closes)
    read = _command(text, name[1], closes) if name else None
    end = _group(text, read[1], closes) if read else None
    if name is None or read is None or end is None:
        return None
    return Definition(f"begin {name[0].strip()}", Environment(read[0], end[0]), end[1])


_READERS = {
    "command": _command,
    "def": _def,
    "operator": _operator,
    "paired": _paired,
    "document": _document,
    "sign": _sign,
}
