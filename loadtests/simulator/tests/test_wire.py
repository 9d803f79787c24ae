"""Strict formats of Resy's replies, from find to cancellation."""

from datetime import datetime

from loadtests.simulator.tests.harness import DAY, Control, Diner
from loadtests.simulator.tests.shapes import Booked, Details, Flags, Reservations, Slot


async def test_replies_have_the_shapes_that_clients_parse(ada: Diner, control: Control) -> None:
    await control.free()
    [slot] = [Slot.model_validate(raw) for raw in await ada.slots()]
    assert (slot.date.start, slot.date.end) == (f"{DAY} 19:30:00", f"{DAY} 21:00:00")
    assert (slot.size.min, slot.size.max) == (2, 2)

    details = Details.model_validate((await ada.details(slot.config.token)).json())
    assert details.payment.config.type == "free"
    assert datetime.fromisoformat(details.cancellation.refund.date_cut_off) < datetime.fromisoformat(
        f"{DAY}T19:30-05:00"
    )

    payment = {"struct_payment_method": f'{{"id": {details.user.payment_methods[0].id}}}'}
    reply = await ada.book(details.book_token.value, **payment, source_id="resy.com-venue-details")
    assert reply.status_code == 201
    booked = Booked.model_validate(reply.json())

    listed = Reservations.model_validate(await ada.reservations())
    assert [row.reservation_id for row in listed.reservations] == [booked.reservation_id]
    assert listed.venues["1201"].id == 1201
    assert listed.reservations[0].status == Flags(finished=0, no_show=0)

    cancelled = await ada.http.post("/3/cancel", data={"resy_token": listed.reservations[0].resy_token})
    assert cancelled.json()["payment"]["transaction"]["refund"] == 1
    assert (await ada.reservations())["metadata"]["total"] == 0


async def test_missing_reservation_has_the_platforms_own_body(ada: Diner) -> None:
    reply = await ada.http.post("/3/cancel", data={"resy_token": "x", "reservation_id": 1})
    assert reply.json() == {
        "code": 1025,
        "data": {},
        "message": "The reservation could not be found.",
        "status": 404,
        "title": None,
    }


async def test_reply_is_json_with_unescaped_characters(ada: Diner) -> None:
    reply = await ada.http.post("/3/venuesearch/search", json={"query": "taqueria"})
    assert reply.headers["content-type"] == "application/json"
    assert "Taquería" in reply.text
