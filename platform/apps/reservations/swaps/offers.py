"""Offers: a better table that a search saw. The user is asked "Swap?"; nothing is booked."""

from datetime import datetime
from typing import Any

from apps.reservations.models import Attempt, AttemptState, Opening, SwapOffer

from . import swapping


def make(opening: Opening, *, now: datetime) -> SwapOffer | None:
    """Store the offer of a table that a search saw, in the caller's transaction, and return it.

    Return None if nothing is to be offered: the user has dismissed this table, a swap is under way, or the booked table
    is gone or is being canceled.
    """
    request, entry = opening.reservation, opening.entry
    booked = Attempt.objects.filter(state=AttemptState.BOOKED, cancel_requested_at=None)
    old = booked.select_related("reservation__venue").filter(pk=request.group.swap_of or 0).first()
    if old is None or entry.slot_time is None:
        return None
    offer, _ = SwapOffer.objects.get_or_create(
        old=old,
        venue=request.venue,
        date=request.date,
        slot_time=entry.slot_time,
        seating=entry.seating,
        defaults={"looking": request, "seen_at": entry.at},
    )
    if offer.dismissed_at is not None or swapping.is_under_way(old.pk):
        return None
    SwapOffer.objects.filter(pk=offer.pk).update(looking=request, seen_at=entry.at)
    offer.old = old
    return offer


def describe_old(offer: SwapOffer) -> dict[str, Any]:
    """Return the fields of a message about the old table."""
    old = offer.old
    return {"old_venue_name": old.reservation.venue.venue_name, "old_date": old.date, "old_time": old.slot_time}
