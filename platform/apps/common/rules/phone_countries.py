"""The phones that may get text messages, by their country and kind. Pure functions."""

from collections.abc import Collection
from typing import Final

import phonenumbers
from phonenumbers import PhoneNumberType

HOME: Final = "+1"
# The United States with its territories, and Canada. "+1" also has other islands of the Caribbean and Bermuda, whose
# operators may share their income from a text with its recipient.
_HOME_REGIONS: Final = frozenset({"US", "CA", "PR", "VI", "GU", "AS", "MP"})
# Kinds of numbers whose owners may be paid for a text.
_PAID: Final = frozenset(
    {
        PhoneNumberType.PREMIUM_RATE,
        PhoneNumberType.SHARED_COST,
        PhoneNumberType.PERSONAL_NUMBER,
        PhoneNumberType.UAN,
        PhoneNumberType.PAGER,
    }
)


def is_served(phone: str, *, calling_codes: Collection[str]) -> bool:
    """Return whether a phone may get text messages: it begins with one of `calling_codes`, such as "+1" or "+44".

    "+1" stands for the United States and Canada; "+1876" would add Jamaica.
    """
    return any(phone.startswith(code) and (code != HOME or not is_abroad(phone)) for code in calling_codes)


def is_abroad(phone: str) -> bool:
    """Return whether a phone is not in the United States or Canada, or one whose owner may be paid."""
    region = _region(phone)
    return region not in _HOME_REGIONS or phonenumbers.number_type(phonenumbers.parse(phone)) in _PAID


def country_key(phone: str) -> str:
    """Return the country of a phone abroad, for which codes are limited: its calling code, below "+1" its region."""
    try:
        code = phonenumbers.parse(phone).country_code
    except phonenumbers.NumberParseException:
        return phone[:3]
    return _region(phone) or phone[:5] if code == 1 else f"+{code}"


def _region(phone: str) -> str | None:
    try:
        return phonenumbers.region_code_for_number(phonenumbers.parse(phone))
    except phonenumbers.NumberParseException:
        return None
