r"""Lines about derivatives, after the definitions that stand above them: true ones are proved, a wrong twin is not."""

from __future__ import annotations

import pytest

from tests.derivative_lines import last

NETWORK = r"""
z^{(1)} := W^{(1)} x + b^{(1)} ;; a^{(1)} := \tanh(z^{(1)}) ;; z^{(2)} := W^{(2)} a^{(1)} + b^{(2)} ;;
\hat y := \operatorname{softmax}(z^{(2)}) ;; \sum_k y_k = 1 ;; L := -\sum_k y_k \log \hat y_k ;;
\delta^{(2)} := \frac{\partial L}{\partial z^{(2)}} ;; \delta^{(1)} := \frac{\partial L}{\partial z^{(1)}}
"""
NORM = r"""
\mu := \frac1m \sum_{i=1}^m x_i ;; \sigma^2 := \frac1m \sum_{i=1}^m (x_i - \mu)^2 ;;
\hat x_i := \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}} ;; y_i := \gamma \hat x_i + \beta ;;
g_i := \frac{\partial L}{\partial y_i}
"""
NORMAL = r"\frac{\partial L}{\partial x_i} = \frac{\partial L}{\partial \hat x_i} \frac{1}{\sqrt{\sigma^2 + \epsilon}}"
TURNS = r"a_t := W h_{t-1} + U x_t + b ;; h_t := \tanh(a_t) ;; \delta_t := \frac{\partial L}{\partial a_t}"
LAYERS = r"""
z^{(l)} := W^{(l)} a^{(l-1)} + b^{(l)} ;; a^{(l)} := \sigma(z^{(l)}) ;;
\delta^{(l)} := \frac{\partial L}{\partial z^{(l)}}
"""
ACTIVE = r"a_j := \sum_i w_{ji} x_i ;; h_j := \phi(a_j) ;; o := \sum_j v_j h_j ;; E := \frac12 (o - t)^2"

ROWS: dict[str, tuple[str, str, str]] = {
    # two layers, as everyone writes them
    "logits": (NETWORK, r"\delta^{(2)} = \hat y - y", r"\delta^{(2)} = y - \hat y"),
    "weights of the last layer": (
        NETWORK,
        r"\frac{\partial L}{\partial W^{(2)}} = \delta^{(2)} a^{(1)\top}",
        r"\frac{\partial L}{\partial W^{(2)}} = \delta^{(2)} x^\top",
    ),
    "biases": (
        NETWORK,
        r"\frac{\partial L}{\partial b^{(2)}} = \delta^{(2)}",
        r"\frac{\partial L}{\partial b^{(2)}} = 2 \delta^{(2)}",
    ),
    "activations": (
        NETWORK,
        r"\frac{\partial L}{\partial a^{(1)}} = W^{(2)\top} \delta^{(2)}",
        r"\frac{\partial L}{\partial a^{(1)}} = -W^{(2)\top} \delta^{(2)}",
    ),
    "first layer": (
        NETWORK,
        r"\delta^{(1)} = (W^{(2)\top} \delta^{(2)}) \odot (1 - a^{(1)} \odot a^{(1)})",
        r"\delta^{(1)} = (W^{(2)\top} \delta^{(2)}) \odot (1 - a^{(1)})",
    ),
    "first weights": (
        NETWORK,
        r"\frac{\partial L}{\partial W^{(1)}} = \delta^{(1)} x^\top",
        r"\frac{\partial L}{\partial W^{(1)}} = \delta^{(1)} a^{(1)\top}",
    ),
    "inputs": (
        NETWORK,
        r"\frac{\partial L}{\partial x} = W^{(1)\top} \delta^{(1)}",
        r"\frac{\partial L}{\partial x} = W^{(1)\top} \delta^{(2)}",
    ),
    # a loss that is only named, and local derivatives that the next line uses
    "scale": (
        NORM,
        r"\frac{\partial L}{\partial \gamma} = \sum_{i=1}^m g_i \hat x_i",
        r"\frac{\partial L}{\partial \gamma} = \sum_{i=1}^m g_i x_i",
    ),
    "variance": (
        NORM,
        r"\frac{\partial L}{\partial \sigma^2} = -\frac12 (\sigma^2 + \epsilon)^{-3/2} \sum_j \gamma g_j (x_j - \mu)",
        r"\frac{\partial L}{\partial \sigma^2} = \frac12 (\sigma^2 + \epsilon)^{-3/2} \sum_j \gamma g_j (x_j - \mu)",
    ),
    "paths": (
        NORM,
        NORMAL
        + r" + \frac{\partial L}{\partial \sigma^2} \frac{2 (x_i - \mu)}{m} + \frac{\partial L}{\partial \mu} \frac1m",
        NORMAL + r" + \frac{\partial L}{\partial \mu} \frac1m",
    ),
    # recurrences are cut once a turn
    "shared weights": (
        TURNS,
        r"\frac{\partial L}{\partial U} = \sum_t \delta_t x_t^\top",
        r"\frac{\partial L}{\partial U} = \sum_t \delta_t h_t^\top",
    ),
    "weights of the recurrence": (
        TURNS,
        r"\frac{\partial L}{\partial W} = \sum_t \delta_t h_{t-1}^\top",
        r"\frac{\partial L}{\partial W} = \sum_t \delta_t h_t^\top",
    ),
    "one turn": (
        r"h_t := \tanh(a_t) ;; a_t := w h_{t-1} + u",
        r"\frac{\partial h_t}{\partial h_{t-1}} = (1 - h_t^2) w",
        r"\frac{\partial h_t}{\partial h_{t-1}} = 0",
    ),
    # layers by a letter
    "weights of a layer": (
        LAYERS,
        r"\frac{\partial L}{\partial W^{(l)}} = \delta^{(l)} a^{(l-1)\top}",
        r"\frac{\partial L}{\partial W^{(l)}} = \delta^{(l)} a^{(l)\top}",
    ),
    "error of a layer": (
        LAYERS,
        r"\delta^{(l)} = (W^{(l+1)\top} \delta^{(l+1)}) \odot \sigma'(z^{(l)})",
        r"\delta^{(l)} = (W^{(l)\top} \delta^{(l+1)}) \odot \sigma'(z^{(l)})",
    ),
    "error of a layer turned": (
        LAYERS,
        r"\frac{\partial L}{\partial a^{(l)}} = W^{(l+1)\top} \delta^{(l+1)}",
        r"\frac{\partial L}{\partial a^{(l)}} = W^{(l+1)} \delta^{(l+1)}",
    ),
    # unknown functions
    "unknown activation": (
        ACTIVE,
        r"\frac{\partial E}{\partial w_{ji}} = (o - t) v_j \phi'(a_j) x_i",
        r"\frac{\partial E}{\partial w_{ji}} = (o - t) v_j x_i",
    ),
    "an unknown function varies": (
        r"y := f(x)",
        r"\frac{dy}{dx} = f'(x)",
        r"\frac{dy}{dx} = 0",
    ),
    # shapes and layouts
    "gradient of a square": (
        "",
        r"\nabla_w \|X w - y\|^2 = 2 X^\top (X w - y)",
        r"\nabla_w \|X w - y\|^2 = X^\top (X w - y)",
    ),
    "numbered": (
        r"f := w_1^2 x + w_2 y",
        r"\frac{\partial f}{\partial w_1} = 2 w_1 x",
        r"\frac{\partial f}{\partial w_1} = w_1 x",
    ),
    "entry": (
        "",
        r"\frac{\partial}{\partial x_j} \sum_i a_i x_i^2 = 2 a_j x_j",
        r"\frac{\partial}{\partial x_j} \sum_i a_i x_i^2 = 2 \sum_i a_i x_i",
    ),
    "entry of a matrix": (
        r"s := u^\top X v",
        r"\frac{\partial s}{\partial X_{ij}} = u_i v_j",
        r"\frac{\partial s}{\partial X_{ij}} = u_j v_i",
    ),
    "jacobian": (r"y := A x", r"\frac{\partial y}{\partial x} = A", r"\frac{\partial y}{\partial x} = 2 A"),
    "jacobian by entries": (
        r"y_i := \sum_j A_{ij} x_j^2",
        r"\frac{\partial y_i}{\partial x_j} = 2 A_{ij} x_j",
        r"\frac{\partial y_i}{\partial x_j} = 2 A_{ji} x_j",
    ),
    "of an inner product": ("", r"\nabla_x (a^\top x) = a", r"\nabla_x (a^\top x) = x"),
    "trace": (
        "",
        r"\frac{\partial}{\partial X} \operatorname{tr}(A X B) = A^\top B^\top",
        r"\frac{\partial}{\partial X} \operatorname{tr}(A X B) = B A",
    ),
    "log determinant": (
        "",
        r"\frac{\partial}{\partial X} \log \det X = X^{-\top}",
        r"\frac{\partial}{\partial X} \log \det X = X^{-1} X^{-1}",
    ),
    "transposed": (
        "",
        r"\frac{\partial (a^\top x)}{\partial x^\top} = a^\top",
        r"\frac{\partial (a^\top x)}{\partial x^\top} = 2 a^\top",
    ),
    # higher orders
    "hessian": (
        r"f := \|X w - y\|^2",
        r"\nabla_w^2 f = 2 X^\top X",
        r"\nabla_w^2 f = X^\top X",
    ),
    "hessian by a row": (
        r"f := \|X w - y\|^2",
        r"\frac{\partial^2 f}{\partial w \partial w^\top} = 2 X^\top X",
        r"\frac{\partial^2 f}{\partial w \partial w^\top} = 2 X X^\top",
    ),
    "hessian by entries": (
        r"f := \sum_i w_i^3",
        r"\frac{\partial^2 f}{\partial w_i \partial w_j} = 6 w_i \mathbb{1}[i = j]",
        r"\frac{\partial^2 f}{\partial w_i \partial w_j} = 6 w_i",
    ),
    "second": ("", r"\frac{d^2}{dx^2} x^3 = 6 x", r"\frac{d^2}{dx^2} x^3 = 3 x^2"),
    "mixed": (
        r"f := x^2 y^3",
        r"\frac{\partial^2 f}{\partial x \partial y} = 6 x y^2",
        r"\frac{\partial^2 f}{\partial x \partial y} = 2 x y^3",
    ),
    # by a square
    "by a square": (
        r"\ell := -\frac n2 \log \sigma^2 - \frac{s}{2 \sigma^2}",
        r"\frac{\partial \ell}{\partial \sigma^2} = -\frac{n}{2 \sigma^2} + \frac{s}{2 \sigma^4}",
        r"\frac{\partial \ell}{\partial \sigma^2} = -\frac{n}{\sigma} + \frac{s}{\sigma^3}",
    ),
    # at a point
    "at a point": (
        r"f(x) := x^3",
        r"\left.\frac{\partial f}{\partial x}\right|_{x=a} = 3 a^2",
        r"\left.\frac{\partial f}{\partial x}\right|_{x=a} = 3 x^2",
    ),
    "prime at a point": (r"f(x) := x^3", r"f'(a) = 3 a^2", r"f'(a) = a^3"),
    "gradient at a point": (
        r"f(x) := \|A x\|^2",
        r"\nabla f(u) = 2 A^\top A u",
        r"\nabla f(u) = A^\top A u",
    ),
    "at an iterate": (
        r"f(x) := \|A x - b\|^2",
        r"\nabla f(x_k) = 2 A^\top (A x_k - b)",
        r"\nabla f(x_k) = 2 A (A x_k - b)",
    ),
    "gradient at a sum": (
        r"f(x) := \|A x\|^2",
        r"\nabla f(u + v) = 2 A^\top A (u + v)",
        r"\nabla f(u + v) = 2 A^\top A u",
    ),
    "partial derivative at a vector": (
        r"f := \|A x\|^2",
        r"\left.\frac{\partial f}{\partial x}\right|_{x=u} = 2 A^\top A u",
        r"\left.\frac{\partial f}{\partial x}\right|_{x=u} = 2 A^\top A x",
    ),
    # along a curve
    "total": (
        r"x := t^2 ;; y := \sin t ;; L := x y",
        r"\frac{dL}{dt} = 2 t \sin t + t^2 \cos t",
        r"\frac{dL}{dt} = 0",
    ),
    "in one line": (r"L := \sum_i z_i^2", r"\partial L / \partial z_i = 2 z_i", r"\partial L / \partial z_i = z_i"),
    "with a sign below": (r"f := x^2 y", r"\partial_x f = 2 x y", r"\partial_x f = x^2"),
    "by a word": (r"f(x) := \|x\|^2", r"\operatorname{grad} f(x) = 2 x", r"\operatorname{grad} f(x) = x"),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_holds_is_proved(name: str) -> None:
    """The line above which everything is defined is decided, with nothing declared."""
    above, line, _ = ROWS[name]
    assert last(above, line) == "proved"


@pytest.mark.parametrize("name", ROWS)
def test_what_does_not_hold_is_not_proved(name: str) -> None:
    """The same line with a slip in it is not proved."""
    above, _, line = ROWS[name]
    assert last(above, line) != "proved"
