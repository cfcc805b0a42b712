"""What is written below, above and behind an atom: indices, powers, primes, factorials."""

from __future__ import annotations

from dataclasses import replace

from derive.formula.read.cursor import Cursor
from derive.formula.read.tokens import Token
from derive.formula.read.tree import Apply, Factors, Hole, Name, Node, Number, Scripted, Sequence
from derive.formula.signs import OPERATORS, PLUS

_LONE = frozenset({"*", "+", "-", "−"}) | {"ast", "star", "dagger", "circ", "bullet", "times", "prime", "pm"}
_KNOWN_AS = {"ast": "star", "*": "star", "−": "-"}


def scripted(cursor: Cursor, base: Node) -> Node:
    """Return the base with all scripts that follow it."""
    sub, sup, primes, trouble, end = None, None, 0, None, base.span
    while (token := cursor.token) is not None and token.kind in {"sub", "sup", "prime"}:
        end |= token.span
        if token.kind == "prime":
            primes += 1
            _ = cursor.take()
            continue
        script = argument(cursor, skip=1)
        end |= script.span
        count = _primes(script) if token.kind == "sup" else 0
        if count:
            primes += count
        elif (sub if token.kind == "sub" else sup) is not None:
            trouble = Hole(end, f"two {'indices' if token.kind == 'sub' else 'exponents'} on one base")
        elif token.kind == "sub":
            sub = script
        else:
            sup = script
        trouble = trouble or _cut_number(cursor, script, token)
    if trouble is not None:
        return trouble
    result = base if sub is None and sup is None and not primes else Scripted(end, base, sub, sup, primes)
    return _factorial(cursor, result)


def _cut_number(cursor: Cursor, script: Node, sign: Token) -> Hole | None:
    """`x^10` is x to the power 1, times 0: nobody means that."""
    following = cursor.token
    if not isinstance(script, Number) or script.span.end - sign.span.end != 1 or following is None:
        return None
    if following.kind == "digit" and following.span.start == script.span.end:
        reason = "only the first digit is in the script; put braces around the number"
        return Hole(sign.span | following.span, reason, script.text + following.text)
    return None


def _factorial(cursor: Cursor, base: Node) -> Node:
    token = cursor.token
    if token is None or not token.is_in({"!"}):
        return base
    _ = cursor.take()
    return Apply(base.span | token.span, "factorial", base, bracketed=True)


def _primes(script: Node) -> int:
    parts = script.parts if isinstance(script, Factors) else (script,)
    return len(parts) if all(isinstance(p, Name) and p.text == "prime" for p in parts) else 0


def argument(cursor: Cursor, *, skip: int = 0) -> Node:
    """Return the argument of a command, as TeX reads it: a group, a command with its own, or one character."""
    cursor.at += skip
    token = cursor.token
    if token is None or token.kind in {"close", "align", "row", "sup", "sub", "end"}:
        return Hole(cursor.here(), "an argument is missing here")
    if token.kind == "open":
        return _slice(cursor) or _group_or_sign(cursor)
    if token.kind == "digit":
        return Number(cursor.take().span, token.text)
    if token.is_in(_LONE | PLUS.keys() | OPERATORS.keys()):
        return _sign_name(cursor.take())
    if token.kind == "sign" and not token.text.isalnum():
        return Hole(cursor.take().span, f"'{token.text}' is no argument; use braces", token.text)
    return cursor.deeper(cursor.grammar.read_atom)  # commands nest without braces, so this is a level too


def _slice(cursor: Cursor) -> Node | None:
    """Return `i,:` and `:j` with the colon as a place of its own; None for any other group."""
    close = cursor.closes.get(cursor.at)
    inner = cursor.tokens[cursor.at + 1 : close] if close is not None and close - cursor.at <= _LONGEST_SLICE else []
    if len(inner) < 2 or sum(each.text == ":" for each in inner) != 1 or close is None:
        return None
    places = [each for each in inner if each.text != ","]
    if len(places) != 2 or not all(each.text == ":" or each.kind in {"letter", "digit"} for each in places):
        return None
    made = tuple(Number(t.span, t.text) if t.kind == "digit" else Name(t.span, t.text) for t in places)
    span = cursor.tokens[cursor.at].span | cursor.tokens[close].span
    cursor.at = close + 1
    return Sequence(span, made, (",",))


_LONGEST_SLICE = 4


def _sign_name(token: Token) -> Name:
    return Name(token.span, _KNOWN_AS.get(token.text, token.text))


def _group_or_sign(cursor: Cursor) -> Node:
    close = cursor.closes.get(cursor.at)
    inner = cursor.tokens[cursor.at + 1 : close] if close is not None and close - cursor.at <= 4 else []
    if inner and all(t.kind == "prime" or t.is_in(_LONE) for t in inner):
        span = cursor.tokens[cursor.at].span | cursor.tokens[cursor.at + len(inner) + 1].span
        cursor.at += len(inner) + 2
        names = tuple(Name(t.span, "prime") if t.kind == "prime" else _sign_name(t) for t in inner)
        return replace(names[0], span=span) if len(names) == 1 else Factors(span, ("",) * len(names), names)
    return cursor.deeper(cursor.grammar.read_atom)  # commands nest without braces, so this is a level too
