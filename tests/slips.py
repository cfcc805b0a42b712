"""Slips of many kinds: a loss, the gradient with the slip, an example, and the right diagnosis.

Each stands near one that is like it and has another label.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import digamma, expit, gammaln, logsumexp, softmax

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Slip:
    """A gradient with a slip: the label and the place that are right, and words that the sentence must hold."""

    name: str
    label: str
    loss: Function
    slope: Function
    inputs: tuple[Any, ...]
    place: str = "w"
    says: str = ""


RNG = np.random.default_rng(1)
normal = RNG.standard_normal
W, X, Y = normal(3), normal((7, 3)), normal(7)
SIGNS = np.array([1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0])
POINT, SET = (W, X, Y), (W, X, Y, 0.3)
PAIR = ({"w": normal(3), "b": 0.7}, X, Y)
AFFINE = ((W, normal(3)), X, normal((7, 3)))
LONG = (normal(12), normal((9, 12)), normal(9))
SQUARE = normal((3, 3))
TIMES = {"U": normal((3, 3)), "w": normal(3), "v": normal(3)}, normal(4), 0.5
LAYERS = {"W": normal((3, 4)), "v": normal(4)}, X, Y
CLASSES = normal((4, 3)), normal((9, 4)), np.arange(9) % 3, 0.1
ENDED = normal(5), normal((8, 4)), (np.arange(8) % 3 == 0) * 1.0, 0.3


def square(w: Any, X: Any, y: Any) -> Any:
    """Return the mean square of the residuals."""
    return np.mean((X @ w - y) ** 2)


def by_square(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient of it."""
    return 2 * X.T @ (X @ w - y) / len(y)


def ridge(w: Any, X: Any, y: Any, lam: Any) -> Any:
    """Return the mean square with a penalty in a setting."""
    return square(w, X, y) + lam * w @ w


def fixed_ridge(p: Any, X: Any, y: Any) -> Any:
    """Return a mean square error with a penalty whose factor is written as a number."""
    return np.mean((X @ p["w"] + p["b"] - y) ** 2) + 0.3 * np.sum(p["w"] ** 2)


def by_fixed_ridge(*, on_w: float = 0.6, on_b: float = 0.0, off_b: float = 0.0) -> Function:
    """Return its gradient, with factors at what penalises each parameter, and an offset."""

    def slope(p: Any, X: Any, y: Any) -> Any:
        r = 2 * (X @ p["w"] + p["b"] - y) / len(y)
        return {"w": X.T @ r + on_w * p["w"], "b": r.sum() + on_b * p["b"] + off_b}

    return slope


def ranking(w: Any, X: Any, seen: Any) -> Any:
    """Return the mean log of the share that each row has among the rows after it."""
    scores, total = X @ w, 0.0
    for n in range(len(scores)):
        total += seen[n] * (np.log(np.sum(np.exp(scores[n:]))) - scores[n])
    return total / len(scores)


def by_ranking(*, own: float = 1.0, rest: float = 1.0) -> Function:
    """Return its gradient, with factors at its two terms."""

    def slope(w: Any, X: Any, seen: Any) -> Any:
        scores, slope = X @ w, np.zeros_like(w)
        for n in range(len(scores)):
            share = np.exp(scores[n:]) / np.sum(np.exp(scores[n:]))
            slope = slope + seen[n] * (rest * share @ X[n:] - own * X[n])
        return slope / len(scores)

    return slope


def recurrent(p: Any, x: Any, target: Any) -> Any:
    """Return the square error of a small recurrent network."""
    state = np.zeros(len(p["v"]))
    for one in x:
        state = np.tanh(p["U"] @ state + p["w"] * one)
    return 0.5 * (p["v"] @ state - target) ** 2


def by_recurrent(*, link: bool = True, turned: bool = False, through: bool = True) -> Function:
    """Return its gradient by going back through time, with three ways to go wrong."""

    def slope(p: Any, x: Any, target: Any) -> Any:
        states = [np.zeros(len(p["v"]))]
        for one in x:
            states.append(np.tanh(p["U"] @ states[-1] + p["w"] * one))
        error = p["v"] @ states[-1] - target
        slope, by_u, by_w = error * p["v"], np.zeros_like(p["U"]), np.zeros_like(p["w"])
        for one, before, after in zip(x[::-1], states[-2::-1], states[::-1], strict=False):
            inner = slope * (1 - after**2) if link else slope
            by_u, by_w = by_u + np.outer(inner, before), by_w + inner * one
            slope = (p["U"] if turned else p["U"].T) @ inner * through
        return {"U": by_u, "w": by_w, "v": error * states[-1]}

    return slope


def counts(t: Any, C: Any) -> Any:
    """Return the mean negative logarithm of a Dirichlet and multinomial probability, by the logs of its weights."""
    a = np.exp(t)
    total = gammaln(C.sum(1) + a.sum()) - gammaln(a.sum())
    return np.mean(total + np.sum(gammaln(a) - gammaln(C + a), 1))


def by_counts(*, chain: bool = True, total: bool = True) -> Function:
    """Return its gradient."""

    def slope(t: Any, C: Any) -> Any:
        a = np.exp(t)
        first = (digamma(C.sum(1) + a.sum()) - digamma(a.sum()))[:, None] * total
        return (first + digamma(a) - digamma(C + a)).mean(0) * (a if chain else 1.0)

    return slope


def smoothed(W: Any, X: Any, y: Any, s: Any) -> Any:
    """Return the cross entropy with smoothed labels."""
    z = X @ W
    labels = (1 - s) * np.eye(z.shape[1])[y] + s / z.shape[1]
    return np.mean(logsumexp(z, axis=1) - np.sum(labels * z, axis=1))


def by_smoothed(W: Any, X: Any, y: Any, s: Any, *, shift: int = 0) -> Any:
    """Return its gradient, with labels that may be shifted."""
    z = X @ W
    labels = (1 - s) * np.eye(z.shape[1])[(y + shift) % z.shape[1]] + s / z.shape[1]
    return X.T @ (softmax(z, axis=1) - labels) / len(z)


def network(p: Any, X: Any, y: Any) -> Any:
    """Return the mean square error of a network of two layers."""
    return np.mean((np.tanh(X @ p["W"]) @ p["v"] - y) ** 2)


def by_network(link: Callable[[Any, Any], Any]) -> Function:
    """Return its gradient with a function of the result and the argument for the derivative of tanh."""

    def slope(p: Any, X: Any, y: Any) -> Any:
        z = X @ p["W"]
        r = 2 * (np.tanh(z) @ p["v"] - y) / len(y)
        return {"W": X.T @ (np.outer(r, p["v"]) * link(np.tanh(z), z)), "v": np.tanh(z).T @ r}

    return slope


def margin(w: Any, X: Any, y: Any) -> Any:
    """Return the logistic loss of labels -1 and 1."""
    return np.mean(np.logaddexp(0, -y * (X @ w)))


def leaky(w: Any, X: Any, y: Any) -> Any:
    """Return a square error behind a leaky rectifier."""
    z = X @ w
    return np.mean((np.where(z > 0, z, 0.1 * z) - y) ** 2)


def by_leaky(left: float) -> Function:
    """Return its gradient with a slope on the left."""

    def slope(w: Any, X: Any, y: Any) -> Any:
        z = X @ w
        return 2 * X.T @ ((np.where(z > 0, z, 0.1 * z) - y) * np.where(z > 0, 1.0, left)) / len(y)

    return slope


def scaled(params: Any, x: Any, t: Any) -> Any:
    """Return the square of an affine map, feature by feature."""
    gamma, beta = params
    return np.sum((gamma * x + beta - t) ** 2)


def by_scaled(params: Any, x: Any, t: Any) -> tuple[Any, Any]:
    """Return its gradient."""
    gamma, beta = params
    d = 2 * (gamma * x + beta - t)
    return (d * x).sum(axis=0), d.sum(axis=0)


def two_terms(w: Any, X: Any) -> Any:
    """Return a loss of two terms."""
    return np.sum(np.exp(X @ w)) + np.sum((X @ w) ** 2)


def binary(w: Any, X: Any, y: Any) -> Any:
    """Return the mean logistic loss of labels 0 and 1."""
    return np.mean(np.logaddexp(0, X @ w) - y * (X @ w))


def by_binary(link: Function) -> Function:
    """Return its gradient with a function of the scores and labels for the residual."""
    return lambda w, X, y: X.T @ link(X @ w, y) / len(y)


def spread(ddof: int) -> Function:
    """Return the gradient of a variance, divided by N - ddof."""
    return lambda w, X: 2 * (Z := X - X.mean(0)).T @ (Z @ w) / (len(X) - ddof)


def biased(w: Any, X: Any, y: Any, lam: float) -> Any:
    """Return a penalised logistic loss whose bias is the last of the weights."""
    z = X @ w[:-1] + w[-1]
    return np.sum(np.logaddexp(0, z) - y * z) + lam * w[:-1] @ w[:-1]


def by_biased(change: Callable[..., Any]) -> Function:
    """Return its gradient, with a change at the bias."""

    def slope(w: Any, X: Any, y: Any, lam: float) -> Any:
        off = expit(X @ w[:-1] + w[-1]) - y
        return np.append(X.T @ off + 2 * lam * w[:-1], change(off.sum(), w, lam, len(y)))

    return slope


def logistic(p: Any, X: Any, y: Any, lam: Any) -> Any:
    """Return the mean logistic loss with a penalty on the weights and none on the bias."""
    z = X @ p["w"] + p["b"]
    return np.mean(np.logaddexp(0, z) - y * z) + lam * np.sum(p["w"] ** 2)


def by_logistic(link: Function = lambda z, y: expit(z) - y) -> Function:
    """Return its gradient with a function of the scores and labels for the residual."""

    def slope(p: Any, X: Any, y: Any, lam: Any) -> Any:
        off = link(X @ p["w"] + p["b"], y)
        return {"w": X.T @ off / len(y) + 2 * lam * p["w"], "b": off.mean()}

    return slope


def logistic_inputs(rng: np.random.Generator, n: int = 12, features: int = 5) -> tuple[Any, ...]:
    """Return parameters and data of it."""
    params = {"w": rng.standard_normal(features), "b": np.array(0.3)}
    y = np.append([0.0, 1.0], (rng.random(n - 2) < 0.5) * 1.0)
    return params, rng.standard_normal((n, features)), y, 0.2


def each(change: Callable[[Any, int], Any]) -> Function:
    """Return the gradient with a function of each part and the number of examples for the part."""
    return lambda p, X, y, lam: {name: change(g, len(y)) for name, g in by_logistic()(p, X, y, lam).items()}


def part(name: str, change: Callable[[Any, Any, Any], Any]) -> Function:
    """Return the gradient with a function of one part, its parameter and the factor of the penalty for the part."""
    return lambda p, X, y, lam: {**(g := by_logistic()(p, X, y, lam)), name: change(g[name], p[name], lam)}


def changes_labels(p: Any, X: Any, y: Any, lam: Any) -> Any:
    """Return the right gradient, and leave other labels behind."""
    right = by_logistic()(p, X, y, lam)
    y -= 1
    return right


def stale() -> Function:
    """Return a gradient that keeps what an earlier call was given."""
    kept: dict[Any, Any] = {}
    return lambda w, X, y: by_square(w, X, y) + 0.2 * (kept.setdefault(w.shape, w.copy()) - w)


def reused(w: Any, X: Any, y: Any) -> Any:
    """Return the right gradient in an array that is shared by all calls."""
    if w.shape != BUFFER.shape:
        return by_square(w, X, y)
    BUFFER[:] = by_square(w, X, y)
    return BUFFER


def differences(w: Any, X: Any, y: Any) -> Any:
    """Return differences of the loss."""
    return np.array([(square(w + e, X, y) - square(w, X, y)) / 1e-5 for e in 1e-5 * np.eye(len(w))])


WHOLE = (
    Slip("variance by N-1", "scale:N/(N-1)", lambda w, X: np.var(X @ w), spread(1), (W, X)),
    Slip("variance by N", "scale:N/(N-1)", lambda w, X: np.var(X @ w, ddof=1), spread(0), (W, X)),
    Slip(
        "norm as its square",
        "scale:const",
        lambda w, X, y: np.linalg.norm(X @ w - y),
        lambda w, X, y: X.T @ (X @ w - y),
        POINT,
    ),
    Slip("all zero", "block-zero", square, lambda w, _X, _y: 0 * w, POINT),
    Slip("another function", "other", square, lambda w, _X, _y: np.sin(w), POINT),
    Slip("a term too much", "other", square, lambda w, X, y: by_square(w, X, y) + w**3 + 1, POINT),
    Slip(
        "a length",
        "scale:N",
        lambda w, x: np.sum((w - x) ** 2) / len(w),
        lambda w, x: 2 * (w - x),
        (X, normal((7, 3))),
        says="N being the length of w along axis 0",
    ),
    Slip(
        "data exchanged",
        "swap",
        lambda w, A, B: np.sum((A @ w) ** 2) - np.sum(B @ w),
        lambda w, A, B: 2 * B.T @ (B @ w) - A.sum(0),
        (W, X, normal((7, 3))),
        says="A and B",
    ),
    Slip(
        "weights",
        "missing-input",
        lambda w, X, y, s: np.sum(s * (X @ w - y) ** 2),
        lambda w, X, y, _: 2 * X.T @ (X @ w - y),
        (*POINT, normal(7) ** 2),
        says="s",
    ),
)
TERMS = (
    Slip("term", "missing-term", two_terms, lambda w, X: X.T @ np.exp(X @ w), (W, X), says="np.sum((X @ w) ** 2)"),
    Slip("its sign", "term-sign", two_terms, lambda w, X: X.T @ np.exp(X @ w) - 2 * X.T @ (X @ w), (W, X)),
    Slip("its factor", "term-scale", two_terms, lambda w, X: X.T @ np.exp(X @ w) + X.T @ (X @ w), (W, X)),
    Slip("in a loop", "missing-term", ranking, by_ranking(own=0.0), (W, X, (Y > 0) * 1.0), says="- scores[n]`"),
    Slip("its sign in a loop", "term-sign", ranking, by_ranking(rest=-1.0), (W, X, (Y > 0) * 1.0)),
    Slip("penalty", "missing-reg", ridge, lambda w, X, y, lam: by_square(w, X, y) + 0 * lam, SET, says="lam"),
    Slip(
        "its form",
        "reg-form",
        lambda w, X, y, lam: square(w, X, y) + lam * np.sum(np.sqrt(1 + w**2)),
        lambda w, X, y, lam: by_square(w, X, y) + 2 * lam * w,
        SET,
    ),
    Slip("data", "data-sign", ridge, lambda w, X, y, lam: 2 * lam * w - by_square(w, X, y), SET),
    Slip("data summed", "data-scale", ridge, lambda w, X, y, lam: by_square(w, X, y) * len(y) + 2 * lam * w, SET),
    Slip("a number", "hyper", ridge, lambda w, X, y, lam: by_square(w, X, y) + 0.6 * w + 0 * lam, SET, says="lam"),
    Slip("no setting", "hyper", smoothed, lambda W, X, y, _: by_smoothed(W, X, y, 0.0), CLASSES, "W", "s"),
    Slip("no fixed penalty", "missing-reg", fixed_ridge, by_fixed_ridge(on_w=0.0), PAIR),
    Slip("twice", "reg-scale", fixed_ridge, by_fixed_ridge(on_w=1.2), PAIR),
    Slip("against", "reg-sign", fixed_ridge, by_fixed_ridge(on_w=-0.6), PAIR),
    Slip("of the bias", "reg-bias", fixed_ridge, by_fixed_ridge(on_b=0.6), PAIR, "b"),
    Slip("an offset", "block-wrong", fixed_ridge, by_fixed_ridge(off_b=0.6), PAIR, "b"),
    Slip("a decay", "reg-bias", square, lambda w, X, y: by_square(w, X, y) + w, POINT),
)
PLACES = (
    Slip("swap", "swap", scaled, lambda p, x, t: by_scaled(p, x, t)[::-1], AFFINE, "p[0] and p[1]"),
    Slip("sine", "block-wrong", scaled, lambda p, x, t: ((g := by_scaled(p, x, t))[0], np.sin(g[1])), AFFINE, "p[1]"),
    Slip(
        "one",
        "one-coord",
        square,
        lambda w, X, y: by_square(w, X, y) * (1 + (np.arange(12) == 1)[: len(w)]),
        LONG,
        "w[1]",
    ),
    Slip("its zero", "one-coord", square, lambda w, X, y: by_square(w, X, y) * (np.arange(len(w)) > 0), LONG, "w[0]"),
    Slip(
        "some",
        "some-coords",
        square,
        lambda w, X, y: by_square(w, X, y) * (1 + (np.arange(len(w)) < 2)),
        LONG,
        "w[0], w[1]",
    ),
    Slip(
        "zeros", "zero-coords", square, lambda w, X, y: by_square(w, X, y) * (np.arange(len(w)) > 1), LONG, "w[0], w[1]"
    ),
    Slip(
        "turned",
        "transposed",
        lambda V, A, B: np.sum(np.tanh(A @ V) * B),
        lambda V, A, B: (A.T @ ((1 - np.tanh(A @ V) ** 2) * B)).T,
        (SQUARE, SQUARE @ SQUARE, SQUARE + 1),
        "V[0, 1], V[0, 2], V[1, 0], V[1, 2], V[2, 0], V[2, 1]",
    ),
    Slip("data turned", "transposed", square, lambda w, X, y: 2 * X @ (X @ w - y) / len(y), (W, SQUARE, W + 1)),
    Slip(
        "square",
        "square-only",
        square,
        lambda w, X, y: 2 * X @ (X @ w - y) / len(y) if len(w) == len(y) else by_square(w, X, y),
        POINT,
    ),
)
CHAIN = (
    Slip("label", "missing-label-factor", margin, lambda w, X, y: -X.T @ expit(-y * (X @ w)) / len(y), (W, X, SIGNS)),
    Slip("inner", "inner-sign", margin, lambda w, X, y: -X.T @ (y * expit(y * (X @ w))) / len(y), (W, X, SIGNS)),
    Slip("0 and 1", "label-coding", margin, by_binary(lambda z, y: expit(z) - y), (W, X, SIGNS)),
    Slip("-1 and 1", "label-coding", binary, by_binary(lambda z, y: expit(z) - 2 * y + 1), (W, X, (SIGNS + 1) / 2)),
    Slip("exchanged", "label-coding", binary, by_binary(lambda z, y: expit(z) - 1 + y), (W, X, (SIGNS + 1) / 2)),
    Slip("off by one", "off-by-one", smoothed, lambda *a: by_smoothed(*a, shift=1), CLASSES, "W"),
    Slip("no left branch", "wrong-branch", leaky, by_leaky(0.0), POINT),
    Slip("no branches", "wrong-branch", leaky, by_leaky(1.0), POINT),
    Slip("time: link", "chain-factor", recurrent, by_recurrent(link=False), TIMES, "U and w"),
    Slip("time: turned", "transposed", recurrent, by_recurrent(turned=True), TIMES, "U and w"),
    Slip("time: through", "missing-term", recurrent, by_recurrent(through=False), TIMES, "U and w"),
    Slip("by its logarithm", "reparam", counts, by_counts(chain=False), (W, np.round(X**2)), "t"),
    Slip("not by it", "missing-term", counts, by_counts(total=False), (W, np.round(X**2)), "t"),
    Slip("first", "batch-subset", square, lambda w, X, y: 2 * X[0] * (X[0] @ w - y[0]), POINT),
    Slip("means", "batch-reduction", square, lambda w, X, y: 2 * X.mean(0) * (X @ w - y).mean(), POINT),
)
LINKS = tuple(
    Slip(says, label, network, by_network(link), LAYERS, "W", says)
    for says, label, link in (
        ("is missing", "chain-factor", lambda _a, z: np.ones_like(z)),
        ("the argument stands", "chain-factor", lambda _a, z: z),
        ("the result stands", "chain-factor", lambda a, _z: a),
        ("with the other sign", "inner-sign", lambda a, _z: a * a),
        ("not at its result", "chain-factor", lambda _a, z: 1 - z * z),
        ("a(1 - a) stands", "chain-factor", lambda a, _z: a * (1 - a)),
        ("once more", "chain-factor", lambda a, _z: (1 - a * a) * a * a),
        ("is squared", "chain-factor", lambda a, _z: (1 - a * a) ** 2),
        ("is inverted", "chain-factor", lambda a, _z: 1 / (1 - a * a)),
        ("argument as a factor", "chain-factor", lambda a, z: (1 - a * a) * z),
        ("argument as a divisor", "chain-factor", lambda a, z: (1 - a * a) / z),
        ("result as a factor", "chain-factor", lambda a, _z: (1 - a * a) * a),
        ("result as a divisor", "chain-factor", lambda a, _z: (1 - a * a) / a),
        ("the sign stands", "chain-factor", lambda _a, z: np.sign(z)),
        ("a step stands", "chain-factor", lambda _a, z: (z > 0) * 1.0),
        ("twice the result", "chain-factor", lambda a, _z: 2 * a),
    )
)
ENDS = tuple(
    Slip(name, label, biased, by_biased(change), ENDED, "w[4]", "w[-1]" if label == "reg-bias" else "")
    for name, label, change in (
        ("as the others", "reg-bias", lambda g, w, lam, _n: g + 2 * lam * w[-1]),
        ("by the mean", "reg-bias", lambda g, w, lam, n: g + lam * w[-1] / n),
        ("by a number", "reg-bias", lambda g, w, _lam, _n: g + 0.7 * w[-1]),
        ("zero", "one-coord", lambda g, _w, _lam, _n: 0 * g),
        ("a share too much", "one-coord", lambda g, _w, _lam, _n: 1.3 * g),
        ("a constant too much", "one-coord", lambda g, _w, lam, _n: g + lam),
        ("its square", "one-coord", lambda g, w, lam, _n: g + lam * w[-1] ** 2),
    )
)
LOGIT = logistic_inputs(np.random.default_rng(1))
CLASSIFIER = tuple(
    Slip(name, label, logistic, slope, LOGIT, place)
    for name, label, place, slope in (
        ("minus", "sign", "w and b", each(lambda g, _: -g)),
        ("times 2", "scale:2", "w and b", each(lambda g, _: 2 * g)),
        ("half", "scale:1/2", "w and b", each(lambda g, _: g / 2)),
        ("times N", "scale:N", "w and b", each(lambda g, n: n * g)),
        ("over N", "scale:1/N", "w and b", each(lambda g, n: g / n)),
        ("bias zero", "block-zero", "b", part("b", lambda g, *_: 0 * g)),
        ("bias minus", "block-sign", "b", part("b", lambda g, *_: -g)),
        ("bias doubled", "block-scale", "b", part("b", lambda g, *_: 2 * g)),
        ("bias penalised", "reg-bias", "b", part("b", lambda g, b, lam: g + 2 * lam * b)),
        ("unpenalised", "missing-reg", "w", part("w", lambda g, w, lam: g - 2 * lam * w)),
        ("penalty twice", "reg-scale", "w", part("w", lambda g, w, lam: g + 2 * lam * w)),
        ("penalty minus", "reg-sign", "w", part("w", lambda g, w, lam: g - 4 * lam * w)),
        ("slightly", "one-coord", "w[2]", part("w", lambda g, *_: g * (1 + 1e-4 * (np.arange(len(g)) == len(g) // 2)))),
        ("no link", "chain-factor", "w and b", by_logistic(lambda z, y: z - y)),
        ("link twice", "chain-factor", "w and b", by_logistic(lambda z, y: (expit(z) - y) * expit(z) * expit(-z))),
        ("labels -1 and 1", "label-coding", "w and b", by_logistic(lambda z, y: -y * expit(-y * z))),
        ("clipped", "large-z", "w and b", by_logistic(lambda z, y: expit(np.clip(z, -8, 8)) - y)),
        ("overflows", "overflow", "None", by_logistic(lambda z, y: np.exp(z) / (1 + np.exp(z)) - y)),
        ("changes y", "mutation", "None", changes_labels),
        ("single precision", "dtype", "None", each(lambda g, _: np.asarray(g, np.float32))),
    )
)
BUFFER = np.zeros(3)
BROKEN = tuple(
    Slip(label, label, square, slope, POINT, place)
    for label, place, slope in (
        ("shape", "None", lambda w, X, y: by_square(w, X, y)[:, None]),
        ("raises", "None", lambda w, _X, _y: w[7]),
        ("stale", "w", stale()),
        ("alias", "None", reused),
        ("nondeterministic", "None", lambda w, X, y: by_square(w, X, y) + 1e-3 * normal(size=np.shape(w))),
        ("precision", "w", differences),
    )
)
SLIPS = (*WHOLE, *TERMS, *PLACES, *CHAIN, *LINKS, *ENDS, *CLASSIFIER, *BROKEN)
