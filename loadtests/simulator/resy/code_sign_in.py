"""Sign-in by telephone: a code and, for an unknown number, a challenge that asks for the e-mail address.

Only one public client has this sign-in. In the replies, everything except `token` and `challenge_id` is our own.
"""

import re

from starlette.responses import Response

from loadtests.simulator.accounts import PASSWORD
from loadtests.simulator.http import Call, Json

from .access import SOURCE, bad_field, form_fields, unauthorized
from .account import signed_in

E164 = re.compile(r"\+[1-9][0-9]{6,14}")


def mobile(call: Call) -> Response:
    """POST /3/auth/mobile, a form: `mobile_number` alone requests a code.

    With `code`, it signs in or opens a challenge.
    """
    fields = form_fields(call)
    number = fields.get("mobile_number", "")
    if not E164.fullmatch(number):
        raise bad_field("mobile_number", "must look like +12125550100")
    codes, now_ms, sent_to = call.world.sign_in_codes, call.world.clocks[SOURCE].wall_ms(), f"{SOURCE} {number}"
    if "code" not in fields:
        codes.send(sent_to, now_ms=now_ms)
        return Json({"mobile_number": number, "sent": True})
    if not codes.confirm(codes.last_sent(sent_to), to=sent_to, code=fields.get("code"), now_ms=now_ms):
        raise unauthorized(call, "The code is incorrect.")
    diner = call.world.accounts.diner_by_mobile(number)
    if diner is None:
        return Json({"challenge": {"challenge_id": codes.open_challenge(now_ms=now_ms)}})
    return signed_in(call, diner)


def challenge(call: Call) -> Response:
    """POST /4/auth/challenge, a form of `challenge_id`, `em_address`, `device_type_id` and `device_token`: answer a
    challenge."""
    fields = form_fields(call)
    for name in ("device_type_id", "device_token"):
        if not fields.get(name):
            raise bad_field(name, "is missing")
    now_ms = call.world.clocks[SOURCE].wall_ms()
    if not call.world.sign_in_codes.close_challenge(fields.get("challenge_id", ""), now_ms=now_ms):
        raise unauthorized(call, "The challenge is over.")
    diner = call.world.accounts.sign_in(fields.get("em_address", ""), PASSWORD)
    if diner is None:
        raise bad_field("em_address", "is not an e-mail address")
    return signed_in(call, diner)
