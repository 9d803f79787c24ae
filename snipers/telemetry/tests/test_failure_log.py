"""Repeated failures are logged when they start and when they end."""

from snipers.telemetry.failure_log import FailureLog


def test_only_the_first_failure_and_the_first_success_are_reported() -> None:
    failures = FailureLog()
    assert not failures.recovered("relay")
    assert failures.failed("relay")
    assert not failures.failed("relay")
    assert failures.failed("inbox")
    assert failures.recovered("relay")
    assert not failures.recovered("relay")
    assert failures.failed("relay")
