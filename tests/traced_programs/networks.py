"""Networks and mixtures, written as people write them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp, softmax

from tests.traced_programs.program import ROWS, TARGETS, WEIGHTS, D, H, K, N, Programs, normal

NETWORKS = Programs()


def _mlp_relu_mask_loss(p: Any, X: Any, y: Any) -> Any:
    h = X @ p["W1"] + p["b1"]
    h = np.where(h > 0, h, 0)
    s = h @ p["W2"] + p["b2"]
    return np.mean((s.sum(1) - y) ** 2)


@NETWORKS.gradient_of(
    _mlp_relu_mask_loss, {"W1": normal((D, H)), "b1": normal(H), "W2": normal((H, K)), "b2": normal(K)}, ROWS, TARGETS
)
def _mlp_relu_mask(p: Any, X: Any, y: Any) -> Any:
    z = X @ p["W1"] + p["b1"]
    h = np.maximum(z, 0)
    s = h @ p["W2"] + p["b2"]
    d = 2 * (s.sum(1) - y) / len(y)
    ds = d[:, None] * np.ones_like(s)
    dh = ds @ p["W2"].T
    dh[z <= 0] = 0
    return {"W1": X.T @ dh, "b1": dh.sum(0), "W2": h.T @ ds, "b2": ds.sum(0)}


def _gmm_mean_loss(mu: Any, X: Any) -> Any:
    d = ((X[:, None, :] - mu[None, :, :]) ** 2).sum(-1)
    return -logsumexp(-0.5 * d, axis=1).sum()


@NETWORKS.gradient_of(_gmm_mean_loss, normal((K, D)), ROWS)
def _gmm_mean(mu: Any, X: Any) -> Any:
    d = ((X[:, None, :] - mu[None, :, :]) ** 2).sum(-1)
    r = softmax(-0.5 * d, axis=1)
    return -(r[:, :, None] * (X[:, None, :] - mu)).sum(0)


def _attention_loss(p: Any, Kx: Any, V: Any, t: Any) -> Any:
    s = Kx @ p / np.sqrt(len(p))
    a = np.exp(s - s.max())
    a = a / a.sum()
    return 0.5 * np.sum((a @ V - t) ** 2)


@NETWORKS.gradient_of(_attention_loss, WEIGHTS, ROWS, normal((N, K)), normal(K))
def _attention(p: Any, Kx: Any, V: Any, t: Any) -> Any:
    s = Kx @ p / np.sqrt(len(p))
    a = np.exp(s - s.max())
    a = a / a.sum()
    e = a @ V - t
    da = V @ e
    ds = a * (da - a @ da)
    return Kx.T @ ds / np.sqrt(len(p))


def _contrastive_loss(p: Any, A: Any, B: Any) -> Any:
    d = np.sum((A @ p - B @ p) ** 2, axis=1)
    return np.mean(np.maximum(0, 1 - d))


@NETWORKS.gradient_of(_contrastive_loss, 0.2 * normal((D, K)), ROWS, normal((N, D)))
def _contrastive(p: Any, A: Any, B: Any) -> Any:
    Z = A - B
    E = Z @ p
    d = np.sum(E**2, axis=1)
    return -2 * Z.T @ (E * (d < 1)[:, None]) / len(A)


def _elu_loss(w: Any, X: Any, y: Any) -> Any:
    z = X @ w
    h = np.where(z > 0, z, np.exp(z) - 1)
    return np.mean((h - y) ** 2)


@NETWORKS.gradient_of(_elu_loss, WEIGHTS, ROWS, TARGETS)
def _elu(w: Any, X: Any, y: Any) -> Any:
    z = X @ w
    h = np.where(z > 0, z, np.exp(z) - 1)
    return 2 * X.T @ ((h - y) * np.where(z > 0, 1.0, h + 1)) / len(y)


def _rnn_loss(p: Any, y: Any) -> Any:
    h = np.zeros(p["U"].shape[0])
    for _ in range(3):
        h = np.tanh(p["U"] @ h + p["v"])
    return np.sum((h - y) ** 2)


@NETWORKS.gradient_of(_rnn_loss, {"U": normal((D, D)), "v": normal(D)}, normal(D))
def _rnn(p: Any, y: Any) -> Any:
    hs = [np.zeros(p["U"].shape[0])]
    for _ in range(3):
        hs.append(np.tanh(p["U"] @ hs[-1] + p["v"]))
    d = 2 * (hs[-1] - y)
    gU = np.zeros_like(p["U"])
    gv = np.zeros_like(p["v"])
    for t in reversed(range(3)):
        dz = d * (1 - hs[t + 1] ** 2)
        gU += np.outer(dz, hs[t])
        gv += dz
        d = p["U"].T @ dz
    return {"U": gU, "v": gv}
