"""Worked examples: values that words give to names hold for lines about numbers in the same example, and nowhere else.

`Take x = (1, 2)` lasts until the next heading, the next point of its list, or until a name has another value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import Claim, Finding
from derive.judge.digits import by_digits, is_array, is_plain
from derive.judge.gates import is_hard
from derive.judge.heads import ANEW
from derive.judge.prose import VALUED
from derive.judge.words import is_asked
from derive.meaning.closing import Sides
from derive.meaning.keys import bound_by, name_key, named, names_in, spelled
from derive.meaning.readings import Reading, Readings
from derive.meaning.scope import EXAMPLE, Condition, Definition, Scope

GIVES = re.compile(
    r"\b(?:with|for|at|take|takes|let|say|suppose|consider|given|choose|pick|when|if|where|set|using|assume|example"
    r"|plug(?:ging)? in|input|data)\b:?",
    re.IGNORECASE,
)
"""What stands before a value that is given."""
LEADS = re.compile(
    r"\b(?:so|then|hence|thus|therefore|gives?|gets?|obtain\w*|yields?|becomes?|follows?|is|are|equals?"
    r"|we (?:have|find)|comput\w+|not|no|never|unless)\b",
    re.IGNORECASE,
)
"""What stands before a value that is claimed, or none."""
MOVES = re.compile(
    r"\b(?:after|next|updat\w*|new|now|steps?|iterat\w+|epochs?|instead|swap\w*|bits?|average\w*|mean|per|half|twice"
    r"|true|truth|actual\w*|correct\w*|targets?|observ\w*|measur\w*|desired|ignor\w*|drop\w*|without|unlike"
    r"|optim\w*|minim\w*|maxim\w*|best|final\w*|second|third|other|another|wrong\w*|not|mistak\w*|unless|if"
    r"|rounded|roughly|about|approximate\w*)\b",
    re.IGNORECASE,
)
"""Words beside a number that does not come out: it may be one of something else."""
MOST_SIZES = 3


@dataclass(slots=True)
class Example:
    """The values that are given here by their names, those `around` a list, and conditions that go with them."""

    values: dict[str, Definition] = field(default_factory=dict)
    around: dict[str, Definition] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)

    def take(self, given: Definition) -> None:
        """Take in a value; a second one for the same name begins another example."""
        if given.key in self.values:
            self.values.clear()
            self.around.clear()
        self.values[given.key] = given

    def move(self, key: str) -> None:
        """Forget the value of a name that is claimed to have one: it has been computed anew."""
        _ = self.values.pop(key, None)

    def end(self, scope: Scope) -> frozenset[str]:
        """Leave the example with the conditions that it brought; return the names that they were about."""
        left = {id(each) for each in self.conditions}
        for each in scope.around():
            each.conditions = [one for one in each.conditions if id(one) not in left]
        names = frozenset[str]().union(*(names_in(each.relation) for each in self.conditions))
        self.values, self.conditions = dict(self.around), []
        return names


def is_given(before: str) -> bool:
    """Return whether the words before a value give it, and claim nothing.

    >>> is_given("Take "), is_given("Take one. Then ")
    (True, False)
    """
    gives = [each.end() for each in GIVES.finditer(before)]
    leads = [each.start() for each in LEADS.finditer(before)]
    return bool(gives) and max(gives) > max(leads, default=-1)


def of_values(claim: Claim, found: Finding) -> str:
    """Return where the values stand by which alone a line is proved, of an array or of all its names; else nothing."""
    if any(map(is_plain, (claim.left, claim.right))):
        return ""
    own = f"line {claim.formula.place().line}"
    equal = [e for e in found.assuming if [sign.kind for sign in e.relation.relations] == ["="] and e.where != own]
    given = [(each.where, each.relation.members[0], each.relation.members[-1]) for each in equal]
    arrays = [where for where, _, value in given if is_array(value)]
    numbers = {name_key(base): where for where, left, value in given if is_plain(value) and (base := named(left))}
    names = names_in(claim.left) | names_in(claim.right)
    return arrays[0] if arrays else next(iter(numbers.values()), "") if names <= numbers.keys() else ""


def worked(claim: Claim, read: Callable[[Claim], Readings[Sides]]) -> Finding | None:
    """Return what the values of an example say of a line about numbers; None where they do not tell.

    All from which a side is computed must be given. Where no size is said, the lists that are given tell it: whichever
    of them has as many members, the line must come out alike.
    """
    left, right = claim.left, claim.right
    if not claim.given or left is None or claim.sign.kind not in {"=", "approx"} or not is_plain(right):
        return None
    base = named(left)
    own = {each.key.partition("_")[0] for each in claim.given}
    if not names_in(left) or (base is not None and name_key(base) in own):
        return None
    other = claim.known.get(spelled(left), left)
    found: list[Finding] = []
    for sizes in _sizes(claim):
        scope = Scope(claim.scope, EXAMPLE)
        scope.definitions = {each.key: [each] for each in (*sizes, *claim.given)}
        here = replace(claim, left=other, scope=scope, is_first=False, is_open=False)
        found += [_of_numbers(here, each) for each in read(here).found]
    verdicts = {each.verdict for each in found} - {"undecided"}
    is_told = verdicts == {"agrees to the digits"} or (
        verdicts == {"disagrees to the digits"} and not _may_be_another(claim)
    )
    if not is_told:
        return None
    first = next(each for each in found if each.verdict in verdicts)
    return replace(first, assuming=tuple(_said(each) for each in claim.given))


def _of_numbers(claim: Claim, reading: Reading[Sides]) -> Finding:
    """Return what is found of a line in which the values are put; open where anything is not known."""
    record = reading.here.record
    bigs = [big for tree in (claim.left, *(each.body for each in record.used)) for big in _bigs(tree)]
    crossed = {letter for each in claim.given for letter in each.slots} & {key for big in bigs for key in bound_by(big)}
    if record.generalised or record.opaques or record.slopes or crossed:
        return Finding(verdict="undecided")
    found = by_digits(claim, reading.result, reading.here)
    moved = any(is_plain(each.body) and not any(each is one for one in _values(claim)) for each in record.used)
    return replace(found, verdict="undecided") if moved and found.verdict == "disagrees to the digits" else found


def _values(claim: Claim) -> Iterator[Definition]:
    """Yield the values of an example; a number that stands elsewhere may be one that has been computed anew."""
    return (each for made in claim.scope.definitions.values() for each in made)


def _bigs(tree: Node | None) -> Iterator[surface.Big]:
    return (each for each in surface.walk(tree) if isinstance(each, surface.Big))


def _sizes(claim: Claim) -> Iterator[tuple[Definition, ...]]:
    """Yield what sizes may be in an example: as is said, or as many as its lists have members; none that is claimed."""
    yield ()
    head = named(claim.left)
    said = {each.key for each in claim.given} | ({name_key(head)} if head is not None else set())
    open_sizes = sorted(claim.usage.sizes - said)[:MOST_SIZES]
    lengths = sorted({count for tree in (claim.right, *(e.body for e in claim.given)) for count in _lengths(tree)})
    for group in product((None, *lengths), repeat=len(open_sizes)):
        if any(group):
            pairs = zip(open_sizes, group, strict=True)
            yield tuple(_size(key, count) for key, count in pairs if count is not None)


def _size(key: str, count: int) -> Definition:
    return Definition(key, (), None, surface.Number(surface.Span(0, 0), str(count)))


def _lengths(tree: Node | None) -> Iterator[int]:
    for each in surface.walk(tree):
        if isinstance(each, surface.Sequence):
            yield len(each.items)
        elif isinstance(each, surface.Grid):
            yield from {len(each.rows), *map(len, each.rows)} - {1}


def _said(given: Definition) -> Condition:
    """Return a value that is given as the condition that a verdict shows."""
    span = given.body.span
    name = surface.Name(span, given.key)
    return Condition(surface.Chain(span, (name, given.body), (surface.Sign(span, "="),)), given.where)


def _may_be_another(claim: Claim) -> bool:
    """Return whether a number that does not come out may be one of something else, by the words beside it."""
    moves = MOVES.search(claim.words) is not None or any(VALUED.search(each.words) for each in claim.heard)
    return moves or is_hard({*claim.doubts} - {ANEW}) or is_asked(claim.words)
