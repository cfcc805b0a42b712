"""Pseudo-code from the source of a function that runs: latexify writes it, and it is read into the typeset tree here.

latexify gives LaTeX for one package of LaTeX; as a tree the same lines can be written in every form of the notes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from latexify.codegen import AlgorithmicCodegen
from latexify.exceptions import LatexifyError
from latexify.parser import parse_function
from latexify.transformers import AugAssignReplacer, DocstringRemover, PrefixTrimmer

from derive.errors import DeriveError
from derive.formula.tree import Fence, Node, Row, Sign, joined, row
from derive.notes.latexified import UnknownLatexError, name_node, tree_of
from derive.notes.model import Algorithm, PseudoLine

INDENT = 4
"""By how many spaces latexify indents."""
LINE = re.compile(
    r"(?P<indent> *)(?:\\State ?)?(?:\\(?P<command>[A-Z]\w*))?(?:\{(?P<name>[^$}]*)\})?[ {]*(?:\$(?P<formula>.*)\$)?\}?"
)
WORDS = {
    "": ("", ""),
    "Return": ("return", ""),
    "While": ("while", "do"),
    "For": ("for", "do"),
    "If": ("if", "then"),
    "Else": ("else", ""),
    "EndWhile": ("end while", ""),
    "EndFor": ("end for", ""),
    "EndIf": ("end if", ""),
    "Function": ("function", ""),
    "EndFunction": ("end function", ""),
}
"""What stands before and behind the formula of each kind of line."""
IN_ORDER = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}


class PseudoCodeError(DeriveError):
    """A function holds what cannot be written as pseudo-code."""


def algorithm_of(function: Callable[..., Any]) -> Algorithm:
    """Return the pseudo-code of a function. Raises `PseudoCodeError` for one that says more than pseudo-code can.

    >>> from numeric.algorithms.likelihood import gradient_ascent
    >>> found = algorithm_of(gradient_ascent)
    >>> found.name, found.lines[1].before, found.lines[1].after
    ('numeric.algorithms.likelihood.gradient_ascent', 'while', 'do')
    """
    name = f"{function.__module__}.{function.__qualname__}"
    given = inspect.signature(function).parameters.values()
    if {parameter.kind for parameter in given} - IN_ORDER:
        raise _refusal(name, "parameters that are given by name, or as a list, would be left out")
    try:
        return Algorithm(name, tuple(_lines(_latexified(function))))
    except LatexifyError as problem:
        raise _refusal(name, str(problem)) from problem
    except UnknownLatexError as problem:
        raise _refusal(name, f"no sign is known for {problem}") from problem


def _refusal(name: str, reason: str) -> PseudoCodeError:
    return PseudoCodeError(name, reason=reason, way_out="let it call a plain loop, and take that")


def _latexified(function: Callable[..., Any]) -> str:
    """Return the function as an algorithm in LaTeX, without its docstring and the names of modules."""
    held = vars(import_module(function.__module__))
    modules = {name for name, value in held.items() if isinstance(value, ModuleType) and name.isidentifier()}
    tree = parse_function(function)
    for transformer in (AugAssignReplacer(), DocstringRemover(), PrefixTrimmer(modules)):
        tree = transformer.visit(tree)
    return AlgorithmicCodegen(use_math_symbols=True).visit(tree)


def _lines(latex: str) -> Iterator[PseudoLine]:
    """Yield the lines between the first and the last, which begin and end the environment."""
    for line in latex.splitlines()[1:-1]:
        found = LINE.fullmatch(line)
        command = (found["command"] or "") if found else line
        if found is None or command not in WORDS:
            raise UnknownLatexError(command)
        formula = found["formula"] or ""
        node = _head(found["name"], formula) if command == "Function" else tree_of(formula) if formula else None
        before, after = WORDS[command]
        yield PseudoLine(len(found["indent"]) // INDENT - 1, before, node, after)


def _head(name: str, parameters: str) -> Node:
    names = [name_node(parameter) for parameter in parameters.split(", ") if parameter]
    return row(name_node(name), Sign("apply"), Fence("(", joined(names, ",") if names else Row(()), ")"))
