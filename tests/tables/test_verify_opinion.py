"""The second opinion on a proof of a gradient: asked by default, shown in every view, and heard where it disagrees."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from derive.recheck import Recheck
from numeric.verify import Verification, verify_gradient
from numeric.verify.as_json import verification_json
from numeric.verify.trace import prove_gradient

source = np.random.default_rng(3)
W, X, Y = source.normal(size=3), source.normal(size=(5, 3)), source.normal(size=5)
S = X.T @ X + np.eye(3)


def loss(w: Any, X: Any, y: Any) -> Any:
    """Return a mean of squares."""
    return np.mean((X @ w - y) ** 2)


def grad(w: Any, X: Any, y: Any) -> Any:
    """Return its gradient."""
    return 2 * X.T @ (X @ w - y) / len(y)


def halved(w: Any, X: Any, y: Any) -> Any:
    """Return half of it."""
    return grad(w, X, y) / 2


def volume(A: Any) -> Any:
    """Return a log-determinant, which goes by a name."""
    return np.linalg.slogdet(A)[1]


def inverse(A: Any) -> Any:
    """Return its gradient."""
    return np.linalg.inv(A).T


def said(monkeypatch: pytest.MonkeyPatch, *, agrees: bool | None) -> Verification:
    """Return a verification of the right gradient where the second opinion says this."""
    opinion = Recheck(agrees, 7, 0.5, reason="the weather")
    monkeypatch.setattr(import_module("derive.decide.prove"), "second_opinion", lambda *_, **__: opinion)
    return verify_gradient(loss, grad, W, X, Y, generate=False)


def test_it_agrees_about_the_loss_itself() -> None:
    """What is shown is about the derivative of the loss, and the opinion on it is in the text and in the JSON."""
    found = verify_gradient(loss, grad, W, X, Y, generate=False)
    opinion = found.opinion
    assert opinion is not None
    assert (found.verdict, opinion.agrees, opinion.of_loss) == ("proved", True, True)
    assert "second opinion: agrees at " in str(found)
    assert str(found).count("it differentiates the loss itself") == 1
    assert "<th>second opinion</th>" in found._repr_mimebundle_()["text/html"]
    shown = verification_json(found)["second_opinion"]
    assert (shown["agrees"], shown["of_the_loss"], shown["says"]) == (True, True, opinion.says)


def test_what_goes_by_a_name_is_differentiated_first() -> None:
    """The derivative of a log-determinant is known by a rule: then the opinion is about the derivative, and says so."""
    found = prove_gradient(volume, inverse, S)
    assert found.opinion is not None
    assert (found.verdict, found.opinion.of_loss) == ("proved", False)
    assert "it was given the derivative, not the loss" in str(found)


def test_none_is_no_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof without one stays a proof, and says that there is none."""
    found = said(monkeypatch, agrees=None)
    assert found.opinion is not None
    assert (found.verdict, found.opinion.agrees) == ("proved", None)
    assert "second opinion: none on the gradient of w: the weather" in str(found)
    assert verification_json(found)["second_opinion"]["agrees"] is None


def test_a_contradiction_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither proved nor sampled, though the gradient agrees wherever it was tried; both opinions are printed."""
    found = said(monkeypatch, agrees=False)
    assert found.opinion is not None
    assert (found.verdict, found.confidence.proved, found.opinion.agrees) == ("undecided", False, False)
    assert "please report this" in str(found)
    assert "disagrees on the gradient of w: the weather" in str(found)


def test_there_is_none_without_a_proof() -> None:
    """A refuted gradient, and one that was not traced, have none."""
    wrong = verify_gradient(loss, halved, W, X, Y, generate=False)
    sampled = verify_gradient(loss, grad, W, X, Y, generate=False, trace=False)
    assert [(each.verdict, each.opinion) for each in (wrong, sampled)] == [("refuted", None), ("sampled", None)]
    assert verification_json(wrong)["second_opinion"] is None
