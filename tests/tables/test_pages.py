r"""What is seen of a page: formulas, words, headings and items in order; and what is not taken in, with its reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derive.discourse.errors import DocumentError
from derive.discourse.files import open_page, read_page
from derive.formula.read.tree import Chain
from tests.pages import lines, seen

MARKDOWN = {
    "Let $x = 1$ be.": ["words: Let ⟨x = 1⟩ be."],
    "a\n\n$$\nx = 1\n$$\n": ["words: a", "⟨x = 1⟩"],
    r"\[ a = b \] and \( c \)": ["⟨a = b⟩", "words: and ⟨c⟩"],
    r"\\[ a = b \\] and \\( c \\)": ["⟨a = b⟩", "words: and ⟨c⟩"],
    "```math\na = b\n```\n": ["⟨a = b⟩"],
    "```{math}\n:label: eq\n\na = b\n```\n": ["⟨a = b⟩"],
    ":::{math}\na = b\n:::\n": ["⟨a = b⟩"],
    "{% math %}\na = b\n{% endmath %}": ["⟨a = b⟩"],
    r"\begin{align*} a &= b \end{align*}": ["⟨a &= b⟩"],
    "{math}`a = b` in a line": ["words: ⟨a = b⟩ in a line"],
    "$`a = b`$": ["words: ⟨a = b⟩"],
    "costs $5 and $6 only": ["words: costs $5 and $6 only"],
    "It costs $5, so $x = 5$ holds.": ["words: It costs $5, so ⟨x = 5⟩ holds."],
    "from $ x $ to $ y = 1 $": ["words: from ⟨x⟩ to ⟨y = 1⟩"],
    "from $ (0, 0) $ along the **x-axis**, i.e., $ y = 0 $": ["words: from ⟨(0, 0)⟩ along the x-axis, i.e., ⟨y = 0⟩"],
    "Then $|a = 1$ and $a? = 1$.": [
        "words: Then ⟨|a = 1⟩ and ⟨a? = 1⟩.",
    ],
    "| a |\n|---|\n| $P(a|b) = c$ |": [
        "words: a",
        "words: P(a",
        "! 3: this formula never ends",
    ],
    "$a = b$1": ["words: ⟨a = b⟩1"],
    "`$x$` is code, $y$ is not": ["words: $x$ is code, ⟨y⟩ is not"],
    "```python\nx = '$a$'\n```\n$b$": ["words: ⟨b⟩"],
    "<!-- $x = 1$ --> $y$": ["words: ⟨y⟩", "~ 1: it stands in a comment"],
    r"\$ 3 and $a$": ["words: $ 3 and ⟨a⟩"],
    "> $$\n> a = b\n> $$": ["⟨a = b⟩"],
    "> Let $x=1$\n> and $y=2$.": ["words: Let ⟨x=1⟩ and ⟨y=2⟩."],
    "$$ never closed": ["words: never closed", "! 1: this formula never ends"],
    "```math\nnever = closed": ["! 2: this code, or formula, never ends"],
    "```\n$$a = b$$\n": ["! 2: this code, or formula, never ends"],
    "- $a = 1$\n- $b = 2$\n  1. $c$": [
        "item 9:",
        "words: ⟨a = 1⟩",
        "item 9:",
        "words: ⟨b = 2⟩",
        "item 10: 1.",
        "words: ⟨c⟩",
    ],
    "| a | b |\n|---|---|\n| $x = 1$ | $y \\le 2$ |": ["words: a b", r"words: ⟨x = 1⟩ ⟨y \le 2⟩"],
    "# On $x = 1$\n\n## Problem 2: ridge\n\n(a) Show $y$.\n\n(b) Hence": [
        "heading 1: On ⟨x = 1⟩",
        "wall 2: Problem 2: ridge",
        "part 10: (a)",
        "words: Show ⟨y⟩.",
        "part 10: (b)",
        "words: Hence",
    ],
    "**Exercise 3.** Let $x > 0$.": ["wall 8: Exercise 3.", "words: Let ⟨x > 0⟩."],
    "[see $x = 1$](http://a.b/c=d) and **bold** *words*": ["words: see ⟨x = 1⟩ and bold words"],
    "Hence[^1].\n\n[^1]: $a=b$": ["words: Hence[^1].", "words: [^1]: ⟨a=b⟩"],
    "$$\na\n= b\n+ c\n- d\n$$\nwhere $d = 1$": ["⟨a = b + c - d⟩", "words: where ⟨d = 1⟩"],
    "Then $$ a\n= b $$ holds": ["words: Then", "⟨a = b⟩", "words: holds"],
    "1. Then\n   $$\n   a\n   = b\n   $$": ["item 9: 1.", "words: Then", "⟨a = b⟩"],
    "      $$a = b$$": ["⟨a = b⟩"],
    "<div>$$a = b$$</div>": ["⟨a = b⟩"],
    '<div style="display:none">\n\n$$a = b$$\n\n</div>\n\n$c$': ["words: ⟨c⟩", "~ 3: it is hidden"],
    "<span hidden>$a = b$</span> $c$": ["words: ⟨c⟩", "~ 1: it is hidden"],
    "~~$a = b$~~ $c$": ["words: ⟨c⟩", "! 1: it is struck out"],
    '<script type="math/tex">a = b</script>': ["! 1: MathML and scripts are not read"],
    "<math><mi>a</mi></math>": ["! 1: MathML and scripts are not read"],
    "---\ntitle: $a = b$\n---\n$c$": ["words: ⟨c⟩", "~ 1: it stands in the head of the file"],
    r"$\newcommand{\R}{\mathbb{R}}$ Let $x \in \R$.": [r"words: Let ⟨x \in \mathbb{R}⟩."],
    "\\newcommand{\\R}{\\mathbb{R}}\n\n$x \\in \\R$": [r"words: ⟨x \in \mathbb{R}⟩"],
    r"$\R$ and $\newcommand{\R}{\mathbb{R}} \R$": [r"words: ⟨\R⟩ and ⟨\mathbb{R}⟩"],
    "<!-- derive: let $N = 1$ -->\n\n$a = b$": ["directive: let ⟨N = 1⟩", "words: ⟨a = b⟩"],
    "$a = % = c\nb$": ["words: ⟨a = b⟩", "~ 1: it stands in a comment"],
    r"$$a = b \tag{1} \label{e}$$": ["⟨a = b⟩"],
    r"$$a = b \tag{$a = c$}$$": ["⟨a = b⟩", "! 1: what is said in a tag is not read"],
    r"$$f(x) = 1 \text{ if $x > 0$}$$": [r"⟨f(x) = 1 \text{ if } x > 0⟩"],
    r"$$\begin{align} a &= b \\ \intertext{hence $c = d$,} e &= f \end{align}$$": [
        r"⟨a &= b \\⟩",
        "words: hence ⟨c = d⟩,",
        "⟨e &= f⟩",
    ],
    r"\begin{align} a &= b \intertext{hence $c = d$,} e &= f \end{align}": [
        "⟨a &= b⟩",
        "words: hence ⟨c = d⟩,",
        "⟨e &= f⟩",
    ],
    r"$$\begin{cases} a = b \\ c = d \end{cases}$$": [r"⟨a = b \\ c = d⟩"],
    r"$$f = \begin{cases} a & x > 0 \\ c & x \le 0 \end{cases}$$": [
        r"⟨f = \begin{cases} a & x > 0 \\ c & x \le 0 \end{cases}⟩"
    ],
    r"$$\boxed{a = b}$$": ["⟨a = b⟩"],
    r"$$x = \boxed{3}$$": [r"⟨x = \boxed{3}⟩"],
    "the mean = 0, and error = variance": [
        "words: the mean = 0, and error = variance",
        "! 1: this relation stands in words; write it as a formula",
    ],
    "x ≤ 3 in words": ["words: x ≤ 3 in words", "! 1: this relation stands in words; write it as a formula"],
    r"\[not a link\] and \[x\]": ["words: [not a link] and", "⟨x⟩"],
    ":::{note}\n$a = b$\n:::": ["words: ⟨a = b⟩"],
    "```{note}\n$a = b$\n```": ["words: ⟨a = b⟩"],
    "![alt $a = b$](x.png) $c$": ["words: ⟨c⟩"],
    r"$\dv{f}{x}, \pdv[2]{g}{y}, \pdv{f}{x}{y}$": [
        r"words: ⟨\frac{d f}{d x}, \frac{\partial^{2} g}{\partial y^{2}}, \frac{\partial^2 f}{\partial x \partial y}⟩"
    ],
    r"$\norm{x} \le \abs*{y}, \order{n}, \qty(a), \div$": [
        r"words: ⟨\left\|x\right\| \le \left|y\right|, \mathcal{O}\left(n\right), (a), \div⟩"
    ],
    r"$$ a = \phantom{-} b$$": ["⟨a = b⟩", "~ 1: it is left blank"],
    r"$$a = \color{white}- b$$": ["⟨a = ⍰⟩", "! 1: it is written in white"],
    r"$$a = \textcolor{red}{b}$$": ["⟨a = {b}⟩"],
    r"$$a = \class{hidden}{-} b$$": [
        r"⟨a = \class b⟩",
        r"! 1: \class is not understood: it may hide what it holds, or print over it",
    ],
    r"$a \mathrel{=} b$, $c \ensuremath{= d}$": ["words: ⟨a = b⟩, ⟨c = d⟩"],
    r"Inline \begin{equation} a = b \end{equation} too": ["words: Inline", "⟨a = b⟩", "words: too"],
    "$x$$y$": ["words: ⟨x⟩⟨y⟩"],
    "a $x$-th $y$s": ["words: a ⟨x⟩-th ⟨y⟩s"],
    "Set `a = b` and a = 3.": [
        "words: Set a = b and a = 3.",
        "! 1: this relation stands in words; write it as a formula",
    ],
    r"$\def\vec{\mathbf} \vec x$ and $\vec y$": [
        r"words: ⟨\mathbf x⟩ and ⟨\mathbf y⟩",
        r"~ 1: \vec means something else from here on",
    ],
}
LATEX = {
    "Let $x = 1$.\n\n\\section{Problem 2} Then \\[ a = b \\] \\(c\\)": [
        "words: Let ⟨x = 1⟩.",
        "wall 3: Problem 2",
        "words: Then",
        "⟨a = b⟩",
        "words: ⟨c⟩",
    ],
    r"\begin{problem}[ridge] $a = b$ \end{problem}": ["wall 8: problem ridge", "words: ⟨a = b⟩"],
    r"\newtheorem{ueb}{Exercise}\begin{ueb} $a$ \end{ueb}": ["wall 8: Exercise", "words: ⟨a⟩"],
    "\\begin{enumerate}\n\\item $a$\n\\item[(b)] $b$ \\end{enumerate}": [
        "item 9:",
        "words: ⟨a⟩",
        "part 10: (b)",
        "words: ⟨b⟩",
    ],
    "(a) Show $x$.\n\n(b) Then $y$.\n\n\\textbf{Problem 3.} Let": [
        "part 10: (a)",
        "words: Show ⟨x⟩.",
        "part 10: (b)",
        "words: Then ⟨y⟩.",
        "wall 8: Problem 3.",
        "words: Let",
    ],
    r"\begin{itemize}\item a \begin{itemize}\item b\end{itemize}\end{itemize}": [
        "item 9:",
        "words: a",
        "item 10:",
        "words: b",
    ],
    r"\footnote{$a = b$} \caption{$c$} \mbox{$d$} \parbox{3cm}{$e$} \fbox{$f = g$}": [
        "words: ⟨a = b⟩ ⟨c⟩ ⟨d⟩ ⟨e⟩ ⟨f = g⟩"
    ],
    r"\begin{tabular}{c|c} $a = b$ & $c$ \\ \end{tabular}": ["words: ⟨a = b⟩ ⟨c⟩"],
    r"\begin{figure}[h]\includegraphics[width=2cm]{a}\caption{$a=b$}\end{figure}": ["words: ⟨a=b⟩"],
    r"\[ \mbox{$a = b$} \] \[ a \text{ = } b \] \[ \text{a = b} \]": [
        "⟨a = b⟩",
        "⟨a = b⟩",
        r"⟨\text{a = b}⟩",
        "! 1: this relation stands in words; write it as a formula",
    ],
    r"\begin{subequations}\begin{align} a &= b \end{align}\end{subequations}": ["⟨a &= b⟩"],
    r"\begin{empheq}[box=\fbox]{align} a &= b \end{empheq}": ["⟨a &= b⟩"],
    r"\begin{alignat}{2} a &= b \end{alignat} \begin{IEEEeqnarray}{rCl} a &=& b \end{IEEEeqnarray}": [
        "⟨a &= b⟩",
        "⟨a &=& b⟩",
    ],
    r"\begin{dgroup}\begin{dmath} a = b \end{dmath}\end{dgroup}": ["⟨a = b⟩"],
    r"\begin{mystery} a = b \end{mystery}": [
        "words: a = b",
        "! 1: this relation stands in words; write it as a formula",
    ],
    r"\texttt{a = b} \texttt{$c$}": ["words: a = b ⟨c⟩"],
    r"\verb|$a = b$| \url{http://x%20?a=b} $c$": ["words: ⟨c⟩"],
    r"\begin{verbatim} $a = b$ \end{verbatim} $c$": ["words: ⟨c⟩"],
    r"\begin{comment} $a = b$ \end{comment} $c$": ["words: ⟨c⟩", "~ 1: it stands in a comment"],
    r"\iffalse $a = b$ \else $c$ \fi": ["words: ⟨c⟩", "~ 1: it stands in a branch that is not taken"],
    r"\ifx\a\b $a = b$ \fi $c$": ["words: ⟨c⟩", r"! 1: whether \ifx holds is not known"],
    r"\newif\ifs \ifs $a = b$ \fi \strue \ifs $c$ \fi": ["words: ⟨c⟩", "~ 1: it stands in a branch that is not taken"],
    "\\newcommand{\\w}{w}\n$a = b$\n\\begin{document}\n$\\w$ % $a = b$\n\\end{document} $a = b$": [
        "words: ⟨w⟩",
        "~ 4: it stands in a comment",
        "~ 5: it stands behind the end of the document",
    ],
    "% derive: let $a = 1$\n\\begin{document} $b$ \\end{document}": ["directive: let ⟨a = 1⟩", "words: ⟨b⟩"],
    "$a = % derive: skip\nb$": ["directive: skip", "words: ⟨a = b⟩"],
    r"{\color{white} $a = b$} $c$": ["words: ⍰ ⟨c⟩", "! 1: it is written in white"],
    r"$a = \textcolor{white}{-} b$": ["words: ⟨a = ⍰ b⟩", "! 1: it is written in white"],
    r"\setbox0=\hbox{$a = b$} $c$": ["words: ⟨c⟩", "! 1: what is kept in a box is not read"],
    r"\catcode`\%=12 $c$": [
        r"! 1: behind \catcode, signs have other meanings",
        "! 1: signs may have another meaning here",
    ],
    r"\catcode`\@=11 $c$": ["words: ⟨c⟩"],
    r"\begin{tikzpicture} \node {$a = b$}; \end{tikzpicture} $c$": ["words: ⟨c⟩", "! 1: pictures are not read"],
    r"\input{other} $c$": ["words: ⟨c⟩", "! 1: no other files are read here"],
    "never $a = b\n\n next \\[ c = d": [
        "words: never a = b",
        "words: next c = d",
        "! 1: this formula never ends",
        "! 3: this formula never ends",
    ],
    'G\\"odel\'s \\emph{na\\"{\\i}ve} \\textbf{words} cost 5\\,\\% \\& \\$3': [
        "words: Gödel's naïve words cost 5 % & $3"
    ],
    r"\begin{align} a &= b \nonumber \\ &= c \label{x} \end{align}": [r"⟨a &= b \\ &= c⟩"],
    r"\begin{equation} \begin{split} a &= b \\ &= c \end{split} \end{equation}": [r"⟨a &= b \\ &= c⟩"],
    r"\begin{proof} $a$ \end{proof} \begin{theorem} $b$ \end{theorem}": [
        "heading 11: proof",
        "words: ⟨a⟩",
        "heading 11: theorem",
        "words: ⟨b⟩",
    ],
    r"\part (a) $x$": ["part 10: (a)", "words: ⟨x⟩"],
    r"$a = {b \choose c}$": [r"words: ⟨a = {b \choose c}⟩"],
    r"\[ \left\{ \begin{aligned} a &= b \\ c &= d \end{aligned} \right. \]": [r"⟨a &= b \\ c &= d⟩"],
    r"a \ensuremath{x = 1} b": ["words: a ⟨x = 1⟩ b"],
    r"\underline{$a = b$}": ["words: ⟨a = b⟩"],
}
MACROS = {
    r"\DeclareMathOperator*{\argmax}{arg\,max} $\argmax_k a$": [r"words: ⟨\operatorname{arg\,max}_k a⟩"],
    r"$\Bigg{[} a \big) \Bigl\{ b$": [r"words: ⟨[ a \big) \Bigl\{ b⟩"],
    r"$\text x^i$": [r"words: ⟨\mathrm x^i⟩"],
    r"\newcommand{\s}{-}{\renewcommand{\s}{+}$\s a$}$\s a$": ["words: ⟨+ a⟩⟨- a⟩"],
    r"$\def\s{-}\s a$ $\s a$": [r"words: ⟨- a⟩ ⟨\s a⟩"],
    r"\gdef\s{-}{\gdef\s{+}}$\s a$": ["words: ⟨+ a⟩"],
    r"\begingroup\def\s{-}\endgroup $\s a$": [r"words: ⟨\s a⟩"],
    r"\newcommand{\s}{-}\begin{quote}\def\s{+}\end{quote}$\s a$": ["words: ⟨- a⟩"],
    r"\renewcommand{\leq}{\geq} $a \leq b$": [r"words: ⟨a \geq b⟩", r"~ 1: \leq means something else from here on"],
    r"\def\alpha{\beta} $\alpha$": [r"words: ⟨\beta⟩", r"~ 1: \alpha means something else from here on"],
    r"\let\old\sum \renewcommand{\sum}{-\old} $\sum_i a$": [
        r"words: ⟨-\sum_i a⟩",
        r"~ 1: \sum means something else from here on",
    ],
    r"\let\a\b \def\b{c} $\a$": [r"words: ⟨\b⟩"],
    r"\newcommand{\a}{x}\newcommand{\b}{y}\let\t\a\let\a\b\let\b\t $\a\b$": ["words: ⟨yx⟩"],
    r"\newcommand{\p}{1}\newcommand{\q}{\p}\let\r\q\renewcommand{\p}{2} $\r$": ["words: ⟨2⟩"],
    r"\providecommand{\le}{\ge} $a \le b$": [r"words: ⟨a \le b⟩"],
    r"\providecommand{\mine}{a} $\mine$": ["words: ⟨a⟩"],
    r"\newcommand{\f}[2][x]{#1 + #2} $\f{a}, \f[b]{c}$": ["words: ⟨x + a, b + c⟩"],
    r"\newcommand\f[1]{\frac{#1}{2}} $\f a, \f{\f b}$": [r"words: ⟨\frac{a}{2}, \frac{\frac{b}{2}}{2}⟩"],
    r"\def\f#1#2{#2#1} $\f ab$": ["words: ⟨ba⟩"],
    r"\def\f(#1){[#1]} $\f(a)$": [r"words: ⟨\f (a)⟩", r"! 1: \f is not understood: its definition is not read"],
    r"\DeclareMathOperator*{\KL}{KL} $\KL(p)$": [r"words: ⟨\operatorname{KL}(p)⟩"],
    r"\DeclarePairedDelimiter{\nm}{\lVert}{\rVert} $\nm{x} = \nm*{y} = \nm[\big]{z}$": [
        r"words: ⟨\left\lVert x \right\rVert = \left\lVert y \right\rVert = \left\lVert z \right\rVert⟩"
    ],
    r"\DeclarePairedDelimiterX{\ip}[2]{\langle}{\rangle}{#1 \delimsize\vert #2} $\ip{a}{b}$": [
        r"words: ⟨\left\langle a \vert b \right\rangle⟩"
    ],
    r"\newenvironment{eq}[1]{\def\s{#1}\begin{equation}}{\s\end{equation}} \begin{eq}{2} a = \end{eq} $\s$": [
        "⟨a = 2⟩",
        r"words: ⟨\s⟩",
    ],
    r"\newcommand{\be}{\begin{equation}}\newcommand{\ee}{\end{equation}} \be a = b \ee": ["⟨a = b⟩"],
    r"\NewDocumentCommand{\f}{O{x} m}{#1#2} $\f{a}, \f[b]{c}$": ["words: ⟨xa, bc⟩"],
    r"\NewDocumentCommand{\f}{s m}{#2} $\f{a}$": [
        r"words: ⟨\f {a}⟩",
        r"! 1: \f is not understood: its definition is not read",
    ],
    r"\expandafter\def\csname s\endcsname{-} $\s a$": ["words: ⟨- a⟩"],
    r"\def\a{\b}\def\b{\a} $\a = 1$": [
        r"words: ⟨\a = 1⟩",
        r"! 1: \a is not understood: macros call each other more than 40 levels deep",
    ],
    r"\newcommand{\half}{12} $\frac\half 3, x^\half$": [r"words: ⟨\frac{12} 3, x^12⟩"],
    r"\newcommand{\x}{\alpha}$\x b$ $\x{}b$": [r"words: ⟨\alpha b⟩ ⟨\alpha{}b⟩"],
    r"\newcommand{\v}{\mathbf}$\v x \v{y}$": [r"words: ⟨\mathbf x \mathbf{y}⟩"],
    r"\newcommand{\f}[1]{#1^2} $\f$": [r"words: ⟨\f⟩", r"! 1: \f is not understood: its arguments are not found"],
    r"\edef\a{\b} $\a$": [r"words: ⟨\a⟩", r"! 1: \a is not understood: it is defined by \edef"],
    r"\def\and{$a$} \and": ["words: ⟨a⟩"],
    r"\newcommand{\R}{\ensuremath{\mathbb{R}}} \R and $\R$": [r"words: ⟨\mathbb{R}⟩ and ⟨\mathbb{R}⟩"],
    r"\usepackage{physics} $\div v$": [r"words: ⟨\nabla\cdot v⟩"],
    r"\usepackage{amsmath} $\div v, \ev{a}$": [r"words: ⟨\div v, \ev{a}⟩"],
    r"\newcommand{\div}{d} $\div$": ["words: ⟨d⟩", r"~ 1: \div means something else from here on"],
    r"\renewcommand{\section}[1]{#1} \section{A}": ["heading 3: A"],
    r"\newcommand{\grad}{\[ a = b \]} \grad": ["⟨a = b⟩"],
}


@pytest.mark.parametrize("table", ["MARKDOWN", "LATEX", "MACROS"])
def test_what_is_seen(table: str) -> None:
    """Each text of a table gives these lines."""
    kind = "markdown" if table == "MARKDOWN" else "latex"
    rows = {"MARKDOWN": MARKDOWN, "LATEX": LATEX, "MACROS": MACROS}[table]
    assert {text: seen(text, kind) for text in rows} == rows


PLACES = {
    ("markdown", "Let\n$x = 1$."): [(2, 2, 5)],
    ("markdown", "> a\n> $x$ and\n> $$\n> y\n> $$"): [(2, 4, 1), (4, 3, 1)],
    ("markdown", "- a\n  - $x$\n\n    $y$"): [(2, 6, 1), (4, 6, 1)],
    ("markdown", "| $x$ | $y$ |\n|---|---|\n| $\\|x\\|$ | $z$ |"): [(1, 4, 1), (1, 10, 1), (3, 5, 4), (3, 14, 1)],
    ("markdown", "# The $x$ #\n\nA\n$y$\n==="): [(1, 8, 1), (4, 2, 1)],
    ("markdown", "<b>\n$x$ <i>$y$</i>"): [(2, 2, 1), (2, 9, 1)],
    ("markdown", "```math\n  x\n```\n```{note}\n$y$\n```"): [(2, 3, 1), (5, 2, 1)],
    ("markdown", "$\\def\\R{r}\\R$ $x \\R y$"): [(1, 11, 2), (1, 16, 6)],
    ("latex", "% one\nLet $x$ % two\nbe \\[\n y\n\\]"): [(2, 6, 1), (4, 2, 1)],
    ("latex", "\\newcommand{\\f}[1]{#1^2}\n$\\f{a}$"): [(2, 5, 2)],
    ("latex", "\\newcommand{\\f}[1]{(#1)^2}\n$\\f{a}$"): [(2, 2, 5)],
    ("latex", "\\begin{align} a &= b \\\\\n &= c \\text{ if $d$} \\end{align}"): [(1, 15, 28)],
}
"""Where the formulas of a text stand: line, column and length. What a macro brings in stands where it is called."""


def test_every_formula_has_its_place() -> None:
    """In quotes, lists, tables, headings, HTML, fences, and behind macros and comments."""
    found = {
        (kind, text): [
            (place.line, place.column, place.length)
            for event in read_page(text, kind=kind).events
            for place in (formula.place() for formula in event.formulas)
        ]
        for kind, text in PLACES
    }
    assert found == PLACES


def test_a_part_of_a_formula_has_its_place() -> None:
    """Also behind a macro, and behind one of a package."""
    page = read_page("$$\n\\def\\b{2}\na \\b = \\norm{c}\n\\le \\b$$")
    (formula,) = page.events[0].formulas
    chain = formula.statements[0].tree
    assert isinstance(chain, Chain)
    sides = [formula.place(node.span) for node in chain.members if node is not None]
    assert [(place.line, place.column, place.length) for place in sides] == [(3, 1, 4), (3, 8, 8), (4, 5, 2)]


def test_cells_of_a_notebook_keep_their_numbers(tmp_path: Path) -> None:
    """Macros of one cell hold in the next ones; code and output are not read."""
    cells = [
        {"cell_type": "code", "source": "y = '$a = 1$'", "outputs": [{"text": "$b$"}]},
        {"cell_type": "markdown", "source": ["# T\n", "$\\newcommand{\\v}{\\mathbf v}$\n", "Then $\\v = 1$"]},
        {"cell_type": "raw", "source": "$c$"},
        {"cell_type": "markdown", "source": "$x = \\v$"},
    ]
    path = tmp_path / "n.ipynb"
    _ = path.write_text(json.dumps({"cells": cells}))
    page = open_page(path)
    assert list(lines(page)) == ["heading 1: T", r"words: Then ⟨\mathbf v = 1⟩", r"words: ⟨x = \mathbf v⟩"]
    places = [formula.place() for event in page.events for formula in event.formulas]
    assert [(place.cell, place.line, place.column) for place in places] == [(1, 3, 7), (3, 1, 2)]


def test_files_are_brought_in_where_they_stand(tmp_path: Path) -> None:
    """With their own lines, and with what they define; a file outside of the folder, or around a circle, is not."""
    secret, folder = tmp_path / "secret.tex", tmp_path / "paper"
    folder.mkdir()
    _ = secret.write_text("$4 = 4$")
    (folder / "link.tex").symlink_to(secret)
    _ = (folder / "a.tex").write_text(
        f"$1$ \\input{{../secret}}\\input{{{secret}}}\\input{{link}}\\input{{a}}\\input b $\\x$ \\include{{no}}"
    )
    _ = (folder / "b.tex").write_text("\n\\def\\x{3}$2$ \\input{a}")
    page = open_page(folder / "a.tex", shown="a.tex")
    formulas = [formula for event in page.events for formula in event.formulas]
    assert [(f.text(), f.place().file, f.place().line) for f in formulas] == [
        ("1", "a.tex", 1),
        ("2", "b.tex", 2),
        ("3", "a.tex", 1),
    ]
    assert [(unread.place.file, unread.reason) for unread in page.unread] == [
        *[("a.tex", "it lies outside of the folder of the document")] * 3,
        *[("a.tex", "it inputs itself"), ("b.tex", "it inputs itself")],
        ("a.tex", "there is no such file beside the document"),
    ]


ERRORS = {
    "binary.md": (b"a\0b", "it is binary"),
    "picture.png": (b"\x89PNG", "this kind of file is not read"),
    "broken.ipynb": (b"{", "it is no notebook: its JSON cannot be read"),
    "no-cells.ipynb": (b'{"cells": 3}', "it is no notebook: it has no list of cells"),
    "empty.md": (b" \n", "it is empty"),
    "missing.md": (None, "it cannot be read"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_what_is_no_document_is_refused(tmp_path: Path, name: str) -> None:
    """With the reason and a way out."""
    content, reason = ERRORS[name]
    if content is not None:
        _ = (tmp_path / name).write_bytes(content)
    with pytest.raises(DocumentError, match=reason):
        _ = open_page(tmp_path / name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_a_file_is_read_in_its_encoding(tmp_path: Path, encoding: str) -> None:
    """With any ends of lines."""
    path = tmp_path / "a.md"
    _ = path.write_bytes("Für\r\n$x = 3$.\r".encode(encoding))
    page = open_page(path)
    assert list(lines(page)) == ["words: Für ⟨x = 3⟩."]
    assert page.events[0].formulas[0].place().line == 2
