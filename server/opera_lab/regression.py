"""Ridge regression: the weights with which a sum of features comes nearest to the targets of samples.

In plain Python and with exact sums, so that the same samples give the same weights to the last bit, on any Python.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

RIDGE = 10.0
"""How many samples the assumption counts for that a feature means nothing; it settles features that go together."""

Row = Sequence[float]


class Sample(NamedTuple):
    """A row of features, and the figure that they are to predict."""

    features: Row
    target: float


class Fit(NamedTuple):
    """A weight for each feature, and the constant that is added to their sum."""

    weights: tuple[float, ...]
    intercept: float

    def predict(self, features: Row) -> float:
        return self.intercept + fsum(weight * figure for weight, figure in zip(self.weights, features, strict=True))

    def rounded(self, digits: int) -> "Fit":
        """Round to so many digits behind the point, and write no minus zero."""
        return Fit(tuple(round(weight, digits) + 0.0 for weight in self.weights), round(self.intercept, digits) + 0.0)


class Quality(NamedTuple):
    """How good a fit is on samples that it has not seen."""

    r2: float
    """The share of the target's variance that is predicted; 0 is as good as always saying the mean."""
    mean_error: float
    """By how much a prediction is wrong, up or down."""


def fit(samples: Sequence[Sample], ridge: float = RIDGE) -> Fit:
    """Find the weights with the least squared error; a feature that never changes gets 0."""
    count = len(samples)
    columns = list(zip(*(sample.features for sample in samples), strict=True))
    targets = [sample.target for sample in samples]
    means = [fsum(column) / count for column in columns]
    middle = fsum(targets) / count
    scales = [_deviation(column, mean) for column, mean in zip(columns, means, strict=True)]
    varying = [at for at, scale in enumerate(scales) if scale > 0]
    standardised = [[(figure - means[at]) / scales[at] for figure in columns[at]] for at in varying]
    missing = [target - middle for target in targets]
    products = [[_product(one, other) / count for other in standardised] for one in standardised]
    for at in range(len(varying)):
        products[at][at] += ridge / count
    solved = solve(products, [_product(one, missing) / count for one in standardised])
    weights = [0.0] * len(columns)
    for at, weight in zip(varying, solved, strict=True):
        weights[at] = weight / scales[at]
    return Fit(tuple(weights), middle - _product(weights, means))


def quality(fitted: Fit, samples: Sequence[Sample]) -> Quality:
    """Measure a fit on samples, best those that were left out of it."""
    targets = [sample.target for sample in samples]
    middle = fsum(targets) / len(targets)
    errors = [sample.target - fitted.predict(sample.features) for sample in samples]
    spread = fsum((target - middle) ** 2 for target in targets)
    r2 = 1 - fsum(error * error for error in errors) / spread if spread else 0.0
    return Quality(r2, fsum(abs(error) for error in errors) / len(errors))


def solve(matrix: Sequence[Row], right: Row) -> list[float]:
    """Solve linear equations with a symmetric positive matrix, by Cholesky's lower triangle."""
    lower = _triangle(matrix)
    halfway: list[float] = []
    for row, figure in zip(lower, right, strict=True):
        halfway.append((figure - _product(row[: len(halfway)], halfway)) / row[len(halfway)])
    solution = [0.0] * len(right)
    for at in reversed(range(len(right))):
        rest = fsum(lower[below][at] * solution[below] for below in range(at + 1, len(right)))
        solution[at] = (halfway[at] - rest) / lower[at][at]
    return solution


def _triangle(matrix: Sequence[Row]) -> list[list[float]]:
    lower: list[list[float]] = []
    for at, row in enumerate(matrix):
        made: list[float] = []
        for column in range(at):
            made.append((row[column] - _product(made, lower[column][:column])) / lower[column][column])
        made.append(sqrt(row[at] - _product(made, made)))
        lower.append(made)
    return lower


def _deviation(column: Row, mean: float) -> float:
    return sqrt(fsum((figure - mean) ** 2 for figure in column) / len(column))


def _product(one: Row, other: Row) -> float:
    return fsum(first * second for first, second in zip(one, other, strict=True))
