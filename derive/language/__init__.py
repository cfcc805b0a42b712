"""The one door between SymPy and the kernel. Start with `question.py`; `read.py` and `write.py` are the two directions."""

from derive.language.question import Question, as_expression, ask, guarded

__all__ = ["Question", "as_expression", "ask", "guarded"]
