"""Sums opened again: each term with some of its bound indices free, at common places, the rest of its sums closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations

from derive import kernel
from derive.decide.budget import BINDERS, OPENED, SHARED
from derive.decide.ground import Ground
from derive.kernel import nodes
from derive.kernel.label import dim_of
from derive.kernel.sums import open_sum

Frame = tuple[kernel.Index, ...]
Content = dict[str, kernel.Coef]
"""How often each tensor or function stands in a term, whichever way its sums are opened and closed."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A term as a monomial under a sum over the indices of `frame`."""

    frame: Frame
    mono: kernel.Mono
    coef: kernel.Coef


@dataclass(frozen=True, slots=True)
class Frames:
    """Common names for indices that are summed over: one for each range and place, fresh in the ring."""

    ring: kernel.Ring
    names: dict[tuple[kernel.Dim, int], kernel.Index] = field(default_factory=dict)
    seen: dict[kernel.Mono, list[Opened]] = field(default_factory=dict)
    contents: dict[kernel.Mono, Content] = field(default_factory=dict)

    def frame(self, dims: Iterable[kernel.Dim]) -> Frame:
        """Return the indices for these ranges; equal ranges are numbered."""
        found: list[kernel.Index] = []
        for dim in dims:
            key = dim, sum(i.dim is dim for i in found)
            found.append(self.names.setdefault(key, self.ring.fresh(dim)))
        return tuple(found)

    def open(self, mono: kernel.Mono) -> list[Opened]:
        """Return all ways to open some sums of a monomial at common indices; the first opens none."""
        if mono not in self.seen:
            self.seen[mono] = list(_openings(self, mono))
        return self.seen[mono]

    def content(self, mono: kernel.Mono) -> Content:
        """Return what a monomial contains; rules aside, a product contains what its factors do."""
        if mono not in self.contents:
            found: Content = {}
            for atom, exponent in mono.factors:
                inside = self.content(atom.form.body) if isinstance(atom.form, nodes.Sum) else _name(atom)
                for name, count in inside.items():
                    found[name] = found.get(name, 0) + count * exponent
            self.contents[mono] = found
        return self.contents[mono]


def _name(atom: nodes.Atom) -> Content:
    return {atom.form.tensor.name if isinstance(atom.form, nodes.Entry) else atom.shape: 1}


def _openings(frames: Frames, mono: kernel.Mono) -> Iterator[Opened]:
    yield Opened((), mono, 1)
    bound, body = _open(frames.ring, mono)
    if not bound or not frames.ring.meter.within(BINDERS, len(bound)) or len(body) != 1:
        return
    ((inner, coef),) = body.items()
    found: dict[tuple[Frame, kernel.Mono], Opened] = {}
    for count in {*range(1, SHARED.most + 1), *([len(bound)] if len(bound) <= OPENED.most else [])}:
        for shared in combinations(bound, count):
            for each in _shared(frames, shared, bound, inner):
                _ = found.setdefault((each.frame, each.mono), Opened(each.frame, each.mono, each.coef * coef))
    yield from found.values()


def _open(ring: kernel.Ring, mono: kernel.Mono) -> tuple[list[kernel.Index], kernel.Poly]:
    """Return a monomial with its sums opened, sizes left as they are."""
    bound: list[kernel.Index] = []
    body = ring.constant(1)
    for atom, exponent in mono.factors:
        if isinstance(atom.form, nodes.Sum) and isinstance(exponent, int) and exponent > 0:
            for _ in range(exponent):
                fresh, inner = open_sum(ring, atom.form)
                bound += fresh
                body = kernel.multiply(ring, body, inner)
                if len(bound) > BINDERS.most:
                    return bound, body
        else:
            body = kernel.multiply(ring, body, {ring.mono([(atom, exponent)]): 1})
    return bound, body


def _shared(frames: Frames, shared: Frame, bound: list[kernel.Index], inner: kernel.Mono) -> Iterator[Opened]:
    """Yield the monomial with the shared indices open, once for each way to put them at their common places."""
    ring = frames.ring
    rest = [index for index in bound if index not in shared]
    closed = kernel.sum_over(ring, rest, {inner: 1})
    if len(closed) != 1:
        return
    frame = frames.frame(sorted((dim_of(i) for i in shared), key=lambda dim: dim.name))
    for order in permutations(shared):
        if all(one.dim is other.dim for one, other in zip(order, frame, strict=True)):
            image = kernel.rename(ring, closed, dict(zip(order, frame, strict=True)))
            yield from (Opened(frame, mono, coef) for mono, coef in image.items() if len(image) == 1)


def weights(ground: Ground, terms: Iterable[Opened]) -> dict[kernel.Index, list[kernel.Poly]]:
    """Return what is known to be nonnegative at one index, for each common index: what a family may be summed with."""
    ring = ground.ring
    found: dict[kernel.Index, dict[kernel.Mono, None]] = {}
    for term in terms:
        for factor in term.mono.factors:
            for index in factor[0].free.intersection(term.frame) if len(factor[0].free) == 1 else ():
                mono = ring.mono([factor])
                if mono not in found.setdefault(index, {}) and ground.sign({mono: 1}):
                    found[index][mono] = None
    return {index: [{mono: 1} for mono in monos] for index, monos in found.items()}
