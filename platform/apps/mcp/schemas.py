"""The arguments and answers of tools that the REST API has in no such form."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from apps.common.schemas import Id, Instant, Line, Page, SearchText, Shape, Strict
from apps.listing.schemas.requests import CountsOut, ListIn
from apps.odds.schemas.odds import StatedOddsOut
from apps.odds.schemas.venue_activity import VenueFeeOut
from apps.requests.schemas.submissions import MOST_PLATFORMS, PlatformKey, ReservationIn
from apps.venues.schemas import Prices
from realtime.events import Platform

Confirmation = Annotated[str, Field(max_length=200)]
PageSize = Annotated[int, Field(ge=1, le=25)]


class Answer(NamedTuple):
    """The answer of a tool: what the program should do next, and the data. The data may quote restaurants and people,
    so nothing of it is in `next_step`."""

    next_step: str
    data: Mapping[str, Any]


class SearchRestaurantsIn(Strict):
    """What to search for. `price` contains one or more of the levels 1 to 4, separated by commas."""

    name: SearchText = ""
    neighborhood: SearchText = ""
    price: Prices = ""
    page: Page = 1
    page_size: PageSize = 10


class RestaurantIn(Strict):
    """The id of a restaurant, from search_restaurants."""

    restaurant_id: Id


class ListRequestsIn(ListIn):
    """Which requests to list: one status, a search text, or these ids."""

    page_size: PageSize = 10


class RequestIdIn(Strict):
    """The id of a request: `group_id` in its card."""

    request_id: Id


class ChangeIn(RequestIdIn):
    """The request to change. Without `confirmation`, nothing changes: the answer shows the request and has one."""

    confirmation: Confirmation | None = None


class RequestIn(Strict):
    """A request. `selectedAccounts` has the id of an account by platform; it may be left out where the user has one."""

    reservation: ReservationIn
    selectedAccounts: Annotated[dict[PlatformKey, Id], Field(max_length=MOST_PLATFORMS)] = {}


class FileRequestIn(RequestIn):
    """The request that was previewed, unchanged, with the preview's confirmation."""

    confirmation: Confirmation


class TableIn(Strict):
    """A booked table: the ids of its request (`group_id`) and of the member with the table (`id`)."""

    request_id: Id
    reservation_id: Id


class CancelTableIn(TableIn):
    """The table that was previewed, with the preview's confirmation."""

    confirmation: Confirmation


class PreviewedRestaurantOut(Shape):
    """A restaurant of a previewed request, with the last fee that was seen there, null if none was."""

    id: int
    venue_name: str
    neighborhood: str
    platform: Platform
    time_zone: str
    last_fee: VenueFeeOut | None


class PreviewedAccountOut(Shape):
    """An account with which the request can book. `chosen`: it books with this one."""

    id: int
    platform: Platform
    name: str
    status: str
    has_card: bool
    chosen: bool


class MissingOut(Shape):
    """What is missing. `errors` names fields of the reservation."""

    code: str
    message: str
    errors: dict[str, str] = {}


class PreviewOut(Shape):
    """A request that is not filed. `ready`: it may be filed as it is; then it has a `confirmation`.

    `who` is the guest. The limits of fees are in `reservation`. `active_requests` counts toward the plan's limit.
    """

    ready: bool
    who: Line
    reservation: dict[str, Any]
    restaurants: list[PreviewedRestaurantOut]
    accounts: list[PreviewedAccountOut]
    odds: StatedOddsOut | None
    active_requests: CountsOut
    missing: list[MissingOut]
    confirmation: str | None = None
    expires_at: Instant | None = None
