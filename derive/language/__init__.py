"""The one door between SymPy and the kernel. `question.py` comes first: `ask` reads expressions and assumptions.

    survey, ranges      before anything is read: which names and sizes occur, and over what each free index runs
    session             what reading and writing of one question share: names, ranges, conditions met on the way
    read, matrices      from SymPy to the kernel, a small function for each kind of expression
    steps, domains      functions by cases, and where a function has a value
    assume, recursions  what is assumed: as traits of tensors, as definitions, as rules
    solving             equations that say what one entry is
    write, matrixform   from the kernel back to SymPy, and to matrix algebra where it has that form
    rewrite             substitution in what the author wrote, which captures no index

The names of symbols and ranges, which all of them use, are in `symbols`, sizes as indices in `shifted`.
"""

from derive.language import steps
from derive.language.question import Question, as_expression, ask, guarded

__all__ = ["Question", "as_expression", "ask", "guarded", "steps"]
