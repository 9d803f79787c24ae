"""Booking in the OpenTable app: one winner, its lock, guests, overlaps, cards, cancellation."""

import asyncio
from typing import Any

import pytest

from loadtests.simulator.tests.harness import DAY, Control, MovableClock
from loadtests.simulator.tests.harness_opentable import RID, Customer, initial_state

OVERLAP = "DINER_HAS_OVERALAPPING_RESERVATION"


async def tables(control: Control, customer: Customer, *times: str, **fields: Any) -> list[dict[str, Any]]:
    """Free a table at each of these times; returns the app's timeslots."""
    for time in times:
        await control.free(source="opentable", venue_id=RID, time=time, **fields)
    return await customer.timeslots()


def code(reply: Any) -> tuple[int, str]:
    return reply.status_code, reply.json()["errors"][0]["code"]


@pytest.mark.parametrize("version", [1, 3])
async def test_booking_is_logged_in_the_truth_with_its_guest(eve: Customer, control: Control, version: int) -> None:
    [slot] = await tables(control, eve, "19:30")
    reply = await eve.take(slot, version=version)
    assert reply.status_code == 201
    [booked] = await control.truth("booked")
    assert booked["reservation_id"] == reply.json()["confirmationNumber"]
    assert (booked["source"], booked["venue_id"], booked["time"]) == ("opentable", RID, "19:30")
    assert booked["user_email"] == eve.record["email"]
    assert booked["guest"] == {
        "first_name": eve.record["firstName"],
        "last_name": eve.record["lastName"],
        "email": eve.record["email"],
        "phone": "+12125550101",
    }
    [row] = await control.bookings()
    assert row["guest"] == booked["guest"]
    [request] = [e for e in await control.truth("request") if e["request"] == booked["request"]]
    assert request["path"] == f"/api/v{version}/reservation/{{rid}}"


async def test_lock_books_at_most_once(eve: Customer, control: Control) -> None:
    [slot] = await tables(control, eve, "19:30")
    lock_id = await eve.locked(slot)
    replies = await asyncio.gather(*(eve.book(slot, lock_id) for _ in range(6)))
    assert sorted(reply.status_code for reply in replies) == [201, *[409] * 5]
    assert len(await control.truth("booked")) == 1


async def test_one_of_many_concurrent_bookings_wins_the_table(eve: Customer, finn: Customer, control: Control) -> None:
    [slot] = await tables(control, eve, "19:30")

    async def go(customer: Customer) -> int:
        lock = await customer.lock(slot)
        if lock.status_code != 200:
            return lock.status_code
        return (await customer.book(slot, lock.json()["id"])).status_code

    assert sorted(await asyncio.gather(*(go(customer) for customer in (eve, finn)))) == [201, 409]
    assert len(await control.truth("booked")) == 1


async def test_lock_for_another_table_does_not_book(eve: Customer, control: Control) -> None:
    early, late = await tables(control, eve, "12:00", "19:30")
    lock_id = await eve.locked(early)
    assert code(await eve.book(late, lock_id)) == (409, "SLOT_LOCK_EXPIRED")
    assert await control.truth("booked") == []


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"hash": "1"}, (400, "INVALID_SLOT")),
        ({"slotAvailabilityToken": "eyJ2IjoyfQ"}, (400, "INVALID_SLOT")),
        ({"slotAvailabilityToken": None}, (400, "BAD_REQUEST")),
        ({"lockId": None}, (400, "BAD_REQUEST")),
        ({"lockId": "88999999"}, (409, "NOT_AVAILABLE")),
        ({"gpid": "1"}, (400, "BAD_REQUEST")),
        ({"dinerId": 1}, (400, "BAD_REQUEST")),
        ({"creditCardLock": {"token": "nobodys", "paymentProviderType": "SPREEDLY"}}, (402, "PAYMENT_REQUIRED")),
    ],
)
async def test_invalid_booking_books_nothing_and_keeps_the_lock(
    eve: Customer, control: Control, fields: dict[str, Any], expected: tuple[int, str]
) -> None:
    [slot] = await tables(control, eve, "19:30")
    lock_id = await eve.locked(slot)
    assert code(await eve.book(slot, lock_id, **fields)) == expected
    assert await control.truth("booked", "unlocked") == []
    assert (await eve.book(slot, lock_id)).status_code == 201


@pytest.mark.parametrize(("other", "expected"), [("21:29", 409), ("21:30", 201), ("14:31", 409), ("14:30", 201)])
async def test_less_than_two_and_a_half_hours_apart_is_an_overlap(
    eve: Customer, control: Control, other: str, expected: int
) -> None:
    slots = {slot["dateTime"][11:]: slot for slot in await tables(control, eve, "17:00", "19:00", other)}
    assert (await eve.take(slots["17:00" if other < "17:00" else "19:00"])).status_code == 201
    reply = await eve.take(slots[other])
    assert reply.status_code == expected
    if expected == 409:
        assert code(reply) == (409, OVERLAP)


async def test_conflict_keeps_the_lock(eve: Customer, control: Control) -> None:
    early, late = await tables(control, eve, "19:00", "20:00")
    first = (await eve.take(early)).json()["confirmationNumber"]
    lock_id = await eve.locked(late)
    assert code(await eve.book(late, lock_id)) == (409, OVERLAP)
    assert (await eve.cancel(first)).status_code == 204
    assert (await eve.book(late, lock_id)).status_code == 201


async def test_another_restaurant_overlaps_too_and_another_customer_does_not(
    eve: Customer, finn: Customer, control: Control
) -> None:
    [here] = await tables(control, eve, "19:00", count=2)
    await control.free(source="opentable", venue_id=RID + 1, time="20:00")
    [there] = await eve.timeslots(rid=RID + 1)
    assert (await eve.take(here)).status_code == 201
    lock_id = await eve.locked(there, rid=RID + 1)
    assert code(await eve.book(there, lock_id, rid=RID + 1)) == (409, OVERLAP)
    assert (await finn.take(here)).status_code == 201


async def test_two_guests_of_one_customer_do_not_overlap(eve: Customer, control: Control) -> None:
    [slot] = await tables(control, eve, "19:00", count=3)
    guests = [
        {"firstName": "Nora", "lastName": "Lind", "email": "nora@mail.example"},
        {"firstName": "Otto", "lastName": "Lind", "email": "otto@mail.example"},
        {"firstName": "N.", "lastName": "Lind", "email": "NORA@mail.example"},
    ]
    assert [(await eve.take(slot, **guest)).status_code for guest in guests] == [201, 201, 409]
    assert [row["guest"]["email"] for row in await control.bookings()] == ["nora@mail.example", "otto@mail.example"]
    listed = await eve.dashboard()
    assert [(row["dinerFirstName"], row["isForPrimaryDiner"]) for row in listed] == [("Nora", False), ("Otto", False)]


async def test_canceled_table_is_open_again(eve: Customer, finn: Customer, control: Control) -> None:
    [slot] = await tables(control, eve, "19:30")
    number = (await eve.take(slot)).json()["confirmationNumber"]
    assert (await finn.cancel(number)).status_code == 404
    assert (await eve.cancel(number, rid=RID + 1)).status_code == 404
    assert (await eve.cancel(number)).status_code == 204
    assert (await eve.cancel(number)).status_code == 404
    assert await finn.timeslots() == [slot]
    [cancelled] = await control.truth("cancelled")
    assert (cancelled["by"], cancelled["reservation_id"]) == ("diner", number)
    assert cancelled["guest"]["email"] == eve.record["email"]


@pytest.mark.parametrize(
    ("terms", "policy", "cents"),
    [({"fee_cents": 5000}, "HOLD", 5000), ({"deposit_cents": 8000}, "DEPOSIT", 8000)],
)
async def test_restaurant_that_requires_a_card_books_only_with_one(
    eve: Customer, control: Control, terms: dict[str, int], policy: str, cents: int
) -> None:
    await control.post("/terms", source="opentable", venue_id=RID, **terms)
    [slot] = await tables(control, eve, "19:30")
    assert (slot["requiresCreditCard"], slot["creditCardPolicyType"]) == (True, policy)
    lock = (await eve.lock(slot)).json()
    shown = lock["creditCardCancellationPolicy"]
    assert (shown["policyType"], shown["amountCents"]) == (policy, cents)
    assert code(await eve.book(slot, lock["id"])) == (402, "PAYMENT_REQUIRED")
    card = eve.record["wallet"]["cards"][0]["token"]
    reply = await eve.book(slot, lock["id"], creditCardLock={"token": card, "paymentProviderType": "SPREEDLY"})
    assert reply.status_code == 201
    [row] = await control.bookings()
    # The amount of the lock is for one guest, the one of the booking for both.
    assert (row["card"], row["fee_cents"] + row["deposit_cents"]) == (card, 2 * cents)


async def test_captcha_restaurant_refuses_every_booking(eve: Customer, control: Control) -> None:
    await control.post("/terms", source="opentable", venue_id=RID, captcha=True)
    [slot] = await tables(control, eve, "19:30")
    reply = await eve.take(slot)
    assert code(reply) == (403, "CAPTCHA_REQUIRED")
    assert reply.json()["message"] == "captcha required"


async def test_past_and_upcoming_reservations_are_listed_separately(
    eve: Customer, control: Control, clock: MovableClock
) -> None:
    [slot] = await tables(control, eve, "19:30")
    await eve.take(slot)
    [row] = await eve.dashboard()
    assert (row["dateTime"], row["restaurantId"], row["partySize"]) == (f"{DAY}T19:30:00", RID, 2)
    clock.skip(seconds=4 * 86_400)
    state = initial_state((await eve.http.get("/user/dining-dashboard")).text)["diningDashboard"]
    assert state["upcomingReservations"] == []
    assert [past["confirmationNumber"] for past in state["pastReservations"]] == [row["confirmationNumber"]]
    assert code(await eve.cancel(row["confirmationNumber"])) == (409, "RESERVATION_IN_THE_PAST")
    named = {name: row[name] for name in ("restaurantId", "confirmationNumber", "securityToken")}
    answer = (await eve.gql("CancelReservation", input=named)).json()["data"]["cancelReservation"]
    assert (answer["statusCode"], answer["data"]) == (409, None)
