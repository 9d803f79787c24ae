"""Cards on file: what is kept of one, and what is checked and forgotten when it is handed over."""

import re
from dataclasses import dataclass
from datetime import date


@dataclass(slots=True)
class Card:
    id: int
    card_type: str
    last_4: str
    exp_month: int
    exp_year: int


class CardRefused(Exception):
    """That is no card one could charge: which field, and what is wrong with it."""

    def __init__(self, field_name: str, sentence: str) -> None:
        super().__init__(f"{field_name} {sentence}")
        self.field_name = field_name
        self.sentence = sentence


CARD_TYPES = {"3": "American Express", "4": "Visa", "5": "MasterCard", "6": "Discover"}


def read_card(*, number: str, cvc: str, exp_month: int, exp_year: int, today: date) -> Card:
    """The card, without its number and code, which are checked and forgotten. CardRefused."""
    number = re.sub(r"[ -]", "", number)
    if not re.fullmatch(r"[0-9]{12,19}", number) or not _luhn(number):
        raise CardRefused("number", "is not a card number")
    if not re.fullmatch(r"[0-9]{3,4}", cvc):
        raise CardRefused("cvc", "must be 3 or 4 digits")
    exp_year += 2000 if exp_year < 100 else 0
    if not 1 <= exp_month <= 12 or (exp_year, exp_month) < (today.year, today.month):
        raise CardRefused("exp_year", "the card has expired")
    return Card(0, CARD_TYPES.get(number[0], "Card"), number[-4:], exp_month, exp_year)


def _luhn(number: str) -> bool:
    digits = [int(digit) for digit in reversed(number)]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
