"""Ridge regression: the weights with which a sum of features comes nearest to the targets of samples.

In plain Python with exact sums, so that the same samples give the same weights to the last bit everywhere.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

RIDGE = 10.0
"""The strength of the pull of weights to 0, in samples; it settles weights of features that vary together."""

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
        """Round to this many decimals, and turn minus zero into zero."""
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
    mean_target = fsum(targets) / count
    scales = [_deviation(column, mean) for column, mean in zip(columns, means, strict=True)]
    varying = [at for at, scale in enumerate(scales) if scale > 0]
    standardised = [[(figure - means[at]) / scales[at] for figure in columns[at]] for at in varying]
    centred = [target - mean_target for target in targets]
    products = [[_product(one, other) / count for other in standardised] for one in standardised]
    for at in range(len(varying)):
        products[at][at] += ridge / count
    solved = solve(products, [_product(one, centred) / count for one in standardised])
    weights = [0.0] * len(columns)
    for at, weight in zip(varying, solved, strict=True):
        weights[at] = weight / scales[at]
    return Fit(tuple(weights), mean_target - _product(weights, means))


def quality(fitted: Fit, samples: Sequence[Sample]) -> Quality:
    """Measure a fit on samples, best those that were left out of it."""
    targets = [sample.target for sample in samples]
    mean_target = fsum(targets) / len(targets)
    errors = [sample.target - fitted.predict(sample.features) for sample in samples]
    spread = fsum((target - mean_target) ** 2 for target in targets)
    r2 = 1 - fsum(error * error for error in errors) / spread if spread else 0.0
    return Quality(r2, fsum(abs(error) for error in errors) / len(errors))


def solve(matrix: Sequence[Row], right: Row) -> list[float]:
    """Solve linear equations with a symmetric positive definite matrix, by Cholesky decomposition."""
    lower = _cholesky(matrix)
    halfway: list[float] = []
    for row, figure in zip(lower, right, strict=True):
        halfway.append((figure - _product(row[: len(halfway)], halfway)) / row[len(halfway)])
    solution = [0.0] * len(right)
    for at in reversed(range(len(right))):
        rest = fsum(lower[below][at] * solution[below] for below in range(at + 1, len(right)))
        solution[at] = (halfway[at] - rest) / lower[at][at]
    return solution


def _cholesky(matrix: Sequence[Row]) -> list[list[float]]:
    lower: list[list[float]] = []
    for at, row in enumerate(matrix):
        lower_row: list[float] = []
        for column in range(at):
            lower_row.append((row[column] - _product(lower_row, lower[column][:column])) / lower[column][column])
        lower_row.append(sqrt(row[at] - _product(lower_row, lower_row)))
        lower.append(lower_row)
    return lower


def _deviation(column: Row, mean: float) -> float:
    return sqrt(fsum((figure - mean) ** 2 for figure in column) / len(column))


def _product(one: Row, other: Row) -> float:
    return fsum(first * second for first, second in zip(one, other, strict=True))
