"""What was found of a claim, in words and in the letters of the document: the line that every view shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

from derive.decide.zeros import Zero
from derive.expr import tree as meant
from derive.formula import tree as page
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node, holes
from derive.formula.read.typeset import typeset
from derive.formula.signs import SIGNS
from derive.judge.claim import Claim, Finding
from derive.judge.editing.rows import quantities
from derive.judge.line import AGREES, Ask, Line
from derive.judge.told import NOTHING, Told, formula, joined, sentence
from derive.judge.witness import number, told_condition, witness
from derive.meaning.keys import Head, head_of, name_key, named, spelled, without_power
from derive.recheck import Recheck
from derive.statements import Statement
from derive.statements.types import Range
from derive.verdict import Counterexample
from derive.words import TABLE

ENTRY = re.compile(r"(?P<name>[^\[\]]+)(?:\[(?P<at>[^\[\]]*)\])?")
COMPARED = ("row", "column", "entry")
"""The free indices that no document has: which entry of two arrays is compared."""
NUMBERS_ALONE = 9
"""Places up to this one stand side by side below a name."""
Places = tuple[int, ...]


def line_of(claim: Claim, finding: Finding, file: str) -> Line:
    """Return the line of a claim in a file with all that was found of it."""
    found, opinion = finding.counterexample, finding.opinion
    verdict = "not understood" if finding.verdict == "unread" else finding.verdict
    words = (Told(f"{each}, as words say") for each in finding.customs)
    said = [(condition, _condition(condition.relation, condition.where)) for condition in finding.assuming]
    return replace(
        written(claim, file),
        verdict=verdict,
        says="" if found is not None or finding.holds or finding.asks else finding.reason,
        method=finding.method if TABLE[verdict].holds else "",
        statement=NOTHING if finding.statement is None else _stated(finding.statement),
        reading=tuple(map(Told, (*finding.read_as, *finding.generalised))),
        assuming=(*(told for condition, told in said if not condition.directive), *words),
        directives=(*(told for condition, told in said if condition.directive), *map(Told, finding.directives)),
        asks=tuple(Ask(directive=each, verdict=then) for each, then in finding.asks),
        should_be=NOTHING if finding.should_be is None else formula(typeset(finding.should_be)),
        holds_where=_told_zeros(finding.holds_where, claim, finding.statement),
        conditions=tuple(map(told_condition, finding.conditions)),
        counterexample=None if found is None else witness(found),
        witness=NOTHING if found is None else told_witness(found, claim, finding.statement),
        diagnosis=finding.slip,
        looks_like=sentence(finding.slip_says, map(typeset, finding.slip_parts)),
        opinion="" if opinion is None else _opinion(opinion),
    )


def written(claim: Claim, file: str) -> Line:
    """Return the line of a claim as it stands in a file, with nothing found of it yet."""
    at = claim.sign if claim.right is None else claim.right
    place = claim.formula.place(at.span)
    return Line(
        line=place.line,
        column=place.column,
        length=max(place.length, 1),
        cell=place.cell,
        source="" if place.file == file else place.file,
        left="" if claim.left is None else claim.formula.text(claim.left.span),
        sign=claim.sign.kind,
        right="" if claim.right is None else claim.formula.text(claim.right.span),
        mathml=_right(claim).html,
    )


def _right(claim: Claim) -> Told:
    if claim.right is None or holes(claim.right):
        return NOTHING
    sign = [page.Sign(claim.sign.kind)] if claim.sign.kind in SIGNS else []
    return formula(page.row(*sign, typeset(claim.right)))


def _condition(relation: surface.Chain, where: str) -> Told:
    return sentence("{0} ({1})" if where else "{0}", [typeset(relation), where])


def _told_zeros(zeros: Sequence[Zero], claim: Claim, statement: Statement | None) -> Told:
    """Return where a line that is wrong would hold, each name as it stands in it; nothing if one stands otherwise."""
    names, found = _Names(claim, statement), list[Told]()
    for each in zeros:
        node = _written(each.node, claim, names)
        if node is None:
            return NOTHING
        found.append(formula(page.row(node, page.Sign("="), number(each.value))))
    return joined([Told("only where"), joined(found, " or ")], " ") if found else NOTHING


def _written(node: meant.Scalar | meant.Entry, claim: Claim, names: _Names) -> page.Node | None:
    """Return a name, or an entry at numbers, as it is written; None for one with other letters, or in two places."""
    indices = node.indices if isinstance(node, meant.Entry) else ()
    places = [int(each.value) for each in indices if isinstance(each, meant.Number)]
    if len(places) == len(indices):
        return names.at(node.name, tuple(places)) if 0 not in places else None
    members = {spelled(each): each for each in quantities(claim.right) if _is_of(each, node.name)}
    return typeset(next(iter(members.values()))) if len(members) == 1 else None


def _is_of(node: Node, key: str) -> bool:
    base = named(node)
    return base is not None and name_key(base) == key


def _stated(statement: Statement) -> Told:
    return Told(str(statement), statement.latex())


def _opinion(opinion: Recheck) -> str:
    return AGREES if opinion.agrees else str(opinion)


def told_witness(found: Counterexample, claim: Claim, statement: Statement | None) -> Told:
    """Return a counterexample in the notation of the document, with all numbers that both sides need."""
    names = _Names(claim, statement)
    indices = {name: at for name, at in found.indices.items() if name not in COMPARED}
    equations = [
        *((names.at(name, ()), number(size)) for name, size in (*found.sizes.items(), *indices.items())),
        *names.values(found),
        *((names.at(name, ()), page.Phrase(spelt)) for name, spelt in found.functions.items()),
    ]
    at = joined(formula(page.row(left, page.Sign("="), right)) for left, right in equations)
    where = joined(Told(f"{name} {found.indices[name]}") for name in COMPARED if name in found.indices)
    sides = sentence("left side {0}, right side {1}", [number(found.lhs), number(found.rhs)])
    parts = [sentence("at {0}", [at])] if equations else []
    return joined([*parts, *([where] if where else []), sides], ": ")


@dataclass(frozen=True, slots=True)
class _Names:
    """How the names of a statement are written in the document: as they stand in the claim, or where it leads."""

    claim: Claim
    statement: Statement | None

    def values(self, found: Counterexample) -> Iterator[tuple[page.Node, page.Node]]:
        """Yield what each name is worth: a number, or all entries of a list or a matrix together."""
        groups: dict[str, dict[Places, Any]] = {}
        for printed, value in found.values.items():
            match = ENTRY.fullmatch(printed)
            name, at = (match["name"], match["at"]) if match is not None else (printed, None)
            groups.setdefault(name, {})[tuple(map(int, at.split(","))) if at else ()] = value
        for name, entries in groups.items():
            slots = self.members(name)
            for outer in dict.fromkeys(places[:slots] for places in sorted(entries)):
                inner = {at[slots:]: entries[at] for at in sorted(entries) if at[:slots] == outer}
                if self.is_whole(name, slots, inner, found.sizes):
                    yield self.at(name, outer), _grid(inner)
                else:
                    yield from ((self.at(name, outer + at), number(value)) for at, value in inner.items())

    def members(self, printed: str) -> int:
        """Return how many places number the members of a family, before those of the entries of one."""
        declared, head = self.claim.scope.declaration(self.key(printed)), self.head(printed)
        return declared.slots if declared is not None else 0 if head is None else len(head[1].slots)

    def is_whole(self, name: str, slots: int, entries: Mapping[Places, Any], sizes: Mapping[str, int]) -> bool:
        """Return whether these are all entries of a list or a matrix, and more than one."""
        axes = next((each.axes for each in self.names() if each.name == self.key(name)), ())[slots:]
        if len(entries) == 1 or not axes or len(axes) > 2 or {len(at) for at in entries} != {len(axes)}:  # noqa: PLR2004 -- columns and rows
            return False
        ranges = [_range(axis, sizes) for axis in axes]
        return None not in ranges and set(entries) == set(product(*(each for each in ranges if each is not None)))

    def names(self) -> Iterable[Any]:
        """Return the names of the statement."""
        return () if self.statement is None else self.statement.names

    def key(self, printed: str) -> str:
        """Return what the document's name is known by that is printed so."""
        vocabulary = None if self.statement is None else self.statement.vocabulary
        if vocabulary is None:
            return printed
        known: dict[str, Any] = {key: base for key, (base, _) in vocabulary.tensors.items()}
        known |= {key: symbol for key, (symbol, _) in vocabulary.indices.items()}
        known |= vocabulary.symbols
        return next((key for key, symbol in known.items() if str(symbol) == printed), printed)

    def head(self, printed: str) -> tuple[Node, Head] | None:
        """Return a name as it stands in the claim or in a definition, taken apart."""
        key, usage = self.key(printed), self.claim.usage
        trees = (self.claim.left, self.claim.right, *(each.body for each in self.claim.scope.latest()))
        for node in (node for tree in trees for node in surface.walk(tree)):
            found = head_of(node, usage.is_index, usage.sizes)
            if found is not None and found.key == key:
                return without_power(node), found
        return None

    def at(self, printed: str, places: Places) -> page.Node:
        """Return a name with numbers in its slots, and behind them the place of an entry."""
        found = self.head(printed)
        if found is None:
            return _below(_plain(printed), places)
        node, head = found
        if isinstance(node, surface.Scripted) and node.sup is head.power:
            node = replace(node, sup=None)
        if len(places) < len(head.slots) and isinstance(node, surface.Scripted):
            return _below(typeset(_bare(node, head.slots)), places)
        filled = dict(zip(map(id, head.slots), places, strict=False))
        return _below(typeset(_filled(node, filled)), places[len(head.slots) :])


def _bare(node: surface.Scripted, slots: Sequence[Node]) -> Node:
    """Return a name without the scripts that hold its slots."""
    held = set(map(id, slots))
    sub, sup = (
        None if any(id(each) in held for each in surface.walk(script)) else script for script in (node.sub, node.sup)
    )
    return node.base if sub is None and sup is None and not node.primes else replace(node, sub=sub, sup=sup)


def _filled(node: Any, numbers: Mapping[int, int]) -> Any:
    """Return a tree with numbers in place of some of its nodes."""
    if isinstance(node, tuple) and not isinstance(node, surface.Span):
        return tuple(_filled(each, numbers) for each in node)
    if not surface.is_node(node):
        return node
    if id(node) in numbers:
        return surface.Number(node.span, str(numbers[id(node)]))
    return replace(node, **{each.name: _filled(getattr(node, each.name), numbers) for each in fields(node)})


def _plain(printed: str) -> page.Node:
    return page.Letter(printed) if len(printed) == 1 else page.Word(printed)


def _below(base: page.Node, places: Places) -> page.Node:
    """Return a name with the place of an entry below it; one that has something below it is put in brackets."""
    if not places:
        return base
    atoms: list[page.Node] = [page.Number(str(place)) for place in places]
    sub = page.row(*atoms) if max(places) <= NUMBERS_ALONE else page.joined(atoms, ",")
    if isinstance(base, page.Script) and base.sub is not None:
        base = page.Fence("(", base, ")")
    if isinstance(base, page.Script):
        return replace(base, sub=sub)
    return page.Script(base, sub, None)


def _grid(entries: Mapping[Places, Any]) -> page.Node:
    """Return a list, as a column, or a matrix of numbers."""
    rows: dict[int, list[page.Node]] = {}
    for at, value in entries.items():
        rows.setdefault(at[0], []).append(number(value))
    return page.Grid(tuple(map(tuple, rows.values())), environment="pmatrix")


def _range(axis: Range | None, sizes: Mapping[str, int]) -> range | None:
    first, last = (None, None) if axis is None else (_value(axis.first, sizes), _value(axis.last, sizes))
    return None if first is None or last is None else range(first, last + 1)


def _value(end: meant.Node | None, sizes: Mapping[str, int]) -> int | None:
    """Return what the end of a range is at some sizes; None where that takes more than adding."""
    if isinstance(end, meant.Number):
        return int(end.value) if end.value.denominator == 1 else None
    if isinstance(end, meant.Scalar):
        return sizes.get(end.name)
    return None
