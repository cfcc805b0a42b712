"""Lecture notes: derivations in the lecturer's own notation. `build.py` is the file to open first.

    model                           what a note consists of: sections of typeset formulas and text
    build, words                    from a derivation to its note: lines, how each was decided, names in sentences
    additions                       what follows from the derivation: programs, pseudo-code, figures
    as_html, as_latex, as_markdown  a note in each form; layout cuts chains into rows
    forms, pdf, jupyter             where it goes: files, a PDF, a notebook

`task` carries a derivation out and writes its note in a process of its own.
"""
