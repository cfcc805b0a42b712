"""What was read, printed and read again, is the same tree; and every tree can be shown as MathML."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from derive.documents.files import read_document
from derive.documents.steps import steps_of
from derive.judge.parts import parts_of
from derive.latex.as_latex import as_latex
from derive.latex.as_mathml import mathml
from derive.latex.read.alike import alike
from derive.latex.read.parser import read
from derive.latex.read.relations import OPERATORS, RELATIONS
from derive.latex.read.signs import ACCENTS, BIGS, FUNCTIONS, NAMES
from derive.latex.read.tree import holes
from derive.latex.read.typeset import typeset
from derive.latex.signs import GREEK, SIGNS, SYMBOLS

LEAVES = (
    *("x", "y", "w", "N", "2", "0.5", "10", r"\alpha", r"\lambda", r"\Sigma", r"\mathbf{x}", r"\mathbb{R}", r"\hat{y}"),
    *(r"\boldsymbol{\mu}", r"\mathcal{L}", r"\mathrm{MSE}", r"\bar{\mathbf{x}}", r"\infty", r"\top", r"\ell", r"\dots"),
)
leaves = st.sampled_from(LEAVES)


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return formulas one level above others."""
    frames = [
        *("{0}_{{{1}}}", "{0}^{{{1}}}", "{0}_{{{1}}}^{{{2}}}", "{0}'", "({0})", r"\left[ {0} \right]", r"\| {0} \|"),
        *("{0} + {1}", "{0} - {1} + {2}", "-{0}", "{0} {1}", r"{0} \cdot {1}", "{0} / {1}", "({0})({1})", "{0}({1})"),
        *(r"\frac{{{0}}}{{{1}}}", r"\sqrt{{{0}}}", r"\log {0}", r"\exp({0})", r"\log {0} \log {1}", "{0}!", "|{0}|"),
        *(r"\sum_{{i=1}}^N {0}", r"\sum_i {0} + {1}", r"\prod_{{j}} {0}", r"\max_{{{0}}} {1}", r"\arg\max_k {0}"),
        *(
            r"\frac{{\partial {0}}}{{\partial {1}}}",
            r"\frac{{d}}{{d {0}}} {1}",
            r"\nabla_{{{0}}} {1}",
            r"\binom{{{0}}}{{{1}}}",
        ),
        *(r"\underbrace{{{0}}}_{{{1}}}", "{0} = {1}", r"{0} \le {1}", "{0}, {1}", r"P({0} \mid {1})", "{{{0}}} {1}"),
        *(
            r"\begin{{bmatrix}} {0} & {1} \\ {2} & 0 \end{{bmatrix}}",
            r"\begin{{cases}} {0} & x \\ {1} & y \end{{cases}}",
        ),
        *(
            r"\overset{{{0}}}{{=}}",
            r"x \overset{{(a)}}{{=}} {0}",
            r"\mathrm{{tr}}({0})",
            r"{0}^\top {1}",
            r"\{{ {0} \}}",
        ),
    ]
    return st.tuples(st.sampled_from(frames), inner, inner, inner).map(lambda found: found[0].format(*found[1:]))


formulas = st.recursive(leaves, _wider, max_leaves=9)


def again(text: str) -> str:
    """Return a formula as it is printed from the tree that was read."""
    return as_latex(typeset(read(text)))


@given(formulas)
def test_what_is_printed_is_read_as_the_same_tree(text: str) -> None:
    """Up to where everything stands; and printing it once more changes nothing."""
    tree = read(text)
    _ = assume(not holes(tree))
    printed = again(text)
    assert alike(tree, read(printed)), printed
    assert again(printed) == printed


@given(formulas)
def test_every_tree_is_mathml(text: str) -> None:
    """Well formed, whatever was read, and also where something was not understood."""
    for part in (text, text + r"\mystery{<b>} & < \text{<script>}"):
        page = mathml(typeset(read(part)), display=True)
        assert ET.fromstring(page).tag == "math"  # noqa: S314 -- we wrote it
        assert "<script" not in page


COMMANDS = [
    *(f"\\{name}" for name in sorted(NAMES)),
    *(f"x \\{name} y" for name in sorted(RELATIONS.keys() | OPERATORS.keys()) if name.isalpha()),
    *(f"\\{name}{{x}}" for name in sorted(ACCENTS)),
    *(f"\\{name}_{{i}} x" for name in sorted(BIGS)),
    *(f"\\operatorname{{{name}}}(x)" for name in sorted(FUNCTIONS - {"vec"})),
    *("x^+", "x^*", "x^-", "x_\\odot", "f(\\cdot)", "x^\\dagger", "x'", "x''^2", "[1 \\ 2 \\ -1]", "a; b", "a : b"),
    *(
        r"\langle x, y \rangle",
        r"\lfloor x \rfloor",
        r"\lceil x \rceil",
        r"\left. x \right|",
        "(a, b]",
        r"\llbracket x \rrbracket",
    ),
    *(
        r"\begin{pmatrix} a \\ b \end{pmatrix}",
        r"\begin{array}{cc} a & b \end{array}",
        r"\text{if } x",
        "90\\%",
        r"\# x",
    ),
]


@pytest.mark.parametrize("text", [text for text in COMMANDS if not holes(read(text))])
def test_every_command_comes_back(text: str) -> None:
    """Each name, relation, operator, accent, function and bracket that is read can be printed."""
    assert alike(read(text), read(again(text))), again(text)


def test_the_tables_name_nothing_that_is_not_read() -> None:
    """Each letter and symbol is one of the reader's; each sign has its form."""
    signs = {"cdot", "times", "circ", "bullet", "odot", "otimes", "oplus", "ominus", "pm", "mp", "prime"}
    assert GREEK.keys() | SYMBOLS.keys() <= NAMES | signs
    assert set(RELATIONS.values()) <= SIGNS.keys()
    assert set(OPERATORS.values()) - {"cdot"} <= SIGNS.keys()


def test_a_change_would_be_noticed() -> None:
    """The comparison can fail."""
    assert not alike(read("x_{i j}"), read("x_i j"))
    assert not alike(read(r"{\log x} y"), read(r"\log {x y}"))


MARKS = (
    "$",
    "$$",
    "\n\n",
    "# ",
    r"\[",
    r"\]",
    "<!-- derive: ",
    "-->",
    "`",
    "```math\n",
    "\n```\n",
    "Let ",
    "where ",
    ". ",
)
documents = st.lists(st.one_of(st.sampled_from(MARKS), formulas, st.text(max_size=12)), max_size=14).map("".join)


@given(documents)
def test_any_document_is_read_and_shown(text: str) -> None:
    """Whatever comes in, there are steps, and parts in which each step stands at most once."""
    document = read_document(text)
    found = steps_of(document)
    shown = [number for part in parts_of(document, found.steps) for number in part.steps]
    assert len(shown) == len(set(shown))
    assert set(shown) <= set(range(len(found.steps)))


@pytest.mark.parametrize("text", ["$,$", "$$ \\label{a} $$", "$$ \\\\ $$", "$.$ and $$ ; \n\n $$"])
def test_a_formula_that_states_nothing_is_shown(text: str) -> None:
    """It has no steps, and is no reason to fail."""
    assert [part.steps for part in parts_of(read_document(text), ()) if part.kind != "prose"]
