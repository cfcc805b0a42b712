"""A walk over a page: a tree of scopes, and what each relation is. It knows nothing of truth, and is told of it.

`walk` yields a `Claim` for each relation, in order, and is sent the `Finding` back: what stays open with a bare name
on its left is a condition for what follows, and what was proved confirms how its names are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from derive.discourse.page import BEGINS, Event, Formula, Page, Place
from derive.formula.read import tree as surface
from derive.formula.read.statements import Statement
from derive.formula.read.tree import Node
from derive.judge.applied import take_applied
from derive.judge.chains import Walk, all_of, chain_of, is_of_places, not_told
from derive.judge.claim import Heard
from derive.judge.declare import declared, key_of, number_list
from derive.judge.digits import DECIMAL, is_plain
from derive.judge.directed import directive_of, spelt, take_in, trees_of_directive, with_words_as_names
from derive.judge.heads import where_of
from derive.judge.memory import Memory
from derive.judge.notations import with_notations
from derive.judge.premises import Premise, is_implication, premise_of
from derive.judge.shapes import take_shapes
from derive.judge.words import (
    ASSUMED,
    ASSUMPTIONS,
    GOES_ON,
    MARK,
    OPTIMUM,
    PART_OF,
    TWO,
    WHERE,
    ZEROED,
    Sentence,
    sentences,
)
from derive.judge.worked import is_given
from derive.meaning.bare import arguments_of, with_arguments
from derive.meaning.chances import take_words
from derive.meaning.changes import slope_mark, with_slope_names
from derive.meaning.differentials import with_derivatives
from derive.meaning.keys import name_key, named, names_in, stem
from derive.meaning.primed import names_kept, turns_by_primes, with_primes_turned
from derive.meaning.scope import Condition, Declaration, Scope
from derive.meaning.squares import squared_names, with_squares
from derive.meaning.usage import is_shape, usage_of
from derive.statements.labels import FLIPPED


def walk(page: Page) -> Walk:
    """Walk over a page; yields each relation, and is sent what was found of it."""
    page = _as_meant(page)
    root = Scope()
    front, *walled = _stretches(page.events)
    shared = [tree for event in front for tree in _trees_of(event)]
    for stretch in (front, *walled):
        own = [] if stretch is front else [tree for event in stretch for tree in _trees_of(event)]
        usage = usage_of([*shared, *own], has_sigmoid=_has_sigmoid(page))
        scope = root if stretch is front else Scope(root, "region")
        heard = tuple(_heard_in(front) + ([] if stretch is front else _heard_in(stretch)))
        if any(TWO.search(each.words) for each in heard):
            binary = Declaration(0, (), frozenset({"binary"}), "what words say of two classes")
            scope.declarations.update({key: binary for key in usage.bits if scope.declaration(key) is None})
        yield from _stretch(Memory(scope, usage, heard), stretch)


def _as_meant(page: Page) -> Page:
    """Return a page in which slopes are trees, densities there have arguments, and squares that are names are names."""
    page = _with_trees(with_words_as_names(page), with_derivatives)
    if any(slope_mark(with_slope_names(one), other) == "d" for one, other in _equated(page)):
        page = _with_trees(page, with_slope_names)
    known = arguments_of(_all_trees(page))
    page = _with_trees(page, lambda tree: with_arguments(tree, known)) if known else page
    if turns_by_primes(_all_trees(page)):
        kept = names_kept(_all_trees(page))
        page = _with_trees(page, lambda tree: with_primes_turned(tree, kept))
    names = squared_names(_all_trees(page))
    return _with_trees(page, lambda tree: with_squares(tree, names)) if names else page


def _equated(page: Page) -> Iterator[tuple[Node, Node]]:
    r"""Yield what may say what a name is: both sides of an equation, and two formulas that stand beside each other."""
    for event in page.events:
        firsts = [each.statements[0].tree for each in event.formulas if each.statements]
        yield from pairwise(firsts)
        for tree in _trees_of(event):
            if isinstance(tree, surface.Chain):
                yield from ((one, other) for one, other in pairwise(tree.members) if one and other)


def _with_trees(page: Page, change: Callable[[Node], Node]) -> Page:
    def changed(formula: Formula) -> Formula:
        """Return a formula with its trees changed."""
        statements = (
            replace(each, tree=change(each.tree), guards=tuple(map(change, each.guards))) for each in formula.statements
        )
        return replace(formula, statements=tuple(statements))

    events = (replace(event, formulas=tuple(map(changed, event.formulas))) for event in page.events)
    return replace(page, events=tuple(events))


def _all_trees(page: Page) -> list[Node]:
    return [tree for event in page.events for tree in _trees_of(event)]


def _trees_of(event: Event) -> Iterator[Node]:
    """Yield the trees of all formulas of an event, their guards too."""
    said = directive_of(event)
    if said is not None:
        yield from trees_of_directive(said)
        return
    for formula in event.formulas:
        for statement in formula.statements:
            yield statement.tree
            yield from statement.guards


def _has_sigmoid(page: Page) -> bool:
    r"""Return whether a page writes or names the logistic function, which is what `\sigma` is then."""
    said = " ".join(event.words.lower() for event in page.events)
    written = page.text.replace(" ", "")
    return "sigmoid" in said or "logistic" in said or r"\frac{1}{1" in written or "1/(1+" in written


def _stretches(events: Sequence[Event]) -> list[list[Event]]:
    """Return the stretches of a page from one outermost wall to the next; the first is what stands before them all.

    The parts of a problem are one stretch: each builds on those before it.
    """
    found: list[list[Event]] = [[]]
    level: int | None = None
    for event in events:
        ends = event.kind in BEGINS and level is not None and event.level <= level
        begins = event.kind == "wall" and (level is None or event.level <= level)
        if begins or ends:
            found.append([])
            level = event.level if begins else level
        found[-1].append(event)
    return found


def _where_apart(event: Event) -> Iterator[Event]:
    """Yield a where-clause that begins some words apart from the sentences behind it."""
    first = next(iter(sentences(event.words)), None) if event.kind == "words" and WHERE.match(event.words) else None
    cut = -1 if first is None else event.words.find(first.text) + len(first.text)
    if first is not None and first.text in event.words and event.words[cut:].strip():
        yield replace(event, words=event.words[:cut])
        yield replace(event, words=event.words[cut:])
    else:
        yield event


def _in_order(events: Sequence[Event]) -> list[Event]:
    """Return the events with a where-clause that stands directly behind a display before it.

    It may be another display, with no more than a `with` before it.
    """
    found = list(events)
    for number, event in enumerate(found):
        if event.kind != "display":
            continue
        behind = next((n for n in range(number + 1, min(number + 3, len(found))) if found[n].kind != "paragraph"), None)
        if behind is None or found[behind].kind != "words" or not _says_where(found[behind].words):
            continue
        is_bare = WHERE.fullmatch(found[behind].words.strip(" :,")) is not None
        end = behind + (is_bare and found[behind + 1 : behind + 2] != [] and found[behind + 1].kind == "display")
        found[number : end + 1] = [*found[behind : end + 1], *found[number + 1 : behind], event]
    return found


def _says_where(words: str) -> bool:
    """Return whether words say what stands in the display before them; `with x = 2 we get` begins something else."""
    begins = WHERE.match(words)
    first = next(iter(sentences(words)), None)
    leads = first is not None and GOES_ON.search(MARK.sub(" ", first.text)) is not None
    return begins is not None and not (begins[1].lower() == "with" and leads)


def _heard_in(events: Sequence[Event]) -> list[Heard]:
    """Return the sentences of some events, with the names that the formulas in them are about."""
    return [
        Heard(_as_heard(sentence.text, event.formulas), names, premise_of(sentence) is not None, event.place, within)
        for event, within in _within_parts(events)
        if event.words and event.kind != "directive"
        for names in [tuple(map(_about, event.formulas))]
        for sentence in sentences(event.words)
    ]


def _within_parts(events: Sequence[Event]) -> Iterator[tuple[Event, tuple[Place, ...]]]:
    """Yield events with where the parts begin in which each stands."""
    around: tuple[Event, ...] = ()
    for event in events:
        around = _parts_behind(around, event)
        yield event, tuple(part.place for part in around)


def _parts_behind(around: tuple[Event, ...], event: Event) -> tuple[Event, ...]:
    """Return the parts that are open behind an event."""
    if event.kind not in BEGINS:
        return around
    left = tuple(part for part in around if part.level < event.level)
    return (*left, event) if event.kind == "part" else left


def _as_heard(words: str, formulas: Sequence[Formula]) -> str:
    r"""Return words without the marks of sizes, such as `D \times D`, and with the nouns of signs that stand alone."""
    for number, formula in enumerate(formulas):
        if all(is_shape(each.tree) for each in formula.statements):
            words = words.replace(f"\x01{number}\x02", " ")
    return with_notations(words, formulas)


def _about(formula: Formula) -> frozenset[str]:
    """Return the names that an inline formula mentions or declares: those on its left."""
    found: set[str] = set()
    for statement in formula.statements:
        tree = statement.tree
        left = tree.members[0] if isinstance(tree, surface.Chain) else tree
        parts = left.items if isinstance(left, surface.Sequence) else (left,)
        found |= {stem(name_key(base)) for base in map(named, filter(None, parts)) if base is not None}
    return frozenset(found)


def _stretch(memory: Memory, events: Sequence[Event]) -> Walk:
    """Walk over one stretch; a where-clause behind a display is read before it."""
    events = [part for event in events for part in _where_apart(event)]
    ordered = _in_order(events)
    for place, event in enumerate(ordered):
        _begin_list(memory, event)
        if event.kind in BEGINS:
            _enter(memory, event)
            if _relates(event):
                yield from _said(memory, event)
        elif event.kind == "display":
            behind = ordered[place + 1] if place + 1 < len(ordered) and ordered[place + 1].kind == "words" else None
            yield from _display(memory, event.formulas[0], behind)
        elif event.kind == "words" or (event.kind == "item" and event.formulas):
            yield from _said(memory, event)
            # A where-clause that was moved does not lead to the display now behind it.
            if event is not events[place] and event.formulas:
                memory.mood, memory.waits = "", False
                memory.leave()
        elif event.kind == "directive":
            _directed(memory, event)
        elif event.kind == "paragraph" and not memory.waits:
            memory.mood = ""
            memory.leave()


def _begin_list(memory: Memory, event: Event) -> None:
    """Note that a list begins or ends, and one of assumptions behind words that say no more."""
    if event.kind == "item":
        memory.example.around = memory.example.around if memory.listed else dict(memory.example.values)
        memory.end_example()
    elif event.kind in BEGINS:
        memory.example.around = {}
        memory.end_example()
        memory.known = {} if event.kind == "wall" else memory.known
    memory.listed = event.kind == "item" or (memory.listed and event.kind not in BEGINS | {"paragraph"})
    begins = event.kind in {"heading", "words"} and not event.formulas
    if begins and ASSUMPTIONS.fullmatch(event.words):
        memory.assumes = "hypothesis"
    elif begins and ASSUMED.search(event.words) and (event.kind == "heading" or event.words.rstrip().endswith(":")):
        memory.assumes = "condition"
    elif event.kind in {"heading", "paragraph", "display"}:
        memory.assumes = ""


def _enter(memory: Memory, event: Event) -> None:
    """Leave the walls of this level and below it, and go behind the new one."""
    while memory.scope.up is not None and memory.scope.kind in BEGINS and memory.scope.level >= event.level:
        memory.end_wall()
    if event.kind != "heading":
        memory.scope = Scope(memory.scope, event.kind, event.level)
    memory.parts = _parts_behind(memory.parts, event)
    memory.last = None
    memory.settle()
    memory.leave()


def _relates(event: Event) -> bool:
    """Return whether a heading says a relation: a name that only stands in one has not been used."""
    trees = (each.tree for formula in event.formulas for each in formula.statements)
    return any(isinstance(tree, surface.Chain) and tree.relations for tree in trees)


def _directed(memory: Memory, event: Event) -> None:
    """Take in what a comment says; what nobody understands is told elsewhere."""
    said = directive_of(event)
    if said is not None:
        take_in(said, spelt(event), memory.scope, memory.usage, f"line {event.place.line}")


def _tree_of(formula: Formula) -> Node | None:
    return formula.statements[0].tree if formula.statements else None


def _names_restricted(tree: Node | None) -> frozenset[str]:
    """Return the names that an order, an interval or a value restricts, as in `x > 0`; none in anything else."""
    if not isinstance(tree, surface.Chain) or not tree.relations:
        return frozenset()
    kinds, last = {sign.kind for sign in tree.relations}, tree.members[-1]
    is_value = kinds == {"="} and isinstance(tree.members[0], surface.Name) and isinstance(last, surface.Number)
    is_interval = kinds == {"in"} and isinstance(last, surface.Bracket)
    return names_in(tree) if kinds <= ORDERS or is_value or is_interval else frozenset()


_NONE = frozenset[str]()


def _restricted_by(sentence: Sentence, formulas: Sequence[Formula]) -> frozenset[str]:
    """Return the names that a sentence restricts which goes on with the display before it."""
    first = next(iter(sentence.formulas), None)
    if first is None or not sentence.goes_on or not sentence.may_restrict_by(first):
        return _NONE
    return _names_restricted(_tree_of(formulas[first]))


def _is_order(tree: Node | None) -> bool:
    return isinstance(tree, surface.Chain) and {sign.kind for sign in tree.relations} <= ORDERS


ORDERS = frozenset({*FLIPPED, "!="})


def _display(memory: Memory, formula: Formula, behind_it: Event | None = None) -> Walk:
    """Walk over a display, which goes on with the sentence before it; what goes on behind it may say when it holds."""
    mood, memory.mood = memory.mood, ""
    gives = memory.waits and is_given(memory.words)
    memory.sets = memory.waits = False
    # A condition that nobody understands is a doubt about the display, and no reason to pass it over.
    goes_on = None if behind_it is None else next(iter(sentences(behind_it.words)), None)
    memory.conditional = mood == "condition" or (goes_on is not None and goes_on.is_about_display)
    restricted = _restricted_by(goes_on, behind_it.formulas) if goes_on is not None and behind_it is not None else _NONE
    after = {id(one): other for one, other in pairwise(formula.statements)}
    before = {id(other): id(one) for one, other in pairwise(formula.statements)}
    ends: dict[int, Node | None] = {}
    ordered = _defined_first(memory, formula.statements)
    for place, statement in enumerate(ordered):
        memory.below = frozenset().union(*map(_said_at_a_number, ordered[place + 1 :]))
        memory.last = ends.get(before.get(id(statement), 0), memory.last)  # as it is written, whatever is read first
        if isinstance(statement.tree, surface.Chain) and statement.tree.relations:
            behind = after.get(id(statement))
            beside = behind if behind is not None and behind.row == statement.row else None
            said = _where(memory, statement, beside)
            memory.restricted = restricted | _names_restricted(None if beside is None else beside.tree)
            yield from _given(memory, said, formula, "" if memory.conditional else mood, gives=gives)
        else:
            if not memory.declares(statement.tree, formula):
                yield from not_told(memory, statement.tree, formula)
            memory.last = statement.tree
            memory.note(statement.tree)
        ends[id(statement)] = memory.last
    memory.conditional, memory.below, memory.restricted = False, frozenset(), frozenset()


def _said_at_a_number(statement: Statement) -> frozenset[str]:
    r"""Return the names of a row such as `u^\top v = 0`, which may say when the rows above it hold."""
    said = frozenset[str]()
    for tree in (statement.tree, *statement.guards):
        if isinstance(tree, surface.Chain) and [sign.kind for sign in tree.relations] == ["="]:
            left, right = tree.members
            has_slope = any(isinstance(each, surface.Derivative) for each in surface.walk(left))
            said |= names_in(left) if isinstance(right, surface.Number) and not has_slope else frozenset()
    return said


def _defined_first(memory: Memory, statements: Sequence[Statement]) -> list[Statement]:
    r"""Return the statements of a display with what defines a fresh name before the first that uses it.

    So `\nabla L = X^\top r, \quad r = X w - y` is read with what r is. A name that one differentiates by stays.
    """
    ordered = list(statements)
    for statement in statements:
        own = ordered.index(statement)
        key = _fresh(memory, statement)
        users = (at for at, each in enumerate(ordered[:own]) if key and key in names_in(each.tree))
        first = next(users, None)
        if first is not None:
            ordered.insert(first, ordered.pop(own))
    return ordered


def _fresh(memory: Memory, statement: Statement) -> str:
    """Return the key of the bare name that a statement defines, if nothing is known of it yet; else nothing."""
    tree = statement.tree
    if not isinstance(tree, surface.Chain) or [sign.kind for sign in tree.relations[:1]] not in (["="], [":="]):
        return ""
    left, right = tree.members[0], tree.members[1]
    base = named(left)
    if left is None or right is None or base is None or isinstance(right, surface.Number):
        return ""
    key = name_key(base)
    is_own = key in names_in(right) or key in memory.usage.varied
    return "" if is_own or memory.heads.known(left) else key


def _where(memory: Memory, statement: Statement, behind: Statement | None) -> Statement:
    """Return a statement with what is said behind it of its indices alone, such as `i != j`: it holds there."""
    if behind is None or not is_of_places(memory, behind.tree) or is_of_places(memory, statement.tree):
        return statement
    return replace(statement, guards=(*statement.guards, behind.tree))


def _said(memory: Memory, event: Event) -> Walk:
    """Walk over words with the formulas in them, sentence by sentence."""
    for sentence in sentences(event.words):
        memory.leave()
        memory.premise = premise_of(sentence)
        memory.solving *= memory.listed  # what words solve an equation for may be a list
        said = MARK.sub(" ", sentence.text)
        if ZEROED.search(said):
            memory.set_to_zero(said)
        elif OPTIMUM.search(said):
            memory.set_to_zero(said)
            memory.solving = 0
        yield from _sentence(memory, sentence, event.formulas)
        memory.words = sentence.text
        memory.mood = ""
        memory.last = None
        memory.waits = sentence.ends_open
        if not sentence.ends_open:
            memory.leave()
        elif memory.premise is None and (sentence.is_conditional or sentence.denies_next):
            memory.mood = "condition"
        elif memory.premise is None and sentence.imposes:
            memory.mood = "hypothesis"


def _sentence(memory: Memory, sentence: Sentence, formulas: Sequence[Formula]) -> Walk:
    """Walk over the formulas of one sentence."""
    premise = memory.premise
    memory.brings_in, memory.mentioned = sentence.brings_in, set()
    if premise is not None:
        yield from _suppose(memory, premise, formulas)
    memory.sets = sentence.sets
    memory.words = sentence.text
    memory.exact |= set(DECIMAL.findall(sentence.text))
    trees = [_tree_of(each) for each in formulas]
    memory.passing = set()
    if sentence.holds_fixed:
        held = (tree for number in sentence.held if (tree := trees[number]) is not None)
        keys = {key for tree in held if not _is_numbered(tree) for key in names_in(tree)}
        memory.passing, memory.fixed = (
            (keys, memory.fixed) if sentence.holds_in_passing else (set(), memory.fixed | keys)
        )
    if sentence.formulas and (premise is not None or not sentence.is_conditional):
        take_words(sentence.text, trees, memory.under or memory.scope, where_of(formulas[sentence.formulas[0]]))
    if sentence.formulas and premise is None:
        take_shapes(sentence, trees, memory.scope, memory.usage, where_of(formulas[sentence.formulas[0]]))
        take_applied(sentence, trees, memory.heads, formulas)
    numbers = sentence.formulas if premise is None else premise.claims
    for number, after in zip_longest(numbers, numbers[1:]):
        memory.last = None
        mood = _mood(sentence, premise, number) or (memory.assumes if premise is None else "")
        mood = memory.assumes if memory.assumes == "condition" else mood
        if not mood and sentence.restricts_by(number) and _is_order(trees[number]):
            mood = "condition"
        restricting = trees[after] if after is not None and sentence.may_restrict_by(after) else None
        memory.restricted = _names_restricted(restricting)
        leads = mood == "hypothesis" and sentence.leads_to(number)
        beside = None if after is None else next(iter(formulas[after].statements), None)
        own = trees[number]
        if sentence.denies(number) and isinstance(own, surface.Chain):
            yield from all_of(memory, own, formulas[number], kind="assumed", reason="words deny it")
            continue
        if beside is not None and own is not None and slope_mark(own, beside.tree):
            _ = memory.heads.define(own, beside.tree, formulas[number])
        formula = replace(
            formulas[number], statements=tuple(_where(memory, each, beside) for each in formulas[number].statements)
        )
        memory.conditional = sentence.is_negated  # what another clause denies may be why this one holds
        yield from _inline(memory, sentence, number, formula, "" if leads else mood)
        memory.conditional = False
        memory.mentioned |= {stem(key) for each in formula.statements for key in names_in(each.tree)}
    memory.brings_in, memory.restricted = False, frozenset()


def _is_numbered(tree: Node) -> bool:
    """Return whether a formula is one numbered member, such as `h_0`: of the others nothing is said."""
    return isinstance(tree, surface.Scripted) and isinstance(tree.sub, surface.Number)


def _mood(sentence: Sentence, premise: Premise | None, number: int) -> str:
    """Return what words make of the relations in a formula of a sentence: a condition, a hypothesis, or nothing."""
    if sentence.is_negated_at(number) or (premise is None and (sentence.is_conditional or is_implication(sentence))):
        return "condition"
    return "hypothesis" if sentence.supposes(number) and premise is None else ""


def _suppose(memory: Memory, premise: Premise, formulas: Sequence[Formula]) -> Walk:
    """Take in the premise of a sentence: what it says holds until the sentence ends."""
    memory.under = Scope(memory.scope, "sentence")
    memory.told = Heard(_as_heard(premise.as_hypothesis, formulas), tuple(map(_about, formulas)))
    for number in premise.formulas:
        formula = formulas[number]
        for statement in formula.statements:
            tree = statement.tree
            if memory.declares(tree, formula):
                continue
            _ = premise.is_turned or memory.give(tree, formula)
            if not isinstance(tree, surface.Chain):
                memory.note(tree)
                continue
            links = () if premise.is_turned else zip(tree.members, tree.relations, tree.members[1:], strict=False)
            for left, sign, right in links:
                each = surface.Chain(tree.span, (left, right), (sign,))
                memory.under.conditions.append(Condition(each, where_of(formula)))
            yield from all_of(memory, tree, formula, kind="assumed", reason="said as a condition")


def _inline(memory: Memory, sentence: Sentence, number: int, formula: Formula, mood: str) -> Walk:
    """Walk over one formula of a sentence; a declaration in it is about the names before it too."""
    heads: list[Node] = []
    before = sentence.text.partition(f"\x01{number}\x02")[0]
    for statement in formula.statements:
        tree = statement.tree
        if isinstance(tree, surface.Chain) and tree.relations:
            _share(memory, heads, tree, formula)
            yield from _given(memory, statement, formula, mood, gives=mood != "condition" and is_given(before))
            continue
        if not memory.declares(tree, formula):
            if not PART_OF.search(before):
                number_list(tree, memory.scope, memory.usage)
            _mention(memory, tree, formula, is_function=sentence.calls_function(number))
            if sentence.calls_output(number):
                memory.computed |= names_in(tree) - memory.usage.indices
            if named(tree) is None:
                memory.note(tree)
        heads.append(tree)


def _given(memory: Memory, statement: Statement, formula: Formula, mood: str, *, gives: bool) -> Walk:
    """Walk over a chain; a value that words give to a name holds in an example, as conditions that are met in it."""
    tree, old = statement.tree, {id(each) for each in memory.scope.conditions}
    if isinstance(tree, surface.Chain) and not (gives and memory.give(tree, formula)):
        first = tree.members[0]
        memory.example.move("" if first is None else key_of(first, memory.scope, memory.usage) or "")
    yield from chain_of(memory, statement, formula, mood)
    if memory.example.values and isinstance(tree, surface.Chain) and is_plain(tree.members[-1]):
        memory.example.conditions += [each for each in memory.scope.conditions if id(each) not in old]


def _mention(memory: Memory, tree: Node, formula: Formula, *, is_function: bool) -> None:
    """Take in that words call a name a function or a map: then brackets behind it are its argument."""
    key = key_of(tree, memory.scope, memory.usage)
    if key is not None and memory.scope.declaration(key) is None and is_function:
        memory.scope.declarations[key] = Declaration(0, (), frozenset({"function"}), where_of(formula))


def _share(memory: Memory, heads: Sequence[Node], tree: surface.Chain, formula: Formula) -> None:
    r"""Say of the names before a declaration what it says of the last one: `x, y \in \mathbb{R}^D`."""
    if tree.relations[0].kind == "in" and tree.members[1] is not None:
        for head in heads:
            if named(head) is not None:
                _ = declared(head, tree.members[1], memory.scope, memory.usage, where_of(formula))
