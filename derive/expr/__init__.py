"""The one tree inside the doors, and SymPy in and out. `tree.py` comes first.

tree         the nodes: hash-consed, bound indices canonical by level, nothing evaluated
vocabulary   the names that a statement uses, and how SymPy's objects declare them
from_sympy   expressions; `matrices` are read by their entries
to_sympy     nodes as SymPy expressions, with the names that the author gave
"""
