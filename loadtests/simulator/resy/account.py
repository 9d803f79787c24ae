"""Signing in, the diner's own record, and cards on file."""

import re
from typing import Any

from starlette.responses import Response

from loadtests.simulator.http import Call, Json
from loadtests.simulator.people import Card, Diner

from .gate import bad_field, diner, error, form_fields, json_fields, whole

CARD_TYPES = {"3": "American Express", "4": "Visa", "5": "MasterCard", "6": "Discover"}


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
    bookings = call.world.floor.held_by(who.id)
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
        return error(401, "Your email or password is incorrect.")
    call.visit.user_id = who.id
    return Json({**_record(call, who), "token": call.world.people.issue_token(who)})


def user(call: Call) -> Response:
    """GET /2/user"""
    return Json(_record(call, diner(call)))


def add_payment_method(call: Call) -> Response:
    """POST /3/payment_methods, our own stand-in (no public facts): form or JSON with `number`, `exp_month`,
    `exp_year`, `cvc`. The number and the code are checked and forgotten."""
    who = diner(call)
    fields: dict[str, Any] = json_fields(call) if call.media_type == "application/json" else form_fields(call)
    number = re.sub(r"[ -]", "", str(fields.get("number", "")))
    if not re.fullmatch(r"[0-9]{12,19}", number) or not _luhn(number):
        raise bad_field("number", "is not a card number")
    if not re.fullmatch(r"[0-9]{3,4}", str(fields.get("cvc", ""))):
        raise bad_field("cvc", "must be 3 or 4 digits")
    month, year = whole(fields, "exp_month", most=12), whole(fields, "exp_year", most=2100)
    year += 2000 if year < 100 else 0
    now = call.world.clock.now()
    if month < 1 or (year, month) < (now.year, now.month):
        raise bad_field("exp_year", "the card has expired")
    card = Card(0, CARD_TYPES.get(number[0], "Card"), number[-4:], month, year)
    kept = call.world.people.add_card(who, card)
    return Json(next(method for method in payment_methods(who) if method["id"] == kept.id), 201)


def _luhn(number: str) -> bool:
    digits = [int(digit) for digit in reversed(number)]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
