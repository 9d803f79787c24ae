"""Response bodies of the client book, and the body of an import."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import BaseModel, Field

from apps.common.schemas import Instant, Strict
from realtime.events import Platform


class ImportIn(Strict):
    """A CSV file as text, for API clients that send JSON only."""

    csv: Annotated[str, Field(max_length=1_000_000)]


Heading = Annotated[str, Field(max_length=40)]


class HeadingsIn(Strict):
    """The headings of columns that the import does not know by itself."""

    first_name: Heading = ""
    last_name: Heading = ""
    email: Heading = ""
    phone: Heading = ""
    zip_code: Heading = ""


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
    `ignored_columns` are headings that are not known. A preview of a file without some fields has only these fields,
    `missing_columns`; with a heading for each of them as a parameter, the file can be imported."""

    message: str
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    merged: int = 0
    refused: int = 0
    ignored_columns: list[str]
    missing_columns: list[str] = []
    lines: list[ImportLineOut] = []
