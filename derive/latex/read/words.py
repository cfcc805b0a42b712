"""Letters that stand side by side and are one word, because the document declares or uses them so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from derive.latex.read.tree import Bracket, Chain, Derivative, Factors, Name, Node, Scripted, Sequence, rebuilt, walk


def words_in(trees: Iterable[Node]) -> set[str]:
    r"""Return the runs of capitals that are words, as in `RSS = \sum_i r_i^2` and `KL(p \| q)`.

    They are what an equation gives, or stand before a bracket; and their letters stand nowhere else.

    >>> from derive.latex.read.parser import read
    >>> words_in([read(r"RSS = \sum_i r_i^2"), read("AB = BA"), read(r"KL(p \| q) = 0")]) == {"RSS", "KL"}
    True
    """
    trees = list(trees)
    letters = Counter(part.text for tree in trees for part in walk(tree) if isinstance(part, Name))
    runs = [run for tree in trees for run in _runs(tree)]
    times = Counter(run for run, _, _ in runs)
    given = {run for run, gives, _ in runs if gives and all(letters[c] == times[run] * run.count(c) for c in run)}
    return given | {run for run, _, divergence in runs if divergence}


def _runs(tree: Node) -> Iterator[tuple[str, bool, bool]]:
    """Yield the runs of capitals that are a whole product, perhaps before a bracket, and what speaks for a word."""
    given = {id(part.members[0]) for part in walk(tree) if isinstance(part, Chain)}
    for part in walk(tree):
        if not isinstance(part, Factors):
            continue
        *names, last = part.parts
        called = last if isinstance(last, Bracket) else None
        run = _run(names if called is not None else part.parts, part)
        if run:
            body = called.body if called is not None else None
            yield run, id(part) in given, isinstance(body, Sequence) and "||" in body.separators


def _run(parts: Iterable[Node], node: Factors) -> str:
    parts = [part.body if isinstance(part, Derivative) and part.body is not None else part for part in parts]
    names = [part for part in parts if isinstance(part, Name) and not part.font and not part.accents]
    text = "".join(name.text for name in names)
    touching = all(one.span.end == two.span.start for one, two in pairwise(names))
    whole = len(names) == len(parts) > 1 and len(text) == len(names) and not any(node.signs)
    return text if whole and touching and text.isupper() else ""


def joined_words(node: Node, words: AbstractSet[str]) -> Node:
    """Return a tree in which the letters of each declared word are one name.

    >>> from derive.latex.read.parser import read
    >>> joined_words(read("TP"), {"TP"}).text
    'TP'
    """
    return _joined(node, words) if words else node


def _joined(node: Node, words: AbstractSet[str]) -> Node:
    inner = rebuilt(node, lambda child: _joined(child, words))
    return _factors(inner, words) if isinstance(inner, Factors) else inner


def _factors(node: Factors, words: AbstractSet[str]) -> Node:
    signs, parts, at = list[str](), list[Node](), 0
    while at < len(node.parts):
        found = _word_at(node, at, words)
        signs.append(node.signs[at])
        parts.append(found[0] if found is not None else node.parts[at])
        at += found[1] if found is not None else 1
    return parts[0] if len(parts) == 1 else replace(node, signs=tuple(signs), parts=tuple(parts))


def _word_at(node: Factors, at: int, words: AbstractSet[str]) -> tuple[Node, int] | None:
    """Return the longest word that begins here, and of how many parts it is made."""
    best, text, last_end = None, "", None
    slope = node.parts[at]
    if isinstance(slope, Derivative) and isinstance(slope.body, Name):
        inside = replace(node, signs=("", *node.signs[at + 1 :]), parts=(slope.body, *node.parts[at + 1 :]))
        found = _word_at(inside, 0, words)
        return None if found is None else (replace(slope, body=found[0]), found[1])
    for count, part in enumerate(node.parts[at:], 1):
        name = part.base if isinstance(part, Scripted) else part
        plain = isinstance(name, Name) and len(name.text) == 1 and not name.font and not name.accents
        if not isinstance(name, Name) or not plain or (count > 1 and node.signs[at + count - 1]):
            break
        if last_end is not None and last_end != name.span.start:
            break
        text, last_end = text + name.text, name.span.end
        if text in words:
            word = Name(node.parts[at].span | name.span, text)
            best = (word if part is name else replace(part, base=word, span=word.span | part.span), count)
        if part is not name:
            break
    return best
