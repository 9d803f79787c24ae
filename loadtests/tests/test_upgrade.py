"""The verdict of the upgrade scenario: lost requests, second tables, pauses."""

from dataclasses import replace
from typing import Any, cast

from loadtests.clients import Diner
from loadtests.scenarios.chaos.requests import ChaosRequest
from loadtests.scenarios.upgrade.record import Phase
from loadtests.scenarios.upgrade.verdict import (
    find_lost_requests,
    find_second_tables,
    find_unconfirmed_tables,
    measure_pause,
)

DINER = cast(Diner, type("Somebody", (), {"email": "diner@tablehawk.test"})())
VENUES = [{"id": number, "venue_id": 70 + number, "reservation_source": "resy"} for number in (1, 2)]

PAIR = ChaosRequest(
    kind="pair", diner=DINER, dates=("2026-12-01",), at="19:00", venues=VENUES, group_id=5, members=[10, 11]
)
TABLE = {"owner": DINER.email, "date": "2026-12-01", "venue_id": 71, "status": "booked", "reservation_id": 1}


def rows(*statuses: str, live: bool = True) -> dict[int, list[dict[str, Any]]]:
    return {5: [{"status": status, "venue_id": venue, "live": live} for venue, status in enumerate(statuses, 1)]}


def test_a_request_is_confirmed_or_active_with_a_live_watcher() -> None:
    assert find_lost_requests([PAIR], members=rows("confirmed", "canceled")) == []
    assert find_lost_requests([PAIR], members=rows("active", "active")) == []
    for members in (
        rows(),
        rows("active"),
        rows("active", "unsuccessful"),
        rows("confirmed", "active"),
        rows("canceled", "canceled"),
        rows("active", "active", live=False),
    ):
        assert find_lost_requests([PAIR], members=members) != []


def test_two_live_tables_of_one_request_are_found() -> None:
    second = {**TABLE, "reservation_id": 2}
    assert find_second_tables([PAIR], bookings=[TABLE]) == []
    assert find_second_tables([PAIR], bookings=[TABLE, {**second, "status": "cancelled"}]) == []
    assert find_second_tables([PAIR], bookings=[TABLE, {**second, "date": "2026-12-02"}]) == []
    assert find_second_tables([PAIR], bookings=[TABLE, second]) != []


def test_a_table_of_an_unconfirmed_request_is_found() -> None:
    waiting = replace(PAIR, stopped="not confirmed")
    assert find_unconfirmed_tables([PAIR], bookings=[TABLE]) == []
    assert find_unconfirmed_tables([waiting], bookings=[]) == []
    assert find_unconfirmed_tables([waiting], bookings=[TABLE]) != []


def test_a_pause_without_a_booking_counts_up_to_the_ends_of_its_phase() -> None:
    phase = Phase("moving", began=10, ended=20)
    assert measure_pause([9, 11, 14, 19], phase=phase) == 5
    assert measure_pause([2, 25], phase=phase) == 10
    assert measure_pause([13], phase=phase) == 7
