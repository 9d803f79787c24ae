"""Faults on OpenTable: each kind on the wire, and its effect."""

from typing import Any

import httpx
import pytest

from loadtests.simulator.tests.harness import DAY, Control
from loadtests.simulator.tests.harness_opentable import EVE, RID, ZERO_TOKEN, Customer

POLL, LOCK, BOOK = (
    "/api/v3/restaurant/availability",
    "/api/v1/reservation/{rid}/lock",
    "/api/v3/reservation/{rid}",
)


async def fault(control: Control, kind: str, **fields: Any) -> None:
    await control.post("/faults", source="opentable", kind=kind, **fields)


async def table(control: Control, customer: Customer) -> dict[str, Any]:
    await control.free(source="opentable", venue_id=RID)
    [slot] = await customer.timeslots()
    return slot


@pytest.mark.parametrize(
    ("kind", "status", "media_type", "said"),
    [
        ("429", 429, "text/plain", "Too Many Requests"),
        ("401", 401, "application/json", "UNAUTHORIZED"),
        ("409", 409, "application/json", "ACCOUNT_DEACTIVATED"),
        ("403-html", 403, "text/html", "Access Denied"),
        ("500-short", 500, "text/plain", "Internal Server Error"),
        ("503-html", 503, "text/html", "Service Unavailable"),
    ],
)
async def test_fault_replies_use_opentables_bodies(
    eve: Customer, control: Control, kind: str, status: int, media_type: str, said: str
) -> None:
    await fault(control, kind)
    reply = await eve.find()
    assert reply.status_code == status
    assert reply.headers["content-type"].startswith(media_type)
    assert said in reply.text
    [*_, logged] = await control.truth("request")
    assert (logged["source"], logged["status"], logged["fault"]) == ("opentable", status, kind)


@pytest.mark.parametrize(("fields", "header"), [({"retry_after": 7}, "7"), ({}, None)])
async def test_429_has_retry_after_only_if_set(
    eve: Customer, control: Control, fields: dict[str, int], header: str | None
) -> None:
    await fault(control, "429", **fields)
    assert (await eve.find()).headers.get("retry-after") == header


async def test_empty_looks_like_success_without_times_or_reasons(eve: Customer, control: Control) -> None:
    await table(control, eve)
    await fault(control, "empty")
    reply = await eve.find()
    assert reply.status_code == 200
    assert (reply.json()["availability"]["timeslots"], reply.json()["availability"]["noTimesReasons"]) == ([], [])
    asked = {"restaurantIds": [RID], "restaurantAvailabilityTokens": [ZERO_TOKEN], "date": DAY, "time": "19:30"}
    assert (await eve.gql("RestaurantsAvailability", **asked, partySize=2)).json() == {"data": {"availability": []}}


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("captcha", 403, "CAPTCHA_REQUIRED"),
        ("payment-required", 402, "PAYMENT_REQUIRED"),
    ],
)
async def test_booking_fault_applies_only_to_bookings(
    eve: Customer, control: Control, kind: str, status: int, code: str
) -> None:
    await fault(control, kind)
    slot = await table(control, eve)
    lock_id = await eve.locked(slot)
    reply = await eve.book(slot, lock_id)
    assert (reply.status_code, reply.json()["errors"][0]["code"]) == (status, code)
    assert await control.truth("booked") == []


async def test_schema_drift_renames_the_timeslots(eve: Customer, control: Control) -> None:
    await table(control, eve)
    await fault(control, "schema-drift", path=POLL)
    assert "timeslots" not in (await eve.find()).json()["availability"]


async def test_cut_reply_leaves_the_booking_in_the_truth_and_in_the_list(eve: Customer, control: Control) -> None:
    slot = await table(control, eve)
    lock_id = await eve.locked(slot)
    await fault(control, "cut-after-commit", path=BOOK)
    with pytest.raises(httpx.TransportError):
        await eve.book(slot, lock_id)
    [booked] = await control.truth("booked")
    [*_, logged] = await control.truth("request")
    assert (logged["path"], logged["status"], logged["request"]) == (BOOK, None, booked["request"])
    assert [row["confirmationNumber"] for row in await eve.dashboard()] == [booked["reservation_id"]]


async def test_lock_with_a_lost_reply_can_be_requested_again(eve: Customer, control: Control) -> None:
    slot = await table(control, eve)
    await fault(control, "cut-after-commit", path=LOCK, times=1)
    with pytest.raises(httpx.TransportError):
        await eve.lock(slot)
    [locked] = await control.truth("locked")
    assert await eve.locked(slot) == locked["lock_id"]


async def test_hanging_booking_is_not_performed(eve: Customer, control: Control) -> None:
    slot = await table(control, eve)
    lock_id = await eve.locked(slot)
    await fault(control, "hang", path=BOOK, seconds=0.2)
    with pytest.raises(httpx.TransportError):
        await eve.book(slot, lock_id)
    assert await control.truth("booked") == []
    [hanging] = [entry for entry in await control.truth("request") if entry["fault"] == "hang"]
    [locking] = [entry for entry in await control.truth("request") if entry["path"] == LOCK]
    assert (hanging["user_id"], hanging["key"]) == (locking["user_id"], locking["key"])


async def test_expire_token_expires_the_token_for_good(eve: Customer, control: Control) -> None:
    await fault(control, "expire-token", times=1)
    assert [(await eve.http.get("/api/v3/user")).status_code for _ in range(2)] == [401, 401]
    await eve.sign_in(EVE)
    assert (await eve.http.get("/api/v3/user")).status_code == 200


async def test_fault_of_one_operation_does_not_affect_others(eve: Customer, control: Control) -> None:
    await fault(control, "429", path="/dapi/fe/gql?opname=CancelReservation")
    assert (await eve.gql("HeaderUserProfile")).status_code == 200
    assert (await eve.gql("CancelReservation")).status_code == 429


async def test_latency_applies_by_kind_of_opentable_call(eve: Customer, control: Control) -> None:
    slot = await table(control, eve)
    since = (await control.get("/truth"))["last"]
    await control.post("/latency", source="opentable", find_ms=40, details_ms=80, book_ms=120, list_ms=20)
    await eve.find()
    lock_id = await eve.locked(slot)
    await eve.book(slot, lock_id)
    await eve.dashboard()
    waits = [
        e["replied_monotonic_ms"] - e["received_monotonic_ms"] for e in await control.truth("request", since=since)
    ]
    for wait, service_ms in zip(waits, (40, 80, 120, 20), strict=True):
        assert wait >= service_ms - 2


async def test_limit_blocks_the_address_at_opentable_only(eve: Customer, control: Control) -> None:
    await control.post("/limits", source="opentable", per_minute=3, block_seconds=60)
    assert [(await eve.find()).status_code for _ in range(4)] == [200, 200, 200, 500]
