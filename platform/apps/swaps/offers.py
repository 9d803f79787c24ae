"""Makes offers to swap: a search saw a better table, and the user is asked whether to swap. Nothing is booked."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, time
from functools import partial
from typing import Any

from apps.listing.rules.better_choices import is_better
from apps.notices.content.kinds import SwapOffered
from apps.outcomes.relay.hooks import Offered
from apps.requests.models import Attempt, AttemptState, Opening, Reservation
from apps.requests.rules import seating, time_windows

from . import swapping
from .models import SwapOffer


def lock(openings: Collection[Opening]) -> None:
    """Lock the offers of the tables that the searches of these openings want to improve.

    Call this before the event cursors are locked: an acceptance locks its offer before the user's cursor.
    """
    tables = {opening.reservation.group.swap_of for opening in openings} - {None}
    if tables:
        list(SwapOffer.objects.filter(old_id__in=tables).select_for_update(no_key=True).order_by("pk"))


def offer(opening: Opening, *, now: datetime) -> Offered | None:
    """Store the offer of a table that a search saw, in the caller's transaction. Return what its user is told, or None
    if nothing is to be offered."""
    made = make(opening, now=now)
    if made is None:
        return None
    return Offered(swap_id=made.pk, notice=partial(SwapOffered, **_describe_old(made), offer_id=made.pk))


def newest(groups: Iterable[int]) -> Mapping[int, int]:
    """Return, by the id of a search's group, the id of its newest offer that the user has not answered."""
    offers = SwapOffer.objects.filter(looking__group__in=groups, dismissed_at=None, finished_at=None)
    return dict(offers.order_by("seen_at", "pk").values_list("looking__group", "pk"))


def make(opening: Opening, *, now: datetime) -> SwapOffer | None:
    """Store the offer of a table that a search saw, in the caller's transaction, and return it.

    Return None if nothing is to be offered: the user ranks the booked table higher or has dismissed this table, a swap
    is under way, or the booked table is gone or is being canceled.
    """
    request, entry = opening.reservation, opening.entry
    booked = Attempt.objects.filter(state=AttemptState.BOOKED, cancel_requested_at=None)
    old = booked.select_related("reservation__venue").filter(pk=request.group.swap_of or 0).first()
    if old is None or entry.slot_time is None or not _is_better(request, entry.slot_time, entry.seating, old=old):
        return None
    stored, _ = SwapOffer.objects.get_or_create(
        old=old,
        venue=request.venue,
        date=request.date,
        slot_time=entry.slot_time,
        seating=entry.seating,
        defaults={"looking": request, "seen_at": entry.at},
    )
    if stored.dismissed_at is not None or swapping.is_under_way(old.pk):
        return None
    SwapOffer.objects.filter(pk=stored.pk).update(looking=request, seen_at=entry.at)
    stored.old = old
    return stored


def _is_better(request: Reservation, at: time, seating_name: str, *, old: Attempt) -> bool:
    """Return whether a table that a search saw is better than the booked one.

    A search has only better restaurants and dates, so the tables are compared only if both are at one restaurant on one
    date.
    """
    if (request.venue_id, request.date) != (old.venue_id, old.date):
        return True
    windows = time_windows.windows_of(request.group)
    return is_better(
        table=(time_windows.place_of(windows, at) or 0, seating_name),
        booked=(time_windows.place_of(windows, old.slot_time) or 0, old.seating),
        wanted=seating.wanted(table_type=request.table_type, table_types=request.table_types),
    )


def _describe_old(offer: SwapOffer) -> dict[str, Any]:
    """Return the fields of a message about the old table."""
    old = offer.old
    return {"old_venue_name": old.reservation.venue.venue_name, "old_date": old.date, "old_time": old.slot_time}
