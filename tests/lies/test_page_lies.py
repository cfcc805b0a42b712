r"""Pages that say one thing and would have another one read: the trick changes nothing, or it is named.

In each, `a = b` is what a reader of the page sees, and `a = c` what the trick would put in its place.
"""

from __future__ import annotations

import pytest

from derive.discourse.files import read_page
from derive.formula.read.tree import holes

DROPS = {
    "latex": (
        r"\verb|\end{document}| $a = b$",
        r"\renewcommand{\x}{\end{document}} $a = b$",
        r"\verb|\begin{comment}| $a = b$ \verb|\end{comment}|",
        r"\verb|\iffalse| $a = b$ \verb|\fi|",
        r"\url{http://x/%20} $a = b$",
        r"\lstinline!%! $a = b$",
        r"50\% of it: $a = b$",
        r"\begin {equation} a = b \end {equation}",
        r"\begin{ equation } a = b \end{ equation }",
        r"\newcommand{\be}{\begin{equation}} \be a = b \end{equation}",
        r"\newcommand{\claim}{$a = b$} \claim",
        r"\newsavebox{\x}\sbox{\x}{$a = b$}\usebox{\x}",
        r"\catcode`\%=12 50% $a = b$",
        r"{\color{white} $a = b$}",
        r"\colorbox{black}{\textcolor{white}{$a = b$}}",
        r"\ifx\x\undefined $a = b$ \fi",
        r"\ifthenelse{\boolean{x}}{$a = b$}{}",
        r"\AtEndDocument{$a = b$}",
        r"a \symbol{61} b, so a = b",
        "$a = b",
        "\\begin{align} a = b\n\n",
        "\\begin{verbatim}\n$a = b$",
        r"\newif\ifx \xtrue \ifx $a = b$ \fi",
    ),
    "markdown": (
        "$ a = b $",
        "$a = b$1",
        "$a = b\n\n$",
        "```\n$a = b$",
        "<!-- $a = b$",
        r"\(a = b",
        '<div aria-hidden="true">$a = b$</div>',
        '<div style="overflow: hidden">$a = b$</div>',
        '<font color="white">$a = b$</font>',
        "<details>\n\n$a = b$\n\n</details>",
        "~~$a = b$~~",
        "      $$a = b$$",
        "[x]: $a=b$ so a = b",
        "[^1]: $a = b$",
        r"$$a \text{ and $a = b$}$$",
        "a = b",
        "\u202e$a = b$",
    ),
}
"""What would make a reader of the source pass over what is seen."""


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in DROPS.items() for text in texts])
def test_what_is_seen_is_not_passed_over(kind: str, text: str) -> None:
    """It is in a formula, or it is named as not read."""
    page = read_page(text, kind=kind)
    taken = [formula.text() for event in page.events for formula in event.formulas]
    assert any("a = b" in said.replace("a=b", "a = b") for said in [*taken, *(unread.text for unread in page.unread)])


CHANGES = {
    "latex": (
        r"\newcommand{\s}{b} {\renewcommand{\s}{c}} $a = \s$",
        r"\newcommand{\s}{b} \iffalse\renewcommand{\s}{c}\fi $a = \s$",
        r"\newcommand{\s}{b} $a = \s$ \renewcommand{\s}{c}",
        "\\newcommand{\\s}{b} %\\renewcommand{\\s}{c}\n$a = \\s$",
        r"\newcommand{\s}{b} \begin{comment}\renewcommand{\s}{c}\end{comment} $a = \s$",
        r"\newcommand{\s}{b} \verb|\renewcommand{\s}{c}| $a = \s$",
        r"\newcommand{\s}{c} \renewcommand*\s{b} $a = \s$",
        r"\newcommand{\s}{c} \RenewDocumentCommand{\s}{}{b} $a = \s$",
        r"\newcommand{\s}{c} \expandafter\def\csname s\endcsname{b} $a = \s$",
        r"\newcommand{\s}{b} \providecommand{\s}{c} $a = \s$",
        r"\newcommand{\s}{b} \phantom{\renewcommand{\s}{c}} $a = \s$",
        "\\begin{document} \\newcommand{\\s}{b} $a = \\s$ \\end{document} \\renewcommand{\\s}{c}",
        r"$a = \phantom{c}b$",
        "$a = % c\nb$",
    ),
    "markdown": (
        r"$\def\s{b} a = \s$ <!-- $\def\s{c}$ -->",
        "$\\def\\s{b}$ <span hidden>$\\def\\s{c}$</span> $a = \\s$",
        "$\\def\\s{b}$ `$\\def\\s{c}$` $a = \\s$",
        "---\ns: $\\def\\s{c}$\n---\n$\\def\\s{b} a = \\s$",
        "$a = \u200bb$",
    ),
}
"""What is not seen, and would change what is read."""


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in CHANGES.items() for text in texts])
def test_what_is_not_seen_changes_nothing(kind: str, text: str) -> None:
    """What is read is what is seen."""
    page = read_page(text, kind=kind)
    taken = [formula.text() for event in page.events for formula in event.formulas]
    assert ["".join(said.split()) for said in taken] == ["a=b"]


DOUBTS = {
    "latex": (
        r"\newcommand{\s}{b} \def\s\relax{c} $a = \s$",
        r"\newcommand{\s}{b} \ifx\x\y\renewcommand{\s}{c}\fi $a = \s$",
        r"\newcommand{\s}{b} \AtBeginDocument{\renewcommand{\s}{c}} $a = \s$",
        r"\newcommand{\s}{b} \newcommand{\s}{c} $a = \s$",
        r"\edef\s{\x} $a = \s$",
        r"\DeclareMathSymbol{\s}{0}{letters}{99} $a = \s$",
        r"\let\s\input $a = \s$",
        r"\def\s#1{b} $a = \s$",
        r"\mathcode`b=`c $a = b$",
        r"\everymath{\color{white}} $a = b$",
        r"^^5cdef $a = b$",
        r"$a = \rlap{c}b$",
        r"$a = \hspace{-1cm}b$",
        r"$a = {\color{white}c}b$",
        r"$a = \textcolor[rgb]{1, 1, 1}{c}b$",
        r"\definecolor{x}{HTML}{FFFFFF} $a = \textcolor{x}{c}b$",
        r"\def\s{\s} $a = \s$",
    ),
    "markdown": (
        "$a = \u202ec b\u202c$",
        r"$a = \class{x}{c}b$",
        r"$a = \htmlStyle{display:none}{c}b$",
        "$\\def\\le{\\ge} x \\le y$ and $a \\le b$",
    ),
}
"""What may be seen in two ways."""


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in DOUBTS.items() for text in texts])
def test_what_is_in_doubt_is_not_understood(kind: str, text: str) -> None:
    """The last formula is named as not read, or holds what no formula understands."""
    page = read_page(text, kind=kind)
    formulas = [formula for event in page.events for formula in event.formulas]
    understood = bool(formulas) and not any(
        holes(tree) for statement in formulas[-1].statements for tree in (statement.tree, *statement.guards)
    )
    assert not understood
