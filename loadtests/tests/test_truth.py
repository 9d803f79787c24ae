"""Queries of the platform's truth log."""

import pytest

from loadtests.truth import Entry, TruthLog, classify_call

SHOWN = 1000.0
LIST = "/3/user/reservations"


def call(*, user: int = 1, received: float, replied: float | None, path: str = "/3/details") -> Entry:
    return {
        "kind": "request",
        "source": "resy",
        "path": path,
        "user_id": user,
        "received_ms": received,
        "replied_ms": replied,
    }


BOOK = call(received=1050.0, replied=1080.0, path="/3/book")


@pytest.mark.parametrize(
    ("calls", "took"),
    [
        ([call(received=1005.0, replied=1027.0)], 22.0),
        ([call(received=900.0, replied=920.0)], 0.0),
        ([call(received=1005.0, replied=None)], 0.0),
        ([call(received=1005.0, replied=1060.0)], 0.0),
        ([call(received=1005.0, replied=1027.0, user=2)], 0.0),
        ([call(received=1005.0, replied=1030.0), call(received=1006.0, replied=1027.0, path=LIST)], 25.0),
        ([call(received=1005.0, replied=1025.0), call(received=1010.0, replied=1032.0, path=LIST)], 27.0),
        ([call(received=1005.0, replied=1010.0), call(received=1020.0, replied=1024.0, path=LIST)], 9.0),
        ([call(received=1005.0, replied=1027.0, path="/4/find")], 0.0),
    ],
    ids=[
        "call", "before the sighting", "no reply", "replied later", "another user", "nested",
        "overlapping", "with a pause between", "poll",
    ],
)  # fmt: skip
def test_platform_time_is_the_union_of_the_calls_before_the_booking(calls: list[Entry], took: float) -> None:
    log = TruthLog(entries=[*calls, BOOK])
    assert log.platform_time(BOOK, since=SHOWN) == took


def test_unbooked_tables_have_the_number_of_later_polls() -> None:
    def freed(slot_id: int, *, at: float) -> Entry:
        return {
            "kind": "freed",
            "slot_id": slot_id,
            "venue_id": 7,
            "date": "2026-12-01",
            "party_size": 2,
            "wall_ms": at,
        }

    def poll(at: float) -> Entry:
        return call(received=at, replied=at + 5, path="/4/find") | {"key": "7|2026-12-01|2"}

    left = freed(2, at=200.0)
    log = TruthLog(
        entries=[freed(1, at=100.0), left, poll(150.0), poll(250.0), poll(300.0), {"kind": "booked", "slot_id": 1}]
    )
    assert log.unbooked_tables() == [(left, 2)]


@pytest.mark.parametrize(
    ("source", "method", "path", "kind"),
    [
        ("resy", "GET", "/4/find", "poll"),
        ("resy", "POST", "/3/book", "booking"),
        ("resy", "GET", "/3/details", "terms"),
        ("resy", "GET", "/3/user/reservations", "list"),
        ("resy", "GET", "/2/user", "other"),
        ("opentable", "PUT", "/api/v3/restaurant/availability", "poll"),
        ("opentable", "POST", "/api/v1/reservation/41/lock", "hold"),
        ("opentable", "DELETE", "/api/v1/reservation/41/lock/7", "hold"),
        ("opentable", "POST", "/dapi/fe/gql?opname=BookDetailsStandardSlotLock", "hold"),
        ("opentable", "POST", "/api/v1/reservation/41", "booking"),
        ("opentable", "POST", "/dapi/booking/make-reservation", "booking"),
        ("opentable", "GET", "/user/dining-dashboard", "list"),
        ("opentable", "HEAD", "/", "other"),
    ],
)
def test_each_call_has_one_kind(source: str, method: str, path: str, kind: str) -> None:
    assert classify_call({"source": source, "method": method, "path": path}) == kind
