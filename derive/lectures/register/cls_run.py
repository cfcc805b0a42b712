"""Claims of the classification slides, lines 526 to 788: the tables of OR and XOR, and a run of the perceptron.

The slides define sign(0) = 0 at line 592 and take it for -1 in the run. What depends on that is decided under both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from sympy import symbols

from derive.lectures.register.claim import Claim, Finding, claim_holds, computed, definition
from derive.lectures.register.combine import only, repaired, shown
from derive.lectures.worked import Example, Fed, Vector, by_sign, dot, sequential, sign, updates, vector

Printed: TypeAlias = tuple[int, int, int]

START = vector(0, 0, 0)
AS_USED, AS_DEFINED = -1, 0
"""What the sign of zero is in the run, and what it is by line 592."""


def table(function: Callable[[int, int], bool]) -> list[tuple[int, int, int]]:
    """Return the table of a logical function: both inputs and the output.

    >>> table(lambda a, b: a == b)[1]
    (0, 1, 0)
    """
    return [(a, b, int(function(a, b))) for a, b in product((0, 1), repeat=2)]


def instances(function: Callable[[int, int], bool]) -> list[Example]:
    """Return the table as instances with a constant 1 in front, and labels -1 and 1."""
    return [(vector(1, a, b), 2 * y - 1) for a, b, y in table(function)]


def either(a: int, b: int) -> bool:
    """Return the logical or."""
    return bool(a or b)


def exclusive(a: int, b: int) -> bool:
    """Return the exclusive or."""
    return a != b


OR, XOR = instances(either), instances(exclusive)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the run as printed: score, guess, and what is said of it; then the weights, with the lines of both."""

    line: int
    score: int
    guess: int
    said: str
    weights_line: int
    weights: Printed


CORRECT, WRONG = "correct", "misclassified"

STEPS = (
    Step(598, 0, -1, CORRECT, 602, (0, 0, 0)),
    Step(615, 0, -1, WRONG, 619, (1, 0, 1)),
    Step(630, 1, 1, CORRECT, 634, (1, 0, 1)),
    Step(645, 2, 1, CORRECT, 649, (1, 0, 1)),
    Step(660, 1, 1, WRONG, 664, (0, 0, 1)),
    Step(675, 1, 1, CORRECT, 679, (0, 0, 1)),
    Step(690, 0, -1, WRONG, 694, (1, 1, 1)),
    Step(705, 3, 1, CORRECT, 709, (1, 1, 1)),
    Step(720, 1, 1, WRONG, 724, (0, 1, 1)),
    Step(735, 1, 1, CORRECT, 739, (0, 1, 1)),
    Step(750, 1, 1, CORRECT, 754, (0, 1, 1)),
    Step(765, 2, 1, CORRECT, 769, (0, 1, 1)),
    Step(780, 0, -1, CORRECT, 784, (0, 1, 1)),
)


def _run(at_zero: int) -> list[Fed]:
    return sequential(OR, START, by_sign(at_zero))


def _before(number: int) -> Vector:
    """Return the weights with which the run comes to a step, counted from 1."""
    return START if number == 1 else _run(AS_USED)[number - 2].weights


def _score(number: int, step: Step, at_zero: int) -> Finding:
    """Feed the instance of a step to the weights before it: score, guess, and whether the guess is right."""
    features, label = OR[(number - 1) % len(OR)]
    score = dot(_before(number), features)
    guess = sign(score, at_zero=at_zero)
    got = int(score), guess, CORRECT if guess == label else WRONG
    return computed("score and sign", got, (step.score, step.guess, step.said))


def step_holds(number: int, step: Step) -> Finding:
    """Decide a step of the run; one whose score is zero holds only with the sign that the run gives to zero."""
    used, defined = (_score(number, step, at_zero) for at_zero in (AS_USED, AS_DEFINED))
    return used if used.evidence == defined.evidence else only(used, defined)


def weights_hold(number: int, step: Step) -> Finding:
    """Decide the weights that are printed after a step; the last ones are those with which the run ends."""
    used, defined = _run(AS_USED), _run(AS_DEFINED)
    holds = computed("weights", whole(used[number - 1].weights), step.weights)
    if number < len(STEPS):
        return holds
    return only(holds, computed("weights", whole(defined[-1].weights), step.weights))


def whole(weights: Vector) -> tuple[int | Fraction, ...]:
    """Return weights as they are printed: whole numbers as such."""
    return tuple(int(entry) if entry.denominator == 1 else entry for entry in weights)


def run_holds(at_zero: int, steps: int, changes: int, weights: Printed) -> Finding:
    """Decide how long the whole run is, how often it updates, and where it ends."""
    run = _run(at_zero)
    got = len(run), len(updates(run)), whole(run[-1].weights)
    return computed("steps, updates, final weights", got, (steps, changes, weights))


def all_correct(weights: Printed, at_zero: int) -> Finding:
    """Decide whether these weights classify all instances of OR correctly."""
    mistake = by_sign(at_zero)
    wrong = [number for number, (x, y) in enumerate(OR, 1) if mistake(dot(vector(*weights), x), y)]
    return shown(f"of the instances 1 to 4, {wrong or 'none'} are misclassified by {weights}", holds=not wrong)


def stray_factor(guess: int) -> Finding:
    """Line 645 has the sign of the score as a factor in front of it."""
    features, _ = OR[3]
    return computed("sign times score", int(guess * dot(_before(4), features)), 2)


def linear(weights: Printed) -> Finding:
    """Decide whether the score under these weights is x_1 + x_2."""
    x_1, x_2 = symbols("x_1 x_2", real=True)
    return claim_holds(weights[0] + weights[1] * x_1 + weights[2] * x_2, x_1 + x_2)


ZERO = "a score of 0 counts as -1, as at line 362, and not as 0, as line 592 defines it"


def _step_claims(number: int, step: Step) -> tuple[Claim, Claim]:
    """Return the two claims of a step: its score and guess, and the weights after it."""
    score = f"step {number}: $(w^{{{number - 1}}})^T x_{(number - 1) % len(OR) + 1} = {step.score}$"
    name = f"w^{{{number}}}" if number < len(STEPS) else "w"
    weights = f"after step {number} ${name} = [{', '.join(map(str, step.weights))}]^T$"
    score_needs = "" if step.score else ZERO
    weights_need = "" if number < len(STEPS) else ZERO
    return (
        _trace(step.line, f"{score}, sign {step.guess}, {step.said}", lambda: step_holds(number, step), score_needs),
        _trace(step.weights_line, weights, lambda: weights_hold(number, step), weights_need),
    )


def _trace(line: int, says: str, check: Callable[[], Finding], convention: str) -> Claim:
    repair = "sign(0) = -1 at line 592" if convention else ""
    return Claim("cls", line, says, "right as printed", check, convention, repair)


RUN = tuple(claim for number, step in enumerate(STEPS, 1) for claim in _step_claims(number, step))

TABLES = (
    Claim(
        "cls",
        532,
        "the table of OR",
        "right as printed",
        lambda: computed("rows", table(either), [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)]),
    ),
    Claim(
        "cls",
        551,
        "the table of XOR",
        "right as printed",
        lambda: computed("rows", table(exclusive), [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]),
    ),
    Claim(
        "cls",
        574,
        r"$w^{k+1} = w^k + x_i y_i$ if $x_i$ is misclassified; $w^0 = 0$, $\eta = 1$, label 0 is coded -1",
        "definition",
        lambda: definition("the rule of the run that follows, and where it starts"),
    ),
    Claim(
        "cls",
        592,
        "sign(0) = 0, in the run that follows: 13 steps, 4 updates, $w = [0, 1, 1]^T$",
        "wrong as printed",
        lambda: repaired(run_holds(AS_DEFINED, 13, 4, (0, 1, 1)), run_holds(AS_USED, 13, 4, (0, 1, 1))),
        repair="sign(0) = -1; with sign(0) = 0 a score of zero is a mistake for either label",
    ),
    Claim(
        "cls",
        645,
        r"$\hat y_4 (w^3)^T x_4 = 2$",
        "right as printed",
        lambda: only(stray_factor(1), stray_factor(-1)),
        convention=r"$\hat y_4 = 1$, so that the factor does not show",
        repair=r"$(w^3)^T x_4 = 2$",
    ),
    Claim(
        "cls",
        782,
        "$w = [0, 1, 1]^T$ classifies all instances correctly",
        "proved",
        lambda: only(all_correct((0, 1, 1), AS_USED), all_correct((0, 1, 1), AS_DEFINED)),
        convention=ZERO,
        repair="sign(0) = -1 at line 592",
    ),
    Claim("cls", 788, r"$w^T x = x_1 + x_2$", "proved", lambda: linear((0, 1, 1))),
)

CLAIMS = (*TABLES, *RUN)
"""By subject; the register puts them in the order of their lines."""
