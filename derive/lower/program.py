"""A program from steps: what is used twice gets a name, and `sympy.lambdify` makes a function of it."""

from __future__ import annotations

import inspect
import keyword
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import indent, wrap
from typing import Any

from sympy import Symbol, lambdify

from derive.lower.code import Code, is_plain, name
from derive.lower.library import HELPERS
from derive.lower.printer import ArrayPrinter, text

HINTS = {
    "sigmoid": "p",
    "sigmoid_slope": "slope",
    "np.exp": "e",
    "peak": "top",
    "np.log": "log",
    "log_total": "log_sum",
    "softplus": "loss",
    "np.sum": "total",
    "matmul": "z",
    "plus": "r",
    "divide": "q",
    "tensordot": "z",
    "einsum": "z",
    "times": "u",
}
"""Under which name a step is kept, by what it does; `x` for all others."""


@dataclass(frozen=True, slots=True)
class Program:
    """Statements that name steps, and the steps that are returned."""

    args: tuple[str, ...]
    statements: tuple[tuple[str, Any], ...]
    results: tuple[Any, ...]
    several: bool = field(default=False)

    def compiled(self, namespace: Mapping[str, Any]) -> Any:
        """Return the function that runs the program with the functions of a namespace."""
        named = [(Symbol(own), code) for own, code in self.statements]
        results = self.results if self.several else self.results[0]

        def shared(_: Any) -> tuple[Any, Any]:
            """Return the statements, and what is returned."""
            return named, results

        symbols = [Symbol(arg) for arg in self.args]
        return lambdify(
            symbols, results, modules=[dict(namespace)], printer=ArrayPrinter(), cse=shared, docstring_limit=0
        )


def program(
    args: Sequence[str],
    sizes: Sequence[tuple[Any, Any]],
    given: Mapping[Any, str],
    results: Sequence[Any],
    *,
    several: bool,
) -> Program:
    """Return a program: sizes are read off first, then every step that is used twice, each before its first use.

    `sizes` are read by the steps beside them; those that are `given` have the names of arguments.
    """
    uses = _uses(results)
    taken = {*args, *HELPERS, "np", "math"}
    symbols = {size: Symbol(own) for size, own in given.items()}
    symbols |= {size: Symbol(_free_name(_readable(size.name), taken)) for size, _ in sizes}
    known: dict[Any, Any] = {}
    statements: list[tuple[str, Any]] = []

    def write(code: Any) -> Any:
        """Return a step as it is written, or the name that it has."""
        if is_plain(code):
            return code.xreplace(symbols)
        if code.operation == "name":
            return code
        if code in known:
            return known[code]
        written = Code.of(code.operation, code.detail, *map(write, code.operands))
        if code.operation not in CHEAP and (uses[code] > 1 or len(text(written)) > LONG):
            own = _free_name(HINTS.get(code.detail.split("|")[0] or "", HINTS.get(code.operation, "x")), taken)
            statements.append((own, written))
            written = name(own)
        known[code] = written
        return written

    finished = tuple(map(write, results))
    needed = _symbols([*finished, *(code for _, code in statements)])
    reads = [(symbols[size].name, write(code)) for size, code in sizes if symbols[size].name in needed]
    return Program(tuple(args), (*reads, *statements), finished, several)


LONG = 80
"""A step whose text is longer than this gets a line of its own."""
CHEAP = frozenset({"view", "transpose", "range", "slice", "broadcast", "length"})
"""Steps that make no array of their own, and need no name."""


def _uses(results: Sequence[Any]) -> Counter[Any]:
    uses: Counter[Any] = Counter()
    todo = [code for code in results if not is_plain(code)]
    while todo:
        code = todo.pop()
        uses[code] += 1
        if uses[code] == 1:
            todo += [operand for operand in code.operands if not is_plain(operand)]
    return uses


def _symbols(codes: Sequence[Any]) -> set[str]:
    return {symbol.name for code in codes for symbol in code.free_symbols}


def _readable(own: str) -> str:
    """Return a name that Python takes."""
    plain = re.sub(r"\W", "_", own)
    return f"{plain}_" if keyword.iskeyword(plain) or not plain.isidentifier() else plain


def _free_name(hint: str, taken: set[str]) -> str:
    own = next(candidate for candidate in _candidates(hint) if candidate not in taken)
    taken.add(own)
    return own


def _candidates(hint: str) -> Iterator[str]:
    yield hint
    number = 1
    while True:
        yield f"{hint}{number}"
        number += 1


def source(function: Any, own: str, doc: str, helpers: Sequence[str]) -> str:
    """Return the text of a compiled program as a module of its own: imports, a name and a docstring."""
    head, *body = inspect.getsource(function).rstrip().splitlines()
    used = [helper for helper in helpers if re.search(rf"\b{helper}\(", "\n".join(body))]
    imports = [line for word, line in IMPORTS if re.search(rf"\b{word}\.", "\n".join(body))]
    imports += [f"from derive.lower.runtime import {', '.join(sorted(used))}"] if used else []
    parameters = head[head.index("(") :]
    said = "\n".join(_lines(doc))
    lines = [f"def {own}{parameters}", *([indent(f'"""{said}"""', "    ")] if doc else []), *body]
    return "\n".join([*imports, *(["", ""] if imports else []), *lines]) + "\n"


IMPORTS = (("math", "import math"), ("np", "import numpy as np"))


def _lines(doc: str) -> list[str]:
    return [line for paragraph in doc.replace("\\", "\\\\").split("\n") for line in wrap(paragraph, 100) or [""]]
