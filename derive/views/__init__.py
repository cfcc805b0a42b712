"""Views of one result: text for the terminal, Markdown, JSON. `view.py` is the file to open first."""
