"""Reads the booked tables that groups swap or want to replace with better ones, and the newest swap offer of each
group."""

from collections.abc import Iterable, Mapping

from apps.reservations.models import Attempt, ReservationGroup, SwapOffer
from apps.reservations.schemas.groups import SwappedTableOut


def read(groups: Iterable[ReservationGroup]) -> Mapping[int, SwappedTableOut]:
    """Return, by group id, the booked table to which the group belongs (`swap_of`). Other groups are left out.

    Two queries if there is such a group, otherwise none.
    """
    table_of = {group.pk: group.swap_of for group in groups if group.swap_of is not None}
    if not table_of:
        return {}
    tables = Attempt.objects.select_related("reservation__venue").in_bulk(set(table_of.values()))
    offers = SwapOffer.objects.filter(looking__group__in=table_of, dismissed_at=None, finished_at=None)
    newest = dict(offers.order_by("seen_at", "pk").values_list("looking__group", "pk"))
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
