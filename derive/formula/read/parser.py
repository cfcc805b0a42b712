"""The surface parser: precedence from lists and relations down to factors. Whatever comes in, a tree comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from derive.formula.read import tree
from derive.formula.read.commands import COMMANDS, known_command, named
from derive.formula.read.cursor import DEEPEST, Cursor, Grammar, TooDeepError, cursor_on, is_relation, prepare
from derive.formula.read.fences import bracket, is_double, opens_bar
from derive.formula.read.operators import OPERATOR_WORDS, operator_word
from derive.formula.read.scripts import scripted
from derive.formula.read.tokens import Token, tokens_of
from derive.formula.read.tree import Node, Span, covering
from derive.formula.signs import BARS, DOTS, LEFT_FENCES, OPERATORS, PLUS, RELATIONS, RIGHT_FENCES, words_of

LONGEST = 100_000
THIN = len(r"\,")
ENTRYWISE = frozenset({"odot", "circ"})
SEPARATORS = {",": ",", ";": ";", ":": ":", "mid": "|", "colon": ":", ".": ".", "|": "|", "vert": "|"}


def read(text: str, offset: int = 0) -> Node:
    r"""Return the surface tree of a formula. Never fails: what is not understood is a `Hole`.

    >>> from derive.formula.read.tree import holes
    >>> type(read(r"\frac{a}{b}")).__name__, holes(read(r"a \mystery b"))[0].reason
    ('Fraction', 'the command \\mystery is not known')
    """
    if len(text) > LONGEST:
        return tree.Hole(Span(offset, offset + len(text)), f"a formula of more than {LONGEST} characters", text[:40])
    tokens, gaps, _ = prepare(tokens_of(text, offset))
    return read_tokens(tokens, gaps, Span(offset, offset + len(text)))


def read_tokens(tokens: list[Token], gaps: frozenset[int] = frozenset(), span: Span | None = None) -> Node:
    """Return the surface tree of prepared tokens; `span` is where they stand if there are none."""
    if not tokens:
        return tree.Sequence(span or Span(0, 0), (), ())
    cursor = cursor_on(tokens, gaps, Grammar(read_list, read_factors, factor, atom))
    try:
        parts = [read_list(cursor)]
        while cursor.token is not None:
            stray = cursor.take()
            parts.append(tree.Hole(stray.span, f"{_shown(stray)} is out of place here", stray.text))
            if cursor.at < len(cursor.tokens):
                parts.append(read_list(cursor))
    except TooDeepError:
        return tree.Hole(tokens[0].span | tokens[-1].span, f"nested more than {DEEPEST} levels deep")
    return covering(parts[0] if len(parts) == 1 else _product(parts))


def _product(parts: list[Node]) -> Node:
    span = parts[0].span
    for part in parts:
        span |= part.span
    return tree.Factors(span, ("",) * len(parts), tuple(parts))


def _shown(token: Token) -> str:
    names = {"close": "a closing brace", "align": "an alignment mark", "row": "a line break", "broken": "what follows"}
    return names.get(token.kind, f"'{token.text}'")


def read_list(cursor: Cursor, *, spaced: bool = False) -> Node:
    r"""Return items with their separators; `spaced` lets a gap separate them, as in `[1 \ 2]`."""
    held, cursor.spaced = cursor.spaced, spaced
    found = cursor.deeper(_read_items)
    cursor.spaced = held
    return found


def _read_items(cursor: Cursor) -> Node:
    items = [read_chain(cursor)]
    separators: list[str] = []
    while cursor.token is not None:
        separator = _separator(cursor)
        if separator is None:
            break
        cursor.at += {" ": 0, "||": 2 if is_double(cursor) else 1}.get(separator, 1)
        separators.append(separator)
        if not _starts_item(cursor) and _relation(cursor) is None:
            break
        items.append(read_chain(cursor))
    if not separators:
        return items[0]
    return tree.Sequence(items[0].span | items[-1].span, tuple(items), tuple(separators))


def _separator(cursor: Cursor) -> str | None:
    token = cursor.token
    if token is None:
        return None
    if token.is_in(SEPARATORS):
        if token.text == "|" and not cursor.bars and is_double(cursor):
            return "||"
        return None if token.text in BARS and cursor.bars else SEPARATORS[token.text]
    if token.kind == "command" and token.text == "Vert" and not cursor.bars:
        return "||"
    return " " if cursor.at_gap() and _starts_item(cursor) else None


def _starts_item(cursor: Cursor) -> bool:
    token = cursor.token
    return starts_factor(cursor) or (token is not None and token.text in PLUS)


def read_chain(cursor: Cursor) -> Node:
    """Return members joined by relation signs."""
    start = cursor.here()
    members: list[Node | None] = [None if _relation(cursor) else read_terms(cursor)]
    relations: list[tree.Sign] = []
    while (sign := _relation(cursor)) is not None:
        cursor.at = sign[1]
        relations.append(sign[0])
        empty = cursor.token is None or not (_starts_item(cursor))
        members.append(None if empty else read_terms(cursor))
    members, relations = _angles(members, relations)
    if not relations:
        return members[0] or tree.Sequence(start, (), ())
    first = members[0].span if members[0] is not None else relations[0].span
    last = members[-1].span if members[-1] is not None else relations[-1].span
    return tree.Chain(first | last, tuple(members), tuple(relations))


def _angles(members: list[Node | None], signs: list[tree.Sign]) -> tuple[list[Node | None], list[tree.Sign]]:
    """Take `<b>` for brackets, where nothing stands behind the second sign but another relation."""
    for at in range(len(signs) - 1):
        inside, behind = members[at + 1], members[at + 2]
        if (signs[at].kind, signs[at + 1].kind) != ("<", ">") or inside is None or behind is not None:
            continue
        bracket: Node = tree.Bracket(signs[at].span | signs[at + 1].span, "<", "<", inside)
        before = members[at]
        whole = bracket if before is None else tree.Factors(before.span | bracket.span, ("", ""), (before, bracket))
        return [*members[:at], whole, *members[at + 3 :]], [*signs[:at], *signs[at + 2 :]]
    return members, signs


def _relation(cursor: Cursor) -> tuple[tree.Sign, int] | None:
    """Return the relation sign at the cursor and where the next token is, or `None`."""
    token = cursor.token
    if token is None:
        return None
    if is_relation(token):
        return tree.Sign(token.span, RELATIONS[token.text]), cursor.at + 1
    if token.kind == "command" and token.text in {"overset", "stackrel", "underset", "xlongequal"}:
        return _noted_relation(cursor)
    return None


def _noted_relation(cursor: Cursor) -> tuple[tree.Sign, int] | None:
    r"""Return a relation that carries a remark, as in `\overset{(a)}{=}`."""
    first = cursor.at + 1
    note_end = cursor.closes.get(first, first)
    second = note_end + 1
    if second >= len(cursor.tokens):
        return None
    end = cursor.closes.get(second, second)
    inner = cursor.tokens[second + 1 : end] if end != second else cursor.tokens[second : second + 1]
    if len(inner) != 1 or not is_relation(inner[0]):
        return None
    note = cursor.tokens[first + 1 : note_end] if note_end != first else cursor.tokens[first : first + 1]
    words = "".join(t.text for t in note).lower()
    kind = ":=" if words in {"def", "df", "set", "bydefinition", "delta", "triangle"} else RELATIONS[inner[0].text]
    kind = ":=" if words in {"textdef", "!"} else kind
    remark = read_tokens(list(note)) if note else None
    return tree.Sign(cursor.tokens[cursor.at].span | cursor.tokens[end].span, kind, remark), end + 1


def read_terms(cursor: Cursor) -> Node:
    """Return a sum of products."""
    if _is_lonely_sign(cursor):
        token = cursor.take()
        return tree.Name(token.span, PLUS[token.text])
    signs, parts = [_signs(cursor)], [read_factors(cursor)]
    while cursor.sees_one_of(PLUS) and not cursor.at_gap():
        signs.append(_signs(cursor))
        parts.append(read_factors(cursor))
    if len(parts) == 1 and not signs[0][0]:
        return parts[0]
    start = signs[0][1] or parts[0].span
    return tree.Terms(start | parts[-1].span, tuple(sign for sign, _ in signs), tuple(parts))


def _is_lonely_sign(cursor: Cursor) -> bool:
    r"""Return whether a sign stands alone, as the result of a test in `P(+ \mid D)`."""
    token, following = cursor.token, cursor.ahead()
    if token is None or following is None or PLUS.get(token.text) not in {"+", "-"} or cursor.depth < 2:
        return False
    if following.text in BARS:
        return cursor.bars_after.get(cursor.at + 1, 0) % 2 == 0
    return following.is_in(RIGHT_FENCES) or following.text in SEPARATORS


def _signs(cursor: Cursor) -> tuple[str, Span | None]:
    """Return the sign before a term: two minus signs are a plus."""
    sign, span = "", None
    while (token := cursor.token) is not None and token.is_in(PLUS):
        span = token.span if span is None else span | token.span
        following = PLUS[cursor.take().text]
        sign = _TOGETHER.get((sign, following), following if not sign else "pm")
    return sign, span


_TOGETHER = {("-", "-"): "+", ("+", "-"): "-", ("-", "+"): "-", ("+", "+"): "+"}


def read_factors(cursor: Cursor, *, juxtaposed: bool = False) -> Node:
    r"""Return a product; with `juxtaposed`, up to the next written operator such as `\cdot` only."""
    signs, parts = _first_operand(cursor)
    while (token := cursor.token) is not None:
        if _evaluates(cursor):
            body, bar = _multiplied(signs, parts), cursor.take()
            signs, parts = [""], [scripted(cursor, tree.Bracket(body.span | bar.span, ".", "|", body))]
        elif token.is_in(OPERATORS) and not juxtaposed:
            signs.append(OPERATORS[cursor.take().text])
            parts.append(_signed_operand(cursor))
        elif starts_factor(cursor) and not cursor.at_gap():
            signs.append("")
            parts.append(_operand(cursor))
        else:
            break
    return _multiplied(signs, parts)


def _multiplied(signs: list[str], parts: list[Node]) -> Node:
    if len(parts) == 1 and not signs[0]:
        return parts[0]
    return tree.Factors(parts[0].span | parts[-1].span, tuple(signs), tuple(parts))


def _evaluates(cursor: Cursor) -> bool:
    r"""Return whether a bar ends a product that is taken at a point, as in `f'(t) \big|_{t = 0}`."""
    token, below = cursor.token, cursor.ahead()
    if token is None or token.text not in {"|", "vert"} or cursor.bars or below is None or below.kind != "sub":
        return False
    end = cursor.closes.get(cursor.at + 2, 0)
    return any(each.text == "=" for each in cursor.tokens[cursor.at + 2 : end])


def _first_operand(cursor: Cursor) -> tuple[list[str], list[Node]]:
    r"""Return the first operand of a product; in `a^{\odot 2}` a sign of the entries stands before it."""
    token, following = cursor.token, cursor.ahead()
    is_sign = token is not None and token.is_in(OPERATORS) and OPERATORS[token.text] in ENTRYWISE
    begins = following is not None and (following.kind == "digit" or following.text in {"-", "frac"})
    if not (is_sign and begins and cursor.depth):
        return [""], [_operand(cursor)]
    return [OPERATORS[cursor.take().text]], [_signed_operand(cursor)]


def _signed_operand(cursor: Cursor) -> Node:
    sign, span = _signs(cursor)
    operand = _operand(cursor)
    return operand if not sign or span is None else tree.Terms(span | operand.span, (sign,), (operand,))


def _operand(cursor: Cursor) -> Node:
    if not ((cursor.sees_one_of(BARS) and not cursor.bars) or starts_factor(cursor)):
        return tree.Hole(cursor.here(), "something is missing here")
    return factor(cursor)


_NEVER_START = frozenset({"right", "middle", "mid", "colon", "over", "choose", "atop"})
_NOTED_SIGNS = frozenset({"overset", "stackrel", "underset"})


def starts_factor(cursor: Cursor) -> bool:
    """Return whether the next token begins a factor, rather than joining, separating or closing something."""
    token = cursor.token
    if token is None:
        return False
    if token.kind in {"sign", "command"}:
        return _sign_starts(cursor, token)
    return token.kind not in {"close", "align", "row", "end"}


def _sign_starts(cursor: Cursor, token: Token) -> bool:
    if token.text in BARS:
        return opens_bar(cursor)
    if is_relation(token) or token.is_in(RIGHT_FENCES) or token.text in _NEVER_START:
        return False
    if token.kind == "command" and token.text in _NOTED_SIGNS and _is_noted_relation(cursor):
        return False
    if token.kind == "sign" and token.text == ".":
        following = cursor.ahead()
        return following is not None and following.kind == "digit" and following.span.start == token.span.end
    return token.text not in OPERATORS and token.text not in PLUS and token.text not in {",", ";", ":"}


def _is_noted_relation(cursor: Cursor) -> bool:
    first = cursor.at + 1
    second = cursor.closes.get(first, first) + 1
    end = cursor.closes.get(second, second)
    inner = cursor.tokens[second + 1 : end] if end != second else cursor.tokens[second : second + 1]
    return len(inner) == 1 and is_relation(inner[0])


def factor(cursor: Cursor) -> Node:
    """Return one atom with its scripts. The next token must begin a factor."""
    return scripted(cursor, atom(cursor))


def atom(cursor: Cursor) -> Node:
    """Return what stands at the cursor, without scripts."""
    token = cursor.token
    if token is None:
        return tree.Hole(cursor.here(), "something is missing here")
    by_kind = _BY_KIND.get(token.kind)
    if by_kind is not None:
        return by_kind(cursor)
    if token.kind in {"sign", "command"}:
        return _sign(cursor, token)
    return _words(cursor, token) if token.kind == "words" else _plain(cursor.take())


def _sign(cursor: Cursor, token: Token) -> Node:
    if token.text == "." and token.kind == "sign":
        return _number(cursor)
    if token.is_in(LEFT_FENCES) or token.text in BARS:
        return bracket(cursor)
    if token.text in DOTS:
        return tree.Dots(cursor.take().span)
    return _command(cursor) if token.kind == "command" else _plain(cursor.take())


def _words(cursor: Cursor, token: Token) -> Node:
    if not _is_name(token.text):
        return _plain(cursor.take())
    name = tree.Name(cursor.take().span, token.text.strip(), "roman")
    return operator_word(cursor, name) if name.text in OPERATOR_WORDS else name


LONGEST_NUMBER = 200
_JOINING = words_of(
    "if for and or where when else otherwise with such that is are of by on at in as so then the a an to from all "
    "any const constant since because hence thus"
)


def _is_name(words: str) -> bool:
    r"""Return whether the words are one word that names a quantity, as in `1 - \text{Accuracy}`."""
    word = words.strip()
    return word.isalpha() and word.isascii() and word.lower() not in _JOINING


def _plain(token: Token) -> Node:
    if token.kind == "letter":
        return tree.Name(token.span, token.text)
    if token.kind == "named":
        font, _, text = token.text.rpartition(" ")
        return tree.Name(token.span, text, font)
    if token.kind == "words":
        return tree.Words(token.span, token.text)
    reason = "it is never closed" if token.kind == "broken" else f"the sign '{token.text}' is not known in a formula"
    return tree.Hole(token.span, reason, token.text)


def _command(cursor: Cursor) -> Node:
    token = cursor.tokens[cursor.at]
    handler = COMMANDS.get("begin" if token.kind == "begin" else token.text)
    if handler is not None:
        return handler(cursor)
    name = named(token)
    if name is not None:
        _ = cursor.take()
        return name
    return known_command(cursor)


def _group(cursor: Cursor) -> Node:
    r"""Return what is in braces. A font switch such as `\bf` holds to their end."""
    opening = cursor.take()
    body = cursor.without_bars(_nothing if cursor.sees("close") else cursor.grammar.read_list)
    if cursor.sees("close"):
        return replace(body, span=opening.span | cursor.take().span)
    token = cursor.token
    if token is None:
        return tree.Hole(opening.span | body.span, "a brace is opened and never closed", "{")
    return _rest_of_group(cursor, opening, body)


def _nothing(cursor: Cursor) -> Node:
    return tree.Sequence(cursor.here(), (), ())


def _rest_of_group(cursor: Cursor, opening: Token, body: Node) -> Node:
    """The group holds something that does not fit: skip to its end, which was found beforehand."""
    start = cursor.at
    number = next((n for n in range(start - 1, -1, -1) if cursor.tokens[n] is opening), start)
    end = cursor.closes.get(number)
    if end is None:
        return tree.Hole(opening.span | body.span, "a brace is opened and never closed", "{")
    cursor.at = end + 1
    span = opening.span | cursor.tokens[end].span
    return tree.Hole(span, f"'{cursor.tokens[start].text}' does not fit in this group", cursor.tokens[start].text)


def _number(cursor: Cursor) -> Node:
    r"""Return a number with its decimals; `{,}`, `\,` and a comma between groups of three digits separate thousands."""
    first = last = cursor.take()
    text, point = first.text, first.text == "."
    while (token := cursor.token) is not None:
        adjacent = token.span.start == last.span.end
        following = cursor.ahead()
        if token.kind == "digit" and adjacent:
            text += token.text
        elif token.text == "." and token.kind == "sign" and adjacent and not point and _is_digit(following, token):
            text, point = text + ".", True
        elif _thousands(cursor, text):
            cursor.at += 2
        elif _bare_thousands(cursor, text):
            pass
        elif _spaced_thousands(cursor, text, last):
            text += token.text
        else:
            break
        last = cursor.take()
    if len(text) > LONGEST_NUMBER:
        return tree.Hole(first.span | last.span, f"a number of more than {LONGEST_NUMBER} digits", text[:20])
    return tree.Number(first.span | last.span, text)


def _bare_thousands(cursor: Cursor, text: str) -> bool:
    """Return whether a comma separates thousands: outside of brackets, between digits that touch it."""
    near = [cursor.ahead(n) for n in range(-1, 5)]
    kinds = [("" if t is None else t.text if t.kind == "sign" else t.kind) for t in near]
    if cursor.depth != 1 or not text.isdigit() or kinds[:5] != ["digit", ",", "digit", "digit", "digit"]:
        return False
    touching = all(a is not None and b is not None and a.span.end == b.span.start for a, b in pairwise(near[:5]))
    return touching and kinds[5] != "digit"


def _spaced_thousands(cursor: Cursor, text: str, before: Token) -> bool:
    r"""Return whether three digits follow behind `\,`: nobody multiplies numbers by a space alone."""
    near = [cursor.ahead(n) for n in range(4)]
    spans = [t.span for t in near if t is not None and t.kind == "digit"]
    if not text.isdigit() or [t.kind for t in near[:3] if t is not None] != ["digit"] * 3:
        return False
    touching = [one.end == other.start for one, other in pairwise(spans)]
    return touching in ([True, True], [True, True, False]) and spans[0].start <= before.span.end + THIN


def _is_digit(token: Token | None, before: Token) -> bool:
    return token is not None and token.kind == "digit" and token.span.start == before.span.end


def _thousands(cursor: Cursor, text: str) -> bool:
    """Return whether `{,}` and three digits follow; after a bare comma they may be another item."""
    ahead = [cursor.ahead(n) for n in range(7)]
    pattern = [("" if t is None else t.kind if t.kind == "digit" else t.text) for t in ahead]
    return text.isdigit() and pattern[:6] == ["{", ",", "}", "digit", "digit", "digit"] and pattern[6] != "digit"


_BY_KIND: dict[str, Callable[[Cursor], Node]] = {
    **dict.fromkeys(("sup", "sub", "prime"), _nothing),
    "open": _group,
    "digit": _number,
    "begin": _command,
}
