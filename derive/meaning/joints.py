r"""Densities by one letter: `p(a \mid b)` is `p(a, b)` over `p(b)`, and the order of what stands together is none.

So the rule of Bayes and the product rule hold by what the letters mean, whatever the densities are.
"""

from __future__ import annotations

from collections.abc import Sequence

from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.here import Here
from derive.meaning.keys import name_key, named, spelled
from derive.meaning.opaque import canonical, opaque
from derive.meaning.reading import read
from derive.meaning.values import Value, constant, divided, entrywise

WHY = "{} is a density that nothing defines"


def split(body: Node | None) -> tuple[tuple[Node, ...], tuple[Node, ...]] | None:
    """Return what stands before and behind the bar; None for another list, such as one with parameters."""
    if not isinstance(body, surface.Sequence):
        return None if body is None else (together((body,)), ())
    bars = [number for number, sign in enumerate(body.separators) if sign == "|"]
    if len(bars) > 1 or not set(body.separators) <= {",", "|"}:
        return None
    cut = bars[0] + 1 if bars else len(body.items)
    return together(body.items[:cut]), together(body.items[cut:])


def before(body: Node | None) -> tuple[Node, ...]:
    """Return what stands before the first bar or semicolon."""
    if not isinstance(body, surface.Sequence):
        return () if body is None else (body,)
    cut = next((number + 1 for number, sign in enumerate(body.separators) if sign in {"|", ";"}), len(body.items))
    return body.items[:cut]


def together(listed: Sequence[Node]) -> tuple[Node, ...]:
    r"""Return what stands together, `A \cap B` taken apart, without what is said twice."""
    found: dict[str, Node] = {}
    for each in listed:
        is_cut = isinstance(each, surface.Factors) and set(each.signs[1:]) == {"cap"}
        for part in each.parts if is_cut and isinstance(each, surface.Factors) else (each,):
            _ = found.setdefault(spelled(part), part)
    return tuple(found[key] for key in sorted(found))


def is_defined(application: Node, here: Here) -> bool:
    """Return whether the document defines an application as it is written."""
    key = f"<{canonical(application, [], here)}>"
    return key not in here.held | here.expanding and any(True for _ in here.scope.definitions_of(key))


def law_key(key: str, bracket: surface.Bracket) -> str:
    r"""Return under what a density with parameters is defined: `p(|)` for `p(y \mid x)`.

    It holds for other arguments of the same letters, such as `p(y_n \mid x_n)`; `p(z)` is often another density.
    """
    signs = bracket.body.separators if isinstance(bracket.body, surface.Sequence) else ()
    return f"{key}({''.join(signs)})"


def density(head: Node, bracket: surface.Bracket, here: Here) -> Value:
    """Return a density that is not written out: its own definition, or what the joint density says of it."""
    application = surface.Factors(head.span | bracket.span, ("", ""), (head, bracket))
    parts = split(bracket.body)
    if parts is None or bracket.left != "(" or not _is_law(head, bracket, here):
        return _alone(application, here)
    if is_defined(application, here):
        return _alone(application, here)
    own, given = parts
    if not given:
        return _joint(head, bracket, own, here)
    both = together((*own, *given))
    if len(both) < len(own) + len(given):
        return _alone(application, here)
    return entrywise(_joint(head, bracket, both, here), _joint(head, bracket, given, here), divided)


def _is_law(head: Node, bracket: surface.Bracket, here: Here) -> bool:
    """Return whether a letter is shown to be one of densities that say something of one another.

    It stands with a bar or under an integral, and before different things.
    """
    letter, name = spelled(head), named(head)
    calls = here.usage.calls.get("" if name is None else name_key(name), ())
    barred = any(isinstance(each.body, surface.Sequence) and "|" in each.body.separators for each in calls)
    nodes = [each for formula in here.formulas for each in surface.walk(formula)]
    integrated = any(isinstance(each, surface.Big) and each.head == "int" for each in nodes)
    bodies = {
        spelled(behind.body)
        for each in nodes
        if isinstance(each, surface.Factors)
        for first, behind in zip(each.parts, each.parts[1:], strict=False)
        if isinstance(behind, surface.Bracket) and spelled(first) == letter
    }
    return (barred or integrated) and (not here.formulas or len(bodies | {spelled(bracket.body)}) > 1)


def _joint(head: Node, bracket: surface.Bracket, listed: Sequence[Node], here: Here) -> Value:
    """Return the density of several things: by one that is defined given the others, else a number of its own."""
    if not listed:
        return constant(1)
    for number, each in enumerate(listed) if len(listed) > 1 else ():
        rest = (*listed[:number], *listed[number + 1 :])
        signs = ("|", *("," for _ in rest[1:]))
        conditional = applied(head, bracket, surface.Sequence(bracket.span, (each, *rest), signs))
        if is_defined(conditional, here):
            return entrywise(read(conditional, here), _joint(head, bracket, rest, here), tree.multiply)
    first, *more = listed
    body = surface.Sequence(bracket.span, tuple(listed), (",",) * len(more)) if more else first
    return _alone(applied(head, bracket, body), here)


def applied(head: Node, bracket: surface.Bracket, body: Node) -> surface.Factors:
    """Return a density at what stands in its brackets."""
    return surface.Factors(
        head.span | bracket.span, ("", ""), (head, surface.Bracket(bracket.span, bracket.left, bracket.right, body))
    )


def _alone(application: surface.Factors, here: Here) -> Value:
    name = named(application.parts[0])
    return number("" if name is None else name_key(name), application, here)


def number(letter: str, application: surface.Factors, here: Here) -> Value:
    """Return a density as a positive number of its own; those over all values of one index sum to one."""
    slots: list[Node] = []
    _ = canonical(application, slots, here)
    bracket = application.parts[1]
    own = before(bracket.body) if isinstance(bracket, surface.Bracket) else ()
    is_law = len(slots) == len(own) == 1 and spelled(own[0]) == spelled(slots[0]) and spelled(own[0]) in here.usage.whole
    return opaque(application, WHY.format(letter), here, rank=0, fact="positive simplex" if is_law else "positive")
