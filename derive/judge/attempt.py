"""A claim judged in its least readings: a proof must tell right from wrong, and a refutation be robust."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from derive.errors import DeriveError
from derive.judge.claim import Claim, Finding
from derive.judge.clearing import cleared, fits
from derive.judge.customs import Custom
from derive.judge.digits import by_digits, has_decimals, is_array
from derive.judge.engine import SURE, Engine
from derive.judge.evidence import Evidence, falsified, vanishes
from derive.judge.gates import held_back
from derive.judge.hypotheses import DECIDED, Told, told
from derive.judge.ranks import ranks_said
from derive.judge.recurrences import put_in_once
from derive.meaning.chain import Varied, varied_in
from derive.meaning.closing import Sides, closed, entries, statement_of
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import spelled
from derive.meaning.readings import Choices, Reading, Readings, readings, sides
from derive.meaning.scope import Condition
from derive.recheck import Recheck
from derive.statements import Statement
from derive.statements.types import Sign
from derive.verdict import Counterexample, Verdict

PROOF, UNDER = 1.0, 0.5
"""What one proof of a line, and one under conditions may take of its seconds."""
GUARD = 0.4
"""What one look for a wrong side may take."""
MOST_READINGS = 4
TIED = "what it differentiates by is tied to another name, which may vary with it"

LAYOUTS = frozenset({"layout", "gradients"})
KEPT = frozenset({"layout", "gradients", "rank", "identity", "font", "rows", "row"})
"""Choices that are one for a stretch of a document, once a proof has shown which."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A claim and what decides it, in its time; where that is not to be `sure`, without a second opinion.

    With `any_slopes`, a derivative may be anything: the line is judged whatever it is. Raises `Late` where the time is
    over before all was asked that must be.
    """

    claim: Claim
    confirmed: Mapping[tuple[Any, ...], Any]
    engine: Engine
    quick: bool = False
    sure: bool = True
    any_slopes: bool = False

    def judged(self) -> Finding:
        """Return what is found with the variables of derivatives held, or else with all put in after that."""
        held = self.read_and_decided(unfolds=False)
        if held.holds or self.any_slopes or not self.holds_derivative():
            return held
        unfolded = self.read_and_decided(unfolds=True)
        if unfolded.holds or held.verdict == "not understood" or unfolded.verdict != "not understood":
            return unfolded
        return held

    def holds_derivative(self) -> bool:
        """Return whether a derivative stands in the line, or in a definition of one of its names."""
        return bool(self.varied().keys)

    def varied(self) -> Varied:
        """Return by what is differentiated in the line, and what is held in it."""
        return varied_in((self.claim.left, self.claim.right), self.claim.scope, self.claim.usage)

    def places(self, *, unfolds: bool, general: bool = False, held: frozenset[str] = frozenset()) -> Any:
        """Return what makes the place of a reading from its choices."""
        claim = self.claim
        both = tuple(each for each in (claim.left, claim.right) if each is not None)

        def place(choices: Choices) -> Here:
            """Return the place, empty."""
            return Here(
                claim.scope,
                claim.usage,
                choices,
                held=held,
                general=general,
                unfolds=unfolds,
                any_slopes=self.any_slopes,
                formulas=both,
            )

        return place

    def read(self, *, unfolds: bool, general: bool = False, given: Choices | None = None) -> Readings[Sides]:
        """Return the cheapest readings of both sides; what one differentiates by is held on both."""
        task = sides(self.claim.left, self.claim.right, self.claim.sign.kind)
        start = {**ranks_said(self.claim), **self.confirmed} if given is None else dict(given)
        held = frozenset[str]() if unfolds else self.varied().held
        place = self.places(unfolds=unfolds, general=general, held=held)
        return readings(task, place, start, most=MOST_READINGS, until=self.engine.in_time())

    def read_and_decided(self, *, unfolds: bool) -> Finding:
        """Return what all least readings agree on."""
        found = self.read(unfolds=unfolds)
        if not found.found and (self.confirmed or ranks_said(self.claim)):
            shown = {key: value for key, value in self.confirmed.items() if key[0] in LAYOUTS}
            found = self.read(unfolds=unfolds, given=shown)
        if not found.found:
            kind = "shapes" if found.shapes and found.complete else "not understood"
            return Finding(verdict="not understood", reason=found.reason, method=kind)
        decided = [self.decided(each) for each in (*found.found, *self.of_other_kinds(found.found[0], unfolds=unfolds))]
        return self.agreed(decided, unfolds=unfolds)

    def agreed(self, decided: Sequence[Finding], *, unfolds: bool) -> Finding:
        """Return what the findings of all readings say together; where they differ, the line is open."""
        if all(each.holds for each in decided):
            if any(each.customs for each in decided):
                return next(each for each in decided if each.customs)
            return self.for_all_shapes(decided[0], unfolds=unfolds)
        if all(each.verdict == "refuted" and each.should_be is None for each in decided):
            return self.for_no_shapes(decided[0], unfolds=unfolds)
        repaired = next((each for each in decided if each.verdict == "refuted" and each.should_be is not None), None)
        verdicts = {each.verdict for each in decided}
        if repaired is not None and "proved" not in verdicts:
            general = self.read(unfolds=unfolds, general=True, given=repaired.choices)
            return self.for_no_custom(repaired, general.found)
        if len(verdicts) == 1:
            return decided[0]
        best = next((each for each in decided if each.verdict == "undecided"), decided[0])
        return replace(best, verdict="undecided", reason="its readings differ: " + "; ".join(sorted(verdicts)))

    def of_other_kinds(self, reading: Reading[Sides], *, unfolds: bool) -> Iterator[Reading[Sides]]:
        """Yield the line in the readings of another kind that are as near as the one that was taken.

        What words decide is no choice.
        """
        kinds = reading.here.record.kinds
        said = ranks_said(self.claim) if kinds else {}
        for key, options in kinds.items():
            if key in said:
                continue
            taken = reading.here.choices.get(key, options[0][0])
            price = dict(options)[taken]
            for value, cost in options:
                if value != taken and cost <= price:
                    yield from self.read(unfolds=unfolds, given={**said, **self.confirmed, key: value}).found[:1]

    def for_all_shapes(self, proof: Finding, *, unfolds: bool) -> Finding:
        """Return a proof if it also holds for names of the most general shape that the formula allows."""
        general = self.read(unfolds=unfolds, general=True, given=proof.choices)
        shown = [
            each for each in general.found if any(key[0] == "general" and each.choices[key] for key in each.choices)
        ]
        for group in _by_shape(shown[:MOST_READINGS])[:2]:
            decided = [self.decided(each, quick=True) for each in group]
            found = next((each for each in decided if each.holds), decided[0])
            if not found.holds:
                reason = f"proved as it was read; for names of the most general shape it is {found.verdict}"
                return replace(proof, verdict="undecided", reason=reason)
        return proof

    def for_no_shapes(self, refuted: Finding, *, unfolds: bool) -> Finding:
        """Return a refutation if the line also fails for names of the most general shape that the formula allows."""
        general = self.read(unfolds=unfolds, general=True, given=refuted.choices)
        for each in general.found[:2]:
            found = self.decided(each, quick=True)
            if found.verdict != "refuted":
                reason = f"it fails as it is read; for names of the most general shape it is {found.verdict}"
                return replace(refuted, verdict="undecided", reason=reason, counterexample=None)
        return self.for_no_custom(refuted, general.found)

    def for_no_custom(self, refuted: Finding, general: Sequence[Reading[Sides]]) -> Finding:
        """Return a refutation unless a line is true of names of the most general shape under a customary hypothesis."""
        for each in general[:2]:
            if self.quick or not any(key[0] == "general" and value for key, value in each.choices.items()):
                continue
            found = self.decided(each, quick=True)
            if found.statement is None or found.verdict != "refuted":
                continue
            said = told(self.in_force(), each.here)
            evidence = Evidence(self.claim, each, found.statement, said, self.engine)
            custom = evidence.customary()
            meant = None if refuted.should_be is None else evidence.proved_with(refuted.should_be)
            if custom is not None and (meant is None or fits(custom[1], meant)):
                what = str(custom[1].directive).replace("~", "")
                reason = f"it fails as it is read; for names of the most general shape it is true if {what}"
                return replace(refuted, verdict="undecided", reason=reason, counterexample=None)
        return refuted

    def decided(self, reading: Reading[Sides], *, quick: bool = False) -> Finding:
        """Return what is found of one reading; an error of the engine decides nothing."""
        try:
            return self.with_conditions(reading, quick=quick)
        except DeriveError as problem:
            return Finding(verdict="undecided", reason=f"as it is read, {problem.reason}")
        except (Clash, RecursionError, ZeroDivisionError, OverflowError) as problem:
            return Finding(verdict="undecided", reason=str(problem))

    def with_conditions(self, reading: Reading[Sides], *, quick: bool) -> Finding:
        """Return what is found without the conditions in force, then with them."""
        claim, here = self.claim, reading.here
        if claim.sign.kind == "approx" or has_decimals(claim.left) or has_decimals(claim.right):
            return by_digits(claim, reading.result, here)
        sign = DECIDED[claim.sign.kind]
        if reading.result.shape.rank and sign != "==":
            return Finding(verdict="undecided", reason="an order of vectors or matrices is not decided")
        conditions, used = told(self.in_force(), here, reading.result), Told()
        statement = closed(sign, reading.result, here.record)
        verdict = self.proved(statement)
        is_tied = conditions.ties(here.record, statement)
        if verdict.status != "proved" and conditions.relations and not is_tied:
            statement, verdict, used, conditions = self.under(conditions, reading, statement, verdict)
        found = _finding(verdict, statement, reading, used)
        is_unknown = bool(here.record.generalised) or any(each.claimed for _, each in used.relations)
        unsure = f"it rests on what is not known, and {verdict.reason}" if is_unknown else ""
        if is_tied or (verdict.status == "sampled" and unsure):
            return replace(found, verdict="undecided", reason=unsure if verdict.status == "sampled" else TIED)
        if verdict.status == "proved":
            again = self.said_again(found)
            return replace(found, verdict="undecided", reason=again) if again else self.guarded(found, statement)
        evidence = Evidence(claim, reading, statement, conditions, self.engine)
        customs = tuple(evidence.said())
        if customs:
            found = self.under_customs(customs, evidence)
        if found.holds or found.verdict != "refuted":
            return found
        return self.failing(found, replace(evidence, customs_said=customs), quick=quick)

    def under(
        self, conditions: Told, reading: Reading[Sides], plain: Statement, verdict: Verdict
    ) -> tuple[Statement, Verdict, Told, Told]:
        """Return a statement under conditions, first those on its own names, with those used and those in force.

        Where all of them together decide nothing, a line that fails under those on its own names may still be wrong; so
        may one that fails where open lines on its own names decide nothing.
        """
        statement, used = plain, Told()
        record, sign = reading.here.record, plain.sign
        own = conditions.about(plain.left.names | plain.right.names, record.tensors)
        for told_of in dict.fromkeys((own, conditions)):
            if verdict.status != "proved" and told_of.relations:
                each = closed(sign, reading.result, record, hypotheses=told_of.hypotheses)
                answer = self.proved(each, UNDER)
                is_firm = told_of is own and not all(each.claimed for _, each in told_of.relations)
                if is_firm or answer.status in SURE or verdict.status != "refuted":
                    statement, verdict, used = each, answer, told_of
        if verdict.status not in SURE:
            statement, verdict = self.with_steps(sign, reading, conditions) or (statement, verdict)
        if verdict.status == "refuted" and used is not conditions:
            conditions = replace(own, others=tuple(each.where for _, each in conditions.relations))
        return statement, verdict, used, conditions

    def failing(self, refuted: Finding, evidence: Evidence, *, quick: bool) -> Finding:
        """Return a refutation if nothing clears the line; a quick look only asks what doubts there are."""
        if not self.sure and not quick:
            doubts = held_back(evidence.claim, evidence.reading, evidence.conditions, self.engine)
            return replace(refuted, doubts=tuple(doubts))
        if quick or self.quick:
            return refuted
        found = cleared(refuted, evidence)
        means = evidence.of_means() if found.verdict == "undecided" and found.should_be is None else None
        if means is not None:
            seen, read_as, other = means
            under = replace(refuted, statement=other.statement, counterexample=seen, read_as=read_as)
            again = cleared(under, other)
            is_mended = again.verdict == "refuted" and again.should_be is not None
            found, evidence = (again, other) if is_mended else (found, evidence)
        return self.unless_proved(found, evidence.statement) if found.verdict == "refuted" else found

    def unless_proved(self, refuted: Finding, statement: Statement) -> Finding:
        """Return a refutation unless the engine proves what fails at a point: then one of both is wrong."""
        verdict = self.engine.of(statement, PROOF, recheck=True, look=False)
        is_apart = verdict.status in {"refuted", "undecided"}  # out of time, there is the point at which it fails
        return refuted if is_apart else replace(refuted, verdict="undecided", reason=verdict.reason)

    def with_steps(self, sign: Sign, reading: Reading[Sides], conditions: Told) -> tuple[Statement, Verdict] | None:
        """Return a proof of a line with its last step written by a recurrence that has no end; None without one."""
        left, right, rows = entries(reading.result, reading.here.record)
        both = put_in_once((left, right), conditions.hypotheses)
        if both is None:
            return None
        statement = statement_of(sign, *both, rows, reading.here.record)
        verdict = self.proved(statement)
        return (statement, verdict) if verdict.status == "proved" else None

    def under_customs(self, customs: tuple[Custom, ...], evidence: Evidence) -> Finding:
        """Return what is found where all holds that words say, alone and with the conditions in force."""
        reading, conditions, statement = evidence.reading, evidence.conditions, evidence.statement
        plain = closed(DECIDED[self.claim.sign.kind], reading.result, reading.here.record)
        names, directives = {each.name for each in plain.names}, tuple(str(custom.directive) for custom in customs)
        found, is_alike = Finding(verdict="undecided"), set(plain.names) <= set(statement.names)
        for used in (Told(), conditions) if conditions.relations and is_alike else (conditions,):
            meant = [custom for custom in customs if used.relations or names.issuperset(custom.about)]
            base = statement if used is conditions else plain
            under = replace(base, hypotheses=(*base.hypotheses, *(e for custom in meant for e in custom.hypotheses)))
            verdict = self.proved(under, UNDER)
            found = replace(_finding(verdict, under, reading, used), customs=directives)
            if verdict.status != "proved":
                continue
            valued = [each.where for _, each in conditions.relations if is_array(each.relation.members[-1])]
            is_apart = bool(valued) and used is not conditions
            reason = f"{valued[0]} may be no value of what words say" if is_apart else ""
            return replace(found, verdict="undecided", reason=reason) if is_apart else self.guarded(found, under)
        return found

    def in_force(self) -> Iterator[Condition]:
        """Yield the conditions that hold here; an open line does not prove what says the same again."""
        sides = {spelled(self.claim.left), spelled(self.claim.right)}
        for each in self.claim.scope.held_true():
            if not (each.claimed and sides & {spelled(member) for member in each.relation.members}):
                yield each

    def said_again(self, found: Finding) -> str:
        """Return that a proof rests on an open line that says the same; nothing where it does not."""
        own = {spelled(self.claim.left), spelled(self.claim.right)}
        same = (e for e in found.assuming if e.claimed and own == {spelled(m) for m in e.relation.members})
        before = next(same, None)
        return "" if before is None else f"it says again what {before.where} says, which is open"

    def proved(self, statement: Statement, seconds: float = PROOF) -> Verdict:
        """Return the verdict of the engine on a statement."""
        return self.engine.of(statement, seconds, recheck=self.sure)

    def guarded(self, found: Finding, statement: Statement) -> Finding:
        """Return a proof if the same line with a wrong side is refuted: else it cannot tell right from wrong."""
        if vanishes(statement, GUARD, self.engine, assuming=bool(found.assuming)):
            return replace(
                found, verdict="undecided", reason="both sides vanish as it is read, so that nothing is shown"
            )
        wrong = falsified(statement)
        if isinstance(self.engine.find(wrong, GUARD), Counterexample):
            return found
        verdict = self.engine.of(wrong, PROOF)
        if verdict.status != "refuted":
            reason = f"a wrong right side is {verdict.status} too, so that the proof says nothing"
            return replace(found, verdict="undecided", reason=reason)
        return found


def _by_shape(found: Sequence[Reading[Sides]]) -> list[list[Reading[Sides]]]:
    """Return readings in groups that differ only in what is one for a document, such as the layout of derivatives.

    A proof in one layout is enough where nothing has shown which one is meant.
    """
    groups: dict[tuple[str, ...], list[Reading[Sides]]] = {}
    for each in found:
        own = tuple(sorted(f"{key} {value}" for key, value in each.choices.items() if key[0] not in LAYOUTS))
        groups.setdefault(own, []).append(each)
    return list(groups.values())


def _finding(verdict: Verdict, statement: Statement, reading: Reading[Sides], used: Told) -> Finding:
    record = reading.here.record
    supposed = dict.fromkeys(each.supposed for each in record.used if each.supposed is not None)
    return Finding(
        verdict=verdict.status,
        reason=verdict.reason,
        method=verdict.method,
        statement=statement,
        read_as=tuple(sorted(record.read_as)),
        generalised=tuple(sorted(record.generalised)),
        assuming=(*record.where, *supposed, *(condition for _, condition in used.relations)),
        conditions=verdict.conditions,
        counterexample=verdict.counterexample,
        opinion=verdict.recheck if isinstance(verdict.recheck, Recheck) else None,
        choices=dict(reading.choices),
    )
