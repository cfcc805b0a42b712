"""The files of a report, by name, from what was decided."""

from __future__ import annotations

from collections.abc import Mapping

from derive.lectures.catalogue import LECTURES
from derive.render.as_json import as_text, report_json
from derive.render.crosscheck import crosscheck_page
from derive.render.example import example_page
from derive.render.markdown import derivation_page
from derive.render.pages import errata_page, index_page, lecture_page
from derive.report.notes import note_files, notes_section
from derive.report.work import Results


def report_files(results: Results) -> Mapping[str, str]:
    """Return every file of a report; the same results give the same files, to the letter."""
    proofs, claims, examples, checks = results.derivations, results.claims, results.examples, results.checks
    notes = note_files(results.notes, LECTURES)
    return {
        "README.md": index_page(proofs, claims, LECTURES, examples, checks) + notes_section(notes, LECTURES),
        "errata.md": errata_page(claims, LECTURES),
        "cross-check.md": crosscheck_page(checks),
        "verification.json": as_text(report_json(proofs, claims, examples, checks)),
        **{f"lectures/{n}.md": lecture_page(n, title, proofs, claims, examples) for n, title in LECTURES.items()},
        **{f"derivations/{view.name}.md": derivation_page(view) for view in proofs},
        **{f"examples/{view.name}.md": example_page(view) for view in examples},
        **notes,
    }
