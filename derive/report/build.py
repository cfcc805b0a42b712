"""The files of a report, by name, from what was decided."""

from __future__ import annotations

from collections.abc import Mapping

from derive.lectures.catalogue import LECTURES
from derive.render.as_json import as_text, report_json
from derive.render.markdown import derivation_page
from derive.render.pages import errata_page, index_page, lecture_page
from derive.report.work import Results


def report_files(results: Results) -> Mapping[str, str]:
    """Return every file of a report; the same results give the same files, to the letter."""
    proofs, claims = results.derivations, results.claims
    return {
        "README.md": index_page(proofs, claims, LECTURES),
        "errata.md": errata_page(claims, LECTURES),
        "verification.json": as_text(report_json(proofs, claims)),
        **{f"lectures/{name}.md": lecture_page(name, title, proofs, claims) for name, title in LECTURES.items()},
        **{f"derivations/{view.name}.md": derivation_page(view) for view in proofs},
    }
