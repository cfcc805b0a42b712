r"""Entropies of letters: `H(X \mid Y)` and `I(X; Y)` by the law `p(x, y)` of which the page speaks.

T. M. Cover and J. A. Thomas, Elements of Information Theory, 2nd ed., 2006, (2.1), (2.10) and (2.28).
"""

from __future__ import annotations

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.here import Here
from derive.meaning.keys import name_key
from derive.meaning.opaque import defined_as

LETTERS = frozenset({"H", "roman H", "I", "roman I"})
Names = tuple[surface.Name, ...]


def entropy(key: str, application: surface.Factors, here: Here) -> Node | None:
    """Return an entropy or a mutual information written out; None where the page defines it, or speaks of no law."""
    bracket = application.parts[1]
    if key not in LETTERS or not isinstance(bracket, surface.Bracket) or defined_as(application, here) is not None:
        return None
    groups = _groups(bracket.body)
    letters = tuple(each for group in groups or () for each in group)
    law = next((each for each in ("p", "P", "q") if letters and _is_of(each, letters, here)), None)
    wanted = ("", "|") if key.endswith("H") else (";", ";|")
    if groups is None or law is None or _signs(bracket.body) not in wanted:
        return None
    head = surface.Name(bracket.span, law)
    sides = _ratio(head, groups, is_entropy=key.endswith("H"))
    log = surface.Apply(bracket.span, "log", surface.Fraction(bracket.span, *sides))
    body = surface.Factors(bracket.span, ("", ""), (_at(head, letters), log))
    below: Node = letters[0] if len(letters) == 1 else _list(letters)
    total = surface.Big(bracket.span, "sum", below, None, body)
    here.record.read_as.add(f"{key[-1]} is by the law {law}")
    return surface.Terms(bracket.span, ("-",), (total,)) if key.endswith("H") else total


def _ratio(head: surface.Name, groups: tuple[Names, ...], *, is_entropy: bool) -> tuple[Node, Node]:
    """Return what stands over what under the logarithm."""
    joint = _at(head, tuple(each for group in groups for each in group))
    if is_entropy:
        return joint, _at(head, groups[1]) if len(groups) > 1 else surface.Number(head.span, "1")
    one, other, *given = groups
    rest = given[0] if given else ()
    above = surface.Factors(head.span, ("", ""), (joint, _at(head, rest))) if rest else joint
    return above, surface.Factors(head.span, ("", ""), (_at(head, one + rest), _at(head, other + rest)))


def _groups(body: Node | None) -> tuple[Names, ...] | None:
    """Return the letters between the signs in brackets, small; None where something else than a capital stands."""
    listed = body.items if isinstance(body, surface.Sequence) else (body,)
    signs = ("", *(body.separators if isinstance(body, surface.Sequence) else ()))
    found: list[Names] = []
    for sign, each in zip(signs, listed, strict=True):
        if not isinstance(each, surface.Name) or len(each.text) != 1 or not each.text.isupper():
            return None
        letter = surface.Name(each.span, each.text.lower())
        if sign == ",":
            found[-1] = (*found[-1], letter)
        else:
            found.append((letter,))
    return tuple(found)


def _signs(body: Node | None) -> str:
    return "".join(body.separators).replace(",", "") if isinstance(body, surface.Sequence) else ""


def _is_of(law: str, letters: Names, here: Here) -> bool:
    """Return whether a law is written of each letter."""
    written = {name_key(each) for call in here.usage.calls.get(law, ()) for each in _names_in(call.body)}
    return {name_key(each) for each in letters} <= written


def _names_in(body: Node | None) -> Names:
    listed = body.items if isinstance(body, surface.Sequence) else (body,)
    return tuple(each for each in listed if isinstance(each, surface.Name))


def _at(head: surface.Name, letters: Names) -> surface.Factors:
    body: Node = letters[0] if len(letters) == 1 else _list(tuple(sorted(letters, key=name_key)))
    return surface.Factors(head.span, ("", ""), (head, surface.Bracket(head.span, "(", "(", body)))


def _list(letters: Names) -> surface.Sequence:
    return surface.Sequence(letters[0].span, letters, (",",) * (len(letters) - 1))
