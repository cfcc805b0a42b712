"""The one door between SymPy and the kernel: `question.py` first, then `read.py` and `write.py`, its two directions."""

from derive.language import steps
from derive.language.question import Question, as_expression, ask, guarded

__all__ = ["Question", "as_expression", "ask", "guarded", "steps"]
