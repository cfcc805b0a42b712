"""What a walk remembers: the scope, the words before a formula, and what makes the names of later lines doubtful."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from derive.discourse.page import Formula
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.claim import Claim, Heard
from derive.judge.declare import declare
from derive.judge.heads import ANEW, Heads, head_of, where_of
from derive.judge.premises import Premise
from derive.judge.words import MARK, ZEROED
from derive.meaning.keys import name_key, named, names_in, spelled, stem, untransposed
from derive.meaning.scope import Condition, Scope
from derive.meaning.usage import Usage

EARLIER = 8
"""How many of the lines above a line may follow from, the nearest ones."""
CONFIRMED = 2
"""In how many proofs a name must have stood, so that what is not read of it counts for little."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two sides with a sign between them; `begins` says that the left one begins its chain."""

    left: Node
    sign: surface.Sign
    right: Node
    formula: Formula
    begins: bool

    @property
    def names(self) -> frozenset[str]:
        """Return the keys of the names on both sides."""
        return names_in(self.left) | names_in(self.right)


@dataclass(slots=True)
class Memory:
    """What is remembered in a stretch of a page.

    `last` is the last member of a chain, `slope` what a derivative is at the end of it, and `slopes` are those of all
    chains, each with where it stands. `mood`,
    `words`, `sets`, `waits`, `conditional` and `solving` are what words make of a display behind them, `listed` says
    that they stand in a list; `premise`, `told` and `under` are the condition of a sentence, how it is heard, and the
    scope where it holds. `guarded`,
    `limits`, `remarked`, `unread`, `sets_unread` and `fixed` make lines doubtful; `confirmed` counts proofs by the
    names in them. `earlier` are lines that stayed open, `equations` what may be solved, `printed` decimals that may be
    rounded, `varied` the names by which was differentiated, and `computed` what words call an output, which may
    depend on anything.
    """

    scope: Scope
    usage: Usage
    heard: tuple[Heard, ...] = ()
    computed: set[str] = field(default_factory=set)
    last: Node | None = None
    mood: str = ""
    words: str = ""
    sets: bool = False
    waits: bool = False
    conditional: bool = False
    solving: bool = False
    listed: bool = False
    under: Scope | None = None
    premise: Premise | None = None
    told: Heard | None = None
    slope: Node | None = None
    slopes: list[tuple[Node, str]] = field(default_factory=list)
    guarded: frozenset[str] = frozenset()
    limits: bool = False
    remarked: bool = False
    unread: list[frozenset[str]] = field(default_factory=list)
    sets_unread: frozenset[str] = frozenset()
    fixed: set[str] = field(default_factory=set)
    confirmed: dict[str, int] = field(default_factory=dict)
    earlier: list[Condition] = field(default_factory=list)
    equations: list[Condition] = field(default_factory=list)
    printed: set[str] = field(default_factory=set)
    varied: set[str] = field(default_factory=set)

    @property
    def heads(self) -> Heads:
        """Return what is known of left sides here."""
        return Heads(self.scope, self.usage)

    def set_to_zero(self) -> None:
        """Take in that the derivatives above are set to zero: words may mean several, and those of the last chain."""
        for slope, at in self.slopes[-EARLIER:]:
            span = slope.span
            relation = surface.Chain(span, (slope, surface.Number(span, "0")), (surface.Sign(span, "="),))
            self.equations.append(Condition(relation, at, claimed=True))
        self.solving = bool(self.slopes)

    def leave(self) -> None:
        """Leave a sentence: what it said under a condition holds no more, and may be meant in what follows."""
        if self.premise is not None and self.told is not None:
            marks = map(int, MARK.findall(self.told.words))
            self.unread += [self.told.names[at] for at in marks if self.told.names[at]]
        self.under, self.premise, self.told = None, None, None

    def declares(self, tree: Node, formula: Formula) -> bool:
        """Take in what a formula declares by its shape; return whether it does."""
        return declare(tree, self.scope, self.usage, where_of(formula))

    def note(self, tree: Node) -> None:
        """Note which names have been used, and where first; `h_0` is no use of `h`."""
        numbered = {
            id(node.base)
            for node in surface.walk(tree)
            if isinstance(node, surface.Scripted) and isinstance(node.sub, surface.Number)
        }
        for node in surface.walk(tree):
            if isinstance(node, surface.Derivative):
                self.varied |= {spelled(untransposed(each)) for each in node.by}
            if isinstance(node, surface.Name) and id(node) not in numbered:
                _ = self.scope.used.setdefault(name_key(node), node.span.start)
            if head_of(node)[1] is not None and self.heads.is_operator(node):
                _ = self.scope.used.setdefault(spelled(node), node.span.start)

    def is_variable(self, left: Node) -> bool:
        """Return whether the page has differentiated by a bare name: its value is claimed then, as a solution."""
        return head_of(left)[1] is None and spelled(left) in self.varied

    def is_solution(self, left: Node) -> bool:
        """Return whether words that set something to zero lead to a value of a name that is known without its marks."""
        base = named(left)
        if base is None or ZEROED.search(MARK.sub(" ", self.words)) is None:
            return False
        return any(stem(key) == base.text for scope in self.scope.around() for key in scope.used)

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
            earlier=tuple(self.earlier[-EARLIER:]),
            confirmed=frozenset(self.confirmed),
            printed=frozenset(self.printed),
            equations=tuple(self.equations[-EARLIER:]),
            heard=self.heard if self.told is None else (*self.heard, self.told),
        )

    def condition(self, claim: Claim) -> None:
        """Take in a relation that holds from here on; one of a list holds of each."""
        relation = claim.relation
        if isinstance(claim.left, surface.Sequence) and set(claim.left.separators) == {","}:
            for head in claim.left.items:
                each = surface.Chain(relation.span, (head, claim.right), relation.relations)
                self.scope.conditions.append(Condition(each, where_of(claim.formula)))
            return
        self.scope.conditions.append(Condition(relation, where_of(claim.formula)))

    def confirm(self, link: Link) -> None:
        """Count a proof for the names in it; that a thing is itself confirms nothing."""
        if spelled(link.left) != spelled(link.right):
            for key in link.names:
                self.confirmed[key] = self.confirmed.get(key, 0) + 1

    def doubts(self, link: Link) -> Iterator[str]:
        """Yield what may make a relation that fails no error: see `derive.judge.gates`."""
        here = link.names
        if self.guarded & here:
            yield "a condition stands beside it"
        if self.conditional or (self.premise is not None and not self.premise.is_read):
            yield "a condition in words stands before it"
        if self.sets_unread & here:
            yield f"a condition on its names is not read: in what set {min(self.sets_unread & here)} lies"
        if self.limits:
            yield "a limit stands before it"
        if self.remarked:
            yield "a condition in words stands beside it"
        sides = (link.left, link.right)
        slopes = any(isinstance(each, surface.Derivative) for side in sides for each in surface.walk(side))
        if slopes and self.fixed & (here | self._behind(here)):
            yield "a condition on its names: words hold one of them"
        for names in self.unread:
            if self._matters(names, here):
                yield f"what is said of {', '.join(sorted(names & here))} is not read"
        is_anew = link.begins and self.heads.known(link.left) == "defined"
        if is_anew and not self.heads.is_near(link.left, link.formula) and not self.heads.is_call(link.left):
            yield ANEW

    def _matters(self, names: frozenset[str], here: frozenset[str]) -> bool:
        """Return whether what is not read of some names may be about a line with others."""
        shared = names & here
        is_about = bool(shared) and (len(names) == 1 or names <= here)
        return is_about or any(self.confirmed.get(key, 0) < CONFIRMED for key in shared)

    def _behind(self, names: frozenset[str]) -> frozenset[str]:
        """Return the names in the definitions of some names."""
        return frozenset(key for each in self.scope.latest() if each.key in names for key in names_in(each.body))
