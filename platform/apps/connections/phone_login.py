"""Connects OpenTable accounts: OpenTable sends a code to the user's phone, and we sign in with the code.

The correlation id between the two steps contains the phone and OpenTable's own correlation id.
"""

import re
from datetime import datetime
from typing import Final

from apps.accounts.models import User
from apps.accounts.rules.profile_fields import phone_error
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal, bad_form
from apps.connections import codes, kill_switches, messages, platforms, services
from apps.connections.codes import PhoneNumber, Sent
from apps.connections.models import Platform, PlatformAccount
from snipers.clients.errors import BadCredentials, PlatformError

# Wrong codes that one user may enter in 15 minutes.
WRONG_CODES: Final = 5
# Wrong codes for one phone number in 15 minutes, entered by any users.
WRONG_CODES_FOR_PHONE: Final = 10
SALT: Final = "opentable phone login"


def send_code(*, user: User, phone: str, country_code: str | None, address: str, now: datetime) -> Sent:
    """Ask OpenTable to send a code to the phone. A second call sends another code.

    Raises Refusal: 400 for a phone that is invalid or that OpenTable refuses; 429 after ten codes
    for the user or the phone, 30 from the network address, or at the limit of a country or the
    installation; 503 if OpenTable does not answer or its kill switch is set.
    """
    target = codes.parse_phone(phone, country_code=country_code)
    if mistake := phone_error(str(target)):
        raise bad_form({"phone": mistake})
    kill_switches.refuse_if_off(platform=Platform.OPENTABLE)
    for guard in codes.sending_guards(platform=Platform.OPENTABLE, user=user, to=target, address=address):
        guard.count(now=now)
    try:
        sent = platforms.send_opentable_code(phone=target.number, country_code=target.country_code)
    except BadCredentials:
        raise Refusal("phone_refused", 400, messages.PHONE_REFUSED, errors={"phone": messages.PHONE_REFUSED}) from None
    except PlatformError as error:
        raise services.platform_unavailable(error, platform=Platform.OPENTABLE) from None
    phone_parts = [target.country_code, target.number]
    return Sent(
        message=messages.code_sent(platform=platforms.NAMES[Platform.OPENTABLE], address=str(target)),
        correlation_id=codes.sign(user=user, salt=SALT, phone=phone_parts, id=sent.correlation_id),
    )


def confirm_code(
    *, user: User, phone: str, code: str, correlation_id: str, address: str, now: datetime
) -> PlatformAccount:
    """Sign in to OpenTable with the code, and store the sign-in with the phone number as its username.

    Raises Refusal: 400 for a wrong or outdated code, or one that was sent for another user or phone; 429 after five
    wrong codes of this user or ten for this phone; 503 if OpenTable does not answer or is switched off.
    """
    content = codes.read(correlation_id, user=user, salt=SALT)
    target = PhoneNumber(country_code=content["phone"][0], number=content["phone"][1])
    if not re.sub(r"\D", "", phone).endswith(target.number):
        raise codes.stale_code()
    wrong = Refusal("wrong_code", 400, messages.WRONG_CODE, errors={"code": messages.WRONG_CODE})
    if not codes.is_code(code):
        raise wrong
    guards = (
        Guard(action="opentable_code", account=str(user.pk), limit=WRONG_CODES),
        Guard(action="opentable_code_for", account=str(target), limit=WRONG_CODES_FOR_PHONE),
    )
    with services.sign_in_try(*guards, platform=Platform.OPENTABLE, refused=lambda *_: wrong, now=now):
        login = platforms.sign_in_to_opentable(
            phone=target.number, country_code=target.country_code, code=code, correlation_id=content["id"]
        )
    return services.store_login(
        user=user, platform=Platform.OPENTABLE, username=str(target), login=login, address=address, now=now
    )
