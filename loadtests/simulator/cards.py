"""Reads a new payment card from a request. The card's number and security code are checked but not stored."""

import re
from datetime import date

from .accounts import Card
from .fields import Fields

CARD_TYPES = {"3": "American Express", "4": "Visa", "5": "MasterCard", "6": "Discover"}


def read_card(fields: Fields, *, today: date) -> Card:
    """Return the card that the fields `number`, `cvc`, `exp_month` and `exp_year` describe. Its id is 0.

    Raises Refused if a field is malformed, the number has a wrong check digit, or the card has expired.
    """
    number, year = re.sub(r"[ -]", "", fields.text("number")), fields.integer("exp_year", most=2100)
    month = fields.integer("exp_month", least=1, most=12)
    if not re.fullmatch(r"[0-9]{12,19}", number) or not _luhn(number):
        raise fields.bad_field("number", "is not a card number")
    if not re.fullmatch(r"[0-9]{3,4}", fields.text("cvc")):
        raise fields.bad_field("cvc", "must be 3 or 4 digits")
    year += 2000 if year < 100 else 0
    if (year, month) < (today.year, today.month):
        raise fields.bad_field("exp_year", "the card has expired")
    return Card(0, CARD_TYPES.get(number[0], "Card"), number[-4:], month, year)


def _luhn(number: str) -> bool:
    digits = [int(digit) for digit in reversed(number)]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
