"""What classifiers of two classes share: which label is the positive one, the constant feature, the decision."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.errors import WrongLabelsError
from numeric.inputs import Floats, Labels, binary_labels


def two_classes(y: Any, *, length: int, positive: Any = None) -> Labels:
    """Return the labels of two classes, negative first; the larger one is positive, unless another is named.

    Raises a `DataError` for one class, for more than two, and where `positive` is none of them.

    >>> two_classes(["A", "F", "F"], length=3, positive="A").signs
    array([ 1., -1., -1.])
    """
    found = binary_labels(y, length=length)
    if positive is None or found.classes[1] == positive:
        return found
    if found.classes[0] != positive:
        known = " and ".join(str(label) for label in found.classes.tolist())
        raise WrongLabelsError(
            repr(positive), place="positive", reason=f"the labels are {known}", way_out="name one of them"
        )
    return Labels(found.classes[::-1], 1 - found.codes)


def augmented(X: Floats, *, intercept: bool) -> Floats:
    """Return the examples with a constant 1 in front, if there is to be an intercept.

    >>> augmented(np.array([[2.0, 3.0]]), intercept=True)
    array([[1., 2., 3.]])
    """
    return np.column_stack([np.ones(len(X)), X]) if intercept else X


def decided(scores: Floats, classes: NDArray[Any], *, zero_is_positive: bool = False) -> NDArray[Any]:
    """Return the label of each score: the positive class above zero, and at zero if `zero_is_positive`.

    >>> decided(np.array([-1.0, 0.0, 1.0]), np.array(["no", "yes"]))
    array(['no', 'no', 'yes'], dtype='<U3')
    """
    chosen = scores >= 0 if zero_is_positive else scores > 0
    return classes[chosen.astype(np.intp)]
