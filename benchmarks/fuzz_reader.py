"""Bytes at random through the reader of documents, steered by coverage: no crash, no hang, nothing evaluated.

Run `python -m benchmarks.fuzz_reader documents -max_total_time=300` where atheris is installed; behind the first word
stand options of libFuzzer. Each input of `documents` is a document of Markdown, LaTeX, plain text or a notebook, read
to its lines and set as MathML; each of `formulas` is read as a display, set in LaTeX, and read again, which is some
hundred times faster. It ends with what failed, or with the number of inputs.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, NoReturn

KINDS = ("markdown", "latex", "text", "notebook")


def _refused(*_: object, **__: object) -> NoReturn:
    raise AssertionError("text was evaluated")


def documents(provider: Any) -> None:
    """Read one document."""
    from derive.discourse.errors import DocumentError  # noqa: PLC0415 -- instrumented by then
    from derive.discourse.files import read_page  # noqa: PLC0415 -- the same
    from derive.judge.document import parts_of  # noqa: PLC0415 -- the same
    from derive.judge.walk import walk  # noqa: PLC0415 -- the same

    kind = KINDS[provider.ConsumeIntInRange(0, len(KINDS) - 1)]
    try:
        page = read_page(provider.ConsumeUnicodeNoSurrogates(4096), kind=kind)
    except DocumentError:
        return
    lines = [(claim.formula, claim.sign.span.start) for claim in walk(page)]
    for _ in parts_of(page, lines):
        pass


def formulas(provider: Any) -> None:
    """Read one display, and what is printed of it."""
    from derive.formula.as_latex import as_latex  # noqa: PLC0415 -- instrumented by then
    from derive.formula.as_mathml import mathml  # noqa: PLC0415 -- the same
    from derive.formula.read.parser import read  # noqa: PLC0415 -- the same
    from derive.formula.read.statements import read_display  # noqa: PLC0415 -- the same
    from derive.formula.read.typeset import typeset  # noqa: PLC0415 -- the same

    for statement in read_display(provider.ConsumeUnicodeNoSurrogates(4096)):
        node = typeset(statement.tree)
        _ = mathml(node), read(as_latex(node))


def main() -> None:
    """Fuzz until libFuzzer's options say that it is enough."""
    atheris: Any = import_module("atheris")
    target = {"documents": documents, "formulas": formulas}[sys.argv.pop(1)]
    with atheris.instrument_imports(include=["derive"]):
        target(atheris.FuzzedDataProvider(b"Let $x = 1$. Then $x + 1 = 2$."))
    door: Any = import_module("sympy.parsing.sympy_parser")  # through which all text goes that SymPy evaluates
    door.eval_expr = _refused
    atheris.Setup(sys.argv, lambda data: target(atheris.FuzzedDataProvider(data)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
