"""Derivations and claims made for tests: small ones, and ones that are wrong; and commands that are run on them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sympy import Eq, IndexedBase, Sum, log, sqrt, symbols

from derive.cli import COMMANDS, main
from derive.derivation import Chain, Citation, Derivation
from derive.facts import sign
from derive.lectures.catalogue import LECTURES, Entry
from derive.lectures.register.claim import Claim, Finding, claim_holds, printed
from derive.names import size, tensor

# A command loads what it needs when it runs. All of it is loaded here, because a trial of the tests, by
# `benchmarks/mutation.py`, puts faults into the functions that are there when the tests are collected.
LATER = (
    "derive.views.view",
    "derive.notes.forms",
    "derive.notes.jupyter",
    "derive.lower.sources",
    "numeric.functions",
)
for module in (*(place for place, _ in COMMANDS.values()), *LATER):
    _ = import_module(module)

N = size("N")
D = size("D")
n, d, j = symbols("n d j", integer=True)
y, w, v, b = tensor("y", (1, N)), tensor("w", (1, D)), tensor("v", (1, D)), IndexedBase("b")
t, z = symbols("t z", real=True)


def honest() -> Derivation:
    """Return a derivation with a definition, an assumption, a chain, a condition and a solution."""
    chain = Chain("honest", "The mean, as a least-squares estimate", (Citation("l7", 12),))
    mean = symbols("mean", real=True)
    chain.start(Sum((y[n] - mean) ** 2, (n, 1, N)), "the squared errors")
    chain.differentiate(mean, -2 * Sum(y[n] - mean, (n, 1, N)), "the chain rule")
    chain.solve(mean, Sum(y[n], (n, 1, N)) / N, "the errors sum to zero")
    chain.assume(Eq(z, 1), reason="a scale | of one")
    chain.claim((t**2 + t) / t, t + z, "divided by t")
    return chain.done()


def lying() -> Derivation:
    """Return a derivation whose second line is false."""
    chain = Chain("lying", "A sum that lost its factor", (Citation("l7", 13),))
    chain.start(Sum(2 * y[n], (n, 1, N)), "twice the sum")
    chain.equals(Sum(y[n], (n, 1, N)), "the factor, lost")
    return chain.done()


def rich() -> Derivation:
    """Return a derivation with a gradient, a renamed index, a long line, a fact, names in words, and a false line."""
    chain = Chain("rich", "The (R/gamma)^2 of |w|", (Citation("l7", 3), Citation("l7", 7), Citation("cls", 5)))
    chain.assume(sign(y), reason="labels")
    chain.start(Sum(w[d] ** 2, (d, 1, D)), "the penalty |w|^2")
    chain.differentiate(w[j], 2 * w[j], "the chain rule")
    chain.claim(Sum(w[d] * v[d], (d, 1, D)), Sum(w[j] * v[j], (j, 1, D)), "the index does not matter")
    chain.claim(Sum(y[n] ** 2, (n, 1, N)), N, "each is one")
    terms = [*(b[k] ** 2 for k in range(1, 10)), t**4, z**4, t * z]
    chain.claim(sum(w[j] * term / (1 + t**2) for term in terms), w[j] * sum(terms) / (1 + t**2), "of many terms")
    chain.claim((t**2 + t) / t + (z**2 + z) / z, t + z + 2, "both divided", using=[sign(y)])
    chain.claim(t + 1, t, "50% of x & y")
    return chain.done()


POOL = {
    "given": lambda chain: chain.start(t, "why"),
    "proved": lambda chain: chain.claim(t + t, 2 * t, "why"),
    "refuted": lambda chain: chain.claim(t + 1, t, "why"),
    "sampled": lambda chain: chain.claim(t * sqrt(3 + 2 * sqrt(2)), t * (1 + sqrt(2)), "why"),
    "undecided": lambda chain: chain.claim(log(-1 - t**2), 1 + log(-1 - t**2), "why"),
    "definition": lambda chain: chain.define(v[j], w[j], "why"),
    "assumed": lambda chain: chain.assume(Eq(z, 1), reason="why"),
}
"""A line of each kind."""


def told(kinds: Sequence[str]) -> Derivation:
    """Return a derivation with lines of these kinds, the last of which is decided."""
    chain = Chain("told", "Told", ())
    for kind in kinds:
        POOL[kind](chain)
    return chain.done()


ENTRIES = (Entry("honest", "The mean, as a least-squares estimate", ("l7",), "samples"),)
LIES = (*ENTRIES, Entry("lying", "A sum that lost its factor", ("l7",), "samples"))
TOLD = Entry("told", "Told", ("l7",), "samples")

CLAIMS = (
    Claim(
        "l7",
        12,
        "the square of 0.57 is 0.345",
        "disagrees to the digits",
        lambda: printed(Fraction(57, 100) ** 2, "0.345"),
        repair="0.325",
    ),
    Claim("l7", 20, "x | y and x_1 < x_2 * 2", "proved", lambda: claim_holds(z + z, 2 * z)),
    Claim("l7", 21, "a sign at zero", "definition", lambda: Finding("definition", "a rule"), convention="sign(0) = 1"),
    Claim("l7", 22, "z is 2 z", "refuted", lambda: claim_holds(z, 2 * z), repair="z is z"),
)
WRONG = (Claim("l7", 30, "z + z is 2 z", "refuted", lambda: claim_holds(z + z, 2 * z)),)


def install(
    patch: pytest.MonkeyPatch,
    entries: tuple[Entry, ...] = ENTRIES,
    claims: tuple[Claim, ...] = CLAIMS,
    **others: Callable[[], Derivation],
) -> None:
    """Let the commands see these derivations and claims, and no others, until the test ends."""
    here = SimpleNamespace(**{"honest": honest, "lying": lying, "rich": rich, **others})
    patch.setitem(sys.modules, "derive.lectures.samples", here)
    for lecture in LECTURES:
        own = SimpleNamespace(CLAIMS=tuple(claim for claim in claims if claim.lecture == lecture))
        patch.setitem(sys.modules, f"derive.lectures.register.samples_{lecture}", own)
    patch.setattr("derive.lectures.register.PARTS", {lecture: (f"samples_{lecture}",) for lecture in LECTURES})
    patch.setattr("derive.commands.report.CATALOGUE", entries)
    patch.setattr("derive.commands.listing.CATALOGUE", entries)
    patch.setattr("derive.commands.entries.BY_NAME", {entry.name: entry for entry in entries})


def run(*arguments: str | Path, given: str | None = None, **variables: str | None) -> Result:
    """Return what a command answers on a terminal of 80 columns; what is not meant for the user is raised."""
    env = {"COLUMNS": "80", **variables}
    called = [*map(str, arguments)]
    return CliRunner().invoke(main, called, input=given, prog_name="derive", env=env, catch_exceptions=False)


def data(*arguments: str | Path) -> Any:
    """Return the JSON that a command prints."""
    return json.loads(run(*arguments).stdout)
