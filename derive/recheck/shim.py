"""Stands for the second opinion on statements until that is merged."""

from derive.expr.to_sympy import to_sympy, RELATIONS
from derive.facts import Fact
from derive.recheck.opinion import recheck as old
from derive.recheck.evidence import find as old_find, Evidence
from derive.statement.types import Relation
from sympy import Idx, Symbol


def _parts(claim):
    names = claim.vocabulary
    show = lambda n: to_sympy(n, names)
    assuming = []
    for h in claim.hypotheses:
        if isinstance(h, Relation):
            assuming.append(RELATIONS[h.sign](show(h.left), show(h.right), evaluate=False))
        else:
            assuming.append(
                Fact(h.kind, tuple(names.tensors[t.name][0] if t.axes else names.symbols[t.name] for t in h.tensors))
            )
    ranges = {}
    for i in claim.indices:
        if i.range.first is not None and i.range.last is not None:
            ranges[str(names.indices[i.name][0]) if i.name in names.indices else i.name] = (
                to_sympy(i.range.first, names, evaluate=True),
                to_sympy(i.range.last, names, evaluate=True),
            )
    return show(claim.left), show(claim.right), claim.sign, assuming, ranges


def recheck(claim, *, seed=0, points=100, max_seconds=2.0):
    l, r, s, a, rg = _parts(claim)
    return old(l, r, relation=s, assuming=a, ranges=rg or None, seed=seed, points=points, max_seconds=max_seconds)


def find(claim, *, seed=0, max_seconds=2.0):
    l, r, s, a, rg = _parts(claim)
    return old_find(l, r, relation=s, assuming=a, ranges=rg or None, seed=seed, max_seconds=max_seconds)
