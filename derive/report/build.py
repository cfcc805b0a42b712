"""The files of a report, by name, from what was decided; and what vouches for those that git does not keep."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256

from derive.lectures.catalogue import LECTURES
from derive.report.notes import note_files, notes_section
from derive.report.work import Results
from derive.views.as_json import as_text, report_json
from derive.views.crosscheck import crosscheck_page
from derive.views.markdown import derivation_page
from derive.views.pages import NOTES, errata_page, example_page, index_page, lecture_page

READ = re.compile(rf"README\.md|errata\.md|lectures/[\w-]+\.md|{re.escape(NOTES)}")
"""What people read of a report, and the repository keeps; the rest it keeps as digests."""
DIGESTS = "digests.txt"


def report_files(results: Results) -> Mapping[str, str]:
    """Return every file of a report; the same results give the same files, to the letter."""
    proofs, claims, examples, checks = results.derivations, results.claims, results.examples, results.checks
    notes = note_files(results.notes, LECTURES)
    files = {
        "README.md": index_page(proofs, claims, LECTURES, examples, checks) + notes_section(notes, LECTURES),
        "errata.md": errata_page(claims, LECTURES),
        "cross-check.md": crosscheck_page(checks),
        "verification.json": as_text(report_json(proofs, claims, examples, checks)),
        **{f"lectures/{n}.md": lecture_page(n, title, proofs, claims, examples) for n, title in LECTURES.items()},
        **{f"derivations/{view.name}.md": derivation_page(view) for view in proofs},
        **{f"examples/{view.name}.md": example_page(view) for view in examples},
        **notes,
    }
    return {**files, DIGESTS: digests(files)}


def digests(files: Mapping[str, str]) -> str:
    """Return the digests of the files that are not read, as `sha256sum --check` takes them.

    >>> print(digests({"README.md": "for people", "verification.json": "{}"}), end="")
    44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a  verification.json
    """
    rest = sorted(name for name in files if not READ.fullmatch(name))
    return "".join(f"{sha256(files[name].encode()).hexdigest()}  {name}\n" for name in rest)
