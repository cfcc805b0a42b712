"""Judging what was read: a verdict for each line of a document, and for a wrong one what it looks like.

`document.py` comes first: a page line by line, as events.

walk, chains, memory, heads   what each relation is: declared, defined, assumed or claimed
words, premises, saying       what sentences say; `prose` what may restrict a name
declare, shapes, directed     what declares a name
judging                       one claim: which questions are asked of it; `memberships` of shapes that are claimed
attempt                       every least reading is decided, under the `hypotheses` in force
gates, evidence, conventions  why a line that fails is not called wrong; `customs` and `edits` are tried before
solutions, digits             values that are claimed to solve an equation, and numbers as they are printed
suggestions, directives       what would decide an open line, and how it is said in a comment
line, telling, told           the one result, in the letters of the document, for every view
run, cluster, files           several documents, in processes that are watched
"""
