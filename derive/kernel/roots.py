"""The root of a polynomial that is a perfect square in its atoms."""

from __future__ import annotations

import flint
from flint.utils.flint_exceptions import DomainError

from derive.kernel.budget import ROOTED
from derive.kernel.nodes import Poly, freeze
from derive.kernel.ring import Ring
from derive.kernel.signs import LEAST_TERMS, is_real


def square_root(ring: Ring, poly: Poly) -> Poly | None:
    """Return a real polynomial whose square this is, or None; its sign is arbitrary."""
    terms = freeze(poly)
    whole = all(isinstance(exponent, int) and exponent > 0 for mono, _ in terms for _, exponent in mono.factors)
    several = len(terms) >= LEAST_TERMS and ring.meter.within(ROOTED, len(terms))
    if not several or not whole or not all(isinstance(coef, int) for _, coef in terms):
        return None
    atoms = list(dict.fromkeys(atom for mono, _ in terms for atom, _ in mono.factors))
    if not all(is_real(ring, atom) for atom in atoms):
        return None
    context = flint.fmpz_mpoly_ctx.get([f"g{n}" for n in range(len(atoms))], "lex")
    exponents = {tuple(int(dict(mono.factors).get(a, 0)) for a in atoms): int(coef) for mono, coef in terms}
    try:
        root = context.from_dict(exponents).sqrt().to_dict().items()
    except DomainError:
        return None
    return {ring.mono([(a, int(e)) for a, e in zip(atoms, es, strict=True) if e]): int(coef) for es, coef in root}
