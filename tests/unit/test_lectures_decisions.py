"""Fisher's criterion, metrics and discriminants: the conditions that their derivations leave."""

from __future__ import annotations

from tests.altered import derived


def test_scores_need_no_conditions() -> None:
    """With a hit, precision, recall and both F scores have values; the rates need instances of their own class."""
    shown = {str(condition.statement) for condition in derived("metrics").conditions}

    assert shown == {"Ne(FN + FP + TN + TP, 0)", "Ne(FN + TP, 0)", "Ne(FP + TN, 0)"}


def test_discriminants_need_no_conditions() -> None:
    """Positive densities and priors are all that is needed."""
    assert derived("discriminants").conditions == ()
