"""Reads documents: Markdown, LaTeX and notebooks, to the steps that can be judged.

`files` opens, `masking` blanks what is not read, `parts` finds prose and formulas with their `places`. `steps` is the
way in: `sentences` goes through the parts, `cues` says what words make of a formula,
`qualities` which words about a name are not understood, `declared` keeps what is said
of names, `claims` turns relations into a `Step` each, and `readings` says what its two sides may mean.
"""
