"""A file becomes a page: walls, headings, words with their formulas, displays, in order; nothing visible is dropped."""
