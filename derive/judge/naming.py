"""Names for readers: counterexamples and conditions with the letters of the document, not those of a reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction as Exact
from itertools import product
from typing import Any

from sympy import Basic, Idx, Integer

from derive.documents.step import Step
from derive.judge.alter.scope import name_of
from derive.judge.told import Told, joined, sentence, words
from derive.judge.witness import rounded
from derive.latex.read.axes import Axis
from derive.latex.read.parser import read
from derive.latex.read.table import Known, Table
from derive.latex.read.tree import Name
from derive.latex.read.typeset import typeset
from derive.latex.tree import Fence, Fraction, Grid, Letter, Node, Number, Script, Sign, row
from derive.latex.tree import joined as listed
from derive.latex.write import node_of, page_for
from derive.verdict import Condition, Counterexample

FIGURES = 6
"""How many digits of a number that is not exact a reader is shown."""
ENTRY = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<at>[^\[\]]*)\])?")
NUMBERED = re.compile(r"(?P<letter>[A-Za-z]+)_\d+")
"""A letter that a reading made different from others of its name, by a number behind it."""
BITS = 60
"""How many bits an exact number may have that is told with all its digits."""
LARGE = 1_000_000
LONG, DECIMAL = 100, 10**9
"""A fraction with a denominator above the first is written as a decimal, where one of nine digits is exact."""
Places = tuple[int, ...]


def told_witness(found: Counterexample, step: Step) -> Told:
    """Return a counterexample in the notation of the document, with all numbers that both sides need."""
    names = _Names(step)
    equations = [
        *((names.plain(name), number(size)) for name, size in found.sizes.items()),
        *((names.plain(name), number(at)) for name, at in found.indices.items() if not names.is_made_up(name)),
        *names.values(found),
        *(_function(name, spelt) for name, spelt in found.functions.items()),
    ]
    at = joined(sentence("{0}", [row(left, Sign("="), right)]) for left, right in equations)
    made_up = sorted(filter(names.is_made_up, found.indices), reverse=True)
    where = joined(words(_word(name, found)) for name in made_up)
    sides = sentence("left side {0}, right side {1}", [number(found.lhs), number(found.rhs)])
    parts = [joined([words("at"), at], " ")] if equations else []
    return joined([*parts, *([where] if where.text else []), sides], ": ")


def _word(name: str, found: Counterexample) -> str:
    """Return which entry of a column or a matrix is compared."""
    made_up = {"r": "row", "c": "column"}
    alone = sum(letter.split("_")[0] in made_up for letter in found.indices) == 1
    return f"{'entry' if alone else made_up[name.split('_', maxsplit=1)[0]]} {found.indices[name]}"


def number(value: Exact | float) -> Node:
    """Return a number as it is set; one that is not exact with six figures.

    >>> from derive.latex.as_text import as_text
    >>> as_text(number(Exact(-3, 2))), as_text(number(2 / 3))
    ('−3/2', '0.666667')
    """
    if isinstance(value, float) or max(value.numerator.bit_length(), value.denominator.bit_length()) > BITS:
        written = f"{abs(value):.{FIGURES}g}" if isinstance(value, float) else rounded(Exact(abs(value)), FIGURES)
        digits, _, exponent = written.partition("e")
        shown: Node = Number(digits)
        if exponent:
            shown = row(shown, Sign("*"), Script(Number("10"), None, number(Exact(int(exponent)))))
    else:
        exact = Exact(abs(value))
        if exact.denominator > LONG and DECIMAL % exact.denominator == 0:
            return number(float(value))
        above, below = Number(str(exact.numerator)), Number(str(exact.denominator))
        shown = above if exact.denominator == 1 else Fraction(above, below)
    return row(Sign("negative"), shown) if value < 0 else shown


def _function(name: str, spelt: str) -> tuple[Node, Node]:
    """Return what was put in for a function that is only named, as an equation."""
    body = typeset(read(spelt.replace("**", "^").replace("*", " ")))
    arguments = [Letter(letter) for letter in dict.fromkeys(re.findall(r"[uvw]", spelt))] or [Letter("u")]
    return row(_plain(name), Fence("(", listed([*arguments], ","), ")")), body


def _plain(name: str) -> Node:
    return Letter(name) if len(name) == 1 else typeset(name_of(name.replace("_", "")))


class _Names:
    """What stands in the document for the names of the engine."""

    def __init__(self, step: Step) -> None:
        self._table = step.table or Table()
        self._named = {engine: at for at, engine in self._table.shown.items()}
        facts = [a for reading in step.readings for a in reading.assumptions if a.text.startswith("inverse ")]
        self._hidden = {str(tensor) for assumption in facts for tensor in assumption.fact.tensors}

    def is_made_up(self, name: str) -> bool:
        """Return whether an index is none of the document's."""
        return name.split("_", maxsplit=1)[0] in {"r", "c"} and not self._table.is_letter(name)

    def plain(self, name: str) -> Node:
        """Return a size, an index or a number by its name."""
        key, pattern = self._named.get(name, (name, ()))
        return self._at(key, pattern, ()) if name in self._named else _plain(name)

    def values(self, found: Counterexample) -> Iterator[tuple[Node, Node]]:
        """Yield what each name of the document is worth: a number, or a column or matrix of them."""
        groups: dict[str, dict[Places, Any]] = {}
        for printed, value in found.values.items():
            match = ENTRY.fullmatch(printed)
            name, at = (match["name"], match["at"]) if match is not None else (printed, None)
            places = tuple(int(place) for place in at.split(",")) if at else ()
            groups.setdefault(name, {})[places] = value
        for name, entries in groups.items():
            if name not in self._hidden:
                yield from self._group(name, entries, found)

    def _group(self, name: str, entries: dict[Places, Any], found: Counterexample) -> Iterator[tuple[Node, Node]]:
        key, pattern = self._named.get(name, (name.replace("_", ""), ("*",) * 0))
        stars = pattern.count("*")
        known = next((k for k in self._table.known.get(key, []) if k.pattern == pattern), None)
        for outer in dict.fromkeys(places[:stars] for places in sorted(entries)):
            inner = {places[stars:]: value for places, value in sorted(entries.items()) if places[:stars] == outer}
            if () in inner:
                yield self._at(key, pattern, outer), number(inner[()])
            elif known is not None and _is_whole(inner, known, found):
                yield self._at(key, pattern, outer), _grid(inner, known)
            else:
                yield from ((self._entry(key, pattern, outer, at), number(value)) for at, value in inner.items())

    def _at(self, key: str, pattern: tuple[str, ...], places: Places) -> Node:
        """Return a name with its labels, its indices as numbers, and behind them the place of an entry."""
        key, _, mark = key.partition("^")
        primes = len(key) - len(key.rstrip("'"))
        base = typeset(name_of(key.rstrip("'")))
        waiting = [Number(str(place)) for place in places]
        atoms = [waiting.pop(0) if label == "*" and waiting else typeset(read(label)) for label in pattern]
        atoms += waiting
        above: list[Node] = [Sign("prime")] * primes
        if mark == "()" and atoms:
            above.append(Fence("(", atoms.pop(0), ")"))
        elif mark and mark != "()":
            above.append(typeset(Name(name_of(mark).span, mark, "roman" if len(mark) > 1 else "")))
        numbers = all(isinstance(atom, Number) and len(atom.text) == 1 for atom in atoms)
        sub = (row(*atoms) if numbers else listed(atoms, ",")) if atoms else None
        return Script(base, sub, row(*above) if above else None) if sub is not None or above else base

    def _entry(self, key: str, pattern: tuple[str, ...], outer: Places, at: Places) -> Node:
        """Return an entry of a name; one that has labels is put in brackets, as in `(W_1)_{12}`."""
        if all(label == "*" for label in pattern):
            return self._at(key, pattern, outer + at)
        return Script(Fence("(", self._at(key, pattern, outer), ")"), listed([Number(str(n)) for n in at], ","))


def _is_whole(entries: dict[Places, Any], known: Known, found: Counterexample) -> bool:
    """Return whether all entries of a column or matrix are there, and more than one."""
    axes = [axis for axis in (known.rows, known.cols) if axis is not None]
    if {len(at) for at in entries} != {len(axes)} or len(entries) == 1:
        return False
    ends = [_ends(axis, found) or max(at[place] for at in entries) for place, axis in enumerate(axes)]
    return set(entries) == set(product(*(range(1, end + 1) for end in ends)))


def _ends(axis: Axis, found: Counterexample) -> int | None:
    ends = axis.known()
    if ends is None:
        return None
    high: Any = Integer(1) * ends[1]
    sizes = {symbol: found.sizes[str(symbol)] for symbol in high.free_symbols if str(symbol) in found.sizes}
    last: Any = high.xreplace({symbol: Integer(size) for symbol, size in sizes.items()})
    return int(last) if last.is_Integer and last < LARGE else None


def _grid(entries: dict[Places, Any], known: Known) -> Node:
    """Return a column, a row or a matrix of numbers."""
    if known.rows is None:
        return Grid((tuple(map(number, entries.values())),), environment="pmatrix")
    rows: dict[int, list[Node]] = {}
    for at, value in entries.items():
        rows.setdefault(at[0], []).append(number(value))
    return Grid(tuple(map(tuple, rows.values())), environment="pmatrix")


def told_condition(condition: Condition | str) -> Told:
    """Return a side condition with its reason, in formulas where it is one.

    >>> from sympy import Symbol
    >>> told_condition(Condition(Symbol("lambda") > 0, "argument of log")).text
    'λ > 0 (argument of log)'
    """
    if isinstance(condition, str) or not isinstance(condition.statement, Basic):
        return words(str(condition))
    statement = clear(condition.statement)
    shown = sentence("{0}", [node_of(statement, page_for([statement]))])
    return joined([shown, words(f"({condition.reason})")], " ") if condition.reason else shown


def clear(expr: Basic) -> Basic:
    """Return an expression whose letters that a reading numbered are as they were written, where they stay apart.

    >>> from sympy import Indexed, Sum, symbols
    >>> i, n = Idx("i_2"), symbols("n", integer=True)
    >>> clear(Sum(Indexed("x", i), (i, 1, n)))
    Sum(x[i], (i, 1, n))
    """
    taken = {str(symbol) for symbol in expr.free_symbols}
    changes: dict[Any, Any] = {}
    for index in sorted(expr.atoms(Idx), key=str):
        match = NUMBERED.fullmatch(str(index))
        if match is not None and match["letter"] not in taken:
            changes[index] = Idx(match["letter"], *_limits(index))
            taken.add(match["letter"])
    return expr.xreplace(changes)


def _limits(index: Any) -> Iterable[Any]:
    return () if index.lower is None or index.upper is None else ((index.lower, index.upper),)
