"""Lines with expectations, densities, integrals and extremes: true ones are proved, a wrong twin of each is not."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from derive.decide.prove import decide
from derive.formula.read import tree as surface
from derive.formula.read.parser import read
from derive.formula.read.statements import read_display
from derive.meaning.chances import say_independent, take_drawn, take_words
from derive.meaning.closing import closed
from derive.meaning.extremes import same_extremes
from derive.meaning.here import Here
from derive.meaning.proportions import proportional
from derive.meaning.readings import readings, sides
from derive.meaning.scope import Scope
from derive.meaning.usage import usage_of
from derive.statements.types import Sign

SIGNS: dict[str, Sign] = {"=": "==", "<=": "<=", ">=": ">=", "<": "<", ">": ">", "propto": "=="}


def chain_of(line: str) -> surface.Chain:
    """Return a relation as it is written."""
    (found,) = [each.tree for each in read_display(line, 0)]
    assert isinstance(found, surface.Chain)
    return found


def scope_of(laws: Iterable[str], independent: Iterable[str]) -> Scope:
    """Return a scope in which names have laws, and those named together are independent."""
    scope = Scope()
    for law in laws:
        take_drawn(chain_of(law), "", scope, "line 1")
    for names in independent:
        say_independent(names.split(), scope, "line 1")
    return scope


def verdicts(line: str, *laws: str, independent: Iterable[str] = (), data: Iterable[str] = ()) -> set[tuple[str, bool]]:
    """Return what is found of the cheapest readings of a line, and whether a refutation would be one of the line."""
    chain = chain_of(line)
    left, right = chain.members[:2]
    assert left is not None
    assert right is not None
    scope = scope_of(laws, independent)
    trees = [chain, *(chain_of(each) for each in laws), *(read(each) for each in data)]
    usage = usage_of(trees, has_sigmoid=True)
    found = readings(
        sides(left, right, chain.relations[0].kind), lambda made: Here(scope, usage, made, formulas=(left, right)), {}
    ).found
    results: set[tuple[str, bool]] = set()
    for each in found:
        statement = closed(SIGNS[chain.relations[0].kind], each.result, each.here.record)
        results.add((decide(statement, recheck=True).status, not each.here.record.generalised))
    return results


def is_proved(line: str, *laws: str, independent: Iterable[str] = ()) -> bool:
    """Return whether a line is proved in all of its readings."""
    found = verdicts(line, *laws, independent=independent)
    return bool(found) and {status for status, _ in found} == {"proved"}


def is_refuted(line: str, *laws: str, independent: Iterable[str] = ()) -> bool:
    """Return whether a line is refuted in all of its readings, and nothing in them was left open."""
    found = verdicts(line, *laws, independent=independent)
    return bool(found) and found == {("refuted", True)}


EXPECTATIONS = [
    (r"\mathbb{E}[x + y] = \mathbb{E}[x] + \mathbb{E}[y]", r"\mathbb{E}[x + y] = \mathbb{E}[x] - \mathbb{E}[y]"),
    (
        r"\mathbb{E}[a x + b] = a \mathbb{E}[x] + b",
        r"\mathbb{E}[a x + b] = a \mathbb{E}[x]",
    ),
    (
        r"\operatorname{Var}(x) = \mathbb{E}[x^2] - \mathbb{E}[x]^2",
        r"\operatorname{Var}(x) = \mathbb{E}[x^2] - \mathbb{E}[x]",
    ),
    (
        r"\operatorname{Var}(a x + b) = a^2 \operatorname{Var}(x)",
        r"\operatorname{Var}(a x + b) = a \operatorname{Var}(x)",
    ),
    (
        r"\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y) + 2 \operatorname{Cov}(x, y)",
        r"\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y)",
    ),
    (
        r"\operatorname{Cov}(x, y) = \mathbb{E}[x y] - \mathbb{E}[x] \mathbb{E}[y]",
        r"\mathbb{E}[x y] = \mathbb{E}[x] \mathbb{E}[y]",
    ),
    (r"\operatorname{Var}(x) \ge 0", r"\operatorname{Var}(x) > 0"),
    (r"\mathbb{E}[x^2] \ge \mathbb{E}[x]^2", r"\mathbb{E}[x^2] \le \mathbb{E}[x]^2"),
    (
        r"\mathbb E x^2 = \operatorname{Var}(x) + (\mathbb E x)^2",
        r"\mathbb E x^2 = \operatorname{Var}(x) + \mathbb E x",
    ),
    (r"\mathbb{E}[X Y \mid X] = X \mathbb{E}[Y \mid X]", r"\mathbb{E}[X Y \mid X] = X \mathbb{E}[Y]"),
    (
        r"\mathbb{E}_{p(x)}[f(x) + g(x)] = \mathbb{E}_{x \sim p}[f(x)] + \mathbb{E}_{p(x)}[g(x)]",
        r"\mathbb{E}_{p(x)}[f(x) + g(x)] = \mathbb{E}_{x \sim q}[f(x)] + \mathbb{E}_{p(x)}[g(x)]",
    ),
    (
        r"\nabla_w \mathbb{E}[(w^\top x - y)^2] = 2 \mathbb{E}[(w^\top x - y) x]",
        r"\nabla_w \mathbb{E}[(w^\top x - y)^2] = \mathbb{E}[(w^\top x - y) x]",
    ),
    (
        r"\mathrm{Var}(\sum_{m=1}^M h_m) = \sum_m \operatorname{Var}(h_m) + \sum_{m \ne l} \mathrm{Cov}(h_m, h_l)",
        r"\mathrm{Var}(\sum_{m=1}^M h_m) = \sum_m \operatorname{Var}(h_m)",
    ),
    (
        r"\mathbb{E}_{q(z|x)}[\log p(x, z)] \le \log \mathbb{E}_{q(z|x)}[p(x, z)]",
        r"\mathbb{E}_{q(z|x)}[\log p(x, z)] \ge \log \mathbb{E}_{q(z|x)}[p(x, z)]",
    ),
]
"""True lines about what is not known further, each with a wrong twin."""

KNOWN = [
    (
        r"\mathbb{E}_{x \sim \mathcal{N}(\mu, \sigma^2)}[x^2] = \mu^2 + \sigma^2",
        r"\mathbb{E}_{x \sim \mathcal{N}(\mu, \sigma^2)}[x^2] = \mu^2",
    ),
    (r"\mathbb{E}_{x \sim \mathcal{N}(0, 1)}[x^4] = 3", r"\mathbb{E}_{x \sim \mathcal{N}(0, 1)}[x^4] = 1"),
    (r"\int x \mathcal{N}(x; \mu, \sigma^2) dx = \mu", r"\int x \mathcal{N}(x; \mu, \sigma^2) dx = \sigma"),
    (r"\int_a^b t^2 dt = \frac{b^3 - a^3}{3}", r"\int_a^b t^2 dt = \frac{b^3 - a^3}{2}"),
    (r"\int p(x) dx = 1", r"\int p(x) dx = 2"),
]
"""True lines about laws that are known, each with a twin that is wrong."""

LAWS = [
    (r"\mathbb{E}[x^2] = \mu^2 + \sigma^2", r"\mathbb{E}[x^2] = \mu^2 + \sigma", r"x \sim \mathcal{N}(\mu, \sigma^2)"),
    (
        r"\operatorname{Var}(2 x) = 4 \sigma^2",
        r"\operatorname{Var}(2 x) = 2 \sigma^2",
        r"x \sim \mathcal{N}(\mu, \sigma^2)",
    ),
    (r"\operatorname{Var}(x) = \lambda", r"\operatorname{Var}(x) = \lambda^2", r"x \sim \mathrm{Poisson}(\lambda)"),
    (r"\operatorname{Var}(x) = p (1 - p)", r"\operatorname{Var}(x) = p", r"x \sim \mathrm{Bernoulli}(p)"),
    (r"\mathbb{E}[x_i^2] = \mu^2 + s^2", r"\mathbb{E}[x_i^2] = \mu + s^2", r"x_i \sim \mathcal{N}(\mu, s^2)"),
]


@pytest.mark.parametrize(("line", "twin"), [*EXPECTATIONS, *KNOWN])
def test_a_true_line_is_proved_and_its_twin_is_not(line: str, twin: str) -> None:
    """A line is proved as it is read; a wrong twin of it is not."""
    assert is_proved(line)
    assert not is_proved(twin)
    assert not is_refuted(line)


@pytest.mark.parametrize("twin", [twin for _, twin in EXPECTATIONS])
def test_what_is_not_known_is_no_ground_for_a_refutation(twin: str) -> None:
    """A line about an unknown law may be true for the law that is meant."""
    assert not is_refuted(twin)


@pytest.mark.parametrize("twin", [twin for _, twin in KNOWN[:4]])
def test_a_wrong_line_about_a_known_law_is_refuted(twin: str) -> None:
    """Where the law is known, nothing is open."""
    assert is_refuted(twin)


@pytest.mark.parametrize(("line", "twin", "law"), LAWS)
def test_the_moments_of_a_law_are_put_in(line: str, twin: str, law: str) -> None:
    """A law that the document says is used."""
    assert is_proved(line, law)
    assert is_refuted(twin, law)
    assert not is_proved(line)


MEAN = r"\operatorname{Var}\left(\frac1n \sum_{i=1}^n x_i\right) = \frac{s^2}{n}"


def test_independence_is_used_only_where_it_is_said() -> None:
    """Neither a product of means nor the variance of a mean is split without it."""
    law = r"x_i \sim \mathcal{N}(\mu, s^2)"
    assert not is_proved(MEAN, law)
    assert not is_refuted(MEAN, law)
    assert is_proved(MEAN, law, independent=["x"])
    assert is_refuted(
        MEAN.replace("{n}$", "{n^2}").replace(r"\frac{s^2}{n}", r"\frac{s^2}{n^2}"), law, independent=["x"]
    )
    product = r"\mathbb{E}[x y] = \mathbb{E}[x] \mathbb{E}[y]"
    assert is_proved(product, independent=["x y"])
    assert not is_proved(product, independent=["x", "y"])


DENSITIES = [
    (
        r"\mathcal{N}(x; \mu, \sigma^2) = \frac{1}{\sqrt{2 \pi \sigma^2}} \exp(-\frac{(x - \mu)^2}{2 \sigma^2})",
        r"\mathcal{N}(x; \mu, \sigma^2) = \frac{1}{\sqrt{2 \pi} \sigma^2} \exp(-\frac{(x - \mu)^2}{2 \sigma^2})",
    ),
    (
        r"\log \mathcal{N}(x \mid \mu, v) = -\frac12 \log(2 \pi v) - \frac{(x - \mu)^2}{2 v}",
        r"\log \mathcal{N}(x \mid \mu, v) = -\frac12 \log(2 \pi v) + \frac{(x - \mu)^2}{2 v}",
    ),
    (r"\log \frac{p(x|z)}{p(x)} = \log p(x|z) - \log p(x)", r"\log \frac{p(x|z)}{p(x)} = \log p(x|z) + \log p(x)"),
    (r"p(x|z) = p(x|z)", r"p(x|z) = p(z|x)"),
    (
        r"\mathrm{KL}(q \| p) = \mathbb{E}_q[\log q(x) - \log p(x)]",
        r"\mathrm{KL}(q \| p) = \mathbb{E}_p[\log q(x) - \log p(x)]",
    ),
    (r"D_{\mathrm{KL}}(q \| p) \ge 0", r"D_{\mathrm{KL}}(q \| p) > 0"),
]


@pytest.mark.parametrize(("line", "twin"), DENSITIES)
def test_densities_are_positive_numbers_or_written_out(line: str, twin: str) -> None:
    """A density is known by all that stands in it; one of the table is written out where the line shows it."""
    assert is_proved(line)
    assert not is_proved(twin)


INTEGRALS = [
    (
        r"\int (f(x) + c g(x)) dx = \int f(x) dx + c \int g(t) dt",
        r"\int (f(x) + c g(x)) dx = \int f(x) dx + \int g(t) dt",
    ),
    (r"\int_0^1 L t dt = \frac{L}{2}", r"\int_0^1 L t dt = L"),
    (
        r"\log \int p_\theta(x, z) dz = \log \mathbb{E}_{q_\phi(z|x)}\left[\frac{p_\theta(x, z)}{q_\phi(z|x)}\right]",
        r"\log \int p_\theta(x, z) dz = \log \mathbb{E}_{q_\phi(z|x)}[p_\theta(x, z)]",
    ),
    (r"\int x^2 p(x) dx = \mathbb{E}_p[x^2]", r"\int x^2 p(x) dx = \mathbb{E}_p[x]^2"),
    (r"\max_i x_i = \max_j x_j", r"\max_i x_i = \max_j y_j"),
]


@pytest.mark.parametrize(("line", "twin"), INTEGRALS)
def test_integrals_are_linear(line: str, twin: str) -> None:
    """An integral has a variable of its own, and is an expectation where a density says so."""
    assert is_proved(line)
    assert not is_proved(twin)


@pytest.mark.parametrize(
    "line",
    [
        r"\int x p(x) dx = \int y p(y) dy",
        r"\int f(x) + g(x) = 1",
        r"\int_0^1 f(t) dt = f(t)",
        r"\nabla_\theta \mathbb{E}_{q_\theta(z)}[z^2] = 0",
        r"\nabla_\theta \mathbb{E}_q[f(z)] = 0",
        r"\mathbb{E}[f(x)] = f(x)",
        r"\mathbb{E}_{x \sim p}[f(x)] = \mathbb{E}_{x \sim q}[f(x)]",
        r"\mathbb{E}[f(x)] = f(\mathbb{E}[x])",
        r"\mathbb{E}[\log x] = \log \mathbb{E}[x]",
        r"\mathbb{E}_i[x_i] = x_i",
    ],
)
def test_what_nobody_said_is_not_proved(line: str) -> None:
    """What a law depends on, and which law is meant, is not guessed."""
    assert not is_proved(line)
    assert not is_refuted(line)


RIDGE = r"\arg\min_w \left\{ \frac{1}{2 s^2} \|y - X w\|^2 + \frac{1}{2 t^2} \|w\|^2 \right\}"
EXTREMES = [
    (
        rf"{RIDGE} = \arg\min_w \left\{{ \|y - X w\|^2 + \frac{{s^2}}{{t^2}} \|w\|^2 \right\}}",
        rf"{RIDGE} = \arg\min_w \left\{{ \|y - X w\|^2 + \frac{{t^2}}{{s^2}} \|w\|^2 \right\}}",
    ),
    (r"\arg\max_a f(a) = \arg\min_a (c - 2 f(a))", r"\arg\max_a f(a) = \arg\min_a (c + 2 f(a))"),
    (r"\arg\max_a f(a) = \arg\max_a 2 f(a)", r"\arg\max_a f(a) = \arg\max_a b f(a)"),
    (
        r"\arg\max_\theta p(x|\theta) = \arg\max_\theta \log p(x|\theta)",
        r"\arg\max_\theta p(x|\theta) = \arg\max_\theta \log p(\theta|x)",
    ),
    (
        r"\arg\max_\theta \prod_{i=1}^N p(x_i|\theta) = \arg\max_\theta \sum_{i=1}^N \log p(x_i|\theta)",
        r"\arg\max_\theta \prod_{i=1}^N p(x_i|\theta) = \arg\min_\theta \sum_{i=1}^N \log p(x_i|\theta)",
    ),
    (
        r"\arg\max_k z_k = \arg\max_k \frac{e^{z_k}}{\sum_j e^{z_j}}",
        r"\arg\max_k z_k = \arg\min_k \frac{e^{z_k}}{\sum_j e^{z_j}}",
    ),
]


@pytest.mark.parametrize(("line", "twin"), EXTREMES)
def test_extremes_are_the_same_up_to_a_factor_and_a_constant(line: str, twin: str) -> None:
    """One function is the other times a positive number, plus a constant; of their logarithms that is enough, too."""
    assert is_proved(line)
    assert not is_proved(twin)
    assert not is_refuted(twin)


def test_extremes_over_two_sets_are_not_compared() -> None:
    """Over two sets nothing is proved; the letter below an extreme is its own."""
    line = r"\arg\min_{w \in A} f(w) = \arg\min_{w \in B} f(w)"
    assert same_extremes(*chain_of(line).members[:2]) is None
    assert not is_proved(line)
    assert is_proved(r"\arg\min_w f(w) = \arg\min_v f(v)")


LETTERS = [
    (r"p(z|x) = \frac{p(x|z) p(z)}{p(x)}", r"p(z|x) = \frac{p(x|z) p(x)}{p(z)}"),
    (r"p(x, y, z) = p(x) p(y|x) p(z|x, y)", r"p(x, y, z) = p(x) p(y|x) p(z|y)"),
    (r"P(A|B) P(B) = P(A \cap B)", r"P(A|B) P(A) = P(A \cap B)"),
    (r"\int p(x, z) dz = p(x)", r"\int p(x, z) dz = p(z)"),
    (r"\int p(x|z) p(z) dz = p(x)", r"\int p(x|z) p(x) dz = p(x)"),
    (
        r"\log p(x) = \mathbb{E}_{q(z|x)}\left[\log \frac{p(x, z)}{q(z|x)}\right] + D_{KL}(q(z|x) \| p(z|x))",
        r"\log p(x) = \mathbb{E}_{q(z|x)}\left[\log \frac{p(x, z)}{q(z|x)}\right] - D_{KL}(q(z|x) \| p(z|x))",
    ),
    (r"\mathbb{E}_{k \sim p}[x_k] = \sum_k p(k) x_k", r"\mathbb{E}_{k \sim p}[x_k] = \sum_k x_k"),
    (
        r"\mathbb{E}_{a \sim \pi_\theta}[r(s, a)] = \sum_a \pi_\theta(a \mid s) r(s, a)",
        r"\mathbb{E}_{a \sim \pi_\theta}[r(s, a)] = \sum_a \pi_\theta(s \mid a) r(s, a)",
    ),
]


@pytest.mark.parametrize(("line", "twin"), LETTERS)
def test_densities_of_one_letter_are_of_one_law(line: str, twin: str) -> None:
    """The rule of Bayes, the product rule and the sum rule are what the letters mean."""
    assert is_proved(line)
    assert not is_proved(twin)
    assert not is_refuted(line)


@pytest.mark.parametrize("line", [r"p(x, z) = p(z, x)", r"f(x, z) = f(z, x)", r"p(1, 2) = p(2, 1)"])
def test_a_function_is_not_the_same_for_another_order(line: str) -> None:
    """Only where a bar or an integral shows a letter to be a density, the order of its names is none."""
    assert not is_proved(line)


PROPORTIONS = [
    (r"p(w|t) \propto p(t|w) p(w)", r"p(w|t) \propto p(t|w)"),
    (
        r"\mathcal{N}(x; \mu, s^2) \propto \exp\left(-\frac{x^2}{2 s^2} + \frac{x \mu}{s^2}\right)",
        r"\mathcal{N}(x; \mu, s^2) \propto \exp\left(-\frac{x^2}{2 s^2} - \frac{x \mu}{s^2}\right)",
    ),
]


@pytest.mark.parametrize(("line", "twin"), PROPORTIONS)
def test_proportions_are_in_what_the_left_side_is_a_law_of(line: str, twin: str) -> None:
    """The ratio of both sides is the same at two values of what stands before the bar."""
    assert is_proved(line)
    assert not is_proved(twin)


def test_a_proportion_that_does_not_say_in_what_is_not_read() -> None:
    """Where no law or function stands on the left, nothing tells what varies."""
    assert proportional(*chain_of(r"a \propto b").members[:2]) is None


N = r"\mathcal{N}(0, 1)"
SAID = [
    ("we have \x010\x02 iid from \x011\x02", (r"x_1, \dots, x_n", N), {"~x", "indep x"}),
    ("\x010\x02 are drawn independently from \x011\x02", ("x_i", N), {"~x", "indep x"}),
    ("\x010\x02 is distributed as \x011\x02", ("x", N), {"~x"}),
    ("\x010\x02 and \x011\x02 are independent", ("x", "y"), {"indep x", "indep y"}),
    ("\x010\x02 is independent of the noise \x011\x02", ("x", "y"), {"indep x", "indep y"}),
    ("\x010\x02 and \x011\x02 are linearly independent", ("x", "y"), set[str]()),
    ("\x010\x02 and \x011\x02 are not independent", ("x", "y"), set[str]()),
    ("\x010\x02 is not independent of \x011\x02", ("x", "y"), set[str]()),
    ("\x010\x02 follows from \x011\x02", ("x", "y"), set[str]()),
]


@pytest.mark.parametrize(("words", "formulas", "keys"), SAID)
def test_words_say_laws_and_independence(words: str, formulas: tuple[str, ...], keys: set[str]) -> None:
    """What is drawn from a law has it; independence is taken where it is said, and not where it is denied."""
    scope = Scope()
    take_words(words, [read(each) for each in formulas], scope, "line 1")
    assert set(scope.definitions) == keys
