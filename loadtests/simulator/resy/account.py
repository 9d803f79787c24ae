"""Sign-in by password and refresh token, the diner's data, and cards on file."""

from typing import Any

from starlette.responses import Response

from loadtests.simulator.accounts import Diner
from loadtests.simulator.cards import read_card
from loadtests.simulator.http import Call, Json

from .access import SOURCE, form_fields, json_fields, require_captcha, require_diner, unauthorized


def payment_methods(diner: Diner) -> list[dict[str, Any]]:
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
            "is_default": card.id == diner.default_card,
        }
        for card in diner.cards
    ]


def _diner_record(call: Call, diner: Diner) -> dict[str, Any]:
    return {
        "id": diner.id,
        "guest_id": diner.id + 100_000_000,
        "first_name": diner.first_name,
        "last_name": diner.last_name,
        "em_address": diner.email,
        "mobile_number": diner.mobile_number,
        "em_is_verified": 1,
        "mobile_number_is_verified": 1,
        "num_bookings": len(call.world.inventory.held_by(diner.id)),
        "is_active": 1,
        "date_created": diner.created,
        "payment_method_id": diner.default_card,
        "payment_methods": payment_methods(diner),
    }


def sign_in(call: Call) -> Response:
    """POST /3/auth/password and /4/auth/password: sign in with a form of `email` and `password`.

    Only this sign-in returns a refresh token.
    """
    fields = form_fields(call)
    require_captcha(call, fields)
    diner = call.world.accounts.sign_in(fields.text("email", default=""), fields.get("password", ""))
    if diner is None:
        raise unauthorized(call, "Your email or password is incorrect.")
    return signed_in(call, diner, refresh_token=call.world.accounts.issue_refresh_token(diner))


def signed_in(call: Call, diner: Diner, **more: str) -> Response:
    """Return the reply to a successful sign-in: the diner's data, a new token and the fields `more`."""
    call.record.user_id = diner.id
    return Json({**_diner_record(call, diner), "token": call.world.accounts.issue_token(diner), **more})


def refresh(call: Call) -> Response:
    """POST /3/auth/refresh, a form of `refresh_token`: exchange a refresh token for a new token and refresh token.

    The used refresh token becomes invalid (our own assumption). The diner's other tokens stay valid until they expire.
    """
    accounts, token = call.world.accounts, form_fields(call).text("refresh_token", default="")
    diner = accounts.diner_of(token, kind="refresh")
    if diner is None or call.world.switches.refuse_refresh:
        raise unauthorized(call)
    accounts.revoke(token)
    call.record.user_id = diner.id
    return Json({"token": accounts.issue_token(diner), "refresh_token": accounts.issue_refresh_token(diner)})


def user(call: Call) -> Response:
    """GET /2/user: return the diner's data."""
    return Json(_diner_record(call, require_diner(call)))


def add_payment_method(call: Call) -> Response:
    """POST /3/payment_methods, a form or JSON with `number`, `exp_month`, `exp_year`, `cvc`: add a card.

    No public source has this call; it is our own addition.
    """
    diner = require_diner(call)
    fields = json_fields(call) if call.media_type == "application/json" else form_fields(call)
    added = call.world.accounts.add_card(diner, read_card(fields, today=call.world.now(SOURCE).date()))
    return Json(next(method for method in payment_methods(diner) if method["id"] == added.id), 201)
