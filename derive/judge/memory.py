"""What a walk remembers: the scope, the words before a formula, and what makes the names of later lines doubtful."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from derive.discourse.page import Event, Formula
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import BEFORE, BESIDE, NO_EDIT, Claim, Doubt, Heard
from derive.judge.declare import declare, key_of
from derive.judge.digits import decimals, is_plain
from derive.judge.heads import ANEW, RESTATED, Heads, head_of, under_log, where_of
from derive.judge.premises import Premise
from derive.judge.words import MARK, OF_LABELS, SEVERAL, ZEROED
from derive.judge.worked import Example
from derive.meaning.chain import graph_of
from derive.meaning.changes import slope_mark
from derive.meaning.closing import LETTERS
from derive.meaning.expectations import KINDS
from derive.meaning.keys import (
    TRANSPOSES,
    is_exponential,
    is_starred,
    list_ends,
    name_key,
    named,
    names_in,
    spelled,
    stem,
    untransposed,
)
from derive.meaning.probability import SQUARE
from derive.meaning.scope import Condition, Scope
from derive.meaning.usage import Usage

EARLIER = 8
"""How many of the lines above a line may follow from, the nearest ones."""
CONFIRMED = 2
"""In how many proofs a name must have stood, so that what is not read of it counts for little."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two sides with a sign between them; `begins` says that the left one begins a chain, `follows` that of another."""

    left: Node
    sign: surface.Sign
    right: Node
    formula: Formula
    begins: bool
    follows: bool = False

    @property
    def names(self) -> frozenset[str]:
        """Return the keys of the names on both sides."""
        return names_in(self.left) | names_in(self.right)


@dataclass(slots=True)
class Memory:
    """What is remembered in a stretch of a page.

    `heard` are its sentences, and `parts` where the parts begin that are open. `last` is the last member of a chain,
    `slope` what a derivative is at the end of it, `slopes` those of all chains, with where they stand. `mood`, `words`,
    `sets`, `assumes`, `waits` and `conditional` are what words make of what stands behind them, `solving` says how many
    equations are to be solved in it, and `listed` that it is in a list; `premise`, `told` and `under` are the condition
    of a sentence, how it is heard, and where it holds. `guarded`, `restricted`, `below`, `limits`, `remarked`,
    `unread`, `sets_unread`, `fixed`, `passing` make lines doubtful; `confirmed` counts proofs by the names in them.
    Where a sentence `brings_in` names, these are other ones than before, but for those `mentioned` in it; `settled` is
    what sections say that are over. `earlier` are open lines, `equations` what may be solved, `printed` decimals that
    may be rounded, `exact` those that words give, `varied` the names by which was differentiated, and `computed` what
    words call an output, which may depend on anything. `example` holds the values that are given here, and `known`
    what each left side was proved to be.
    """

    scope: Scope
    usage: Usage
    heard: tuple[Heard, ...] = ()
    parts: tuple[Event, ...] = ()
    computed: set[str] = field(default_factory=set)
    last: Node | None = None
    mood: str = ""
    words: str = ""
    sets: bool = False
    brings_in: bool = False
    mentioned: set[str] = field(default_factory=set)
    settled: set[int] = field(default_factory=set)
    assumes: str = ""
    waits: bool = False
    conditional: bool = False
    solving: int = 0
    listed: bool = False
    under: Scope | None = None
    premise: Premise | None = None
    told: Heard | None = None
    slope: Node | None = None
    slopes: list[tuple[Node, str]] = field(default_factory=list)
    guarded: frozenset[str] = frozenset()
    restricted: frozenset[str] = frozenset()
    below: frozenset[str] = frozenset()
    limits: bool = False
    remarked: bool = False
    unread: list[frozenset[str]] = field(default_factory=list)
    sets_unread: frozenset[str] = frozenset()
    fixed: set[str] = field(default_factory=set)
    passing: set[str] = field(default_factory=set)
    confirmed: dict[str, int] = field(default_factory=dict)
    earlier: list[Condition] = field(default_factory=list)
    equations: list[Condition] = field(default_factory=list)
    printed: set[str] = field(default_factory=set)
    exact: set[str] = field(default_factory=set)
    varied: set[str] = field(default_factory=set)
    example: Example = field(default_factory=Example)
    known: dict[str, Node] = field(default_factory=dict)

    @property
    def heads(self) -> Heads:
        """Return what is known of left sides here."""
        return Heads(self.scope, self.usage)

    def set_to_zero(self, words: str) -> None:
        """Take in that the derivatives of the last display are set to zero, or all of them where words mean several."""
        every = SEVERAL.search(words) is not None
        zeroed = [(slope, at) for slope, at in self.slopes[-EARLIER:] if every or at == self.slopes[-1][1]]
        for slope, at in zeroed:
            span = slope.span
            relation = surface.Chain(span, (slope, surface.Number(span, "0")), (surface.Sign(span, "="),))
            self.equations.append(Condition(relation, at, claimed=True))
        self.solving = len(zeroed)

    def give(self, tree: Node, formula: Formula) -> bool:
        """Take in the value that words give to a name; return whether it is one."""
        if not isinstance(tree, surface.Chain) or [sign.kind for sign in tree.relations] != ["="]:
            return False
        left, right = tree.members
        if left is None or right is None or not is_plain(right):
            return False
        given = self.heads.given(left, right, formula)
        if given is not None:
            self.example.take(given)
            self.exact |= decimals(right)
        return given is not None

    def end_example(self) -> None:
        """Leave an example: what was said in it of names may be meant of them in what follows."""
        self.unread += [names for names in (self.example.end(self.scope),) if names]

    def learn(self, link: Link) -> None:
        """Take in what the left side of a line is that was proved of all values, and what is known to be it."""
        if link.sign.kind != "=" or self.example.values or not names_in(link.right):
            return
        old = spelled(link.left)
        for key in [old, *(key for key, value in self.known.items() if spelled(value) == old)]:
            self.known[key] = link.right

    def leave(self) -> None:
        """Leave a sentence: what it said under a condition holds no more, and may be meant in what follows."""
        if self.premise is not None and self.told is not None:
            marks = map(int, MARK.findall(self.told.words))
            self.unread += [self.told.names[at] for at in marks if self.told.names[at]]
        self.under, self.premise, self.told = None, None, None

    def declares(self, tree: Node, formula: Formula) -> bool:
        """Take in what a formula declares by its shape; return whether it does.

        Where words bring a name in, such as "let", and the sentence has not spoken of it, it is another one from here.
        """
        scope = self.scope
        before, old = dict(scope.declarations), len(scope.conditions)
        of_labels = OF_LABELS.search(self.words) is not None
        found = declare(tree, scope, self.usage, where_of(formula), of_labels=of_labels)
        if not self.brings_in or not found:
            return found
        own, scope.conditions = scope.conditions[old:], scope.conditions[:old]
        for key, made in scope.declarations.items():
            if before.get(key) is not made and stem(key) not in self.mentioned:
                if key not in before and self._says_of(key):  # it may say more of the same one
                    self.unread.append(frozenset({key}))
                scope.bring_in(key)
        scope.conditions += own
        return found

    def settle(self) -> None:
        """Begin a section: what is brought in from here on is not what was spoken of before."""
        said = (*self.scope.conditions, *(each for found in self.scope.definitions.values() for each in found))
        self.settled = {id(each) for each in said}

    def _says_of(self, key: str) -> bool:
        """Return whether this section has said something of a name."""
        said = (each for each in self.scope.conditions if key in names_in(each.relation))
        return any(id(each) not in self.settled for each in (*said, *self.scope.definitions.get(key, ())))

    def note(self, tree: Node) -> None:
        """Note which names have been used, and where first; `h_0` is no use of `h`, nor what an accent means one.

        Nor is an exponential one of `e`, which may be an error in what follows.
        """
        if isinstance(tree, surface.Chain) and slope_mark(tree.members[0], tree.members[-1]):
            return
        numbered = {
            id(node.base)
            for node in surface.walk(tree)
            if isinstance(node, surface.Scripted) and (isinstance(node.sub, surface.Number) or is_exponential(node))
        }
        for node in surface.walk(tree):
            if isinstance(node, surface.Derivative):
                self.varied |= {spelled(untransposed(each)) for each in node.by}
            if isinstance(node, surface.Name) and id(node) not in numbered:
                _ = self.scope.used.setdefault(name_key(node), node.span.start)
            if is_starred(node) or (head_of(node)[1] is not None and self.heads.is_operator(node)):
                _ = self.scope.used.setdefault(spelled(node), node.span.start)

    def brings_in_optimum(self, tree: Node) -> bool:
        """Return whether a starred name stands in a relation for the first time: it says what that name is."""
        starred = [spelled(node) for node in surface.walk(tree) if is_starred(node)]
        return any(all(key not in scope.used for scope in self.scope.around()) for key in starred)

    def is_variable(self, left: Node) -> bool:
        """Return whether the page has differentiated by a bare name: its value is claimed then, as a solution."""
        return head_of(left)[1] is None and spelled(left) in self.varied

    def is_solution(self, left: Node) -> bool:
        """Return whether words that set something to zero lead to a value of a name that is known without its marks."""
        base = named(left)
        if base is None or ZEROED.search(MARK.sub(" ", self.words)) is None:
            return False
        return any(stem(key) == base.text for scope in self.scope.around() for key in scope.used)

    def says_law(self, left: Node, right: Node) -> bool:
        r"""Return whether a moment of names that nothing defines is given a value, as in `E[\varepsilon] = 0`.

        That says what their law is. The first one is no claim; one of the same names that follows may be.
        """
        bracket = _parted(left)[1]
        if not isinstance(bracket, surface.Bracket) or names_in(right) & (SQUARE | self.usage.random):
            return False
        inside = names_in(bracket.body) - TRANSPOSES
        said = (each.relation.members[0] for scope in self.scope.around() for each in scope.conditions)
        moments = [each for each in said if names_in(each) & SQUARE and names_in(each) & inside]
        is_first = all(_degree(each) < _degree(left) for each in moments)
        return bool(inside) and is_first and not any(any(self.scope.definitions_of(key)) for key in inside)

    def claim(
        self,
        left: Node | None,
        sign: surface.Sign,
        right: Node | None,
        formula: Formula,
        *,
        kind: str = "claim",
        reason: str = "",
    ) -> Claim:
        """Return a relation with all that stands before it."""
        return Claim(
            formula,
            left,
            sign,
            right,
            self.under or self.scope,
            self.usage,
            kind=kind,
            reason=reason,
            words=self.words,
            solves=self.solving,
            computed=frozenset(self.computed),
            given=tuple(self.example.values.values()),
            known=dict(self.known),
            earlier=tuple(self.earlier[-EARLIER:]),
            confirmed=frozenset(self.confirmed),
            printed=frozenset(self.printed - self.exact),
            equations=tuple(self.equations[-EARLIER:]),
            heard=(*self._heard_here(), *(() if self.told is None else (self.told,))),
        )

    def condition(self, claim: Claim, *, claimed: bool = False) -> None:
        """Take in a relation that holds from here on, or is `claimed` to; one of a list holds of each."""
        relation = claim.relation
        if isinstance(claim.left, surface.Sequence) and set(claim.left.separators) == {","}:
            for head in self._members(claim.left.items):
                each = surface.Chain(relation.span, (head, claim.right), relation.relations)
                self.scope.conditions.append(Condition(each, where_of(claim.formula), claimed))
            return
        self.scope.conditions.append(Condition(relation, where_of(claim.formula), claimed))

    def _members(self, listed: tuple[Node, ...]) -> tuple[Node, ...]:
        r"""Return what a list says something of: each of it, or of `x_1, \dots, x_n` a member at its own letter."""
        ends, first = list_ends(listed), listed[0]
        if ends is None or not isinstance(first, surface.Scripted):
            return listed
        known = self.usage.values | self.usage.places | self.usage.bound
        letter = next((each for each in LETTERS if each not in known and self.scope.range_of(each) is None), "")
        if not letter:
            return listed
        self.scope.ranges[letter] = ends
        return (replace(first, sub=surface.Name(first.span, letter)),)

    def end_wall(self) -> None:
        """Go back to the scope around a wall; what a part defines is so behind it, what it supposes may be."""
        ended, around = self.scope, self.scope.up
        if around is None:
            return
        self.scope = around
        if ended.kind == "part":
            self.unread += [frozenset({key}) for key in around.take_over(ended)]
            self.unread += [names_in(each.relation) for each in ended.conditions]

    def _heard_here(self) -> Iterator[Heard]:
        """Yield the sentences that are heard here: what another part says, it says of itself."""
        here = tuple(part.place for part in self.parts)
        yield from (each for each in self.heard if each.within == here[: len(each.within)])

    def confirm(self, link: Link) -> None:
        """Count a proof for the names in it; that a thing is itself confirms nothing."""
        if spelled(link.left) != spelled(link.right):
            for key in link.names:
                self.confirmed[key] = self.confirmed.get(key, 0) + 1

    def doubts(self, link: Link) -> Iterator[Doubt]:
        """Yield what may make a relation that fails no error: see `derive.judge.gates`."""
        here = link.names
        unread_premise = self.premise is not None and not self.premise.is_read
        conditions = (
            (self.below & here, "a row below it may say when it holds"),
            ((self.guarded | self.restricted) & here, "a condition stands beside it"),
            (self.sets_unread & here, "a condition on its names is not read: in what set one of them lies"),
        )
        yield from (Doubt(says, is_of_condition=True) for is_there, says in conditions if is_there)
        in_words = (
            (self.conditional or unread_premise, BEFORE),
            (self.limits, Doubt("a limit stands before it", NO_EDIT)),
            (self.remarked, BESIDE),
        )
        yield from (doubt for is_there, doubt in in_words if is_there)
        held = self.fixed | self.passing
        if any(self._may_vary(key, link) for key in held & (here | self._behind(here))):
            yield Doubt("a condition on its names: words hold one of them", NO_EDIT)
        anew = frozenset().union(*(names_in(each.relation) for each in (self.under or Scope()).conditions))
        for names in self.unread:
            if not names <= anew and self._matters(names, here):
                yield Doubt(f"what is said of {', '.join(sorted(names & here))} is not read")
        head = under_log(link.left) or link.left
        is_anew = link.begins and self.heads.known(head) == "defined"
        if is_anew and not self.heads.is_near(head, link.formula) and not self.heads.is_call(head):
            yield RESTATED if self._says_otherwise(head, link.right) else ANEW

    def _says_otherwise(self, head: Node, body: Node) -> bool:
        """Return whether a body is made of what the names are made of by which a head was defined: it is no new one."""
        if any(isinstance(each, surface.Derivative) for each in surface.walk(body)):
            return False
        graph = graph_of(self.scope, self.usage)
        key = key_of(head, self.scope, self.usage)
        direct = frozenset() if key is None else graph.holds.get(key, frozenset())
        names = names_in(body) - self.usage.sizes - self.usage.indices
        below = frozenset[str]().union(*(graph.below(each) for each in direct))
        return bool(names & below - direct) and names <= below | direct

    def is_told_apart(self, head: Node, body: Node) -> bool:
        """Return whether what a head is defined as, and another body, cannot both be meant: no new name mends it.

        A name that only one of them holds may be a condition on it, unless all of the other's names stand there too.
        """
        before = [each for each in self.scope.latest() if each.key in names_in(head)]
        older = frozenset[str]().union(*(names_in(each.body) for each in before))
        said = older.union(*(names_in(each.body) | {each.key} for each in self.scope.latest()))
        new = {key for key in names_in(body) - said if self.scope.declaration(key) is None}
        return older <= names_in(body) or not new - self.usage.sizes - self.usage.indices

    def _may_vary(self, key: str, link: Link) -> bool:
        """Return whether a derivative of a line sees a name vary: one by it, or any at all if it is computed."""
        walks = (each for side in (link.left, link.right) for each in surface.walk(side))
        slopes = [each for each in walks if isinstance(each, surface.Derivative)]
        by = {name_key(base) for slope in slopes for each in slope.by if (base := named(untransposed(each)))}
        is_seen = key in by or (not by and key not in self.usage.indices | self.usage.sizes)
        if is_seen or not slopes:
            return bool(slopes)
        graph = graph_of(self.scope, self.usage)
        return any(graph.depends(key, each) for each in by)

    def _matters(self, names: frozenset[str], here: frozenset[str]) -> bool:
        """Return whether what is not read of some names may be about a line with others."""
        shared = names & here
        is_about = bool(shared) and (len(names) == 1 or names <= here)
        return is_about or any(self.confirmed.get(key, 0) < CONFIRMED for key in shared)

    def _behind(self, names: frozenset[str]) -> frozenset[str]:
        """Return the names in the definitions of some names."""
        return frozenset(key for each in self.scope.latest() if each.key in names for key in names_in(each.body))


def _degree(moment: Node | None) -> int:
    r"""Return of which order a moment is: 1 for `E[x]`, 2 for all that say how names vary."""
    head, bracket = _parted(moment)
    body = bracket.body if isinstance(bracket, surface.Bracket) else None
    body = body.items[0] if isinstance(body, surface.Sequence) and "|" in body.separators else body
    is_mean = isinstance(head, surface.Name) and KINDS.get(name_key(head)) == "mean"
    return 1 if is_mean and named(body) is not None else 2


def _parted(moment: Node | None) -> tuple[Node | None, Node | None]:
    """Return the operator of a moment and its brackets."""
    is_pair = isinstance(moment, surface.Factors) and len(moment.parts) == 2  # noqa: PLR2004 -- a name and its bracket
    return (moment.parts[0], moment.parts[1]) if is_pair and isinstance(moment, surface.Factors) else (None, None)
