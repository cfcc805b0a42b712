"""Reads LaTeX as a tree with no meaning yet; `derive.meaning` says what it means. Nothing is evaluated or guessed.

`tokens` and `cursor` prepare, `parser` gives a tree of `tree` for any input (a `Hole` where it does not understand);
`scripts`, `fences`, `commands` and `operators` read its parts; `statements` splits a display into what it states.
`typeset` writes a tree as it is set.
"""
