"""Solutions: `name = value` after an equation is claimed to solve it, and is put in; or an equation is rearranged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import thread_time

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import LIKELY_EDIT, Claim, Finding
from derive.judge.declare import key_of, parameter_of
from derive.judge.edits import edits
from derive.judge.gates import AT_ONE_POINT
from derive.meaning.keys import name_key, named, names_in, spelled, stem
from derive.meaning.scope import Condition, Definition, Scope

MOST, NEAREST = 6, 2
"""How many equations above are tried for a value, and how many for one that is mended."""
DECORATIONS = ("hat ", "tilde ", "bar ")


def solved(claim: Claim, judge: Callable[[Claim], Finding]) -> Finding | None:
    """Return a proof that a claimed value solves an equation above it, and that wrong values do not; None without."""
    if not claim.is_open or claim.sign.kind != "=" or claim.left is None or claim.right is None:
        return None
    key = _key(claim)
    if key is None:
        return None
    for equation in list(_equations(claim, stem(key)))[-MOST:][::-1]:
        for name in _unknowns(equation, key, claim):
            found = _solves(claim, equation, name, claim.right, judge)
            if found is not None:
                method = f"it solves the equation of {equation.where}"
                return replace(found, method=method, solves=True, assuming=(*found.assuming, equation))
    return None


def unsolved(claim: Claim, judge: Callable[[Claim], Finding], quick: Callable[[Claim], Finding]) -> Finding | None:
    """Return that a claimed value does not solve the equation that words set just before, with a model; else None."""
    if claim.solves != 1 or not claim.is_open or claim.sign.kind != "=" or claim.left is None or claim.right is None:
        return None
    key = _key(claim)
    equation = next(reversed(claim.equations), None)
    names = [] if key is None or equation is None else _unknowns(equation, key, claim)
    if equation is None or not names or names[0] in names_in(claim.right):
        return None
    found = _put_in(claim, equation, names[0], claim.right, judge)
    if found is None or found.holds or not (found.verdict == "refuted" or _is_at_one_point(found)):
        return None
    shown = _put_in(claim, equation, names[0], claim.right, quick)
    if shown is None or shown.verdict != "refuted" or shown.counterexample is None or shown.generalised:
        return None
    reason = f"it does not solve the equation of {equation.where}"
    return replace(shown, reason=reason, method=reason, should_be=None, slip="", assuming=(*shown.assuming, equation))


def mended(claim: Claim, quick: Callable[[Claim], Finding], until: float) -> Finding | None:
    """Return that a claimed value does not solve the equation above it, where a small edit of it does; None else.

    That is no other name of the same letter, and no other equation: chance does not make a value nearly solve one. But
    the equation may be what is wrong, unless its side was proved, or the edited value solves another one as well.
    """
    if not claim.is_open or claim.sign.kind != "=" or claim.left is None or claim.right is None:
        return None
    key = _key(claim)
    if key is None or not names_in(claim.right):
        return None
    near = [each for each in claim.equations if _is_about(each, claim, stem(key))][-NEAREST:][::-1]
    tried = [(each, name) for each in near for name in _unknowns(each, key, claim)[:1]]
    for equation, name in tried:
        shown = None if name in names_in(claim.right) else _put_in(claim, equation, name, claim.right, quick)
        if shown is None or shown.verdict != "refuted" or shown.counterexample is None:
            continue
        is_sure = _is_sure(equation, claim)
        others = [] if is_sure else [e for e in tried if spelled(e[0].relation) != spelled(equation.relation)]
        if not others and not is_sure:
            continue
        for edit in edits(claim.right):
            if edit.rank >= LIKELY_EDIT or thread_time() > until:
                break
            solves = _solves(claim, equation, name, edit.tree, quick) is not None
            if solves and (not others or any(_solves(claim, *each, edit.tree, quick) for each in others)):
                reason = f"it does not solve the equation of {equation.where}"
                found = replace(shown, reason=reason, method=reason, assuming=(*shown.assuming, equation))
                slip = {"slip": edit.what, "slip_says": edit.says, "slip_parts": edit.parts}
                return replace(found, should_be=edit.tree, **slip)
    return None


def _is_sure(equation: Condition, claim: Claim) -> bool:
    """Return whether what an equation sets to something is a slope that is taken here, or was proved above."""
    left = equation.relation.members[0]
    proved = {*claim.known, *map(spelled, claim.known.values())}
    return isinstance(left, surface.Derivative) or (left is not None and spelled(left) in proved)


def _solves(
    claim: Claim, equation: Condition, name: str, value: Node, judge: Callable[[Claim], Finding]
) -> Finding | None:
    """Return a proof that a value solves an equation, where wrong ones do not; None without one."""
    found = _put_in(claim, equation, name, value, judge)
    if found is None or not found.holds:
        return None
    wrong = (_put_in(claim, equation, name, each, judge) for each in _wrong(value))
    return None if any(each is None or each.holds for each in wrong) else found


def followed(claim: Claim, judge: Callable[[Claim], Finding]) -> Finding | None:
    """Return a proof that a line is an equation that words set just before, rearranged; None without one.

    The difference of its sides is a multiple of what is zero, by a number or a size.
    """
    if not claim.solves or not claim.is_first or claim.sign.kind != "=" or claim.left is None or claim.right is None:
        return None
    span = claim.sign.span
    both = tuple(surface.Bracket(span, "(", "(", each) for each in (claim.left, claim.right))
    for equation in claim.equations[-claim.solves :][::-1]:
        zero, number = equation.relation.members
        if zero is None or not isinstance(number, surface.Number) or number.text != "0":
            continue
        for multiple in _multiples(_core(zero), claim):
            apart = surface.Terms(span, ("", "-"), both)
            found = judge(replace(claim, left=apart, right=multiple, is_open=False, is_first=False))
            if found.holds:
                method = f"it follows from the equation of {equation.where}"
                return replace(found, method=method, solves=True, assuming=(*found.assuming, equation))
            if found.verdict == "not understood":
                break
    return None


def _core(node: Node) -> Node:
    """Return a tree without the numbers and fractions of numbers before it, by which no zero is made or lost."""
    if isinstance(node, surface.Terms) and len(node.parts) == 1:
        return _core(node.parts[0])
    if isinstance(node, surface.Factors) and not any(node.signs) and _is_nonzero(node.parts[0]):
        rest = node.parts[1:]
        return _core(rest[0] if len(rest) == 1 else replace(node, signs=node.signs[1:], parts=rest))
    if isinstance(node, surface.Bracket) and node.body is not None and node.left == "(":
        return _core(node.body)
    return node


def _is_nonzero(node: Node) -> bool:
    """Return whether a factor is a number, or one over something: where it has a value, it is not zero."""
    if isinstance(node, surface.Fraction):
        return _is_nonzero(node.top)
    return isinstance(node, surface.Number) and node.text.strip("0.") != ""


def _multiples(core: Node, claim: Claim) -> Iterator[Node]:
    """Yield the multiples of what is zero that the difference of two sides may be."""
    span = core.span
    bracket = surface.Bracket(span, "(", "(", core)
    half = surface.Fraction(span, surface.Number(span, "1"), surface.Number(span, "2"))
    sizes = {name_key(each): each for each in surface.walk(core) if isinstance(each, surface.Name)}
    factors = [None, half, *(sizes[key] for key in sorted(claim.usage.sizes & sizes.keys())[:1])]
    for factor in factors:
        body = bracket if factor is None else surface.Factors(span, ("", ""), (factor, bracket))
        yield body
        yield surface.Terms(span, ("-",), (body,))


def _is_at_one_point(found: Finding) -> bool:
    """Return whether nothing else is in doubt than that a line may hold at one point."""
    return {each.says for each in found.doubts} == {AT_ONE_POINT}


def _key(claim: Claim) -> str | None:
    """Return by what the name on the left is known; one with numbers below it, such as `b_0`, is a name of its own."""
    if claim.left is None:
        return None
    scope, usage = claim.scope, claim.usage
    return parameter_of(claim.left, scope, usage) or key_of(claim.left, scope, usage)


def _equations(claim: Claim, base: str) -> list[Condition]:
    """Return the equations above a claim that hold its name, decorated or not."""
    found = [*claim.scope.held_true(), *claim.equations]
    return [each for each in found if _is_about(each, claim, base)]


def _is_about(equation: Condition, claim: Claim, base: str) -> bool:
    """Return whether an equation holds the name of a claim, decorated or not, and does not begin with it."""
    names = (node for node in surface.walk(equation.relation) if isinstance(node, surface.Name))
    return (
        equation.relation.relations[0].kind == "="
        and spelled(equation.relation.members[0]) != spelled(claim.left)
        and any(stem(spelled(node)) == base for node in names)
    )


def _unknowns(equation: Condition, key: str, claim: Claim) -> list[str]:
    """Return the names of an equation that a value may be of: the name itself, or the one that it decorates."""
    nodes = [node for node in surface.walk(equation.relation) if named(node) is not None]
    scope, usage = claim.scope, claim.usage
    keys = {
        found
        for node in nodes
        for found in (parameter_of(node, scope, usage), key_of(node, scope, usage))
        if found is not None
    }
    bare, plain = _undecorated(key)
    return [each for each in dict.fromkeys((key, bare, plain, plain.split("_")[0])) if each in keys]


def _undecorated(key: str) -> tuple[str, str]:
    """Return a key without the accents of a solution, and without what stands above it too."""
    for mark in DECORATIONS:
        key = key.removeprefix(mark)
    return key, key.split("^")[0]


def _put_in(
    claim: Claim, equation: Condition, name: str, body: Node, judge: Callable[[Claim], Finding]
) -> Finding | None:
    """Return what is found of an equation with a value for a name of it."""
    left, right = equation.relation.members
    slots = claim.left.sub if isinstance(claim.left, surface.Scripted) else None
    letters = tuple(each.text for each in surface.walk(slots) if isinstance(each, surface.Name)) if slots else ()
    if left is None or right is None or claim.left is None or _says_less(equation, letters, stem(name)):
        return None
    # What else is said of the unknown would be put in, and assumed of the value.
    inner = Scope(claim.scope, "solution", anew={name, name.split("_", maxsplit=1)[0]})
    own = key_of(claim.left, claim.scope, claim.usage) or ""
    inner.definitions[name] = [Definition(name, letters if name in {own, *_undecorated(own)} else (), None, body)]
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
