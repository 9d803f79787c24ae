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
# The usual spellings of North American numbers. phonenumbers reads them as the same ten digits, but takes several times
# as long, and most numbers of a file of clients are such.
_USUAL: Final = re.compile(r"(\+1[ .-]?|(?:1[ .-]?)?)\(?([2-9][0-9]{2})\)?[ .-]{0,2}([0-9]{3})[ .-]?([0-9]{4})")
_EXTENSION: Final = re.compile(r"[^\W\d_]*\W*\d+\W*$")
_PREFIX_OR_END: Final = re.compile(r"(?i)^\s*tel:|phone-context|\s*(?:ext\.?|x)\s*$")
_NORTH_AMERICAN: Final = re.compile(r"\+1([2-9][0-9]{9})")


def plain_phone(text: str, *, country_code: str = "") -> str:
    """Return a phone number as + and digits, such as +12125550123.

    `text` may have a country code (+44, 00 44, 011 44, tel:), a trunk zero, an extension, separators, invisible
    characters, and the digits of any script. The extension is left out: no platform has a field for it. A number
    without a country code gets `country_code`, which is a calling code or the two letters of a country. The
    result of a text that is no phone number is no phone number either: `is_number` is false.
    """
    text = _plain(text).strip()
    text = _DECIMAL.sub(r"\1", text) if _DECIMAL.fullmatch(text) else text
    code = "".join(char for char in unicodedata.normalize("NFKC", country_code) if char.isalnum())
    usual = _usual(text, code=code)
    if usual is not None and is_number(usual):
        return usual
    number = _parse(text, code=code)
    if number is None or not is_number(_e164(number)):
        abroad = _parse(_ABROAD.sub("+", text), code="") if _ABROAD.match(text) else None
        number = abroad or number
    if number is not None:
        return _e164(number)
    # The space keeps the first digits of a text that is no number from being read as a part of the code.
    return f"+{code} {text}".strip() if code and not text.startswith("+") else text


def national_digits(phone: str) -> int | None:
    """Return how many digits follow the country code of a plain phone number, or None if no country has the code."""
    return _check(phone)[0]


def is_number(phone: str) -> bool:
    """Return whether a plain phone number fits the numbering plan of its country."""
    return _check(phone)[1]


# Parsing is the most expensive part of a client's import. A number is checked when it is read and again by the rules
# of its field, and a file repeats numbers.
@lru_cache(maxsize=256)
def _check(phone: str) -> tuple[int | None, bool]:
    """Return how many digits follow the country code, and whether the number fits the plan of its country."""
    if usual := _NORTH_AMERICAN.fullmatch(phone):
        number = PhoneNumber(country_code=1, national_number=int(usual[1]))
        return NATIONAL_DIGITS, phonenumbers.is_valid_number(number)
    parsed = _parse(phone, code="")
    if parsed is None:
        return None, False
    digits = len(phonenumbers.national_significant_number(parsed))
    return digits, _e164(parsed) == phone and phonenumbers.is_valid_number(parsed)


def _usual(text: str, *, code: str) -> str | None:
    """Return a North American number in its usual spelling as +1 and ten digits, otherwise None."""
    found = _USUAL.fullmatch(text)
    if found is None or not (found[1].startswith("+") or code in ("1", "US")):
        return None
    return f"{DEFAULT_CODE}{found[2]}{found[3]}{found[4]}"


def _e164(number: PhoneNumber) -> str:
    return phonenumbers.format_number(number, PhoneNumberFormat.E164)


def _plain(text: str) -> str:
    """Return the text without invisible characters, with one kind of space and of hyphen."""
    if text.isascii() and text.isprintable():
        return text
    return "".join({"Cf": "", "Cc": "", "Zs": " ", "Pd": "-"}.get(unicodedata.category(char), char) for char in text)


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
    own = text if number.extension is None else _EXTENSION.sub("", text)
    return number if _letters_are_digits(own) else None


def _letters_are_digits(text: str) -> bool:
    """Return whether all letters of a number, without its extension, stand for digits, as in 1-800-FLOWERS.

    At least one word has three letters, because one or two letters are a slip. An x by itself hides a digit, or begins
    an extension that is none. Only the name of an extension may end the text.
    """
    words = re.findall(r"[^\W\d_]+", _PREFIX_OR_END.sub("", text))
    return not words or (max(map(len, words)) >= 3 and all(word.strip("xX") for word in words))
