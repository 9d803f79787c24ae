"""Request and response shapes of mandates."""

from typing import Annotated, Literal

from pydantic import Field

from apps.common.schemas import Instant, Shape, Strict
from apps.mandates.terms import Terms
from apps.passkeys.schemas import Json

StateNow = Literal["draft", "lapsed", "approved", "ended", "declined", "revoked"]


class MandateOut(Shape):
    """A mandate. `program_name` is what the program calls itself; `program_domain` has published its description, ""
    for an API key. `restaurant_names` are in the order of `terms.restaurants`.

    `state`: a draft lapses at `lapses_at`, and an approved mandate ends at `ends_at`. `tables_left` are the tables for
    which requests may still be filed, and `open_requests` the requests that end if it is revoked. `digest` is the hash
    of all that is approved.
    """

    id: int
    state: StateNow
    program_name: str
    program_domain: str
    terms: Terms
    restaurant_names: list[str]
    currency: str
    tables_left: int
    open_requests: int
    created_at: Instant
    lapses_at: Instant
    ends_at: Instant
    digest: str


class ApprovalIn(Strict):
    """The approval of exactly what was shown, signed with a passkey if the user has one."""

    digest: Annotated[str, Field(max_length=64)]
    assertion: Json | None = None
