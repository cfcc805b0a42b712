r"""From a display to statements: rows and cells, what `\quad`, commas and "and" join, and the remarks beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from derive.formula.read import tree as surface
from derive.formula.read.cursor import direction, is_relation, levels, prepare
from derive.formula.read.parser import LONGEST, read_tokens
from derive.formula.read.tokens import Token, tokens_of
from derive.formula.read.tree import Node, Span, holes
from derive.formula.signs import DOTS, OPERATORS, PLUS, RELATIONS, words_of


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a display: its tree, and whether it continues the one before, beginning with a relation.

    `guards` are the conditions written beside it, `remarks` the words, `row` counts the rows of the display.
    """

    tree: Node
    continues: bool = False
    guards: tuple[Node, ...] = ()
    remarks: tuple[surface.Words, ...] = ()
    row: int = 0


@dataclass(slots=True)
class _Piece:
    tokens: list[Token]
    row: int
    gaps: set[int]


ALIGNMENTS = words_of(
    "aligned align split gathered gather equation eqnarray multline flalign alignat alignedat displaymath math "
    "IEEEeqnarray dmath subequations"
)
_GUARD = re.compile(
    r"\W*(?:for|if|when|whenever|where|with|and|or|since|because|as|by|s\.t\.|subject|such|otherwise|so|thus|hence|i\.e\."
    r"|[\w-]*wise|using|then|assuming|unless|at|on|which|that|therefore|but|given|let)\b|\s*[(\[]|\W*$|\W*s\.\s?t\.",
    re.IGNORECASE,
)


def read_display(text: str, offset: int = 0) -> tuple[Statement, ...]:
    r"""Return the statements of a display, in order. Never fails: what is not understood is a `Hole`.

    >>> [s.continues for s in read_display(r"a &= b \\ &= c, \quad d = e")]
    [False, True, False]
    """
    if len(text) > LONGEST:
        hole = surface.Hole(Span(offset, offset + len(text)), f"a formula of more than {LONGEST} characters", text[:40])
        return (Statement(hole),)
    tokens, gaps, wide = _flat(*prepare(tokens_of(text, offset)))
    pieces = _joined(_pieces(tokens, gaps, wide))
    return _attached([found for piece in pieces for found in _statements(piece)])


def _flat(
    tokens: list[Token], gaps: frozenset[int], wide: frozenset[int]
) -> tuple[list[Token], frozenset[int], frozenset[int]]:
    """Drop the begin and end of alignments that are not inside of anything."""
    kept, places, level, inside = list[Token](), dict[int, int](), 0, list[bool]()
    number = 0
    while number < len(tokens):
        token = tokens[number]
        places[number] = len(kept)
        if token.kind == "begin":
            name = token.text.strip().rstrip("*")
            inside.append(level == 0 and name in ALIGNMENTS)
            if inside[-1] and "at" in name[-4:]:
                number += _columns(tokens, number)
        dropped = token.kind in {"begin", "end"} and bool(inside) and inside[-1]
        level += 0 if dropped else direction(token)
        if token.kind == "end" and inside:
            _ = inside.pop()
        kept += [] if dropped else [token]
        number += 1
    return kept, frozenset(places.get(g, 0) for g in gaps), frozenset(places.get(g, 0) for g in wide)


def _columns(tokens: list[Token], number: int) -> int:
    """Return how many tokens the columns of an `alignedat` take."""
    end = number + 1
    while end < len(tokens) and end < number + 6 and tokens[end].kind != "close":
        end += 1
    return end - number if number + 1 < len(tokens) and tokens[number + 1].kind == "open" else 0


def _pieces(tokens: list[Token], gaps: frozenset[int], wide: frozenset[int]) -> Iterator[_Piece]:
    """Yield the cells of all rows; a cell goes on with the one before where an alignment is no border."""
    row, cell, piece = 0, 0, _Piece([], 0, set())
    numbers = _equation_numbers(tokens, wide)
    for number, (token, level) in enumerate(zip(tokens, levels(tokens), strict=True)):
        if number in numbers:
            continue
        if level == 0 and token.kind == "row":
            yield piece
            row, cell, piece = row + 1, 0, _Piece([], row + 1, set())
            continue
        if level == 0 and token.kind == "align":
            cell += 1
            if _is_border(piece.tokens, tokens, number, cell):
                yield piece
                piece = _Piece([], row, set())
            continue
        if level == 0 and number in wide and _is_break(piece.tokens, token):
            yield piece
            piece = _Piece([], row, set())
        if number in gaps:
            piece.gaps.add(len(piece.tokens))
        piece.tokens.append(token)
    yield piece


def _equation_numbers(tokens: list[Token], wide: frozenset[int]) -> set[int]:
    r"""Return the tokens of the equation numbers, such as the (8) at the end of a row, behind `&&` or a wide space."""
    found: set[int] = set()
    for number, token in enumerate(tokens):
        if token.text == "textcircled" and token.kind == "command":
            found |= {*range(number, _end_of_mark(tokens, number))}
            continue
        apart = number > 0 and (number in wide or tokens[number - 1].kind == "align")
        if not apart or token.text != "(":
            continue
        end = number + 1
        while end < len(tokens) and tokens[end].kind == "digit":
            end += 1
        closed = end > number + 1 and end < len(tokens) and tokens[end].text == ")"
        if closed and (end + 1 == len(tokens) or tokens[end + 1].kind == "row"):
            found |= {*range(number, end + 1)}
    return found


def _end_of_mark(tokens: list[Token], number: int) -> int:
    r"""Return where the argument of `\textcircled{1}` ends, which marks a row."""
    end = number + 1
    while end < len(tokens) and end < number + 6 and tokens[end].kind in {"open", "digit", "letter"}:
        end += 1
    return end + 1 if end < len(tokens) and tokens[end].kind == "close" else number + 1


def _is_border(before: list[Token], tokens: list[Token], number: int, cell: int) -> bool:
    """Return whether an alignment mark separates two statements of a row, and not two sides of one."""
    following = tokens[number + 1] if number + 1 < len(tokens) else None
    complete = any(is_relation(t) for t in before) and not _ends_in_joint(before)
    return complete and cell % 2 == 0 and following is not None and not _is_joint(following)


def _is_joint(token: Token) -> bool:
    """Return whether a token joins what stands on its two sides."""
    return is_relation(token) or token.is_in(PLUS | OPERATORS)


def _ends_in_joint(tokens: list[Token]) -> bool:
    """Return whether the last token joins what stands before it to what follows: the star of `w^*` is a script."""
    is_script = len(tokens) > 1 and tokens[-2].kind in {"sup", "sub"}
    return _is_joint(tokens[-1]) and not is_script


def _is_break(before: list[Token], following: Token) -> bool:
    return bool(before) and not _ends_in_joint(before) and (not _is_joint(following) or following.text in {"-", "pm"})


def _joined(pieces: Iterable[_Piece]) -> list[_Piece]:
    """Put what a line break has cut together again."""
    found: list[_Piece] = []
    for piece in pieces:
        if not piece.tokens:
            continue
        last = found[-1] if found else None
        if last is None or not _goes_on(last, piece):
            found.append(piece)
            continue
        first, end = piece.tokens[0], last.tokens[-1]
        if _is_joint(first) and _ends_in_joint(last.tokens) and (first.text == end.text or is_relation(first)):
            _ = last.tokens.pop()
        last.gaps |= {gap + len(last.tokens) for gap in piece.gaps}
        last.tokens += piece.tokens
    return found


def _goes_on(last: _Piece, piece: _Piece) -> bool:
    first = piece.tokens[0]
    if _ends_in_joint(last.tokens):
        return True
    if is_relation(first) or not _is_joint(first):
        return False
    return first.text != "-" or not any(is_relation(t) for t in _outer(piece.tokens))


def _outer(tokens: list[Token]) -> Iterator[Token]:
    for token, level in zip(tokens, levels(tokens), strict=True):
        if level == 0:
            yield token


def _statements(piece: _Piece) -> Iterator[tuple[Statement, bool]]:
    """Yield the statements of a piece, and whether each one is a condition beside the one before."""
    beside = False
    for words, tokens, gaps in _worded(piece):
        cue = words.text.strip().lower() if words is not None else ""
        beside = bool(cue) and not cue.startswith(("and", "so", "thus", "hence", "then", "therefore", ",", "i.e"))
        if words is not None:
            yield Statement(surface.Sequence(words.span, (), ()), remarks=(words,), row=piece.row), True
        for part, part_gaps in _between_commas(tokens, gaps):
            if not part:
                continue
            tree = _kept(_shared(read_tokens(part, part_gaps)), part)
            continues = isinstance(tree, surface.Chain) and tree.members[0] is None
            for each, cells in _systems(tree):
                yield Statement(each, continues, cells, row=piece.row), beside and not continues


def _kept(tree: Node, tokens: list[Token]) -> Node:
    """Return a relation that a hole has swallowed as one whose two sides are not understood: it is never dropped."""
    found = () if isinstance(tree, surface.Chain) else holes(tree)
    if not found:
        return tree
    is_cut = any("closed" in hole.reason for hole in found)
    number = next((n for n, t in enumerate(tokens) if is_relation(t) and (is_cut or t in [*_outer(tokens)])), None)
    if number is None:
        return tree
    sign = tokens[number]
    sides = [
        surface.Hole(part[0].span | part[-1].span, found[0].reason, found[0].text) if part else None
        for part in (tokens[:number], tokens[number + 1 :])
    ]
    return surface.Chain(
        tree.span | sign.span | tokens[-1].span, tuple(sides), (surface.Sign(sign.span, RELATIONS[sign.text]),)
    )


SYSTEMS = frozenset({"cases", "rcases", "dcases", "array", "matrix", *ALIGNMENTS})


def _systems(tree: Node) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    r"""Yield the relations of a system alone, such as `\begin{cases} a = b \end{cases}`, with their cells."""
    inner = tree.body if isinstance(tree, surface.Noted | surface.Bracket) else tree
    if isinstance(tree, surface.Bracket) and tree.left not in {"{", ".", "(", "["}:
        inner = tree
    if isinstance(inner, surface.Chain):
        yield inner, ()
        return
    grid = inner if isinstance(inner, surface.Grid) and inner.environment.rstrip("*") in SYSTEMS else None
    rows = () if grid is None else tuple(row for row in grid.rows if row)
    if not rows or not all(isinstance(row[0], surface.Chain) for row in rows):
        yield tree, ()
        return
    for row in rows:
        yield row[0], row[1:]


def _shared(tree: Node) -> Node:
    """Return `a, b > 0` as one relation with a list on its left."""
    if not isinstance(tree, surface.Sequence) or not tree.items or set(tree.separators) != {","}:
        return tree
    *names, last = tree.items
    if (
        not isinstance(last, surface.Chain)
        or last.members[0] is None
        or any(isinstance(n, surface.Chain) for n in names)
    ):
        return tree
    first = last.members[0]
    together = surface.Sequence(names[0].span | first.span, (*names, first), tree.separators)
    return replace(last, members=(together, *last.members[1:]), span=tree.span)


def _worded(piece: _Piece) -> Iterator[tuple[surface.Words | None, list[Token], set[int]]]:
    """Yield the stretches between words that join or restrict statements, each with the words before it."""
    words, start = None, 0
    for number, (token, level) in enumerate(zip(piece.tokens, levels(piece.tokens), strict=True)):
        cue = level == 0 and (token.kind == "words" or token.text in {"forall", "exists"})
        if cue and (token.kind != "words" or _GUARD.match(token.text)):
            yield words, piece.tokens[start:number], _moved(piece.gaps, start)
            text = token.text if token.kind == "words" else "for all"
            words, start = surface.Words(token.span, text), number + 1
    yield words, piece.tokens[start:], _moved(piece.gaps, start)


def _moved(gaps: Iterable[int], start: int) -> set[int]:
    return {gap - start for gap in gaps if gap >= start}


_END = frozenset({",", ";", "."})


def _between_commas(tokens: list[Token], gaps: set[int]) -> Iterator[tuple[list[Token], frozenset[int]]]:
    """Yield what commas separate; names before a relation, and the rest of a range, stay with it."""
    cuts = [-1, *_commas(tokens), len(tokens)]
    parts = [(a + 1, b) for a, b in pairwise(cuts)]
    related = [any(is_relation(t) for t in _outer(tokens[a:b])) for a, b in parts]
    groups: list[list[int]] = []
    for number, (a, b) in enumerate(parts):
        dotted = number > 0 and _is_dots(tokens[parts[number - 1][0] : parts[number - 1][1]])
        before, after = any(related[n] for n in (groups[-1] if groups else ())), any(related[number + 1 :])
        alone = related[number] or (after and not dotted and not _is_dots(tokens[a:b]))
        opened = bool(groups) and not before
        if groups and (opened or not (alone or not (before or opened))):
            groups[-1].append(number)
        else:
            groups.append([number])
    for group in groups:
        a, b = parts[group[0]][0], parts[group[-1]][1]
        yield _trimmed(tokens[a:b]), frozenset(_moved(gaps, a))


def _commas(tokens: list[Token]) -> list[int]:
    found: list[int] = []
    for number, (token, level) in enumerate(zip(tokens, levels(tokens), strict=True)):
        if level == 0 and token.kind == "sign" and token.text in _END and not _in_number(tokens, number):
            found.append(number)
    return found


def _in_number(tokens: list[Token], number: int) -> bool:
    """Return whether a point or comma stands between the digits of one number."""
    near = tokens[number - 1 : number + 5] if number else []
    if tokens[number].text == ".":
        following = tokens[number + 1 : number + 2]
        return bool(following) and following[0].kind == "digit" and following[0].span.start == tokens[number].span.end
    touching = len(near) > 4 and all(x.span.end == y.span.start for x, y in pairwise(near[:5]))
    more = len(near) > 5 and near[5].kind == "digit"
    return touching and not more and [t.kind for t in near[:5]] == ["digit", "sign", "digit", "digit", "digit"]


def _is_dots(tokens: list[Token]) -> bool:
    return len(tokens) == 1 and tokens[0].text in DOTS


def _trimmed(tokens: list[Token]) -> list[Token]:
    """Return tokens without the punctuation that ends a formula."""
    end = len(tokens)
    while (
        end
        and not (end > 1 and tokens[end - 2].text == "right")
        and tokens[end - 1].kind == "sign"
        and tokens[end - 1].text in _END | {":"}
    ):
        end -= 1
    return tokens[:end]


_SUBJECT = re.compile(r"\W*(?:s\.\s?t\.|subject to|such that)\W*$", re.IGNORECASE)


def _attached(found: list[tuple[Statement, bool]]) -> tuple[Statement, ...]:
    """Give each statement the conditions and the words that stand beside it."""
    result: list[Statement] = []
    subject = False
    for statement, beside in found:
        if statement.remarks:
            subject = _SUBJECT.match(statement.remarks[-1].text) is not None
        elif subject and result and not statement.continues:
            result[-1] = replace(result[-1], guards=(*result[-1].guards, statement.tree))
            continue
        ranges = result and not statement.continues and is_range(statement.tree)
        if result and (beside or ranges) and statement.row == result[-1].row:
            last = result[-1]
            guards = last.guards if statement.remarks else (*last.guards, statement.tree)
            result[-1] = replace(last, guards=guards, remarks=(*last.remarks, *statement.remarks))
        else:
            result.append(statement)
    return tuple(result)


def is_range(node: Node) -> bool:
    r"""Return whether a statement says where something is from: `i = 1, \dots, N`, `c \in \{0, 1\}`, also in brackets.

    >>> is_range(read_display(r"i = 1, \dots, N")[0].tree)
    True
    """
    if isinstance(node, surface.Bracket) and node.body is not None:
        return is_range(node.body)
    first = node.items[0] if isinstance(node, surface.Sequence) and node.items else node
    if not isinstance(first, surface.Chain) or first.members[0] is None:
        return False
    listed = first.members[0]
    subject = listed.items[0] if isinstance(listed, surface.Sequence) and listed.items else listed
    if not isinstance(subject, surface.Name | surface.Scripted):
        return False
    rest = node.items[1:] if isinstance(node, surface.Sequence) else ()
    several = any(isinstance(item, surface.Dots) for item in rest) or (
        bool(rest) and all(isinstance(i, surface.Number) for i in rest)
    )
    return several or any(sign.kind == "in" for sign in first.relations)
