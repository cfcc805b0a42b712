"""The errors of `numeric`: each is a `DeriveError` that says which value, where, why, and what to do.

DataError                  data that cannot be computed with
|-- NotNumbersError            text, complex numbers, objects where real numbers are wanted
|-- NotFiniteError             NaN, an infinity, or a number whose square is one
|-- EmptyDataError             no example, or no feature
|-- WrongShapeError            another number of axes than wanted, or lengths that do not fit together
|-- OneClassError              labels of one class only
`-- WrongLabelsError           labels that the algorithm cannot read
SettingError               a setting out of its range, such as a negative learning rate
"""

from __future__ import annotations

from derive.errors import DeriveError


class DataError(DeriveError):
    """Data that cannot be computed with."""


class NotNumbersError(DataError):
    """Something else stands where real numbers are wanted."""


class NotFiniteError(DataError):
    """A NaN, an infinity, or a number whose square would be one, is among the numbers."""


class EmptyDataError(DataError):
    """There is no example, or no feature."""


class WrongShapeError(DataError):
    """An array has another number of axes than wanted, or its length does not fit the others."""


class OneClassError(DataError):
    """All labels are of one class: there is nothing to tell apart."""


class WrongLabelsError(DataError):
    """Labels that the algorithm cannot read, or more classes than it knows."""


class SettingError(DeriveError):
    """A setting is out of its range."""
