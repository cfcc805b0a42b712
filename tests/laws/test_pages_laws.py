r"""Nothing that is seen of a document is lost, and nothing that is not seen is read; macros as TeX has them.

Documents are put together from what may stand around a relation. Each relation has a number of its own, by which it is
found again: in a formula, or among what was not read.
"""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.discourse.files import read_page
from derive.discourse.page import Page
from tests.counting import calls_of
from tests.pages import relations

SEEN = {
    "latex": (
        *("$%s$", "$ %s $", r"\(%s\)", r"\[%s\]", "$$%s$$", r"\begin{equation}%s\end{equation}"),
        r"\begin{align*} a &= a \\ %s \end{align*}",
        r"\begin{gather} %s \nonumber \end{gather}",
        r"\begin{align} a &= a \intertext{hence $%s$} b &= b \end{align}",
        r"\begin{alignat}{2} %s \end{alignat}",
        r"\begin{IEEEeqnarray}{rCl} %s \end{IEEEeqnarray}",
        r"\begin{subequations}\begin{align} %s \end{align}\end{subequations}",
        r"\begin{empheq}[left=\empheqlbrace]{align} %s \end{empheq}",
        r"\begin{dgroup*}\begin{dmath*} %s \end{dmath*}\end{dgroup*}",
        r"\begin{equation}\begin{split} a &= a \\ %s \end{split}\end{equation}",
        r"\[ \begin{cases} %s \\ b = b \end{cases} \]",
        r"\[ f = \begin{cases} 1 & %s \\ 0 & \text{otherwise} \end{cases} \]",
        r"\[ \left\{ \begin{array}{rcl} %s \end{array} \right. \]",
        r"\[ \sum_{\substack{%s \\ i > 0}} i \]",
        *(r"\[ a \text{ where $%s$} \]", r"\[ \mbox{$%s$} \]", r"\[ \boxed{%s} \]", r"$ a \tag{$%s$} $"),
        *(r"\fbox{$%s$}", r"\parbox{3cm}{\[ %s \]}", r"\footnote{$%s$}", r"\ensuremath{%s}", r"\caption{$%s$}"),
        *(r"\[ \underbrace{a}_{%s} \]", r"\[ a \overset{%s}{=} b \]", r"\[ a \xrightarrow{%s} b \]"),
        *(r"\begin{unheard} $%s$ \end{unheard}", r"\begin{unheard} %s \end{unheard}", r"\unheard{%s}", r"so %s holds"),
        *(r"\newcommand{\mine}{%s} $\mine$", r"\def\mine#1{#1} $\mine{%s}$", r"{\def\mine{$} \mine %s $}"),
        *("$ %s", r"\[ %s", r"\begin{align} %s", r"\setbox0=\hbox{$%s$}", r"\ifnum\x $%s$ \fi", r"\iftrue $%s$ \fi"),
        r"\verb|\end{document}| $%s$",
    ),
    "markdown": (
        *("$%s$", "$ %s $", "$`%s`$", "$$%s$$", "$$\n%s\n$$", r"\(%s\)", r"\[%s\]", r"\\(%s\\)", "{math}`%s`"),
        *("\n\n```math\n%s\n```\n\n", "\n\n```{math}\n:label: a\n%s\n```\n\n", "\n\n:::{math}\n%s\n:::\n\n"),
        *("**$%s$**", "[$%s$](http://a.b)", "~~$%s$~~", "<b>$%s$</b>", "\n\n# $%s$\n\n", "\n\n- $%s$\n- b\n\n"),
        *("\n\n| a |\n|---|\n| $%s$ |\n\n", "\n\n> $$\n> %s\n> $$\n\n", "\n\n[^1]: $%s$\n\n", "\n\n    $$%s$$\n\n"),
        *("\n\n```{note}\n$%s$\n```\n\n", "\n\n<div>\n$$%s$$\n</div>\n\n", "\n\n$$\na\n= b\n+ c, %s\n$$\n\n"),
        *(r"\begin{align} a &= a \\ %s \end{align}", r"$$ a \text{ if $%s$} $$", r"$$\boxed{%s}$$", "so %s holds"),
        *("$$ %s", r"\( %s", "$%s\n\n$", r"$\newcommand{\mine}{%s} \mine$", "\n\n1. a\n   $$\n   %s\n   $$\n\n"),
        '<script type="math/tex">%s</script>',
    ),
}
UNSEEN = {
    "latex": (
        *(
            "%% $%s$\n",
            r"\iffalse $%s$ \fi",
            r"\iftrue\else $%s$ \fi",
            r"$\phantom{%s}$",
            "\n\\begin{comment}\n$%s$\n\\end{comment}\n",
        ),
        *(r"{\color{white} $%s$ }", r"\textcolor{white}{$%s$}", r"\label{%s}", r"\newif\ifmine \ifmine $%s$ \fi"),
    ),
    "markdown": (
        *(
            "<!-- $%s$ -->",
            '<span style="display:none">$%s$</span>',
            "$\\phantom{%s}$",
            "$a %% %s\n$",
            "<i hidden>$%s$</i>",
        ),
        *("$\\color{white} %s$", "$a \\label{%s}$"),
    ),
}
AROUND = {
    "latex": (
        *("%s", r"\textbf{%s}", r"\begin{quote}%s\end{quote}", r"\begin{itemize}\item %s\end{itemize}", "\n\n%s\n\n"),
        *(r"\begin{tabular}{c} %s & b \\ \end{tabular}", r"\begin{problem} %s \end{problem}", "{%s}"),
        r"\begingroup %s \endgroup",
    ),
    "markdown": ("%s", "\n\n%s\n\n", "words %s words"),
}


@st.composite
def documents(draw: st.DrawFn, kind: str) -> tuple[str, list[str], list[str]]:
    """Return a document, the relations that are seen in it, and those that are not."""
    text, seen, unseen = "", list[str](), list[str]()
    for number in range(draw(st.integers(1, 4))):
        shown = draw(st.booleans())
        relation = f"u_{{{number + 70}}} = v"
        piece = draw(st.sampled_from((SEEN if shown else UNSEEN)[kind])).replace("mine", f"mine{'abcd'[number]}")
        piece = piece.replace("%%", "\0").replace("%s", relation)
        (seen if shown else unseen).append(relation)
        text += draw(st.sampled_from(AROUND[kind])).replace("%s", piece).replace("\0", "%") + "\n\n"
        if piece.endswith(relation):
            break  # a formula that never ends; what stands behind it may be taken for a part of it
    return text, seen, unseen


def read_of(page: Page) -> str:
    """Return all that is taken in of a page."""
    return "\n".join(formula.text() for event in page.events for formula in event.formulas)


@pytest.mark.parametrize("kind", ["latex", "markdown"])
@given(st.data())
def test_what_is_seen_is_accounted_for(kind: str, data: st.DataObject) -> None:
    """It stands in a formula, or it is named; what is not seen stands in none, and is named too."""
    text, seen, unseen = data.draw(documents(kind))
    page = read_page(text, kind=kind)
    taken = read_of(page)
    missed = "\n".join(unread.text for unread in page.unread)
    named = missed + "\n".join(note.text for note in page.notes)
    assert [relation for relation in seen if relation not in taken and relation not in missed] == [], text
    assert [relation for relation in unseen if relation in taken or relation not in named] == [], text


@st.composite
def groups(draw: st.DrawFn, known: tuple[str, ...], depth: int = 0) -> tuple[str, list[str], str]:
    """Return LaTeX that defines and calls one macro, what its calls give, and its meaning behind all that."""
    text, given, meaning = "", list[str](), known[-1]
    for _ in range(draw(st.integers(1, 4))):
        step = draw(st.sampled_from(["call", "define", "group"] if depth < 3 else ["call", "define"]))
        if step == "call":
            text, given = text + "$\\mine$ ", [*given, meaning]
        elif step == "define":
            meaning = str(draw(st.integers(0, 9)))
            how = draw(st.sampled_from([r"\def\mine{%s}", r"\renewcommand{\mine}{%s}", r"\let\mine=%s"]))
            text += how.replace("%s", meaning) + " "
        else:
            inner, found, _ = draw(groups((*known, meaning), depth + 1))
            around = draw(st.sampled_from(["{%s}", r"\begingroup %s\endgroup ", r"\begin{quote}%s\end{quote}"]))
            text, given = text + around.replace("%s", inner), given + found
    return text, given, meaning


@given(groups(("0",)))
def test_a_macro_holds_in_its_group(drawn: tuple[str, list[str], str]) -> None:
    """A call gives what was defined last, in this group or in one around it."""
    text, given, _ = drawn
    page = read_page(rf"\newcommand{{\mine}}{{0}} {text}", kind="latex")
    assert read_of(page).split() == given


PIECES = st.sampled_from(
    (
        *"${}[]()&%#_^~\n=<>|`*- a1",
        *(
            "$$",
            "\n\n",
            "\\",
            "\\\\",
            r"\(",
            r"\)",
            r"\[",
            r"\]",
            r"\def",
            r"\f",
            "#1",
            r"\text",
            r"\let",
            r"\newcommand",
        ),
        *(
            r"\begin",
            r"\end",
            "{align}",
            "{cases}",
            "{document}",
            "{verbatim}",
            r"\iffalse",
            r"\fi",
            r"\else",
            r"\verb",
        ),
        *(
            "```",
            "<!--",
            "-->",
            "<b>",
            "</b>",
            "> ",
            "- ",
            r"\color",
            "{white}",
            r"\intertext",
            r"\tag",
            r"\input",
            r"\dv",
        ),
        *("\u200b", r"\item", r"\section", "% derive: ", "<!-- derive: ", "{math}`", ":::", "|---|", "# ", r"\boxed"),
        *(
            r"\csname",
            r"\setbox",
            r"\href",
            r"\phantom",
            r"\ifthenelse",
            r"\newif",
            r"\excludecomment",
            "^^",
            r"\endinput",
        ),
    )
)


@pytest.mark.parametrize("kind", ["latex", "markdown"])
@given(st.lists(PIECES, max_size=40))
def test_whatever_is_written_is_read(kind: str, pieces: list[str]) -> None:
    """Nothing makes it fail, and every place lies in the text."""
    text = "".join(pieces)
    page = read_page(text, kind=kind)
    rows = text.split("\n")
    places = [event.place for event in page.events] + [found.place for found in (*page.unread, *page.notes)]
    places += [formula.place() for event in page.events for formula in event.formulas]
    assert all(1 <= p.line <= len(rows) and 1 <= p.column <= len(rows[p.line - 1]) + 1 for p in places)


UNITS = (
    *(
        "$",
        "$$",
        r"\[",
        r"\(",
        r"\begin{align}",
        r"\begin{a}",
        r"\end{align}",
        "`",
        "``` ",
        "```math\n",
        "<!--",
        "<b>",
        "{",
    ),
    *(
        "${",
        "$$ {",
        r"\text{$",
        r"\f{",
        r"\newcommand{\f}[1]{",
        r"\newcommand{\f}{\f}",
        r"\def\f{",
        r"\gdef\f{a}{",
        r"\iffalse ",
    ),
    *(
        r"\ifx ",
        r"\color{white}",
        r"\verb|",
        r"\begin{verbatim}",
        r"\href{",
        "[",
        "[a](",
        "**a",
        "~~",
        "> ",
        "- ",
        "\n\n",
        "|a",
    ),
    *(
        "# ",
        "===\n",
        r"\item[",
        r"\intertext{",
        r"\boxed{",
        "$x$",
        "$ x",
        "$5 ",
        "a = ",
        "<!-- derive: x -->",
        "{% math %}\n",
    ),
    *(
        ":::{math}\n",
        r"\csname a",
        r"\dv{",
        r"\dv[",
        r"\hat\f ",
        r"\begin{cases}",
        "<div hidden>",
        "\u200b",
        "    $a$\n\n",
    ),
)


@pytest.mark.slow  # 20 s: each unit twice, in two kinds
@pytest.mark.parametrize("kind", ["latex", "markdown"])
def test_work_grows_with_the_length(kind: str) -> None:
    """Four times as much of anything needs not much more than four times the calls."""
    ratios: dict[str, float] = {}
    for unit in UNITS:
        prefix = r"\newcommand{\f}[1]{#1#1}" if kind == "latex" else "$\\newcommand{\\f}[1]{#1#1}$\n\n"
        small, large = (prefix + unit * (length // len(unit)) for length in (800, 3200))
        ratios[unit] = calls_of(partial(read_page, large, kind=kind)) / calls_of(partial(read_page, small, kind=kind))
    assert {unit: ratio for unit, ratio in ratios.items() if ratio > 5.5} == {}


BOMBS = (
    r"\def\a{\a\a}$\a$",
    r"\def\a{\b}\def\b{\a}$\a$",
    r"\newcommand{\a}[1]{#1#1#1#1}" + r"$\a{" * 1 + r"\a{" * 12 + "x" + "}" * 13 + "$",
    "".join(rf"\def\{chr(98 + n)}{{\{chr(97 + n)}\{chr(97 + n)}}}" for n in range(24)) + r"\def\a{x} $\y$",
    r"\newenvironment{a}{\begin{a}}{\end{a}}\begin{a}$x$\end{a}",
)


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_macro_bomb_is_named(bomb: str) -> None:
    """What grows without end is not understood, and what stands behind it is read."""
    page = read_page(bomb + r" then $c = d$", kind="latex")
    assert "c = d" in read_of(page)
    assert len(read_of(page)) < 3_000_000
    assert page.unread != ()


BROKEN = st.lists(
    st.sampled_from(
        (
            *"{}()[]|&^_,.+-/!?a1<",
            *(
                r"\{",
                r"\left(",
                r"\right)",
                r"\frac",
                r"\sqrt[",
                r"\text{",
                r"\mystery",
                r"\hat",
                r"\|",
                r"\\",
                r"\not",
            ),
            *(r"\begin{cases}", r"\end{cases}", r"\begin{mystery}", r"\sum_", r"\overset", r"\boxed{", r"\substack{"),
        )
    ),
    max_size=6,
).map(" ".join)


@given(BROKEN, BROKEN)
def test_no_relation_is_lost_in_a_broken_formula(before: str, behind: str) -> None:
    """Whatever stands around it, it is a relation of a tree, or the formula is named."""
    page = read_page(rf"\[ {before} u = v {behind} \]", kind="latex")
    assert relations(page) or page.unread
