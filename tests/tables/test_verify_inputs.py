"""What generated inputs are like: of the kinds of the examples, at other sizes, and special where bugs hide."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from numeric.verify import verify_gradient
from numeric.verify.generate import SPECIAL, Generator
from numeric.verify.point import Point, point
from numeric.verify.roles import layout
from numeric.verify.subject import Subject

RNG = np.random.default_rng(3)


def example(**data: Any) -> Point:
    """Return an example with weights of length 4 and these data."""
    return point({"w": RNG.standard_normal(4)}, (data,), ("p", "d"))


@pytest.mark.parametrize(
    ("leaf", "kind"),
    [
        (RNG.standard_normal((9, 4)), "real"),
        (np.exp(RNG.standard_normal(9)), "positive"),
        (RNG.uniform(0.1, 0.9, 9), "unit interval"),
        (np.array([0.0, 1, 1, 0, 1, 0, 0, 1, 1]), "labels"),
        (np.array([-1, 1, 1, -1, 1, 1, 1, -1, 1]), "labels"),
        (np.array([0, 1, 2, 2, 1, 0, 0, 1, 1]), "labels"),
        (RNG.poisson(3.0, 9).astype(float), "whole"),
        (np.eye(3)[[0, 1, 2, 2, 1, 0, 0, 1, 1]], "one-hot"),
        (RNG.dirichlet(np.ones(3), 9), "simplex"),
        (np.eye(4) + 0.1, "definite"),
        (np.array([[0.0, 1.5], [1.5, 0.0]]), "symmetric"),
        (np.array([True, False] * 4 + [True]), "flags"),
        (0.3, "unit interval"),
        (2.5, "positive"),
        (4, "whole"),
        (7, "fixed"),
        ("mean", "fixed"),
        (None, "fixed"),
    ],
)
def test_kinds_are_read_off_the_example(leaf: Any, kind: str) -> None:
    """Arrays and settings are recognised by their values."""
    assert layout([example(a=leaf)]).roles["a"].kind == kind


def test_symmetric_matrices_stay_symmetric() -> None:
    """Whatever their numbers are: rows that sum to 1, whole numbers, the identity."""
    doubly = np.array([[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]])
    linked = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    subject = Subject(lambda p, _: float(np.sum(p["w"] ** 2)), lambda p, _: {"w": 2 * p["w"]}, "numpy")
    for given in (doubly, linked, np.eye(3)):
        at = point({"w": np.ones(3)}, ({"A": given},), ("p", "d"))
        made = Generator(subject, [at], np.random.default_rng(0)).inputs()
        drawn = [next(made).data["A"] for _ in range(6)]
        assert all(np.array_equal(m, m.T) for m in drawn)
        assert any(len(m) != len(given) for m in drawn)


def test_axes_of_equal_size_belong_together() -> None:
    """The axis of the examples is that of no parameter; a second example tells apart what coincides in the first."""
    one = example(X=np.ones((4, 4)), y=np.ones(4))
    assert layout([one]).sizes == (4,)
    other = point({"w": np.ones(4)}, ({"X": np.ones((7, 4)), "y": np.ones(7)},), ("p", "d"))
    both = layout([one, other])
    assert len(both.sizes) == 2
    assert both.batch == both.roles["X"].axes[0] == both.roles["y"].axes[0]
    assert both.roles["w"].axes == (both.roles["X"].axes[1],)


def softmax(p: Any, d: Any) -> Any:
    """Return a loss that fails for class numbers beyond the classes."""
    z = d["X"] @ p["W"] + p["b"]
    top = z.max(1, keepdims=True)
    return np.mean(np.log(np.exp(z - top).sum(1)) + top[:, 0] - z[np.arange(len(z)), d["y"]])


def classes() -> Point:
    """Return an example of it with five features and three classes."""
    y = np.array([0, 1, 2, 2, 1, 0, 1])
    params = {"W": RNG.standard_normal((5, 3)), "b": RNG.standard_normal(3)}
    return point(params, ({"X": RNG.standard_normal((7, 5)), "y": y},), ("p", "d"))


def test_generated_inputs_are_accepted_by_the_loss() -> None:
    """The first thirty inputs have other sizes, and labels below the number of classes."""
    generator = Generator(Subject(softmax, softmax, "numpy"), [classes()], np.random.default_rng(0))
    made = [at for _, at in zip(range(30), generator.inputs(), strict=False)]
    assert all(np.isfinite(softmax(*at.arguments())) or at.tag == "huge parameters" for at in made)
    assert {at.tag for at in made} >= {tag for tag, _, _ in SPECIAL} | {"one example", "all sizes equal", "one feature"}
    shapes = {at.params["W"].shape for at in made}
    assert any(features == count for features, count in shapes)
    assert len(shapes) > 4
    assert all(at.data["y"].dtype.kind == "i" and at.data["y"].max() < at.params["W"].shape[1] for at in made)


def test_sizes_that_hang_together_are_found() -> None:
    """Weights with one entry more than there are features are a bias; the loss tells."""

    def biased(w: Any, X: Any) -> Any:
        return np.sum((X @ w[1:] + w[0]) ** 2)

    at = point(RNG.standard_normal(5), (RNG.standard_normal((9, 4)),), ("w", "X"))
    generator = Generator(Subject(biased, biased, "numpy"), [at], np.random.default_rng(0))
    sizes = {
        (p.params["w"].shape[0], p.data["X"].shape[1]) for _, p in zip(range(12), generator.inputs(), strict=False)
    }
    assert len(sizes) > 2
    assert all(weights == features + 1 for weights, features in sizes)


def test_a_loss_that_uses_two_entries_is_tried_at_two() -> None:
    """A function of x[0] and x[1] takes longer vectors too; its gradient of two entries is right all the same."""

    def valley(x: Any) -> Any:
        return 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2

    def slope(x: Any, sign: float = 1.0) -> Any:
        inner = x[1] - x[0] ** 2
        return np.array([-400 * x[0] * inner - sign * 2 * (1 - x[0]), 200 * inner])

    start = np.array([-1.2, 1.0])
    found = verify_gradient(valley, slope, start, trace=False)
    assert found.verdict == "sampled"
    assert any("uses only a part of them" in note for note in found.notes)
    wrong = verify_gradient(valley, lambda x: slope(x, -1.0), start, trace=False)
    assert wrong.verdict == "refuted"
    assert wrong.diagnosis is not None
    assert wrong.diagnosis.label == "term-sign"


def test_a_gradient_of_one_size_where_the_loss_takes_all() -> None:
    """Where the loss uses every entry, a gradient of two entries is wrong for three."""

    def wrong(x: Any) -> Any:
        return 2 * x[:2]

    found = verify_gradient(lambda x: np.sum(x**2), wrong, np.array([1.0, 2.0]), trace=False)
    assert found.verdict == "refuted"
    assert found.diagnosis is not None
    assert found.diagnosis.label == "shape"


def test_a_loss_of_one_size_keeps_it() -> None:
    """Where no other size is accepted the values alone change."""

    def fixed(w: Any) -> Any:
        return float(w @ np.arange(4.0))

    generator = Generator(Subject(fixed, fixed, "numpy"), [example()], np.random.default_rng(0))
    made = [at for _, at in zip(range(9), generator.inputs(), strict=False)]
    assert {at.params["w"].shape for at in made} == {(4,)}
    assert len({at.params["w"].tobytes() for at in made}) > 5
