"""POST /terms sets a venue's fees, deposits, cards and captchas. Bookings for guests are tested here too."""

import json
from typing import Any

import httpx
import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import Control, Diner

GUEST = {
    "first_name": "Grace",
    "last_name": "Hopper",
    "em_address": "grace@example.com",
    "mobile_number": "+12125550100",
}


async def _card(diner: Diner) -> int:
    number: int = (await diner.http.get("/2/user")).json()["payment_method_id"]
    return number


async def _with_card(diner: Diner, token: str) -> httpx.Response:
    return await diner.take(token, struct_payment_method=json.dumps({"id": await _card(diner)}))


async def test_venue_that_refuses_cards_answers_403_and_books_without_one(ada: Diner, control: Control) -> None:
    await control.post("/terms", source="resy", venue_id=1201, refuses_cards=True)
    [slot] = await control.free()
    refused = await _with_card(ada, slot["token"])
    assert (refused.status_code, refused.json()["status"]) == (403, 403)
    assert refused.json()["message"].startswith("This venue is not set up to accept payment methods.")
    assert (await ada.take(slot["token"])).status_code == 201


async def test_fee_is_shown_in_find_details_list_and_truth(ada: Diner, control: Control) -> None:
    await control.post("/terms", source="resy", venue_id=1201, fee_cents=2550)
    [slot] = await control.free()
    venue = (await ada.find()).json()["results"]["venues"][0]
    [template] = venue["templates"].values()
    assert (template["cancellation_fee"], template["deposit_fee"], template["is_paid"]) == (25.5, None, True)
    assert venue["slots"][0]["payment"]["cancellation_fee"] == 25.5
    assert venue["venue"]["allow_bypass_payment_method"] == 0
    details = (await ada.details(slot["token"])).json()
    fee = details["cancellation"]["fee"]
    assert (fee["amount"], fee["tax"], fee["display"]["amount"]) == (25.5, 0, "$25.50")
    assert fee["date_cut_off"] == details["cancellation"]["refund"]["date_cut_off"]
    assert details["payment"]["amounts"]["total"] == 0
    assert (await _with_card(ada, slot["token"])).status_code == 201
    [listed] = (await ada.reservations())["reservations"]
    assert listed["cancellation"]["fee"]["amount"] == 25.5
    [booking] = await control.bookings()
    assert (booking["fee_cents"], booking["deposit_cents"]) == (5100, 0)
    assert booking["card"] == str(await _card(ada))


async def test_deposit_is_charged_when_booking(ada: Diner, control: Control) -> None:
    await control.post("/terms", source="resy", venue_id=1201, deposit_cents=10_000)
    [slot] = await control.free()
    payment = (await ada.details(slot["token"])).json()["payment"]
    assert payment["config"]["type"] == "deposit"
    shown = ("reservation_charge", "subtotal", "total", "tax", "price_per_unit", "quantity")
    assert [payment["amounts"][name] for name in shown] == [200, 200, 200, 0, 100, 2]
    [found] = await ada.slots()
    assert (found["payment"]["is_paid"], found["payment"]["deposit_fee"]) == (True, 100)


@pytest.mark.parametrize("terms", [{"payment_required": True}, {"fee_cents": 1}, {"deposit_cents": 1}])
async def test_venue_with_a_fee_refuses_a_booking_without_a_card(
    ada: Diner, control: Control, terms: dict[str, Any]
) -> None:
    await control.post("/terms", source="resy", venue_id=1201, **terms)
    [slot] = await control.free()
    book_token = await ada.book_token(slot["token"])
    refused = await ada.book(book_token)
    assert (refused.status_code, refused.json()["message"]) == (402, "Payment Required")
    paid = await ada.book(book_token, struct_payment_method=json.dumps({"id": await _card(ada)}))
    assert paid.status_code == 201


async def test_captcha_venue_is_announced_and_refuses_bookings(ada: Diner, control: Control) -> None:
    await control.post("/terms", source="resy", venue_id=1201, captcha=True)
    [slot] = await control.free()
    assert (await ada.find()).json()["results"]["venues"][0]["venue"]["feature_recaptcha"] is True
    assert (await ada.http.get("/3/venue", params={"id": 1201})).json()["feature_recaptcha"] is True
    reply = await ada.take(slot["token"])
    assert (reply.status_code, reply.json()["message"]) == (403, "captcha required")
    assert await control.bookings() == []


async def test_terms_apply_to_one_venue_until_replaced(ada: Diner, control: Control) -> None:
    await control.post("/terms", source="resy", venue_id=1201, captcha=True)
    [elsewhere] = await control.free(venue_id=1202)
    assert (await ada.take(elsewhere["token"])).status_code == 201
    answer = await control.post("/terms", source="resy", venue_id=1201)
    assert answer["terms"] == []
    assert (await ada.find()).json()["results"]["venues"][0]["venue"]["feature_recaptcha"] is False


async def test_booking_for_a_guest_has_the_guest(ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    assert (await ada.take(slot["token"], struct_guest=json.dumps(GUEST))).status_code == 201
    [booking] = await control.bookings()
    assert booking["guest"] == {
        "first_name": "Grace",
        "last_name": "Hopper",
        "email": "grace@example.com",
        "phone": "+12125550100",
    }
    assert booking["user_email"] == "ada.lovelace@example.com"


async def test_overlap_counts_for_each_guest(ada: Diner, control: Control) -> None:
    slots = await control.free(count=4)
    other = {**GUEST, "em_address": "alan@example.com"}
    statuses = [
        (await ada.take(slots[0]["token"], **({"struct_guest": json.dumps(guest)} if guest else {}))).status_code
        for guest in (None, GUEST, other, GUEST, None)
    ]
    assert statuses == [201, 201, 201, 412, 412]


async def test_replace_cancels_only_bookings_of_the_same_guest(ada: Diner, control: Control) -> None:
    [first] = await control.free(time="19:00")
    [second] = await control.free(time="20:00")
    await ada.take(first["token"])
    reply = await ada.take(second["token"], struct_guest=json.dumps(GUEST), replace=1)
    assert reply.status_code == 201
    assert [booking["status"] for booking in await control.bookings()] == ["booked", "booked"]


@pytest.mark.parametrize("text", ["x", "[]", "{}", '{"first_name": "Ada"}', '{"first_name": " ", "last_name": "L"}'])
async def test_guest_without_a_name_is_refused(ada: Diner, control: Control, text: str) -> None:
    [slot] = await control.free()
    assert (await ada.take(slot["token"], struct_guest=text)).status_code == 400
    assert await control.bookings() == []


async def test_guest_card_and_fee_survive_a_restart(sim: Serving, ada: Diner, control: Control) -> None:
    [slot] = await control.free()
    await ada.take(slot["token"], struct_guest=json.dumps(GUEST))
    [booked] = await control.truth("booked")
    assert booked["guest"]["email"] == "grace@example.com"
    assert booked["payment"] == {"card": None, "fee_cents": 0, "deposit_cents": 0}


@pytest.mark.parametrize(
    "fields",
    [
        {"venue_id": 9},
        {"venue_id": 1201, "fee_cents": 2.5},
        {"venue_id": 1201, "captcha": 1},
        {"venue_id": 1201, "payment_required": "yes"},
    ],
)
async def test_invalid_terms_are_refused_with_a_sentence(control: Control, fields: dict[str, Any]) -> None:
    reply = await control.http.post("/terms", json={"source": "resy", **fields})
    assert reply.status_code in (400, 404)
    assert reply.json()["message"].endswith(".")
