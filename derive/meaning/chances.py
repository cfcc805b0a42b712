r"""What is said of random names: the law that each has, as `x \sim \mathcal{N}(0, 1)`, and which are independent.

A law is a definition under the key `~x`, a group of independent names one under `indep x`; who has the same body there
is independent of the others, and the members of a family of one another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.densities import law_of
from derive.meaning.keys import items, name_key, named, names_in, spelled
from derive.meaning.scope import Definition, Scope

MARK = r"\x01(\d+)\x02"
ALONE = r"(?:iid|i\.\s?i\.\s?d\.?|independent(?:ly)?|identically distributed|and)"
DRAWN = re.compile(
    rf"{MARK},?\s*(?:(?:are|is|be|were|being)\s+)?(?:{ALONE}[\s,]*)*(?:(?:random\s+)?"
    rf"(?:drawn|sampled|samples?|draws?|distributed|observations?|generated)\s+)?"
    rf"(?:{ALONE}\s+)?(?:from|according to|as|following|follows?)\s+(?:an?\s+|the\s+)?{MARK}",
    re.IGNORECASE,
)
TOGETHER = re.compile(r"\bi\.?\s?i\.?\s?d\b|\bindependent", re.IGNORECASE)
INDEPENDENT = re.compile(
    rf"{MARK}\s*,?\s*(?:and\s+)?{MARK}\s+(?:are|be)\s+(?:mutually\s+)?independent\b(?! of)", re.IGNORECASE
)
INDEPENDENT_OF = re.compile(
    rf"{MARK}\s+(?:is|are|be)?\s*independent of\s+(?:the\s+)?(?:\w+\s+){{0,2}}?{MARK}", re.IGNORECASE
)
IID = re.compile(
    r"\bi\.?\s?i\.?\s?d\b|(?<!linearly )(?<!not )\bindependent(?:ly)?(?:\s+(?:and\s+identically|drawn|sampled"
    r"|draws|samples|observations|noise|gaussian|normal)|[\s,]*$)",
    re.IGNORECASE,
)


def take_drawn(chain: surface.Chain, words: str, scope: Scope, where: str) -> None:
    r"""Take in `x_i \sim law`, independent where it is written over the sign or in the words around it."""
    for left, sign, right in zip(chain.members, chain.relations, chain.members[1:], strict=False):
        if sign.kind == "sim" and left is not None and right is not None:
            note = spelled(sign.note) if sign.note is not None else ""
            _take(left, right, scope, where, independent=bool(IID.search(note.replace(" ", "")) or IID.search(words)))


def take_words(words: str, trees: Sequence[Node | None], scope: Scope, where: str) -> None:
    r"""Take in "x_1, ..., x_n iid from a law" and "x and y are independent", words with marks for formulas."""
    for found in DRAWN.finditer(words):
        left, right = (_at(trees, number) for number in (found[1], found[found.lastindex or 1]))
        if left is not None and law_of(right) is not None and right is not None:
            _take(left, right, scope, where, independent=bool(TOGETHER.search(found[0])))
    for found in (*INDEPENDENT.finditer(words), *INDEPENDENT_OF.finditer(words)):
        pair = [_at(trees, number) for number in (found[1], found[2])]
        keys = [key for each in pair if each is not None for key, _ in _subjects(each)]
        if len(keys) == 2:
            say_independent(keys, scope, where)


def _at(trees: Sequence[Node | None], number: str) -> Node | None:
    return trees[int(number)] if int(number) < len(trees) else None


def _take(subject: Node, law: Node, scope: Scope, where: str, *, independent: bool) -> None:
    found = list(_subjects(subject))
    for key, letters in found:
        scope.define(Definition(f"~{key}", letters, None, law, where=where))
        if independent and letters:
            say_independent([key], scope, where)
    if independent and len(found) > 1:
        say_independent([key for key, _ in found], scope, where)


def say_independent(keys: Sequence[str], scope: Scope, where: str) -> None:
    """Say that some names are independent; of one family, that its members are."""
    group = surface.Name(surface.Span(0, 0), " ".join(sorted(keys)))
    for key in keys:
        scope.define(Definition(f"indep {key}", (), None, group, where=where))


def groups_of(key: str, scope: Scope) -> frozenset[str]:
    """Return the groups of independent names in which one is."""
    found = (each.body for each in scope.definitions_of(f"indep {key}"))
    return frozenset(each.text for each in found if isinstance(each, surface.Name))


def _subjects(node: Node) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the names in a list with the letters of their slots; `x_1, ..., x_n` is a family."""
    listed = items(node)
    if any(isinstance(each, surface.Dots) for each in listed):
        first = named(listed[0])
        if first is not None and isinstance(listed[0], surface.Scripted):
            letter = next(each for each in "ijkl" if each not in names_in(node))
            yield name_key(first), (letter,)
        return
    for each in listed:
        name = named(each)
        if name is None or (isinstance(each, surface.Scripted) and each.sup is not None):
            continue
        below = items(each.sub) if isinstance(each, surface.Scripted) else ()
        if all(isinstance(part, surface.Name) and len(part.text) == 1 for part in below):
            yield name_key(name), tuple(part.text for part in below if isinstance(part, surface.Name))
