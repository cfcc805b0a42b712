"""The search for a point where the gradient is wrong: contracts, the inputs given, and inputs made from them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from numeric.verify import contracts, directions, excuses
from numeric.verify.continuity import jump
from numeric.verify.directions import step
from numeric.verify.generate import Generator
from numeric.verify.measure import Measure
from numeric.verify.point import Point, shrunk
from numeric.verify.probe import Finding, Probe, probe
from numeric.verify.rounding import guarded
from numeric.verify.subject import GradientFailed, Subject, finite

ENOUGH = 4
"""So many wrong points are kept: they are what a diagnosis is fitted to."""
COST = 3
"""Evaluations of the loss that a generated input costs that passes without a second look."""
FIRST = 28
"""The same for the first input: what is left of the budget is spent on generated ones."""
DEGENERATE = {"one example", "one feature"}
SHRINKS = 4
"""How often the parameters are made smaller where the loss overflows."""
STEADY = 1e-12


class Search:
    """Probes one subject; `probes` and `findings` say what was seen."""

    def __init__(
        self,
        subject: Subject,
        first: Point,
        further: Sequence[Point],
        *,
        rng: np.random.Generator,
        budget: int,
        generate: bool = True,
    ) -> None:
        """Keep what is to be probed; nothing is called yet. Without `generate` no input is made."""
        self.subject, self.first, self.further = subject, first, list(further)
        self.rng, self.budget, self.generate = rng, budget, generate
        self.probes: list[Probe] = []
        self.findings: list[Finding] = []
        self.noise = self.jumps = self.size = 0.0
        self.generator: Generator | None = None
        self.notes: list[str] = []

    @property
    def wrong(self) -> list[Probe]:
        """Return the probes where the gradient is wrong."""
        return [p for p in self.probes if p.wrong]

    @property
    def settled(self) -> list[Probe]:
        """Return the probes where every reading agrees."""
        return [p for p in self.probes if p.settled and not p.wrong]

    @property
    def broken(self) -> list[Finding]:
        """Return the contracts that are broken; differencing the loss is none, but agreement then shows nothing."""
        return [f for f in self.findings if f.kind != "differences-loss"]

    def run(self) -> None:
        """Probe until the gradient is wrong at a few points, or the budget is spent."""
        self.noise = self._noise()
        self.notes += contracts.changed_by_loss(self.subject, self.first)
        for at in [self.first, *self.further[:1]]:
            self._contracts(at)
        _ = self._probe(self.first, thorough=True, ladder=True)
        if any(f.kind in {"mutation", "stale", "alias", "nondeterministic"} for f in self.findings):
            return
        if not self.probes[0].wrong:
            self.jumps = self._jumps()
            _ = self._probe(self.near(self.first, 0.3, "parameters moved"), thorough=False)
        for at in self.further:
            _ = self._probe(at, thorough=True)
        self._beside_kinks()
        if self.generate:
            self._generated()

    def _probe(self, at: Point, *, thorough: bool, ladder: bool = False) -> Probe:
        found = probe(self.subject, at, self.rng, thorough=thorough, ladder=ladder)
        self.probes.append(found)
        return found

    def _contracts(self, at: Point) -> None:
        try:
            self.findings += [f for f in contracts.broken(self.subject, at, self.rng) if f.kind not in self._kinds]
            self.findings += [f for f in contracts.differences_loss(self.subject, at) if f.kind not in self._kinds]
        except GradientFailed:
            return  # the probe of the same point says so

    @property
    def _kinds(self) -> set[str]:
        return {f.kind for f in self.findings}

    def _noise(self) -> float:
        """Return by how much the loss differs between two calls at the same inputs, relative to its size."""
        a, b = float(self.subject.value(self.first)), float(self.subject.value(self.first))
        self.size = abs(a)
        apart = abs(a - b) / max(abs(a), abs(b), 1e-300)
        return apart if apart > STEADY else 0.0

    def _jumps(self) -> float:
        """Return by how much the loss jumps close to the first point; 0 where it does not."""
        if self.probes[0].skipped or self.noise:
            return 0.0
        direction = directions.plain(directions.scales(self.first.params), self.rng)
        return jump(Measure(self.subject, self.first), direction)

    def _beside_kinks(self) -> None:
        """Probe right beside every kink: there the loss has a slope, and a wrong branch shows."""
        for found in [p for p in self.probes if p.kink]:
            _ = self._probe(self.near(found.at, 1e-2, f"beside the kink of {found.at.tag}"), thorough=False)

    def _generated(self) -> None:
        self.generator = Generator(self.subject, [self.first, *self.further], self.rng)
        spent = 0 if self.further else FIRST
        for at in self.generator.inputs():
            if spent + COST > self.budget or len(self.wrong) >= ENOUGH:
                return
            spent += COST
            at = self._overflowing(at)  # noqa: PLW2901 -- the same input, or its mirror image
            found = self._probe(at, thorough=False)
            for left in range(SHRINKS, -1, -1):
                if self._excused(found) or found.at.tag in DEGENERATE or found.telling or not left:
                    break
                at = at.moved(shrunk(at.params, 0.3))  # noqa: PLW2901 -- the same input, with smaller parameters
                found = self._probe(at, thorough=False)
            if found.kink and not found.wrong:
                _ = self._probe(
                    at, thorough=True
                )  # along one direction a wrong slope may lie between the sides by chance
                _ = self._probe(self.near(at, 1e-2, f"beside the kink of {at.tag}"), thorough=False)

    def _overflowing(self, at: Point) -> Point:
        """Return a point of huge parameters, with the other signs where the gradient overflows with those alone."""
        if at.tag != "huge parameters":
            return at
        mirrored = at.moved(shrunk(at.params, -1.0))
        try:
            return at if finite(self.subject.slope(mirrored)) or not finite(self.subject.slope(at)) else mirrored
        except GradientFailed:
            return at

    def _excused(self, found: Probe) -> bool:
        """Let go what is wrong where no gradient is wanted, with a note that says why."""
        excuse = excuses.not_finite(self.subject, found, self.rng) or self._fails_where_unwanted(found)
        if excuse:
            self.notes.append(excuse)
        elif found.wrong and excuses.too_large(self.subject, found.at, self.size):
            excuse = "the loss is too large there to say anything"
        elif found.wrong and guarded(self.subject, found.at):
            excuse = f"{found.at.tag} were left out: a tiny constant keeps a logarithm of the loss off log 0 there"
            self.notes.append(excuse)
        else:
            return False
        found.findings.clear()
        found.readings.clear()
        found.skipped = excuse
        return True

    def _fails_where_unwanted(self, found: Probe) -> str:
        """Return the excuse of a gradient that fails though the loss does not; empty where there is none.

        That is where a size is 1, and at sizes that the loss takes only because it leaves some parameters unused.
        """
        failed = [f for f in found.findings if f.kind in {"raises", "shape"}]
        if failed and failed[0].kind == "raises" and found.at.tag in DEGENERATE:
            return f"{failed[0].says} ({found.at.tag}), where the loss has a value"
        if failed and excuses.unused(self.subject, found.at) and not excuses.unused(self.subject, self.first):
            if self.generator is not None:
                self.generator.keep_sizes()
            return "inputs of other sizes were left out: the loss takes them, and uses only a part of them"
        return ""

    def near(self, at: Point, share: float, tag: str) -> Point:
        """Return a point whose parameters are moved by about this share of their size."""
        direction = directions.plain(directions.scales(at.params), self.rng)
        moved = at.moved(step(at.params, direction, share))
        return moved.fed({}, tag)
