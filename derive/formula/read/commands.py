"""Commands that take arguments or have a scope, names, and environments: each with one small reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derive.formula.read import tree
from derive.formula.read.cursor import Cursor
from derive.formula.read.fences import left_right
from derive.formula.read.operators import OPERATOR_WORDS, applied, big, operator_word, scope_of_derivative, scripts
from derive.formula.read.scripts import argument
from derive.formula.read.tokens import Token
from derive.formula.read.tree import Node, Span
from derive.formula.signs import (
    ACCENTS,
    BIGS,
    CUSTOMARY,
    FONTS,
    FUNCTIONS,
    NAMES,
    OPERATORS,
    SAME_NAME,
    SWITCHES,
    words_of,
)

Reader = Callable[[Cursor], Node]


def _fraction(cursor: Cursor) -> Node:
    start = cursor.take().span
    top, bottom = argument(cursor), argument(cursor)
    return _derivative(cursor, tree.Fraction(start | bottom.span, top, bottom))


def _derivative(cursor: Cursor, fraction: tree.Fraction) -> Node:
    """Return a fraction as a derivative if it is written like one, with the scope that follows it; else as it is."""
    top, bottom = _split(fraction.top), _split(fraction.bottom)
    sign = _sign(top[0]) if top else None
    if sign is None or _sign(bottom[0]) != sign or len(bottom) < 2:
        return fraction
    by = _variables(bottom, sign)
    if by is None:
        return fraction
    order = top[0].sup if isinstance(top[0], tree.Scripted) else None
    if len(top) > 1:
        return tree.Derivative(fraction.span, sign, by, _joined(top[1:]), order)
    body = scope_of_derivative(cursor, narrow=False)
    return tree.Derivative(fraction.span if body is None else fraction.span | body.span, sign, by, body, order)


def _split(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, tree.Factors) and not any(node.signs) else (node,)


def _sign(node: Node) -> str | None:
    """Return which differential a node is: partial or d."""
    base = node.base if isinstance(node, tree.Scripted) and node.sub is None and not node.primes else node
    if isinstance(base, tree.Name) and not base.accents and base.font in {"", "roman"}:
        return base.text if base.text in {"partial", "d"} else None
    return None


def _variables(parts: tuple[Node, ...], sign: str) -> tuple[Node, ...] | None:
    """Return what the differentials in a denominator are of; `None` where a power stands at one of them."""
    groups: list[list[Node]] = []
    for part in parts:
        if _sign(part) == sign:
            if isinstance(part, tree.Scripted):
                return None
            groups.append([])
        else:
            groups[-1].append(part)
    return tuple(_joined(tuple(group)) for group in groups) if all(groups) else None


def _joined(parts: tuple[Node, ...]) -> Node:
    if len(parts) == 1:
        return parts[0]
    return tree.Factors(parts[0].span | parts[-1].span, ("",) * len(parts), parts)


def _gradient(cursor: Cursor) -> Node:
    r"""Return `\nabla_x f` with what it is taken of. A transpose behind it belongs to the gradient."""
    start = cursor.take().span
    sub, sup, _, end = scripts(cursor)
    span = start | end if sub is not None or sup is not None else start
    by = () if sub is None else (sub,)
    if cursor.token is not None and cursor.token.text in OPERATORS:
        return tree.Derivative(span, "nabla", by, None, sup)
    body = scope_of_derivative(cursor, narrow=True, by=sub)
    if body is None:
        return tree.Derivative(span, "nabla", by, None, sup)
    body, outside = _loosen(body)
    found = tree.Derivative(span | body.span, "nabla", by, body, sup)
    return found if outside is None else replace(outside, base=found, span=span | outside.span)


def _loosen(body: Node) -> tuple[Node, tree.Scripted | None]:
    r"""Take the transpose off the brackets: in `\nabla f(x)^\top` it is of the gradient."""
    last = body.parts[-1] if isinstance(body, tree.Factors) else body
    if not isinstance(last, tree.Scripted) or last.sub is not None or last.primes:
        return body, None
    if not (isinstance(last.sup, tree.Name) and last.sup.text in {"T", "top"}):
        return body, None
    if isinstance(body, tree.Factors) and isinstance(last.base, tree.Bracket):
        kept = (*body.parts[:-1], last.base)
        return replace(body, parts=kept, span=kept[0].span | kept[-1].span), last
    return body, None


def _root(cursor: Cursor) -> Node:
    start, degree = cursor.take().span, None
    if cursor.sees("sign", "["):
        _ = cursor.take()
        degree = cursor.grammar.read_list(cursor)
        if not cursor.sees("sign", "]"):
            return tree.Hole(start | degree.span, "the degree of a root is never closed", "sqrt")
        _ = cursor.take()
    body = argument(cursor)
    return tree.Root(start | body.span, body, degree)


def _binomial(cursor: Cursor) -> Node:
    start = cursor.take().span
    top, bottom = argument(cursor), argument(cursor)
    both = tree.Sequence(top.span | bottom.span, (top, bottom), (",",))
    return tree.Apply(start | bottom.span, "binomial", both, bracketed=True)


def _font(cursor: Cursor) -> Node:
    command = cursor.take()
    font = FONTS[command.text]
    if command.text in SWITCHES and not cursor.sees("open"):
        body = cursor.grammar.read_list(cursor) if cursor.token is not None else argument(cursor)
        return in_font(body, font, command.span | body.span)
    body = in_font(argument(cursor), font, command.span)
    body = body if isinstance(body, tree.Hole) else replace(body, span=command.span | _end(cursor))
    return operator_word(cursor, body) if isinstance(body, tree.Name) and body.text in OPERATOR_WORDS else body


def _end(cursor: Cursor) -> Span:
    """Return the span of the token just read."""
    return cursor.tokens[cursor.at - 1].span


def _accent(cursor: Cursor) -> Node:
    command = cursor.take()
    body = argument(cursor)
    span = command.span | _end(cursor)
    found = accented(body, ACCENTS[command.text], span)
    if found is None and isinstance(body, tree.Hole):
        return body
    return found or tree.Hole(span, f"\\{command.text} over something that is no name", command.text)


def _negated(cursor: Cursor) -> Node:
    r"""Return `\neg A` as a name of its own."""
    start = cursor.take().span
    body = cursor.grammar.read_atom(cursor) if cursor.token is not None else argument(cursor)
    span = start | body.span
    return accented(body, "neg", span) or tree.Hole(span, "the negation of something that is no name", "neg")


def _brace(cursor: Cursor) -> Node:
    r"""Return what `\underbrace` or `\overbrace` embraces, with its remark."""
    start = cursor.take().span
    body = argument(cursor)
    note, span = None, start | _end(cursor)
    while cursor.token is not None and cursor.token.kind in {"sub", "sup"}:
        note = argument(cursor, skip=1)
        span |= _end(cursor)
    return tree.Noted(span, body, note)


def _over(cursor: Cursor) -> Node:
    r"""Return `\underset{x}{\arg\max}` as an operator with a limit, and a remark over anything else as a remark."""
    command = cursor.take()
    note = argument(cursor)
    if command.text == "underset":
        operator = _bare_operator(cursor)
        if operator is not None:
            return big(cursor, operator[0], command.span | operator[1], lower=note)
    body = argument(cursor)
    return tree.Noted(command.span | _end(cursor), body, note)


def _bare_operator(cursor: Cursor) -> tuple[str, Span] | None:
    r"""Return the operator that is the whole of the next argument, such as `{\arg\max}`, and move behind it."""
    close = cursor.closes.get(cursor.at)
    inner = cursor.tokens[cursor.at + 1 : close] if close is not None else cursor.tokens[cursor.at : cursor.at + 1]
    words = "".join(t.text for t in inner if t.kind not in {"open", "close"} and t.text not in FONTS)
    name = OPERATOR_WORDS.get(words, BIGS.get(words))
    if name is None or name in FUNCTIONS or not inner:
        return None
    cursor.at = close + 1 if close is not None else cursor.at + 1
    return name, inner[-1].span


def _transparent(cursor: Cursor) -> Node:
    r"""Return what a command such as `\boxed` only decorates."""
    start = cursor.take().span
    body = argument(cursor)
    return replace(body, span=start | _end(cursor))


def _unclear(cursor: Cursor) -> Node:
    token = cursor.take()
    return tree.Hole(token.span, f"the command \\{token.text} is out of place here", token.text)


def _arg(cursor: Cursor) -> Node:
    r"""Return `\arg\max` as one operator."""
    following = cursor.ahead()
    if following is not None and following.text in {"max", "min"}:
        start = cursor.take().span
        return big(cursor, f"arg{following.text}", start | cursor.take().span)
    return applied(cursor, "arg", cursor.take().span)


def known_command(cursor: Cursor) -> Node:
    """Return the hole for a command that nothing is known about."""
    token = cursor.take()
    return tree.Hole(token.span, f"the command \\{token.text} is not known", "\\" + token.text)


_KNOWN = words_of(
    "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array cases dcases rcases aligned split gathered "
    "align align* alignedat gather gather* equation equation* eqnarray eqnarray* multline multline* subarray "
    "flalign flalign* alignat alignat* displaymath math psmallmatrix bsmallmatrix"
)


def grid(cursor: Cursor) -> Node:
    r"""Return an environment from its `\begin` to its `\end`."""
    opening = cursor.take()
    name, inner = opening.text.strip(), cursor.at
    if name in {"array", "alignedat", "alignat", "alignat*", "subarray"} and cursor.at in cursor.closes:
        cursor.at = cursor.closes[inner] + 1
    rows = cursor.without_bars(_rows)
    token = cursor.token
    if token is None or token.kind != "end":
        end = cursor.tokens[cursor.at - 1].span
        return tree.Hole(opening.span | end, f"the environment {name} is never ended", name)
    closing = cursor.take()
    span = opening.span | closing.span
    if closing.text.strip() != name:
        return tree.Hole(span, f"the environment {name} is ended by {closing.text.strip()}", name)
    if name not in _KNOWN:
        return tree.Hole(span, f"the environment {name} is not known", name)
    return tree.Grid(span, name.rstrip("*"), rows)


def _rows(cursor: Cursor) -> tuple[tuple[Node, ...], ...]:
    rows: list[tuple[Node, ...]] = []
    cells: list[Node] = []
    while True:
        cells.append(_cell(cursor))
        if cursor.sees("align"):
            _ = cursor.take()
        elif cursor.sees("row"):
            _ = cursor.take()
            rows.append(tuple(cells))
            cells = []
        else:
            rows.append(tuple(cells))
            break
    return tuple(row for row in rows if any(not isinstance(cell, tree.Sequence) or cell.items for cell in row))


def _cell(cursor: Cursor) -> Node:
    """Return one cell; what does not fit in it is a hole to its end."""
    token = cursor.token
    if token is None or token.kind in {"align", "row", "end"}:
        return tree.Sequence(cursor.here(), (), ())
    body = cursor.grammar.read_list(cursor)
    token = cursor.token
    if token is None or token.kind in {"align", "row", "end"}:
        is_ended = isinstance(body, tree.Sequence) and len(body.items) == len(body.separators) == 1
        return body.items[0] if is_ended and isinstance(body, tree.Sequence) else body  # `a, & b > 0,` in cases
    start = token
    while (token := cursor.token) is not None and token.kind not in {"align", "row", "end"}:
        _ = cursor.take()
    return tree.Hole(
        body.span | cursor.tokens[cursor.at - 1].span, f"'{start.text}' does not fit in this cell", start.text
    )


def substack(cursor: Cursor) -> Node:
    r"""Return the lines of a `\substack` as a list."""
    command = cursor.take()
    close = cursor.closes.get(cursor.at)
    if close is None:
        return tree.Hole(command.span, "an argument is missing here", "substack")
    _ = cursor.take()
    rows = _rows(cursor)
    end = cursor.tokens[close].span
    if cursor.at != close:
        cursor.at = close + 1
        return tree.Hole(command.span | end, "it does not end where it should", "substack")
    cursor.at = close + 1
    items = tuple(cell for row in rows for cell in row)
    return tree.Sequence(command.span | end, items, (",",) * max(len(items) - 1, 0))


def named(token: Token) -> tree.Name | None:
    r"""Return the name that a command stands for, such as `\alpha`; `None` for a command that is no name."""
    if token.text in CUSTOMARY:
        return tree.Name(token.span, *CUSTOMARY[token.text])
    text = SAME_NAME.get(token.text, token.text)
    return tree.Name(token.span, text) if token.text in NAMES else None


def in_font(node: Node, font: str, span: Span) -> Node:
    r"""Return what is written in a font: letters become one word in an upright font, else each gets the font.

    >>> in_font(tree.Name(Span(8, 9), "x"), "bold", Span(0, 10)).font
    'bold'
    """
    if font in {"roman", "sans"}:
        word = _word(node)
        if word is not None:
            return tree.Name(span, word, font)
    if isinstance(node, tree.Name):
        return replace(node, span=span, font=font or node.font)
    if isinstance(node, tree.Number) and font in {"blackboard", "bold"}:
        return tree.Name(span, node.text, font)
    if isinstance(node, tree.Scripted):
        return replace(node, span=span, base=in_font(node.base, font, span))
    if isinstance(node, tree.Factors | tree.Terms):
        parts = tuple(in_font(part, font, part.span) for part in node.parts)
        return replace(node, span=span, parts=parts)
    return node


def _word(node: Node) -> str | None:
    """Return the letters of a node as one word, or `None` where there is more than letters."""
    if isinstance(node, tree.Name):
        return node.text
    if isinstance(node, tree.Words):
        return node.text.strip()
    if isinstance(node, tree.Factors) and not any(node.signs):
        words = [_word(part) if not isinstance(part, tree.Number) else part.text for part in node.parts]
        return "".join(w for w in words if w is not None) if None not in words else None
    return None


def accented(node: Node, accent: str, span: Span) -> Node | None:
    r"""Return a name with an accent; `None` where the accent is over something that is no name.

    >>> accented(tree.Name(Span(5, 6), "x"), "hat", Span(0, 7)).accents
    ('hat',)
    """
    if isinstance(node, tree.Name):
        return replace(node, span=span, accents=(accent, *node.accents))
    if isinstance(node, tree.Scripted) and isinstance(node.base, tree.Name):
        return replace(node, span=span, base=replace(node.base, accents=(accent, *node.base.accents)))
    word = node.text if isinstance(node, tree.Number) else _word(node)
    return tree.Name(span, word, "", (accent,)) if word is not None else None


def _taken(make: Callable[[Cursor, Token], Node]) -> Reader:
    """Return the reader of a command that is a node together with what its operator finds behind it."""
    return lambda cursor: make(cursor, cursor.take())


_GROUPS: tuple[tuple[Reader, str], ...] = (
    (_fraction, "frac dfrac tfrac cfrac nicefrac sfrac"),
    (_root, "sqrt"),
    (_binomial, "binom dbinom tbinom"),
    (_font, " ".join(FONTS)),
    (_accent, " ".join(ACCENTS)),
    (_negated, "neg lnot"),
    (_brace, "underbrace overbrace underbracket overbracket"),
    (_over, "overset underset stackrel"),
    (_transparent, "boxed fbox underline uline smash"),
    (_taken(lambda cursor, token: applied(cursor, token.text, token.span)), " ".join(FUNCTIONS - {"arg", "vec"})),
    (_taken(lambda cursor, token: big(cursor, BIGS[token.text], token.span)), " ".join(BIGS)),
    (left_right, "left"),
    (_gradient, "nabla"),
    (grid, "begin"),
    (substack, "substack"),
    (_taken(lambda _, token: tree.Words(token.span, "for all")), "forall"),
    (_taken(lambda _, token: tree.Words(token.span, "there exists")), "exists"),
    (_taken(lambda _, token: tree.Words(token.span, token.text)), "# $ & %"),
    (_taken(lambda _, token: tree.Name(token.span, "1", "blackboard")), "indicator"),
    (_unclear, "right over choose atop middle not limits"),
    (_arg, "arg"),
)
COMMANDS: dict[str, Reader] = {name: reader for reader, names in _GROUPS for name in names.split()}
"""How each command is read."""
