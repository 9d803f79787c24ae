"""What a client of a concierge has to look like. The card is cards.py's business; names, e-mail and phone follow the
rules of sign-up.
"""

import re
from collections.abc import Mapping
from typing import Final

from apps.accounts.rules.profile_fields import profile_errors

DIGITS: Final = 10
ZIP_MISSING: Final = "Zip code is required!"
ZIP: Final = "Please enter a valid zip code."


def mistakes(fields: Mapping[str, str]) -> dict[str, str]:
    """Return a sentence for each field that can not be right; fields that are not given are not judged."""
    wrong = profile_errors(fields)
    zip_code = fields.get("zip_code")
    if zip_code is not None and (sentence := _zip_complaint(zip_code)):
        wrong["zip_code"] = sentence
    return wrong


def full_phone(number: str, *, country_code: str) -> str:
    """Join a phone number to the country code beside it, unless it brings its own.

    A number of any other length than ten stays apart from it, or its first digit would pass for the code's last.
    """
    if number.startswith("+"):
        return number
    return f"{country_code}{number}" if len(number) == DIGITS else f"{country_code} {number}"


def _zip_complaint(zip_code: str) -> str:
    """Clients come from everywhere, so this is no ZIP of one country: letters, digits, spaces and hyphens."""
    if not zip_code:
        return ZIP_MISSING
    return "" if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 -]{1,10}[A-Za-z0-9]", zip_code) else ZIP
