"""The brake of one venue: how long it waits after refusals, by a table of what happened when."""

import pytest

from snipers.clients.base import Blocked, PlatformError, RateLimited, Unavailable
from snipers.watching.lease.throttle import Throttle


@pytest.mark.parametrize(
    ("failures", "opens_at"),
    [
        ([(0.0, Blocked("x"))], 1.0),
        ([(0.0, Blocked("x")), (1.0, Blocked("x")), (3.0, Blocked("x"))], 7.0),
        ([(0.0, Blocked("x")), (0.1, Blocked("x")), (0.2, Blocked("x"))], 1.0),
        ([(0.0, Blocked("x")), (0.1, RateLimited("x", delay=8.0))], 8.1),
        ([(0.0, RateLimited("x", delay=5.0)), (0.1, Unavailable("x"))], 5.0),
    ],
    ids=[
        "one refusal waits a second",
        "in a row they wait twice as long each time",
        "calls that were under way together are one refusal",
        "a longer Retry-After counts at once",
        "a shorter one changes nothing",
    ],
)
def test_how_long_the_brake_holds(failures: list[tuple[float, PlatformError]], opens_at: float) -> None:
    throttle = Throttle(jitter=lambda: 0.0)
    for at, error in failures:
        waits = throttle.failed(error, at=at)
        assert waits == pytest.approx(throttle.open_at - at)
    assert throttle.open_at == pytest.approx(opens_at)
    assert throttle.slowed


def test_an_answer_ends_it_and_the_next_refusal_begins_anew() -> None:
    throttle = Throttle(jitter=lambda: 0.0)
    for at in (0.0, 1.0, 3.0):
        throttle.failed(Blocked("x"), at=at)
    assert throttle.worked()
    assert not throttle.worked()
    assert throttle.failed(Blocked("x"), at=100.0) == pytest.approx(1.0)
