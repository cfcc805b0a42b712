"""Reads LaTeX in two stages, from text to SymPy. Nothing is evaluated, and nothing is guessed silently.

Text to tree: `macros` puts in a document's own commands, `tokens` and `cursor` prepare, `parser` gives a tree of
`tree` for any input (a `Hole` where it does not understand); `atoms`, `scripts`, `fences`, `commands`, `operators`,
`derivatives` and `grids` read its parts; `statements` splits a display into what it states.

Tree to SymPy: `table` holds what the document declared and `usage` what its notation shows. `elaborate` gives each
kind of node its `Value`: a number, column, row or matrix, as the expression of its entry. `constants`, `resolve` and
`infer` are for names, `products`, `bigs`, `applications`, `slopes`, `differentials` and `primes` for the
rest. A `scene` is one reading: its choices and what it assumed.
"""
