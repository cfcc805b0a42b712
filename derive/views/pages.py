"""What a report comes to, counted, and the pages that list it: index, lectures, errata, worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derive.views.crosscheck import CheckView, crosscheck_failures
from derive.views.markdown import page, prose, table
from derive.words import counted, row_of

if TYPE_CHECKING:
    from derive.views.view import ClaimView, DerivationView

INTRODUCTION = """
Written by `derive report`, and not by hand: every derivation below was carried out by the engine, for every size, and
every registered claim of the lectures was decided by running code. A line that is *proved* holds for all sizes and for
all values that meet the conditions beside it; a *definition*, what is *assumed*, and what is *given* claim nothing. The
same results, for programs, are in `verification.json`, and each derivation and worked example has a page of its own in
`derivations` and `examples`. A file that is named here without a link is not kept in git: `derive report` writes it,
and [digests.txt](digests.txt) vouches for it.
""".strip()

NOTES = "notes/notes.html"
"""The page of all derivations. These pages link to it and to each other, and to no page that git does not keep."""


def summary(
    derivations: Sequence[DerivationView], claims: Sequence[ClaimView], checks: Sequence[CheckView] = ()
) -> dict[str, Any]:
    """Return the numbers of derivations, steps, claims and checks, and everything that is not as it should be."""
    proved = sum(view.status == "proved" for view in derivations)
    return {
        "derivations": len(derivations),
        "derivations proved": proved,
        "steps": sum(len(view.steps) for view in derivations),
        "claims": len(claims),
        "outcomes": {row_of(outcome).json: number for outcome, number in outcomes(claims).items()},
        "checks": len(checks),
        "failures": failures(derivations, claims, checks),
    }


def outcomes(claims: Sequence[ClaimView]) -> dict[str, int]:
    """Return how many claims came out in each way, in the order of the words."""
    return counted(claim.outcome for claim in claims)


def failures(
    derivations: Sequence[DerivationView], claims: Sequence[ClaimView], checks: Sequence[CheckView] = ()
) -> list[str]:
    """Return a sentence for each derivation that is not proved, each claim and each check that came out otherwise."""
    broken = [f"{view.name} is {view.status}: {_where(view)}" for view in derivations if view.status != "proved"]
    other = [
        f"{claim.name} is registered as {claim.expected} and came out as {claim.outcome}: {claim.evidence}"
        for claim in claims
        if not claim.as_registered
    ]
    return broken + other + crosscheck_failures(checks)


def _where(view: DerivationView) -> str:
    if view.problem:
        return view.problem
    for number, step in enumerate(view.steps, 1):
        if not step.holds:
            return f"line {number} ({step.reason}) is {step.status}: {step.problem}"
    return "the result is not proved" if view.result is None else view.result.problem


def index_page(
    derivations: Sequence[DerivationView],
    claims: Sequence[ClaimView],
    lectures: Mapping[str, str],
    examples: Sequence[ExampleView] = (),
    checks: Sequence[CheckView] = (),
) -> str:
    """Return the first page: the lectures, the derivations, and what is not as it should be."""
    numbers = summary(derivations, claims, checks)
    told = f"{numbers['derivations proved']} of {numbers['derivations']} derivations are proved, in {numbers['steps']}"
    wrong = [claim for claim in claims if claim.is_erratum]
    about_claims = f"{_told_of_claims(len(claims), len(wrong))}{_told_of_checks(checks)}"
    return page(
        [
            "# Reports",
            INTRODUCTION,
            " ".join([f"{told} steps.", about_claims, told_of_opinions(derivations)]),
            "\n".join(f"- **{prose(failure)}**" for failure in numbers["failures"]),
            "## Lectures",
            table(
                ("lecture", "derivations", "claims"),
                [_lecture_row(n, t, derivations, claims) for n, t in lectures.items()],
            ),
            "## Derivations",
            table(("derivation", "lectures", "status"), [_index_row(view) for view in derivations]),
            *(["## Worked examples", _listed(examples)] if examples else []),
        ]
    )


def told_of_opinions(derivations: Sequence[DerivationView]) -> str:
    """Return with how many proofs the second opinion agrees, and where it has none, as a sentence."""
    silent = [f"{view.name}, {line}" for view in derivations for line in view.silent]
    agreeing = sum(view.agreeing for view in derivations)
    none = f", and has none on {len(silent)}: {'; '.join(silent)}" if silent else ""
    return f"The second opinion agrees with {agreeing} of their {agreeing + len(silent)} proofs{none}."


def _told_of_checks(checks: Sequence[CheckView]) -> str:
    if not checks:
        return ""
    right = sum(row_of(check.outcome).passes for check in checks)
    return f" Of {len(checks)} comparisons with numbers, {right} agree: `cross-check.md`."


def _listed(examples: Sequence[ExampleView]) -> str:
    return "\n".join(f"- {prose(view.title)}: `derive show {view.name}`" for view in examples)


def _told_of_claims(claims: int, wrong: int) -> str:
    if not claims:
        return "No claims are registered yet, so the [errata](errata.md) are empty."
    return f"Of {claims} claims, {wrong} are on the list of [errata](errata.md)."


def lecture_page(
    name: str,
    title: str,
    derivations: Sequence[DerivationView],
    claims: Sequence[ClaimView],
    examples: Sequence[ExampleView] = (),
) -> str:
    """Return the page of a lecture: its derivations, and every claim with what was found."""
    own = [view for view in derivations if name in _lectures(view)]
    found = [claim for claim in claims if claim.lecture == name]
    worked = [view for view in examples if view.lecture == name]
    rows = [_claim_row(claim) for claim in found]
    return page(
        [
            f"# {prose(title)}",
            f"`{name}`: {len(own)} derivations, {len(found)} claims. Numbers are lines of the transcript.",
            "## Derivations",
            table(("derivation", "status", "lines"), [_own_row(view, name) for view in own]),
            *(["## Worked examples", _listed(worked)] if worked else []),
            "## Claims",
            _counted(found),
            table(("line", "claim", "outcome", "evidence"), rows) if rows else "",
        ]
    )


def errata_page(claims: Sequence[ClaimView], lectures: Mapping[str, str]) -> str:
    """Return the page of what is wrong in the lectures, with the counterexamples and the repairs."""
    parts = ["# Errata", "What is wrong as it stands, or right only under a convention that has to be named."]
    parts += [] if claims else ["No claims are registered yet: nothing was looked for."]
    for name, title in lectures.items():
        wrong = [claim for claim in claims if claim.lecture == name and claim.is_erratum]
        parts += [f"## {prose(title)}"] if wrong else []
        parts += [part for claim in wrong for part in _erratum(claim)]
    return page(parts)


def _erratum(claim: ClaimView) -> list[str]:
    told = [f"- found: {prose(claim.evidence)}"]
    told += [f"- needs the convention: {prose(claim.convention)}"] if claim.convention else []
    told += [f"- repair: {prose(claim.repair)}"] if claim.repair else []
    return [f"### {claim.name}: {claim.outcome}", prose(claim.says), "\n".join(told)]


def _counted(claims: Sequence[ClaimView]) -> str:
    return "; ".join(f"{number} {outcome}" for outcome, number in outcomes(claims).items()) + ("." if claims else "")


def _lecture_row(
    name: str, title: str, derivations: Sequence[DerivationView], claims: Sequence[ClaimView]
) -> list[str]:
    own = sum(name in _lectures(view) for view in derivations)
    return [f"[{prose(title)}](lectures/{name}.md)", str(own), _counted([c for c in claims if c.lecture == name])]


def _index_row(view: DerivationView) -> list[str]:
    links = ", ".join(f"[{name}](lectures/{name}.md)" for name in _lectures(view))
    return [f"[{prose(view.title)}]({NOTES}#{view.name})", links, _marked(view.status, view.status == "proved")]


def _own_row(view: DerivationView, lecture: str) -> list[str]:
    lines = ", ".join(str(line) for name, line in view.source if name == lecture)
    return [
        f"[{prose(view.title)}](../{NOTES}#{view.name})",
        _marked(view.status, view.status == "proved"),
        lines,
    ]


def _claim_row(claim: ClaimView) -> list[str]:
    needs = f" (needs: {prose(claim.convention)})" if claim.convention else ""
    other = "" if claim.as_registered else f"; registered as {claim.expected}"
    outcome = _marked(claim.outcome + other, claim.as_registered)
    return [str(claim.line), prose(claim.says), outcome, prose(claim.evidence) + needs]


def _marked(word: str, good: bool) -> str:  # noqa: FBT001 -- whether it is good is half of what is said
    return word if good else f"**{word}**"


def _lectures(view: DerivationView) -> list[str]:
    return view.lecture.split(", ")


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A worked example: its table, and the same table as text and in Markdown."""

    name: str
    title: str
    lecture: str
    line: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    text: str
    markdown: str


def example_page(view: ExampleView) -> str:
    """Return the page of a worked example."""
    about = f"`{view.name}`: [{view.lecture}](../lectures/{view.lecture}.md), line {view.line}."
    return page([f"# {prose(view.title)}", f"{about} Computed by the algorithms of `numeric`.", view.markdown])


def example_json(view: ExampleView) -> dict[str, Any]:
    """Return a worked example as JSON has it; cells are as they are printed."""
    names = ("name", "title", "lecture", "line", "columns", "rows", "notes")
    return {name: getattr(view, name) for name in names}
