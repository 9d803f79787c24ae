"""Signing in, the diner's own record, and cards on file."""

from typing import Any

from starlette.responses import Response

from loadtests.simulator.cards import CardRefused, read_card
from loadtests.simulator.http import Call, Json
from loadtests.simulator.people import Diner

from .gate import SOURCE, bad_field, diner, form_fields, json_fields, unauthorized, whole


def payment_methods(who: Diner) -> list[dict[str, Any]]:
    return [
        {
            "id": card.id,
            "type": "credit_card",
            "card_type": card.card_type,
            "provider_name": card.card_type,
            "display": card.last_4,
            "last_4": card.last_4,
            "exp_month": card.exp_month,
            "exp_year": card.exp_year,
            "is_default": card.id == who.default_card,
        }
        for card in who.cards
    ]


def _record(call: Call, who: Diner) -> dict[str, Any]:
    bookings = call.world.inventory.held_by(who.id)
    return {
        "id": who.id,
        "guest_id": who.id + 100_000_000,
        "first_name": who.first_name,
        "last_name": who.last_name,
        "em_address": who.email,
        "mobile_number": who.mobile_number,
        "em_is_verified": 1,
        "mobile_number_is_verified": 1,
        "num_bookings": len(bookings),
        "is_active": 1,
        "date_created": who.created,
        "payment_method_id": who.default_card,
        "payment_methods": payment_methods(who),
    }


def sign_in(call: Call) -> Response:
    """POST /3 and /4/auth/password, a form of `email` and `password`."""
    fields = form_fields(call)
    who = call.world.people.sign_in(fields.get("email", ""), fields.get("password", ""))
    if who is None:
        raise unauthorized(call, "Your email or password is incorrect.")
    return signed_in(call, who)


def signed_in(call: Call, who: Diner) -> Response:
    """The diner's record with a fresh token."""
    call.visit.user_id = who.id
    return Json({**_record(call, who), "token": call.world.people.issue_token(who)})


def user(call: Call) -> Response:
    """GET /2/user"""
    return Json(_record(call, diner(call)))


def add_payment_method(call: Call) -> Response:
    """POST /3/payment_methods, our own addition (no public facts): form or JSON with `number`, `exp_month`,
    `exp_year`, `cvc`. The number and the code are checked and forgotten."""
    who = diner(call)
    fields: dict[str, Any] = json_fields(call) if call.media_type == "application/json" else form_fields(call)
    try:
        card = read_card(
            number=str(fields.get("number", "")),
            cvc=str(fields.get("cvc", "")),
            exp_month=whole(fields, "exp_month", most=12),
            exp_year=whole(fields, "exp_year", most=2100),
            today=call.world.now(SOURCE).date(),
        )
    except CardRefused as refused:
        raise bad_field(refused.field_name, refused.sentence) from None
    kept = call.world.people.add_card(who, card)
    return Json(next(method for method in payment_methods(who) if method["id"] == kept.id), 201)
