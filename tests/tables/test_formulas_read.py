r"""Formulas as they are written, and as they are shown again after they were read; displays, and the lines in them.

A row is a formula, and behind `  =>  ` how it comes back, if it does not come back as it is, up to spaces. What is not
understood comes back in a box.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest

from tests.documents import checked, parts, sides, steps

FORMULAS = {
    "names": r"""
x_i^2
x^2_i  =>  x_i^2
{x}_{ij}^{\top}  =>  x_{ij}^\top
\hat{x_i} + \mathbf{a_i} + {a + b} c {d e} f  =>  \hat{x}_i + \mathbf{a}_i + {a + b} c {d e} f
\indicator  =>  \mathbb{1}
x^{(i)}_j  =>  x_j^{(i)}
x_{i,j}^{k} + x_{i j} + x_{12} + x_i{}^2 + {x_i}^2  =>  x_{i,j}^k + x_{ij} + x_{12} + x_i{}^2 + {x_i}^2
_i + ^2  =>  {}_i + {}^2
f''' + g'_i(x)^2
x^+ + x^- + x_\odot + x^\circ + A^\dagger + w^\star + x^\pm
x^* + x^\ast + x^\bullet  =>  x^\star + x^\star + x^\bullet
w^* + w^{-1} + A^{-\top} + A^{\dagger}  =>  w^\star + w^{-1} + A^{-\top} + A^\dagger
w_{\text{new}} + w_{\mathrm{opt}}^{(t+1)} + w^{[l]}  =>  w_{\mathrm{new}} + w_{\mathrm{opt}}^{(t+1)} + w^{[l]}
\hat{\mathbf{w}}_0 + \boldsymbol{\beta}^\top \mathbf{x}_n + \mathcal{L}(w, b) + \mathbb{R}^{N \times D}
\tilde{x} \bar{y}_i \dot{z} \vec{0} \widehat{ab} \overline{w}  =>  \tilde{x} \bar{y}_i \dot{z} \vec{0} \hat{ab} \bar{w}
\mathbf x \bm{\mu} \mathsf{A} \mathscr{L}  =>  \mathbf{x} \boldsymbol{\mu} \mathsf{A} \mathcal{L}
\mathfrak{g}
{\rm d}x + {\bf x} y + {\cal L} + \bf w  =>  \mathrm{d}x + \mathbf{x} y + \mathcal{L} + \mathbf{w}
\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa \varkappa \lambda \mu \nu \xi
\omicron \pi \varpi \rho \varrho \sigma \varsigma \tau \upsilon \phi \varphi \chi \psi \omega \ell \hbar
\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega \Pr \infty \emptyset \top \bot \dagger \star
\varGamma \varDelta \varTheta \varLambda \varSigma \varPhi \varPsi \varOmega
\triangle \natural \sharp \flat \Box \complement \degree \partial \aleph \wp \Re \Im
\hat{x} \bar{x} \tilde{x} \vec{x} \dot{x} \ddot{x} \check{x} \breve{x} \acute{x} \grave{x} \mathring{x}
\mathrm{ReLU}(x) + \text{Accuracy} = \text{data term}  =>  \mathrm{ReLU}(x) + \mathrm{Accuracy} = \text{data term}
""",
    "numbers": r"""
2.50 + .5x
1{,}000{,}000 + 1,234.5  =>  1000000 + 1234.5
63\,000\,000 + 2\,500  =>  63000000 + 2500
1.2.3  =>  1.2{.3}
x¹² + y₁₂ + αᵢ²  =>  x^{12} + y_{12} + \alpha_i^2
""",
    "fractions, roots and slopes": r"""
\frac12 x + \dfrac{a}{b} + \tfrac12 + \cfrac{1}{1 + x}  =>  \frac{1}{2} x + \frac{a}{b} + \frac{1}{2} + \frac{1}{1+x}
\sqrt{2x} + \sqrt[n]{y} + \sqrt[3] z  =>  \sqrt{2x} + \sqrt[n]{y} + \sqrt[3]{z}
a/b + \binom{n}{k} \dbinom{n}{2}  =>  a/b + \binom{n}{k} \binom{n}{2}
\frac{\partial E}{\partial w_j} + \frac{\partial}{\partial w_k} \sum_j w_j x_j + \frac{a}{d}
\frac{\partial^2}{\partial w_i \partial w_j} (a + b) + \frac{\partial^2 f}{\partial x \partial y}
\frac{\partial \log p}{\partial \theta} c + \frac{\partial x y}{\partial x} + \frac{d^2 f}{d x^2}
\frac{\mathrm{d} f}{\mathrm{d} x} + \frac{d}{dz} \sigma(z)  =>  \frac{df}{dx} + \frac{d}{dz} \sigma(z)
\nabla_w E(w) + \nabla^2 f + \nabla_\theta^2 (f + g) + \nabla_w \frac{1}{2} w^\top w
\nabla f(x)^\top d  =>  {\nabla f(x)}^\top d
\nabla w^\top w  =>  {\nabla w^\top} w
\left.f\right|_{x=0}  =>  \left. f \right\rvert_{x=0}
""",
    "sums and functions": r"""
\sum_{i=1}^N x_i y_i + b - \prod_{j=1}^D \theta_j^{x_j}
\sum\limits_i^n x_i + \sum\nolimits_{k} c_k  =>  \sum_i^n x_i + \sum_k c_k
\sum_{n \in C_k} x_n + \sum_{i < j} a_i a_j + \sum_i \sum_j a_{ij} b_j
\sum -x_i
\int_0^1 f(x) dx + \lim_{n \to \infty} a_n
\arg\max_k p_k + \max_x f(x) + \max(0, 1 - z)
\operatorname{argmin}_w L(w) + \operatorname*{arg\,min}_w L  =>  \arg\min_w L(w) + \arg\min_w L
\underset{w}{\arg\min}\, L(w) + \underset{k}{\max} z_k  =>  \arg\min_w L(w) + \max_k z_k
\mathop{\mathrm{argmax}}_{k} p_k  =>  {\arg\max}_k p_k
\max\{a, b\} - \min(c, d, e)  =>  \max \lbrace a, b \rbrace - \min(c, d, e)
\log p(x) + \log \frac{a}{b} + \log_2 x + \sin^2 x + \sin \cos x + \exp - x
\exp\left(-\frac{x}{2}\right) + \tanh'(a) \sigma'(x) \sigma(x)^2
\arccos x + \arcsin x + \arctan x + \arg x + \cos x + \cosh x + \cot x + \coth x + \csc x + \det x + \dim x + \exp x
\log x + \sec x + \sin x + \sinh x + \tan x + \tanh x
\iint_i x + \oint_i x + \sup_i x + \inf_i x + \limsup_i x + \liminf_i x
\bigcup_i x + \bigcap_i x + \bigoplus_i x + \bigotimes_i x + \coprod_i x
\log^2 x y + \ln(x) y  =>  {\log^2 x} y + \log(x) y
\operatorname{tr}(A B) + \mathrm{diag}(v) + \det A  =>  \operatorname{trace}(AB) + \operatorname{diag}(v) + \det A
y log(p)  =>  y \log(p)
n! + (n-1)! / k!
\operatorname{softmax}(z)_k  =>  {\operatorname{softmax}(z)}_k
\mathbb{E}_{x \sim p}[f(x)] + \operatorname{Var}(X \mid Y)  =>  \mathbb{E}_{x\sim p}[f(x)] + \mathrm{Var}(X \mid Y)
\mathbb{1}\{y = k\} + \mathbf{1}_N  =>  \mathbb{1} \lbrace y = k \rbrace + \mathbf{1}_N
\Pr(A, B \mid C) + p(x; \mu, \sigma^2) + p(y|x)  =>  \Pr(A, B \mid C) + p(x; \mu, \sigma^2) + p(y \mid x)
f(\cdot)
""",
    "brackets and grids": r"""
\left( \frac{a}{b} \right)^2
\left\{ a + \left[ b \right] \right\} + \bigl( c \bigr) + \big[ d \big]  =>  \lbrace a + [b] \rbrace + (c) + [d]
\left| x \right| |y|  =>  \lvert x \rvert \lvert y \rvert
\lVert z \rVert_1 + \|A\|_F^2  =>  \lVert z \rVert_1 + \lVert A \rVert_F^2
a (b | c) |d| + e (f | g)  =>  a (b \mid c) \lvert d \rvert + e (f \mid g)
E[|x| \mid y] + K(p \| q)  =>  E [\lvert x \rvert \mid y] + K(p \Vert q)
\langle a + b, c \rangle \lfloor x \rfloor \lceil y \rceil \llbracket z \rrbracket
\lgroup a \rgroup + \lbrack b \rbrack + ⟨ c ⟩ ⌊ d ⌋  =>  (a) + [b] + \langle c \rangle \lfloor d \rfloor
⌈ e ⌉ ⟦ f ⟧ + \left\lbrace g \right\rbrace  =>  \lceil e \rceil \llbracket f \rrbracket + \lbrace g \rbrace
\left( a \right] + () + (1, 2)^\top [a, b]^T  =>  (a] + () + (1, 2)^\top [a, b]^T
\{x_1, \dots, x_n\} + (a, b; c)  =>  \lbrace x_1, \dots, x_n \rbrace + (a, b; c)
[1 \ 2 \ -1] + [a \quad b]  =>  [1 \quad 2 \quad -1] + [a \quad b]
\begin{pmatrix} a & b \\ c & d \end{pmatrix} \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}^{-1}
\begin{vmatrix} a \end{vmatrix}
\begin{array}{cc} a & b \end{array} \left[ \begin{smallmatrix} a \end{smallmatrix} \right]
\begin{cases} 1 & x > 0 \\ 0, & b \text{.} \end{cases}  =>  \begin{cases} 1 & x > 0 \\ 0 & b \text{.} \end{cases}
""",
    "signs": r"""
a - b c + d - e(-f)
--x - -b + +c  =>  +x + b + c
a \times b \circ e \odot f \oplus g \otimes h \pm i \mp j \cdot k / l
a \ast b \star c  =>  a \star b \star c
a < b > c \le d \ge e \ne f \ll g \gg h \equiv i \sim j \propto k \approx l := m =: n \preceq o \succeq p \prec q
a \succ b \in c \notin d \ni e \subset f \supset g \perp h \parallel i \to j \mapsto k \gets l \leftrightarrow m
a \models b \vdash c \implies d \impliedby e \iff f
x \overset{(a)}{=} y \overset{(2)}{\le} z
x \stackrel{\text{def}}{=} y  =>  x \overset{\mathrm{def}}{:=} y
\neg A + \lnot B  =>  \neg A + \neg B
A \wedge B \vee C \cup D \cap E \setminus F \bmod G
x_1 + \cdots + x_n  =>  x_1 +\dots+ x_n
p(x ∣ y)  =>  p(x \mid y)
α·β × γ² ∂f √2 ∞  =>  \alpha \cdot \beta \times \gamma^2 \partial f \sqrt{2} \infty
𝐱ᵀ𝐲 ≤ ‖𝐱‖  =>  \mathbf{x}^T \mathbf{y} \le \lVert \mathbf{x} \rVert
∑_{i=1}^N αᵢ²  =>  \sum_{i=1}^N \alpha_i^2
x \in A \subset B, y \notin C  =>  x \in A \subset B \quad y \notin C
""",  # noqa: RUF001 -- signs of Unicode, as they are pasted
    "what is about the page": r"""
\underbrace{a + b}_{c} d + \overbrace{c}^{n}  =>  \underbrace{a + b}_{c} d + \underbrace{c}_{n}
\boxed{x} \underline{c} \phantom{d} \color{red} e  =>  x c e
a = b \label{eq:a} \tag{3} \nonumber \notag  =>  a = b
a~b\,c\;d\!e\quad f\qquad g \hspace{1em} h  =>  a b c d e \quad f \quad g h
\displaystyle \textstyle a \limits b  =>  a b
90\% + \# x
""",
    "what is not understood": r"""
a + \mystery{b}  =>  a + \boxed{\text{\textbackslash{}mystery}} b
\frac{a}{} + \hat{} + \sqrt{}  =>  \frac{a}{} + \boxed{\text{hat}} + \sqrt{}
b_ ^c  =>  b_{\boxed{\text{?}}}^c
\left( a + b  =>  \boxed{\text{left}}
a ) b ] c \} d  =>  a \boxed{\text{)}} b \boxed{\text{]}} c \boxed{\text{\}}} d
\begin{matrix} a \end{cases} b  =>  \boxed{\text{matrix}} b
x ∧ y  =>  x \boxed{\text{∧}} y
""",
}


def shown(formulas: list[str]) -> list[str]:
    """Return how formulas come back, each from a display of its own."""
    lines = defaultdict[int, list[str]](list)
    for part in parts("\n\n".join(f"$$ {formula} $$" for formula in formulas)):
        lines[part.line].append(part.latex)
    return [r" \\ ".join(lines[1 + 2 * place]) for place in range(len(formulas))]


def bare(text: str) -> str:
    """Return a formula without the spaces that mean nothing, and braces around one sign."""
    return text.replace(" ", "").replace("{i}", "i").replace("_{k}", "_k")


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_comes_back(name: str) -> None:
    """As it was understood."""
    rows = [line.split("  =>  ") for line in FORMULAS[name].strip().splitlines()]
    found = shown([row[0] for row in rows])
    assert {row[0]: back for row, back in zip(rows, found, strict=True) if bare(back) != bare(row[-1])} == {}


ALIKE = {
    "a @ b": r"""
< \lt ; > \gt ; \le \leq \leqslant \leqq <= ≤ ; \ge \geq \geqslant \geqq ≥ ; \ne \neq \not= ≠ ; \equiv ≡ ; \sim ∼
\approx \approxeq \simeq \cong ≈ ; \propto \varpropto ∝ ; := \coloneqq \coloneq \triangleq \doteq \eqdef \defeq ≔ ≜
=: \eqqcolon ; \in ∈ ; \notin ∉ ; \subset \subseteq ⊂ ⊆ ; \supset \supseteq ; \implies \Rightarrow \Longrightarrow
\implies \therefore ⇒ ; \impliedby \Leftarrow \because ; \iff \Leftrightarrow \Longleftrightarrow ⇔ ; \gets \leftarrow
\gets \longleftarrow ← ; \to \rightarrow \longrightarrow \uparrow \downarrow \searrow \nearrow \hookrightarrow
\to \rightsquigarrow \xrightarrow → ; \mapsto \longmapsto ↦ ; - − – \ominus ; \pm ± ; \mp ∓ ; \cdot * \bullet · ⋅ ∙
\times × ; / \div ÷ ; \odot ⊙ ; \circ ∘ ; \otimes ⊗ ; \oplus ⊕ ; \wedge \land ; \vee \lor ; \cup ∪ ; \cap ∩
\setminus \backslash ; \bmod \mod
""",  # noqa: RUF001 -- signs of Unicode, as they are pasted
    "@ + x": r"""
\emptyset \varnothing ∅ ; \top \intercal ⊤ ; \dagger \dag ; \star \ast ; \Box \square ; \infty ∞ ; \partial ∂ ; \ell ℓ
\mathbb{E} \E ; \mathbb{R} \R ℝ ; \mathbb{P} \P ; \mathrm{Var} \Var ; \mathrm{Cov} \Cov ; \mathrm{var} \var
\mathrm{cov} \cov ; \mathrm{Corr} \Corr ; \mathrm{KL} \KL ; \mathrm{MSE} \MSE ; \mathrm{Bias} \Bias ; \dots \ldots
\dots \cdots \dotsc \dotsb \dotsm \dotsi \dotso \vdots \ddots \hdots ... … ⋯ ; i \imath ; j \jmath
""",  # noqa: RUF001 -- signs of Unicode, as they are pasted
    "@ x": r"""
\log \ln ; \operatorname{trace} \trace \tr \Tr \mathrm{tr} ; \operatorname{sign} \sign \sgn
\operatorname{softmax} \softmax ; \operatorname{diag} \diag ; \sum ∑ ; \prod ∏ ; \int ∫ \iiint ; \nabla ∇ ; \forall ∀
\sqrt √ ; \arg\max \argmax \mathrm{argmax} ; \arg\min \argmin \mathrm{argmin} ; \max \mathrm{max} ; \min \mathrm{min}
\sup \mathrm{sup} ; \inf \mathrm{inf}
""",
    "@(x)": r"""
\operatorname{deg} \deg ; \operatorname{ker} \ker ; \operatorname{gcd} \gcd ; \operatorname{hom} \hom
\operatorname{lg} \lg ; \operatorname{rank} \rank ; \operatorname{relu} \relu ; \operatorname{erf} \erf
\operatorname{logit} \logit ; \operatorname{expit} \expit ; \operatorname{atanh} \atanh
\operatorname{artanh} \artanh ; \operatorname{softplus} \softplus ; \operatorname{sigmoid} \sigmoid sigmoid
\arg\max argmax ; \arg\min argmin ; \cos cos ; \exp exp ; \tanh tanh ; \big \Big \bigg \Bigg \bigl \Bigl \biggl \Biggl
\big \bigr \Bigr \biggr \Biggr \bigm \Bigm \biggm \Biggm
""",
    "@{xy}": r"""
\mathbf \boldsymbol \bm \pmb \mathbfit \symbf ; \mathcal \mathscr \euscr ; \mathbb \Bbb \mathds \mathbbm
\mathsf \mathtt ; \mathit \mathnormal \fbox \uline \smash \boxed \underline ; \mathrm \operatorname \operatorname*
\mathrm \mathop \mathup \textnormal \text \textrm \textit \textbf \texttt \textsf ; \text \mbox \hbox
\textup \textsc \emph ; \hat \widehat ; \tilde \widetilde ; \bar \overline \overbar
\mathring \ring ; \vec \overrightarrow
""",
    "{@ x}": r"""
\mathbf \bf \bfseries ; \mathcal \cal ; \mathrm \rm ; \mathsf \sf \tt ; \mathit \it \displaystyle \textstyle
\mathit \scriptstyle \scriptscriptstyle \limits \nolimits
""",
    "@{a}{b}": r"""
\frac \dfrac \tfrac \cfrac \nicefrac \sfrac ; \binom \dbinom \tbinom
""",
    "@{a}_b": r"""
\underbrace \overbrace \underbracket \overbracket
""",
    "a @ x": r"""
~ \! \, \/ \: \; \> \Large \allowbreak \bigskip \break \centering \checkmark \displaybreak \displaylimits \enskip
~ \enspace \footnotesize \hfill \hline \hskip \hss \large \linebreak \medskip \medspace \negmedspace \negthickspace
~ \negthinspace \nobreak \noindent \nonumber \normalsize \notag \null \protect \qed \relax \scriptsize \small
~ \smallskip \strut \thickspace \thinspace \tiny \vline ; \quad \qquad
""",
    "a @{b} x": r"""
\label \tag \tag* \ref \eqref \cite \hspace \hspace* \vspace \vspace* \color \phantom \hphantom \vphantom \textcolor
\label \href \footnote \mspace \kern \rule \citep \citet \cline
""",
    "@ x @": r"""
| \vert ; || \Vert \Arrowvert ‖ ∥
""",
}


@pytest.mark.parametrize("form", ALIKE)
def test_signs_are_written_in_several_ways(form: str) -> None:
    """All between two semicolons stand for the same, and come back as the first of them does."""
    groups = [group.split() for line in ALIKE[form].strip().splitlines() for group in line.split(" ; ")]
    found = {group[0]: shown([form.replace("@", sign) for sign in group]) for group in groups}
    assert {sign: backs for sign, backs in found.items() if len(set(backs)) > 1 or "boxed" in backs[0]} == {}


DISPLAYS = r"""
a &= b \\ &= c  =>  a = b | b = c
a &= b + c \\ &\quad + d \\ &= e  =>  a = b + c \\ &\quad + d | b + c \\ &\quad + d = e
a &= b + \\ &+ c  =>  a = b + \\ &+ c
a &= \\ &= b  =>  a = b
a = b, \quad c = d  =>  a = b | c = d
w &= x, & \sum_i y_i &= 0  =>  w = x | \sum_i y_i = 0
a &=& b \\ &=& c  =>  a = b | b = c
a = b \text{ and } c = d  =>  a = b | c = d
\begin{aligned} a &= b \\ c &= d \end{aligned}  =>  a = b | c = d
\begin{equation} \begin{split} a &= b \\ &= c \end{split} \end{equation}  =>  a = b | b = c
a, b > 0  =>  a, b > 0
a = 0.5 .  =>  a = 0.5
a &\le b \\ -c &= d  =>  a <= b | -c = d
a &= b \\ &\ge c \\ d &= e  =>  a = b | b >= c | d = e
f(a, b) = [c, d]  =>  f(a, b) = [c, d]
a_i = b_i, \quad i = 1, \dots, N  =>  a_i = b_i
q_c = 1, \qquad c \in \{0, 1\}  =>  q_c = 1
a = b \quad \text{if } x > 0  =>  a = b
a = b \quad \forall i  =>  a = b
a = b \quad \text{(by symmetry)}  =>  a = b
\left\{ \begin{aligned} a &= b \end{aligned} \right.  =>  a = b
"""


def test_a_display_is_split_into_its_lines() -> None:
    """Rows that belong together are joined, statements that do not are apart, conditions and ranges are none."""
    rows = [line.partition("  =>")[::2] for line in DISPLAYS.strip().splitlines()]
    found = {text: " | ".join(map(" ".join, sides(f"$$ {text} $$"))) for text, _ in rows}
    assert found == {text: expected.strip() for text, expected in rows}


@pytest.mark.parametrize(
    ("text", "shown"),
    [("$,$", 1), ("$$ \\label{a} $$", 0), ("$$ \\\\ $$", 0), ("$.$ and $$ ; \n\n $$", 1)],
)
def test_a_formula_that_states_nothing_has_no_lines(text: str, shown: int) -> None:
    """It is no reason to fail, and comes back where it prints anything."""
    assert checked(text).lines == ()
    assert len(parts(text)) == shown


def test_words_in_a_formula_keep_their_blanks() -> None:
    """Those at their ends too, which would else be lost; empty ones are nothing."""
    assert [part.mathml.count("\u00a0") for part in parts(r"$a \text{ if } b$, $a \text{if} b$, $\text{} c$")] == [
        2,
        0,
        0,
    ]


MACROS = r"""
\newcommand{\w}{\mathbf{w}} $\w^T x$  =>  \mathbf{w}^T x
\newcommand\half{\frac12} $\half a$  =>  \frac{1}{2} a
\newcommand{\inner}[2]{\langle #1, #2 \rangle} $\inner{a}{b+c}$  =>  \langle a, b+c \rangle
\newcommand{\norm}[2][2]{\|#2\|_{#1}} $\norm{x} \norm[1]{x}$  =>  \lVert x \rVert_2 \lVert x \rVert_1
\def\sq#1{#1^2} $\sq x \sq{ab}$  =>  x^2 ab^2
\let\eps=\varepsilon $\eps$  =>  \varepsilon
\DeclareMathOperator{\KL}{KL} $\KL(p)$  =>  \mathrm{KL}(p)
\DeclareMathOperator*{\amax}{arg\,max} $\amax_x$  =>  \arg\max_x
\newcommand{\a}{\b x}\newcommand{\b}{2} $\a$  =>  2x
$$\newcommand{\x}{a} \x = \x$$  =>  a = a
\newcommand{\x}[1]{#1 + 1} $\x{a}b \x c d$  =>  a + 1 b c + 1 d
\newcommand{\x}{\alpha} $\x y$  =>  \alpha y
\newcommand{\a}{\a} $\a$  =>  \boxed{\text{\textbackslash{}a}}
"""


def test_macros_are_put_in() -> None:
    """Calls become what they stand for; a macro that calls itself is left as it is written."""
    rows = [line.partition("  =>  ")[::2] for line in MACROS.strip().splitlines()]
    assert {text: bare(parts(text, "tex")[0].latex) for text, _ in rows} == {text: bare(back) for text, back in rows}


def test_macros_that_call_each_other_are_no_formula() -> None:
    """However deep it is carried out, nothing but what is not understood comes back, and the place is named once."""
    text = r"\newcommand{\a}{\b\b}\newcommand{\b}{\a\a} $\a = 1$"
    assert [step.verdict for step in steps(text, "tex")] == ["not understood", "not understood"]


def test_what_a_macro_brings_in_stands_where_its_call_stands() -> None:
    """In a formula the places behind a call are exact."""
    text = r"\newcommand{\w}{\mathbf{w}_0} Then $\w = 2 + \w$, $1 + \w = 3$ and $a + \w \cdot 2 = c$."
    found = [(step.column - 1, step.column - 1 + step.length) for step in steps(text, "tex")]
    assert [text[start:end] for start, end in found] == [r"2 + \w", "3", "c"]


def test_growth_is_bounded() -> None:
    """Macros that double one another end before they fill the memory."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    text = "".join(rf"\newcommand{{\{a}{a}}}{{\{b}{b}\{b}{b}}}" for a, b in pairwise(letters))
    assert [step.verdict for step in steps(rf"{text} $\aa = 1$", "tex")] == ["not understood", "not understood"]
