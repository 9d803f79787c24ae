"""An override may replace a booking only if the refusal certainly refers to it and it belongs to the diner."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from snipers.domain.old_booking import find_old_booking
from snipers.domain.outcome import Conflict
from snipers.domain.settling import Held
from snipers.domain.tests.examples import DAY, slot

UNNAMED = Conflict(platform_venue_id=None, date=None, time=None)
HERE, THERE = 1202, 1300


def held(number: int, at: str, *, platform_venue_id: int = THERE, day: date = DAY, party_size: int = 2) -> Held:
    return Held(
        reservation_id=str(number),
        platform_venue_id=platform_venue_id,
        date=day,
        time=time.fromisoformat(at),
        party_size=party_size,
    )


EARLY, LATE, LUNCH = held(1, "18:30"), held(2, "21:00"), held(3, "13:00")


def pick(
    *entries: Held,
    conflict: Conflict = UNNAMED,
    replaces: str | None = None,
    for_guest: bool = False,
    complete: bool = True,
) -> Held | None:
    return find_old_booking(
        held=entries,
        complete=complete,
        slot=slot("19:30"),
        conflict=conflict,
        replaces=replaces,
        for_guest=for_guest,
    )


def test_r11_incomplete_list_names_only_a_booking_of_ours() -> None:
    assert pick(EARLY, complete=False) is None
    assert pick(EARLY, complete=False, replaces=EARLY.reservation_id) == EARLY


@pytest.mark.parametrize(
    ("entries", "conflict", "expected"),
    [
        ([EARLY], UNNAMED, EARLY),
        ([EARLY, LUNCH], UNNAMED, EARLY),
        ([held(4, "17:00")], UNNAMED, held(4, "17:00")),
        ([held(4, "22:00")], UNNAMED, held(4, "22:00")),
        ([held(4, "16:59")], UNNAMED, None),
        ([], UNNAMED, None),
        ([replace(EARLY, date=DAY + timedelta(days=1))], UNNAMED, None),
        ([EARLY, LATE], UNNAMED, None),
        ([EARLY, LATE], Conflict(platform_venue_id=None, date=DAY, time=time(21)), LATE),
        ([EARLY, LATE], Conflict(platform_venue_id=THERE, date=DAY, time=time(18, 30)), EARLY),
        ([EARLY, LATE], Conflict(platform_venue_id=THERE, date=DAY, time=time(20)), None),
        ([EARLY, LUNCH], Conflict(platform_venue_id=THERE, date=DAY, time=time(13)), LUNCH),
        ([EARLY], Conflict(platform_venue_id=HERE, date=DAY, time=time(18, 30)), None),
        ([EARLY], Conflict(platform_venue_id=THERE, date=DAY + timedelta(days=1), time=time(18, 30)), None),
    ],
)
def test_the_old_booking_is_the_one_that_the_refusal_means(
    entries: list[Held], conflict: Conflict, expected: Held | None
) -> None:
    assert pick(*entries, conflict=conflict) == expected


@pytest.mark.parametrize(
    ("entry", "given_up"),
    [
        (held(5, "19:30", platform_venue_id=HERE), False),
        (held(5, "19:30", platform_venue_id=THERE), True),
        (held(5, "20:00", platform_venue_id=HERE), True),
        (held(5, "19:30", platform_venue_id=HERE, party_size=4), True),
    ],
)
def test_an_equal_table_is_kept(entry: Held, given_up: bool) -> None:
    assert (pick(entry) == entry) is given_up


def test_our_own_earlier_booking_is_the_only_one_that_qualifies() -> None:
    assert pick(EARLY, LATE, replaces="2") == LATE
    assert pick(EARLY, replaces="2") is None
    assert (
        pick(EARLY, LATE, replaces="2", conflict=Conflict(platform_venue_id=THERE, date=DAY, time=time(18, 30))) is None
    )


def test_in_a_concierge_account_only_our_own_booking_qualifies() -> None:
    assert pick(EARLY, for_guest=True) is None
    assert pick(EARLY, LATE, replaces="1", for_guest=True) == EARLY
