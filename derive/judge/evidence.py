"""Evidence about a line that fails: a customary hypothesis, a small repair of it, and what stands above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from heapq import merge
from itertools import permutations
from operator import attrgetter
from time import thread_time

from derive.decide.zeros import Zeros
from derive.errors import DeriveError
from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.signs import GREEK
from derive.judge.claim import ANY_EDIT, Claim, Doubt, Heard
from derive.judge.customs import ROWS, Custom, Hypotheses, customs_for
from derive.judge.editing.rows import BroughtIn, quantities
from derive.judge.edits import Edit, edits, lost_terms
from derive.judge.engine import Engine
from derive.judge.gates import is_hard
from derive.judge.hypotheses import DECIDED, Told, told
from derive.judge.prose import is_by_number, is_excused, may_lose, restricted
from derive.judge.ranks import COLUMNS_SAID, ROWS_SAID, is_design, is_said_stacked, is_stacked
from derive.judge.saying import ALL_ARBITRARY, SAYS, STRUCTURAL, denied, is_any_said, said
from derive.judge.words import MARK
from derive.meaning.closing import Sides, closed
from derive.meaning.densities import law_of
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import TRANSPOSES, name_key, named, names_in, spelled, stem
from derive.meaning.readings import Choices, Reading, readings, sides
from derive.statements import Name, Property, Relation, Statement
from derive.statements.labels import FLIPPED
from derive.verdict import Counterexample

QUICK = 0.3
"""Seconds for one question asked on the way."""
FOR_CUSTOMS, FOR_REPAIR, RIGHT = 0.8, 0.8, 1.5
"""Seconds for all hypotheses, for all edits of a line, and for one edit: the right one alone is not soon rejected.

Of the repairs that are found, nine in ten are found in 0.4 seconds; of the hypotheses, eight in 0.2.
"""
MOST_NAMES = 6
LABELS = re.compile(
    r"label|class|binary|bernoulli|one-hot|target|indicator|assign|cluster|margin|perceptron", re.IGNORECASE
)
SHARES = re.compile(r"softmax|prob|distribut|stochastic|weight|respons|attention|mixture|normali", re.IGNORECASE)
OF_LABELS = frozenset({"0 or 1", "+1 or -1"})
MEANS = re.compile(r"cent(er|re)|mean|average|normali|whiten", re.IGNORECASE)
SIGNED = re.compile(r"positive|rate|variance|deviation|precision|penalt|scale", re.IGNORECASE)
NEAR: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(("0 or 1", "+1 or -1", "one-hot"), LABELS),
    **dict.fromkeys(("rows sum to one", "columns sum to one", "sums to one"), SHARES),
    **dict.fromkeys(("centred", "centred columns"), MEANS),
    **dict.fromkeys(("positive", "nonnegative"), SIGNED),
    "orthonormal rows": re.compile(r"orthonormal|orthogonal", re.IGNORECASE),
}
"""What a page speaks of where a custom is worth a question; the others may be meant anywhere."""
PROVED = frozenset({"proved", "no witness"})


@dataclass(frozen=True, slots=True)
class Evidence:
    """A claim that fails, in one reading of it, the time by which it must be judged, and customs that words say."""

    claim: Claim
    reading: Reading[Sides]
    statement: Statement
    conditions: Told
    engine: Engine
    customs_said: tuple[Custom, ...] = ()

    def customary(self) -> tuple[str, Custom] | None:
        """Return a customary hypothesis under which the line is proved, as one to be `asked` for.

        The line may be the hypothesis itself: then it is `meant`. One that the page denies is none, nor one that it
        says: under these the line fails.
        """
        if self.statement.sign != "==":
            return self.saving()
        prose = restricted(self.claim)
        worth_asking: list[Custom] = []
        for custom in self.customs():
            if custom in self.customs_said or self.is_denied(custom):
                continue
            if self.is_meant(custom) and not self.is_said(custom):
                return "meant", custom
            if self.is_near(custom) or prose & {stem(name.split("~")[0]) for name in custom.directive.names}:
                worth_asking.append(custom)
        # What all of them together do not prove, none of them does, if that was answered; no point meets all of them.
        begun = thread_time()
        if not worth_asking or not (
            self.engine.proves(self.under(*worth_asking), FOR_CUSTOMS, look=False)
            or thread_time() - begun >= FOR_CUSTOMS
        ):
            return None
        until = thread_time() + FOR_CUSTOMS
        in_time = (each for each in worth_asking if thread_time() < until)
        proving = (each for each in in_time if self.is_proved_under(each) and not self.makes_idle(each))
        return next((("asked", each) for each in proving), None)

    def under(self, *customs: Custom) -> Statement:
        """Return the statement with what customs say among its hypotheses."""
        says = (each for custom in customs for each in custom.hypotheses)
        return replace(self.statement, hypotheses=(*self.statement.hypotheses, *says))

    def saving(self) -> tuple[str, Custom] | None:
        """Return a customary hypothesis under which no point was found where an inequality fails: it may be meant."""
        until = thread_time() + FOR_CUSTOMS
        for custom in self.customs():
            if thread_time() > until:
                break
            if not self.is_near(custom) or self.is_denied(custom):
                continue
            seen = self.engine.find(self.under(custom), QUICK)
            if not isinstance(seen, Counterexample) and seen.points:
                return "asked", custom
        return None

    def customs(self) -> Iterator[Custom]:
        """Yield customary hypotheses on the names of the line, those on one name first."""
        names = [each for each in self.statement.names if not self.is_unknown(each) and _is_whole(each)][:MOST_NAMES]
        below = {each for side in (self.statement.left, self.statement.right) for each in _divisors(side)}
        for name in names:  # a label may be 0, and is never divided by
            yield from (each for each in customs_for(name) if each.name not in OF_LABELS or name.name not in below)
        arities = sorted({row.arity for row in ROWS} - {1})
        for arity in arities:
            for group in permutations(names, arity):
                yield from customs_for(*group)

    def is_unknown(self, name: Name) -> bool:
        """Return whether a name is a term that is not understood, or one that the page does not write."""
        tensor = self.reading.here.record.tensors.get(name.name)
        return tensor is None or tensor.is_opaque or "~copies of " in name.name

    def is_proved_under(self, custom: Custom) -> bool:
        """Return whether a hypothesis proves the line, and does not prove a wrong one.

        Random points meet few of these hypotheses, and each of them alone is met by some: none need be found here.
        """
        under = self.under(custom)
        if not self.follows(under):
            return False
        wrong = falsified(under)
        return isinstance(self.engine.find(wrong, QUICK / 5), Counterexample) or self.decided(wrong) not in PROVED

    def makes_idle(self, custom: Custom) -> bool:
        """Return whether a term that the right side writes is zero under a hypothesis: then it is not meant."""
        terms = self.statement.right.terms if isinstance(self.statement.right, tree.Add) else ()
        zero = replace(self.under(custom), right=tree.ZERO)
        return any(self.follows(replace(zero, left=each)) for each in terms)

    def follows(self, statement: Statement) -> bool:
        """Return whether a statement is soon proved, though no point may be found that meets its hypotheses."""
        return self.engine.proves(statement, QUICK) and self.decided(statement) in PROVED

    def is_meant(self, custom: Custom) -> bool:
        """Return whether the line says nothing else than the hypothesis."""
        own = [index.name for index in self.statement.indices]
        for each in custom.hypotheses:
            names = [index.name for index in getattr(each, "indices", ())]
            if not isinstance(each, Relation) or len(names) != len(own):
                continue
            for order in permutations(own):
                images = {tree.Index(name): tree.Index(to) for name, to in zip(names, order, strict=True)}
                both = {tree.replace(side, images) for side in (each.left, each.right)}
                if both == {self.statement.left, self.statement.right}:
                    return True
        return False

    def decided(self, statement: Statement, seconds: float = QUICK) -> str:
        """Return the verdict of the engine in some seconds, those for a quick question unless others are given."""
        try:
            verdict = self.engine.of(statement, seconds)
        except (DeriveError, RecursionError, ArithmeticError):
            return "undecided"
        return verdict.method if verdict.method in PROVED else verdict.status

    def said(self) -> Iterator[Custom]:
        """Yield the customary hypotheses that words say of the names of the line, the cheapest first."""
        directed = any(each.kind == "custom" for each in self.claim.scope.directed())
        if directed or any(is_any_said(heard.words) for heard in self.claim.heard):
            for each in self.customs():
                if self.is_directed(each) or (self.is_said(each) and not self.is_denied(each)):
                    yield each

    def is_directed(self, custom: Custom) -> bool:
        """Return whether a comment in the document says a hypothesis."""
        said = custom.directive
        return any(
            each.kind == "custom"
            and each.what == custom.name
            and (said.names == each.names if said.arity > 1 else set(said.names) <= set(each.names))
            for each in self.claim.scope.directed()
        )

    def is_said(self, custom: Custom) -> bool:
        """Return whether words of the page say a hypothesis of a name of the line."""
        if custom.name not in SAYS:
            return False
        if custom.directive.arity == 1:
            return any(said(words, custom.name, at) for words, at, local in self.about(custom) if not local)
        return any(self.says_of_all(heard, custom) for heard in self.claim.heard if not heard.is_local)

    def says_of_all(self, heard: Heard, custom: Custom) -> bool:
        """Return whether one sentence says something between several names: of each, or of one where all stand."""
        stems = [stem(name) for name in custom.directive.names]
        marks = set(map(int, MARK.findall(heard.words)))
        places = [[at for at in sorted(marks) if each in heard.names[at]] for each in stems]
        owned = [any(said(heard.words, custom.name, at) for at in each) for each in places]
        return all(places) and (all(owned) if custom.name == "commuting" else any(owned))

    def is_near(self, custom: Custom) -> bool:
        """Return whether the page speaks of what some customs are about: these are no question anywhere else."""
        pattern = NEAR.get(custom.name)
        return pattern is None or any(pattern.search(heard.words) for heard in self.claim.heard)

    def is_denied(self, custom: Custom) -> bool:
        """Return whether words of the page deny it, or a declaration that says no more of a number than it is real."""
        if custom.name in OF_LABELS and any(map(self.is_real, custom.directive.names)):
            return True
        is_label = NEAR.get(custom.name) is LABELS
        if is_label and not self.is_said(custom) and any(map(self.is_parameter, custom.about)):
            return True
        written = {each.name for each in self.statement.names}
        if custom.name.startswith("centred") and any(f"bar {name}" in written for name in custom.directive.names):
            return True  # nobody writes a mean that is zero
        if custom.name in STRUCTURAL and any(ALL_ARBITRARY.search(heard.words) for heard in self.claim.heard):
            return True
        return custom.name in SAYS and any(denied(words, custom.name, at) for words, at, _ in self.about(custom))

    def is_real(self, name: str) -> bool:
        """Return whether a name is declared as a real number, or a family of these: no author does so with labels."""
        known = self.claim.scope.declaration(name)
        return known is not None and not known.shape and not known.facts

    def is_parameter(self, name: str) -> bool:
        """Return whether a name is a Greek letter, or a parameter of a law: that is no label, unless words say more."""
        laws = (key for key in self.claim.scope.defined() if key.startswith("~"))
        told = (law_of(each.body) for key in laws for each in self.claim.scope.definitions_of(key))
        parameters = (key for law in told if law is not None for each in law[1] for key in names_in(each))
        return name.partition("#")[0] in {*GREEK, *parameters}

    def about(self, custom: Custom) -> Iterator[tuple[str, int, bool]]:
        """Yield sentences of the page, the numbers of formulas in them about its names, and whether they are local."""
        stems = {stem(name) for name in custom.directive.names}
        for heard in self.claim.heard:
            for number, names in enumerate(heard.names):
                if names & stems:
                    yield heard.words, number, heard.is_local

    def repaired(self, doubts: tuple[Doubt, ...]) -> tuple[Edit, Statement] | None:
        """Return a small edit of the right side, with what it states, that is proved in the same reading; None without.

        It clears doubts about the reading: chance does not make a line nearly true. Some doubts it does not clear.
        """
        claim = self.claim
        if is_hard(doubts) or self.statement.sign != "==" or claim.right is None or claim.left is None:
            said = any(each.is_of_words or each.is_of_condition for each in doubts)  # both sides may be the same then
            return None if is_hard(doubts) or said else self.turned()
        if claim.is_open and not names_in(claim.right):
            return None
        until, brought = thread_time() + FOR_REPAIR, self.brought_in()
        by_words, by_condition = (any(map(attrgetter(kind), doubts)) for kind in ("is_of_words", "is_of_condition"))
        farthest = min((each.cleared_by for each in doubts), default=ANY_EDIT)
        own, unread = names_in(claim.left) | names_in(claim.right) | claim.usage.sizes, restricted(claim)
        for edit in merge(edits(claim.right, brought), self.lost(doubts), key=attrgetter("rank")):
            if thread_time() > until or edit.rank > farthest:
                return None
            if by_words and is_excused(claim, edit.what, edit.parts, is_linear=edit.is_linear, whole=edit.whole):
                continue
            if by_condition and not is_by_number(edit.what, is_linear=edit.is_linear):
                continue
            if unread & {stem(key) for key in names_in(edit.tree) - own}:
                continue
            if spelled(edit.tree) != spelled(claim.left):
                stated = self.proved_with(edit.tree)
                if stated is not None:
                    return edit, stated
        return None

    def zeros(self) -> Zeros:
        """Return values of names at which the line holds, if it holds nowhere else; nothing where that is not known."""
        return self.engine.equal_where(self.statement, QUICK) if self.statement.sign == "==" else Zeros()

    def goes_on(self, doubts: tuple[Doubt, ...]) -> bool:
        """Return whether the line goes on from another one, and is no equation to be solved, and is read as it is."""
        is_step = not self.claim.is_first and not self.claim.is_open
        return is_step and all(each.cleared_by == ANY_EDIT for each in doubts)

    def is_degenerate(self, zeros: Zeros) -> bool:
        """Return whether the line holds only where a name that it writes on both sides is one number.

        Whatever a condition on its names says, nobody goes on with a name that is zero, or one. A term that words leave
        away is another thing.
        """
        if zeros.lacks_terms and may_lose(self.claim):
            return False
        # `h[0]` stands below a sum over all members, and is not written: it may well be zero.
        both = set(tree.walk(self.statement.left)) & set(tree.walk(self.statement.right))
        return bool(zeros.at) and all(each.node in both for each in zeros.at)

    def of_means(self) -> tuple[Counterexample, tuple[str, ...], Evidence] | None:
        """Return a point at which the line fails where a bar is a mean, how it is read, and the evidence of that.

        It is a custom that a page seldom says; so it makes a line wrong only together with a repair.
        """
        means = tuple(each for each in self.customs() if each.name == "mean" and not self.is_denied(each))
        if not means or means[0] in self.customs_said:
            return None
        under = self.under(*means)
        seen = self.engine.find(under, QUICK)
        if not isinstance(seen, Counterexample):
            return None
        read_as = (*self.reading.here.record.read_as, *(str(each.directive) for each in means))
        return seen, read_as, replace(self, statement=under, customs_said=(*self.customs_said, *means))

    def turned(self) -> tuple[Edit, Statement] | None:
        """Return an order the other way round, if that is proved."""
        claim, sign = self.claim, FLIPPED.get(self.statement.sign)
        if claim.left is None or claim.right is None or claim.is_open or sign is None:
            return None
        turned = replace(self.statement, sign=sign)
        if not self.is_proved(replace(turned, hypotheses=())) and not self.is_proved(turned):
            return None
        signs = (replace(claim.sign, kind=FLIPPED[claim.sign.kind]),)
        meant = surface.Chain(claim.right.span, (claim.left, claim.right), signs)
        return Edit(0, "wrong relation", meant, "the order is the other way round", (), meant, whole=True), turned

    def lost(self, doubts: tuple[Doubt, ...]) -> Iterator[Edit]:
        """Yield the edits that bring back a term of the left side, unless something else than words is in doubt."""
        claim = self.claim
        if claim.left is None or claim.right is None or not all(each.is_of_words for each in doubts):
            return
        for edit in lost_terms(claim.left, claim.right):
            if not restricted(claim, frozenset(stem(key) for part in edit.parts for key in names_in(part))):
                yield edit

    def stacked(self) -> tuple[bool, str] | None:
        """Return that the line is proved with a matrix of the rows or columns of a family, and whether that is said."""
        usage, scope = self.claim.usage, self.claim.scope
        names = {key for key in self.reading.here.record.names if stem(key).isupper() and len(stem(key)) == 1}
        families = {key for key, count in usage.levels if count == 1}
        families |= {key for each in scope.around() for key, known in each.declarations.items() if known.slots == 1}
        pairs = [(name, family) for name in sorted(names) for family in sorted(families) if name not in families]
        for name, family in pairs:
            if any(scope.definitions_of(name)):
                continue
            same = stem(family) == stem(name).lower()
            if is_stacked(self.claim, name, family, COLUMNS_SAID) and self.is_proved_by(("columns", name), family):
                said_so = is_said_stacked(self.claim, name, family, "columns")
                return said_so, f"the columns of {stem(name)} are the {stem(family)} of all examples"
            if (same or is_stacked(self.claim, name, family, ROWS_SAID)) and self.is_proved_by(("rows", name), family):
                said_so = is_said_stacked(self.claim, name, family, "rows") or is_design(self.claim, name, family)
                return said_so, f"the rows of {stem(name)} are the {stem(family)} of all examples"
        return None

    def is_proved_by(self, key: tuple[str, str], choice: str) -> bool:
        """Return whether the line is proved with another choice, which does not prove a wrong one."""
        given = {each: value for each, value in self.reading.here.choices.items() if each[0] not in {"rank", "general"}}
        stated = None if self.claim.right is None else self.stated(self.claim.right, {**given, key: choice}, 40)
        return stated is not None and self.is_proved(stated) and self.decided(falsified(stated)) not in PROVED

    def proved_with(self, right: surface.Node) -> Statement | None:
        """Return what the line states with another right side, in the same reading, if it is proved; None else."""
        stated = self.stated(right, self.reading.here.choices, 8)
        if stated is None or _plain(stated.left) is _plain(stated.right) or _has_idle_name(stated):
            return None
        lighter = replace(stated, hypotheses=tuple(each for each in stated.hypotheses if isinstance(each, Property)))
        is_proved = self.is_proved(lighter) or (lighter != stated and self.is_proved(stated))
        return stated if is_proved and not vanishes(stated, QUICK, self.engine) else None

    def stated(self, right: surface.Node, choices: Choices, runs: int) -> Statement | None:
        """Return what the line states with a right side, read once more with some choices; None where it is not read.

        What brings in a term that is not understood states nothing: it might be anything.
        """
        here, claim = self.reading.here, self.claim
        task = sides(claim.left, right, claim.sign.kind)
        found = readings(task, self.place(right), choices, runs=runs, most=1).found
        if not found or (right is not claim.right and found[0].here.record.opaques != here.record.opaques):
            return None
        try:
            # What the line fails under is enough for its repair; an open line is no evidence.
            sure = [each for _, each in self.conditions.relations if not each.claimed]
            said = told(dict.fromkeys(sure), found[0].here, found[0].result).hypotheses
            plain = closed(DECIDED[claim.sign.kind], found[0].result, found[0].here.record, hypotheses=said)
            more = tuple(each for custom in self.customs_said for each in _said_again(custom, plain))
            return replace(plain, hypotheses=(*plain.hypotheses, *more))
        except (Clash, DeriveError, RecursionError, ArithmeticError):
            return None

    def is_proved(self, statement: Statement) -> bool:
        """Return whether a statement is proved in the time for a quick question."""
        try:
            return self.engine.proves(statement, RIGHT) and self.decided(statement, RIGHT) == "proved"
        except (DeriveError, RecursionError, ArithmeticError):
            return False

    def place(self, right: surface.Node | None) -> Callable[[Choices], Here]:
        """Return what makes the place of a reading like that of the line, with another right side."""
        here, both = self.reading.here, tuple(each for each in (self.claim.left, right) if each is not None)
        return lambda choices: Here(
            here.scope,
            here.usage,
            choices,
            held=here.held,
            unfolds=here.unfolds,
            any_slopes=here.any_slopes,
            formulas=both,
        )

    def brought_in(self) -> BroughtIn:
        """Return what an edit may bring in of the line, and of the definitions of its names.

        The name on the left is not brought in: `mu = (1/N) sum mu` says nothing.
        """
        claim, usage, tensors = self.claim, self.claim.usage, self.reading.here.record.tensors
        head = named(claim.left)
        # What stands before brackets may be a factor of them: then it was read as a quantity.
        calls = usage.calls.keys() - tensors.keys()
        left_out = usage.indices | usage.sizes | calls | ({name_key(head)} if head else set())
        bodies = (found.body for found in self.reading.here.record.used)
        written = {spelled(each): each for tree in (claim.left, claim.right, *bodies) for each in quantities(tree)}
        nodes = (each for node in written.values() for each in surface.walk(node) if isinstance(each, surface.Name))
        names = {name_key(each): each for each in nodes if name_key(each) not in TRANSPOSES}
        for each in self.declared_sizes():
            _ = names.setdefault(name_key(each), each)
        scalars = {key for key in names if key in tensors and not tensors[key].axes}
        scalars -= left_out
        others = tuple(
            each
            for each in written.values()
            if (base := named(each)) is not None and name_key(base) not in left_out | scalars
        )
        return BroughtIn(
            letters=tuple(names[key] for key in names if key in usage.indices and key not in usage.values),
            sizes=tuple(names[key] for key in names if key in usage.sizes),
            scalars=tuple(names[key] for key in names if key in scalars),
            others=others,
            entries=tuple(filter(self.is_entry, others)),
        )

    def declared_sizes(self) -> Iterator[surface.Name]:
        """Yield the sizes that stand in the declared shapes of the names of the line."""
        for key in sorted(self.reading.here.record.names):
            known = self.claim.scope.declaration(key)
            for side in () if known is None else known.shape:
                yield from (each for each in surface.walk(side) if isinstance(each, surface.Name))

    def is_entry(self, node: surface.Node) -> bool:
        """Return whether a name stands with as many indices as it has axes: then it is a number."""
        try:
            head = self.reading.here.head(node)
        except Clash:
            return False
        known = self.reading.here.record.tensors.get(head.key)
        return known is not None and len(known.axes) == len(head.slots) > 0

    def survives(self, earlier: Told, *, repaired: bool) -> bool:
        """Return whether the line still fails where every earlier line on its names holds."""
        if earlier.unread and not repaired:
            return False
        if not earlier.relations:
            return True
        under = closed(
            DECIDED[self.claim.sign.kind],
            self.reading.result,
            self.reading.here.record,
            hypotheses=(*self.conditions.hypotheses, *earlier.hypotheses),
        )
        if isinstance(self.engine.find(under, QUICK), Counterexample):
            return True
        status = self.decided(under)
        return status == "refuted" or (repaired and status != "proved")


def _said_again(custom: Custom, statement: Statement) -> Hypotheses:
    """Return what a custom says of the names of another statement, which may have other sizes; nothing if not all."""
    names = {each.name: each for each in statement.names}
    own = [names[key] for key in custom.about if key in names]
    fitting = customs_for(*own) if len(own) == len(custom.about) else ()
    return next((each.hypotheses for each in fitting if each.name == custom.name), ())


def _has_idle_name(statement: Statement) -> bool:
    """Return whether a name stands on the right alone: where the sides are equal it does not matter, as in `a - a`.

    Nobody writes such a side, and it says nothing of how the name is meant.
    """
    elsewhere = statement.left.names | _told_of(statement)
    return any(each.name in statement.right.names - elsewhere for each in statement.names)


def _told_of(statement: Statement) -> frozenset[str]:
    """Return the names of which its hypotheses say a relation."""
    relations = (each for each in statement.hypotheses if isinstance(each, Relation))
    return frozenset[str]().union(*(each.left.names | each.right.names for each in relations))


def _divisors(node: tree.Node) -> Iterator[str]:
    """Yield the names by which something is divided in a node, alone or in a product."""
    for each in tree.walk(node):
        if isinstance(each, tree.Power) and isinstance(each.exponent, tree.Number) and each.exponent.value < 0:
            factors = each.base.factors if isinstance(each.base, tree.Mul) else (each.base,)
            yield from (factor.name for factor in factors if isinstance(factor, tree.Scalar | tree.Entry))


def _is_whole(name: Name) -> bool:
    """Return whether the axes of a name end at a size or a number: one that ends before it is a part of something."""
    ends = (axis.last for axis in name.axes if axis is not None)
    plain = tree.Scalar | tree.Number
    less_one = (end.terms[0] if isinstance(end, tree.Add) and len(end.terms) > 1 else end for end in ends)
    first = [axis.first for axis in name.axes if axis is not None]
    if all(each is tree.ZERO for each in first):
        return all(isinstance(end, plain) or end is None for end in less_one)
    return all(axis is None or axis.last is None or isinstance(axis.last, plain) for axis in name.axes)


def _plain(node: tree.Node) -> tree.Node:
    """Return a node with its terms and factors in one order and small powers written out, but those of products.

    A right side that is the left one so says nothing: `P^2 = P` is not mended by `P P`.
    """
    inner = tree.with_children(node, _plain)
    if (
        isinstance(inner, tree.Power)
        and not isinstance(inner.base, tree.Mul)
        and isinstance(inner.exponent, tree.Number)
        and inner.exponent.value in range(2, 5)
    ):
        return _plain(tree.multiply(*(inner.base,) * int(inner.exponent.value)))
    if isinstance(inner, tree.Add):
        return tree.add(*sorted(inner.terms, key=repr))
    if isinstance(inner, tree.Mul):
        return tree.multiply(*sorted(inner.factors, key=repr))
    return inner


def falsified(statement: Statement) -> Statement:
    """Return a statement with a right side that is wrong: three times it and one, or a bound moved far away."""
    right = statement.right
    if statement.sign == "==":
        grown = tree.add(tree.multiply(tree.number(3), right), tree.ONE)
        return replace(statement, right=tree.ONE if right is tree.ZERO else grown)
    far = tree.number(-1000 if statement.sign in {"<=", "<"} else 1000)
    return replace(statement, right=tree.add(right, far))


def vanishes(statement: Statement, seconds: float, engine: Engine, *, assuming: bool = True) -> bool:
    """Return whether a side that is written as a derivative, and not as 0, is 0 everywhere as it is read.

    It may be, as a sum of derivatives that see their variables, unless it is so by what is assumed. What vanishes since
    a law sums to one does so whatever is read.
    """
    plain = tuple(each for each in statement.hypotheses if getattr(each, "kind", "") != "simplex")
    if len(plain) < len(statement.hypotheses):
        return vanishes(replace(statement, hypotheses=plain), seconds, engine, assuming=assuming)
    sides = (statement.left, statement.right)
    slopes = [each for side in sides for each in tree.walk(side) if isinstance(each, tree.Derivative)]
    if tree.ZERO in sides or not slopes or not (assuming or any(_may_be_blind(each, statement) for each in slopes)):
        return False
    zero = replace(statement, right=tree.ZERO, sign="==")
    is_seen = isinstance(engine.find(zero, seconds), Counterexample)
    return not is_seen and engine.of(zero, RIGHT).status == "proved"


def _may_be_blind(slope: tree.Derivative, statement: Statement) -> bool:
    """Return whether a variable stands in no body: what does not see it is 0, and shows nothing."""
    seen = slope.body.names | _told_of(statement)
    return not all(isinstance(by, tree.Entry | tree.Scalar) and by.name in seen for by, _ in slope.by)
