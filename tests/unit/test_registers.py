"""The registers of all lectures: every claim comes out as registered; what is wrong is known by line, with a repair."""

from __future__ import annotations

import pytest

from derive.lectures.register import REGISTERED, claims, claims_of
from derive.lectures.register.claim import Claim

WRONG = {"refuted", "wrong as printed"}
FAULTS = {
    "l7": {128, 222, 226, 261, 302, 331, 405, 531, 535, 539, 561, 578, 591, 671, 769, 846},
    "m146": {66, 153, 175, 377, 437, 441, 445, 492},
    "cls": {86, 276, 282, 383, 439, 507, 592, 813, 830, 874, 882, 941, 1034, 1094, 1106, 1121},
}
"""The lines of the known faults of the lectures whose faults were listed beforehand."""
CONVENTIONS = {
    "l7": {263, 265, 290, 298, 300, 347, 355, 379, 381, 391, 393, 579, 719, 825, 837, 838, 865},
    "m146": {20, 91, 115, 236, 239, 241, 251, 355, 379, 471, 483},
}
"""The lines that are right under a convention which the lecture does not state."""


@pytest.mark.parametrize("claim", list(claims()), ids=lambda claim: f"{claim.lecture}-{claim.name}")
def test_claim_comes_out_as_registered(claim: Claim) -> None:
    """What the code finds now is what is registered, and it says how."""
    found = claim.find()

    assert (found.outcome, bool(found.evidence)) == (claim.expected, True), found.evidence


@pytest.mark.parametrize("lecture", REGISTERED)
def test_register_is_in_order(lecture: str) -> None:
    """All claims are of their lecture, in the order of their lines."""
    lines = [claim.line for claim in claims_of(lecture)]

    assert {claim.lecture for claim in claims_of(lecture)} == {lecture}
    assert lines == sorted(lines)


@pytest.mark.parametrize("lecture", REGISTERED)
def test_what_is_wrong_has_a_repair(lecture: str) -> None:
    """Whatever is wrong says what should stand there; nothing else does, unless it needs a convention."""
    wrong = [claim for claim in claims_of(lecture) if claim.expected in WRONG]
    others = [claim for claim in claims_of(lecture) if claim.expected not in WRONG and not claim.convention]

    assert [claim.name for claim in wrong if not claim.repair] == []
    assert [claim.name for claim in others if claim.repair] == []


@pytest.mark.parametrize(("lecture", "lines"), FAULTS.items())
def test_every_known_fault_is_found(lecture: str, lines: set[int]) -> None:
    """The faults of the lecture, by line, and no others."""
    assert {claim.line for claim in claims_of(lecture) if claim.expected in WRONG} == lines


@pytest.mark.parametrize(("lecture", "lines"), CONVENTIONS.items())
def test_lines_that_need_a_convention_are_known(lecture: str, lines: set[int]) -> None:
    """These lines, and no others, are right under a convention only."""
    assert {claim.line for claim in claims_of(lecture) if claim.convention} == lines
