"""The phones that may get text messages, by their calling code. Pure functions."""

import re
from collections.abc import Collection
from typing import Final

HOME: Final = "+1"
# Area codes below +1 that are not in the United States or Canada (nanpa.com): the Caribbean and Bermuda, whose
# operators may share their income from a text with its recipient.
_ABROAD: Final = "242|246|264|268|284|345|441|473|649|658|664|721|758|767|784|809|829|849|868|869|876"
# Area codes of services, whose owners may be paid: 900 (premium), 700 and the 5XX of personal numbers.
_SERVICES: Final = "900|700|500|52[1-9]|533|544|566|577|588"
_NOT_HOME: Final = re.compile(rf"\+1(?:{_ABROAD}|{_SERVICES})")


def is_served(phone: str, *, calling_codes: Collection[str]) -> bool:
    """Return whether a phone may get text messages: it begins with one of `calling_codes`, such as "+1" or "+44".

    "+1" stands for the United States and Canada; "+1876" would add Jamaica.
    """
    if _NOT_HOME.match(phone):
        return any(phone.startswith(code) for code in calling_codes if code != HOME)
    return any(phone.startswith(code) for code in calling_codes)


def is_abroad(phone: str) -> bool:
    """Return whether a phone is neither in the United States nor in Canada."""
    return not phone.startswith(HOME) or _NOT_HOME.match(phone) is not None


def country_key(phone: str) -> str:
    """Return the first digits of a phone abroad, for which codes are limited.

    Calling codes have one to three digits, so a few small countries share a key, and then a limit.
    """
    return phone[:5] if phone.startswith(HOME) else phone[:3]
