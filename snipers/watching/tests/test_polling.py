"""When each key is polled: once for all who wait, never faster than the pace, spread out, and braked in bad times."""

from datetime import timedelta

from snipers.clients.base import RateLimited, Unavailable
from snipers.domain.tests.cast import DAY, NOON
from snipers.watching.orders import Key
from snipers.watching.polling import POLLS_AT_ONCE, Polling

KEYS: list[Key] = [(DAY + timedelta(days=n), 2) for n in range(10)]


def polling(pace: float = 10.0) -> Polling:
    return Polling(pace_seconds=pace, jitter=lambda: 0.0)


def due(rhythm: Polling, at: float) -> list[Key]:
    keys = rhythm.take_due(at=at, now=NOON + timedelta(seconds=at))
    for key in keys:
        rhythm.done(key)
        rhythm.answered(key, at=at, now=NOON + timedelta(seconds=at))
    return keys


def test_a_new_key_is_polled_at_once_and_then_at_its_pace() -> None:
    rhythm = polling()
    rhythm.want(KEYS[:1], at=0, now=NOON)
    assert [at for at in range(31) if due(rhythm, at)] == [0, 10, 20, 30]


def test_keys_that_come_together_are_spread_over_one_pace() -> None:
    rhythm = polling()
    rhythm.want(KEYS, at=0, now=NOON)
    assert [len(due(rhythm, at)) for at in range(10)] == [1] * 10


def test_a_key_that_comes_back_keeps_its_turn() -> None:
    rhythm = polling()
    rhythm.want(KEYS[:1], at=0, now=NOON)
    assert due(rhythm, 0)
    rhythm.want([], at=1, now=NOON)
    assert due(rhythm, 11) == []
    rhythm.want(KEYS[:1], at=2, now=NOON)
    assert due(rhythm, 3) == []
    assert due(rhythm, 10)


def test_only_a_few_polls_are_out_at_once() -> None:
    rhythm = polling(pace=0.001)
    rhythm.want(KEYS, at=0, now=NOON)
    out = rhythm.take_due(at=1, now=NOON)
    assert len(out) == POLLS_AT_ONCE
    assert rhythm.take_due(at=1, now=NOON) == []
    assert rhythm.next_due() is None
    rhythm.done(out[0])
    assert rhythm.next_due() is not None
    assert len(rhythm.take_due(at=1, now=NOON)) == 1


def test_a_failure_stops_everything_for_a_while_and_then_one_key_tries() -> None:
    rhythm = polling(pace=0.1)
    rhythm.want(KEYS, at=0, now=NOON)
    assert rhythm.failed(RateLimited("429", delay=7.0), at=1, now=NOON) == 7
    assert rhythm.slowed
    assert rhythm.take_due(at=7.9, now=NOON) == []
    assert rhythm.next_due() == 8
    (probe,) = rhythm.take_due(at=8, now=NOON)
    rhythm.done(probe)
    assert rhythm.answered(probe, at=8.1, now=NOON)
    assert len(rhythm.take_due(at=8.2, now=NOON)) == POLLS_AT_ONCE


def test_the_next_check_on_the_wall_clock_counts_the_brake_and_stays_the_same() -> None:
    rhythm = polling()
    rhythm.want(KEYS[:1], at=0, now=NOON)
    assert due(rhythm, 0)
    assert rhythm.next_check(KEYS[0]) == NOON + timedelta(seconds=10)
    rhythm.failed(Unavailable("away", delay=60), at=1, now=NOON + timedelta(seconds=1))
    assert rhythm.next_check(KEYS[0]) == NOON + timedelta(seconds=61)
    assert rhythm.next_check(KEYS[1]) is None


def test_what_was_seen_long_ago_is_no_longer_acted_on() -> None:
    rhythm = polling()
    rhythm.want(KEYS[:1], at=0, now=NOON)
    assert not rhythm.fresh(KEYS[0], at=0)
    assert due(rhythm, 0)
    assert rhythm.fresh(KEYS[0], at=20)
    assert not rhythm.fresh(KEYS[0], at=21)
    rhythm.failed(Unavailable("away"), at=5, now=NOON)
    assert not rhythm.fresh(KEYS[0], at=6)
