"""Settling of attempts whose booking call had no answer. Seconds count from the claim."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.settling import (
    GRACE_SECONDS,
    LATE_SECONDS,
    SEND_SECONDS,
    Adopt,
    Held,
    NotBooked,
    NotYet,
    Unclear,
    Verdict,
    Wanted,
    settle,
)
from snipers.domain.tests.examples import DAY, NOON

OURS = Held(reservation_id="741", platform_venue_id=1202, date=DAY, time=time(19, 30), party_size=2)


def verdict_on(
    *held: Held,
    known: frozenset[str] = frozenset(),
    absent: float | None = None,
    read: float = 0.0,
    old_booking_id: str = "",
    may_hide_table: bool = False,
) -> Verdict:
    return settle(
        held=held,
        may_hide_table=may_hide_table,
        known_before=known,
        wanted=Wanted(1202, DAY, time(19, 30), 2),
        grace_until=NOON + timedelta(seconds=GRACE_SECONDS),
        first_absent_at=None if absent is None else NOON + timedelta(seconds=absent),
        read_at=NOON + timedelta(seconds=read),
        old_booking_id=old_booking_id,
    )


def test_the_grace_exceeds_the_send_deadline_plus_the_latest_commit() -> None:
    assert GRACE_SECONDS > SEND_SECONDS + LATE_SECONDS


@pytest.mark.parametrize("read", [0.0, 5.0, 100.0])
def test_a_table_that_was_not_known_before_is_adopted_at_once(read: float) -> None:
    assert verdict_on(OURS, read=read) == Adopt("741")


def test_the_diners_own_table_is_not_adopted() -> None:
    assert verdict_on(OURS, known=frozenset({"741"})) != Adopt("741")


@pytest.mark.parametrize(
    "other",
    [
        Held(reservation_id="741", platform_venue_id=1203, date=DAY, time=time(19, 30), party_size=2),
        Held(reservation_id="741", platform_venue_id=1202, date=date(2026, 11, 28), time=time(19, 30), party_size=2),
        Held(reservation_id="741", platform_venue_id=1202, date=DAY, time=time(19, 45), party_size=2),
        Held(reservation_id="741", platform_venue_id=1202, date=DAY, time=time(19, 30), party_size=3),
    ],
)
def test_another_table_is_not_adopted(other: Held) -> None:
    assert isinstance(verdict_on(other), NotYet)


@pytest.mark.parametrize(
    ("absent", "read", "expected"),
    [
        (None, 0.0, NotYet(NOON + timedelta(seconds=13))),
        (None, 100.0, NotYet(NOON + timedelta(seconds=113))),
        (1.0, 13.9, NotYet(NOON + timedelta(seconds=14))),
        (1.0, 14.0, NotBooked()),
        (0.0, 12.9, NotYet(NOON + timedelta(seconds=13))),
        (0.0, 13.0, NotBooked()),
        (60.0, 72.9, NotYet(NOON + timedelta(seconds=73))),
        (60.0, 73.0, NotBooked()),
    ],
)
def test_not_booked_takes_two_absent_reads_with_the_grace_between(
    absent: float | None, read: float, expected: Verdict
) -> None:
    assert verdict_on(absent=absent, read=read) == expected


@given(commit=st.floats(0, SEND_SECONDS + LATE_SECONDS), reads=st.lists(st.floats(0, 60), max_size=8))
def test_a_table_that_the_platform_commits_late_is_adopted(commit: float, reads: list[float]) -> None:
    absent: float | None = None
    for read in sorted(reads):
        verdict = verdict_on(*([OURS] if read >= commit else []), absent=absent, read=read)
        assert not isinstance(verdict, NotBooked)
        if isinstance(verdict, Adopt):
            return
        absent = read if absent is None else absent


OLD = Held(reservation_id="700", platform_venue_id=1300, date=DAY, time=time(18), party_size=2)
MOVED = replace(OURS, reservation_id="700")


@pytest.mark.parametrize(
    ("held", "absent", "read", "expected"),
    [
        ([OURS, OLD], None, 0.0, Adopt("741", old_booking_gone=False)),
        ([OURS], None, 0.0, Adopt("741", old_booking_gone=True)),
        ([MOVED], None, 0.0, Adopt("700", old_booking_gone=True)),
        ([OLD], 0.0, 13.0, NotBooked(old_booking_gone=False)),
        ([], 0.0, 13.0, NotBooked(old_booking_gone=True)),
        ([], None, 0.0, NotYet(NOON + timedelta(seconds=13))),
        ([], 0.0, 12.9, NotYet(NOON + timedelta(seconds=13))),
    ],
)
def test_the_verdict_says_whether_the_old_table_is_gone(
    held: list[Held], absent: float | None, read: float, expected: Verdict
) -> None:
    known = frozenset({"700"})
    assert verdict_on(*held, known=known, absent=absent, read=read, old_booking_id="700") == expected


def test_without_an_old_booking_none_is_reported_gone() -> None:
    assert verdict_on(OURS) == Adopt("741", old_booking_gone=False)
    assert verdict_on(absent=0.0, read=13.0) == NotBooked(old_booking_gone=False)


def test_a_table_known_before_is_adopted_only_when_it_was_to_be_moved() -> None:
    assert isinstance(verdict_on(MOVED, known=frozenset({"700"})), NotYet)


@pytest.mark.parametrize(
    ("held", "read", "expected"),
    [
        ([OURS], 0.0, Adopt("741", old_booking_gone=False)),
        ([MOVED], 0.0, Adopt("700", old_booking_gone=True)),
        ([], 0.0, Unclear()),
        ([], 13.0, Unclear()),
        ([OLD], 100.0, Unclear()),
    ],
)
def test_r11_list_that_may_hide_the_table_proves_presence_but_no_absence(
    held: list[Held], read: float, expected: Verdict
) -> None:
    known = frozenset({"700"})
    assert verdict_on(*held, known=known, absent=0.0, read=read, old_booking_id="700", may_hide_table=True) == expected
