"""`verify_gradient` on labelled gradients, beside the checkers of SciPy, torch and JAX.

    python -m benchmarks.verify --bench FOLDER [--single] [--proofs] [--fuzz INPUTS] [--cost] [--peers]

FOLDER holds a package `gradients` with `all_cases()` and `battery(case)`. For each case all inputs of its battery are
given, or with `--single` the first alone. `--fuzz` draws inputs for the right gradients and counts false alarms;
`--cost` counts evaluations of the loss as the parameters grow; `--peers` runs the other checkers on the same inputs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.gradient_peers import PEERS, Checker
from numeric.verify import Verification, verify_gradient

RIGHT = {"base", "ok"}
SIZES = (10, 1000, 100_000, 1_000_000)


def verified(case: Any, inputs: list[Any], *, proofs: bool) -> Verification:
    """Return the verification of one case at these inputs."""
    loss, grad = case.make()
    (_, params, data), *rest = inputs
    return verify_gradient(loss, grad, params, data, inputs=[(p, d) for _, p, d in rest], trace=proofs)


def accuracy(bench: Any, *, single: bool, proofs: bool) -> None:
    """Print how many wrong gradients are refuted and rightly named, and how many right ones are."""
    count: Counter[str] = Counter()
    seconds: list[float] = []
    for case in bench.all_cases():
        inputs = bench.battery(case)[: 1 if single else None]
        begun = perf_counter()
        found = verified(case, inputs, proofs=proofs)
        seconds.append(perf_counter() - begun)
        label = found.diagnosis.label if found.diagnosis is not None else "none"
        right = case.kind in RIGHT
        count["right" if right else "wrong"] += 1
        count[f"{'right' if right else 'wrong'} {found.verdict}"] += 1
        count["named"] += not right and found.verdict == "refuted" and label in case.accept
        if (right and found.verdict == "refuted") or (
            not right and (found.verdict != "refuted" or label not in case.accept)
        ):
            print(f"  {case.id}: {found.verdict}, {label}; expected {sorted(case.accept) or 'right'}")
    print(f"refuted of the wrong      {count['wrong refuted']:5} of {count['wrong']}")
    print(f"named rightly of these    {count['named']:5} of {count['wrong refuted']}")
    print(f"false alarms of the right {count['right refuted']:5} of {count['right']}")
    print(f"proved of the right       {count['right proved']:5} of {count['right']}")
    print(f"seconds per case          {np.median(seconds):.3f} (median), {max(seconds):.2f} (longest)")


def fuzz(bench: Any, inputs: int, seed: int) -> None:
    """Print how many right gradients are refuted while so many random inputs of all families are tried."""
    rng = np.random.default_rng(seed)
    verdicts: Counter[str] = Counter()
    tried = 0
    families = [f for f in bench.FAMILIES.values() if any(c.kind == "base" for c in f.cases)]
    while tried < inputs:
        family = families[int(rng.integers(len(families)))]
        dims = {name: int(rng.integers(2 if name == "K" else 1, 7)) for name in family.dims}
        regime = str(rng.choice(family.regimes))
        drawn = int(rng.integers(2**31))
        case = next(c for c in family.cases if c.kind == "base")
        try:
            params, data = case.make_inputs(np.random.default_rng(drawn), regime=regime, **dims)
        except (KeyError, ValueError):
            continue
        loss, grad = case.make()
        found = verify_gradient(loss, grad, params, data, trace=False, seed=drawn)
        verdicts[found.verdict] += 1
        tried += len(found.inputs_tried)
        if found.verdict == "refuted":
            print(f"  {family.name} {dims} {regime} seed {drawn}")
    print(f"inputs tried {tried} (seed {seed}), false alarms {verdicts['refuted']}, verdicts {dict(verdicts)}")


def logistic(size: int) -> tuple[Callable[..., Any], Callable[..., Any], tuple[Any, ...], list[int]]:
    """Return a loss that counts its calls, its gradient, inputs with so many parameters, and the count."""
    rng = np.random.default_rng(0)
    X, y, calls = rng.standard_normal((8, size)) / np.sqrt(size), (rng.random(8) < 0.5) * 1.0, [0]  # noqa: PLR2004 -- a fair coin

    def loss(w: Any, X: Any, y: Any) -> Any:
        calls[0] += 1
        z = X @ w
        return np.mean(np.logaddexp(0, z) - y * z)

    def grad(w: Any, X: Any, y: Any) -> Any:
        return X.T @ (1 / (1 + np.exp(-(X @ w))) - y) / len(y)

    return loss, grad, (rng.standard_normal(size), X, y), calls


def cost() -> None:
    """Print the evaluations of the loss, right and with one coordinate off by a ten-thousandth."""
    print(f"{'D':>9} {'right':>12} {'seconds':>8} {'one wrong':>10} {'seconds':>8}  located")
    for size in SIZES:
        loss, grad, (w, X, y), calls = logistic(size)
        begun = perf_counter()
        _ = verify_gradient(loss, grad, w, X, y, trace=False)
        passed, first = calls[0], perf_counter() - begun
        calls[0] = 0

        def wrong(w: Any, X: Any, y: Any, grad: Callable[..., Any] = grad) -> Any:
            g = grad(w, X, y)
            g[len(g) // 3] *= 1 + 1e-4
            return g

        begun = perf_counter()
        found = verify_gradient(loss, wrong, w, X, y, trace=False)
        second = perf_counter() - begun
        print(f"{size:9} {passed:12} {first:8.2f} {calls[0]:10} {second:8.2f}  {found.verdict}: {found.where}")


def peers(bench: Any, *, single: bool) -> None:
    """Print the table of other checkers; a refutation counts where the right gradient of the family passes."""
    cases = [(case, bench.battery(case)[: 1 if single else None]) for case in bench.all_cases()]
    wrong, right = (sum((c.kind in RIGHT) is kind for c, _ in cases) for kind in (False, True))
    print(f"{'checker':34} {'refuted':>14} {'false alarms':>14} {'seconds':>8}")
    for name, available in PEERS.items():
        checker = available()
        if checker is None:
            print(f"{name:34} not installed")
            continue
        begun = perf_counter()
        refuted, alarms = _counted(cases, checker)
        spent = perf_counter() - begun
        print(f"{name:34} {refuted:7} of {wrong:3} {alarms:7} of {right:3} {spent:8.1f}")


def _counted(cases: list[Any], checker: Checker) -> tuple[int, int]:
    refuted = alarms = 0
    for case, inputs in cases:
        base = next(c for c in case.family.cases if c.kind == "base")
        failed = any(
            not _passes(checker, case, at) and (case.kind in RIGHT or _passes(checker, base, at)) for at in inputs
        )
        refuted += failed and case.kind not in RIGHT
        alarms += failed and case.kind in RIGHT
    return refuted, alarms


def _passes(checker: Checker, case: Any, at: Any) -> bool:
    loss, grad = case.make()
    try:
        return checker(loss, grad, at[1], at[2])
    except Exception:  # noqa: BLE001 -- a checker that raises says "wrong"
        return False


def main() -> None:
    """Read the arguments and print what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    _ = parser.add_argument("--bench", type=Path, required=True)
    _ = parser.add_argument("--fuzz", type=int, default=0, metavar="INPUTS")
    _ = parser.add_argument("--seed", type=int, default=0)
    for name in ("--single", "--proofs", "--cost", "--peers"):
        _ = parser.add_argument(name, action="store_true")
    chosen = parser.parse_args()
    sys.path.insert(0, str(chosen.bench.parent if chosen.bench.name == "gradients" else chosen.bench))
    bench = import_module("gradients")
    with np.errstate(all="ignore"):
        accuracy(bench, single=chosen.single, proofs=chosen.proofs)
        if chosen.fuzz:
            fuzz(bench, chosen.fuzz, chosen.seed)
        if chosen.cost:
            cost()
        if chosen.peers:
            peers(bench, single=chosen.single)


if __name__ == "__main__":
    main()
