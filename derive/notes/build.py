"""From a derivation to its note: lines in the order of the steps, in one notation, and how each was decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any, TypeAlias, get_args

from sympy import Basic, Indexed, IndexedBase, MatrixSymbol, Symbol

from derive.derivation import Derivation, Step
from derive.errors import DeriveError
from derive.facts import Fact, Kind
from derive.formula.as_latex import relation_sign
from derive.formula.notation import Notation
from derive.formula.tree import Node, Number, Phrase, Sign, row
from derive.formula.write import Page, node_of, page_for
from derive.formula.write.functions import hypothesis_node
from derive.formula.write.names import name_node, plain
from derive.formula.write.scope import free_names
from derive.formula.write.statements import statement
from derive.formula.write.vectors import Component, vector_of
from derive.notes.model import Chain, Evidence, Line, Note, Paragraph, Result, Section, Text
from derive.notes.words import words
from derive.recheck import recheck
from derive.statements import Statement
from derive.views.chains import Taken, as_text, chains, expressions, left_of, problem_of, taken

Write: TypeAlias = Callable[[Any], Node]
AS_VECTORS = {"", "==", ":="}
"""Relations of which both sides may lose their index: an equation of all components is one of vectors."""

POINTS, SECONDS = 4, 10.0  # far more than four points take: a busy machine must not change what is printed
"""How many points the second opinion tries for a step of a note, and for how long."""
RELATIONS = {"==", "<=", "<", ">=", ">"}
MANY = 20
"""From so many tensors on, pairs of them are not looked at."""


def note_of(derivation: Derivation, notation: Notation, *, rechecked: bool = True) -> Note:
    """Return the note of a derivation. Raises `NotationClashError` for a notation that gives two things one name.

    >>> from derive.lectures import BY_NAME
    >>> note_of(BY_NAME["sigmoid"].derive(), Notation()).status
    'proved'
    """
    every = (*derivation.steps, derivation.result)
    page = page_for(expressions(every), notation)
    told = opinions(derivation.steps) if rechecked else [""] * len(derivation.steps)
    body = _chains(derivation.steps, page, told)
    result = _line(0, derivation.result, page, _writer([derivation.result], page), goes_on=False, told=("", {}))
    ranges = tuple(range_said(each, page) for each in taken(*(step.verdict for step in every)))
    taking = tuple(dict.fromkeys((*ranges, *result.evidence.taking)))
    result = replace(result, evidence=replace(result.evidence, taking=taking))
    sections: tuple[Section, ...] = (*_opening(page), *body, Result(result))
    source = tuple((citation.lecture, citation.line) for citation in derivation.source)
    heading = words(derivation.title, page)
    return Note(derivation.name, derivation.title, heading, source, derivation.status, notation.title, sections)


def line_of(step: Step, notation: Notation) -> Line:
    """Return a single step as a line, written by itself."""
    page = page_for(expressions([step]), notation).around(expressions([step]))
    return _line(0, step, page, _writer([step], page), goes_on=False, told=("", facts_said([step])))


def failed_note(name: str, title: str, problem: str, notation: Notation) -> Note:
    """Return the note of a derivation that could not be carried out."""
    return Note(name, title, (title,), (), "undecided", notation.title, (), problem)


def _opening(page: Page) -> list[Section]:
    """Return over what the indices run, which sums without bounds need, and what the hypothesis stands for."""
    hypothesis = page.hypothesis and "sigmoid" in page.scope.functions
    return [*_ranges(page), *([Paragraph("Hypothesis", (hypothesis_node(page), "."))] if hypothesis else [])]


def _ranges(page: Page) -> list[Section]:
    known = page.scope.ranges.items()
    text: list[str | Node] = []
    for name, ranges in sorted(known):
        if len(ranges) == 1 and page.label(name) == page.labels.get(name, name):
            low, high = (node_of(end, page) for end in ranges[0])
            index = node_of(Symbol(name), page)
            text += [", " if text else "", row(index, Sign("="), low, Sign(","), Sign("dots"), Sign(","), high)]
    return [Paragraph("Indices", (*text, "."))] if text else []


def _chains(steps: Sequence[Step], page: Page, told: list[str]) -> list[Section]:
    found: list[Section] = []
    number, facts = 0, facts_said(steps)
    for chain in chains(steps):
        around = page.around(expressions(chain))
        write, lines = _writer(chain, around), []
        for place, step in enumerate(chain):
            number += 1
            opinion = (told[number - 1], facts)
            lines.append(_line(number, step, around, write, goes_on=place > 0, told=opinion))
        if found and isinstance(found[-1], Chain) and _alike(found[-1], lines):
            found[-1] = Chain((*found[-1].lines, *lines))
        else:
            found.append(Chain(tuple(lines)))
    return found


def _alike(before: Chain, lines: list[Line]) -> bool:
    """Return whether single lines of one kind stand in one display."""
    alone = all(line.left is not None or line.says for line in (*before.lines, *lines))
    return alone and len(lines) == 1 and lines[0].status == before.lines[-1].status != "given"


def _writer(chain: Sequence[Step], page: Page) -> Write:
    """Return how the expressions of a chain are written: as vectors where all have that form, and never two alike."""
    for write in (*_vectors(chain, page), _remembered(page)):
        if all(_differ(step, write) for step in chain):
            return write
    return _remembered(page.in_indices())


def _remembered(page: Page) -> Write:
    """Return a function that writes each object once; a chain shows most of them twice."""
    known: dict[int, Node] = {}

    def remembered(expr: Any) -> Node:
        """Return an expression as a typeset tree."""
        if id(expr) not in known:
            known[id(expr)] = node_of(expr, page)
        return known[id(expr)]

    return remembered


def _differ(step: Step, write: Write) -> bool:
    left = left_of(step)
    return left is None or step.rhs is None or left == step.rhs or write(left) != write(step.rhs)


def _vectors(chain: Sequence[Step], page: Page) -> list[Write]:
    """Return how to write a chain without the one index that is free in all of it, if that can be done."""
    sides = [side for step in chain for side in (left_of(step), step.rhs)]
    exprs = [side for side in sides if isinstance(side, Basic)]
    plain = page.notation.form == "index" or page.notation.gradient != "nabla"
    if plain or not exprs or any(step.relation not in AS_VECTORS for step in chain):
        return []
    for component in _components(exprs[0], page):
        pieces = {id(expr): vector_of(expr, component, page) for expr in exprs}
        if all(piece is not None for piece in pieces.values()):
            return [lambda expr: _vector(expr, component, page)]  # noqa: B023 -- returned at once
    return []


def _vector(expr: Any, component: Component, page: Page) -> Node:
    piece = vector_of(expr, component, page)
    return node_of(expr, page) if piece is None else piece.node


def _components(expr: Any, page: Page) -> list[Component]:
    free, found = free_names(expr), dict[str, Component]()
    for entry in expr.atoms(Indexed):
        index, axis = entry.indices[-1], (str(entry.base.label), len(entry.indices) - 1)
        ranges = page.scope.axes.get(axis, [])
        name = str(getattr(index, "label", index))
        if name in free and len(ranges) == 1 and page.role(*axis) == "component":
            found[name] = Component(name, ranges[0])
    # Of two free components one would stay, and the rest would be a vector of another table.
    return list(found.values()) if len(found) == 1 else []


def _line(
    number: int, step: Step, page: Page, write: Write, *, goes_on: bool, told: tuple[str, dict[str, Any]]
) -> Line:
    opinion, facts = told
    left = left_of(step)
    reason, proof = words(step.reason, page), evidence(step, page, opinion)
    if left is None:
        fact = facts.get(step.says)
        says: Text = words(step.says, page) if fact is None else said(fact, page)
        node = says[0] if fact is not None and not isinstance(says[0], str) else None
        return Line(number, node, None, None, () if node else says, reason, step.status, proof)
    sign = relation_sign(step.relation) if step.rhs is not None else None
    right = None if step.rhs is None else write(step.rhs)
    shown = None if goes_on else write(left)
    counter = None if step.counter is None else _counter(step.counter, page)
    return Line(number, shown, sign, right, (), reason, step.status, proof, counter)


def _counter(counter: Any, page: Page) -> Node:
    return row(Phrase("for all "), node_of(counter, page), Sign(">="), Number("0"))


def evidence(step: Step, page: Page, opinion: str = "") -> Evidence:
    """Return how a step was decided, and what it rests on."""
    using = tuple(text for fact in step.uses if (text := said(fact, page)))
    if step.verdict is None:
        return Evidence(using=using)
    verdict = step.verdict
    conditions = tuple(_condition(c.statement, c.reason, page) for c in verdict.conditions)
    taking = (*(range_said(each, page) for each in taken(verdict)), *(words(text, page) for text in verdict.taken))
    certificate = "" if verdict.certificate is None else str(verdict.certificate)
    return Evidence(verdict.method, conditions, using, taking, certificate, opinion, problem_of(verdict))


def said(fact: Any, page: Page) -> Text:
    """Return a fact or a relation as a formula, and as words where it is none."""
    node = statement(fact, page)
    return words(str(fact), page) if node is None else (node,)


def range_said(found: Taken, page: Page) -> Text:
    r"""Return the range of an index as a formula, in words where an end is open.

    >>> from sympy import Integer
    >>> from derive.formula.write.page import page_for
    >>> from derive.formula.as_latex import as_latex
    >>> as_latex(range_said((Symbol("j"), Integer(1), Symbol("D")), page_for([]))[0])
    'j = 1, \\dots, D'
    """
    index, first, last = found
    if first is None or last is None:
        return words(as_text(found), page)
    ends = [node_of(end, page) for end in (first, last)]
    name = plain(name_node(page.label(str(index))))
    return (row(name, Sign("="), ends[0], Sign(","), Sign("dots"), Sign(","), ends[1]),)


def _condition(what: object, reason: str, page: Page) -> Text:
    return (*said(what, page), *((f" ({reason})",) if reason else ()))


def facts_said(steps: Sequence[Step]) -> dict[str, Fact]:
    """Return the facts about the tensors of some steps, each by the sentence that says it.

    An assumed fact stands in its step as this sentence.
    """
    kinds = (IndexedBase, MatrixSymbol, Symbol)
    held = {tensor for expr in expressions(steps) for tensor in expr.atoms(*kinds)}
    tensors = sorted(held, key=lambda tensor: (isinstance(tensor, Symbol), str(tensor)))
    kinds_of_one = [kind for kind in get_args(Kind) if kind not in {"inverse pair", "labels"}]
    single = [Fact(kind, (t,)) for kind in kinds_of_one for t in reversed(tensors)]
    matrices = [t for t in tensors if isinstance(t, IndexedBase | MatrixSymbol)]
    pairs = [Fact("inverse pair", pair) for pair in permutations(matrices, 2)] if len(matrices) < MANY else []
    return {str(fact): fact for fact in (*single, *pairs)}


def opinions(steps: Sequence[Step]) -> list[str]:
    """Return what the second opinion says of each step, of the very statement that was decided.

    It shares no code with the prover. Empty for steps that claim nothing.
    """
    return [_opinion(step) for step in steps]


def _opinion(step: Step) -> str:
    if step.verdict is None:
        return ""
    if step.relation not in RELATIONS or step.counter is not None:
        return "no opinion: it evaluates at points, and this is said of every number of steps"
    claim = step.verdict.statement
    if not isinstance(claim, Statement):
        return step.opinion or "no opinion: what was decided is no single statement"
    try:
        return str(recheck(claim, points=POINTS, max_seconds=SECONDS))
    except DeriveError as problem:
        return f"no opinion: {problem}"
