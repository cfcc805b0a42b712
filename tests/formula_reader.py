"""A small reader of the LaTeX that we print, which shares no code with the printer: it says what a formula is worth.

It reads as a reader does: a sum over an index extends to the next plus or minus, a logarithm without brackets to the
end of its product, and letters beside each other are multiplied, as numbers, or as rows, columns and tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from tests.evaluator import World

TOKEN = re.compile(r"\\[A-Za-z]+|\d+(?:\.\d+)?|[A-Za-z]|\S")
SKIPPED = {r"\left", r"\right", r"\cdot", r"\bigl", r"\bigr", r"\Biggl", r"\Biggr", r"\displaystyle"}
CLOSING = {"(": ")", r"\lbrace": r"\rbrace", "[": "]"}
ENDS = {")", "}", "]", r"\rbrace", r"\rVert", r"\rvert", ",", ""}
TRANSPOSED = {r"\top", "T", "t"}
Env = Mapping[str, int]
Meaning = Callable[[Env], Any]


@dataclass(frozen=True)
class Row:
    """A transposed vector."""

    entries: Any


@dataclass
class Reader:
    """Reads one formula in a world. `names` gives our name for each printed one, `axes` the sizes of each tensor."""

    text: str
    world: World
    names: Mapping[str, str]
    axes: Mapping[str, str]
    sigmoid: str = r"\sigma"
    place: int = 0
    tokens: list[str] = field(default_factory=list)

    def value(self, at: Env) -> Any:
        """Return what the formula is worth, given numbers for its free indices."""
        self.tokens = [token for token in TOKEN.findall(self.text) if token not in SKIPPED]
        self.place = 0
        meaning = self.total()
        assert self.place == len(self.tokens), f"unread: {self.tokens[self.place :]}"
        return meaning(at)

    def peek(self, ahead: int = 0) -> str:
        """Return the token at hand."""
        at = self.place + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        """Return the token at hand and go on; it must be the wanted one, if any is."""
        token = self.peek()
        assert not wanted or token == wanted, f"{token} where {wanted} was expected in {self.text}"
        self.place += 1
        return token

    def total(self) -> Meaning:
        """Read terms with plus and minus between them."""
        terms: list[tuple[int, Meaning]] = []
        sign = 1
        while True:
            while self.peek() in {"+", "-"}:
                sign *= -1 if self.take() == "-" else 1
            terms.append((sign, self.term()))
            sign = 1
            if self.peek() not in {"+", "-"}:
                break
        number = self.world.number.of
        return lambda env: _added([_times(number(Fraction(s)), meaning(env)) for s, meaning in terms])

    def term(self) -> Meaning:
        """Read factors; a slash divides all before it by one factor."""
        found = [self.factor()]
        while self.peek() not in ENDS | {"+", "-", "="}:
            if self.peek() == "/":
                _ = self.take()
                below = self.factor()
                found = [_product(found), lambda env, below=below: below(env).inverse()]
            else:
                found.append(self.factor())
        return _product(found)

    def factor(self) -> Meaning:
        """Read one factor with its exponent."""
        meaning, exponent = self.atom(), None
        while self.peek() == "^":
            _ = self.take()
            exponent = self.group()
            meaning = self.powered(meaning, exponent)
        return meaning

    def powered(self, meaning: Meaning, tokens: list[str]) -> Meaning:
        """Return a power, or the transpose."""
        if len(tokens) == 1 and tokens[0] in TRANSPOSED:
            return lambda env: _transposed(meaning(env))
        inner = self.within(tokens)
        return lambda env: _power(meaning(env), inner.whole(env), self.world)

    def group(self) -> list[str]:
        """Take what stands in braces, or one token."""
        if self.peek() != "{":
            return [self.take()]
        start, depth = self.place, 0
        while True:
            depth += {"{": 1, "}": -1}.get(self.take(), 0)
            if depth == 0:
                return self.tokens[start + 1 : self.place - 1]

    def within(self, tokens: list[str]) -> Reader:
        """Return a reader of some tokens."""
        return Reader("", self.world, self.names, self.axes, self.sigmoid, 0, tokens)

    def all(self) -> Meaning:
        """Read everything."""
        meaning = self.total()
        assert self.place == len(self.tokens)
        return meaning

    def whole(self, env: Env) -> int:
        """Return an index or an exponent as a whole number."""
        parts = " ".join(self.tokens).replace("+ ", "+").replace("- ", "-").split()
        return sum(_whole(part, env, self.world, self.names) for part in parts)

    def atom(self) -> Meaning:
        """Read one atom."""
        token = self.peek()
        if token in READERS:
            _ = self.take()
            return READERS[token](self)
        if token in CLOSING:
            return self.bracketed()
        if token.isdigit():
            _ = self.take()
            return lambda _: self.world.number.of(Fraction(token))
        if token == self.sigmoid:
            _ = self.take()
            return self.applied(lambda z: _sigmoid(z, self.world))
        return self.named()

    def bracketed(self) -> Meaning:
        """Read what stands in brackets."""
        closing = CLOSING[self.take()]
        meaning = self.total()
        _ = self.take(closing)
        return meaning

    def applied(self, function: Callable[[Any], Any]) -> Meaning:
        """Read the argument of a function in brackets."""
        inner = self.bracketed()
        return lambda env: _each(function, inner(env))

    def argument(self, function: Callable[[Any], Any]) -> Meaning:
        """Read the argument of a logarithm, which without brackets is the rest of the product."""
        if self.peek() == "(":
            return self.applied(function)
        inner = self.term()
        return lambda env: _each(function, inner(env))

    def big(self, combine: Callable[[Any, Any], Any], start: int) -> Meaning:
        """Read a sum or a product over an index."""
        _ = self.take("_")
        index, _, *low = self.group()
        _ = self.take("^")
        first, last = self.within(low), self.within(self.group())
        body = self.term()

        def fold(env: Env) -> Any:
            assert index not in env, f"{index} has two meanings in {self.text}"
            values = [body({**env, index: here}) for here in range(first.whole(env), last.whole(env) + 1)]
            total = self.world.number.of(Fraction(start)) if not values else values[0]
            for value in values[1:]:
                total = combine(total, value)
            return total

        return fold

    def fraction(self) -> Meaning:
        """Read a fraction."""
        above, below = self.within(self.group()).all(), self.within(self.group()).all()
        return lambda env: _times(below(env).inverse(), above(env))

    def norm(self, end: str) -> Meaning:
        """Read a squared norm."""
        inner = self.total()
        _ = self.take(end)
        _ = self.take("^")
        assert self.take() == "2"
        return lambda env: _times(_transposed(inner(env)), inner(env))

    def delta(self) -> Meaning:
        """Read Kronecker's delta."""
        _ = self.take("_")
        first, second = _separate(self.group())
        places = self.within(first), self.within(second)
        number = self.world.number.of
        return lambda env: number(Fraction(int(places[0].whole(env) == places[1].whole(env))))

    def named(self) -> Meaning:
        """Read a name with its indices: an entry, a row of a table, a vector, a number, an index."""
        base = self.take()
        if base in {r"\mathrm", r"\mathbf", r"\boldsymbol"}:
            base = "".join(self.group())
        name, below, above = self.names.get(base, base), list[list[str]](), list[list[str]]()
        if self.peek() == "_":
            _ = self.take()
            below = _separate(self.group())
        axes = self.axes.get(name, "")
        if self.peek() == "^" and axes.count("N") == 1 and len(below) < len(axes) and self.peek(1) not in TRANSPOSED:
            _ = self.take()
            above = [[part for part in self.group() if part not in "()"]]
        places = [*below[: axes.find("N")], *above, *below[axes.find("N") :]] if above else below
        return self.entry(name, base, [self.within(place) for place in places])

    def entry(self, name: str, base: str, places: list[Reader]) -> Meaning:
        """Return the value of an entry, or all values along the axes without an index."""
        axes = self.axes.get(name, "")

        def meaning(env: Env) -> Any:
            if not axes:
                assert not places, f"{base} has no indices"
                return _single(name, base, env, self.world)
            at = tuple(place.whole(env) for place in places)
            return _table(name, at, axes[len(at) :], self.world)

        return meaning


def _grown(reader: Reader) -> Meaning:
    _ = reader.take("^")
    inner = reader.within(reader.group()).all()
    return lambda env: inner(env).exp()


READERS: dict[str, Callable[[Reader], Meaning]] = {
    r"\sum": lambda reader: reader.big(lambda a, b: _added([a, b]), 0),
    r"\prod": lambda reader: reader.big(_times, 1),
    r"\frac": lambda reader: reader.fraction(),
    r"\log": lambda reader: reader.argument(lambda z: z.log()),
    r"\ln": lambda reader: reader.argument(lambda z: z.log()),
    r"\exp": lambda reader: reader.applied(lambda z: z.exp()),
    r"\lVert": lambda reader: reader.norm(r"\rVert"),
    r"\lvert": lambda reader: reader.norm(r"\rvert"),
    r"\delta": lambda reader: reader.delta(),
    "e": _grown,
}


def _separate(tokens: list[str]) -> list[list[str]]:
    """Return indices that stand beside each other, or between commas."""
    if "," not in tokens:
        return [[token] for token in tokens]
    found: list[list[str]] = [[]]
    for part in tokens:
        if part == ",":
            found.append([])
        else:
            found[-1].append(part)
    return found


def _whole(part: str, env: Env, world: World, names: Mapping[str, str]) -> int:
    sign, name = (-1 if part[0] == "-" else 1), part.lstrip("+-")
    if name.isdigit():
        return sign * int(name)
    return sign * (env[name] if name in env else world.sizes[names.get(name, name)])


def _single(name: str, base: str, env: Env, world: World) -> Any:
    number = world.number.of
    if base in env:
        return number(Fraction(env[base]))
    return number(Fraction(world.sizes[name])) if name in world.sizes else world.entry(name, ())


def _table(name: str, at: tuple[int, ...], axes: str, world: World) -> Any:
    if not axes:
        return world.entry(name, at)
    rows = [_table(name, (*at, here), axes[1:], world) for here in range(1, world.sizes[axes[0]] + 1)]
    return np.array(rows, dtype=object)


def _product(found: list[Meaning]) -> Meaning:
    def meaning(env: Env) -> Any:
        result = found[0](env)
        for other in found[1:]:
            result = _times(result, other(env))
        return result

    return meaning


def _times(left: Any, right: Any) -> Any:
    if isinstance(left, Row):
        if isinstance(right, np.ndarray):
            dot = np.dot(left.entries, right)
            return Row(dot) if isinstance(dot, np.ndarray) else dot
        return Row(_times(left.entries, right))
    if isinstance(right, Row):
        assert not isinstance(left, np.ndarray), "a column times a row"
        return Row(_times(left, right.entries))
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        assert left.ndim > 1, "a column times a column"
        return np.dot(left, right)
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        table, number = (left, right) if isinstance(left, np.ndarray) else (right, left)
        return _each(lambda entry: entry * number, table)
    return left * right


def _added(values: list[Any]) -> Any:
    total = values[0]
    for value in values[1:]:
        assert _shape(total) == _shape(value), "unlike terms"
        total = Row(total.entries + value.entries) if isinstance(total, Row) else total + value
    return total


def _shape(value: Any) -> tuple[bool, tuple[int, ...]]:
    entries = value.entries if isinstance(value, Row) else value
    return isinstance(value, Row), entries.shape if isinstance(entries, np.ndarray) else ()


def _transposed(value: Any) -> Any:
    if isinstance(value, Row):
        return value.entries
    assert isinstance(value, np.ndarray), "a number, transposed"
    return Row(value) if value.ndim == 1 else value.T


def _each(function: Callable[[Any], Any], value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return function(value)
    flat = [function(entry) for entry in value.ravel()]
    return np.array(flat, dtype=object).reshape(value.shape)


def _sigmoid(value: Any, world: World) -> Any:
    minus = value * world.number.of(Fraction(-1))
    return (world.number.of(Fraction(1)) + minus.exp()).inverse()


def _power(base: Any, times: int, world: World) -> Any:
    assert not isinstance(base, Row | np.ndarray), "a power of a vector"
    base = base.inverse() if times < 0 else base
    result = world.number.of(Fraction(1))
    for _ in range(abs(times)):
        result = result * base
    return result
