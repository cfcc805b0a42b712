"""Notations are data: the profiles of the lectures, files of one's own, and what is refused in them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from sympy import IndexedBase, Sum, log, symbols

from derive import sigmoid, size
from derive.latex.formulas import latex
from derive.latex.notation import BadNotationError, Notation, notation_from, notation_named, profiles, read_notation
from derive.latex.notation.load import KEYS, PROFILES
from derive.latex.notation.model import CHOICES, MEANINGS
from tests.house.files import ROOT

N, D = size("N"), size("D")
i, d = symbols("i d", integer=True)
X, w, y = IndexedBase("X"), IndexedBase("w"), IndexedBase("y")
LOSS = -Sum(y[i] * log(sigmoid(Sum(w[d] * X[i, d], (d, 1, D)))), (i, 1, N))


def test_there_is_a_profile_for_each_lecture() -> None:
    """The neutral one is the default of every key."""
    assert set(profiles()) == {"neutral", "l7", "m146", "cls", "cs4602", "cse422"}
    assert notation_named("neutral") == Notation()


def test_the_page_lists_every_key() -> None:
    """With its values and its meaning, as the program has them; every choice belongs to a key."""
    assert set(MEANINGS) == set(KEYS) > set(CHOICES)
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE))
    assert set(rows) == {*KEYS, "based_on"}
    for key, row in rows.items():
        values, meaning = row.split(" | ")
        assert meaning == MEANINGS.get(key, meaning)
        assert values == ", ".join(CHOICES.get(key, [values]))


def in_vain(profile: Path) -> set[str]:
    """Return the keys of a profile that say what the neutral one says."""
    held = tomllib.loads(profile.read_text(encoding="utf-8"))
    return {key for key, value in held.items() if key != "title" and value == getattr(Notation(), key)}


def test_profiles_hold_no_key_in_vain(tmp_path: Path) -> None:
    """A profile says only what differs from the neutral one; one that says more is noticed."""
    assert {path.stem: in_vain(path) for path in PROFILES.glob("*.toml") if in_vain(path)} == {}
    _ = (lie := tmp_path / "lie.toml").write_text(f'title = "x"\nlog = "{Notation().log}"\n')
    assert in_vain(lie) == {"log"}


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    """It is based on a profile, and changes what it says."""
    path = tmp_path / "mine.toml"
    _ = path.write_text('based_on = "cls"\nlog = "log"\n[names]\nw = "beta"\n[indices]\ni = "n"\n')
    assert latex(LOSS, notation_named(str(path))) == (
        r"-\sum_{n=1}^N y_n \log \sigma(\boldsymbol{\beta}^T \mathbf{x}_n)"
    )


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"transpos": "T"}, "no such key", "Did you mean transpose?"),
    ({"transpose": "*"}, "none of the choices", "Use one of top, T, t"),
    ({"names": "w"}, "a table is wanted", "Write [names]"),
    ({"names": {"w": 3}}, "no name", "Write a name as SymPy does"),
    ({"names": {"w": "\\input{x}"}}, "no name", "Write a name as SymPy does"),
    ({"examples": "N"}, "a list is wanted", 'Write examples = ["N"]'),
    ({"log": 3}, "no name", "Write a name"),
    ({"based_on": "l8"}, "names no profile", "Name one of neutral"),
]


@pytest.mark.parametrize(("held", "reason", "way_out"), BAD, ids=[str(held) for held, *_ in BAD])
def test_a_bad_value_is_refused_with_the_way_out(held: dict[str, Any], reason: str, way_out: str) -> None:
    """The message names the value, the file, the reason and what may be written."""
    with pytest.raises(BadNotationError) as caught:
        _ = notation_from(held, "mine.toml")
    told = str(caught.value)
    assert [part for part in (reason, way_out, "mine.toml") if part not in told] == []


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    """No file, no TOML, no text."""
    with pytest.raises(BadNotationError, match="cannot be read"):
        _ = read_notation(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    _ = broken.write_bytes(b"\xff = 1")
    with pytest.raises(BadNotationError, match="no TOML"):
        _ = read_notation(broken)
    with pytest.raises(BadNotationError, match="Try cse422"):
        _ = notation_named("cse42")
