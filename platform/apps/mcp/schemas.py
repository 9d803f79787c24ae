"""The arguments of tools, and the form of their answers."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from apps.common.schemas import Id, Page, SearchText, Strict
from apps.listing.schemas.requests import ListIn
from apps.requests.schemas.submissions import MOST_PLATFORMS, PlatformKey, ReservationIn
from apps.venues.schemas import Prices

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
    """A request. `selectedAccounts` has the id of an account by platform; it may be left out where the user has one.
    `client` is the id of a concierge's client for whom it is filed, and who pays with the card that is on file."""

    reservation: ReservationIn
    client: Id | None = None
    selectedAccounts: Annotated[dict[PlatformKey, Id], Field(max_length=MOST_PLATFORMS)] = {}


class FileRequestIn(RequestIn):
    """The request that was previewed, unchanged, with the preview's confirmation; or a request within a mandate that
    the user has approved, with the id of that mandate. Exactly one of the two is given."""

    confirmation: Confirmation | None = None
    mandate: Id | None = None


class MandateIdIn(Strict):
    """The id of a mandate, from draft_mandate."""

    mandate_id: Id


class TableIn(Strict):
    """A booked table: the ids of its request (`group_id`) and of the member with the table (`id`)."""

    request_id: Id
    reservation_id: Id


class CancelTableIn(TableIn):
    """The table that was previewed, with the preview's confirmation."""

    confirmation: Confirmation
