"""Directives taken in: what a comment says of names becomes declarations, ranges, conditions and hypotheses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from derive.discourse.page import Event, Page, Unread
from derive.errors import DeriveError
from derive.formula.read import tree as surface
from derive.formula.read.statements import read_display
from derive.formula.read.tree import Node
from derive.judge.declare import declare, key_of
from derive.judge.directives import Directive, parse_directive, written_name
from derive.meaning.keys import stem
from derive.meaning.scope import Condition, Declaration, Directed, Scope
from derive.meaning.usage import Usage

_CAPITALS = re.compile(r"\b[A-Z]{2,4}\b")
_FORMULA = re.compile("\x01(\\d+)\x02")


def spelt(event: Event) -> str:
    """Return the words of a directive with its formulas as they are written."""
    return " ".join(_FORMULA.sub(lambda match: f" {event.formulas[int(match[1])].text()} ", event.words).split())


def directive_of(event: Event) -> Directive | None:
    """Return what a comment says; None for what says nothing that is understood."""
    try:
        return parse_directive(spelt(event)) if event.kind == "directive" else None
    except DeriveError:
        return None


def with_directives_told(page: Page) -> Page:
    """Return a page where what is not understood are the directives that say nothing, and none that says something."""
    taken = {
        (each.place.file, each.place.cell, each.place.line) for each in page.events if directive_of(each) is not None
    }
    kept = (each for each in page.unread if (each.place.file, each.place.cell, each.place.line) not in taken)
    return replace(page, unread=(*kept, *not_understood(page)))


def not_understood(page: Page) -> tuple[Unread, ...]:
    """Return the directives of a page that say nothing that is understood, each with what can be said."""
    found: list[Unread] = []
    for event in page.events:
        if event.kind == "directive":
            text = spelt(event)
            try:
                directive = parse_directive(text)
                if not list(trees_of_directive(directive)):
                    found.append(Unread(event.place, text, "no formula that can be read"))
            except DeriveError as problem:
                found.append(Unread(event.place, text, str(problem)))
    return tuple(found)


def trees_of_directive(directive: Directive) -> Iterator[Node]:
    r"""Yield the formulas that a directive stands for, as a document would write them.

    >>> [type(tree).__name__ for tree in trees_of_directive(parse_directive("W in R^{D x K}"))]
    ['Chain']
    """
    names = [written_name(name) for name in directive.names]
    if directive.kind == "equation":
        texts = [directive.what]
    elif directive.kind == "axes":
        shape = r" \times ".join(directive.ends)
        texts = [rf"{name} \in \mathbb{{R}}" + (f"^{{{shape}}}" if shape else "") for name in names]
    elif directive.kind == "range":
        first, last = directive.ends
        texts = [rf"{name} = {first}, \dots, {last}" for name in names]
    else:
        texts = names
    for text in texts:
        try:
            yield from (each.tree for each in read_display(text))
        except DeriveError:
            return


def take_in(directive: Directive, sentence: str, scope: Scope, usage: Usage, where: str) -> None:
    """Take in what a directive says of its names, from here on."""
    keys: list[str] = []
    for tree in trees_of_directive(directive):
        if directive.kind == "equation":
            keys += _equation(tree, scope, where)
        elif directive.kind in {"axes", "range"}:
            _ = declare(tree, scope, usage, where)
            keys += sorted(_declared(tree, scope, usage))
        else:
            key = directive.names[len(keys)] if directive.kind == "names" else key_of(tree, scope, usage)
            if directive.kind == "functions" and key is not None:
                scope.declarations[key] = Declaration(0, (), frozenset({"function"}), where)
            keys += [] if key is None else [key]
    scope.directives.append(Directed(directive.kind, tuple(keys), directive.what, sentence))


def _equation(tree: Node, scope: Scope, where: str) -> Iterable[str]:
    if not isinstance(tree, surface.Chain):
        return ()
    for left, sign, right in zip(tree.members, tree.relations, tree.members[1:], strict=False):
        relation = surface.Chain(tree.span, (left, right), (sign,))
        scope.conditions.append(Condition(relation, where, directive=True))
    return ()


def _declared(tree: Node, scope: Scope, usage: Usage) -> frozenset[str]:
    chain = tree.items[0] if isinstance(tree, surface.Sequence) else tree
    head = chain.members[0] if isinstance(chain, surface.Chain) else None
    key = None if head is None else key_of(head, scope, usage)
    return frozenset() if key is None else frozenset({key})


def with_words_as_names(page: Page) -> Page:
    """Return a page in which the letters of each name that a directive or the prose names are one, such as `TP`."""
    named = [
        name
        for event in page.events
        if (said := directive_of(event)) is not None and said.kind == "names"
        for name in said.names
        if len(name) > 1 and name.isalpha()
    ]
    words = list(dict.fromkeys((*named, *_abbreviations(page))))
    if not words:
        return page

    def changed(event: Event) -> Event:
        """Return an event with its trees changed."""
        formulas = (
            replace(formula, statements=tuple(_renamed(each, words) for each in formula.statements))
            for formula in event.formulas
        )
        return replace(event, formulas=tuple(formulas))

    return replace(page, events=tuple(map(changed, page.events)))


def _abbreviations(page: Page) -> Iterator[str]:
    """Yield words of capitals that the prose has, or that have a value, where a letter of each stands nowhere else."""
    said = {word for event in page.events if event.kind != "directive" for word in _CAPITALS.findall(event.words)}
    trees = [each.tree for event in page.events for formula in event.formulas for each in formula.statements]
    said |= {word for tree in trees if (word := _valued(tree))}
    spelt_out = [each for tree in trees if said for each in surface.walk(_renamed(tree, list(said)))]
    names = {each.text for each in spelt_out if isinstance(each, surface.Name)}
    numbered = [each.base for each in spelt_out if isinstance(each, surface.Scripted) and each.sub is not None]
    own = Counter(each.text for each in spelt_out if isinstance(each, surface.Name))
    own.subtract(each.text for each in numbered if isinstance(each, surface.Name))
    yield from sorted(word for word in said & names if any(own[letter] <= 0 for letter in word))


def _valued(tree: Node) -> str:
    """Return the capitals that a number is the value of, as in `TP = 45`; nothing for anything else."""
    first = tree.members[0] if isinstance(tree, surface.Chain) else None
    is_value = isinstance(tree, surface.Chain) and isinstance(tree.members[1], surface.Number)
    if not is_value or not isinstance(first, surface.Factors) or any(first.signs):
        return ""
    word = "".join(each.text if isinstance(each, surface.Name) and not each.accents else "?" for each in first.parts)
    return word if _CAPITALS.fullmatch(word) else ""


def with_names(node: Node, words: tuple[str, ...]) -> Node:
    """Return a tree in which the letters of some words are names."""
    return _renamed(node, list(words))


def _renamed(node: Any, words: list[str]) -> Any:
    """Return a tree in which letters that stand side by side and spell a word are one name."""
    if isinstance(node, tuple) and not isinstance(node, surface.Span):
        return tuple(_renamed(each, words) for each in node)
    if isinstance(node, surface.Factors):
        node = _joined(node, words)
    if not is_dataclass(node) or isinstance(node, surface.Span | surface.Name | type):
        return node
    return replace(node, **{each.name: _renamed(getattr(node, each.name), words) for each in fields(node)})


def _joined(node: surface.Factors, words: list[str]) -> Node:
    parts, signs = list(node.parts), list(node.signs)
    for word in sorted(words, key=len, reverse=True):
        at = 0
        while at + len(word) <= len(parts):
            run = parts[at : at + len(word)]
            if _spells(run, signs[at + 1 : at + len(word)], word):
                parts[at : at + len(word)] = [_as_word(run, word)]
                signs[at : at + len(word)] = [signs[at]]
            at += 1
    return parts[0] if len(parts) == 1 else replace(node, parts=tuple(parts), signs=tuple(signs))


def _spells(run: list[Node], signs: list[str], word: str) -> bool:
    letters = [*run[:-1], run[-1].base if isinstance(run[-1], surface.Scripted) else run[-1]]
    plain = all(isinstance(each, surface.Name) and not each.accents for each in letters)
    return plain and not any(signs) and "".join(getattr(each, "text", "") for each in letters) == word


def _as_word(run: list[Node], word: str) -> Node:
    last = run[-1]
    span = surface.Span(run[0].span.start, last.span.end)
    base = last.base if isinstance(last, surface.Scripted) else last
    name = surface.Name(surface.Span(span.start, base.span.end), word)
    return replace(last, span=span, base=name) if isinstance(last, surface.Scripted) else name


def in_force(scope: Scope, names: frozenset[str]) -> tuple[str, ...]:
    """Return the directives that speak of some names, as they are said."""
    stems = {stem(name) for name in names}
    found = (each for each in scope.directed() if any(stem(name) in stems for name in each.names))
    return tuple(dict.fromkeys(each.sentence for each in found))


def plain_directive(sentence: str) -> str:
    """Return a directive as this program says it."""
    try:
        return str(parse_directive(sentence))
    except DeriveError:
        return sentence
