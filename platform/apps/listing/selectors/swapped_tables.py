"""Reads the booked tables that groups swap or want to replace with better ones, and the newest swap offer of each
group."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from apps.listing.schemas.groups import SwappedTableOut
from apps.requests.models import Attempt, ReservationGroup

# Return, by the id of a group, the id of its newest swap offer. The app of swaps registers its function here.
newest_offers: Final[list[Callable[[Iterable[int]], Mapping[int, int]]]] = []


def read(groups: Iterable[ReservationGroup]) -> Mapping[int, SwappedTableOut]:
    """Return, by group id, the booked table to which the group belongs (`swap_of`). Other groups are left out.

    Two queries if there is such a group, otherwise none.
    """
    table_of = {group.pk: group.swap_of for group in groups if group.swap_of is not None}
    if not table_of:
        return {}
    tables = Attempt.objects.select_related("reservation__venue").in_bulk(set(table_of.values()))
    newest: dict[int, int] = {}
    for read_offers in newest_offers:
        newest.update(read_offers(table_of))
    return {
        group_id: _shown(tables[attempt_id], offer_id=newest.get(group_id))
        for group_id, attempt_id in table_of.items()
        if attempt_id in tables
    }


def _shown(table: Attempt, *, offer_id: int | None) -> SwappedTableOut:
    venue = table.reservation.venue
    return SwappedTableOut(
        venue_name=venue.venue_name,
        time_zone=venue.time_zone,
        date=table.date,
        time=table.slot_time,
        offer_id=offer_id,
    )
