"""LaTeX and MathML, out of SymPy and into trees. `formulas.py` writes one formula; `write/` and `notation/` say how.

The typeset tree (`tree.py`), its writers and the notations load no SymPy.
"""
