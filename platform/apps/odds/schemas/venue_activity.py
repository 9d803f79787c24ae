"""The responses about the requests at one venue, and about what any user's requests saw there."""

from ninja import Schema

from apps.common.schemas import Clock, Day, Instant, Shape
from apps.listing.schemas.groups import TimeWindowOut
from apps.odds.rules.venue_activity import FeeKind, Opening
from apps.requests.fields import SnipeTypeName
from apps.venues.schemas import VenueDetailOut
from realtime.events import Status
from snipers.domain.odds.heat_map import HeatMap


class OwnRequestOut(Shape):
    """A group of the user that has reservations at this venue which are active, paused, or booked for a future day.

    `status` and `dates` are those of these reservations.
    """

    group_id: int
    number: str
    snipe_type: SnipeTypeName
    status: Status
    party_size: int
    start_time: Clock
    end_time: Clock
    time_windows: list[TimeWindowOut]
    release_at: Instant | None
    dates: list[Day]


class VenueFeeOut(Shape):
    """The fee or deposit of the newest table at the venue whose terms are known. Amounts are for the whole party.

    `deposit_cents` is paid now and `cancel_fee_cents` if nobody comes, null if it could not be read. An amount of which
    the kind is not known is both.
    `currency` is the ISO code that the platform stated, else that of the venue's country, "" if neither is known. A
    cancellation was free until `free_hours` hours before the table; null if that is not known.
    """

    kind: FeeKind
    cents: int
    deposit_cents: int | None
    cancel_fee_cents: int | None
    party_size: int
    currency: str
    free_hours: int | None
    at: Instant


class VenueActivityOut(Shape):
    """The user's requests at a venue (our id), the last openings seen there, newest first, and the last known fee.

    `heat_map` is null if too little was seen.
    """

    venue: int
    requests: list[OwnRequestOut]
    openings: list[Opening]
    fee: VenueFeeOut | None
    heat_map: HeatMap | None


class PublicVenueOut(Schema):
    """A venue as visitors see it: its details, the last openings seen there, newest first, and its heat map.

    `heat_map` is null if too little was seen.
    """

    venue: VenueDetailOut
    openings: list[Opening]
    heat_map: HeatMap | None
