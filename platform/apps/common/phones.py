"""Reads phone numbers as people write, paste and export them. The one rule of sign-up, profile, client book and codes.

Pure functions; the numbering plans of all countries come from the package phonenumbers.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumber, PhoneNumberFormat

NATIONAL_DIGITS: Final = 10
DEFAULT_CODE: Final = "+1"
# How people dial abroad: from most countries, and from North America.
_ABROAD: Final = re.compile(r"^\D*?(?:011|00)(?=\D*[1-9])")
# A spreadsheet that read the number as a decimal.
_DECIMAL: Final = re.compile(r"([0-9]+)\.0")


def plain_phone(text: str, *, country_code: str = "") -> str:
    """Return a phone number as + and digits, such as +12125550123.

    `text` may have a country code (+44, 00 44, 011 44, tel:), a trunk zero, an extension, separators, invisible
    characters, and the digits of any script. The extension is left out: no platform has a field for it. A number
    without a country code gets `country_code`, which is a calling code or the two letters of a country. The
    result of a text that is no phone number is no phone number either: `is_number` is false.
    """
    text = "".join(_plain(char) for char in text).strip()
    text = _DECIMAL.sub(r"\1", text) if _DECIMAL.fullmatch(text) else text
    code = "".join(char for char in unicodedata.normalize("NFKC", country_code) if char.isalnum())
    number = _parse(text, code=code)
    if number is None or not _is_valid(number):
        abroad = _parse(_ABROAD.sub("+", text), code="") if _ABROAD.match(text) else None
        number = abroad or number
    if number is not None:
        return phonenumbers.format_number(number, PhoneNumberFormat.E164)
    # The space keeps the first digits of a text that is no number from being read as a part of the code.
    return f"+{code} {text}".strip() if code and not text.startswith("+") else text


def national_digits(phone: str) -> int | None:
    """Return how many digits follow the country code of a plain phone number, or None if no country has the code."""
    number = _parse(phone, code="")
    return None if number is None else len(phonenumbers.national_significant_number(number))


def is_number(phone: str) -> bool:
    """Return whether a plain phone number fits the numbering plan of its country."""
    number = _parse(phone, code="")
    if number is None or not _is_valid(number):
        return False
    return phonenumbers.format_number(number, PhoneNumberFormat.E164) == phone


def _plain(char: str) -> str:
    category = unicodedata.category(char)
    return {"Cf": "", "Cc": "", "Zs": " ", "Pd": "-"}.get(category, char)


def _is_valid(number: PhoneNumber) -> bool:
    return _fits_plan(number.country_code or 0, phonenumbers.national_significant_number(number))


# A file repeats numbers, and each number is read once as typed and once to be checked.
@lru_cache(maxsize=256)
def _fits_plan(code: int, digits: str) -> bool:
    return phonenumbers.is_valid_number(phonenumbers.parse(f"+{code}{digits}"))


def _parse(text: str, *, code: str) -> PhoneNumber | None:
    """Parse a number. `code` is a calling code without +, two letters of a country, or "" if `text` has the code."""
    digits = code.lstrip("0")
    region = code.upper() if code.isalpha() else None
    if digits.isdecimal():
        found = phonenumbers.region_code_for_country_code(int(digits))
        region = found if found in phonenumbers.SUPPORTED_REGIONS else None
        if region is None and not text.lstrip("(").startswith("+"):
            text = f"+{digits} {text}"
    try:
        number = phonenumbers.parse(text, region)
    except NumberParseException:
        return None
    # Letters of a number such as 1-800-FLOWERS are digits. A letter or two are a slip, and must not be skipped.
    letters = sum(char.isalpha() for char in re.sub(r"(?i)tel:|phone-context|ext|x", "", text))
    return None if 0 < letters < 3 and number.extension is None else number
