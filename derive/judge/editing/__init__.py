"""The rows of the table of edits, by what they edit, and how trees are put together for them."""
