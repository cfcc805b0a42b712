"""Notes of small derivations as they are printed: *derivation, form, text*; every form says what was decided."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from json import loads
from pathlib import Path
from random import Random

import pytest
from sympy import Eq, IndexedBase, MatrixSymbol, Sum, Symbol, Trace, symbols

from derive import prove, size, tensor
from derive.derivation import Chain, Derivation, Step
from derive.errors import DeriveError
from derive.facts import binary, inverse_pair, nonnegative, one_hot, positive, sign, simplex, symmetric
from derive.formula.notation import Notation, notation_named
from derive.words import row_of
from tests import samples
from tests.noted import derivation, printed, reasons
from tests.samples import run

N, D = size("N"), size("D")
n, d, e, j = symbols("n d e j", integer=True)
y, A, w = tensor("y", (1, N)), IndexedBase("A"), tensor("w", (1, D))
M, B = MatrixSymbol("M", D, D), MatrixSymbol("B", D, D)
t, a, b = symbols("t a b", real=True)
MATH = re.compile(r"<math.*?</math>")


@pytest.mark.parametrize(("form", "ending"), [("latex", "tex"), ("html", "html")])
def test_a_derivation_in_each_form(form: str, ending: str) -> None:
    """Chains, a gradient, a renamed index, a line that is too long, names in sentences, a line that is false."""
    expected = (Path(__file__).with_name("printed") / f"rich.{ending}").read_text(encoding="utf-8")
    assert MATH.sub("...", printed(samples.rich(), form)) == expected


WORDS = {
    "the label y_i": "the label $y_n$",
    "sigma' = sigma (1 - sigma)": r"$\sigma^\prime$ = $\sigma$ ($1 - \sigma$)",
    "X^T X w = X^T y": r"$X^\top Xw$ = $X^\top y$",
    "a vector, and I say that a is small": "a vector, and I say that a is small",
    "at least |x|^2, or (X^T X)^-1": r"at least $\lvert x \rvert^2$, or ($X^\top X \text{)}^{-1}$",
    "x^+ with w.(x^+ - x^-) = 2": r"$x^+$ with $w \cdot$($x^+ - x^-$) = 2",
    "the distance |y - f|, sqrt(2)": r"the distance $\lvert y - f \rvert$, $\sqrt{2}$",
    "entries x_12, x_nk and w_0 of x_hat": r"entries $x_{12}$, $x_{nk}$ and $w_0$ of $x_{\mathrm{hat}}$",
    "50% of x & y": r"50\% of $x$ \& $y$",
}


def test_names_in_sentences_are_formulas() -> None:
    """They are written as on the page, where i is an n; articles stay words."""
    chain = Chain("words", "Words")
    for text in WORDS:
        chain.claim(a + Symbol("i"), a + Symbol("i"), text)
    assert reasons(printed(chain.done(), "latex", Notation(names={"i": "n"}))) == [*WORDS.values()]


FACTS = [
    (sign(y), r"y_n \in \lbrace -1, +1 \rbrace"),
    (binary(y), r"y_n \in \lbrace 0, 1 \rbrace"),
    (positive(y), "y_n > 0"),
    (nonnegative(y), r"y_n \ge 0"),
    (simplex(y), r"y_n \ge 0, \quad \sum_n y_n = 1"),
    (one_hot(y), r"y_n \in \lbrace 0, 1 \rbrace, \quad \sum_n y_n = 1"),
    (symmetric(A), r"A^\top = A"),
    (inverse_pair(M, B), "B = M^{-1}"),
    (sign(t), r"t \in \lbrace -1, +1 \rbrace"),
]


def assumed(fact: object) -> str:
    """Return how the first line of a derivation says a fact that is assumed."""
    chain = Chain("facts", "Facts")
    chain.assume(fact, reason="why")
    whole = t * Sum(y[n] * A[d, e], (n, 1, N), (d, 1, D), (e, 1, D)) + Trace(M * B)
    chain.claim(whole, whole, "why")
    found = re.search(r"\\quad & (.*) && \\reason\{\(1\)", printed(chain.done(), "latex"))
    return found[1] if found else ""


def test_a_fact_is_a_formula() -> None:
    """What is assumed of a whole tensor is said of its entries."""
    assert {tex: assumed(fact) for fact, tex in FACTS if assumed(fact) != tex} == {}


def test_a_notation_chooses_more_than_names() -> None:
    """Partial derivatives in place of gradients; a hypothesis, which is said before the line in which it stands."""
    wanted = replace(notation_named("cse422"), hypothesis="h")
    assert r"$h_\theta(x) = g(\theta^\top x)$." in printed(derivation("logistic-hessian"), "latex", wanted)
    chain = Chain("ridge", "The gradient of the penalty")
    chain.start(Sum(w[d] ** 2, (d, 1, D)), "the penalty")
    chain.differentiate(w[j], 2 * w[j], "the chain rule")
    partials = printed(chain.done(), "latex", Notation(gradient="partials"))
    assert r"\frac{\partial}{\partial w_j} \lVert w \rVert^2 & = 2 w_j" in partials


def test_the_second_opinion_is_told() -> None:
    """It agrees with what is proved, under what was assumed and defined before; with a lie it does not."""
    told = "A second program, which shares no code with the prover: "
    agrees = printed(samples.honest(), "html", rechecked=True)
    assert re.findall(rf"{told}(\w+ at)", agrees) == ["agrees at"] * 3
    assert f"{told}disagrees" in printed(samples.lying(), "html", rechecked=True)


WORD = rf"({'|'.join(samples.POOL)})"
Told = tuple[list[str], str]
"""What a view says: the status of each line, and of the result."""


def _json(text: str) -> Told:
    told = loads(text)
    return [step["verdict"] for step in told["steps"]], told["result"]["verdict"]


def _found(line: str, result: str) -> Callable[[str], Told]:
    def read(text: str) -> Told:
        (whole,) = re.findall(result, text, re.MULTILINE)
        return re.findall(line, text, re.MULTILINE), whole

    return read


def _text(text: str) -> Told:
    lines, _, result = text.partition("\nresult\n")
    (whole,) = re.findall(rf" \[{WORD}", result)
    return re.findall(rf"^ +why \[{WORD}", lines, re.MULTILINE), whole


def _html(text: str) -> Told:
    *lines, result = re.findall(rf'<span class="status">{WORD}</span>', text)
    assert re.findall(r'<li class="step (\w+)', text) == [row_of(word).colour for word in (*lines, result)]
    return lines, result


VIEWS: dict[str, Callable[[str], Told]] = {
    "json": _json,
    "text": _text,
    "html": _html,
    "markdown": _found(rf"^\d+\. why \(\*+{WORD}\b", rf"^\*\*Result\*\*(?: \(\*\*{WORD}\b)?"),
    "latex": _found(rf"\(\d+\) why(?:, \\emph{{{WORD}}})?", rf"\\paragraph{{Result}}(?:, \\emph{{{WORD}}})?"),
}
TAKEN_FOR_GRANTED = {"latex": ({"proved", "given"}, {"proved"}), "markdown": (set[str](), {"proved"})}
"""Which words a view leaves out at a line, and at the result."""


def shown(kinds: list[str], view: str, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return what a view says of a derivation with such lines, by a reader that knows the form and not the writer."""
    samples.install(monkeypatch, (samples.TOLD,), told=lambda: samples.told(kinds))
    return VIEWS[view](run("show", "told", "--format", view, COLUMNS="100").output)


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_says_what_was_decided(view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each line, in its order, and of the result."""
    at_line, at_result = TAKEN_FOR_GRANTED.get(view, (set[str](), set[str]()))
    draw = Random(7)  # noqa: S311 -- which lines there are is no secret
    for last in ("proved", "refuted", "sampled", "undecided"):
        kinds = [*draw.choices([*samples.POOL], k=5), last]
        derived = samples.told(kinds)
        assert [step.status for step in derived.steps] == kinds
        lines, result = shown(kinds, view, monkeypatch)
        assert lines == ["" if kind in at_line else kind for kind in kinds], kinds
        assert result == ("" if derived.result.status in at_result else derived.result.status), kinds


@pytest.mark.parametrize("form", ["latex", "html", "markdown"])
def test_the_head_says_proved_only_of_what_is(form: str) -> None:
    """The first sentence of a note is that every line is proved, or its status."""
    for status in ("proved", "refuted", "sampled", "undecided"):
        head = printed(samples.told([status]), form)[:600]
        assert ("very line is proved" in head) == (status == "proved")
        assert status in head.lower()


@pytest.mark.parametrize(("form", "said"), [("latex", r"luck, time \& tin"), ("html", "time &amp; tin"), ("text", "")])
def test_what_could_not_be_carried_out_says_so(form: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason, in every form; the exit code is that of what is undecided."""

    def refused() -> Derivation:
        raise DeriveError("x", reason="out of luck, time & tin", way_out="none")

    samples.install(monkeypatch, (samples.TOLD,), told=refused)
    answer = run("show", "told", "--format", form)
    assert (answer.exit_code, (said or "out of luck, time & tin") in answer.output) == (3, True)
    assert "undecided" in answer.output.lower()


def test_a_notebook_shows_derivations_steps_and_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its text, and its forms beside it; where one cannot be typeset, its text is all there is."""
    honest = samples.honest()
    assert set(honest._repr_mimebundle_()) == {"text/plain", "text/html", "text/markdown"}
    step = honest.steps[1]._repr_mimebundle_()
    assert step["text/latex"].startswith(r"$\displaystyle \frac{\partial}")
    assert "<math" in step["text/html"]
    verdict = prove(Eq(Symbol("x"), Symbol("y")))._repr_mimebundle_()
    assert verdict["text/html"].startswith('<div class="verdict bad"><strong>refuted')
    assert set(Step("", None, None, "r", "given", says="words")._repr_mimebundle_()) == {"text/plain", "text/html"}

    def refuse(*_: object, **__: object) -> None:
        raise DeriveError("x", reason="no", way_out="none")

    monkeypatch.setattr("derive.notes.jupyter.note_of", refuse)
    assert honest._repr_mimebundle_() == {"text/plain": str(honest)}
