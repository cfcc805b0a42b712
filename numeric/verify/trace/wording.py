"""Traced expressions in the words of the code: its names, places of its arrays, and indices named after their sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import thread_time
from typing import Any

from sympy import Idx, Indexed, IndexedBase, Symbol

from derive import Limits, normalize
from derive.errors import DeriveError
from numeric.verify.trace.inputs import Inputs, Leaf
from numeric.verify.trace.run import Written
from numeric.verify.trace.session import Trace

LETTERS = "ijklmnpqrst"


@dataclass(frozen=True, slots=True)
class Wording:
    """How the expressions of one run are told."""

    written: Written
    inputs: Inputs

    def say(self, *expressions: Any) -> tuple[Any, ...]:
        """Return expressions in normal form, with the names of the code."""
        trace = self.written.trace
        named = [_normal(trace, each) for each in _with_sizes(expressions)]
        return tuple(each.xreplace(self._names(each)) for each in named)

    def _names(self, expr: Any) -> dict[Any, Any]:
        """Return what each entry and symbol of an expression is called in the code."""
        texts = self._texts()
        names: dict[Any, Any] = {}
        for entry in expr.atoms(Indexed):
            if entry.base in texts:
                names[entry] = IndexedBase(texts[entry.base], shape=entry.base.shape)[entry.indices]
            for family in self.written.trace.atoms:
                if entry.base == family.base:
                    names[entry] = Symbol(f"[{self.say(family.at(entry.indices))[0]} > 0]")
        return names | {symbol: Symbol(texts[symbol]) for symbol in expr.atoms(Symbol) & texts.keys()}

    def _texts(self) -> dict[Any, str]:
        """Return for each tensor whose name is not the one in the code what it is there."""
        found: dict[Any, str] = {}
        table = self.written.trace.table
        for (number, at), base in self.written.tensors.bases.items():
            leaf = self.inputs.leaves[number]
            axes = [table.segments(table.of_axis[number, n]) for n in range(len(at)) if (number, n) in table.of_axis]
            if len(axes) == len(at):
                text = _place(leaf, axes, at)
                found |= {base: text} if text != str(base) else {}
        return found


def _place(leaf: Leaf, axes: list[Any], at: tuple[int, ...]) -> str:
    """Return a part of an array as the code would write it.

    >>> import numpy as np
    >>> _place(Leaf(0, "w", np.ones(3), True, "w"), [((), (7,))], (1,))
    'w[1:]'
    """
    parts = [_key(axis, number) for axis, number in zip(axes, at, strict=True)]
    while parts and parts[-1] == ":":
        _ = parts.pop()
    return f"{leaf.path}[{', '.join(parts)}]" if parts else leaf.path


def _key(axis: Any, number: int) -> str:
    before, after = axis[:number], axis[number + 1 :]
    if len(axis) == 1:
        return ":" if axis[0] else "0"
    if axis[number] == ():
        return str(number if not any(before) else -len(after) - 1)
    start = "" if not before else str(number) if not any(before) else "..."
    stop = "" if not after else str(-len(after)) if not any(after) else "..."
    return f"{start}:{stop}"


def _with_sizes(expressions: tuple[Any, ...]) -> list[Any]:
    """Return expressions with a free index named after its size, `n` for one below N."""
    free = sorted({i for e in expressions for i in e.free_symbols if isinstance(i, Idx)}, key=_number)
    taken = {str(symbol) for e in expressions for symbol in e.free_symbols}
    names: dict[Any, Any] = {}
    for old in (index for index in free if str(index).startswith("ix")):
        name = str(old.upper + 1).lower()[:1] if (old.upper + 1).is_Symbol else "i"
        while name in taken:
            name += "_"
        taken.add(name)
        names[old] = Idx(name, old.upper + 1)
    return [e.xreplace(names) for e in expressions]


def _number(index: Any) -> tuple[int, str]:
    return int(re.sub(r"\D", "", str(index)) or 0), str(index)


def _normal(trace: Trace, expr: Any) -> Any:
    try:
        return normalize(expr, limits=Limits(seconds=min(3.0, max(trace.deadline - thread_time(), 0.05))))
    except DeriveError:
        return expr


def with_letters(text: str) -> str:
    """Return a condition with short letters for the indices of a trace.

    >>> with_letters("Sum(x[ix12, ix7], (ix7, 0, D - 1)) > 0")
    'Sum(x[i, j], (j, 0, D - 1)) > 0'
    """
    taken = set(re.findall(r"[A-Za-z_]\w*", text))
    free = iter([letter for letter in LETTERS if letter not in taken])
    for name in dict.fromkeys(re.findall(r"\bix\d+\b", text)):
        text = re.sub(rf"\b{name}\b", next(free, name), text)
    return text
