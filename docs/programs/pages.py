"""Pages that are written by a program: `python -m docs.programs.pages` writes them all, and a test compares them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from derive.cli import main
from derive.words import ROWS, SCHEMA
from docs.programs import imports, tables
from docs.programs.identities import identities
from docs.programs.sources import cited

DOCS = Path(__file__).resolve().parents[1]
WIDTH = 100


def command_line() -> str:
    """Return the page about the command: the help page of each."""
    context = _context(main, "derive")
    names = main.list_commands(context)
    found = [("derive", main.get_help(context)), *((f"derive {name}", _help(context, name)) for name in names)]
    parts = [f"## {title}\n\n```text\n{text}\n```\n" for title, text in found]
    return "# The command\n\nWhat `--help` prints. `python -m derive` is the same command.\n\n" + "\n".join(parts)


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    """Return the context in which a command prints its help: with its own settings, such as -h, and one width."""
    widths = {"terminal_width": WIDTH, "max_content_width": WIDTH}
    return command.make_context(name, [], parent, resilient_parsing=True, **widths)


def _help(parent: click.Context, name: str) -> str:
    command = main.get_command(parent, name)
    if command is None:
        raise click.UsageError(name)
    lines = command.get_help(_context(command, name, parent)).splitlines()
    return "\n".join(line.rstrip() for line in lines)


RULES = """# Rules

What the engine knows, as its tables have it: a statement, where it holds, and its source.
`python -m docs.programs.pages` writes this page, and a test holds it to that.
[The page of the kernel](../../derive/kernel/README.md) says how the rules work together.
What is assumed in a question is a rule of that question alone.

## Identities of the normal form

Each of these was proved when the page was written, and where it holds is what the verdict said. Sums run over points
i, j = 1..N and features k = 1..D; letters without an index are real numbers, and p is positive. The matrices P and
Q, of N rows and columns, U of N rows and V of N columns are numbered from 0.

{identities}

## Functions that are rewritten

For every argument z; those of two arguments for every a and b. A logarithm is taken apart only where the parts are
known to be nonnegative, or as a condition that the verdict states.

{definitions}

## Derivatives

As `derive.differentiate` gives them now, by the chain rule for other arguments, with the conditions under which a
`Derivative` of the function is proved to be equal to it.

{derivatives}

Of these no derivative is taken: {without}. A derivative at a kink,
such as that of `Abs` at 0, is never claimed: what is proved of a `Derivative` is proved where there is no kink.

## Powers of a factor

What holds for a factor in a product, by its kind.

{relations}

## Reasons in a certificate

A [certificate](../explanation/certificates.md) is a sum of products of these, and each is nonnegative for the reason
beside it, with p and q any expressions.

{reasons}

## Sources

{books}
"""


def rules() -> str:
    """Return the page about the rules of the engine."""
    parts = {
        "identities": tables.table(("what", "statement", "where", "source"), identities()),
        "definitions": tables.table(("function", "becomes", "where", "source"), tables.definitions()),
        "derivatives": tables.table(("function", "derivative", "where", "source"), tables.derivatives()),
        "relations": tables.table(("kind", "holds", "source"), tables.relations()),
        "reasons": tables.table(("reason", "what is nonnegative", "because", "source"), tables.reasons()),
    }
    books = "\n".join(f"- {word}: {book}." for word, book in cited(parts.values()).items())
    return RULES.format(**parts, without=tables.without_derivative(), books=books)


VERDICTS = """# Verdicts

What `derive` answers is one of these words, and they mean the same in Python, in a terminal, in JSON, in notes and in
reports. `derive/words.py` has them, and no view says another; `python -m docs.programs.pages` writes this page from it.

{words}

What passes may pass a grader without a person who looks at it. A command whose answer is a verdict (`check`, `verify`,
`show`, `notes`) ends with the exit code of the gravest word that it meets: 1 before 3 before 0; with 2 where the call
itself is wrong. The level is that of SARIF. The mark is what `derive check` prints; what claims nothing has none.

*Cannot tell* and *not understood* never mean wrong; *sampled* and *agrees to the digits* never mean proved.

A derivation is as good as its weakest line: refuted if one is, else undecided, else sampled; proved only if every claim
is.

[JSON](../json.md) names a word with hyphens for its blanks, and begins with the version of its schema,
`"schema": {schema}`.

A verdict has these parts, in Python:

```python
>>> from sympy import log, symbols
>>> from derive import prove
>>> x, y = symbols("x y", real=True)
>>> verdict = prove(log(x * y), log(x) + log(y))
>>> verdict.status, verdict.method
('proved', 'normal form, logarithms of quotients split')
>>> [str(condition) for condition in verdict.conditions]
['x > 0 (argument of log)', 'y > 0 (argument of log)']
```

| part | what it holds |
|---|---|
| `.status` | the word |
| `.least` | the least values of sizes, where it is proved for larger sizes; it is printed "proved for N >= 2" |
| `.method` | how it was decided: the normal form, a certificate, a counterexample, evaluation, a limit |
| `.reason` | why, in a sentence, where it is not proved |
| `.conditions` | what it rests on, each with why it is needed |
| `.counterexample` | where it fails: see [reading a refutation](../how-to/refutation.md) |
| `.certificate` | why an inequality holds: see [certificates](../explanation/certificates.md) |
| `.statement` | [what was decided](../explanation/statements.md), with every size, range and assumption |
| `.recheck` | what the second opinion says of a proof; None where it was switched off |
"""


def verdicts() -> str:
    """Return the page about the words of a verdict, from their table."""
    head = ("word", "it means", "passes", "exit code", "level", "mark", "said by")
    rows = [
        (f"*{row.word}*", row.means, "yes" if row.passes else "no", str(row.exit_code), row.level, code(row.mark), said)
        for row in ROWS
        for said in [", ".join(f"`{view}`" for view in row.said_by)]
    ]
    return VERDICTS.format(words=tables.table(head, rows), schema=SCHEMA)


def code(text: str) -> str:
    """Return text as code, and nothing for nothing."""
    return f"`{text}`" if text else ""


PAGES: dict[str, Callable[[], str]] = {
    "reference/command-line.md": command_line,
    "reference/rules.md": rules,
    "reference/verdicts.md": verdicts,
    "imports.md": imports.page,
    "imports.svg": imports.drawing,
}
"""Which function writes which file."""


def write() -> None:
    """Write all pages."""
    for name, page in PAGES.items():
        _ = (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write()
