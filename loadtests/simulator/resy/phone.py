"""Signing in by telephone: a code by message, and for a number that nobody has yet a question for the e-mail address.

One public client describes it; what the replies hold besides `token` and `challenge_id` is our own.
"""

import re

from starlette.responses import Response

from loadtests.simulator.http import Call, Json
from loadtests.simulator.people import PASSWORD

from .account import signed_in
from .gate import SOURCE, bad_field, form_fields, unauthorized

E164 = re.compile(r"\+[1-9][0-9]{6,14}")


def mobile(call: Call) -> Response:
    """POST /3/auth/mobile, a form: `mobile_number` alone sends the code; with `code` it signs in, or asks on."""
    fields = form_fields(call)
    number = fields.get("mobile_number", "")
    if not E164.fullmatch(number):
        raise bad_field("mobile_number", "must look like +12125550100")
    now_ms, sent_to = call.world.clocks[SOURCE].wall_ms(), f"{SOURCE} {number}"
    if "code" not in fields:
        call.world.codes.send(sent_to, now_ms=now_ms)
        return Json({"mobile_number": number, "sent": True})
    correlation_id = call.world.codes.last_sent(sent_to)
    if not call.world.codes.confirm(correlation_id, to=sent_to, code=fields["code"], now_ms=now_ms):
        raise unauthorized(call, "The code is incorrect.")
    who = call.world.people.diner_by_mobile(number)
    if who is None:
        return Json({"challenge": {"challenge_id": call.world.notebook.challenge(now_ms=now_ms)}})
    return signed_in(call, who)


def challenge(call: Call) -> Response:
    """POST /4/auth/challenge, a form of `challenge_id`, `em_address`, `device_type_id` and `device_token`."""
    fields = form_fields(call)
    for name in ("device_type_id", "device_token"):
        if not fields.get(name):
            raise bad_field(name, "is missing")
    now_ms = call.world.clocks[SOURCE].wall_ms()
    if not call.world.notebook.answer(fields.get("challenge_id", ""), now_ms=now_ms):
        raise unauthorized(call, "The challenge is over.")
    who = call.world.people.sign_in(fields.get("em_address", ""), PASSWORD)
    if who is None:
        raise bad_field("em_address", "is not an e-mail address")
    return signed_in(call, who)
