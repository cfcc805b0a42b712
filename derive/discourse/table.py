r"""What packages put in for a command, and what is done with the commands that TeX carries out: tables."""

from __future__ import annotations

import re
from dataclasses import dataclass

from derive.discourse.macros import COMMANDS, Macro


@dataclass(frozen=True, slots=True)
class Row:
    """What a command of a package becomes with so many arguments in braces, perhaps behind one in brackets (#1).

    Without a package, TeX always has it; what is `safe` has no other meaning where no package is known to be loaded.
    """

    arguments: int
    body: str
    bracket: bool = False
    package: str = ""
    safe: bool = True

    @property
    def macro(self) -> Macro:
        """Return the row as a macro."""
        return Macro(self.body, self.arguments + self.bracket, ("",) if self.bracket else (), starred=True)


def _slope(d: str) -> tuple[Row, ...]:
    rows = ((1, rf"\frac{{{d}}}{{{d} #1}}"), (2, rf"\frac{{{d} #1}}{{{d} #2}}"))
    mixed = (3, rf"\frac{{{d}^2 #1}}{{{d} #2 {d} #3}}")
    orders = ((1, rf"\frac{{{d}^{{#1}}}}{{{d} #2^{{#1}}}}"), (2, rf"\frac{{{d}^{{#1}} #2}}{{{d} #3^{{#1}}}}"))
    plain = tuple(Row(count, body, package="physics") for count, body in (*rows, mixed))
    return (*plain, *(Row(count, body, bracket=True, package="physics") for count, body in orders))


_PHYSICS = {
    "abs absolutevalue": (1, r"\left|#1\right|"),
    "norm": (1, r"\left\|#1\right\|"),
    "ev expval expectationvalue": (1, r"\left\langle #1\right\rangle"),
    "mel matrixel matrixelement": (3, r"\left\langle #1 \mid #2 \mid #3\right\rangle"),
    "ip braket innerproduct": (2, r"\left\langle #1 \mid #2\right\rangle"),
    "order": (1, r"\mathcal{O}\left(#1\right)"),
    "vb vectorbold": (1, r"\mathbf{#1}"),
    "va vectorarrow": (1, r"\vec{\mathbf{#1}}"),
    "vu vectorunit": (1, r"\hat{\mathbf{#1}}"),
    "comm": (2, r"\left[#1, #2\right]"),
    "eval": (1, r"\left. #1 \right|"),
    "qq": (1, r"\quad\text{#1}\quad"),
    "qif": (0, r"\quad\text{if}\quad"),
    "qand": (0, r"\quad\text{and}\quad"),
    "qfor": (0, r"\quad\text{for}\quad"),
    "qwhere": (0, r"\quad\text{where}\quad"),
    "mqty": (1, r"\begin{matrix}#1\end{matrix}"),
    "pmqty": (1, r"\begin{pmatrix}#1\end{pmatrix}"),
    "bmqty": (1, r"\begin{bmatrix}#1\end{bmatrix}"),
    "grad gradient": (0, r"\nabla"),
    "curl": (0, r"\nabla\times"),
    "laplacian": (0, r"\nabla^2"),
    "vdot": (0, r"\cdot"),
    "cross": (0, r"\times"),
    "rank": (0, r"\operatorname{rank}"),
    "dd differential": (0, r"\, d"),
    "qty": (0, ""),
}
_ALWAYS = {
    "given": (0, r"\mid"),
    "Vec": (1, r"\vec{#1}"),
    "operatornamewithlimits": (1, r"\operatorname*{#1}"),
    "mathrel mathbin mathord smash": (1, "#1"),
    " ".join(f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")): (1, "#1"),
    "nonumber notag": (0, ""),
}
BUILT_IN: dict[str, tuple[Row, ...]] = {
    **{name: (Row(*row, package="physics"),) for names, row in _PHYSICS.items() for name in names.split()},
    **{name: (Row(*row),) for names, row in _ALWAYS.items() for name in names.split()},
    **dict.fromkeys(("dv", "derivative"), _slope("d")),
    **dict.fromkeys(("pdv", "partialderivative", "pderivative"), _slope(r"\partial")),
    "div": (Row(0, r"\nabla\cdot", package="physics", safe=False),),
}
r"""What physics, mathtools and their like put in. `\div` is a sign of division unless physics is loaded."""

DROPPED = {
    **dict.fromkeys(("label", "phantom", "hphantom", "vphantom", "index", "glossary", "bibliography", "nocite"), 1),
    **dict.fromkeys(("vspace", "bibliographystyle", "pagestyle", "thispagestyle", "hypersetup", "geometry"), 1),
    **dict.fromkeys(("setlength", "addtolength", "setcounter", "addtocounter", "counterwithin"), 2),
    **dict.fromkeys(("includegraphics", "usetikzlibrary", "graphicspath", "lstset", "lstinputlisting"), 1),
}
"""Commands that print nothing, or no mathematics, and how many arguments they have."""
CODE = ("verb", "lstinline", "mintinline", "path", "url", "nolinkurl", "href")
VERBATIM = frozenset(
    ["verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "filecontents", "filecontents*", "alltt", "comment"]
)
PICTURES = frozenset(["tikzpicture", "pgfpicture", "tikzcd", "picture", "forest", "axis"])
COVERING = {
    **dict.fromkeys(("style", "htmlStyle", "class", "htmlClass", "htmlData", "htmlId", "cssId"), (True, 2)),
    **dict.fromkeys(("rlap", "llap", "mathrlap", "mathllap", "clap", "mathclap"), (False, 1)),
    **dict.fromkeys(("opacity", "moveleft", "moveright", "unicode", "kern", "mkern", "hskip", "mskip"), (True, 0)),
}
"""Commands that may hide what they hold, or print over it: whether they do so in Markdown only, and their arguments."""
CONDITIONALS = frozenset(
    [
        *("if", "ifx", "ifnum", "ifdim", "ifodd", "ifcase", "ifcat", "ifmmode", "ifhmode", "ifvmode", "ifinner"),
        *("ifdefined", "ifcsname", "ifeof", "ifvoid", "ifhbox", "ifvbox", "ifpdf", "ifxetex", "ifluatex", "ifPDFTeX"),
        *("iftutex", "ifincsname", "iffontchar", "ifXeTeX", "ifLuaTeX", "if@twocolumn", "if@filesw"),
    ]
)
CODES = frozenset(
    ["catcode", "mathcode", "delcode", "lccode", "uccode", "active", "scantokens", "everymath", "everydisplay"]
)
PLAIN = ("makeatletter", "makeatother", "long", "protected", "outer", "expandafter", "noexpand", "relax", "unexpanded")
WHITES = frozenset(["white", "White", "#fff", "#ffffff", "#FFF", "#FFFFFF", "transparent", "background"])
WHITE_CODES = frozenset(
    ["rgb 1,1,1", "RGB 255,255,255", "HTML FFFFFF", "HTML ffffff", "gray 1", "gray 1.0", "cmyk 0,0,0,0"]
)
STRUCTURE = frozenset(
    [
        *("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "item", "begin", "end"),
        *("maketitle", "title", "author", "date", "caption", "footnote", "documentclass", "usepackage", "label"),
    ]
)
"""Commands whose redefinition changes how they look, and not what they are."""
DISPLAYS = {
    **dict.fromkeys(("equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "dmath"), 0),
    **dict.fromkeys(("alignat", "xalignat", "xxalignat", "IEEEeqnarray", "array", "subarray", "empheq"), 1),
    **dict.fromkeys(("aligned", "split", "gathered", "cases", "dcases", "rcases", "darray", "dseries", "numcases"), 0),
    **dict.fromkeys(("matrix", "pmatrix", "bmatrix", "vmatrix", "Bmatrix", "smallmatrix", "math@", "tightalign"), 0),
    **dict.fromkeys(("alignedat",), 1),
}
"""Environments whose content is a formula, and how many arguments they have."""
KEPT = frozenset(["array", "cases", "dcases", "rcases", "aligned", "split", "gathered", "alignedat", "subarray"])
"""Environments that the reader of formulas knows itself."""
GRIDS = re.compile(r"[pbvBV]?(?:small)?matrix|" + "|".join(KEPT))
ARGUMENTS = {
    **dict.fromkeys(("tabular", "minipage", "multicols", "thebibliography", "longtable", "wraptable@", "spacing"), 1),
    **dict.fromkeys(("tabularx", "tabular*", "wrapfigure", "wraptable", "adjustwidth", "tblr@"), 2),
    **dict.fromkeys(("parbox", "makebox@", "raisebox", "colorbox", "resizebox@", "textcolor", "fontsize@"), 1),
    **dict.fromkeys(("ref", "eqref", "cite", "citep", "citet", "autoref", "cref", "Cref", "pageref", "cline"), 1),
    **dict.fromkeys(("hspace", "hspace*", "vskip@", "rule@", "multirow@", "fontencoding", "bibitem", "input"), 1),
    **dict.fromkeys(("fcolorbox", "multirow", "multicolumn", "rule", "resizebox", "fontsize", "href@"), 2),
}
"""Environments and commands whose first arguments are not printed."""
MATHEMATICAL = frozenset(["$", "$$", "[", "(", *(f"begin {name}{star}" for name in DISPLAYS for star in ("", "*"))])
"""The kinds of groups that are formulas."""
HOOKS = {
    **dict.fromkeys(("AtBeginDocument", "AtEndDocument", "AtEndPreamble", "DeclareOption", "AddToHook", "everypar"), 2),
    **dict.fromkeys(("ifthenelse", "IfFileExists", "@ifpackageloaded", "@ifundefined", "foreach", "@ifclassloaded"), 3),
    **dict.fromkeys(("patchcmd", "xpatchcmd"), 5),
    **dict.fromkeys(("apptocmd", "pretocmd"), 4),
}
"""Commands that carry something out elsewhere, or perhaps, and how many arguments they have at most."""
MATHEMATICS = re.compile(r"[=<>≤≥≠≈≡∝∈＝]|\$|\\[(\[]|\\(?:leq?|geq?|neq?|approx|equiv|in|sim|begin)(?![a-zA-Z])")  # noqa: RUF001 -- signs of mathematics are its subject
"""What stands in a text that holds mathematics."""
DEFINES = re.compile(rf"\\({'|'.join(sorted({n.rstrip('*') for n in COMMANDS}, key=len, reverse=True))})(?![a-zA-Z])")
"""A command that defines."""
