"""Validates a client's card before it is sent to the platform, and masks its number afterwards. Stores nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from apps.requests import messages
from snipers.clients.base import Card

# The current year and the nine after it.
YEARS: Final = 10
MASK: Final = "•••• "


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEntry:
    """The four card fields as typed. The repr does not show them."""

    number: str = field(repr=False)
    exp_month: str = field(repr=False)
    exp_year: str = field(repr=False)
    cvc: str = field(repr=False)

    @property
    def is_new(self) -> bool:
        """Whether a new card was entered. A masked number means the card that is already on file."""
        entered = any((self.number, self.exp_month, self.exp_year, self.cvc))
        return entered and last_four_of(self.number) is None


def mask(*, last_four: str) -> str:
    """Return the text that is shown in place of the number of a card on file."""
    return f"{MASK}{last_four}"


def last_four_of(number: str) -> str | None:
    """Return the last four digits if `number` is the mask of a stored card (•••• 1234), otherwise None."""
    found = re.fullmatch(r"[•*]{4} ?([0-9]{4})", number)
    return found[1] if found else None


def mistakes(entry: CardEntry, *, today: date) -> Mapping[str, str]:
    """Return a sentence for each invalid card field of the form."""
    found = {
        "cc_number": _number_mistake(entry.number),
        "exp_month": "" if re.fullmatch(r"0[1-9]|1[0-2]", entry.exp_month) else messages.CARD_MONTH,
        "exp_year": "" if _year_in_range(entry.exp_year, today=today) else messages.CARD_YEAR,
        "cvc": "" if re.fullmatch(r"[0-9]{3,4}", entry.cvc) else messages.CARD_CVC,
    }
    wrong = {key: sentence for key, sentence in found.items() if sentence}
    if not wrong and (int(entry.exp_year), int(entry.exp_month)) < (today.year, today.month):
        return {"exp_month": messages.CARD_EXPIRED}
    return wrong


def to_card(entry: CardEntry, *, zip_code: str) -> Card:
    """Convert a valid entry to the Card that the platforms' API clients take."""
    return Card(
        number=_digits(entry.number),
        exp_month=int(entry.exp_month),
        exp_year=int(entry.exp_year),
        cvc=entry.cvc,
        zip_code=zip_code,
    )


def _number_mistake(number: str) -> str:
    if not number:
        return messages.CARD_MISSING
    return "" if is_checked(_digits(number)) else messages.CARD_INVALID


def _digits(number: str) -> str:
    return re.sub(r"[ -]", "", number)


def _year_in_range(year: str, *, today: date) -> bool:
    return re.fullmatch(r"[0-9]{4}", year) is not None and today.year <= int(year) < today.year + YEARS


def is_checked(digits: str) -> bool:
    """Return whether a card number has 12 to 19 digits and the right check digit (Luhn)."""
    if re.fullmatch(r"[0-9]{12,19}", digits) is None:
        return False
    doubled = [int(digit) * 2 if place % 2 else int(digit) for place, digit in enumerate(reversed(digits))]
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0
