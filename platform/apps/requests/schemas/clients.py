"""Request and response bodies about clients: in a submission, and in the client book.

These schemas bound lengths. rules/clients.py and rules/cards.py validate the values, with a sentence for each field.
"""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import AfterValidator, BaseModel, Field, SecretStr

from apps.accounts.rules.profile_fields import plain_name
from apps.common.schemas import Flag, Id, Instant, Line, Strict
from realtime.events import Platform

Name = Annotated[Line, Field(max_length=100), AfterValidator(plain_name)]
Email = Annotated[Line, Field(max_length=254)]
Phone = Annotated[Line, Field(max_length=60)]
CountryCode = Annotated[Line, Field(max_length=5)]
Zip = Annotated[Line, Field(max_length=12)]
Card = Annotated[SecretStr, Field(max_length=30)]


class ClientIn(Strict):
    """A person. The phone number includes its country code (+12125550123), or the code is in a separate field."""

    first_name: Name = ""
    last_name: Name = ""
    email: Email = ""
    phone: Phone = ""
    phone_country_code: CountryCode = ""
    zip_code: Zip = ""


class ClientDetailsIn(ClientIn):
    """A concierge's client and the client's card. The card is sent to the platform and not stored.

    If the card's number is a mask, the card on file stays. `save` keeps the client in the client book.
    """

    cc_number: Card | None = None
    exp_month: Card | None = None
    exp_year: Card | None = None
    cvc: Card | None = None
    save: Flag = False


class ClientPatchIn(Strict):
    """Changes of a client. Missing fields stay unchanged.

    With `saved` false, the client is deleted 30 days after the end of the last request.
    """

    first_name: Name | None = None
    last_name: Name | None = None
    email: Email | None = None
    phone: Phone | None = None
    phone_country_code: CountryCode | None = None
    zip_code: Zip | None = None
    saved: Flag | None = None


class CardIn(Strict):
    """A card for one of the concierge's accounts. It is sent to that platform and not stored."""

    account_id: Id
    cc_number: Card | None = None
    exp_month: Card | None = None
    exp_year: Card | None = None
    cvc: Card | None = None


class ImportIn(Strict):
    """A CSV file as text, for API clients that send JSON only."""

    csv: Annotated[str, Field(max_length=1_000_000)]


class ClientCardOut(Schema):
    """A card on file at one account: a mask and the expiry. `usable` says whether the account can book now."""

    account_id: int
    platform: Platform
    account_name: str
    cc_number: str
    exp_month: str
    exp_year: str
    usable: bool


class BookEntryOut(Schema):
    """A client. A `saved` client stays in the client book. `open_groups` are the client's active and paused groups."""

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
    """One page of clients by name. `count` is the total number of matches."""

    clients: list[BookEntryOut]
    page: int
    pages: int
    count: int


class ClientSavedOut(Schema):
    """A client after a change."""

    message: str
    client: BookEntryOut


# Not a Schema: those look up each attribute for Django's sake, which takes a second with 10,000 lines.
class ImportLineOut(BaseModel):
    """The result of one line. `line` is its number in the file; `name` is the client's, as far as it is valid; `errors`
    has a sentence for each invalid field. In a preview, a new client has no `client_id` yet."""

    line: int
    name: str
    outcome: Literal["created", "updated", "unchanged", "merged", "refused"]
    client_id: int | None
    errors: dict[str, str]


class ImportOut(Schema):
    """The report of an import, or of its preview. After an import, valid lines are in the client book.
    `ignored_columns` are headings that are not known."""

    message: str
    created: int
    updated: int
    unchanged: int
    merged: int
    refused: int
    ignored_columns: list[str]
    lines: list[ImportLineOut]
