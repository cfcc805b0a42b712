"""Products: which names before brackets are applied, and how shapes multiply."""

from __future__ import annotations

from dataclasses import replace

from derive.latex.read.applications import is_applied, is_indicator, is_inverse_function
from derive.latex.read.differentials import SIGN, is_differential, made
from derive.latex.read.heads import key_of
from derive.latex.read.here import Here
from derive.latex.read.tree import Apply, Bracket, Derivative, Factors, Fraction, Name, Node, Number, Root, Scripted
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, entrywise, inner, kind_of, mapped, multiplied


def product(node: Factors, here: Here) -> Value:
    """Return a product, from left to right. Raises `NotReadError` for operators that have no meaning here."""
    parts = _grouped(node, here)
    signs, values = [sign for sign, _ in parts], [here.read(part) for _, part in parts]
    result = values[0]
    for sign, value in zip(signs[1:], values[1:], strict=True):
        result = _joined(result, sign, value, node, here)
    return result


def _joined(one: Value, sign: str, other: Value, node: Node, here: Here) -> Value:
    if sign == "/":
        if not other.is_number:
            raise NotReadError(node.span, f"a division by {kind_of(other)}")
        return mapped(one, lambda entry: entry / other.at(None, None))
    if sign in {"odot", "circ"}:
        return entrywise(here.scene, one, other, node.span)
    both_columns = one.cols is None and other.cols is None and one.rows is not None and other.rows is not None
    if sign == "cdot" and both_columns:
        return inner(here.scene, one, other, node.span)
    if sign in {"", "cdot", "times"}:
        return multiplied(here.scene, one, other, node.span)
    raise NotReadError(node.span, f"the operator '{sign}' is not read")


def _grouped(node: Factors, here: Here) -> list[tuple[str, Node]]:
    """Return the factors with functions with their arguments, and slopes with their scope."""
    parts: list[tuple[str, Node]] = []
    for sign, part in zip(node.signs, node.parts, strict=True):
        before = parts[-1][1] if parts else None
        joined = _one(before, sign, part, here) if before is not None else None
        if joined is None:
            parts.append((sign, part))
        else:
            parts[-1] = (parts[-1][0], joined)
    return parts


def _one(before: Node, sign: str, part: Node, here: Here) -> Node | None:
    """Return two neighbours as one node, where they are one thing; else `None`."""
    moved = None if sign else _differential(before, part, here)
    if sign or moved is not None:
        return moved
    if isinstance(part, Bracket) and is_inverse_function(before, here):
        raise NotReadError(before.span, "an inverse function is not read")
    if isinstance(part, Bracket) and part.left in {"(", "[", "{"} and is_applied(before, part, here):
        return Apply(before.span | part.span, "", Factors(before.span | part.span, ("", ""), (before, part)))
    if isinstance(part, Bracket) and is_indicator(before, part):
        return Apply(before.span | part.span, "indicator", part, bracketed=True)
    if isinstance(part, Scripted) and isinstance(part.base, Bracket) and is_applied(before, part.base, here):
        call = _one(before, "", part.base, here)
        return None if call is None else replace(part, base=call, span=before.span | part.span)
    return _wide_gradient(before, part, here) or _wide_argument(before, part, here) or _bare_mean(before, part, here)


def _bare_mean(before: Node, part: Node, here: Here) -> Node | None:
    r"""`\mathbb{E} X` is the mean of X; of `\mathbb{E} X Y` both that of X and that of the product are tried."""
    if not isinstance(part, Name | Scripted | Factors) or _is_mean(part):
        return None
    if _is_mean(before):
        call = Factors(before.span | part.span, ("", ""), (before, Bracket(part.span, "[", "]", part)))
        return Apply(call.span, "", call)
    bare = before.argument if isinstance(before, Apply) and not before.head else None
    name, body = bare.parts if isinstance(bare, Factors) else (None, None)
    inside = body.body if isinstance(body, Bracket) and body.body is not None and body.span == body.body.span else None
    if name is None or inside is None or not _is_mean(name):
        return None
    if here.scene.choose("a mean before several factors", ("is of the first", "is of all")) == "is of the first":
        return None
    return _bare_mean(name, Factors(inside.span | part.span, ("", ""), (inside, part)), here)


def _is_mean(node: Node) -> bool:
    return isinstance(node, Name) and key_of(node) == "blackboard E"


def _differential(before: Node, part: Node, here: Here) -> Node | None:
    """Return `d x` as a differential, and `d f(x)` as that of the function with its argument."""
    if is_differential(before, part, here):
        return made(before, part)
    if isinstance(before, Derivative) and before.sign == SIGN and before.body is not None and isinstance(part, Bracket):
        call = _one(before.body, "", part, here)
        return None if call is None else replace(before, body=call, span=before.span | part.span)
    return None


def _wide_gradient(before: Node, part: Node, here: Here) -> Node | None:
    r"""`\nabla_w w^\top A w` is the gradient of the product; before a number and more factors, both are tried."""
    if not isinstance(before, Derivative) or before.sign != "nabla" or before.body is None:
        return None
    if not isinstance(before.body, Name | Scripted | Factors):
        return None
    if _is_number(before.body, here):
        answer = here.scene.choose("a gradient before several factors", ("takes the first", "takes all"))
        if answer == "takes the first":
            return None
    body = before.body
    parts = (*body.parts, part) if isinstance(body, Factors) else (body, part)
    wide = Factors(body.span | part.span, ("",) * len(parts), parts)
    return replace(before, body=wide, span=before.span | part.span)


def _is_number(body: Node, here: Here) -> bool:
    try:
        return here.read(body).is_number
    except NotReadError:
        return False


def _wide_argument(before: Node, part: Node, here: Here) -> Node | None:
    r"""`\log 2 \pi` and `\log \frac{1}{s} \exp(z)` may be logarithms of the product: both readings are tried."""
    if not isinstance(before, Apply) or before.bracketed or before.argument is None or not before.head:
        return None
    if not isinstance(before.argument, Number | Factors | Fraction | Root):
        return None
    if not isinstance(part, Name | Scripted | Number | Apply):
        return None
    if isinstance(part, Scripted) and not isinstance(part.base, Name):
        return None
    if here.scene.choose("a function before several factors", ("takes the first", "takes all")) == "takes the first":
        return None
    inside = Factors(before.argument.span | part.span, ("", ""), (before.argument, part))
    return replace(before, argument=inside, span=before.span | part.span)
