"""Fitting: ridge regression finds the weights that samples were made with."""

import pytest

from opera_lab.regression import Fit, Sample, fit, quality, solve
from opera_rules.chance import Chance

TRUE = Fit((2.0, -3.0, 0.0), 5.0)


def samples(count: int, noise: int = 0) -> list[Sample]:
    """Rows of three features with targets by the true weights, give or take some noise."""
    chance = Chance(bytes(32))
    made = []
    for _ in range(count):
        row = tuple(float(chance.below(20)) for _ in TRUE.weights)
        made.append(Sample(row, TRUE.predict(row) + chance.below(2 * noise + 1) - noise))
    return made


def test_weights_are_found_again() -> None:
    found = fit(samples(200), ridge=0.0)
    assert found.weights == pytest.approx(TRUE.weights)
    assert found.intercept == pytest.approx(TRUE.intercept)
    assert quality(found, samples(50)) == pytest.approx((1.0, 0.0), abs=1e-9)


def test_noise_is_averaged_out_and_shows_in_the_quality() -> None:
    found = fit(samples(2000, noise=10))
    assert found.weights == pytest.approx(TRUE.weights, abs=0.1)
    reached = quality(found, samples(300, noise=10))
    assert 0.8 < reached.r2 < 0.97
    assert reached.mean_error == pytest.approx(110 / 21, rel=0.15)


def test_a_feature_that_never_changes_has_no_weight() -> None:
    made = [Sample((*sample.features, 7.0), sample.target) for sample in samples(50)]
    assert fit(made, ridge=0.0).weights == pytest.approx((*TRUE.weights, 0.0))


def test_features_that_always_go_together_share_their_weight() -> None:
    """Without the ridge there would be no single answer."""
    made = [Sample((*sample.features, sample.features[0]), sample.target) for sample in samples(500)]
    first, _, _, twin = fit(made).weights
    assert first == pytest.approx(twin)
    assert first + twin == pytest.approx(TRUE.weights[0], rel=0.05)


def test_a_fit_that_is_no_better_than_the_mean_explains_nothing() -> None:
    made = samples(100)
    mean = sum(sample.target for sample in made) / 100
    assert quality(Fit((0.0, 0.0, 0.0), mean), made).r2 == pytest.approx(0.0)
    assert quality(Fit((0.0, 0.0, 0.0), mean + 50), made).r2 < 0


def test_linear_equations_are_solved() -> None:
    assert solve([[4.0, 2.0], [2.0, 3.0]], [10.0, 9.0]) == pytest.approx([1.5, 2.0])


def test_rounded_weights_have_no_minus_zero() -> None:
    assert str(Fit((-0.00001, 1.23456), -0.00001).rounded(4)) == str(Fit((0.0, 1.2346), 0.0))
