"""Small alterations of what is written, one at a time: what its author may have meant.

They are made on the tree of the document, so that what is said of one is said in the document's own notation.
`edits` in `every.py` is the way in; the other files hold the alterations of one kind of thing.
"""
