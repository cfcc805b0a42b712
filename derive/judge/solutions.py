"""Solutions: `name = value` after an equation is claimed to solve it, and is put in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import Claim, Finding
from derive.judge.declare import key_of
from derive.meaning.keys import named, names_in, spelled, stem
from derive.meaning.scope import Condition, Definition, Scope

MOST = 6
DECORATIONS = ("hat ", "tilde ", "bar ")


def solved(claim: Claim, judge: Callable[[Claim], Finding]) -> Finding | None:
    """Return a proof that a claimed value solves an equation above it, and that wrong values do not; None without."""
    if not claim.is_open or claim.sign.kind != "=" or claim.left is None or claim.right is None:
        return None
    key = key_of(claim.left, claim.scope, claim.usage)
    if key is None:
        return None
    for equation in list(_equations(claim, stem(key)))[-MOST:][::-1]:
        for name in _unknowns(equation, key, claim):
            found = _put_in(claim, equation, name, claim.right, judge)
            if (
                found is not None
                and found.holds
                and not any(
                    (other := _put_in(claim, equation, name, wrong, judge)) is None or other.holds
                    for wrong in _wrong(claim.right)
                )
            ):
                method = f"it solves the equation of {equation.where}"
                return replace(found, method=method, assuming=(*found.assuming, equation), conditions=found.conditions)
    return None


def unsolved(claim: Claim, judge: Callable[[Claim], Finding], quick: Callable[[Claim], Finding]) -> Finding | None:
    """Return that a claimed value does not solve the equation that words set just before, with a model; else None."""
    if not claim.solves or not claim.is_open or claim.sign.kind != "=" or claim.left is None or claim.right is None:
        return None
    key = key_of(claim.left, claim.scope, claim.usage)
    equation = next(reversed(claim.equations), None)
    names = [] if key is None or equation is None else _unknowns(equation, key, claim)
    if equation is None or not names or names[0] in names_in(claim.right):
        return None
    found = _put_in(claim, equation, names[0], claim.right, judge)
    if found is None or found.holds or not (found.verdict == "refuted" or set(found.doubts) == {AT_ONE_POINT}):
        return None
    shown = _put_in(claim, equation, names[0], claim.right, quick)
    if shown is None or shown.verdict != "refuted" or shown.counterexample is None or shown.generalised:
        return None
    reason = f"it does not solve the equation of {equation.where}"
    return replace(shown, reason=reason, method=reason, should_be=None, slip="", assuming=(*shown.assuming, equation))


AT_ONE_POINT = "names stand on one side only: it may hold at one point"
"""The doubt about an equation that is none about a value that is put into it."""


def _equations(claim: Claim, base: str) -> list[Condition]:
    """Return the equations above a claim that hold its name, decorated or not."""
    found = [*claim.scope.held_true(), *claim.equations]
    return [
        each
        for each in found
        if each.relation.relations[0].kind == "="
        and spelled(each.relation.members[0]) != spelled(claim.left)
        and any(stem(spelled(node)) == base for node in surface.walk(each.relation) if isinstance(node, surface.Name))
    ]


def _unknowns(equation: Condition, key: str, claim: Claim) -> list[str]:
    """Return the names of an equation that a value may be of: the name itself, or the one that it decorates."""
    nodes = [node for node in surface.walk(equation.relation) if named(node) is not None]
    keys = {found for node in nodes if (found := key_of(node, claim.scope, claim.usage)) is not None}
    bare = key
    for mark in DECORATIONS:
        bare = bare.removeprefix(mark)
    plain = bare.split("^")[0]
    return [each for each in dict.fromkeys((key, bare, plain, plain.split("_")[0])) if each in keys]


def _put_in(
    claim: Claim, equation: Condition, name: str, body: Node, judge: Callable[[Claim], Finding]
) -> Finding | None:
    """Return what is found of an equation with a value for a name of it."""
    left, right = equation.relation.members
    slots = claim.left.sub if isinstance(claim.left, surface.Scripted) else None
    letters = tuple(each.text for each in surface.walk(slots) if isinstance(each, surface.Name)) if slots else ()
    if left is None or right is None or claim.left is None or _says_less(equation, letters, stem(name)):
        return None
    inner = Scope(claim.scope, "solution")
    inner.definitions[name] = [
        Definition(name, letters if name == key_of(claim.left, claim.scope, claim.usage) else (), None, body)
    ]
    inner.conditions = []
    return judge(
        replace(
            claim,
            left=left,
            right=right,
            sign=equation.relation.relations[0],
            scope=inner,
            is_open=False,
            is_first=False,
        )
    )


def _says_less(equation: Condition, letters: Sequence[str], name: str) -> bool:
    """Return whether an equation is about some entries alone, as `A_{nn} = 1` is: it has no value of all of them."""
    for node in surface.walk(equation.relation):
        base = named(node) if isinstance(node, surface.Scripted) and node.sub is not None else None
        if isinstance(node, surface.Scripted) and base is not None and stem(spelled(base)) == name:
            own = {each.text for each in surface.walk(node.sub) if isinstance(each, surface.Name)}
            if len(own) < len(set(letters)):
                return True
    return False


def _wrong(body: Node) -> tuple[Node, ...]:
    """Return values that are wrong where the given one is right."""
    bracket = surface.Bracket(body.span, "(", "(", body)
    one = surface.Number(body.span, "1")
    two = surface.Number(body.span, "2")
    return surface.Terms(body.span, ("", "+"), (bracket, one)), surface.Factors(body.span, ("", ""), (two, bracket))
