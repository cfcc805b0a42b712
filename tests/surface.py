"""Surface trees as short text, for tests: `f(x)` is written `(* f (par x))`."""

from __future__ import annotations

from functools import singledispatch

from derive.latex.read.tree import (
    Apply,
    Big,
    Bracket,
    Chain,
    Derivative,
    Dots,
    Factors,
    Fraction,
    Grid,
    Hole,
    Name,
    Node,
    Noted,
    Number,
    Root,
    Scripted,
    Sequence,
    Terms,
    Words,
)


@singledispatch
def shown(node: object) -> str:
    """Return a tree as text; an absent part is "-"."""
    return "-" if node is None else f"<{type(node).__name__}>"


def _all(*nodes: Node | None) -> str:
    return " ".join(shown(node) for node in nodes)


@shown.register
def _(node: Hole) -> str:
    return "?" if node.reason else "??"


@shown.register
def _(node: Number | Words) -> str:
    return node.text


@shown.register
def _(node: Name) -> str:
    return ".".join([*node.accents, *([node.font] if node.font else []), node.text])


@shown.register
def _(node: Dots) -> str:
    return "..." if node.span else ""


@shown.register
def _(node: Scripted) -> str:
    sub = "" if node.sub is None else f" _{shown(node.sub)}"
    sup = "" if node.sup is None else f" ^{shown(node.sup)}"
    return f"[{shown(node.base)}{chr(39) * node.primes}{sub}{sup}]"


@shown.register
def _(node: Terms) -> str:
    return "(" + " ".join(f"{s or '+'}{shown(p)}" for s, p in zip(node.signs, node.parts, strict=True)) + ")"


@shown.register
def _(node: Factors) -> str:
    return (
        "(* " + " ".join(f"{s}{':' if s else ''}{shown(p)}" for s, p in zip(node.signs, node.parts, strict=True)) + ")"
    )


@shown.register
def _(node: Fraction) -> str:
    return f"(/ {_all(node.top, node.bottom)})"


@shown.register
def _(node: Root) -> str:
    return f"(root {_all(node.body, node.degree)})"


@shown.register
def _(node: Apply) -> str:
    scripts = "".join(f" {mark}{shown(s)}" for mark, s in (("_", node.sub), ("^", node.sup)) if s is not None)
    return f"({node.head}{chr(39) * node.primes}{scripts} {shown(node.argument)})"


@shown.register
def _(node: Big) -> str:
    return f"({node.head} {_all(node.lower, node.upper, node.body)})"


@shown.register
def _(node: Derivative) -> str:
    by = " ".join(shown(b) for b in node.by) or "-"
    order = "" if node.order is None else f"^{shown(node.order)}"
    return f"(D{order} {node.sign} {by} {shown(node.body)})"


@shown.register
def _(node: Bracket) -> str:
    return f"{node.left}{shown(node.body)}{node.right}"


@shown.register
def _(node: Sequence) -> str:
    return "(" + ", ".join(shown(item) for item in node.items) + ")"


@shown.register
def _(node: Chain) -> str:
    signs = [sign.kind for sign in node.relations]
    parts = [shown(node.members[0])]
    for sign, member in zip(signs, node.members[1:], strict=True):
        parts += [sign, shown(member)]
    return " ".join(parts)


@shown.register
def _(node: Grid) -> str:
    return f"({node.environment} " + "; ".join(" & ".join(shown(c) for c in row) for row in node.rows) + ")"


@shown.register
def _(node: Noted) -> str:
    return shown(node.body)
