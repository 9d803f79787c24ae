"""The benchmark of releases reads delays, calls and winners from the platform's log."""

from typing import Any

import pytest

from loadtests.bench.release import client_of, describe_duels, describe_openings, measure_opening, share
from loadtests.clients import Diner
from loadtests.fixtures import SubmittedRequest
from loadtests.releases import Release, measure_first_polls
from loadtests.truth import TruthLog

AT, SKEW, DATE = 1_000.0, 0.5, "2027-06-14"
OURS, OTHER = "Tablehawk/0.1", "TablehawkLoad/serial"
TABLE = f"rgs://resy/1201/120100/2/{DATE}/{DATE}/18:30:00/2/Dining Room"


def release() -> Release:
    diner = Diner(base_url="http://127.0.0.1:1", email="opening0-1@tablehawk.test", access="", refresh="")
    venue = {"id": 7, "venue_id": 1201}
    request = SubmittedRequest(diner=diner, group_id=1, reservation_id=1, venue=venue, date=DATE)
    return Release(venue=venue, date=DATE, at=AT, skew=SKEW, tables=1, requests=[request])


def request(path: str, at: float, *, agent: str = OURS, user_id: int | None = None, key: str = TABLE) -> dict[str, Any]:
    """A request that arrives `at` ms after the opening on the platform's clock and takes 20 ms."""
    wall = 1000 * (AT - SKEW) + at
    return {
        "kind": "request", "source": "resy", "method": "GET", "path": path, "agent": agent, "user_id": user_id,
        "key": key, "received_ms": wall, "replied_ms": wall + 20, "platform_ms": 1000 * AT + at,
    }  # fmt: skip


def booked(at: float, email: str) -> dict[str, Any]:
    return {
        "kind": "booked", "venue_id": 1201, "date": DATE, "user_email": email, "wall_ms": 1000 * (AT - SKEW) + at
    }  # fmt: skip


LOG = TruthLog(
    [
        request("/3/user/reservations", -29_000, user_id=5, key=""),
        request("/3/user/reservations", -90_000, user_id=5, key=""),
        request("/3/user/reservations", -29_000, user_id=6, key=""),
        request("/4/find", -18, key=f"1201|{DATE}|2"),
        request("/4/find", -300, agent=OTHER, key=f"1201|{DATE}|2"),
        request("/4/find", 2, key=f"1201|{DATE}|2"),
        request("/4/find", 2, key="1201|2027-06-15|2"),
        request("/3/details", 4, user_id=5),
        request("/3/book", 26, user_id=5),
        booked(46, "opening0-1@tablehawk.test"),
    ]
)


def test_an_opening_has_the_delay_and_the_calls_of_each_client() -> None:
    opening = measure_opening(release(), LOG)
    assert opening.booked == {"us": 46.0}
    assert opening.calls == {"us": 5, "serial": 1}
    assert opening.early_finds == [18.0]


def test_booking_calls_before_the_instant_are_counted() -> None:
    rows = describe_openings([release()], LOG)
    assert rows["booking calls before the instant"] == "0"
    early = TruthLog([*LOG.entries, request("/3/book", -1, user_id=5)])
    assert describe_openings([release()], early)["booking calls before the instant"] == "1"


def test_the_winner_of_a_duel_is_who_booked() -> None:
    assert describe_duels([release()], LOG)["duels won"].startswith("1 of 1")
    lost = TruthLog([*LOG.entries[:-1], booked(45, "serial-9@tablehawk.test")])
    rows = describe_duels([release()], lost)
    assert rows["duels won"] == "0 of 1; serial 1"
    assert rows["duels: opening -> booked by the winner"].startswith("n 1  p50 45.0")
    assert client_of(request("/4/find", 0, agent=OTHER)) == "serial"


@pytest.mark.parametrize(
    ("offsets", "first", "early"),
    [
        ([2, 252], 2, 0),
        ([-18, 2], 2, 0),
        ([-18, -10, 2], 2, 1),
        ([-45, 2], 2, 1),
        ([-18], float("inf"), 0),
    ],
)
def test_one_poll_may_arrive_shortly_before_a_release(offsets: list[int], first: float, early: int) -> None:
    log = TruthLog([request("/4/find", at, key=f"1201|{DATE}|2") for at in offsets])
    assert measure_first_polls([release()], log) == ([first], early)


def test_parts_share_the_openings_evenly() -> None:
    assert [share(7, number, 3) for number in range(3)] == [2, 2, 3]
