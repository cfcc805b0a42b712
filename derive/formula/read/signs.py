"""Tables of signs: what each command and character stands for. Whatever is in none of them becomes a `Hole`."""

from __future__ import annotations

from derive import functions
from derive.shorthands import SHORTHANDS

NAMES = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "varepsilon",
        "zeta",
        "eta",
        "theta",
        "vartheta",
        "iota",
        "kappa",
        "varkappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "omicron",
        "pi",
        "varpi",
        "rho",
        "varrho",
        "sigma",
        "varsigma",
        "tau",
        "upsilon",
        "phi",
        "varphi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Upsilon",
        "Phi",
        "Psi",
        "Omega",
        "ell",
        "hbar",
        "imath",
        "jmath",
        "infty",
        "emptyset",
        "varnothing",
        "partial",
        "nabla",
        "top",
        "bot",
        "intercal",
        "dagger",
        "dag",
        "star",
        "ast",
        "triangle",
        "natural",
        "sharp",
        "flat",
        "aleph",
        "Re",
        "Im",
        "wp",
        "varGamma",
        "varDelta",
        "varTheta",
        "varLambda",
        "varSigma",
        "varPhi",
        "varPsi",
        "varOmega",
        "square",
        "Box",
        "complement",
        "degree",
        "Pr",
    ]
)

CUSTOMARY = {
    **{name: (name, "blackboard") for name in ("E", "R", "P")},
    **{name: (name, "roman") for name in ("Var", "Cov", "Corr", "KL", "MSE", "Bias", "var", "cov")},
}
"""Names that documents write as commands of their own, without LaTeX having them."""

SAME_NAME = {
    "varnothing": "emptyset",
    "intercal": "top",
    "dag": "dagger",
    "ast": "star",
    "imath": "i",
    "jmath": "j",
    "square": "Box",
}

FONTS = {
    **dict.fromkeys(("mathbf", "boldsymbol", "bm", "pmb", "mathbfit", "symbf", "bf", "bfseries"), "bold"),
    **dict.fromkeys(("mathcal", "mathscr", "cal", "euscr"), "calligraphic"),
    **dict.fromkeys(("mathbb", "Bbb", "mathds", "mathbbm"), "blackboard"),
    **dict.fromkeys(("mathrm", "rm", "operatorname", "operatorname*", "mathop", "mathup", "textnormal"), "roman"),
    **dict.fromkeys(("mathsf", "sf", "mathtt", "tt"), "sans"),
    **dict.fromkeys(("mathfrak",), "fraktur"),
    **dict.fromkeys(
        ("mathit", "it", "mathnormal", "displaystyle", "textstyle", "scriptstyle", "scriptscriptstyle"), ""
    ),
}
"""The fonts; those without braces (`\\bf x`) hold to the end of the group."""

SWITCHES = frozenset(
    [
        "bf",
        "bfseries",
        "cal",
        "rm",
        "sf",
        "tt",
        "it",
        "displaystyle",
        "textstyle",
        "scriptstyle",
        "scriptscriptstyle",
        "limits",
        "nolimits",
    ]
)

ACCENTS = {
    **{
        name: name for name in ("hat", "bar", "tilde", "vec", "dot", "ddot", "check", "breve", "acute", "grave", "ring")
    },
    "widehat": "hat",
    "widetilde": "tilde",
    "overline": "bar",
    "mathring": "ring",
    "overrightarrow": "vec",
    "overbar": "bar",
}

FUNCTIONS = frozenset(
    {
        *("ln", "det", "dim", "ker", "deg", "gcd", "hom", "arg", "softmax", "sign", "sgn"),
        *("tr", "trace", "Tr", "rank", "diag", "vec"),
        *(name for row in (*functions.FUNCTIONS, *SHORTHANDS) for name in row.names.read),
    }
)
BIGS = {
    **dict.fromkeys(("sum", "Sigma"), "sum"),
    **{name: name for name in ("prod", "int", "iint", "oint", "max", "min", "sup", "inf", "lim", "limsup", "liminf")},
    **{name: name for name in ("argmax", "argmin", "bigcup", "bigcap", "bigoplus", "bigotimes", "coprod")},
    "iiint": "int",
}
del BIGS["Sigma"]

SPACES = frozenset(
    [
        ",",
        ";",
        ":",
        "!",
        ">",
        "quad",
        "qquad",
        "enspace",
        "enskip",
        "thinspace",
        "medspace",
        "thickspace",
        "negthinspace",
        "negmedspace",
        "negthickspace",
        "hfill",
        "nonumber",
        "notag",
        "displaylimits",
        "limits",
        "nolimits",
        "allowbreak",
        "nobreak",
        "noindent",
        "protect",
        "strut",
        "smallskip",
        "medskip",
        "bigskip",
        "/",
        "relax",
        "centering",
        "left.",
        "right.",
        "hline",
        "newline",
        "hskip",
        "hss",
        "null",
        "break",
        "linebreak",
        "scriptsize",
        "small",
        "normalsize",
        "large",
        "footnotesize",
        "tiny",
        "Large",
        "displaybreak",
        "displaystyle",
        "textstyle",
        "scriptstyle",
        "scriptscriptstyle",
        "vline",
        "checkmark",
        "qed",
    ]
) | {" ", "\n", "\t", "\r"}
WIDE_SPACES = frozenset({"quad", "qquad"})

LEFT_FENCES = {
    "lgroup": "(",
    "(": "(",
    "[": "[",
    "{": "{",
    "lbrace": "{",
    "lbrack": "[",
    "langle": "<",
    "lvert": "|",
    "lVert": "||",
    "lfloor": "floor",
    "lceil": "ceil",
    "llbracket": "[[",
    "⟨": "<",
    "⌊": "floor",
    "⌈": "ceil",
    "⟦": "[[",
}
RIGHT_FENCES = {
    "rgroup": "(",
    ")": "(",
    "]": "[",
    "}": "{",
    "rbrace": "{",
    "rbrack": "[",
    "rangle": "<",
    "rvert": "|",
    "rVert": "||",
    "rfloor": "floor",
    "rceil": "ceil",
    "rrbracket": "[[",
    "⟩": "<",
    "⌋": "floor",
    "⌉": "ceil",
    "⟧": "[[",
}
BARS = {"|": "|", "vert": "|", "Arrowvert": "||", "Vert": "||", "||": "||", "‖": "||"}
SIZES = frozenset(
    [
        "big",
        "Big",
        "bigg",
        "Bigg",
        "bigl",
        "Bigl",
        "biggl",
        "Biggl",
        "bigr",
        "Bigr",
        "biggr",
        "Biggr",
        "bigm",
        "Bigm",
        "biggm",
        "Biggm",
        "middle",
    ]
)

DOTS = frozenset(
    ["ldots", "cdots", "dots", "dotsc", "dotsb", "dotsm", "dotsi", "dotso", "vdots", "ddots", "hdots", "…", "⋯"]
)
