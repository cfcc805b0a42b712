"""A chain of relations, link by link: what each is, by its shape and by what stands above it, and what it leaves."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import or_

from derive.discourse.page import Formula
from derive.formula.read import tree as surface
from derive.formula.read.statements import Statement
from derive.formula.read.tree import Node, children
from derive.judge.claim import Claim, Finding
from derive.judge.declare import key_of
from derive.judge.digits import EXACTLY, decimals, has_decimals
from derive.judge.heads import ANEW, CALLED, OPERATORS, RESTATED, under_log, where_of
from derive.judge.memberships import is_shaped
from derive.judge.memory import Link, Memory
from derive.judge.words import CONDITION
from derive.meaning.chances import take_drawn
from derive.meaning.densities import law_of
from derive.meaning.expectations import density
from derive.meaning.keys import free_names, name_key, named, names_in
from derive.meaning.scope import Condition, Scope

Walk = Generator[Claim, Finding | None, None]
RELATIONS = frozenset({"=", "<=", "<", ">=", ">", "equiv", "approx", "!=", "propto"})
"""The signs whose two sides are compared; any other declares, joins or restricts."""
ASSIGNING = {":=": False, "=:": True, "assign": False}
"""The signs that define, and whether what they define stands on the right."""
JOINING = frozenset({"implies", "iff", "impliedby", "to", "mapsto", "therefore"})
COMPARING = frozenset({"=", "!=", "<", "<=", ">", ">="})
LIMITS = frozenset({"lim", "limsup", "liminf", "sup"})


def chain_of(memory: Memory, statement: Statement, formula: Formula, mood: str) -> Walk:
    """Walk over the links of one chain."""
    chain = statement.tree
    if not isinstance(chain, surface.Chain):
        return
    inner = guards(memory, statement.guards, formula)
    memory.remarked = not statement.guards and any(CONDITION.match(each.text) for each in statement.remarks)
    take_drawn(chain, memory.words, memory.scope, where_of(formula))
    if not _is_of_defined(memory, chain) and memory.declares(chain, formula):
        memory.note(chain)
        yield from all_of(memory, chain, formula, kind="definition", reason="a declaration")
        return
    members = list(chain.members)
    if members[0] is None:
        members[0] = memory.last
    else:
        memory.limits = False
        memory.slope = None
    if formula.display and all(sign.kind in JOINING for sign in chain.relations):
        yield from _joined(memory, chain, formula)
    outer, memory.under = memory.under, inner or memory.under
    for number, sign in enumerate(chain.relations):
        left, right = members[number], members[number + 1]
        begins = number == 0 and chain.members[0] is not None
        follows = number > 0 and chain.relations[number - 1].kind in JOINING
        yield from _link(memory, (left, sign, right), formula, mood, begins=begins or follows, follows=follows)
        yield from _remarks(memory, right, formula)
        yield from not_told(memory, sign.note, formula)
        if begins:
            yield from _remarks(memory, left, formula)
    memory.under = outer
    memory.last = members[-1] or memory.last
    joined = [number for number, sign in enumerate(chain.relations, start=1) if sign.kind in JOINING]
    _keep_slope(memory, members[max(joined, default=0) :], formula)
    memory.note(chain)


def _is_of_defined(memory: Memory, chain: surface.Chain) -> bool:
    """Return whether a relation says of what shape a name is that is defined already: that is a claim."""
    is_one = len(chain.relations) == 1 and is_shaped(chain.relations[0], chain.members[1])
    return is_one and _is_defined(memory, chain.members[0])


def _is_defined(memory: Memory, node: Node | None) -> bool:
    key = None if node is None else key_of(node, memory.scope, memory.usage)
    declared = None if key is None else memory.scope.declaration(key)
    return key is not None and declared is None and any(memory.scope.definitions_of(key))


def all_of(memory: Memory, chain: surface.Chain, formula: Formula, *, kind: str, reason: str) -> Walk:
    """Yield all links of a chain as something that is no claim."""
    for left, sign, right in zip(chain.members, chain.relations, chain.members[1:], strict=False):
        _ = yield memory.claim(left, sign, right, formula, kind=kind, reason=reason)


def not_told(memory: Memory, node: Node | None, formula: Formula) -> Walk:
    """Walk over relations at which a reader looks and which stand where none is judged: in a fraction, over a sign."""
    if isinstance(node, surface.Chain):
        if any(sign.kind in RELATIONS for sign in node.relations):
            yield from all_of(memory, node, formula, kind="unread", reason="a relation where none is judged")
    elif isinstance(node, surface.Factors):
        for before, part in zip((None, *node.parts), node.parts, strict=False):
            if before is None or not isinstance(part, surface.Bracket):  # what is applied to a relation takes it in
                yield from not_told(memory, part, formula)
    elif isinstance(node, surface.Scripted):
        yield from not_told(memory, node.base, formula)
    elif isinstance(node, surface.Bracket | surface.Fraction | surface.Root | surface.Terms):
        for part in children(node):
            yield from not_told(memory, part, formula)


def _joined(memory: Memory, chain: surface.Chain, formula: Formula) -> Walk:
    r"""Walk over arrows between values, of which it is not known what they say; `x \mapsto f` maps a variable."""
    for left, sign, right in zip(chain.members, chain.relations, chain.members[1:], strict=False):
        is_of_name = sign.kind in {"to", "mapsto"} and (
            left is None or named(left) or isinstance(left, surface.Sequence)
        )
        inside = [each for side in (left, right) for each in surface.walk(side) if isinstance(each, surface.Chain)]
        if inside or not (is_of_name or left is None or right is None):
            reason = f"what {sign.kind} says of two values is not judged"
            _ = yield memory.claim(left, sign, right, formula, kind="unread", reason=reason)


def guards(memory: Memory, guards: Iterable[Node], formula: Formula) -> Scope | None:
    """Take in what stands beside a relation; return the conditions for it alone.

    Declarations hold from here on; what is not read makes its names doubtful.
    """
    found: set[str] = set()
    inner = Scope(memory.under or memory.scope, "guard")
    for guard in guards:
        if memory.declares(guard, formula):
            continue
        relations, letters = list(_relations(guard)), [each for each in names_of(guard) if _is_index(memory, each)]
        if relations and (not letters or is_of_places(memory, guard)):
            inner.conditions += [Condition(each, where_of(formula)) for each in relations]
        else:
            found |= names_in(guard)
    memory.guarded = frozenset(found)
    return inner if inner.conditions else None


def is_of_places(memory: Memory, node: Node) -> bool:
    """Return whether a relation is between indices, numbers and sizes alone, such as `i != j`: it says where."""
    places = [_is_index(memory, each) for each in names_of(node)]
    sizes = [name_key(each) in memory.usage.sizes for each in names_of(node)]
    return any(_relations(node)) and any(places) and all(map(or_, places, sizes))


def names_of(node: Node) -> list[surface.Name]:
    """Return the letters in a tree."""
    return [each for each in surface.walk(node) if isinstance(each, surface.Name)]


def _relations(guard: Node) -> Iterator[surface.Chain]:
    """Yield the relations that stand beside a line and compare; none for what is no comparison alone."""
    if not isinstance(guard, surface.Chain) or None in guard.members:
        return
    if all(sign.kind in COMPARING for sign in guard.relations):
        for left, sign, right in zip(guard.members, guard.relations, guard.members[1:], strict=False):
            yield surface.Chain(guard.span, (left, right), (sign,))


def _is_index(memory: Memory, node: surface.Name) -> bool:
    return memory.usage.is_index(node) or memory.scope.range_of(name_key(node)) is not None


def _keep_slope(memory: Memory, members: Sequence[Node | None], formula: Formula) -> None:
    """Remember what a derivative is at the end of a chain: that is what words set to zero."""
    begins = any(
        isinstance(each, surface.Derivative) or (isinstance(each, surface.Scripted) and each.primes > 0)
        for each in surface.walk(members[0])
    )
    if (begins or memory.slope is not None) and members[-1] is not None and not _is_number(members[-1]):
        if memory.slope is not None:  # the same chain goes on
            _ = memory.slopes.pop()
        memory.slope = members[-1]
        memory.slopes.append((members[-1], where_of(formula)))


def _remarks(memory: Memory, member: Node | None, formula: Formula) -> Walk:
    r"""Walk over what is said of a part, under a brace: `\underbrace{a - b}_{= 0}`."""
    for node in surface.walk(member):
        note = node.note if isinstance(node, surface.Noted) else None
        if isinstance(node, surface.Noted) and isinstance(note, surface.Chain):
            left: Node | None = node.body
            for sign, right in zip(note.relations, note.members[1:], strict=False):
                if note.members[0] is None and sign.kind in RELATIONS and left is not None and right is not None:
                    yield from _judged(memory, Link(left, sign, right, formula, begins=False), "term")
                else:
                    reason = "a relation beside a brace that is not judged"
                    _ = yield memory.claim(left, sign, right, formula, kind="unread", reason=reason)
                left = right


def _link(
    memory: Memory,
    parts: tuple[Node | None, surface.Sign, Node | None],
    formula: Formula,
    mood: str,
    *,
    begins: bool,
    follows: bool = False,
) -> Walk:
    """Walk over one relation, in which a side may be missing or not read."""
    left, sign, right = parts
    if sign.kind == "approx" or _has_limit(left):
        memory.limits = True
    hole = next((each for each in (left, right) if isinstance(each, surface.Hole)), None)
    if sign.kind in ASSIGNING and left is not None and right is not None:
        head, body = (right, left) if ASSIGNING[sign.kind] else (left, right)
        if not memory.heads.define(head, body, formula):
            memory.unread.append(names_in(head))
            equation = surface.Chain(sign.span, (left, right), (replace(sign, kind="="),))
            memory.equations.append(Condition(equation, where_of(formula), claimed=True))
        _ = yield memory.claim(left, sign, right, formula, kind="definition")
    elif sign.kind not in RELATIONS:
        yield from _other(memory, left, sign, right, formula)
    elif hole is not None:
        _ = yield memory.claim(left, sign, right, formula, kind="unread", reason=hole.reason)
    elif left is None or right is None:
        _ = yield memory.claim(left, sign, right, formula, kind="unread", reason="one side is missing")
    else:
        if not begins and formula.display:
            mood = ""  # what words impose is how a chain begins; how it goes on is claimed
        if begins and sign.kind == "=" and not mood:
            left, right = memory.heads.without_log(left, right)
        yield from _compared(memory, Link(left, sign, right, formula, begins=begins, follows=follows), mood)


def _says_law(left: Node, right: Node) -> bool:
    r"""Return whether a relation says which law a name or a density is, as `p = \mathcal{N}(\mu, \sigma^2)`."""
    if law_of(right) is None or not isinstance(right, surface.Factors):
        return False
    is_spelt = len(name_key(right.parts[0])) > 1 if isinstance(right.parts[0], surface.Name) else False
    return is_spelt and (named(left) is not None or density(left) is not None)


def _other(memory: Memory, left: Node | None, sign: surface.Sign, right: Node | None, formula: Formula) -> Walk:
    """Take in a sign that compares nothing: what it says of its names is not read, and makes them doubtful."""
    if sign.kind in JOINING:
        return
    names = names_in(left) | (frozenset() if sign.kind in {"in", "notin", "subset"} else names_in(right))
    is_judged = is_shaped(sign, right) and (named(left) is None or _is_defined(memory, left))
    reason = "" if is_judged else f"what {sign.kind} says is not judged"
    found = yield memory.claim(left, sign, right, formula, kind="claim" if is_judged else "assumed", reason=reason)
    if found is not None and found.verdict in {"proved", "refuted"}:
        return
    if is_judged and memory.declares(surface.Chain(sign.span, (left, right), (sign,)), formula):
        return
    memory.unread.append(names)
    # A letter for a set, such as a domain, restricts nothing that is said.
    if sign.kind == "in" and not isinstance(right, surface.Name):
        memory.sets_unread |= names


def _compared(memory: Memory, link: Link, mood: str) -> Walk:
    """Walk over two sides that are compared: a definition, something assumed, or a claim."""
    left, sign, right, heads = link.left, link.sign, link.right, memory.heads
    if link.begins and sign.kind == "=" and _says_law(left, right):
        yield from _law(memory, link)
        return
    kind = heads.known(left) if link.begins else "term"
    is_variable = link.begins and kind in {"", "used", "declared", "defined"} and memory.is_variable(left)
    if is_variable or (link.begins and kind == "" and memory.is_solution(left)):
        yield from _judged(memory, link, "used" if is_variable else kind)
        return
    if link.follows and not mood and kind != "index":  # what follows from an equation is no definition
        yield from _judged(memory, link, kind)
        return
    if not mood and _names_last(memory, link) and heads.define(right, left, link.formula):
        _ = yield memory.claim(left, sign, right, link.formula, kind="definition")
        return
    is_equation = sign.kind in {"=", "equiv"}
    if is_equation and not mood and kind == "term" and heads.is_named_by(left, right):
        left, right = right, left  # `\frac{1}{n} \sum_i x_i = \bar{x}` says what the mean is called
        kind = ""
    defines = is_equation and heads.is_defined_by(left, right, link.formula, mood=mood, kind=kind)
    if defines and memory.under is not None and memory.under.conditions:  # it may be something else elsewhere
        yield from _assumed(memory, link, "condition")
    elif defines and heads.define(left, right, link.formula):
        _ = yield memory.claim(link.left, sign, link.right, link.formula, kind="definition")
    elif kind == "index":
        memory.unread.append(names_in(left))
        _ = yield memory.claim(left, sign, right, link.formula, kind="assumed", reason="an index at one place")
    elif mood in {"hypothesis", "condition"}:
        yield from _assumed(memory, link, mood)
    else:
        yield from _judged(memory, link, kind)


def _law(memory: Memory, link: Link) -> Walk:
    """Take in which law a name or a density is: that is no equation between numbers."""
    if named(link.left) is None or not memory.heads.define(link.left, link.right, link.formula):
        memory.unread.append(names_in(link.left))
    _ = yield memory.claim(link.left, link.sign, link.right, link.formula, kind="definition", reason="a law")


def _names_last(memory: Memory, link: Link) -> bool:
    """Return whether a chain of a display ends in a name that stands nowhere before: then it is what the chain is."""
    left, right = link.left, link.right
    is_chained = link.formula.display and not link.begins and link.sign.kind == "=" and memory.under is None
    base = named(right)
    if not is_chained or base is None or named(left) is not None or not names_in(left):
        return False
    free = {name_key(each) for each in free_names(left) if _is_index(memory, each)}
    taken = memory.usage.varied | memory.usage.sizes | names_in(left)
    is_new = name_key(base) not in taken and free <= names_in(right)
    return is_new and memory.heads.known(right) == "" and not memory.is_variable(right)


def _assumed(memory: Memory, link: Link, mood: str) -> Walk:
    """Take in a relation that words impose; one under a condition holds only there, and is a doubt elsewhere."""
    claim = memory.claim(
        link.left, link.sign, link.right, link.formula, kind="assumed", reason=f"said as a {mood}"
    )  # fmt: skip
    in_passing = not link.formula.display and _is_number(link.right) and not memory.sets
    in_passing = (
        in_passing and memory.heads.known(link.left) not in {"", "term"} and not names_in(link.left) & OPERATORS
    )
    is_local = memory.guarded or (memory.under is not None and memory.under.conditions)
    found = yield replace(claim, is_first=link.begins, is_told=not is_local and _is_compound(link))
    if found is not None and found.verdict == "proved":
        return
    if mood == "condition" or is_local or in_passing:
        memory.unread.append(link.names)
    else:
        memory.condition(claim)


def _is_compound(link: Link) -> bool:
    """Return whether no side is a name or a number alone: what words impose may then be what is so anyway."""
    return not any(named(side) is not None or _is_number(side) for side in (link.left, link.right))


def _judged(memory: Memory, link: Link, kind: str) -> Walk:
    """Ask what is known of a relation, and take in what follows from the answer."""
    may_be_condition = kind in {"declared", "used", "", "decorated"} and not isinstance(link.left, surface.Derivative)
    claim = replace(
        memory.claim(link.left, link.sign, link.right, link.formula),
        is_first=link.begins,
        is_open=link.begins and may_be_condition,
        doubts=tuple(memory.doubts(link)),
    )
    found = yield claim
    if found is None or memory.under is not None:
        return
    if link.sign.kind in {"=", "approx"} and has_decimals(link.right) and found.method != EXACTLY:
        memory.printed |= decimals(link.right) - decimals(link.left)
    if link.sign.kind == "=" and found.verdict != "proved" and (_is_number(link.right) or not claim.is_open):
        memory.equations.append(Condition(claim.relation, where_of(link.formula), claimed=True))
    if found.verdict == "proved":
        if found.solves:
            memory.condition(claim)
        memory.confirm(link)
        if not found.assuming:
            memory.learn(link)
    elif found.verdict != "refuted":
        _keep_open(memory, link, kind, claim, found)


def _keep_open(memory: Memory, link: Link, kind: str, claim: Claim, found: Finding) -> None:
    """Take in a relation that is neither proved nor refuted: a definition, a condition, or something to build on."""
    left, right, formula = link.left, link.right, link.formula
    condition = Condition(claim.relation, where_of(formula), claimed=True)
    if claim.is_open:
        is_free = kind == "" or (kind == "decorated" and not names_in(left) & OPERATORS)  # a moment is one of a law
        if is_free and link.sign.kind == "=" and memory.heads.define(left, right, formula):
            return
        is_called = names_in(left) & CALLED and link.sign.kind == "="
        if is_called and memory.heads.define(left, right, formula, supposed=condition):
            return
        # A value in passing, or of a member at a letter, is one of an example; but a moment is no name that is chosen.
        at_letter = any(_is_index(memory, each) for each in free_names(left)) and not names_in(right)
        is_moment = bool(names_in(left) & OPERATORS)
        if not is_moment and (at_letter or (not formula.display and _is_number(right))):
            memory.unread.append(names_in(left))
        else:
            memory.condition(claim, claimed=is_moment and not memory.says_law(left, right))
    elif (
        {ANEW, RESTATED} & {*found.doubts}
        and link.sign.kind == "="
        and kind == "defined"
        and memory.is_told_apart(left, right)
    ):
        _ = memory.heads.define(left, right, formula, supposed=condition)
    elif under_log(left) is not None and ANEW in claim.doubts:
        _ = memory.heads.define(*memory.heads.exponential(left, right), formula)
    else:
        memory.earlier.append(condition)
        says = named(left) is not None or found.says_custom or memory.brings_in_optimum(claim.relation)
        if link.begins and link.sign.kind == "=" and says:
            memory.scope.conditions.append(condition)


def _is_number(node: Node | None) -> bool:
    """Return whether a side is a plain number: a name that has it in passing has it at one place, not from then on."""
    alone = node.parts[0] if isinstance(node, surface.Terms) and len(node.parts) == 1 else node
    return isinstance(alone, surface.Number)


def _has_limit(node: Node | None) -> bool:
    return any(isinstance(each, surface.Big) and each.head in LIMITS for each in surface.walk(node))
