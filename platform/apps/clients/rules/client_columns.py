"""Finds the fields of clients and the card data among the columns of a CSV file. Pure functions.

Headings are those of spreadsheets, address books and CRM programs: words that say which field it is, and words that say
which of several values (home, mobile, 2).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from apps.requests.rules import cards, clients

COLUMNS: Final = clients.PERSON
BESIDE_PHONE: Final = "phone_country_code"

# The words that name a field, without the words of _RANKS.
_FIELDS: Final[Mapping[frozenset[str], str]] = {
    frozenset(words.split()): field
    for field, names in {
        "first_name": "first|first name|firstname|given|given name|givenname|forename|fname",
        "last_name": "last|last name|lastname|surname|family|family name|familyname|lname",
        "email": "email|e mail|emailaddress|mail",
        "phone": "phone|phone number|phonenumber|telephone|telephone number|tel|tel number|number|mobilephone|"
        "mobilenumber|cellphone|iphone|i phone",
        "zip_code": "zip|zip code|zipcode|postal|postal code|postalcode|postcode|post code|zip postal code|zip postal|"
        "zip postcode",
        BESIDE_PHONE: "country code phone|country code|phone country|calling code|dial code|dialing code",
    }.items()
    for words in names.split("|")
}
# Which of several values of a field: the lowest sum wins, the others are used where it is empty.
_RANKS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("mobile", "cell", "iphone", "mobilephone", "mobilenumber", "cellphone"), -1),
    **dict.fromkeys(("primary", "main", "preferred", "default", "address", "value", "contact", "client", "guest"), 0),
    **dict.fromkeys(("customer", "person", "member", "required", "optional", "no", "1"), 0),
    **dict.fromkeys(("home", "personal", "private"), 10),
    **dict.fromkeys(("mailing", "billing"), 20),
    **dict.fromkeys(("work", "business", "office", "shipping"), 30),
    **dict.fromkeys(("other", "secondary", "alternate", "alternative"), 40),
    **{str(number): number for number in range(2, 10)},
}
# One of these words, because "Number", "Cell" or "Mail" alone does not name a field.
_MOBILE: Final = frozenset({"mobile", "cell"})

# Headings that can mean nothing but data of a payment card.
_CARD: Final = re.compile(
    r"(^|_)(cc|credit_card|debit_card|credit|debit|payment_card)_?(number|num|no|nr|exp|expiry|expiration|expires|cvc|cvv)"
    r"|(^|_)(cvc|cvv|csc)2?(_|$)|(^|_)card_(cvc|cvv|exp)|(credit|debit|payment)_?card|(^|_)exp_(month|year|mm|yy)"
    r"|(?<!loyalty_)(?<!member_)(?<!membership_)(?<!gift_)(?<!business_)(?<!club_)(?<!rewards_)(?<!id_)(?<!key_)"
    r"(?<![a-z])card_?(number|num|no|nr)(_|$)"
)
# Thirteen to nineteen digits, with single separators.
_LONG_NUMBER: Final = re.compile(r"(?<![0-9])[0-9](?:[ .\-]?[0-9]){12,18}(?![0-9])")
# How numbers of the card schemes begin and how long they are: Visa, Mastercard, American Express, Diners, Discover,
# JCB, UnionPay.
_SCHEMES: Final = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}"
    r"|35\d{14}|62\d{14,17}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """For each field the indexes of its columns, the preferred one first. `ignored` has the other headings."""

    of: Mapping[str, Sequence[int]]
    width: int
    ignored: Sequence[str]

    @property
    def missing(self) -> list[str]:
        return [name for name in COLUMNS if name not in self.of]


def plain_heading(heading: str) -> str:
    """Return the heading in lower case with one underscore between its words: `FirstName`, `First-Name` are equal."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", heading.strip())
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def shown_heading(heading: str) -> str:
    return heading.strip()[:40]


def find_columns(header: Sequence[str]) -> Columns:
    found: dict[str, list[tuple[int, int]]] = {}
    ignored = []
    for index, heading in enumerate(header):
        if (field := _field(plain_heading(heading))) is None:
            ignored.append(shown_heading(heading))
        else:
            found.setdefault(field[0], []).append((field[1], index))
    of = {name: [index for _, index in sorted(ranked)] for name, ranked in found.items()}
    return Columns(of=of, width=len(header), ignored=[heading for heading in ignored if heading])


def names_twice(header: Sequence[str]) -> bool:
    """Return whether two columns have the same heading, and it is that of a field."""
    known = [name for heading in header if _field(name := plain_heading(heading)) is not None]
    return len(set(known)) < len(known)


def card_columns(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the headings of the columns with data of payment cards: by the heading where it is plain, else by the
    numbers in the column. A mailing list's CC is a country, and a loyalty card's number is none of a payment card.

    Columns of fields are left to the rules of the fields, which refuse single lines.
    """
    return [
        shown_heading(heading) or f"column {index + 1}"
        for index, heading in enumerate(header)
        if _CARD.search(name := plain_heading(heading))
        or (_field(name) is None and _has_cards([row[index] for row in rows if index < len(row)]))
    ]


def _field(name: str) -> tuple[str, int] | None:
    words = name.split("_")
    core = frozenset(word for word in words if word not in _RANKS or word in ("iphone", "mobilephone", "cellphone"))
    rank = sum(_RANKS.get(word, 0) for word in words)
    if not core and _MOBILE & set(words):
        return "phone", rank
    if core == {"number"} and not _MOBILE & set(words):
        return None
    field = _FIELDS.get(core)
    # The country of an address says nothing about the phone.
    if field is None or (field == BESIDE_PHONE and len(core) < len(words)):
        return None
    return field, rank


def _has_cards(cells: Sequence[str]) -> bool:
    numbers = [re.sub(r"\D", "", found) for cell in cells for found in _LONG_NUMBER.findall(cell)]
    count = sum(1 for number in numbers if _SCHEMES.fullmatch(number) and cards.is_checked(number))
    # One of ten random numbers has a right check digit, so a column of long ids has some that look like cards.
    return count > 0 and (len(numbers) < 3 or 2 * count > len(numbers))
