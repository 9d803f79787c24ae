"""The web site's calls make-reservation, also for a modification, and CancelReservation."""

import asyncio
from typing import Any

import pytest

from loadtests.simulator.tests.harness import DAY, Control, MovableClock
from loadtests.simulator.tests.harness_opentable import RID, Customer


async def free(control: Control, *times: str, rid: int = RID) -> None:
    for time in times:
        await control.free(source="opentable", venue_id=rid, time=time)


async def locked(customer: Customer, time: str, *, rid: int = RID) -> tuple[dict[str, Any], int]:
    """The slot at this time, and the id of a lock on it."""
    [slot] = [slot for slot in await customer.web_slots(rid=rid, time=time) if slot["timeOffsetMinutes"] == 0]
    lock = await customer.web_lock(slot, at=f"{DAY}T{time}", rid=rid)
    return slot, lock["slotLock"]["slotLockId"]


async def modified(customer: Customer, made: dict[str, Any], time: str, **fields: Any) -> dict[str, Any]:
    """Move a reservation to another time at the same restaurant; return the reply."""
    slot, lock_id = await locked(customer, time)
    named = {"isModify": True, "confnumber": made["confirmationNumber"], "securityToken": made["securityToken"]}
    answer: dict[str, Any] = (await customer.make(slot, lock_id, at=f"{DAY}T{time}", **{**named, **fields})).json()
    return answer


async def test_guest_is_booked_by_name(eve: Customer, control: Control) -> None:
    await free(control, "19:30")
    guest = {"firstName": "Nora", "lastName": "Lind", "email": "nora@mail.example", "phoneNumber": "2125550188"}
    assert (await eve.web_take(time="19:30", **guest)).json()["success"]
    [row] = await control.bookings()
    assert list(row["guest"].values()) == ["Nora", "Lind", "nora@mail.example", "2125550188"]
    assert row["user_email"] == eve.record["email"]


@pytest.mark.parametrize("key", ["reservationId", "tableCategory", "lockId", "x"])
async def test_unknown_key_is_refused_by_name(eve: Customer, control: Control, key: str) -> None:
    await free(control, "19:30")
    reply = await eve.web_take(time="19:30", **{key: 1})
    assert reply.status_code == 400
    assert reply.json()["message"] == f"{key} is not allowed"
    assert await control.truth("booked") == []


@pytest.mark.parametrize("key", ["slotHash", "slotAvailabilityToken", "slotLockId", "firstName", "email"])
async def test_missing_key_is_refused_by_name(eve: Customer, control: Control, key: str) -> None:
    await free(control, "19:30")
    reply = await eve.web_take(time="19:30", **{key: None})
    assert reply.status_code == 400
    assert reply.json()["message"] == f"{key} is required"


async def test_expired_lock_is_200_without_success(eve: Customer, control: Control, clock: MovableClock) -> None:
    await free(control, "19:30")
    slot, lock_id = await locked(eve, "19:30")
    clock.skip(seconds=91)
    reply = await eve.make(slot, lock_id, at=f"{DAY}T19:30")
    assert (reply.status_code, reply.json()["success"]) == (200, False)
    assert reply.json()["errorCode"] == "SLOT_LOCK_EXPIRED"


async def test_gone_table_and_overlap_are_409(
    eve: Customer, finn: Customer, control: Control, clock: MovableClock
) -> None:
    await free(control, "19:00", "20:00")
    slot, lock_id = await locked(eve, "19:00")
    clock.skip(seconds=91)
    assert (await finn.web_take(time="19:00")).json()["success"]
    gone = await eve.make(slot, lock_id, at=f"{DAY}T19:00")
    assert (gone.status_code, gone.json()["errorCode"]) == (409, "NOT_AVAILABLE")
    overlap = await finn.web_take(time="20:00")
    assert (overlap.status_code, overlap.json()["errorCode"]) == (409, "DINER_HAS_OVERALAPPING_RESERVATION")
    assert overlap.json()["success"] is False


async def test_modification_cancels_and_books_in_one_step(eve: Customer, finn: Customer, control: Control) -> None:
    await free(control, "19:00", "20:00")
    first = (await eve.web_take(time="19:00")).json()
    second = await modified(eve, first, "20:00")
    assert second["success"]
    assert second["confirmationNumber"] != first["confirmationNumber"]
    assert [row["dateTime"] for row in await eve.dashboard()] == [f"{DAY}T20:00:00"]
    assert [slot["dateTime"] for slot in await finn.timeslots()] == [f"{DAY}T19:00"]
    cancelled, _, booked = (await control.truth("cancelled", "freed", "booked"))[-3:]
    assert (cancelled["kind"], cancelled["by"]) == ("cancelled", "modify")
    assert cancelled["reservation_id"] == first["confirmationNumber"]
    assert cancelled["request"] == booked["request"]


async def test_one_of_two_concurrent_modifications_happens(eve: Customer, control: Control) -> None:
    await free(control, "19:00", "20:00", "20:30")
    first = (await eve.web_take(time="19:00")).json()
    answers = await asyncio.gather(*(modified(eve, first, time) for time in ("20:00", "20:30")))
    assert sorted(answer["success"] for answer in answers) == [False, True]
    assert len([row for row in await control.bookings() if row["status"] == "booked"]) == 1


async def test_failed_modification_keeps_the_old_reservation(
    eve: Customer, control: Control, clock: MovableClock
) -> None:
    await free(control, "19:00", "20:00")
    first = (await eve.web_take(time="19:00")).json()
    slot, lock_id = await locked(eve, "20:00")
    clock.skip(seconds=91)
    named = {"isModify": True, "confnumber": first["confirmationNumber"], "securityToken": first["securityToken"]}
    assert not (await eve.make(slot, lock_id, at=f"{DAY}T20:00", **named)).json()["success"]
    slot, lock_id = await locked(eve, "20:00")
    for wrong in ({"securityToken": "x"}, {"confnumber": 740_999_999}):
        reply = await eve.make(slot, lock_id, at=f"{DAY}T20:00", **{**named, **wrong})
        assert (reply.status_code, reply.json()["errorCode"]) == (404, "RESERVATION_NOT_FOUND")
    assert [row["confirmationNumber"] for row in await eve.dashboard()] == [first["confirmationNumber"]]


async def test_modification_stays_within_one_restaurant(eve: Customer, control: Control) -> None:
    await free(control, "19:00")
    await free(control, "20:00", rid=RID + 1)
    first = (await eve.web_take(time="19:00")).json()
    slot, lock_id = await locked(eve, "20:00", rid=RID + 1)
    named = {"isModify": True, "confnumber": first["confirmationNumber"], "securityToken": first["securityToken"]}
    reply = await eve.make(slot, lock_id, at=f"{DAY}T20:00", rid=RID + 1, **named)
    assert (reply.status_code, reply.json()["errorCode"]) == (404, "RESERVATION_NOT_FOUND")
    assert len(await eve.dashboard()) == 1


async def test_modification_conflicts_with_a_third_reservation(eve: Customer, control: Control) -> None:
    await free(control, "12:00", "19:00", "20:00")
    lunch = (await eve.web_take(time="12:00")).json()
    assert (await eve.web_take(time="19:00")).json()["success"]
    answer = await modified(eve, lunch, "20:00")
    assert answer["errorCode"] == "DINER_HAS_OVERALAPPING_RESERVATION"
    assert [row["dateTime"] for row in await eve.dashboard()] == [f"{DAY}T12:00:00", f"{DAY}T19:00:00"]


@pytest.mark.parametrize("changed", [{"securityToken": "x"}, {"restaurantId": RID + 1}, {"confirmationNumber": 1}])
async def test_cancellation_requires_number_restaurant_and_security_token(
    eve: Customer, control: Control, changed: dict[str, Any]
) -> None:
    await free(control, "19:30")
    made = (await eve.web_take(time="19:30")).json()
    named = {name: made[name] for name in ("confirmationNumber", "securityToken")}
    reply = await eve.gql("CancelReservation", input={"restaurantId": RID, **named, **changed})
    assert reply.json()["data"]["cancelReservation"]["statusCode"] == 404
    assert await control.truth("cancelled") == []


async def test_web_booking_accepts_a_card_by_its_token(eve: Customer, control: Control) -> None:
    await control.post("/terms", source="opentable", venue_id=RID, payment_required=True)
    await free(control, "19:30")
    slot, lock_id = await locked(eve, "19:30")
    refused = await eve.make(slot, lock_id, at=f"{DAY}T19:30")
    assert (refused.status_code, refused.json()["errorCode"]) == (402, "PAYMENT_REQUIRED")
    card = {
        "creditCardToken": eve.record["wallet"]["cards"][0]["token"],
        "creditCardLast4": "4242",
        "creditCardMMYY": "1229",
        "creditCardProvider": "spreedly",
        "scaRedirectUrl": "https://www.opentable.example/booking/payments-sca",
    }
    without_sca = {name: value for name, value in card.items() if name != "scaRedirectUrl"}
    incomplete = await eve.make(slot, lock_id, at=f"{DAY}T19:30", **without_sca)
    assert (incomplete.status_code, incomplete.json()["message"]) == (400, "scaRedirectUrl is required")
    assert (await eve.make(slot, lock_id, at=f"{DAY}T19:30", **card)).json()["success"]


async def test_details_page_of_a_gone_time_is_404(eve: Customer) -> None:
    query: dict[str, str | int] = {"rid": RID, "datetime": f"{DAY}T19:30", "covers": 2}
    assert (await eve.http.get("/booking/details", params=query)).status_code == 404
