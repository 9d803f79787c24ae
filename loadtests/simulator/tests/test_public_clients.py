"""Request sequences of public Resy clients, byte for byte, over plain sockets. Only the base URL is ours.

Each test follows the client that its docstring names, by repository or by a letter: where the client puts the token,
which method, encoding and parameters it sends, and how it parses the replies.
"""

import json
from datetime import datetime
from typing import Any
from urllib.parse import quote, quote_plus, urlencode

import pytest
from pydantic import StrictBool, StrictInt, StrictStr, TypeAdapter

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control
from loadtests.simulator.tests.raw_http import BROWSER, FORM, KEY, Wire, exchange, token_of
from loadtests.simulator.tests.shapes import Details, Reservations, Shape, Slot

PATH_SAFE = ":@&=+$"  # characters that path escaping leaves as they are


@pytest.fixture
def wire(sim: Serving) -> Wire:
    return Wire(sim.resy_url, {"Authorization": KEY})


def _ampersands(**fields: str) -> str:
    """Return the parameters with an ampersand after each, including the last."""
    return "".join(f"{name}={quote_plus(value)}&" for name, value in fields.items())


async def test_client_with_a_configured_token_uses_get_and_form_calls(wire: Wire, control: Control) -> None:
    """Source A sends one token header and its HTTP library's user agent.

    Every call except the booking is a GET, and parameters end in an ampersand. The client takes the card from the
    details, and reads replies without checking their status.
    """
    await control.free()
    wire.headers |= {
        "x-resy-auth-token": await token_of(wire, "scala@example.com"),
        "origin": "https://widgets.resy.com",
        "User-Agent": "AHC/2.1",
    }
    query = _ampersands(lat="0", long="0", day=DAY, party_size="2", venue_id="1201")
    found = await wire.get(f"/4/find?{query}")
    slots = found.json["results"]["venues"][0]["slots"]
    config_id = next(slot["config"]["token"] for slot in slots if "19:30:00" in slot["date"]["start"])
    details = await wire.get(f"/3/details?{_ampersands(config_id=config_id, day=DAY, party_size='2')}")
    card = details.json["user"]["payment_methods"][0]["id"]
    assert isinstance(card, int)
    body = _ampersands(book_token=details.json["book_token"]["value"], struct_payment_method=f'{{"id":{card}}}')
    booked = await exchange(wire.base_url, "POST", "/3/book", {**wire.headers, "Content-Type": FORM}, body)
    assert booked.json["resy_token"]
    assert [booking["status"] for booking in await control.bookings()] == ["booked"]


async def test_client_with_a_token_only_in_the_query(wire: Wire, control: Control) -> None:
    """Alkaar/resy-booking-bot and mkohn4/resybot also send the token as a parameter."""
    [slot] = await control.free()
    token = await token_of(wire, "query@example.com")
    wire.headers["User-Agent"] = BROWSER
    details = await wire.get(
        "/3/details", config_id=slot["token"], day=DAY, party_size=2, **{"x-resy-auth-token": token}
    )
    assert details.json["user"]["payment_methods"][0]["display"] == "4242"
    target = "/3/book?" + urlencode({"x-resy-auth-token": token})
    assert (await wire.form(target, book_token=details.json["book_token"]["value"])).status == 201


class SignedIn(Shape):
    id: StrictInt
    token: StrictStr
    first_name: StrictStr
    last_name: StrictStr
    payment_method_id: StrictInt
    payment_methods: list[dict[str, Any]]


class FoundVenue(Shape):
    slots: list[Slot]


class FoundVenues(Shape):
    venues: list[FoundVenue]


class Found(Shape):
    results: FoundVenues


async def test_client_with_strict_models_of_every_reply(wire: Wire, control: Control) -> None:
    """Source J signs in while it still sends a token from its configuration. Its models refuse wrong types, and its
    dates must parse.
    """
    await control.free(count=2)
    wire.headers |= {"User-Agent": "resy-bot/1.0", "X-Resy-Auth-Token": "out of the configuration"}
    me = SignedIn.model_validate(
        (await wire.form("/3/auth/password", email="strict@example.com", password="table-for-two")).json
    )
    wire.headers |= {"X-Resy-Auth-Token": me.token, "X-Resy-Universal-Auth": me.token}
    found = Found.model_validate((await wire.get("/4/find", day=DAY, party_size=2, lat=0, long=0, venue_id=1201)).json)
    slots = found.results.venues[0].slots
    assert len({slot.config.token for slot in slots}) == 1
    assert len({slot.config.id for slot in slots}) == 2
    assert datetime.strptime(slots[0].date.start, "%Y-%m-%d %H:%M:%S").hour == 19  # noqa: DTZ007 - venue-local
    details = Details.model_validate(
        (await wire.get("/3/details", config_id=slots[0].config.token, party_size=2, day=DAY)).json
    )
    booked = await wire.form(
        "/3/book",
        book_token=details.book_token.value,
        struct_payment_method=json.dumps({"id": me.payment_method_id}),
        source_id="resy.com-venue-details",
    )
    assert isinstance(booked.json["resy_token"], str)


async def test_client_that_accepts_only_201(wire: Wire, control: Control) -> None:
    """Source Q searches without a token, sends `commit=1` by GET, and books with the headers of Resy's widget.

    Only status 201 counts as a booking. After an unclear reply, it reads the diner's list.
    """
    await control.free()
    token = await token_of(wire, "only201@example.com")
    reader = Wire(wire.base_url, {"Authorization": KEY, "User-Agent": BROWSER})
    slots = (await reader.get("/4/find", lat=0, long=0, day=DAY, party_size=2, venue_id=1201)).json["results"][
        "venues"
    ][0]["slots"]
    booker = Wire(
        wire.base_url,
        {
            **reader.headers,
            "X-Resy-Auth-Token": token,
            "X-Resy-Universal-Auth": token,
            "Origin": "https://widgets.resy.com",
            "Referer": "https://widgets.resy.com/",
            "X-Origin": "https://widgets.resy.com",
        },
    )
    details = await booker.get(
        "/3/details", commit=1, config_id=slots[0]["config"]["token"], day=DAY, party_size=2, venue_id=1201
    )
    form = {
        "book_token": details.json["book_token"]["value"],
        "struct_payment_method": json.dumps({"id": details.json["user"]["payment_methods"][0]["id"]}),
        "source_id": "resy.com-venue-details",
        "venue_marketing_opt_in": "0",
    }
    assert (await booker.form("/3/book", **form)).status == 201
    again = await booker.form("/3/book", **form)
    assert again.status == 404
    listed = await booker.get("/3/user/reservations", limit=10, offset=0, type="upcoming")
    assert [row["day"] for row in listed.json["reservations"]] == [DAY]
    late = await booker.get("/3/details", commit=1, config_id=slots[0]["config"]["token"], day=DAY, party_size=2)
    assert late.status == 412


class Refund(Shape):
    refund: StrictInt


class Transaction(Shape):
    transaction: Refund


class Cancelled(Shape):
    payment: Transaction


class BookReply(Shape):
    """The model for a booking and for a conflict. Every part is optional."""

    resy_token: StrictStr | None = None
    reservation_id: StrictInt | None = None
    venue_opt_in: StrictBool | StrictInt | None = None
    specs: dict[StrictStr, StrictStr] | None = None
    venue: dict[StrictStr, Any] | None = None


async def test_client_that_previews_commits_lists_and_cancels_by_json(wire: Wire, control: Control) -> None:
    """Source U has its own user agent and sends only the universal token header.

    It searches, previews with `commit` 0, parses cut-offs as instants and always sends `replace`. It finds a
    reservation in the list by id and cancels it by `resy_token`.
    """
    wire.headers["User-Agent"] = "resyctl/0.1.0"
    signed_in = await wire.form("/3/auth/password", email="rust@example.com", password="table-for-two")
    wire.headers["X-Resy-Universal-Auth"] = signed_in.json["token"]
    me = (await wire.get("/2/user")).json
    assert (me["em_address"], me["em_is_verified"]) == ("rust@example.com", 1)

    venue = (await control.get("/venues", source="resy"))["venues"][0]
    search = {
        "query": venue["name"],
        "per_page": 5,
        "page": 1,
        "types": ["venue"],
        "geo": {"latitude": 40.7, "longitude": -74},
    }
    hit = (await wire.json("/3/venuesearch/search", search)).json["search"]["hits"][0]
    assert (hit["id"]["resy"], hit["objectID"]) == (1201, "1201")
    assert (await wire.get("/3/venue", url_slug=hit["url_slug"], location="new-york-ny")).json["id"]["resy"] == 1201

    await control.free(time="19:00")
    await control.free(time="20:00")
    query = {"lat": 0, "long": 0, "day": DAY, "party_size": 2, "venue_id": 1201}
    slots = (await wire.get("/4/find", **query)).json["results"]["venues"][0]["slots"]
    tokens = [slot["config"]["token"] for slot in slots]
    preview = await wire.json("/3/details", {"config_id": tokens[0], "commit": 0, "struct_items": []})
    assert "book_token" not in preview.json
    booked: list[BookReply] = []
    for token in tokens:
        reply = await wire.json("/3/details", {"config_id": token, "commit": 1, "struct_items": []})
        assert reply.status in (200, 201)
        details = Details.model_validate(reply.json)
        cut_off = datetime.fromisoformat(details.cancellation.refund.date_cut_off)
        assert cut_off.utcoffset() is not None
        assert datetime.fromisoformat(details.book_token.date_expires) < cut_off
        card = json.dumps({"id": me["payment_method_id"]})
        form = {"book_token": details.book_token.value, "struct_payment_method": card, "replace": 0}
        reply = await wire.form("/3/book", **form, source_id="resy.com-venue-details", venue_marketing_opt_in=0)
        booked.append(BookReply.model_validate(reply.json))
    assert booked[0].reservation_id is not None
    assert booked[1].reservation_id is None
    assert booked[1].specs == {"day": DAY, "time_slot": "19:00:00"}
    assert booked[1].venue == {"id": 1201, "name": venue["name"]}

    listed = Reservations.model_validate((await wire.get("/3/user/reservations", limit=20, offset=0)).json)
    [row] = [row for row in listed.reservations if row.reservation_id == booked[0].reservation_id]
    assert listed.venues[str(row.venue_id)].name == venue["name"]
    cancelled = await wire.form("/3/cancel", resy_token=row.resy_token)
    assert Cancelled.model_validate(cancelled.json).payment.transaction.refund == 1
    gone = await wire.form("/3/cancel", resy_token=row.resy_token)
    assert gone.json == {
        "code": 1025,
        "data": {},
        "message": "The reservation could not be found.",
        "status": 404,
        "title": None,
    }


@pytest.mark.parametrize("commit", [{}, {"commit": 1, "struct_items": []}])
async def test_client_that_reads_the_lead_time_first(wire: Wire, control: Control, commit: dict[str, Any]) -> None:
    """lgrees/resy-cli reads the lead time first and sends day and party size with the JSON details.

    An older version sends no `commit`. The form of the booking is escaped like the path of a URL. Every status under
    400 counts as a booking.
    """
    token = await token_of(wire, "cli@example.com")
    wire.headers |= {"User-Agent": "resy-cli", "x-resy-auth-token": token, "x-resy-universal-auth": token}
    config = (await wire.get("/2/config", venue_id=1201)).json
    assert TypeAdapter(StrictInt).validate_python(config["lead_time_in_days"]) > 0
    await control.free()
    query = {"party_size": 2, "venue_id": 1201, "day": DAY, "lat": "0", "long": "0"}
    [venue] = (await wire.get("/4/find", **query)).json["results"]["venues"]
    config_id = venue["slots"][0]["config"]["token"]
    details = await wire.json("/3/details", {"config_id": config_id, "day": DAY, "party_size": 2, **commit})
    card = json.dumps({"id": details.json["user"]["payment_methods"][0]["id"]}, separators=(",", ":"))
    value = details.json["book_token"]["value"]
    body = f"book_token={quote(value, safe=PATH_SAFE)}&struct_payment_method={quote(card, safe=PATH_SAFE)}"
    booked = await exchange(wire.base_url, "POST", "/3/book", {**wire.headers, "Content-Type": FORM}, body)
    assert booked.status < 400
    assert [booking["status"] for booking in await control.bookings()] == ["booked"]
