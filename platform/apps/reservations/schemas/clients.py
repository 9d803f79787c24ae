"""Shapes of clients: as a submission carries one, and as the client book takes and shows them.

Lengths are bounded here; whether a value can be right is rules/clients.py's and rules/cards.py's business, which have a
sentence for each field.
"""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import AfterValidator, Field, SecretStr

from apps.accounts.rules.profile_fields import plain_name
from apps.common.schemas import Id, Instant, Line, Strict

Name = Annotated[Line, Field(max_length=100), AfterValidator(plain_name)]
Email = Annotated[Line, Field(max_length=254)]
Phone = Annotated[Line, Field(max_length=20)]
CountryCode = Annotated[Line, Field(max_length=5)]
Zip = Annotated[Line, Field(max_length=12)]
Card = Annotated[SecretStr, Field(max_length=30)]


class ClientIn(Strict):
    """A person. The phone comes with its country code (+12125550123) or has it beside it."""

    first_name: Name = ""
    last_name: Name = ""
    email: Email = ""
    phone: Phone = ""
    phone_country_code: CountryCode = ""
    zip_code: Zip = ""


class ClientDetailsIn(ClientIn):
    """For whom a concierge books: the ten fields. The card goes on to the platform and nowhere else; a mask as its
    number keeps the card that is on file. `save` keeps the client in the book.
    """

    cc_number: Card | None = None
    exp_month: Card | None = None
    exp_year: Card | None = None
    cvc: Card | None = None
    save: bool = False


class ClientPatchIn(Strict):
    """What changes about a client; what is left out stays. `saved` false: forget the client 30 days after the end of
    their last request.
    """

    first_name: Name | None = None
    last_name: Name | None = None
    email: Email | None = None
    phone: Phone | None = None
    phone_country_code: CountryCode | None = None
    zip_code: Zip | None = None
    saved: bool | None = None


class CardIn(Strict):
    """A card for one of the concierge's accounts. It goes on to that platform and nowhere else."""

    account_id: Id
    cc_number: Card | None = None
    exp_month: Card | None = None
    exp_year: Card | None = None
    cvc: Card | None = None


class ImportIn(Strict):
    """A CSV file as text, for a client that speaks JSON only."""

    csv: Annotated[str, Field(max_length=1_000_000)]


class ClientCardOut(Schema):
    """A card on file with one account: a mask and the expiry. `usable`: the account can book now."""

    account_id: int
    platform: Literal["resy", "opentable"]
    account_name: str
    cc_number: str
    exp_month: str
    exp_year: str
    usable: bool


class BookEntryOut(Schema):
    """A client. `saved`: kept in the book. `open_groups`: their requests that are active or paused."""

    id: int
    first_name: str
    last_name: str
    email: str
    phone: str
    zip_code: str
    saved: bool
    created_at: Instant
    open_groups: list[int]
    cards: list[ClientCardOut]


class BookOut(Schema):
    """One page of clients by name. `count` is what the search finds."""

    clients: list[BookEntryOut]
    page: int
    pages: int
    count: int


class ClientSavedOut(Schema):
    """A client that was changed."""

    message: str
    client: BookEntryOut


class ImportLineOut(Schema):
    """What became of one line. `line` counts from the top of the file; `errors` has a sentence for each field."""

    line: int
    outcome: Literal["created", "updated", "unchanged", "merged", "refused"]
    client_id: int | None
    errors: dict[str, str]


class ImportOut(Schema):
    """The report of an import: good lines are in the book, refused ones are not. `ignored_columns`: not known to us."""

    message: str
    created: int
    updated: int
    unchanged: int
    merged: int
    refused: int
    ignored_columns: list[str]
    lines: list[ImportLineOut]
