"""Why a line that fails as it is read is not called wrong: each doubt is a row, with what it looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import ANY_EDIT, LIKELY_EDIT, NO_EDIT, Claim, Doubt
from derive.judge.declare import key_of
from derive.judge.digits import is_array
from derive.judge.engine import Engine
from derive.judge.heads import head_of
from derive.judge.hypotheses import Told
from derive.judge.laws import is_told
from derive.judge.notations import FOR_BASE, to_base
from derive.judge.prose import may_lose, restricted
from derive.judge.ranks import ranks_said
from derive.judge.words import is_asked, is_claimed
from derive.meaning.chain import graph_of
from derive.meaning.closing import Sides, entries
from derive.meaning.expectations import UNSAID
from derive.meaning.keys import bound_by, name_key, named, names_in, spelled, stem, untransposed
from derive.meaning.moments import OF_LAW
from derive.meaning.readings import Reading
from derive.meaning.scope import Condition
from derive.statements.closing import close
from derive.statements.labels import FLIPPED


@dataclass(frozen=True, slots=True)
class Case:
    """A line that fails: its claim, the reading in which it does, the conditions in force, and what decides."""

    claim: Claim
    reading: Reading[Sides]
    conditions: Told
    engine: Engine


_UNREAD = "a condition on its names is not read ({})"
AT_ONE_POINT = "names stand on one side only: it may hold at one point"
Gate = Callable[[Case], str]


def held_back(claim: Claim, reading: Reading[Sides], conditions: Told, engine: Engine) -> Iterator[Doubt]:
    """Yield every doubt about a line that fails; those that no repair clears come first."""
    case = Case(claim, reading, conditions, engine)
    found = [Doubt(says, cleared_by, unknown) for gate, cleared_by, unknown in GATES if (says := gate(case))]
    found += [Doubt(says, is_of_words=True) for says in _words(claim)]
    unread = sorted(conditions.unread, key=_is_order)[:1]
    found += [Doubt(_UNREAD.format(each.where), is_of_condition=not _is_order(each)) for each in unread]
    yield from sorted((*found, *claim.doubts), key=lambda doubt: doubt.cleared_by != NO_EDIT)


def _is_order(condition: Condition) -> bool:
    """Return whether a condition is one of orders: an equation that fails does so between them too."""
    return all(sign.kind in FLIPPED for sign in condition.relation.relations)


def is_hard(doubts: Iterable[Doubt]) -> bool:
    """Return whether a doubt is one that no repair clears."""
    return any(each.cleared_by == NO_EDIT for each in doubts)


def _differential(case: Case) -> str:
    claim = case.claim
    sides = [each for each in (claim.left, claim.right) if not _is_integrated(each)]
    if "d" in claim.usage.sizes or not any(map(_has_differential, sides)):
        return ""
    return "a differential is read as a product"


def _is_integrated(node: Node | None) -> bool:
    """Return whether an integral stands in a side, whose differential is read with it."""
    return any(isinstance(each, surface.Big) and each.head == "int" for each in surface.walk(node))


def _has_differential(node: Node | None) -> bool:
    """Return whether a letter d stands directly before a name, as in `dX`."""
    for each in surface.walk(node):
        if not isinstance(each, surface.Factors):
            continue
        for one, other, sign in zip(each.parts, each.parts[1:], each.signs[1:], strict=False):
            near = one.font == "roman" if isinstance(one, surface.Name) and one.font else False
            near = near or other.span.start - one.span.end <= (1 if isinstance(other, surface.Apply) else 0)
            if isinstance(one, surface.Name) and one.text == "d" and not sign and near:
                return True
    return False


def are_differentials(claim: Claim) -> bool:
    """Return whether differentials stand on both sides, or on one where the other is zero: they are no products."""
    is_zero = isinstance(claim.right, surface.Number) and claim.right.text == "0"
    if _has_differential(claim.left) and (is_zero or _has_differential(claim.right)):
        return True
    return _is_one_differential(claim.left) and any(map(_ends_in_one, surface.walk(claim.right)))


def _is_one_differential(node: Node | None) -> bool:
    """Return whether a side is `d L`, however it is spaced."""
    return isinstance(node, surface.Factors) and len(node.parts) == 2 and _is_d(node.parts[0])  # noqa: PLR2004 -- d and a name


def _ends_in_one(node: Node) -> bool:
    """Return whether a product ends in `d w`."""
    return isinstance(node, surface.Factors) and len(node.parts) > 1 and _is_d(node.parts[-2])


def _is_d(node: Node) -> bool:
    return isinstance(node, surface.Name) and node.text == "d" and not node.accents


def _unknown_of_variable(case: Case) -> str:
    record = case.reading.here.record
    if any(stem(key) in opaque for key in record.varied for opaque in record.opaques):
        return "an unknown function of the variable of a derivative stands in it"
    return ""


def _member_of_varied(case: Case) -> str:
    record = case.reading.here.record
    left, right, _ = entries(case.reading.result, record)
    is_slope = any(isinstance(each, tree.Derivative) for side in (left, right) for each in tree.walk(side))
    for varied in record.varied if is_slope else ():
        others = (
            key
            for key in record.names
            if key != varied and _family(key) == _family(varied) and not (_is_numbered(key) and _is_numbered(varied))
        )
        if any(others):
            return "a member of the family by which it differentiates is a name of its own"
    return ""


def _among_summed(case: Case) -> str:
    """Doubt a derivative by `u_o` of what holds `u_o` beside a sum of `u_k`: whether o is one of the k, nobody says."""
    claim = case.claim
    own = [claim.left, claim.right]
    defined = case.reading.here.record.used
    nodes = [each for side in own for each in surface.walk(side)]
    by = {each for node in nodes if isinstance(node, surface.Derivative) for each in node.by}
    summed = frozenset[str]().union(*(bound_by(each) for each in nodes if isinstance(each, surface.Big)))
    for one in by:
        if not isinstance(one, surface.Scripted) or not isinstance(one.sub, surface.Name):
            continue
        letter = name_key(one.sub)
        if letter in summed:  # the line sums over all of them
            continue
        # What is defined for each letter is defined for this one too, whatever it is called there.
        sides = [*own, *(each.body for each in defined if letter not in each.slots)]
        if any(_holds_apart(side, one, one.base) for side in sides):
            return "whether what it differentiates by is among what is summed is not said"
    return ""


def _holds_apart(side: Node | None, member: surface.Scripted, base: Node) -> bool:
    """Return whether a member of a family that no sum binds stands in a side, and a sum over the others."""
    nodes = list(surface.walk(side))
    bigs = [each for each in nodes if isinstance(each, surface.Big)]
    summed = {spelled(each) for big in bigs for each in _members(big.body, base)}
    letters = names_in(member.sub)
    passed = [big.body for big in bigs if letters & bound_by(big)]
    passed += [one for each in nodes if isinstance(each, surface.Derivative) for one in each.by]
    bound = [spelled(each) for part in passed for each in _members(part, base)]
    own = [spelled(each) for each in _members(side, base)]
    return own.count(spelled(member)) > bound.count(spelled(member)) and bool(summed - {spelled(member)})


def _members(side: Node | None, base: Node) -> Iterator[Node]:
    """Yield the members of a family in a side, without their transposes."""
    plain = (untransposed(each) for each in surface.walk(side) if isinstance(each, surface.Scripted))
    yield from (each for each in plain if isinstance(each, surface.Scripted) and spelled(each.base) == spelled(base))


def _family(key: str) -> str:
    """Return the key of the family to which a name may belong: layers and accented names are of their own."""
    return key.partition("_")[0]


def _letters(key: str) -> str:
    """Return a key without scripts and primes: an accented letter is another one."""
    return key.partition("_")[0].partition("^")[0].rstrip("'")


def _is_numbered(key: str) -> bool:
    return key.partition("_")[2].isdigit()


def _opaque(case: Case) -> str:
    claim = case.claim
    calls = (node for side in (claim.left, claim.right) for node in surface.walk(side))
    called = any(_is_unknown_call(node, claim) for node in calls)
    return "unknown functions stand in it" if called or case.reading.here.record.opaques else ""


def _is_unknown_call(node: Node, claim: Claim) -> bool:
    """Return whether a name that words or a declaration call a function is applied, and nothing defines it."""
    head, arguments = head_of(node)
    key = None if arguments is None or head is None else key_of(head, claim.scope, claim.usage)
    known = None if key is None else claim.scope.declaration(key)
    return known is not None and "function" in known.facts and not any(claim.scope.definitions_of(key or ""))


def _unreached(case: Case) -> str:
    """A loss may hold a defined variable written out, `tanh(W x)` for `a = W x`, the more where it names W and x."""
    claim = case.claim
    graph = graph_of(claim.scope, claim.usage)
    for side in (claim.left, claim.right):
        for node in surface.walk(side):
            if not isinstance(node, surface.Derivative) or node.body is None:
                continue
            loss = key_of(node.body, claim.scope, claim.usage) if named(node.body) is not None else None
            for each in node.by:
                by = key_of(untransposed(each), claim.scope, claim.usage) if named(untransposed(each)) else None
                if loss is None or by is None or not any(claim.scope.definitions_of(loss)):
                    continue
                if by in graph.holds and not graph.depends(loss, by):
                    return (
                        f"a derivative by {stem(by)}, which the definition of {stem(loss)} does not name, stands in it"
                    )
                if by in graph.holds and graph.is_beside(loss, by):
                    return f"{stem(loss)} may hold what {stem(by)} is defined as, written out"
    return ""


def _slopes(case: Case) -> str:
    return "the slope of a loss that is not known stands in it" if case.reading.here.record.slopes else ""


def _random(case: Case) -> str:
    return UNSAID if UNSAID in case.reading.here.record.generalised else ""


def _generalised(case: Case) -> str:
    found = sorted(case.reading.here.record.generalised)
    if OF_LAW in found and is_told(case.claim, case.reading, case.engine):
        found = [each for each in found if each != OF_LAW]
    return f"it was taken that {found[0]}" if found else ""


def _base_of_log(case: Case) -> str:
    """A logarithm without a base may be to base 2 or 10, where a number shows it."""
    if (
        case.reading.here.record.names
        or case.reading.here.record.tensors
        or not any(_is_bare_log(node) for side in (case.claim.left, case.claim.right) for node in surface.walk(side))
    ):
        return ""
    left, right, _ = entries(case.reading.result, case.reading.here.record)
    for base in (2, 10):
        sides = (to_base(side, base) for side in (left, right))
        if case.engine.proves(close("==", *sides, names=(), indices={}), FOR_BASE):
            return f"it holds with logarithms to base {base}"
    return ""


def _is_bare_log(node: Node) -> bool:
    return isinstance(node, surface.Apply) and node.head == "log" and node.sub is None


def _name_alone(case: Case) -> str:
    """A bare name may be set to something, and a value that a number is given may be one that is asked for."""
    claim = case.claim
    for side, other in ((claim.left, claim.right), (claim.right, claim.left)):
        if side is None or other is None:
            continue
        if head_of(side)[0] is not None and claim.is_open:
            return "a name stands alone on one side: it may be a condition"
        one_sided = not names_in(side) and names_in(other) and case.reading.here.record.names
        if one_sided and not (is_claimed(claim.words) and _is_said_of_all(claim, case.reading)):
            return AT_ONE_POINT
    return ""


def _unsaid_ends(case: Case) -> str:
    """A sum that does not say how far it goes, over members of which it is not said either how many there are."""
    record = case.reading.here.record
    left, right, _ = entries(case.reading.result, record)
    sums = [each for side in (left, right) for each in tree.walk(side) if isinstance(each, tree.Sum)]
    ends = {each.last.name for each in sums if isinstance(each.last, tree.Scalar) and "~" in each.last.name}
    axes = [axis for tensor in record.tensors.values() for axis in tensor.axes if not axis.is_open]
    said = {each.name for axis in axes for each in (axis.known or ()) if isinstance(each, tree.Scalar)}
    return "how far a sum goes is not said" if ends - said else ""


def _zeroed(case: Case) -> str:
    """What is zero below the value of an example may be an equation for another one, such as the next eigenvector."""
    right = case.claim.right
    valued = any(is_array(each.body) for each in case.reading.here.record.used)
    is_zero = isinstance(right, surface.Number) and right.text == "0"
    return "it may be an equation to be solved" if valued and is_zero else ""


def _equation(case: Case) -> str:
    """What begins a chain may be an equation to be solved, unless all its names are given and no word asks for it."""
    claim = case.claim
    if not claim.is_first or not case.reading.here.record.names or isinstance(claim.left, surface.Derivative):
        return ""
    head = None if claim.left is None else head_of(claim.left)[0]
    if head is not None and not claim.is_open:
        return ""
    if _is_said_of_all(claim, case.reading) and not is_asked(claim.words):
        return ""
    return "it may be an equation to be solved"


def _is_said_of_all(claim: Claim, reading: Reading[Sides]) -> bool:
    """Return whether every name of a line is declared or defined."""
    names = reading.here.record.names - claim.usage.sizes
    return all(claim.scope.declaration(name) is not None or any(claim.scope.definitions_of(name)) for name in names)


def _unconfirmed(case: Case) -> str:
    """A name that nothing declares or defines, and that no proved line holds, may be anything its author knows."""
    claim = case.claim
    scope, known = claim.scope, {_letters(key) for key in claim.confirmed}
    known |= {_letters(key[1]) for key in ranks_said(claim) if key[0] == "rank"}
    for name in sorted(case.reading.here.record.names - claim.usage.sizes):
        if scope.declaration(name) is None and not any(scope.definitions_of(name)) and _letters(name) not in known:
            return f"nothing says what {stem(name)} is"
    return ""


def _related(case: Case) -> str:
    """What is said of `u` may be meant of `u_1` too."""
    names = case.reading.here.record.names
    for each in (*(each for _, each in case.conditions.relations), *case.conditions.aside):
        said = names_in(each.relation)
        for name in sorted(names):
            if name not in said and any(stem(key) == stem(name) for key in said):
                return f"what {each.where} says may be meant of {stem(name)} too"
    return ""


def _definite(case: Case) -> str:
    """A matrix that is said to be definite is taken for symmetric alone: a witness need not be definite."""
    for name in sorted(case.reading.here.record.names):
        declared = case.claim.scope.declaration(name)
        if declared is not None and "definite" in declared.facts:
            return f"that {stem(name)} is definite is not taken in"
    return ""


def _words(claim: Claim) -> Iterator[str]:
    """A hypothesis may be said in words that are in no table, or a term or a factor be left away by one of them."""
    names = restricted(claim)
    if names:
        yield f"what is said around {min(names)} in words may restrict it"
    if may_lose(claim):
        yield "words around it may take a term or a factor from it"


def _solving(case: Case) -> str:
    """What begins a chain behind words that set something to zero may be that equation, rearranged."""
    return "it may follow from what is set to zero above" if case.claim.solves and case.claim.is_first else ""


def _others(case: Case) -> str:
    """What says something of other names too may restrict these, where there is a value for them or not."""
    others = case.conditions.others
    return f"what {others[0]} says may restrict them" if others else ""


GATES: tuple[tuple[Gate, int, bool], ...] = (
    (_differential, NO_EDIT, False),
    (_unknown_of_variable, NO_EDIT, True),
    (_member_of_varied, NO_EDIT, False),
    (_among_summed, NO_EDIT, False),
    (_base_of_log, NO_EDIT, False),
    (_random, NO_EDIT, False),
    (_solving, NO_EDIT, False),
    (_zeroed, NO_EDIT, False),
    (_unreached, NO_EDIT, False),
    (_opaque, LIKELY_EDIT, True),
    (_definite, ANY_EDIT, False),
    (_others, ANY_EDIT, False),
    (_slopes, LIKELY_EDIT, True),
    (_generalised, LIKELY_EDIT, False),
    (_related, ANY_EDIT, False),
    (_unsaid_ends, ANY_EDIT, False),
    (_name_alone, ANY_EDIT, False),
    (_equation, ANY_EDIT, False),
    (_unconfirmed, ANY_EDIT, False),
)
"""What may make a line that fails no error, what repairs clear it, and whether something unknown stands in it."""
