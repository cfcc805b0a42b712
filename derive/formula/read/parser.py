"""The surface parser: precedence from lists and relations down to factors. Whatever comes in, a tree comes out."""

from __future__ import annotations

from derive.formula.read.atoms import atom, factor, starts_factor
from derive.formula.read.cursor import DEEPEST, Cursor, Grammar, TooDeepError, cursor_on, is_relation, prepare
from derive.formula.read.fences import is_double
from derive.formula.read.tokens import Token, tokens_of
from derive.formula.read.tree import Bracket, Chain, Factors, Hole, Name, Node, Sequence, Sign, Span, Terms, covering
from derive.formula.signs import BARS, OPERATORS, PLUS, RELATIONS, RIGHT_FENCES

LONGEST = 100_000
ENTRYWISE = frozenset({"odot", "circ"})
SEPARATORS = {",": ",", ";": ";", ":": ":", "mid": "|", "colon": ":", ".": ".", "|": "|", "vert": "|"}


def read(text: str, offset: int = 0) -> Node:
    r"""Return the surface tree of a formula. Never fails: what is not understood is a `Hole`.

    >>> from derive.formula.read.tree import holes
    >>> type(read(r"\frac{a}{b}")).__name__, holes(read(r"a \mystery b"))[0].reason
    ('Fraction', 'the command \\mystery is not known')
    """
    if len(text) > LONGEST:
        return Hole(Span(offset, offset + len(text)), f"a formula of more than {LONGEST} characters", text[:40])
    tokens, gaps, _ = prepare(tokens_of(text, offset))
    return read_tokens(tokens, gaps, Span(offset, offset + len(text)))


def read_tokens(tokens: list[Token], gaps: frozenset[int] = frozenset(), span: Span | None = None) -> Node:
    """Return the surface tree of prepared tokens; `span` is where they stand if there are none."""
    if not tokens:
        return Sequence(span or Span(0, 0), (), ())
    cursor = cursor_on(tokens, gaps, Grammar(read_list, read_factors, factor, atom))
    try:
        parts = [read_list(cursor)]
        while cursor.token is not None:
            stray = cursor.take()
            parts.append(Hole(stray.span, f"{_shown(stray)} is out of place here", stray.text))
            if cursor.at < len(cursor.tokens):
                parts.append(read_list(cursor))
    except TooDeepError:
        return Hole(tokens[0].span | tokens[-1].span, f"nested more than {DEEPEST} levels deep")
    return covering(parts[0] if len(parts) == 1 else _product(parts))


def _product(parts: list[Node]) -> Node:
    span = parts[0].span
    for part in parts:
        span |= part.span
    return Factors(span, ("",) * len(parts), tuple(parts))


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
    return Sequence(items[0].span | items[-1].span, tuple(items), tuple(separators))


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
    relations: list[Sign] = []
    while (sign := _relation(cursor)) is not None:
        cursor.at = sign[1]
        relations.append(sign[0])
        empty = cursor.token is None or not (_starts_item(cursor))
        members.append(None if empty else read_terms(cursor))
    members, relations = _angles(members, relations)
    if not relations:
        return members[0] or Sequence(start, (), ())
    first = members[0].span if members[0] is not None else relations[0].span
    last = members[-1].span if members[-1] is not None else relations[-1].span
    return Chain(first | last, tuple(members), tuple(relations))


def _angles(members: list[Node | None], signs: list[Sign]) -> tuple[list[Node | None], list[Sign]]:
    """Take `<b>` for brackets, where nothing stands behind the second sign but another relation."""
    for at in range(len(signs) - 1):
        inside, behind = members[at + 1], members[at + 2]
        if (signs[at].kind, signs[at + 1].kind) != ("<", ">") or inside is None or behind is not None:
            continue
        bracket: Node = Bracket(signs[at].span | signs[at + 1].span, "<", "<", inside)
        before = members[at]
        whole = bracket if before is None else Factors(before.span | bracket.span, ("", ""), (before, bracket))
        return [*members[:at], whole, *members[at + 3 :]], [*signs[:at], *signs[at + 2 :]]
    return members, signs


def _relation(cursor: Cursor) -> tuple[Sign, int] | None:
    """Return the relation sign at the cursor and where the next token is, or `None`."""
    token = cursor.token
    if token is None:
        return None
    if is_relation(token):
        return Sign(token.span, RELATIONS[token.text]), cursor.at + 1
    if token.kind == "command" and token.text in {"overset", "stackrel", "underset", "xlongequal"}:
        return _noted_relation(cursor)
    return None


def _noted_relation(cursor: Cursor) -> tuple[Sign, int] | None:
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
    return Sign(cursor.tokens[cursor.at].span | cursor.tokens[end].span, kind, remark), end + 1


def read_terms(cursor: Cursor) -> Node:
    """Return a sum of products."""
    if _is_lonely_sign(cursor):
        token = cursor.take()
        return Name(token.span, PLUS[token.text])
    signs, parts = [_signs(cursor)], [read_factors(cursor)]
    while cursor.sees_one_of(PLUS) and not cursor.at_gap():
        signs.append(_signs(cursor))
        parts.append(read_factors(cursor))
    if len(parts) == 1 and not signs[0][0]:
        return parts[0]
    start = signs[0][1] or parts[0].span
    return Terms(start | parts[-1].span, tuple(sign for sign, _ in signs), tuple(parts))


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
        if token.is_in(OPERATORS) and not juxtaposed:
            signs.append(OPERATORS[cursor.take().text])
            parts.append(_signed_operand(cursor))
        elif starts_factor(cursor) and not cursor.at_gap():
            signs.append("")
            parts.append(_operand(cursor))
        else:
            break
    if len(parts) == 1 and not signs[0]:
        return parts[0]
    return Factors(parts[0].span | parts[-1].span, tuple(signs), tuple(parts))


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
    return operand if not sign or span is None else Terms(span | operand.span, (sign,), (operand,))


def _operand(cursor: Cursor) -> Node:
    if not ((cursor.sees_one_of(BARS) and not cursor.bars) or starts_factor(cursor)):
        return Hole(cursor.here(), "something is missing here")
    return factor(cursor)
