"""A statement as one English sentence, in plain text and in LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sympy import latex as sympy_latex

from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.tree import Node
from derive.facts import Fact
from derive.statements.growth import may_run_backwards
from derive.statements.types import FreeIndex, Name, Property, Range, Relation, Size, Statement

INEQUALITIES: Mapping[str, str] = {"==": "=", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">"}


@dataclass(frozen=True, slots=True)
class _Style:
    """How the parts of a sentence are written: an expression, a relation, and fixed words."""

    show: Callable[[Node | str, Statement], str]
    sign: Callable[[str], str]
    math: Callable[[str], str]
    words: Mapping[str, str]


def _plain(given: Node | str, claim: Statement) -> str:
    return str(_object_of(given, claim))


def _in_latex(given: Node | str, claim: Statement) -> str:
    known = _object_of(given, claim)
    return known if isinstance(known, str) else sympy_latex(known)


def _object_of(given: Node | str, claim: Statement) -> Any:
    """Return a node, or a name as it is written, as a SymPy object; a name that nothing knows stays as it is."""
    if not isinstance(given, str):
        return to_sympy(given, claim.vocabulary)
    names = claim.vocabulary
    if given in names.tensors:
        return names.tensors[given][0]
    for known in (names.indices, *names.apart):
        if given in known:
            return known[given][0]
    return names.sizes.get(given, names.symbols.get(given, given))


PLAIN = _Style(
    _plain,
    lambda sign: "=" if sign == "==" else sign,
    lambda text: text,
    {"in": "in", "R": "R", "x": " x ", "dots": ".."},
)
LATEX = _Style(
    _in_latex,
    INEQUALITIES.__getitem__,
    lambda text: f"${text}$",
    {"in": r"\in", "R": r"\mathbb{R}", "x": r" \times ", "dots": r"\dots "},
)


def sentence(claim: Statement) -> str:
    """Return the statement as one sentence of plain text."""
    return _sentence(claim, PLAIN)


def latex(claim: Statement) -> str:
    """Return the statement as one sentence in LaTeX, its formulas between dollars."""
    return _sentence(claim, LATEX)


def described(index: FreeIndex, claim: Statement) -> str:
    """Return over what a free index runs, as plain text."""
    return _index(index, claim, PLAIN)


def _sentence(claim: Statement, style: _Style) -> str:
    quantified = [*_sizes(claim.sizes, claim, style), *(_name(each, claim, style) for each in claim.names)]
    every = [f"every {style.math(_index(each, claim, style))}" for each in claim.indices]
    free = _listed([*quantified, *every])
    given = _listed([_hypothesis(each, claim, style) for each in claim.hypotheses])
    whole = _relation(claim, claim, style)
    notes = "".join(f" ({each})" for each in _notes(claim, style))
    return f"{f'for all {free}' if free else 'always'}{f', given that {given}' if given else ''}: {whole}{notes}"


def _notes(claim: Statement, style: _Style) -> Iterator[str]:
    """Yield what a reader might take otherwise: decimals, ranges that run backwards, and what is varied."""
    if claim.vocabulary.decimals:
        yield "decimals stand for what is printed"
    if may_run_backwards(claim):
        yield "a sum or product over a range that runs backwards is empty"
    tied = tree.NO_NAMES.union(*(side.names for each in claim.relations for side in (each.left, each.right)))
    tied |= {tensor.name for each in claim.properties for tensor in each.tensors}
    nodes = (node for side in (claim.left, claim.right) for node in tree.walk(side))
    by = (variable for node in nodes if isinstance(node, tree.Derivative) for variable, _ in node.by)
    varied = {each.name for each in by if isinstance(each, tree.Entry | tree.Scalar)} & tied
    for name in sorted(varied):
        yield f"under a derivative by {style.math(style.show(name, claim))} it is held free"


def _listed(parts: list[str]) -> str:
    return ", ".join([*parts[:-2], " and ".join(parts[-2:])]).replace(",,", ",").removesuffix(",")


def _sizes(sizes: tuple[Size, ...], claim: Statement, style: _Style) -> list[str]:
    """Return the sizes, those of one least value together."""
    least = sorted({size.least for size in sizes})
    groups = [
        (", ".join(style.show(size.name, claim) for size in sizes if size.least == value), value) for value in least
    ]
    return [style.math(f"{names} {style.sign('>=')} {value}") for names, value in groups]


def _name(name: Name, claim: Statement, style: _Style) -> str:
    space = style.math(f"{style.show(name.name, claim)} {style.words['in']} {_space(name, claim, style)}")
    kind = [word for word in sorted(name.kind) if not (word == "nonnegative" and "positive" in name.kind)]
    words = [f"{' and '.join(kind)}"] if kind else []
    words += [f"numbered {_numbered(name, claim, style)}"] if _counts_otherwise(name) else []
    return ", ".join([space, *words]) + ("," if words and "numbered" in words[-1] else "")


def _space(name: Name, claim: Statement, style: _Style) -> str:
    if not name.axes:
        return style.words["R"]
    if any(axis is None for axis in name.axes):
        return (
            style.words["R"]
            + "^{"
            + style.words["x"].join("Z" if a is None else _count(a, claim, style) for a in name.axes)
            + "}"
        )
    sizes = style.words["x"].join(_count(axis, claim, style) for axis in name.axes if axis is not None)
    return (
        f"{style.words['R']}^{sizes if sizes.isalnum() else '(' + sizes + ')'}"
        if style is PLAIN
        else f"{style.words['R']}^{{{sizes}}}"
    )


def _count(axis: Range, claim: Statement, style: _Style) -> str:

    if axis.first is None or axis.last is None:
        return "Z"
    count = to_sympy(tree.add(tree.subtract(axis.last, axis.first), tree.ONE), claim.vocabulary, evaluate=True)
    return str(count) if style is PLAIN else sympy_latex(count)


def _counts_otherwise(name: Name) -> bool:

    return any(axis is not None and axis.first is not tree.ZERO for axis in name.axes)


def _numbered(name: Name, claim: Statement, style: _Style) -> str:
    return " and ".join(style.math(_range(axis, claim, style)) for axis in name.axes if axis is not None)


def _range(where: Range, claim: Statement, style: _Style) -> str:
    ends = ("" if end is None else _evaluated(end, claim, style) for end in (where.first, where.last))
    return style.words["dots"].join(ends)


def _evaluated(end: Node, claim: Statement, style: _Style) -> str:
    expr = to_sympy(end, claim.vocabulary, evaluate=True)
    return str(expr) if style is PLAIN else sympy_latex(expr)


def _index(index: FreeIndex, claim: Statement, style: _Style) -> str:
    name = style.show(index.name, claim)
    if index.range.first is None and index.range.last is None:
        return f"{name} {style.words['in']} " + ("Z" if style is PLAIN else r"\mathbb{Z}")
    if index.range.last is None and index.range.first is not None:
        return f"{name} {style.sign('>=')} {_evaluated(index.range.first, claim, style)}"
    return f"{name} {style.words['in']} {_range(index.range, claim, style)}"


def _relation(relation: Relation | Statement, claim: Statement, style: _Style) -> str:
    left, right = (style.show(side, claim) for side in (relation.left, relation.right))
    return style.math(f"{left} {style.sign(relation.sign)} {right}")


def _hypothesis(each: Relation | Property, claim: Statement, style: _Style) -> str:
    if isinstance(each, Property) and each.among is not None:
        name = style.math(style.show(each.tensors[0].name, claim))
        return f"every entry of {name} is one of the integers {style.math(_range(each.among, claim, style))}"
    if isinstance(each, Property):
        return str(Fact(each.kind, tuple(_object(tensor, claim) for tensor in each.tensors)))
    stated = _relation(each, claim, style)
    indices = ", ".join(style.math(_index(index, claim, style)) for index in each.indices)
    return f"{stated} for every {indices}" if indices else stated


def _object(tensor: Name, claim: Statement) -> Any:
    known = claim.vocabulary.tensors.get(tensor.name) if tensor.axes else None
    return known[0] if known is not None else claim.vocabulary.symbols[tensor.name]
