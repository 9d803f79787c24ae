"""Checks of names, e-mail addresses and phone numbers, for sign-up and profile. Pure functions.

Each check returns the sentence that the user sees, or None for a valid value.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final

from email_validator import EmailNotValidError, validate_email

from apps.accounts import messages
from apps.common.rules import phones

from .person_names import name_error, plain_name

__all__ = ["email_error", "name_error", "new_email_error", "phone_error", "plain_name", "profile_errors"]

MAX_LENGTH: Final = 254
_SIMPLE: Final = re.compile(r"(?=[^@]{1,64}@)[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@([A-Za-z0-9.-]+)")


def email_error(email: str) -> str | None:
    """Return an error unless `email` is a plain address whose domain has a dot: without a display name, quotes or an IP
    address, and with only ASCII characters before the @."""
    simple = _SIMPLE.fullmatch(email) if len(email) <= MAX_LENGTH else None
    # Everything before the @ of a simple address is valid, and a file of clients has few domains.
    return _address_error(f"a@{simple[1]}") if simple else _address_error(email)


@lru_cache(maxsize=256)
def _address_error(email: str) -> str | None:
    try:
        # `test_environment` allows the reserved domain .test of the demo users. No DNS lookup is made.
        found = validate_email(
            email, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False, test_environment=True
        )
    except EmailNotValidError:
        return messages.EMAIL
    return None if "." in found.ascii_domain else messages.EMAIL


def new_email_error(email: str) -> str | None:
    """Return an error unless the address may be given to an account: it is valid and has ASCII characters only.

    Several spellings of a domain with other characters are the same domain, so one mailbox could have many accounts and
    get a mail for each.
    """
    return email_error(email) if email.isascii() else messages.EMAIL


def phone_error(phone: str) -> str | None:
    """Return an error unless the phone has a country code and exactly ten digits, as in +12125550123, and its country
    has such a number. `plain_phone` brings what people write into this form."""
    if not phone.startswith("+"):
        return messages.COUNTRY_CODE
    if not re.fullmatch(r"\+[1-9][0-9]{10,12}", phone):
        return messages.PHONE
    if phones.national_digits(phone) not in (phones.NATIONAL_DIGITS, None):
        return messages.PHONE
    return None if phones.is_number(phone) else messages.PHONE_UNKNOWN


CHECKS: Mapping[str, Callable[[str], str | None]] = {
    "first_name": partial(name_error, missing=messages.FIRST_NAME),
    "last_name": partial(name_error, missing=messages.LAST_NAME),
    "email": new_email_error,
    "phone": phone_error,
}


def profile_errors(fields: Mapping[str, str]) -> dict[str, str]:
    """Check those of the given profile fields that have a rule. Return {field: sentence} of the invalid fields."""
    found = {name: check(fields[name]) for name, check in CHECKS.items() if name in fields}
    return {name: sentence for name, sentence in found.items() if sentence is not None}
