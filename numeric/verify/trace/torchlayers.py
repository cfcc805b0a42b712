"""Layers and losses of torch that are known as a whole, in NumPy's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sympy import Integer

from numeric.verify.trace import blocks
from numeric.verify.trace.gathering import coded
from numeric.verify.trace.handles import array_of, axes_given, special

THRESHOLD = 20
"""Above it torch takes the softplus of a number for the number."""
MEAN, SUM = 1, 2
GELU_CUBIC = 0.044715


def _softplus(a: Any, beta: Any = 1, *_: Any, **__: Any) -> Any:
    _note_threshold(a)
    return np.log1p(np.exp(beta * a)) / beta


def _softplus_slope(g: Any, a: Any, beta: Any = 1, *_: Any, **__: Any) -> Any:
    _note_threshold(a)
    return g * special("expit")(beta * a)


def _note_threshold(a: Any) -> None:
    words = f"softplus is exact above {THRESHOLD} too"
    a.trace.conditions[words] = "numerical guards are left out"


def _softmax(a: Any, axis: int, *_: Any) -> Any:
    e = np.exp(a)
    return e / e.sum(axis=axis, keepdims=True)


def _log_softmax(a: Any, axis: int, *_: Any) -> Any:
    return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))


def _log_sum_exp(a: Any, axes: Any, keepdim: Any = False) -> Any:  # noqa: FBT002 -- torch gives it by place
    return np.log(np.exp(a).sum(axis=axes_given(axes), keepdims=keepdim))


def _one_hot(scores: Any, labels: Any) -> Any:
    """Return the one-hot rows of class labels, as wide as the scores."""
    return array_of(coded(scores.trace, labels.block, scores.block.axes[-1]))


def _unweighted(scores: Any, weight: Any) -> None:
    if weight is not None or scores.ndim > 2:  # noqa: PLR2004 -- a row of scores for each label
        raise scores.trace.end("nll_loss", "weights of classes, or scores with more than two axes")
    scores.trace.conditions["no label is the one that is ignored"] = ""


def _picked_loss(scores: Any, labels: Any, weight: Any, reduction: int, *_: Any) -> tuple[Any, Any]:
    """Return the negative log-likelihood of the labels, and how many there are."""
    _unweighted(scores, weight)
    each = -(scores * _one_hot(scores, labels)).sum(axis=-1)
    count = array_of(blocks.constant(scores.trace, blocks.length(each.block.axes[0]) if each.ndim else Integer(1)))
    return each.mean() if reduction == MEAN else each.sum() if reduction == SUM else each, count


def _picked_slope(g: Any, scores: Any, labels: Any, weight: Any, reduction: int, *rest: Any) -> Any:
    _unweighted(scores, weight)
    hot = -_one_hot(scores, labels)
    if reduction == MEAN:
        return hot * g / rest[1]
    return hot * (g if reduction == SUM or not g.ndim else g[..., None])


def _normalised(a: Any, shape: Any, weight: Any, bias: Any, eps: Any) -> tuple[Any, Any, Any]:
    """Return a layer in standard form, with its mean and the reciprocal of its deviation."""
    axes = tuple(range(a.ndim - len(shape), a.ndim))
    mean = a.mean(axis=axes, keepdims=True)
    scale = 1 / np.sqrt(np.square(a - mean).mean(axis=axes, keepdims=True) + eps)
    result = (a - mean) * scale
    result = result if weight is None else result * weight
    return result if bias is None else result + bias, mean, scale


def _batch_normalised(a: Any, weight: Any, bias: Any, *options: Any) -> tuple[Any, Any, Any]:
    """Return a batch in standard form by the statistics of its own, with its mean and scale."""
    training, eps = options[-3], options[-1]
    if not training or len(options) > 3:  # noqa: PLR2004 -- with running statistics there are five
        raise a.trace.end("batch_norm", "running statistics")
    axes = tuple(n for n in range(a.ndim) if n != 1)
    wide = tuple(slice(None) if n == 1 else None for n in range(a.ndim))
    mean = a.mean(axis=axes)
    scale = 1 / np.sqrt(np.square(a - mean[wide]).mean(axis=axes) + eps)
    result = (a - mean[wide]) * scale[wide]
    result = result if weight is None else result * weight[wide]
    return result if bias is None else result + bias[wide], mean, scale


def _gaussian_unit(a: Any, *, approximate: str = "none") -> Any:
    if approximate != "none":
        return a * (1 + np.tanh(np.sqrt(2 / np.pi) * (a + GELU_CUBIC * a**3))) / 2
    return a * (1 + special("erf")(a / np.sqrt(2))) / 2


LAYERS: dict[str, Callable[..., Any]] = {
    "native_layer_norm": _normalised,
    "_native_batch_norm_legit": _batch_normalised,
    "gelu": _gaussian_unit,
    "nll_loss_forward": _picked_loss,
    "nll_loss_backward": _picked_slope,
    "softplus": _softplus,
    "softplus_backward": _softplus_slope,
    "_softmax": _softmax,
    "_log_softmax": _log_softmax,
    "logsumexp": _log_sum_exp,
}
"""What a layer or a loss is in NumPy's functions."""
