"""Substitution: a whole tensor family replaced by an expression, without capture."""

from __future__ import annotations

from derive.kernel.calculus import Place
from derive.kernel.nodes import Entry, Poly
from derive.kernel.places import covers
from derive.kernel.polynomials import Applied, Mapping, build, rename, transform
from derive.kernel.ring import Ring


def rebuild(ring: Ring, poly: Poly) -> Poly:
    """Return the polynomial built anew, so that the equations assumed by now are used in it."""
    return built_anew(ring, poly) if ring.rules else poly


def built_anew(ring: Ring, poly: Poly, call: Applied | None = None) -> Poly:
    """Return the polynomial built anew from its entries, in the light of all that is known by now.

    With `call`, functions become what that returns.
    """
    return transform(ring, poly, Mapping(lambda _: True, lambda index: index, lambda form: build(form, ring), call))


def substitute(ring: Ring, poly: Poly, at: Place, value: Poly) -> Poly:
    """Return the polynomial with the tensor replaced: its entry at any indices becomes `value` at these.

    The indices in `at` are the parameters of `value`; an entry outside of their ranges stays. Binders are opened with
    fresh indices, so that nothing in `value` can be captured.
    """
    name, parameters = at

    def entry(form: Entry) -> Poly:
        """Return the value at the indices of this entry, or another tensor's entry as it is."""
        here = form.tensor.name == name
        if not here or not all(covers(ring, i, j) for i, j in zip(parameters, form.indices, strict=True)):
            return build(form, ring)
        return rename(ring, value, dict(zip(parameters, form.indices, strict=True)))

    mapping = Mapping(touches=lambda node: name in node.tensors, index=lambda index: index, entry=entry)
    return transform(ring, poly, mapping)
