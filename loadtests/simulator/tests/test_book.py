"""POST /3/book: one winner, conflicts, replacement, book tokens."""

import asyncio
import contextlib

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control, Diner, MovableClock


async def test_one_of_fifty_concurrent_bookings_wins_the_table(sim: Serving, control: Control) -> None:
    [slot] = await control.free()
    async with contextlib.AsyncExitStack() as stack:
        diners = [await stack.enter_async_context(Diner.at(sim.resy_url, f"diner{n}@example.com")) for n in range(50)]
        tokens = [await diner.book_token(slot["token"]) for diner in diners]
        replies = await asyncio.gather(*(diner.book(token) for diner, token in zip(diners, tokens, strict=True)))
    statuses = sorted(reply.status_code for reply in replies)
    assert statuses == [201] + [412] * 49
    [winner] = [reply.json() for reply in replies if reply.status_code == 201]
    [booked] = await control.truth("booked")
    assert booked["reservation_id"] == winner["reservation_id"]
    assert booked["slot_id"] == slot["slot_id"]


async def test_number_of_winners_equals_number_of_equal_tables(sim: Serving, control: Control) -> None:
    [slot, *_] = await control.free(count=3)
    async with contextlib.AsyncExitStack() as stack:
        diners = [await stack.enter_async_context(Diner.at(sim.resy_url, f"diner{n}@example.com")) for n in range(5)]
        replies = await asyncio.gather(*(diner.take(slot["token"]) for diner in diners))
    assert sorted(reply.status_code for reply in replies)[:3] == [201, 201, 201]
    booked = await control.truth("booked")
    assert len(booked) == 3
    assert len({entry["slot_id"] for entry in booked}) == 3


async def test_booking_is_logged_in_the_truth_with_its_request(ada: Diner, control: Control) -> None:
    [slot] = await control.free(time="20:15", party_size=4)
    reply = await ada.take(slot["token"])
    [booked] = await control.truth("booked")
    shown = {name: booked[name] for name in ("venue_id", "date", "time", "party_size", "user_email")}
    assert shown == {
        "venue_id": 1201,
        "date": DAY,
        "time": "20:15",
        "party_size": 4,
        "user_email": "ada.lovelace@example.com",
    }
    [row] = await control.bookings()
    assert row["reservation_id"] == reply.json()["reservation_id"] == booked["reservation_id"]
    assert row["status"] == "booked"


async def test_booking_of_a_gone_table_gets_a_message(ada: Diner, bob: Diner, control: Control) -> None:
    [slot] = await control.free()
    late = await bob.book_token(slot["token"])
    await ada.take(slot["token"])
    reply = await bob.book(late)
    assert reply.status_code == 412
    assert reply.json()["message"] == "This reservation is no longer available."
    assert (await bob.reservations())["reservations"] == []


async def test_conflict_names_the_overlapping_reservation(ada: Diner, control: Control) -> None:
    [early] = await control.free(time="18:00")
    [late] = await control.free(time="20:00", venue_id=1202)
    await ada.take(early["token"])
    reply = await ada.take(late["token"])
    assert reply.status_code == 412
    assert reply.json() == {
        "specs": {"day": DAY, "time_slot": "18:00:00"},
        "venue": {"id": 1201, "name": early["venue_name"]},
    }


@pytest.mark.parametrize(
    ("time", "date", "status"),
    [("20:29", DAY, 412), ("20:30", DAY, 201), ("15:31", DAY, 412), ("15:30", DAY, 201), ("18:00", "2026-11-24", 201)],
)
async def test_tables_overlap_within_two_and_a_half_hours_of_one_day(
    ada: Diner, control: Control, time: str, date: str, status: int
) -> None:
    [held] = await control.free(time="18:00")
    [other] = await control.free(time=time, date=date)
    await ada.take(held["token"])
    assert (await ada.take(other["token"])).status_code == status


async def test_two_diners_do_not_conflict(ada: Diner, bob: Diner, control: Control) -> None:
    [slot, _] = await control.free(count=2)
    assert (await ada.take(slot["token"])).status_code == 201
    assert (await bob.take(slot["token"])).status_code == 201


async def test_book_token_stays_valid_after_a_conflict(ada: Diner, control: Control) -> None:
    [early] = await control.free(time="18:00")
    [late] = await control.free(time="20:00")
    await ada.take(early["token"])
    token = await ada.book_token(late["token"])
    assert (await ada.book(token, replace=0)).status_code == 412
    assert (await ada.book(token, replace=1)).status_code == 201


async def test_replace_cancels_and_books_in_one_step(ada: Diner, control: Control) -> None:
    [early] = await control.free(time="18:00")
    [late] = await control.free(time="20:00")
    first = (await ada.take(early["token"])).json()["reservation_id"]
    before = (await control.get("/truth"))["last"]
    second = (await ada.take(late["token"], replace=1)).json()["reservation_id"]
    facts = [e for e in await control.truth("cancelled", "freed", "booked", since=before)]
    assert [(e["kind"], e["time"]) for e in facts] == [
        ("cancelled", "18:00"),
        ("freed", "18:00"),
        ("booked", "20:00"),
    ]
    assert facts[0]["by"] == "replace"
    statuses = {row["reservation_id"]: row["status"] for row in await control.bookings()}
    assert statuses == {first: "cancelled", second: "booked"}


async def test_replace_keeps_the_old_table_when_the_new_one_is_gone(ada: Diner, bob: Diner, control: Control) -> None:
    [early] = await control.free(time="18:00")
    [late] = await control.free(time="20:00")
    await ada.take(early["token"])
    token = await ada.book_token(late["token"])
    await bob.take(late["token"])
    assert (await ada.book(token, replace=1)).status_code == 412
    [kept] = (await ada.reservations())["reservations"]
    assert kept["time_slot"] == "18:00:00"


async def test_book_token_is_valid_once(ada: Diner, control: Control) -> None:
    [slot, _] = await control.free(count=2)
    token = await ada.book_token(slot["token"])
    assert (await ada.book(token)).status_code == 201
    assert (await ada.book(token)).status_code == 404
    assert len(await control.truth("booked")) == 1


async def test_book_token_expires_after_five_minutes(ada: Diner, control: Control, clock: MovableClock) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    clock.skip(seconds=301)
    reply = await ada.book(token)
    assert reply.status_code == 404
    assert reply.json()["code"] == 1025


async def test_book_token_of_another_diner_is_unknown(ada: Diner, bob: Diner, control: Control) -> None:
    [slot] = await control.free()
    assert (await bob.book(await ada.book_token(slot["token"]))).status_code == 404


async def test_booking_requires_sign_in(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    del ada.http.headers["X-Resy-Auth-Token"]
    assert (await ada.book(token)).status_code == 401
    assert await control.truth("booked") == []


async def test_booking_accepts_only_a_form_post(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    assert (await ada.http.get("/3/book", params={"book_token": token})).status_code == 405
    assert (await ada.http.post("/3/book", json={"book_token": token})).status_code == 415
    assert await control.truth("booked") == []


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"book_token": ""}, 400),
        ({"book_token": "unknown"}, 404),
        ({"struct_payment_method": "{"}, 400),
        ({"struct_payment_method": "[]"}, 400),
        ({"struct_payment_method": '{"id": 1}'}, 402),
        ({"replace": "2"}, 400),
        ({"replace": "yes"}, 400),
    ],
)
async def test_invalid_booking_books_nothing(ada: Diner, control: Control, fields: dict[str, str], status: int) -> None:
    [slot] = await control.free()
    token = await ada.book_token(slot["token"])
    reply = await ada.http.post("/3/book", data={"book_token": token, **fields})
    assert reply.status_code == status
    assert await control.truth("booked") == []


async def test_card_of_the_diner_is_accepted(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    card = (await ada.http.get("/2/user")).json()["payment_method_id"]
    reply = await ada.take(slot["token"], struct_payment_method=f'{{"id": {card}}}')
    assert reply.status_code == 201
