"""Edits of a right side: each is another tree that is written and read again, and an edit is undone by an edit."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.formula.as_latex import as_latex
from derive.formula.read.parser import read
from derive.formula.read.statements import read_display
from derive.formula.read.tree import Apply, Bracket, Factors, Name, Node, Sequence, Span, holes, rebuilt, walk
from derive.formula.read.typeset import typeset
from derive.judge.editing.rows import BroughtIn
from derive.judge.edits import Edit, edits
from tests.house.files import texts

FORMULA = re.compile(r"\$\$([^$]{1,2000})\$\$|\$([^$\n]+)\$")
ATOMS = (
    "x",
    "y",
    "w",
    "p",
    "A",
    "X",
    "2",
    "x_i",
    "y_j",
    "X_{ij}",
    "x_{i-1}",
    "w_0",
    "x^{(i)}",
    r"\theta",
    r"\Sigma",
    "N",
)
FRAMES = (
    *("{0} + {1}", "{0} - {1}", "-{0}", "{0} {1}", r"{0} \cdot {1}", "{0}^2", "({0})({1})", "({0})^2", "2 ({0})"),
    *("A {0}", "X^T ({0} - y)", "A^{{-1}} {0}", "x^T {0}", r"\frac{{{0}}}{{{1}}}", r"\frac{{1}}{{N}} ({0})", "1 - {0}"),
    *(r"\sum_{{i=1}}^N ({0}) x_i", r"\sum_j ({0}) y_j", r"\log({0})", r"\exp(-{0})", "e^{{{0}}}", r"\sigma({0})"),
    *(r"\log p({0})", r"\|{0}\|^2", r"\sqrt{{{0}}}", r"\max_k ({0})", r"\lambda ({0})", "A dX {0}"),
    *(r"\begin{{cases}} {0} & i = j \\ {1} & i \ne j \end{{cases}}", r"\frac{{{0}}}{{N - 1}}", r"P({0} \mid {1})"),
)
LETTERS = tuple(map(read, "ij"))
SIZES, SCALARS = (read("N"),), (read(r"\lambda"),)
BROUGHT_IN = BroughtIn(LETTERS, SIZES, SCALARS)  # pyright: ignore[reportArgumentType] -- they are names


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(st.sampled_from(FRAMES), inner, inner).map(lambda found: found[0].format(*found[1:]))


formulas = st.recursive(st.sampled_from(ATOMS), _wider, max_leaves=5)
trees = formulas.map(read)


def bare(node: Node) -> Node:
    """Return a tree without its places."""
    return replace(rebuilt(node, bare), span=Span(0, 0))


def alike(one: Node, other: Node) -> bool:
    """Return whether two trees are written alike, wherever they stand."""
    return bare(one) == bare(other)


def of(tree: Node) -> list[Edit]:
    """Return the edits of a tree over letters i and j, a size N and a scalar lambda."""
    return list(edits(tree, BROUGHT_IN))


def plain(node: Node) -> Node:
    """Return a tree without what says nothing: brackets, commas of indices, which sign of a transpose, the dot."""
    whole = rebuilt(node, plain)
    match whole:
        case Bracket(_, "(", "(", body) if body is not None and not isinstance(body, Sequence):
            return body
        case Apply():
            return replace(whole, bracketed=False)
        case Name(_, "T"):
            return replace(whole, text="top")
        case Sequence(span, items, separators) if set(separators) == {","}:
            return Factors(span, ("",) * len(items), items)
        case Factors():
            return _opened(whole)
        case _:
            return whole


def _opened(node: Factors) -> Node:
    parts = list[tuple[str, Node]]()
    for sign, part in zip(node.signs, node.parts, strict=True):
        inner = (part.signs, part.parts) if isinstance(part, Factors) and sign != "/" else (("",), (part,))
        parts += zip((sign, *inner[0][1:]), inner[1], strict=True)
    signs, factors = zip(*parts, strict=True)
    return Factors(node.span, tuple("" if sign == "cdot" else sign for sign in signs), factors)


@given(trees)
def test_each_edit_is_another_tree(tree: Node) -> None:
    """No two are written alike, none like what was edited; likelier ones come first, and nothing is new but a name."""
    found = of(tree)
    assert [edit.rank for edit in found] == sorted(edit.rank for edit in found)
    written = [as_latex(typeset(edit.tree)) for edit in found]
    assert not any(alike(edit.tree, tree) for edit in found)
    assert len(written) == len({str(bare(edit.tree)) for edit in found})
    known = {node.text for node in walk(tree) if isinstance(node, Name)} | {"i", "j", "N", "lambda", "top", "I"}
    assert {n.text for edit in found for n in walk(edit.tree) if isinstance(n, Name)} <= known


@given(trees)
def test_an_edit_stands_where_the_side_stood(tree: Node) -> None:
    """Every span lies in that of the tree that was edited."""
    for edit in of(tree):
        for node in walk(edit.tree):
            assert tree.span.start <= node.span.start <= node.span.end <= tree.span.end


@pytest.mark.slow  # 2 s: every edit is written, and read
@given(trees)
def test_an_edit_is_written_and_read_again(tree: Node) -> None:
    """What should stand there is shown in the symbols of the document, and means what was judged."""
    for edit in of(tree):
        again = read(as_latex(typeset(edit.tree)))
        assert not holes(again)
        assert alike(again, edit.tree), as_latex(typeset(edit.tree))


@pytest.mark.slow  # 2 s: every formula of the repository
def test_what_is_read_is_written_as_it_was() -> None:
    """Each formula of the documents here, written from its tree, is read as the same tree."""
    pages = (path.read_text(encoding="utf-8") for path in texts() if path.suffix in {".md", ".py"})
    shown = [found[1] or found[2] for page in pages for found in FORMULA.finditer(page)]
    whole = [each.tree for text in shown for each in read_display(text) if not holes(each.tree)]
    assert len(whole) > 500
    assert [as_latex(typeset(tree)) for tree in whole if not alike(read(as_latex(typeset(tree))), tree)] == []


@given(trees)
def test_sentences_have_their_parts(tree: Node) -> None:
    """A sentence names what it is about, and each of its parts is a tree."""
    for edit in of(tree):
        assert "{" not in edit.says.format(*(as_latex(typeset(part)).replace("{", "") for part in edit.parts))


TAKEN = frozenset({"extra term", "extra factor", "extra sum", "extra function"})
"""What is taken away cannot be brought back by one who does not know it."""


def undone(tree: Node, mutant: Edit) -> bool:
    """Return whether an edit of a mutant is the original, up to brackets that say nothing."""
    wanted = plain(tree)
    return any(alike(plain(edit.tree), wanted) for edit in of(mutant.tree))


@pytest.mark.slow  # 3 s: the edits of edits
@settings(max_examples=20)
@given(st.lists(trees, min_size=4, max_size=4), st.randoms(use_true_random=False))
def test_what_an_edit_spoils_an_edit_mends(some: list[Node], source: Random) -> None:
    """Of slips that take nothing away at most one in ten is not undone by one edit."""
    pairs = [(tree, edit) for tree in some for edit in of(tree) if edit.what not in TAKEN]
    drawn = source.sample(pairs, min(len(pairs), 20))
    mended = sum(undone(tree, edit) for tree, edit in drawn)
    assert 10 * mended >= 9 * len(drawn) - 10, [as_latex(typeset(e.tree)) for t, e in drawn if not undone(t, e)]


MORE = (
    (r"\frac{\pi_k q_k}{\sum_j \pi_j q_j}", r"\frac{\pi_k q_k}{\sum_j q_j}"),
    (r"2 X^\top (X w - y) + 2 \lambda w", r"2 X^\top (X w - y)"),
    (r"x^\top S x + \frac{1}{\lambda}", r"x^\top S x"),
    (r"\frac{1}{N (N - 1)} v", r"\frac{1}{N^2} v"),
    (r"-\sum_i (y_i (1 - p_i) - (1 - y_i) p_i)", r"-\sum_i (y_i p_i - (1 - y_i) (1 - p_i))"),
    (r"(w^\top (m - n))^2", r"w^\top (m - n)"),
    (r"\frac{\tau^2}{\sigma^2} \|w\|^2", r"\frac{\sigma^2}{\tau^2} \|w\|^2"),
    (r"\log \frac{a}{b} - c", r"\log \frac{b}{a} - c"),
    ("2 x_1 z_1 + x_2", "x_1 z_1 + x_2"),
    (r"\sum_i d_i h_{i-1}^\top", r"\sum_i d_i h_i^\top"),
)
"""What was meant, and what was written, of slips that students make."""
ONCE = {
    "sign": (r"-X^\top (y - X w)", r"X^\top (y - X w)"),
    "factor 2": (r"\frac{2}{N} X^\top (X w - y)", r"\frac{1}{N} X^\top (X w - y)"),
    "lost 1/N": (r"\frac{1}{N} \sum_i x_i", r"\sum_i x_i"),
    "transposed": (r"X^\top (X w - y)", "X (X w - y)"),
    "wrong order": ("A^{-1} B^{-1}", "B^{-1} A^{-1}"),
    "inverse": (r"\Sigma^{-1} (x - \mu)", r"\Sigma (x - \mu)"),
    "1 - p for p": ("p (1 - q)", "p q"),
    "missing factor": (r"\sigma(z) (1 - \sigma(z))", r"\sigma(z)"),
    "extra factor": ("p_i (y_i - 1)", "p_i (y_i - 1) x_i"),
    "extra term": ("a^2 + b^2", "a^2 + b^2 + c"),
    "missing term": (r"\|x\|^2 - 2 x^\top z + \|z\|^2", r"\|x\|^2 + \|z\|^2"),
    "wrong power": (r"\frac{x - m}{s^2}", r"\frac{x - m}{s}"),
    "wrong number": ("3 x^2", "2 x^2"),
    "wrong index": ("x_i y_j", "x_i y_i"),
    "wrong range": (r"\sum_{i=1}^{N-1} x_i", r"\sum_{i=1}^N x_i"),
    "n - 1 for n": (r"\frac{1}{N - 1} \sum_i x_i", r"\frac{1}{N} \sum_i x_i"),
    "lost sum": (r"\sum_i x_i", "x_i"),
    "extra sum": ("x_i", r"\sum_i x_i"),
    "wrong function": (r"\min_k (x_k)", r"\max_k (x_k)"),
    "missing function": (r"-\sum_i p_i \log(q_i)", r"-\sum_i p_i q_i"),
    "extra function": (r"\sum_i p_i", r"\sum_i \log(p_i)"),
    "log of a sum split": (r"\log(\sum_i p_i)", r"\sum_i \log p_i"),
    "not symmetric": (r"(A + A^\top) x", "2 A x"),
    "base of a log": (r"\log_2 (p)", r"\log (p)"),
}


def test_the_slips_of_students_are_undone() -> None:
    """A line with a slip has what was meant among its edits, by the label of the slip."""
    missed = {
        label
        for label, (meant, written) in ONCE.items()
        if not any(alike(plain(e.tree), plain(read(meant))) and e.what == label for e in of(read(written)))
    }
    assert missed == set()
    unmended = {
        written
        for meant, written in MORE
        if not any(alike(plain(edit.tree), plain(read(meant))) for edit in of(read(written)))
    }
    assert unmended == set()


def test_a_bare_number_has_no_edits() -> None:
    """What is zero or one is nearly anything: nothing is explained by an edit of it."""
    assert [of(read(text)) for text in ("0", "1", "0.5")] == [[], [], []]
    assert of(read("-1")) != []


def test_a_derivative_is_not_left_away() -> None:
    """It is zero only by a reading that may lack a definition, so a line is not mended by dropping it."""
    written = {as_latex(typeset(edit.tree)) for edit in of(read(r"\frac{\partial f}{\partial x} + y + w"))}
    assert "y + w" not in written
    assert r"\frac{\partial f}{\partial x} + y" in written


def test_a_differential_is_no_product() -> None:
    """The sign of a differential is no factor, and what it stands before is none."""
    written = {as_latex(typeset(edit.tree)) for edit in of(read("A dX"))}
    assert not written & {"AX", "XA", "Ad", "A X d", "d AX", "AX d"}
    assert {"-Ad X", "d XA"} <= written
