"""What the perceptron finds, how its runs end, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from derive.errors import DeriveError
from derive.lectures.worked import batch as exact_batch
from derive.lectures.worked import below_zero, by_sign, not_above_zero, sequential, updates, vector
from numeric.algorithms import fit_perceptron, fit_voted_perceptron
from numeric.algorithms.perceptron_run import Tie
from numeric.errors import (
    EmptyDataError,
    NotFiniteError,
    OneClassError,
    SettingError,
    WrongLabelsError,
    WrongShapeError,
)
from numeric.inputs import Floats

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
OR, XOR = np.array([0, 1, 1, 1]), np.array([0, 1, 1, 0])
EXACT: dict[Tie, Any] = {
    "mistake": not_above_zero,
    "correct": below_zero,
    "positive": by_sign(1),
    "negative": by_sign(-1),
}


def _separable(seed: int, size: int = 40, features: int = 3) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    X = rng.integers(-8, 9, size=(size, features)).astype(float)
    y = np.where(X @ rng.integers(-3, 4, size=features) + 0.5 > 0, 1.0, -1.0)
    y[:2] = (1.0, -1.0)
    return X, y


@pytest.mark.parametrize("tie", list(EXACT))
@pytest.mark.parametrize("seed", range(5))
def test_runs_are_those_of_exact_fractions(tie: Tie, seed: int) -> None:
    """On whole numbers every step of a run is that of the run with fractions, for each meaning of a zero score."""
    X, y = _separable(seed, size=12)
    found = fit_perceptron(X, y, tie=tie, max_iter=20, record=True)
    examples = [(vector(1, *map(int, row)), int(label)) for row, label in zip(X, y, strict=True)]
    exact = sequential(examples, vector(*[0] * 4), EXACT[tie], most=found.steps)
    assert [step.number for step in exact] == found.fed.tolist()
    assert [float(step.score) for step in exact] == found.scores_fed.tolist()
    assert [[float(entry) for entry in weights] for weights in updates(exact)] == found.iterates[1:].tolist()
    assert found.updates == len(updates(exact)) == sum(found.mistakes_per_pass)


@pytest.mark.parametrize("seed", range(5))
def test_batch_runs_are_those_of_exact_fractions(seed: int) -> None:
    """So is the batch rule."""
    X, y = _separable(seed, size=12)
    found = fit_perceptron(X, y, rule="batch", max_iter=30)
    examples = [(vector(1, *map(int, row)), int(label)) for row, label in zip(X, y, strict=True)]
    exact = exact_batch(examples, vector(*[0] * 4), not_above_zero, most=found.updates)
    assert [[float(entry) for entry in weights] for weights in exact] == found.iterates.tolist()


def test_or_is_learnt_in_thirteen_steps() -> None:
    """The run of the slides: 13 steps, 4 updates, w = [0 1 1]."""
    found = fit_perceptron(CORNERS, OR, tie="negative")
    assert (found.steps, found.updates, found.weights.tolist()) == (13, 4, [0.0, 1.0, 1.0])
    assert found.run.converged
    assert found.updated.tolist() == [1, 0, 2, 0]
    assert found.predict(CORNERS).tolist() == OR.tolist()


@pytest.mark.parametrize("rule", ["single", "batch"])
def test_a_cycle_is_said_and_proved(rule: Any) -> None:
    """On XOR the weights come back, and the examples that moved them in between sum to zero."""
    found = fit_perceptron(CORNERS, XOR, rule=rule)
    assert found.cycle is not None
    assert found.cycle.proves_not_separable
    reflected = np.where(XOR, 1, -1)[:, None] * np.column_stack([np.ones(4), CORNERS])
    assert (found.cycle.counts @ reflected).tolist() == [0.0, 0.0, 0.0]
    assert found.cycle.counts.sum() > 0
    assert "no weights separate" in found.run.stopped


def test_too_few_passes_are_said() -> None:
    """A run that is broken off says so, and claims nothing of the examples."""
    found = fit_perceptron(CORNERS, XOR, max_iter=1)
    assert (found.run.converged, found.cycle, found.mistakes_per_pass.size) == (False, None, 1)
    assert "nothing is known" in found.run.stopped


def test_a_decaying_rate_never_is_a_cycle() -> None:
    """At the rate 1/k weights that come back prove nothing, and are not looked for."""
    found = fit_perceptron(CORNERS, XOR, schedule="1/k", max_iter=50)
    assert (found.cycle, found.update_bound, found.run.n_iter) == (None, None, 50)
    sizes = np.linalg.norm(np.diff(found.iterates, axis=0), axis=1) * np.arange(1, found.updates + 1)
    reached = np.linalg.norm(np.column_stack([np.ones(4), CORNERS]), axis=1)[found.updated]
    assert sizes == pytest.approx(reached)


def test_label_codings_and_names_make_the_same_run() -> None:
    """0 and 1, -1 and 1, booleans and words are two classes; the larger is positive, unless another is named."""
    runs = [
        fit_perceptron(CORNERS, labels, tie="negative").weights.tolist()
        for labels in (OR, 2 * OR - 1, OR.astype(bool), np.where(OR, "yes", "no"))
    ]
    assert runs == [runs[0]] * 4
    named = fit_perceptron(CORNERS, np.where(OR, "A", "F"), tie="negative", positive="A")
    assert named.weights.tolist() == runs[0]
    assert named.predict([[0, 0], [1, 1]]).tolist() == ["F", "A"]


def test_a_start_that_is_right_is_left_alone() -> None:
    """Where nothing is wrong at the start, there is one pass and no update."""
    found = fit_perceptron(CORNERS, OR, start_at=[-1, 2, 2])
    assert (found.updates, found.steps, found.weights.tolist()) == (0, 4, [-1.0, 2.0, 2.0])


def test_zero_weights_that_count_as_right_are_warned_of() -> None:
    """By the rule that a zero score is correct, the zero vector is a solution; the result says what it is worth."""
    found = fit_perceptron(CORNERS, XOR, tie="correct")
    assert (found.updates, found.run.converged) == (0, True)
    assert "all zero" in found.run.warning


def test_shuffled_runs_depend_on_the_seed_only() -> None:
    """The order of a pass is drawn from the generator, and the run ends after a pass without mistakes."""
    X, y = _separable(3)
    first, second = (fit_perceptron(X, y, shuffle=True, rng=5, record=True) for _ in range(2))
    assert first.weights.tolist() == second.weights.tolist()
    assert sorted(first.fed[: len(y)].tolist()) == list(range(len(y)))
    assert (first.run.converged, first.mistakes_per_pass[-1]) == (True, 0)
    assert first.predict(X).tolist() == y.tolist()


def test_voted_counts_are_how_often_each_vector_was_right() -> None:
    """Counts are those of the lecture's run, the vote is that of all vectors, the average that of their sum."""
    found = fit_voted_perceptron(CORNERS, OR, epochs=2, tie="negative")
    assert found.counts.tolist() == [1, 3, 2, 2]
    assert found.vectors.tolist() == [[0, 0, 0], [1, 0, 1], [0, 0, 1], [1, 1, 1]]
    rows = np.column_stack([np.ones(4), CORNERS])
    slow = [sum(c * (1 if v @ x > 0 else -1) for v, c in zip(found.vectors, found.counts, strict=True)) for x in rows]
    assert found.votes(CORNERS).tolist() == slow
    assert found.averaged_scores(CORNERS).tolist() == (rows @ (found.counts @ found.vectors)).tolist()


def test_voted_counts_add_up_and_an_even_vote_follows_the_tie() -> None:
    """Every step but the update that made it is someone's right answer; where nothing is known, `tie` decides."""
    found = fit_voted_perceptron([[1.0], [-1.0]], [1, 0], epochs=3)
    assert found.counts.sum() == 6
    even = fit_voted_perceptron([[1.0], [-1.0]], [1, 0], epochs=1, tie="correct")
    assert even.votes([[5.0]]).tolist() == [0.0]
    assert (even.predict([[5.0]]).tolist(), even.predict_averaged([[5.0]]).tolist()) == ([0], [0])


GOOD_X, GOOD_Y = [[0.0, 1.0], [1.0, 0.0]], [0, 1]
REFUSED = (
    ({"X": [[np.nan, 1.0], [1.0, 0.0]]}, NotFiniteError, "X[0, 0]"),
    ({"X": [1.0, 2.0]}, WrongShapeError, "X"),
    ({"X": np.empty((0, 2)), "y": []}, EmptyDataError, "X"),
    ({"y": [1, 1]}, OneClassError, "one class"),
    ({"y": [0, 1, 1]}, WrongShapeError, "rows"),
    ({"X": [[0.0], [1.0], [2.0]], "y": [0, 1, 2]}, WrongLabelsError, "3 classes"),
    ({"positive": 7}, WrongLabelsError, "positive"),
    ({"tie": "coin"}, SettingError, "tie"),
    ({"rule": "both"}, SettingError, "rule"),
    ({"schedule": "1/t"}, SettingError, "schedule"),
    ({"rate": 0.0}, SettingError, "rate"),
    ({"rate": 1e308, "X": [[1e3], [2e3]]}, SettingError, "rate"),
    ({"max_iter": 0}, SettingError, "max_iter"),
    ({"start_at": [0.0]}, WrongShapeError, "start_at"),
    ({"rule": "batch", "record": True}, SettingError, "batch"),
)


@pytest.mark.parametrize(("changed", "error", "said"), REFUSED)
def test_bad_input_is_refused(changed: dict[str, Any], error: type[DeriveError], said: str) -> None:
    """What cannot be computed with is refused, by an error that names it."""
    arguments: dict[str, Any] = {"X": GOOD_X, "y": GOOD_Y} | changed
    with pytest.raises(error) as caught:
        _ = fit_perceptron(arguments.pop("X"), arguments.pop("y"), **arguments)
    assert said in str(caught.value)


def test_the_result_shows_itself() -> None:
    """The repr has what a reader asks first, and no list of all steps."""
    text = repr(fit_perceptron(CORNERS, OR))
    assert "weights: " in text
    assert "updates: " in text
    assert "iterates" not in text
