r"""Probabilities of events and conditions: what `P(A \mid B)` stands for where no function defines it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from derive.latex.read.heads import Head, head_of
from derive.latex.read.tree import Bracket, Factors, Name, Node, Number, Scripted, Sequence, rebuilt, walk

MEASURES = frozenset({"P", "Pr", "p", "q", "Q"})
BARS = frozenset({"|", ";", "||"})
OPPOSITES = frozenset({"neg", "bar"})


def is_measure(head: Head) -> bool:
    """Return whether a name is one that probabilities and densities have.

    >>> from derive.latex.read.parser import read
    >>> is_measure(head_of(read("P"))), is_measure(head_of(read("f")))
    (True, False)
    """
    return head.key.split(" ")[-1] in MEASURES


def call_of(node: Node) -> tuple[Head, Bracket] | None:
    """Return the name and the bracket of `P(...)`; `None` for anything else."""
    if not isinstance(node, Factors) or len(node.parts) != 2 or any(node.signs):
        return None
    head, bracket = head_of(node.parts[0]), node.parts[1]
    if head is None or head.sup is not None or not isinstance(bracket, Bracket) or bracket.body is None:
        return None
    return head, bracket


def indexed(head: Head, bracket: Bracket) -> Head | None:
    r"""Return `q(z)` as a name with indices; `None` where what is in the brackets are no names.

    >>> from derive.latex.read.parser import read
    >>> indexed(*call_of(read("q(z)"))).key
    'q()'
    """
    body = bracket.body
    items = body.items if isinstance(body, Sequence) else (body,)
    names = tuple(item for item in items if isinstance(item, Name))
    if len(names) != len(items) or head.primes or bracket.left != "(":
        return None
    signs = "".join(body.separators) if isinstance(body, Sequence) else ""
    return Head(head.span | bracket.span, f"{head.key}({signs})", (*head.atoms, *names))


def calls_in(node: Node) -> Iterator[tuple[Head, Bracket]]:
    """Yield the names with brackets directly behind them, wherever they stand in a tree."""
    for part in walk(node):
        if isinstance(part, Factors):
            for first, sign, second in zip(part.parts, part.signs[1:], part.parts[1:], strict=False):
                call = call_of(Factors(part.span, ("", sign), (first, second)))
                if call is not None:
                    yield call


def literal_key(head: Head, bracket: Bracket) -> str:
    r"""Return what a call is known by as a whole: a name that is different for different arguments.

    >>> from derive.latex.read.parser import read
    >>> literal_key(*call_of(read(r"P(A \mid B)")))
    'P(A|B)'
    """
    return f"{head.key}{''.join(written(a) for a in head.atoms)}({written(bracket.body)})" if bracket.body else head.key


def written(node: Node) -> str:
    """Return a tree as text that is the same for trees that are written alike."""
    if isinstance(node, Sequence):
        signs = [*node.separators, ""][: len(node.items)]
        return "".join(written(item) + sign for item, sign in zip(node.items, signs, strict=True))
    named = (_own(part) for part in walk(node))
    return "".join(named)


def _own(part: Any) -> str:
    accents = "".join(getattr(part, "accents", ()))
    return accents + (getattr(part, "text", "") or getattr(part, "head", "") or type(part).__name__[0])


def opposite(body: Node) -> Node | None:
    r"""Return the event that is denied in `\neg A` and `\neg A \mid B`, in its place; `None` where none is."""
    first = body.items[0] if isinstance(body, Sequence) else body
    bare = _denied(first)
    if bare is None or (isinstance(body, Sequence) and body.separators[:1] and body.separators[0] not in BARS):
        return None
    return replace(body, items=(bare, *body.items[1:])) if isinstance(body, Sequence) else bare


def _denied(node: Node) -> Node | None:
    if isinstance(node, Scripted) and node.sub is None and isinstance(node.sup, Name) and node.sup.text == "c":
        return node.base
    if isinstance(node, Name) and node.accents[:1] and node.accents[0] in OPPOSITES and node.text.isupper():
        return replace(node, accents=node.accents[1:])
    if isinstance(node, Name) and node.text == "-":
        return replace(node, text="+")
    return None


def parts_of(body: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what stands before and behind the bar, as text."""
    items = body.items if isinstance(body, Sequence) else (body,)
    bars = [n for n, s in enumerate(body.separators) if s in BARS] if isinstance(body, Sequence) else []
    cut = bars[0] + 1 if bars else len(items)
    return tuple(written(i) for i in items[:cut]), tuple(written(i) for i in items[cut:])


def speaks_of_calls(node: Node, known: frozenset[str], letters: frozenset[str] = frozenset()) -> bool:
    """Return whether probabilities stand in a tree that are neither defined nor of an index."""
    for head, bracket in calls_in(node):
        names = {part.text for part in walk(bracket.body) if isinstance(part, Name)}
        if is_measure(head) and not names & letters and not _is_known(head, bracket, known):
            return True
    return False


def _is_known(head: Head, bracket: Bracket, known: frozenset[str]) -> bool:
    other = opposite(bracket.body) if bracket.body is not None else None
    denied = other is not None and literal_key(head, replace(bracket, body=other)) in known
    return denied or literal_key(head, bracket) in known


def without_calls(node: Node) -> Node:
    """Return a tree with nothing in the brackets of each probability."""
    inside = [bracket for head, bracket in calls_in(node) if is_measure(head)]
    return _emptied(node, inside)


def _emptied(node: Node, brackets: list[Bracket]) -> Node:
    if any(node is bracket for bracket in brackets):
        return Number(node.span, "1")
    return rebuilt(node, lambda child: _emptied(child, brackets))


def is_of_numbers(bracket: Bracket) -> bool:
    """Return whether the arguments are numbers, as in `p(0)`: the value of a function, and no event."""
    items = bracket.body.items if isinstance(bracket.body, Sequence) else (bracket.body,)
    return all(isinstance(item, Number) for item in items)
