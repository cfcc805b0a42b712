"""What a name is called by: one function makes the key, for declaration, definition, use, call and derivative.

A *key* holds letters, font, accents, primes and every script that is no index; *slots* are the scripts that are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from functools import cache

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node

TRANSPOSES = frozenset({"top", "T", "intercal", "roman T", "t", "sans T", "prime", "tr", "roman tr"})
WORDS = frozenset(
    [
        "in",
        "out",
        "opt",
        "old",
        "new",
        "max",
        "min",
        "map",
        "mle",
        "ml",
        "ols",
        "lr",
        "test",
        "train",
        "init",
        "reg",
        "mse",
        "ridge",
        "lasso",
        "true",
        "MAP",
        "MLE",
        "ML",
        "OLS",
        "MSE",
        "CE",
        "KL",
    ]
)
"""Subscripts of several letters that are one word, and no indices."""
ITERATES = "#steps"
"""How the name of the iterates of a vector ends, as they are met in `w_{t+1}` beside `w`."""
MARKS = frozenset({"star", "ast", "dagger", "dag", "new", "old", "plus", "minus", "prime", "+", "-"})
"""What stands above a name as a mark of its own."""


def name_key(name: surface.Name) -> str:
    r"""Return what a bare name is known by: font and accents belong to it.

    >>> name_key(surface.Name(surface.Span(0, 9), "x", "bold", ("hat",)))
    'hat bold x'
    """
    return " ".join([*name.accents, *([name.font] if name.font else []), name.text])


def stem(key: str) -> str:
    """Return the letters of a key, without font, accents, primes and scripts.

    >>> stem("hat bold x^(1)_opt")
    'x'
    """
    return key.split("^", maxsplit=1)[0].split("_", maxsplit=1)[0].split("#", maxsplit=1)[0].rstrip("'").split(" ")[-1]


def spelled(node: Node | None) -> str:
    """Return a tree without its places, as text: two formulas that are written alike are spelled alike."""
    if node is None:
        return "-"
    if isinstance(node, surface.Name):
        return name_key(node)
    if isinstance(node, surface.Number | surface.Words):
        return node.text
    parts = [_spelled_part(getattr(node, each)) for each in _spoken(type(node))]
    return f"{type(node).__name__}[{' '.join(parts)}]"


@cache
def _spoken(kind: type[Node]) -> tuple[str, ...]:
    """Return the fields of a kind of node that are no places in a file."""
    return tuple(each.name for each in fields(kind) if each.name != "span")


def _spelled_part(part: object) -> str:
    if isinstance(part, tuple):
        return "(" + ",".join(map(_spelled_part, part)) + ")"
    return spelled(part) if surface.is_node(part) else str(part)


def in_units(node: Node | None) -> Node | None:
    r"""Return a number of per cent as the number that it is, with as many digits: `86\%` is 0.86; another as it is."""
    if isinstance(node, surface.Factors) and len(node.parts) == 2 and not any(node.signs):
        number, unit = node.parts
        if isinstance(number, surface.Number) and isinstance(unit, surface.Words) and unit.text == "%":
            return replace(number, text=format(Decimal(number.text).scaleb(-2), "f"))
    return node


def items(node: Node | None) -> tuple[Node, ...]:
    """Return what stands in a list, with or without commas; a single thing is a list of itself.

    `ij` and `i, j` are lists of two, `i + 1, j` too, and `(i)` one of one.
    """
    if node is None:
        return ()
    if isinstance(node, surface.Bracket) and node.body is not None:
        return items(node.body)
    if isinstance(node, surface.Sequence) and set(node.separators) <= {",", " "}:
        return node.items
    if isinstance(node, surface.Factors) and not any(node.signs) and all(map(_is_atom, node.parts)):
        return node.parts
    return (node,)


def _is_atom(node: Node) -> bool:
    return isinstance(node, surface.Name | surface.Number)


def letters(node: Node | None) -> tuple[surface.Name | surface.Number, ...] | None:
    """Return the single letters and numbers in a script, or None where anything else stands there."""
    listed = items(node)
    return (
        tuple(each for each in listed if isinstance(each, surface.Name | surface.Number))
        if all(map(_is_atom, listed))
        else None
    )


def names_in(node: Node | None) -> frozenset[str]:
    """Return the keys of all bare names in a tree."""
    return frozenset(name_key(each) for each in surface.walk(node) if isinstance(each, surface.Name))


def named(node: Node | None) -> surface.Name | None:
    """Return the name at the root of a name with scripts; None for anything else."""
    base = node.base if isinstance(node, surface.Scripted) else node
    return base if isinstance(base, surface.Name) else None


@dataclass(frozen=True, slots=True)
class Head:
    """A name taken apart: its key, what stands in its slots, and what is left above it, such as a power.

    `generalised` says what was taken for part of the name though it might be an index.
    """

    key: str
    slots: tuple[Node, ...] = ()
    power: Node | None = None
    generalised: str = ""


IsIndex = Callable[[surface.Name], bool]


def head_of(node: Node, is_index: IsIndex, sizes: frozenset[str] = frozenset()) -> Head | None:
    """Return a name taken apart, where `is_index` tells which letters are indices; None for what is no name.

    A size below a name is a place, as in `x_n` for the last of `x_1, ..., x_n`.
    """
    base = named(node)
    if base is None:
        return None
    if not isinstance(node, surface.Scripted):
        return Head(name_key(base))
    mark, above, power = _above(node.sup, is_index)
    below, rest, note = _below(node.sub, is_index, sizes)
    key, primes = name_key(base), "'" * node.primes
    # A prime is meant of the name with what is no index below it: `h_d'` is the slope of `h_d`.
    key += below + primes if below and not mark else primes + mark + below
    return Head(key, (*above, *rest), power, note)


def _above(sup: Node | None, is_index: IsIndex) -> tuple[str, tuple[Node, ...], Node | None]:
    """Return what a superscript adds to the key, its slots, and what of it is a power."""
    if sup is None:
        return "", (), None
    if isinstance(sup, surface.Factors) and len(sup.parts) == 2 and not any(sup.signs):
        mark, slots, left = _above(sup.parts[0], is_index)  # as in `x^{(i)\top}` and `x^{\star\top}`
        if left is None:
            return mark, slots, sup.parts[1]
    if isinstance(sup, surface.Terms) and sup.signs == ("+",) and is_transpose(sup.parts[0]):
        return "^+", (), sup.parts[0]
    if isinstance(sup, surface.Bracket) and sup.left in "([" and sup.body is not None:
        listed = items(sup.body)
        if all(isinstance(each, surface.Number) for each in listed):
            return f"^({','.join(each.text for each in listed if isinstance(each, surface.Number))})", (), None
        if all(is_place(each, is_index) for each in listed):
            return "^()", listed, None
        return f"^{spelled(sup)}", (), None
    if isinstance(sup, surface.Name) and name_key(sup) not in TRANSPOSES:
        is_mark = name_key(sup).split(" ")[-1] in MARKS or sup.font in {"roman", "sans"}
        return (f"^{name_key(sup)}", (), None) if is_mark else ("", (), sup)
    if isinstance(sup, surface.Words) or _is_word(sup):
        return f"^{spelled(sup)}", (), None
    return "", (), sup


def _is_word(node: Node | None) -> bool:
    listed = letters(node)
    return listed is not None and len(listed) > 1 and "".join(each.text for each in listed) in WORDS


def _below(sub: Node | None, is_index: IsIndex, sizes: frozenset[str]) -> tuple[str, tuple[Node, ...], str]:
    """Return what a subscript adds to the key, its slots, and what was generalised."""
    if sub is None:
        return "", (), ""
    listed = items(sub)
    if isinstance(sub, surface.Words) or _is_word(sub):
        return f"_{spelled(sub)}", (), ""
    if all(is_place(each, is_index) or is_fixed(each, sizes) for each in listed):
        return "", listed, ""
    moving = tuple(each for each in listed if is_place(each, is_index))
    fixed = ",".join("." if each in moving else spelled(each) for each in listed)
    if not moving and _holds_index(sub, is_index):
        return f"_{spelled(sub)}", (), "a subscript taken as part of a name"
    return f"_{fixed}", moving, ""


def under_plain_log(node: Node | None) -> Node | None:
    """Return what a logarithm without a base is taken of, out of its brackets; None for anything else."""
    if not isinstance(node, surface.Apply) or node.head != "log" or node.sub is not None or node.sup is not None:
        return None
    argument = node.argument
    # Bars are no brackets: below them stands a determinant, or an absolute value.
    is_bracketed = isinstance(argument, surface.Bracket) and argument.left in {"(", "[", "{"}
    return argument.body if isinstance(argument, surface.Bracket) and is_bracketed else argument


def is_fixed(node: Node, sizes: frozenset[str] | set[str]) -> bool:
    """Return whether a script is a number or a size, or a sum of these: one place, and none that moves."""
    if isinstance(node, surface.Terms) and node.parts and set(node.signs) <= {"", "+", "-"}:
        return all(is_fixed(each, sizes) for each in node.parts)
    return isinstance(node, surface.Number) or (isinstance(node, surface.Name) and name_key(node) in sizes)


def size_key(node: Node) -> str | None:
    """Return what a size of that name is called, such as `d_k`; None for what is no name."""
    base, sub = named(node), getattr(node, "sub", None)
    if base is None or sub is None:
        return None if base is None else name_key(base)
    return f"{name_key(base)}_{''.join(getattr(each, 'text', '') for each in items(sub))}"


def numbered_key(key: str, slots: Sequence[Node]) -> str:
    """Return the key of a name with numbers below it that is a name of its own."""
    return f"{key}_{','.join(map(_text_of, slots))}"


def _text_of(slot: Node) -> str:
    if isinstance(slot, surface.Terms):
        return "".join(f"{sign}{_text_of(part)}" for sign, part in zip(slot.signs, slot.parts, strict=True))
    return getattr(slot, "text", "")


def _holds_index(node: Node, is_index: IsIndex) -> bool:
    return any(isinstance(each, surface.Name) and is_index(each) for each in surface.walk(node))


def is_place(node: Node, is_index: IsIndex) -> bool:
    """Return whether a script says a place: an index, one moved by numbers or indices, or an entry such as `y_n`."""
    if isinstance(node, surface.Name):
        return is_index(node)
    if isinstance(node, surface.Terms):
        return all(
            isinstance(part, surface.Number) or is_place(part, is_index) or _is_multiple(part, is_index)
            for part in node.parts
        ) and any(is_place(part, is_index) for part in node.parts)
    if isinstance(node, surface.Scripted) and named(node) is not None and node.sup is None and not node.primes:
        return all(is_place(each, is_index) for each in items(node.sub))
    return False


def _is_multiple(node: Node, is_index: IsIndex) -> bool:
    return isinstance(node, surface.Name) and not is_index(node) and len(node.text) == 1 and node.text.isupper()


def untransposed(node: Node) -> Node:
    """Return what stands under a transpose, or the node itself."""
    if isinstance(node, surface.Bracket) and node.body is not None and node.left == "(":
        return untransposed(node.body)
    return _without_sup(node) if is_transposed(node) else node


def is_starred(node: Node) -> bool:
    """Return whether a name with a star above it stands there, which is an optimum, or a solution."""
    sup = node.sup if isinstance(node, surface.Scripted) else None
    return named(node) is not None and isinstance(sup, surface.Name) and sup.text in {"star", "ast", "*"}


def is_exponential(node: Node) -> bool:
    """Return whether a tree is written as `e` with an exponent, which may be a letter t."""
    if not isinstance(node, surface.Scripted) or not isinstance(node.base, surface.Name) or node.sub is not None:
        return False
    is_turned = is_transpose(node.sup) and spelled(node.sup) != "t"
    return name_key(node.base) in {"e", "roman e"} and node.sup is not None and not is_turned


def is_transposed(node: Node) -> bool:
    """Return whether a transpose stands above."""
    return isinstance(node, surface.Scripted) and is_transpose(node.sup)


def is_transpose(sup: Node | None) -> bool:
    """Return whether a superscript is the sign of a transpose."""
    return isinstance(sup, surface.Name) and name_key(sup) in TRANSPOSES


def without_power(node: Node) -> Node:
    """Return what stands under a power that is a number, or the node itself."""
    return _without_sup(node) if isinstance(node, surface.Scripted) and isinstance(node.sup, surface.Number) else node


def _without_sup(node: Node) -> Node:
    if not isinstance(node, surface.Scripted):
        return node
    if node.sub is None and not node.primes:
        return node.base
    return surface.Scripted(node.span, node.base, node.sub, None, node.primes)


def list_ends(listed: Sequence[Node]) -> tuple[Node, Node] | None:
    r"""Return the first and the last number of a list such as `x_1, \dots, x_N`; None for any other list."""
    if len(listed) < 3 or not isinstance(listed[-2], surface.Dots):
        return None
    first, last = listed[0], listed[-1]
    if not isinstance(first, surface.Scripted) or not isinstance(last, surface.Scripted):
        return None
    if spelled(first.base) != spelled(last.base) or (first.sup is not None or last.sup is not None):
        return None
    if not isinstance(first.sub, surface.Number) or not isinstance(last.sub, surface.Name | surface.Number):
        return None
    return first.sub, last.sub


def free_names(node: Node | None) -> Iterator[surface.Name]:
    """Yield the names in a tree that no sum inside of it binds."""
    if node is None:
        return
    if isinstance(node, surface.Name):
        yield node
        return
    if isinstance(node, surface.Big) and node.lower is not None:
        own = bound_by(node)
        yield from (each for part in (node.body, node.upper) for each in free_names(part) if name_key(each) not in own)
        return
    for child in surface.children(node):
        yield from free_names(child)


def bound_by(big: surface.Big) -> frozenset[str]:
    """Return the letters that a sum or a product binds."""
    if big.head not in {"sum", "prod", "bigcup", "bigcap", "max", "min", "argmax", "argmin", "sup", "inf", "lim"}:
        return frozenset()
    return frozenset(_bound_letters(big.lower))


def _bound_letters(low: Node | None) -> Iterator[str]:
    """Yield the letters below a sum that it binds: those on the left of a relation, or between two ends."""
    if isinstance(low, surface.Chain):
        is_between = isinstance(low.members[0], surface.Number)
        own = low.members[1:-1] if is_between else low.members[:1]
    elif isinstance(low, surface.Sequence):
        own = low.items[:1] if ":" in low.separators else ()
        if not own:
            for each in low.items:
                yield from _bound_letters(each)
    else:
        own = (low,)
    for each in own:
        yield from (name_key(each) for each in letters(each) or () if isinstance(each, surface.Name))
