"""From LaTeX to trees, and from trees to SymPy. `parser.py` first; `elaborate.py` says what a tree means."""
