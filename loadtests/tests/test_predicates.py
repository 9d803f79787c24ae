"""Each predicate finds the violation for which it is written."""

from typing import Any

import pytest

from loadtests import predicates

ANA = {"user_email": "ana@x", "venue_id": 7, "date": "2026-12-01", "status": "booked", "reservation_id": 1}
REQUEST = {"email": "ana@x", "venue_id": 7, "date": "2026-12-01"}


@pytest.mark.parametrize(
    ("bookings", "requests", "wrong"),
    [
        ([ANA], [REQUEST], 0),
        ([ANA, ANA], [REQUEST], 1),
        ([], [REQUEST], 1),
        ([ANA], [], 1),
        ([{**ANA, "status": "cancelled"}], [], 0),
    ],
    ids=["one each", "two for one request", "none", "without a request", "canceled does not count"],
)
def test_each_request_requires_exactly_one_booking(bookings: list[Any], requests: list[Any], wrong: int) -> None:
    assert len(predicates.check_one_booking_per_request(bookings=bookings, requests=requests)) == wrong


def test_two_tables_on_one_day_are_a_violation() -> None:
    assert predicates.check_one_table_per_meal(bookings=[ANA, {**ANA, "venue_id": 8}])
    assert not predicates.check_one_table_per_meal(bookings=[ANA, {**ANA, "date": "2026-12-02"}])


@pytest.mark.parametrize(
    ("outcomes", "events", "repeated", "wrong"),
    [([1], [1], 0, 0), ([1], [], 0, 1), ([1], [1, 1], 0, 1), ([], [1], 0, 1), ([1], [1], 2, 1)],
    ids=["published", "unpublished", "published twice", "without an outcome", "repeated event"],
)
def test_each_outcome_must_be_reported_once(outcomes: list[int], events: list[int], repeated: int, wrong: int) -> None:
    rows = [{"attempt_id": attempt} for attempt in outcomes]
    received = [{"attempt_id": attempt} for attempt in events]
    assert (
        len(predicates.check_each_outcome_reported_once(outcomes=rows, reported=received, repeated=repeated)) == wrong
    )


def test_bookings_must_match_outcomes() -> None:
    ours = {"kind": "booked", "platform_reservation_id": "2"}
    assert len(predicates.check_bookings_match_outcomes(bookings=[ANA], outcomes=[ours])) == 2
    assert not predicates.check_bookings_match_outcomes(
        bookings=[ANA], outcomes=[{**ours, "platform_reservation_id": "1"}]
    )


def test_event_numbers_must_be_dense() -> None:
    assert not predicates.check_event_numbers_dense(seqs=[[4, 5, 6], []])
    assert predicates.check_event_numbers_dense(seqs=[[4, 6]])


GROUP = {
    "group_id": 5,
    "owner": "ana@x",
    "places": {("resy", 7), ("opentable", 9)},
    "dates": {"2026-12-01"},
    "stopped": "",
    "stop_answered_ms": 0.0,
    "old_booking": None,
}
TABLE = {"owner": "ana@x", "source": "resy", "venue_id": 7, "date": "2026-12-01", "status": "booked"}


@pytest.mark.parametrize(
    ("bookings", "stopped", "wrong"),
    [
        ([TABLE], "", 0),
        ([TABLE, {**TABLE, "source": "opentable", "venue_id": 9}], "", 1),
        ([], "", 1),
        ([], "pause", 0),
        ([TABLE], "pause", 0),
        ([{**TABLE, "venue_id": 9}], "", 2),
    ],
    ids=["one", "one at each venue", "none", "none when stopped", "one when stopped", "at another venue"],
)
def test_each_group_requires_one_table(bookings: list[Any], stopped: str, wrong: int) -> None:
    groups = [{**GROUP, "stopped": stopped}]
    assert len(predicates.check_one_table_per_group(groups=groups, bookings=bookings)) == wrong


def test_a_group_for_one_table_in_all_has_one_over_all_its_dates() -> None:
    group = {**GROUP, "dates": {"2026-12-01", "2026-12-02"}}
    second = {**TABLE, "date": "2026-12-02"}
    assert not predicates.check_one_table_per_group(groups=[group], bookings=[second])
    found = predicates.check_one_table_per_group(groups=[group], bookings=[TABLE, second])
    assert found == ["group 5: 2 tables, wanted 1"]


def test_overlapping_calls_for_one_table_in_all_are_a_violation() -> None:
    group = {**GROUP, "dates": {"2026-12-01", "2026-12-02"}}
    emails = {("resy", "1"): "ana@x"}
    first = {**call(0, 90, 412), "source": "resy"}
    second = {**call(50, 150, 201), "source": "resy", "key": first["key"].replace("12-01", "12-02")}
    in_turn = {**second, "received_ms": 95.0}
    check = predicates.check_one_call_per_group
    assert len(check(groups=[group], calls=[first, second], emails=emails)) == 1
    assert check(groups=[group], calls=[first, in_turn], emails=emails) == []


def entry(n: int, kind: str, reservation_id: int, **more: Any) -> dict[str, Any]:
    """One entry of the truth log."""
    fields = {
        "user_email": "ana@x",
        "date": "2026-12-01",
        "source": "resy",
        "venue_id": 7,
        "wall_ms": 1000.0 * n,
        "user_id": 3,
    }
    return {"n": n, "kind": kind, "reservation_id": reservation_id, **fields, **more}


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        ([entry(1, "booked", 1), entry(2, "booked", 2), entry(3, "cancelled", 1)], 0),
        ([entry(1, "booked", 1), entry(2, "cancelled", 1), entry(4, "booked", 2)], 0),
        ([entry(1, "booked", 1), entry(2, "cancelled", 1), entry(9, "booked", 2)], 1),
        ([entry(1, "booked", 1), entry(2, "cancelled", 1)], 1),
        ([entry(1, "booked", 1), entry(2, "booked", 2)], 1),
    ],
    ids=["canceled later", "swapped", "canceled long before", "canceled without a new one", "both kept"],
)
def test_old_booking_must_outlive_the_new_one(entries: list[Any], wrong: int) -> None:
    first = entries[0]["n"]
    later = [row for row in entries if row["n"] != first]
    found = predicates.check_old_booking_released_last(groups=[{**GROUP, "old_booking": 1}], entries=later)
    assert len(found) == wrong


def test_booking_after_an_answered_stop_is_a_violation() -> None:
    stop = {**GROUP, "stopped": "pause", "stop_answered_ms": 4500.0}
    emails = {("resy", "3"): "ana@x"}
    assert not predicates.check_no_booking_after_stop(stops=[stop], entries=[entry(4, "booked", 1)], emails=emails)
    assert predicates.check_no_booking_after_stop(stops=[stop], entries=[entry(5, "booked", 1)], emails=emails)


def call(at: float, replied: float | None, status: int | None, *, user: int = 1, hour: str = "19:30") -> dict[str, Any]:
    """One booking request of the truth log."""
    key = f"rgs://resy/7/1/2/2026-12-01/2026-12-01/{hour}:00/2/Bar"
    return {"received_ms": at, "replied_ms": replied, "status": status, "user_id": user, "key": key}


def test_booking_call_after_an_answered_stop_is_a_violation() -> None:
    stop = {**GROUP, "stopped": "pause", "stop_answered_ms": 4500.0}
    emails = {("resy", "1"): "ana@x"}
    early, late = ({**call(at, None, None), "source": "resy"} for at in (4400, 4600))
    assert not predicates.check_no_call_after_stop(stops=[stop], calls=[early], emails=emails)
    assert predicates.check_no_call_after_stop(stops=[stop], calls=[early, late], emails=emails)
    assert not predicates.check_no_call_after_stop(
        stops=[{**stop, "dates": {"2026-12-02"}}], calls=[late], emails=emails
    )


@pytest.mark.parametrize(
    ("calls", "wrong"),
    [
        ([call(0, 90, 412), call(200, 300, 201)], 0),
        ([call(0, None, None), call(200, 300, 201)], 1),
        ([call(0, None, None), call(14_000, 14_100, 201)], 0),
        ([call(0, 90, 500), call(200, 300, 201)], 1),
        ([call(0, None, None), call(200, 300, 201, user=2)], 0),
    ],
    ids=["after a clear refusal", "blind", "after the grace", "after a server error", "another user"],
)
def test_retry_within_the_grace_is_a_violation(calls: list[Any], wrong: int) -> None:
    assert len(predicates.check_no_blind_retry(calls=calls, grace_ms=13_000)) == wrong


def table(slot_id: int, hour: str = "19:30") -> dict[str, Any]:
    """The entry of one freed table."""
    return {"slot_id": slot_id, "venue_id": 7, "date": "2026-12-01", "time": hour, "party_size": 2, "seating": "Bar"}


@pytest.mark.parametrize(
    ("calls", "tables", "wrong"),
    [
        ([call(0, 90, 412), call(50, 150, 201, user=2)], 1, 1),
        ([call(0, 90, 201), call(50, 150, 201, user=2)], 2, 0),
        ([call(0, 90, 412), call(95, 150, 201, user=2)], 1, 0),
        ([call(0, 90, 412), call(50, 150, 201, user=2, hour="20:00")], 1, 0),
    ],
    ids=["one table", "two equal tables", "in turn", "another time"],
)
def test_concurrent_calls_for_one_table_are_a_violation(calls: list[Any], tables: int, wrong: int) -> None:
    freed = [table(number) for number in range(tables)] + [table(0)]
    assert len(predicates.check_one_call_per_table(calls=calls, freed=freed)) == wrong


@pytest.mark.parametrize(
    ("claimed", "closed", "wrong"),
    [(100.0, 129.0, 0), (100.0, 151.0, 1), (140.0, 165.0, 0), (140.0, 171.0, 1), (100.0, None, 0)],
    ids=[
        "in time",
        "late",
        "claimed later, in time",
        "claimed later, late",
        "still open",
    ],
)
def test_late_settlement_is_a_violation(claimed: float, closed: float | None, wrong: int) -> None:
    attempt = {"id": 1, "claimed": claimed, "closed": closed, "healed": 120.0}
    assert len(predicates.check_settled_in_time(attempts=[attempt], within=30.0)) == wrong


def test_long_polling_pause_is_a_violation() -> None:
    limits = {"kill actor": 10.0, "kill raylet": 60.0}
    assert not predicates.check_polling_resumed_in_time(
        pauses={"kill actor": [3.0, 9.9], "kill web": [90.0]}, limits=limits
    )
    assert len(predicates.check_polling_resumed_in_time(pauses={"kill actor": [3.0, 10.1]}, limits=limits)) == 1
