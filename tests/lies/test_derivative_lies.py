r"""What is not known may depend on anything: a derivative that takes it for constant is a lie, and not proved."""

from __future__ import annotations

import pytest

from tests.derivative_lines import last

LIES: dict[str, tuple[str, str]] = {
    "an output that nothing defines may depend on anything": (
        r"L := \frac12 \sum_i (o_i - t_i)^2",
        r"\frac{\partial L}{\partial w_j} = 0",
    ),
    "a loss that is only named": ("", r"\frac{\partial L}{\partial w} = 0"),
    "another way to the loss": (
        r"u := w x ;; v := w y ;; L := u^2 + v^2",
        r"\frac{\partial L}{\partial w} = 2 u x",
    ),
    "a way past what is held": (
        r"z := w x ;; L := z^2 + w ;; d := \frac{\partial L}{\partial z}",
        r"\frac{\partial L}{\partial w} = d x",
    ),
    "an unknown term holds the variable": ("", r"\frac{\partial}{\partial w} \mathbb{E}_{p_w}[x] = 0"),
    "an unknown term holds what is computed from the variable": (
        r"z := w x ;; L := g(z, y)",
        r"\frac{\partial L}{\partial w} = 0",
    ),
    "a slope varies too": (
        r"v := w - \eta \frac{\partial L}{\partial w}",
        r"\frac{\partial v}{\partial w} = 1",
    ),
    "a slope of a slope": (
        r"d := \frac{\partial L}{\partial w}",
        r"\frac{\partial d}{\partial w} = 0",
    ),
    "a recurrence depends on its weights at every turn": (
        r"h_t := \tanh(a_t) ;; a_t := w h_{t-1} + u x_t",
        r"\frac{\partial h_t}{\partial u} = (1 - h_t^2) x_t",
    ),
    "two turns are no turn": (
        r"h_t := \tanh(a_t) ;; a_t := w h_{t-1} + u x_t",
        r"\frac{\partial h_t}{\partial h_{t-2}} = 0",
    ),
    "by an index": ("", r"\frac{\partial}{\partial i} \sum_{i=1}^n x_i = 0"),
    "by a size": ("", r"\frac{\partial}{\partial n} \sum_{i=1}^n x_i = 0"),
    "a state may be seen by the loss": (
        r"a_t := w h_{t-1} + u x_t ;; h_t := \tanh(a_t) ;; \delta_t := \frac{\partial L}{\partial a_t}",
        r"\frac{\partial L}{\partial h_t} = w \delta_{t+1}",
    ),
    "a gradient at another iterate": (
        r"f(x) := x^2",
        r"\nabla f(x_{k+1}) = 2 x_k",
    ),
}


@pytest.mark.parametrize("name", LIES)
def test_what_may_vary_is_not_constant(name: str) -> None:
    """What is not known may depend on anything: its derivative is not known, and never 0."""
    above, line = LIES[name]
    assert last(above, line) != "proved"
