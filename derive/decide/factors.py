"""A polynomial as a product: its irreducible factors show its sign, and where it is zero."""

from __future__ import annotations

from flint import fmpz_mpoly_ctx

from derive import kernel
from derive.decide.budget import ATOMS, FACTORED
from derive.decide.candidates import Grounds
from derive.decide.ground import Ground
from derive.kernel import nodes


def of_known_sign(ground: Ground, poly: kernel.Poly) -> tuple[kernel.Coef, list[Grounds]] | None:
    """Return a positive number and reasons whose product a polynomial is, or None where its factors show no sign."""
    if not is_whole(poly) or not ground.ring.meter.within(FACTORED, len(poly)):
        return None
    content, factors = factored(ground.ring, poly)
    reasons: list[Grounds] = []
    for factor, exponent in factors:
        if exponent > 1:
            reasons.append(("square", (kernel.raise_to(ground.ring, factor, exponent // 2),)))
        if exponent % 2:
            positive = factor if ground.sign(factor) else kernel.scale(factor, -1)
            content = content if ground.sign(factor) else -content
            if not ground.sign(positive):
                return None
            reasons.append(("sign", (positive,)))
    return (content, reasons) if content > 0 and len(factors) > 1 else None


def is_whole(poly: kernel.Poly) -> bool:
    """Return whether every exponent is a whole number from 1 on, so that the polynomial has factors in its atoms."""
    return all(isinstance(e, int) and e > 0 for mono in poly for _, e in mono.factors)


def factored(ring: kernel.Ring, poly: kernel.Poly) -> tuple[kernel.Coef, list[tuple[kernel.Poly, int]]]:
    """Return the content and the irreducible factors with their exponents, in the atoms as variables."""
    atoms = list(dict.fromkeys(atom for mono in poly for atom, _ in mono.factors))
    if not atoms or not ring.meter.within(ATOMS, len(atoms)):
        return 0, []
    content, mono, rest = kernel.primitive(ring, poly)
    context = fmpz_mpoly_ctx.get([f"g{n}" for n in range(len(atoms))], "lex")
    terms = {tuple(int(dict(m.factors).get(atom, 0)) for atom in atoms): int(coef) for m, coef in rest.items()}
    unit, factors = context.from_dict(terms).factor()
    found: list[tuple[kernel.Poly, int]] = [
        ({ring.mono([(atom, 1)]): 1}, int(exponent)) for atom, exponent in mono.factors
    ]
    for factor, count in factors:
        image = factor.to_dict().items()
        found.append(
            (
                {ring.mono([(a, int(e)) for a, e in zip(atoms, es, strict=True) if e]): int(c) for es, c in image},
                int(count),
            )
        )
    return nodes.integral(content * int(unit)), found
