"""Further inputs, made from the ones that are given: other sizes and values, and the special ones where bugs hide."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from numeric.verify.point import Point
from numeric.verify.roles import layout
from numeric.verify.sizes import Plan, Relation, plans, relations
from numeric.verify.subject import OutOfBudget, Subject
from numeric.verify.values import Maker

SPECIAL = (
    ("small whole numbers", "other sizes", "whole numbers"),
    ("large parameters", "other sizes", "large"),
    ("huge parameters", "other sizes", "huge"),
    ("parameters at zero", "other sizes", "zeros"),
    ("many orders of magnitude", "wide", "scales"),
    ("all labels equal", "tall", "equal labels"),
    ("ties", "other sizes", "ties"),
    ("tiny parameters", "wide", "tiny"),
)
"""What it is called, which plan of sizes it takes, and the style of its values."""


class Generator:
    """Makes inputs for one subject; it learns from the loss which sizes hang together."""

    def __init__(self, subject: Subject, examples: Sequence[Point], rng: np.random.Generator) -> None:
        """Read the layout off the examples, and find sizes that the loss accepts."""
        self.subject, self.rng = subject, rng
        self.layout = layout(examples)
        self.maker = Maker(self.layout, examples[0])
        self.plans = {plan.tag: plan for plan in plans(self.layout)}
        self.relation = self._working_relation()

    def like_the_first(self) -> Generator:
        """Return a generator whose square matrices are symmetric where those of the first example are."""
        alone = layout([self.maker.example])
        kept = {n: alone.roles[n] for n in self.layout.roles if alone.roles[n].kind in {"symmetric", "definite"}}
        roles = {n: replace(role, kind=kept[n].kind) if n in kept else role for n, role in self.layout.roles.items()}
        other = copy.copy(self)
        other.layout = replace(self.layout, roles=roles)
        other.maker = replace(self.maker, layout=other.layout)
        return other

    def inputs(self) -> Iterator[Point]:
        """Yield inputs, the most telling first, and no two rounds alike: whoever asks decides how many."""
        if not self.plans:
            sizes = self.layout.sizes
            while True:
                yield from (self.maker.make(sizes, style, tag, self.rng) for tag, _, style in SPECIAL)
                yield self.maker.make(sizes, "hyper", "other values", self.rng)
        while True:
            yield from self._round()

    def keep_sizes(self) -> None:
        """Make only inputs of the sizes of the first example from now on."""
        self.relation = lambda _wanted: self.layout.sizes

    def fresh(self, tag: str = "other sizes", style: str = "normal") -> Point:
        """Return an input of this plan and style."""
        return self._made(self.plans.get(tag), style, tag)

    def of_own_sizes(self) -> Point:
        """Return an input of the sizes of the first example."""
        return self.maker.make(self.layout.sizes, "normal", "other values", self.rng)

    def unseen(self, number: int) -> Point:
        """Return an input of sizes that no other input has."""
        sizes = tuple(11 + 7 * number + at for at in range(len(self.layout.sizes)))
        return self._made(Plan("unseen sizes", sizes), "normal", "unseen sizes")

    def _round(self) -> Iterator[Point]:
        sized = iter(self.plans.values())
        special = iter(SPECIAL)
        for plan in sized:
            yield self._made(plan, "hyper" if plan.tag == "other sizes" else "normal", plan.tag)
            tag, of, style = next(special, ("", "", ""))
            if tag:
                yield self._made(self.plans.get(of) or plan, style, tag)
        for tag, of, style in special:
            yield self._made(self.plans.get(of), style, tag)

    def _made(self, plan: Plan | None, style: str, tag: str) -> Point:
        sizes = self.relation(plan.sizes) if plan is not None else self.layout.sizes
        return self.maker.make(sizes, style, tag, self.rng)

    def _working_relation(self) -> Relation:
        """Return the first guess about the sizes with which the loss has a finite value."""
        wanted = self.plans.get("other sizes")
        last: Relation = lambda _wanted: self.layout.sizes  # noqa: E731 -- a relation is a function of sizes
        if wanted is None:
            return last
        equal = self.plans["all sizes equal"].sizes
        for relation in relations(self.layout):
            tried = (self.maker.make(relation(sizes), "normal", "", self.rng) for sizes in (wanted.sizes, equal))
            if all(self._accepted(made) for made in tried):
                return relation
        return last

    def _accepted(self, made: Point) -> bool:
        try:
            return bool(np.isfinite(self.subject.value(made)))
        except OutOfBudget:
            raise
        except Exception:  # noqa: BLE001 -- the user's loss may raise anything at sizes that do not fit
            return False
