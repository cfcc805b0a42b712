"""What a document claims: the relations of a chain, each as a step with its readings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.documents.bounds import conditions_beside, is_normalised, is_unexplained, take_bound
from derive.documents.cues import DEFINITE, implies_next, is_required
from derive.documents.declared import define, is_declared, is_new
from derive.documents.forms import (
    Form,
    definable,
    is_derivative,
    is_increment,
    is_recurrence,
    logarithm_of_event,
    mentions,
    root_of_square,
    written,
)
from derive.documents.impositions import impose
from derive.documents.parts import Formula
from derive.documents.progress import Progress, text_of
from derive.documents.readings import RELATIONS, Reading, Sides, readings_of
from derive.documents.solutions import gradient_by, is_marked, without_marks
from derive.documents.step import Kind, Step
from derive.latex.read.heads import head_of, names_in
from derive.latex.read.statements import Statement, is_range
from derive.latex.read.table import Constraint, Origin
from derive.latex.read.tree import (
    Big,
    Bracket,
    Chain,
    Dots,
    Factors,
    Hole,
    Node,
    Number,
    Sequence,
    Sign,
    Span,
    holes,
    walk,
)

IMPLICATIONS = frozenset({"implies", "iff", "impliedby"})


def each(progress: Progress, tree: Chain, statement: Statement, part: Formula) -> None:
    """`a, b > 0` says it of each."""
    first = tree.members[0]
    dotted = isinstance(first, Sequence) and any(isinstance(item, Dots) for item in first.items)
    if dotted and take_bound(progress, tree, part):
        return
    for item in first.items if isinstance(first, Sequence) else ():
        chain(progress, replace(tree, members=(item, *tree.members[1:])), statement, part)


@dataclass(frozen=True, slots=True)
class _Link:
    """Two members of a chain with the sign between them; `first` for the first of its chain."""

    lhs: Node | None
    sign: Sign
    rhs: Node | None
    statement: Statement
    part: Formula
    first: bool = False


def _links(tree: Chain, statement: Statement, part: Formula) -> Iterator[_Link]:
    for number, sign in enumerate(tree.relations):
        yield _Link(tree.members[number], sign, tree.members[number + 1], statement, part, first=number == 0)


def chain(progress: Progress, tree: Chain, statement: Statement, part: Formula) -> None:
    """Read a chain of relations: what it declares is taken in, what it claims becomes steps."""
    first = tree.members[0]
    if first is None:
        unclear = part.display and progress.between and statement.row == 0
        first = None if unclear else progress.last
    else:
        progress.slope = is_derivative(first)
    if not part.display and is_declared(progress, tree, part):
        return
    tree = replace(tree, members=(first, *tree.members[1:]))
    if _is_supposed(progress, tree, statement, part):
        return
    if any(sign.kind in IMPLICATIONS for sign in tree.relations):
        _propositions(progress, tree, statement, part)
        return
    progress.own = first
    for link in _links(tree, statement, part):
        _step(progress, link)
    progress.proposition, progress.last = tree, tree.members[-1]
    _note_slope(progress, tree, part)


def _is_supposed(progress: Progress, tree: Chain, statement: Statement, part: Formula) -> bool:
    """Read "A implies B" in words: A is a condition, and B a step from it. Return whether this is what was said."""
    premise = progress.proposition if progress.supposed else None
    progress.supposed = not part.display and tree.members[0] is not None and implies_next(progress.behind)
    if premise is not None:
        _conclude(progress, premise, _links(tree, statement, part), part)
    if not progress.supposed and premise is None:
        return False
    progress.proposition, progress.last = tree, tree.members[-1]
    return True


def _note_slope(progress: Progress, tree: Chain, part: Formula) -> None:
    """Remember what a derivative was found to be, for where it is set to zero."""
    value = tree.members[-2] if _is_zero(tree.members[-1]) else tree.members[-1]
    if progress.slope and value is not None:
        before = [s for s in progress.slopes if s[0] is not tree.members[0]]
        progress.slopes = [*before, (value, part.source)]


def _is_zero(node: Node | None) -> bool:
    return isinstance(node, Number) and node.text == "0"


def _is_stationarity(tree: Chain) -> bool:
    """Return whether a chain sets a derivative to zero: that is a condition, and no claim."""
    return is_derivative(tree.members[0]) and _is_zero(tree.members[-1]) and tree.relations[-1].kind == "="


def _propositions(progress: Progress, tree: Chain, statement: Statement, part: Formula) -> None:
    r"""Read `A = B \implies C = D`: what follows is a step, from what it follows from."""
    cuts = [n for n, sign in enumerate(tree.relations) if sign.kind in IMPLICATIONS]
    for start, end in pairwise([-1, *cuts, len(tree.relations)]):
        held, signs = tree.members[start + 1 : end + 1], tree.relations[start + 1 : end]
        if not signs or held[0] is None:
            continue
        proposition = Chain(tree.span, held, signs)
        if start < 0 and _is_stationarity(proposition):
            progress.slope, held = True, progress.zeroing
            progress.zeroing = True
            for link in _links(proposition, statement, part):
                _step(progress, link)
            progress.zeroing = held
            _note_slope(progress, proposition, part)
        elif start >= 0 and progress.proposition is not None:
            _conclude(progress, progress.proposition, _links(proposition, statement, part), part)
            if _is_stationarity(progress.proposition):
                impose(progress, proposition, part, claimed=True, stationary=True)
        progress.proposition = proposition
    progress.last = None


def _claims_zero(progress: Progress, link: _Link) -> bool:
    """Return whether a derivative is said to be zero, and not set to it: nothing before it speaks of a condition."""
    asked = re.search(
        r"\bcondition|\brequir|\bmust\b|\bneed|\bwant\b|\bdemand|\bset(?:ting)?\b|\bequat|\bsolv",
        progress.words,
        re.IGNORECASE,
    )
    imposed = not link.part.display and progress.mode in {"let", "assume", "when"}
    return link.first and not progress.zeroing and not imposed and asked is None


def _conclude(progress: Progress, premise: Chain, links: Iterator[_Link], part: Formula) -> None:
    progress.own = None
    for link in links if progress.emit else ():
        _emit(progress, "implies", link, tuple(_given(premise, part)))


def _given(tree: Chain, part: Formula) -> Iterator[Constraint]:
    origin = Origin(tree.span, part.source, text_of(part, tree.span))
    for lhs, sign, rhs in zip(tree.members, tree.relations, tree.members[1:], strict=False):
        if lhs is not None and rhs is not None and sign.kind in RELATIONS:
            yield Constraint(lhs, sign.kind, rhs, origin)


def _step(progress: Progress, link: _Link) -> None:
    kind = _kind(progress, link)
    premises = tuple(_premises(progress, link)) if kind == "implies" else ()
    if link.lhs is not None and link.rhs is not None and kind == "definition":
        event = logarithm_of_event(link.lhs, link.rhs) or _root(progress, link.lhs, link.rhs)
        define(progress, *(event or (link.lhs, link.rhs)), link.part)
        progress.fresh |= {written(link.lhs)}
    if progress.emit:
        _emit(progress, kind, link, premises)
    if link.lhs is not None and link.rhs is not None and _is_held(kind, link.lhs, link.rhs):
        held = Chain(link.lhs.span | link.rhs.span, (link.lhs, link.rhs), (link.sign,))
        impose(progress, held, link.part, claimed=True, stationary=kind in {"implies", "condition"})


def _is_held(kind: Kind, lhs: Node, rhs: Node) -> bool:
    """Return whether later steps may use a step: what follows from a condition, is given, or says how it goes on."""
    if kind == "assumption":
        return is_recurrence(lhs, rhs) or isinstance(lhs, Big)
    return kind in {"implies", "given", "condition"}


def _kind(progress: Progress, link: _Link) -> Kind:
    named = _KINDS.get(link.sign.kind)
    if named is not None:
        return named
    if link.lhs is None or link.rhs is None or link.sign.kind not in RELATIONS:
        return "claim"
    equation = _kind_of_link(progress, link, link.lhs, link.rhs) if link.sign.kind == "=" else None
    if equation is not None:
        return equation
    if link.first and progress.zeroing and not is_derivative(link.lhs):
        return "implies" if progress.slopes or _objective(progress, link.lhs) is not None else "claim"
    return "given" if progress.mode == "given" else "claim"


def _kind_of_link(progress: Progress, link: _Link, lhs: Node, rhs: Node) -> Kind | None:
    if _is_zero(rhs) and progress.slope and not _claims_zero(progress, link):
        return "condition"
    if link.first and is_required(progress.words):
        return "condition"
    if _is_other_sigma(progress, lhs, rhs):
        return "definition"
    if link.first and progress.zeroing and progress.slopes and is_marked(lhs):
        return "implies"
    return _kind_of_equation(progress, lhs, rhs) if link.first else None


_KINDS: dict[str, Kind] = {":=": "definition", "equiv": "definition", "assign": "assignment"}


def _kind_of_equation(progress: Progress, lhs: Node, rhs: Node) -> Kind | None:
    """Return what an equation is that stands first in its chain and is no claim; `None` for a claim."""
    event = logarithm_of_event(lhs, rhs) or _root(progress, lhs, rhs)
    if _defines(progress, *(event or (lhs, rhs))):
        return "definition"
    if is_increment(lhs, rhs):
        return "assignment"
    if (is_recurrence(lhs, rhs) and not _is_tied(progress, lhs)) or is_normalised(progress, lhs, rhs):
        return "assumption"
    if _is_refitted(progress, lhs, rhs):
        return "definition"
    if _is_value(progress, lhs, rhs):
        return "definition" if _has_value(progress, lhs, rhs) else "assumption"
    return None


def _root(progress: Progress, lhs: Node, rhs: Node) -> tuple[Node, Node] | None:
    """Return what `s^2 = v` says of an s that nothing was said of."""
    pair = root_of_square(lhs, rhs)
    head = head_of(pair[0]) if pair is not None else None
    if pair is None or head is None:
        return None
    said = [d.span for d in progress.table.definitions.get(head.key, [])]
    own = said == [pair[0].span | pair[1].span]
    return pair if own or is_unexplained(progress, pair[0]) else None


def _is_tied(progress: Progress, lhs: Node) -> bool:
    """Return whether it was said before what the next value of a name is."""
    head = head_of(lhs)
    ties = [c for c in progress.table.constraints if c.relation == "=" and is_recurrence(c.lhs, c.rhs)]
    return any(head is not None and (other := head_of(c.lhs)) is not None and other.key == head.key for c in ties)


def _is_refitted(progress: Progress, lhs: Node, rhs: Node) -> bool:
    """Return whether a formula with decimals is given anew with other decimals: another example of the same name."""
    form = definable(lhs, progress.table, rhs)
    if form is None or not _has_decimals(rhs):
        return False
    return any(_has_decimals(body) for body in _bodies(progress, form))


def _has_decimals(body: Node) -> bool:
    return any(isinstance(part, Number) and "." in part.text for part in walk(body)) and bool(names_in(body))


def _is_other_sigma(progress: Progress, lhs: Node, rhs: Node) -> bool:
    r"""Return whether a sigma that nobody defined is given a value with a sum: then it is no logistic function."""
    head = head_of(lhs.parts[0]) if isinstance(lhs, Factors) and len(lhs.parts) == 2 else None
    applied = isinstance(lhs, Factors) and isinstance(lhs.parts[-1], Bracket)
    if head is None or head.key != "sigma" or not applied or progress.table.definitions.get("sigma"):
        return False
    return any(isinstance(part, Big) for part in walk(rhs)) and not any(isinstance(part, Big) for part in walk(lhs))


def _is_value(progress: Progress, lhs: Node, rhs: Node) -> bool:
    """Return whether a bare name is given a number: no claim, unless a formula defines the name."""
    form = definable(lhs, progress.table, rhs)
    if form is None or form[2] is not None or names_in(rhs) or holes(rhs):
        return False
    return all(not names_in(body) for body in _bodies(progress, form))


def _has_value(progress: Progress, lhs: Node, rhs: Node) -> bool:
    form = definable(lhs, progress.table, rhs)
    return form is not None and bool(_bodies(progress, form))


def _bodies(progress: Progress, form: Form) -> list[Node]:
    """Return the bodies of the definitions that hold for a name with these indices."""
    known = progress.table.definitions.get(form[0], [])
    general = [d for d in known if len(d.params) == len(form[1]) and not any(p.startswith("=") for p in d.params)]
    return [d.body for d in known if d.params == form[1] or d in general]


def _doubts(progress: Progress, lhs: Node, kind: str, *, ordered: bool) -> Iterator[str]:
    """Yield why a claim must not be refuted, though it is read."""
    yield from (doubt for about, doubt in progress.doubts.items() if ordered or about != DEFINITE)
    if progress.zeroing and kind == "claim" and progress.own is lhs:
        yield "it follows from a derivative that is zero, and that is not written"
    if kind == "implies" and progress.own is None:
        yield "it follows from a condition, which is tried only where it can be used"
    if _twice(progress, lhs):
        yield "the same left side is given twice in one display, which may be two alternatives"


def _twice(progress: Progress, lhs: Node) -> bool:
    return progress.own is lhs and written(lhs) in progress.fresh


def _defines(progress: Progress, lhs: Node, rhs: Node) -> bool:
    if is_new(progress, lhs, rhs):
        return True
    explicit = progress.mode == "let" and re.search(r"\b(?:defin|let|denot|where)\w*", progress.words, re.IGNORECASE)
    explained = re.fullmatch(r"[\s,]*with\b[^.]{0,30}", progress.words) and is_unexplained(progress, lhs)
    return bool(explicit or explained) and definable(lhs, progress.table, rhs) is not None and not mentions(rhs, lhs)


def _premises(progress: Progress, link: _Link) -> list[Constraint]:
    zero = Number(Span(0, 0), "0")
    objective = _objective(progress, link.lhs) if not progress.slopes and link.lhs is not None else None
    written_out = progress.slopes if objective is None else [(objective, link.part.source)]
    return [
        Constraint(node, "=", zero, Origin(node.span, source, "the derivative is set to zero"), stationary=True)
        for node, source in written_out
    ]


def _objective(progress: Progress, lhs: Node) -> Node | None:
    """Return the gradient that is set to zero where none is written: of the last function that was defined."""
    return gradient_by(lhs, progress.table.history.get(progress.section, []), progress.table)


def _emit(progress: Progress, kind: Kind, link: _Link, premises: tuple[Constraint, ...]) -> None:
    lhs, rhs, part, statement = link.lhs, link.rhs, link.part, link.statement
    span = rhs.span if rhs is not None else link.sign.span
    guards = tuple(text_of(part, g.span) for g in statement.guards) + tuple(r.text for r in statement.remarks)
    whole = lhs.span | span if lhs is not None and lhs.span.start <= span.start else span
    readings, gaps = tuple[Reading, ...](), holes(lhs) + holes(rhs)
    sides: Sides | None = None
    if lhs is None:
        gaps = (Hole(link.sign.span, "what this continues is not evident"), *gaps)
    if not gaps and lhs is not None and rhs is not None and kind in {"claim", "implies", "given"}:
        beside, odd = conditions_beside(statement.guards, part)
        unknown = tuple(f"the condition '{g}' is not understood" for g in _odd_guards(odd, statement, part))
        unknown += tuple(_doubts(progress, lhs, kind, ordered=link.sign.kind != "="))
        constraints = (*_held(progress), *premises, *beside)
        solved = without_marks(lhs, rhs, progress.table) if kind == "implies" else (lhs, rhs)
        sides = Sides(*solved, constraints, link.sign.kind != "=", unknown)
        readings, gaps = readings_of(sides, progress.table)
    place, text = part.source.place(span), text_of(part, whole)
    inside = lhs is not None and part.span.start <= lhs.span.start < part.span.end
    left = text_of(part, lhs.span) if lhs is not None and inside else ""
    right = text_of(part, rhs.span) if rhs is not None else ""
    table = None if sides is None else progress.table.copied()
    step = Step(place, link.sign.kind, kind, lhs, rhs, text, readings, gaps, guards, left, right, sides, table)
    progress.found.append(step)


def _held(progress: Progress) -> list[Constraint]:
    """Return what holds here: what a derivative is, is said of every point, and not of those where it is zero."""
    return [c for c in progress.table.constraints if not (progress.slope and c.stationary)]


_RELATION = re.compile(r"(?<!\\)[=<>≤≥≈]|\\(?:le|leq|ge|geq|approx|propto|equiv|to|implies)\b")


def hides_claim(tree: Node, part: Formula) -> bool:
    """Return whether a relation is written in something that was not understood, so that no chain came of it."""
    return bool(holes(tree)) and _RELATION.search(part.source.text, *part.span) is not None


def unread(progress: Progress, tree: Node, part: Formula) -> None:
    """Emit what may claim something, and is not understood, as a step without sides."""
    if progress.emit:
        place, text = part.source.place(tree.span), text_of(part, tree.span)
        progress.found.append(Step(place, "", "claim", None, None, text, (), holes(tree), (), "", text))


_CONDITION = re.compile(r"\W*(?:if|when|whenever|unless|where|provided|under|only)\b\W*\w", re.IGNORECASE)


def _odd_guards(trees: list[Node], statement: Statement, part: Formula) -> list[str]:
    odd = [t for t in trees if not is_range(t) and not (isinstance(t, Sequence) and not t.items)]
    said = [r.text.strip() for r in statement.remarks if _CONDITION.match(r.text)]
    return [*(text_of(part, t.span) for t in odd if head_of(t) is None), *said]
