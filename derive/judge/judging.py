"""One claim judged: every least reading is decided, a proof must tell right from wrong, a refutation must be robust."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import thread_time
from typing import Any

from derive.formula.read import tree as surface
from derive.judge.attempt import KEPT, LAYOUTS, Attempt
from derive.judge.claim import BEFORE, BESIDE, Claim, Finding
from derive.judge.conventions import convention_of
from derive.judge.digits import has_decimals
from derive.judge.directed import in_force, plain_directive
from derive.judge.edits import edits
from derive.judge.engine import Engine, Late
from derive.judge.gates import are_differentials, is_hard
from derive.judge.hypotheses import DECIDED
from derive.judge.memberships import of_shape
from derive.judge.notations import without_notation
from derive.judge.prose import against_words
from derive.judge.ranks import is_of_computed, ranks_said, shapes_are_known
from derive.judge.solutions import followed, mended, solved, unsolved
from derive.judge.suggestions import suggested
from derive.judge.worked import of_values, worked
from derive.meaning.chain import graph_of
from derive.meaning.changes import with_differentials
from derive.meaning.closing import Sides
from derive.meaning.keys import name_key, names_in, spelled
from derive.meaning.powers import UNTURNED
from derive.meaning.readings import Readings
from derive.meaning.scope import Scope

SECONDS = 6.0
"""What a line may take."""
CHANGED = "it fails if what a line above says of one of its names is a definition, and not if it is wrong"
ASKED, FOR_VALUES, FOR_ANY, FOR_ORDER = 1 / 30, 1 / 12, 1 / 6, 1 / 3
"""Shares of the time of a line: for one question, for values in an equation, for any slopes, for one order."""
SHARE, LEAST = 1.5, 0.2
"""What all lines of a document may take, as a multiple of what one may; and what one may take when that is used up."""
LATE = "its time was over before all was asked that tells right from wrong: --timeout gives more"


@dataclass(frozen=True, slots=True)
class Judge:
    """What judges the claims of a document: how long a line may take, and what is known so far.

    Proofs confirm choices of how to read, in each stretch of the document; `spent` are the seconds of its lines.
    """

    seconds: float = SECONDS
    confirmed: dict[int, dict[tuple[Any, ...], Any]] = field(default_factory=dict)
    spent: list[float] = field(default_factory=list)
    engine: Engine = field(default_factory=Engine)

    def __call__(self, claim: Claim) -> Finding:
        """Return what is found of a claim. Nothing that it cannot read or decide is called wrong."""
        begun = thread_time()
        line = replace(self, engine=self.engine.within(self.allowed()))
        try:
            found = without_notation(claim, line.found(claim), line.engine)
        except Late:
            found = Finding(verdict="undecided", reason=LATE)
        self.spent.append(thread_time() - begun)
        return found

    def allowed(self) -> float:
        """Return how many seconds the next line may take."""
        return min(self.seconds, max(LEAST, self.seconds * SHARE - sum(self.spent)))

    def found(self, claim: Claim) -> Finding:
        """Return what is found of a claim in the time that is left for it."""
        passed = _passed_over(claim)
        if passed is not None:
            return self.anyway(claim) or passed
        if are_differentials(claim):
            left, right = (None if each is None else with_differentials(each) for each in (claim.left, claim.right))
            return of_changes(claim, self.decided(replace(claim, left=left, right=right)))
        if claim.sign.kind in {"!=", "in"}:
            return self.apart(claim) if claim.sign.kind == "!=" else self.lies_in(claim)
        found = worked(claim, self.in_numbers)
        is_apart = found is not None and found.verdict == "disagrees to the digits"
        if found is not None and is_apart and claim.scope.as_before(_names_below(claim)) is not None:
            found = replace(found, verdict="undecided", reason=CHANGED, counterexample=None)
        if found is None or not (has_decimals(claim.right) or claim.sign.kind == "approx"):
            plain = directed(claim, self.decided(claim))  # what is exact is proved, or refuted
            agrees = found is not None and found.verdict == "agrees to the digits"
            found = plain if found is None or plain.holds or (plain.verdict == "refuted" and not agrees) else found
        if found.method == "shapes" and shapes_are_known(claim):
            found = self.of_other_shapes(claim) or found
        doubt = next((each for each in claim.doubts if each in {BEFORE, BESIDE}), None)
        if found.verdict == "disagrees to the digits" and doubt is not None:
            found = replace(found, verdict="undecided", reason=f"it disagrees, but {doubt.says}", counterexample=None)
        narrower = _narrower(claim, found) if found.holds else ""
        if narrower:
            found = replace(found, verdict="undecided", reason=narrower)
        if found.holds:
            self.confirmed_for(claim).update({key: value for key, value in found.choices.items() if key[0] in KEPT})
        return found

    def confirmed_for(self, claim: Claim) -> dict[tuple[Any, ...], Any]:
        """Return the choices that proofs have confirmed where a claim stands."""
        return self.confirmed.setdefault(id(claim.usage), {})

    def looked(self, claim: Claim, share: float, **options: bool) -> Finding:
        """Return what is found of a claim in a share of the time of a line: it is open where that is over."""
        try:
            return Attempt(
                claim, self.confirmed_for(claim), self.engine.within(share * self.seconds), **options
            ).judged()
        except Late:
            _ = self.engine.in_time()
            return Finding(verdict="undecided", reason=LATE)

    def anyway(self, claim: Claim) -> Finding | None:
        """Return a proof of what words impose: then it is no assumption."""
        if not claim.is_told or claim.sign.kind not in DECIDED:
            return None
        found = self.looked(replace(claim, kind="claim"), ASKED, quick=True)
        return found if found.verdict == "proved" else None

    def lies_in(self, claim: Claim) -> Finding:
        """Return whether something is of the shape that is claimed."""
        return of_shape(claim, Attempt(claim, {}, self.engine).places(unfolds=False), ranks_said(claim))

    def in_numbers(self, claim: Claim) -> Readings[Sides]:
        """Return the readings of a line in which the values of an example are put."""
        return Attempt(claim, {}, self.engine.within(ASKED * self.seconds), quick=True).read(unfolds=False)

    def decided(self, claim: Claim) -> Finding:
        """Return what is found of an equation or an order, as a solution too, with what would decide it."""
        known = self.confirmed_for(claim)

        def full(each: Claim) -> Finding:
            """Return what is found of a line in the time of this one."""
            return Attempt(each, known, self.engine).judged()

        def quick(each: Claim) -> Finding:
            """Return what a short look at a line finds, in the time of this one; a proof with a second opinion."""
            looked = Attempt(each, known, self.engine, quick=True, sure=False).judged()
            return Attempt(each, known, self.engine, quick=True).judged() if looked.holds else looked

        found = self.as_before(claim, full) or full(claim)
        try:
            if not found.holds and claim.is_open:
                by = thread_time() + FOR_VALUES * self.seconds
                found = (
                    solved(claim, quick)
                    or followed(claim, quick)
                    or unsolved(claim, full, quick)
                    or (None if is_hard(found.doubts) else mended(claim, quick, by))
                    or found
                )
            elif not found.holds and claim.solves:
                found = followed(claim, quick) or found
            if found.verdict in {"undecided", "sampled"} and not is_hard(claim.doubts):
                found = self.of_any(claim, found) or found
            return suggested(
                claim,
                found,
                lambda each: self.looked(each, ASKED, quick=True, sure=False),
                lambda each: self.looked(each, ASKED),
            )
        except Late:  # what was not asked might have cleared a line that fails
            return found if found.verdict != "refuted" else replace(found, verdict="undecided", reason=LATE)

    def as_before(self, claim: Claim, full: Callable[[Claim], Finding]) -> Finding | None:
        """Return that a line is open which fails by a line that may be wrong, and holds by what was said before it."""
        if all(each.supposed is None for each in claim.scope.latest()):
            return None
        before = claim.scope.as_before(_names_below(claim))
        found = None if before is None else full(claim)
        if before is None or found is None or found.verdict != "refuted":
            return found
        earlier = full(replace(claim, scope=before))
        return found if earlier.verdict == "refuted" else replace(earlier, verdict="undecided", reason=CHANGED)

    def of_any(self, claim: Claim, found: Finding) -> Finding | None:
        """Return what an open line is whatever its defined names and slopes are: proved, or mended where it fails.

        What is put in for them may be far longer than the line, and the line be true, or a slip be seen, without it.
        """
        both = names_in(claim.left) | names_in(claim.right)
        defined = {key for key in both for each in claim.scope.definitions_of(key) if each.parameters is None}
        defined -= claim.usage.sizes
        slopes = [{*map(spelled, _slopes_in(each))} for each in (claim.left, claim.right)]
        has_slopes = any(slopes)
        if claim.is_open or (not slopes[0] & slopes[1] if has_slopes else not defined):
            return None
        line = replace(claim, scope=Scope(claim.scope, "names", anew=defined), is_first=False)
        fails = bool(found.doubts) or found.counterexample is not None
        other = self.looked(line, FOR_ANY, quick=not fails, any_slopes=has_slopes)
        mended = fails and other.verdict == "refuted" and other.should_be is not None
        return other if other.holds or mended else None

    def of_other_shapes(self, claim: Claim) -> Finding | None:
        """Return that a line whose shapes do not fit is wrong, where one with a transpose or in another order holds."""
        known, right = self.confirmed_for(claim), claim.right
        if claim.left is None or right is None or is_hard(claim.doubts) or claim.sign.kind != "=":
            return None
        for edit in (each for each in edits(right) if each.what in SHAPING):
            other = replace(claim, right=edit.tree)
            meant = self.looked(other, ASKED, quick=True)
            convention = convention_of(edit, claim.left, right)
            is_shown = any(key[0] in LAYOUTS for key in known)  # a document has one layout of derivatives
            is_meant = convention is None or (convention.name == "layout" and is_shown)
            if meant.verdict == "proved" and is_meant and UNTURNED not in meant.generalised:
                return replace(
                    meant,
                    verdict="refuted",
                    reason="the shapes do not fit",
                    method="shapes",
                    statement=None,
                    should_be=edit.tree,
                    slip=edit.what,
                    slip_says=edit.says,
                    slip_parts=edit.parts,
                )
        return None

    def apart(self, claim: Claim) -> Finding:
        """Return whether two sides differ: everywhere, for one is always the greater, or nowhere; else it is open."""
        found: dict[str, Finding] = {}
        for sign in ("=", "<", ">"):
            each = replace(claim, sign=replace(claim.sign, kind=sign), is_open=False)
            found[sign] = self.looked(each, FOR_ORDER, quick=True)
            if found[sign].holds and sign == "=":
                if any(condition.claimed for condition in found[sign].assuming):
                    break
                return replace(found[sign], verdict="refuted", reason=EQUAL, method="equal")
            if found[sign].holds:
                return replace(found[sign], method="one side is always the greater")
        return Finding(verdict="undecided", reason="whether the two sides differ everywhere is not decided")


def of_changes(claim: Claim, found: Finding) -> Finding:
    """Return a finding of differentials: open where words or conditions say what changes, and never a refutation.

    What changes, and what is held, is seldom said; so a line that fails may hold for the changes that are meant.
    """
    names = _names_below(claim)
    tied = [
        each for each in claim.scope.held_true()
        if not each.claimed and each.relation.relations[0].kind == "=" and names & names_in(each.relation)
    ]  # fmt: skip
    moving = any(MOVES.search(heard.words) for heard in claim.heard)
    if found.verdict == "refuted" or (found.holds and (tied or moving)):
        reason = "what changes, and what is held, is not said"
        return Finding(verdict="undecided", reason=reason, statement=found.statement, read_as=found.read_as)
    return found


def _names_below(claim: Claim) -> frozenset[str]:
    """Return the names of a line, and those by which these are defined."""
    names, graph = names_in(claim.left) | names_in(claim.right), graph_of(claim.scope, claim.usage)
    return names.union(*(graph.below(key) for key in names))


MOVES = re.compile(
    r"\b(?:both|every|chang\w*|var(?:y|ies|iable|iables)|mov(?:e|es|ing)|trainable|follows?|stays?|keeps?|constraint"
    r"|tangent|directions?|perturb\w*|arc)\b",
    re.IGNORECASE,
)
"""Words that say what changes, and how."""
SHAPING = frozenset({"transposed", "wrong order"})
"""The repairs of a line whose shapes do not fit."""


def _narrower(claim: Claim, found: Finding) -> str:
    """Return why what is proved is less than what a page says; nothing where it is no less."""
    valued = of_values(claim, found)
    if valued:
        return f"it is proved for the values of {valued} alone"
    if is_of_computed(claim):
        return "what words call an output may depend on the variable"
    return against_words(claim, found.conditions)


def _passed_over(claim: Claim) -> Finding | None:
    """Return what is found of what is no claim, or one that is not judged; None for one that is."""
    if claim.kind == "unread":
        return Finding(verdict="not understood", reason=claim.reason)
    if claim.kind != "claim":
        return Finding(verdict=claim.kind, reason=claim.reason)
    if claim.sign.kind == "!=" and tells_indices_apart(claim):
        return Finding(verdict="assumed", reason="it tells two indices apart")
    if claim.sign.kind not in {*DECIDED, "approx", "!=", "in"}:
        return Finding(verdict="undecided", reason=f"the relation '{claim.sign.kind}' is not decided")
    return None


EQUAL = "both sides are equal wherever they are defined"


def _slopes_in(node: surface.Node | None) -> Iterator[surface.Node]:
    yield from (each for each in surface.walk(node) if isinstance(each, surface.Derivative))


def tells_indices_apart(claim: Claim) -> bool:
    """Return whether a line says that two indices differ, which is a condition and no claim."""
    sides = (claim.left, claim.right)
    letters = claim.usage.places | claim.usage.bound
    return all(isinstance(each, surface.Name) and name_key(each) in letters for each in sides)


def directed(claim: Claim, found: Finding) -> Finding:
    """Return a finding with the directives that it rests on, and these no more among what words say."""
    both = found.statement.names if found.statement is not None else ()
    names = names_in(claim.left) | names_in(claim.right) | {each.name for each in both}
    said = in_force(claim.scope, names)
    customs = tuple(each for each in found.customs if each not in {plain_directive(one) for one in said})
    return replace(found, directives=said, customs=customs) if said else found
