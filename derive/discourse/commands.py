r"""The commands that TeX carries out itself: definitions, groups, conditions, code, boxes, colours, files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from derive.discourse import macros, table
from derive.discourse.gullet import LOST, SAID, UNSAID, WHITE, Command, Frame, Gullet, is_known
from derive.discourse.macros import Environment, Macro, read_definition
from derive.discourse.tape import Piece, Recorder, Tape
from derive.formula.read.tree import Span
from derive.formula.signs import BIGS, CUSTOMARY, OPERATORS, PLUS, RELATIONS

_BRANCH = re.compile(r"%[^\n]*|\\(if[a-zA-Z@]*|else|fi)(?![a-zA-Z@])|\\.", re.DOTALL)
_PACKAGE = re.compile(r"\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_DOLLARS = re.compile(r"\$([^$]*)\$")
_FILE = re.compile(r"\s*(?:\{([^{}\n]*)\}|([^\s{}\\]+))")
_CODE = re.compile(r"\s*`\\?.\s*=?\s*(?:`?\\?[\w@]+|`\\?.)?", re.DOTALL)
_RAW = re.compile(r"[{}]")
_DELIMITED = re.compile(r"\$|\\[(\[]|\\begin\s*\{")
NEW = frozenset(["newcommand", "NewDocumentCommand", "newenvironment"])
"""What defines a name that has no meaning yet; of one that has, TeX keeps the old one, and complains."""
SIGNS = frozenset([*RELATIONS, *OPERATORS, *PLUS, *BIGS, "frac", "sqrt", "binom", "neg", "not"])
"""What a formula says depends on these; another letter for a letter is the same in all formulas."""
LONGEST_CODE, MOST_BRACES = 5_000, 20


def define(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    """Give a name a meaning, from here to the end of the group."""
    found = read_definition(frame.tape.text, frame.at, name, frame.tape.closes)
    if found is None or found.end > frame.end:
        gullet.lose(frame.tape, start, frame.at, "this definition is not read", lasting=True)
        return
    frame.at = found.end
    meaning, everywhere, gullet.everywhere = found.meaning, found.everywhere or gullet.everywhere, False
    before = gullet.scopes.get(found.name)
    if name in NEW and not gullet.markdown and before not in {None, meaning}:
        meaning = Macro(trouble="it is defined twice")
    known = found.name in gullet.commands or is_known(found.name)
    if found.name in table.STRUCTURE or (found.provided and (known or gullet.scopes.get(found.name) is not None)):
        return
    if isinstance(meaning, Macro) and meaning.sign and meaning.body[:1] == "\\":
        meaning = gullet.scopes.get(meaning.body[1:]) or meaning
    if known and isinstance(meaning, Macro) and not _says_itself(found.name, meaning.body):
        gullet.redefined |= {found.name} & SIGNS
        gullet.say(gullet.notes, frame.tape, start, frame.at, f"\\{found.name} means something else from here on")
    gullet.scopes.define(found.name, meaning, everywhere=everywhere)


def _says_itself(name: str, body: str) -> bool:
    r"""Return whether a body is its own name, as that of `\argmax` mostly is, or the name is no sign of TeX."""
    return name in CUSTOMARY or re.sub(r"\\[a-zA-Z]+|[^a-zA-Z]", "", body).casefold() == name.casefold()


def _global(gullet: Gullet, _frame: Frame, _start: int, _name: str) -> None:
    gullet.everywhere = True


def _nothing(_gullet: Gullet, _frame: Frame, _start: int, _name: str) -> None:
    """Leave a command out that changes nothing that is printed."""


def _group(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    if name in {"begingroup", "bgroup"}:
        gullet.scopes.open(name)
    else:
        _ = gullet.scopes.close(f"b{'egingroup' if name == 'endgroup' else 'group'}")
    gullet.put(" ", frame.tape, start, frame.at)


def _drop(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    while gullet.bracket() is not None:
        pass
    for _ in range(table.DROPPED[name]):
        held = gullet.argument()
        if held is not None and name.endswith("phantom") and held.text.strip("{}= "):
            gullet.say(gullet.notes, held, 0, len(held.text), "it is left blank")
        elif held is not None and name == "label":
            gullet.hide(held, 0, len(held.text), "it stands in a label")
    gullet.put(" ", frame.tape, start, start + 1)


def _cover(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    only_here, arguments = table.COVERING[name]
    after = frame.at
    if only_here and not gullet.markdown:
        gullet.emit(frame.tape, start, after)
        return
    for _ in range(arguments):
        _ = gullet.argument()
    gullet.poison(frame.tape, start, after, name, "it may hide what it holds, or print over it")


def _space(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    """Space that reaches back over what is printed, or far away from it, may hide it."""
    after = frame.at
    held = gullet.argument()
    match = re.match(r"\s*(-?[\d.]+)\s*(cm|mm|in|pt|em|ex|mu|pc)", held.text) if held is not None else None
    points = float(match[1].strip(".") or 0) * _POINTS[match[2]] if match and match[1].count(".") < 2 else 0.0  # noqa: PLR2004 -- a number has one point
    if abs(points) > FARTHEST or points < -BACK:
        gullet.poison(frame.tape, start, after, name, "it may hide what stands there")
    else:
        gullet.put(" ", frame.tape, start, after)


_POINTS = {"cm": 28.5, "mm": 2.85, "in": 72.3, "pt": 1.0, "em": 10.0, "ex": 4.5, "mu": 0.56, "pc": 12.0}
FARTHEST, BACK = 350.0, 15.0


def _colour(gullet: Gullet, frame: Frame, _start: int, name: str) -> None:
    model, written = gullet.bracket(), gullet.word().replace(" ", "")
    white = written in table.WHITES | gullet.whites or (model is not None and _is_white(model.text, written))
    if name == "color":
        gullet.scopes.define(WHITE, Macro(trouble=WHITE if white else ""))
    elif white and (held := gullet.argument()) is not None:
        # It goes on in a group of its own, which is white.
        gullet.put_in(
            r"\begingroup\color{white}#1\endgroup ", [held], held, Span(0, max(len(held.text), 1)), frame.depth + 1
        )


def _is_white(model: str, code: str) -> bool:
    return f"{model.strip()} {code.replace(' ', '')}" in table.WHITE_CODES


def _define_colour(gullet: Gullet, _frame: Frame, _start: int, name: str) -> None:
    found, model, code = gullet.word(), gullet.word() if name == "definecolor" else "", gullet.word()
    if _is_white(model, code) if name == "definecolor" else code in table.WHITES:
        gullet.whites.add(found)


def _code(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    text = frame.tape.text
    while text[frame.at : frame.at + 1] == "*":
        frame.at += 1
    if name in {"mintinline", "lstinline"}:
        _ = gullet.bracket(), gullet.argument() if name == "mintinline" else None
    while name in _ADDRESSES and text[frame.at : frame.at + 1].isspace():
        frame.at += 1
    close = _code_end(text, frame, name)
    if close is None:
        gullet.lose(frame.tape, start, frame.at, "this code never ends")
        return
    frame.at = close + 1
    gullet.put(" ", frame.tape, start, frame.at)


_ADDRESSES = frozenset(["url", "path", "nolinkurl", "href"])


def _code_end(text: str, frame: Frame, name: str) -> int | None:
    delimiter = text[frame.at : frame.at + 1]
    if delimiter != "{" or name == "verb":
        line = text.find("\n", frame.at, frame.end)
        close = text.find(delimiter, frame.at + 1, line if line >= 0 else frame.end) if delimiter else -1
        return close if close >= 0 else None
    level = 0
    for match in islice(_RAW.finditer(text, frame.at, min(frame.end, frame.at + LONGEST_CODE)), MOST_BRACES):
        level += 1 if match.group() == "{" else -1
        if level == 0:
            return match.start()
    return None


def _begin(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    env = gullet.word()
    if env in table.VERBATIM or env in table.PICTURES or env in gullet.excluded:
        _skip_environment(gullet, start, env)
    elif env == "document":
        _body(gullet)
    elif not re.fullmatch(r"[a-zA-Z*@: -]+", env):
        gullet.emit(frame.tape, start, frame.at)
    else:
        gullet.scopes.open(f"begin {env}")
        meaning = gullet.scopes.get(f"begin {env}")
        if isinstance(gullet.scopes.get(env), Macro):
            gullet.lose(frame.tape, start, frame.at, f"\\{env} means something else here")
        if isinstance(meaning, Environment):
            gullet.call(frame, start, f"begin {env}", meaning.begin)
        else:
            gullet.put(f"\\{name}{{{env}}}", frame.tape, start, frame.at)


def _end(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    env = gullet.word()
    meaning = gullet.scopes.get(f"begin {env}")
    if env == "document" and gullet.begun:
        _end_of_file(gullet, frame, start, "end")
    elif isinstance(meaning, Environment):
        # Its last words are read in its group, which is closed behind them.
        gullet.call(frame, start, f"begin {env}", Macro(f"{meaning.end}\\derive@close{{{env}}}"))
    else:
        _ = gullet.scopes.close(f"begin {env}")
        gullet.put(f"\\{name}{{{env}}}", frame.tape, start, frame.at)


def _closed(gullet: Gullet, _frame: Frame, _start: int, _name: str) -> None:
    _ = gullet.scopes.close(f"begin {gullet.word()}")


def _body(gullet: Gullet) -> None:
    """Begin the page: nothing above it is printed, and what is said or missing there is kept."""
    if gullet.begun:
        return
    gullet.begun, gullet.tail, gullet.out = True, "", Recorder()
    gullet.unread = [found for found in gullet.unread if found.lasting]
    nowhere = Piece(0, 0, 0, 0, copied=False)
    for said in gullet.said:
        gullet.out.put(SAID, nowhere)
        gullet.out.copy(said, 0, len(said.text))
        gullet.out.put(UNSAID, nowhere)
    gullet.out.put(LOST if gullet.lost else "", nowhere)


def _skip_environment(gullet: Gullet, start: int, env: str) -> None:
    frame = gullet.frames[-1]
    text, closing = frame.tape.text, f"\\end{{{env}}}"
    end = text.find(closing, frame.at, frame.end)
    stop = frame.end if end < 0 else end
    if env == "comment" or env in gullet.excluded:
        gullet.hide(frame.tape, frame.at, stop, "it stands in a comment")
    elif end < 0:
        gullet.lose(frame.tape, start, stop, f"the environment {env} is never ended")
    elif env in table.PICTURES and any(table.MATHEMATICS.search(m[1]) for m in _DOLLARS.finditer(text, frame.at, stop)):
        gullet.lose(frame.tape, start, stop, "pictures are not read")
    frame.at = stop if end < 0 else end + len(closing)
    gullet.put(" ", frame.tape, max(stop - 1, 0), stop)


def _condition(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    r"""Leave out what is not printed: behind an `\else` all to the end, and both branches where nobody knows."""
    if name == "fi":
        return
    frame.at = _to_branch(gullet, frame, stop_at_else=False)
    if name == "else":
        gullet.hide(frame.tape, start, frame.at, "it stands in a branch that is not taken")
        return
    if _DELIMITED.search(frame.tape.text, start, frame.at):
        gullet.lose(frame.tape, start, frame.at, f"whether \\{name} holds is not known")
    _doubt(gullet, frame.tape, Span(start, frame.at), f"it is defined where \\{name} holds")


def _doubt(gullet: Gullet, tape: Tape, span: Span, trouble: str) -> None:
    """Take all names that are defined in a stretch for not understood, as nobody knows whether that takes effect."""
    for match in table.DEFINES.finditer(tape.text, *span):
        found = read_definition(tape.text, match.end(), match[1], tape.closes)
        if found is not None:
            gullet.scopes.define(found.name, Macro(trouble=trouble), everywhere=True)


def _hook(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    r"""Leave out what is carried out elsewhere, or perhaps."""
    for _ in range(table.HOOKS[name]):
        if gullet.bracket() is None and not re.match(r"\s*\{", frame.tape.text[frame.at : frame.at + 40]):
            break
        held = gullet.argument()
        if held is not None:
            _doubt(gullet, held, Span(0, len(held.text)), f"it is defined by \\{name}")
    if _DELIMITED.search(frame.tape.text, start, frame.at):
        gullet.lose(frame.tape, start, frame.at, f"what \\{name} does is not known")


def _end_of_file(gullet: Gullet, frame: Frame, _start: int, name: str) -> None:
    """Leave out the rest of a file, or of all."""
    last = next((each for each in reversed(gullet.frames) if each.depth == 0), frame)
    gullet.hide(last.tape, last.at, last.end, "it stands behind the end of the document")
    ended = gullet.frames if name != "endinput" else gullet.frames[gullet.frames.index(last) :]
    for each in ended:
        each.at = each.end


def _not_taken(gullet: Gullet, frame: Frame, start: int, _name: str) -> None:
    frame.at = _to_branch(gullet, frame, stop_at_else=True)
    gullet.hide(frame.tape, start, frame.at, "it stands in a branch that is not taken")


def _to_branch(gullet: Gullet, frame: Frame, *, stop_at_else: bool) -> int:
    r"""Return where the text goes on behind the `\else` or the `\fi` of a condition."""
    level = 0
    for match in _BRANCH.finditer(frame.tape.text, frame.at, frame.end):
        word = match[1]
        if word is None:
            continue
        if word.startswith("if"):
            level += word in table.CONDITIONALS or word in {"iftrue", "iffalse"} or word in gullet.switches
        elif word == "fi" and level:
            level -= 1
        elif word == "fi" or (stop_at_else and not level):
            return match.end()
    gullet.lose(frame.tape, frame.at, frame.end, "this condition never ends")
    return frame.end


def _new_switch(gullet: Gullet, _frame: Frame, _start: int, _name: str) -> None:
    name = gullet.word().removeprefix("\\")
    if name.startswith("if"):
        gullet.switches[name] = False
        for value in ("true", "false"):
            gullet.scopes.define(f"{name[2:]}{value}", Macro(rf"\derive@{value}{{{name}}}"), everywhere=True)


def _switch(gullet: Gullet, _frame: Frame, _start: int, name: str) -> None:
    gullet.switches[gullet.word()] = name == "derive@true"


def _input(gullet: Gullet, frame: Frame, start: int, _name: str) -> None:
    match = _FILE.match(frame.tape.text, frame.at, frame.end)
    frame.at = match.end() if match else frame.at
    if gullet.bring is None:
        gullet.lose(frame.tape, start, frame.at, "no other files are read here", lasting=True)
        return
    brought = gullet.bring(match[1] or match[2] or "") if match else "this is no name of a file"
    if isinstance(brought, str):
        gullet.lose(frame.tape, start, frame.at, brought, lasting=True)
        return
    gullet.room += len(brought.text)
    gullet.frames.append(Frame(brought, 0, len(brought.text), 0))


def _package(gullet: Gullet, frame: Frame, _start: int, _name: str) -> None:
    match = _PACKAGE.match(frame.tape.text, frame.at, frame.end)
    if match is not None:
        frame.at = match.end()
        gullet.packages |= {package.strip() for package in match[1].split(",")}


def _theorem(gullet: Gullet, _frame: Frame, _start: int, _name: str) -> None:
    name, _ = gullet.word().strip("* "), gullet.bracket()
    gullet.theorems[name], _ = gullet.word(), gullet.bracket()


def _exclude(gullet: Gullet, _frame: Frame, _start: int, _name: str) -> None:
    gullet.excluded |= {gullet.word()} - {""}


def _box(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    if name == "setbox":
        opening = frame.tape.text.find("{", frame.at, min(frame.at + 30, frame.end))
        close = frame.tape.closes.get(opening)
        frame.at = close + 1 if close is not None else frame.at
    else:
        _ = gullet.argument()
        _ = name == "usebox" or (gullet.bracket(), gullet.bracket(), gullet.argument())
    gullet.lose(frame.tape, start, max(frame.at, start + 1), "what is kept in a box is not read")


def _codes(gullet: Gullet, frame: Frame, start: int, name: str) -> None:
    text = frame.tape.text
    match = _CODE.match(text, frame.at, frame.end)
    frame.at = match.end() if match else frame.at
    if name == "catcode" and re.match(r"\s*`\\?@", text[start + len("\\catcode") : frame.at]):
        return
    gullet.lose_all(frame.tape, start, frame.at, f"behind \\{name}, signs have other meanings")


def _csname(gullet: Gullet, frame: Frame, start: int, _name: str) -> None:
    end = frame.tape.text.find("\\endcsname", frame.at, frame.end)
    written = frame.tape.text[frame.at : end].strip() if end >= 0 else ""
    if not written.isalpha():
        gullet.poison(frame.tape, start, frame.at, "csname", "the name is made of others")
        return
    frame.at = end + len("\\endcsname")
    gullet.command(frame, start, written)


_ROWS: tuple[tuple[Command, Iterable[str]], ...] = (
    (define, (name for name in macros.COMMANDS if not name.endswith("*"))),
    (_global, ("global",)),
    (_nothing, (*table.PLAIN, "iftrue")),
    (_group, ("begingroup", "endgroup", "bgroup", "egroup")),
    (_drop, table.DROPPED),
    (_cover, table.COVERING),
    (_space, ("hspace", "hskip@", "mspace")),
    (_colour, ("color", "textcolor")),
    (_define_colour, ("definecolor", "colorlet")),
    (_code, table.CODE),
    (_begin, ("begin",)),
    (_end, ("end",)),
    (_closed, ("derive@close",)),
    (_condition, (*table.CONDITIONALS, "fi", "else")),
    (_not_taken, ("iffalse",)),
    (_hook, table.HOOKS),
    (_end_of_file, ("endinput", "bye", "stop")),
    (_exclude, ("excludecomment",)),
    (_new_switch, ("newif",)),
    (_switch, ("derive@true", "derive@false")),
    (_input, ("input", "include", "subfile")),
    (_package, ("usepackage", "RequirePackage", "documentclass")),
    (_theorem, ("newtheorem",)),
    (_box, ("sbox", "savebox", "setbox", "usebox")),
    (_codes, table.CODES),
    (_csname, ("csname",)),
)
COMMANDS: dict[str, Command] = {name: command for command, names in _ROWS for name in names}
"""How each command is carried out."""
