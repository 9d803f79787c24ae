"""Reads an offer for the page that shows the old and the new table side by side."""

from datetime import datetime
from typing import Final, NamedTuple

from apps.common.errors import require_row
from apps.outcomes.rules import deadlines
from apps.requests.models import Attempt, Reservation
from apps.requests.rules import reasons

from .models import SwapOffer
from .rules.swap_states import Facts, SwapState, state_of

# Terms are read only from the newest reservations at the new restaurant.
NEWEST: Final = 200


class Comparison(NamedTuple):
    """An offer with its state, and what the page shows about its two tables.

    `new` is the newest attempt of the swap, None before a book call. `costs`: whether canceling the old table now costs
    something, None if that is not known. `known` is the newest booking at the new restaurant with known terms; its
    terms are a hint, because the platform states the terms of the new table only when it is booked. `refused` says why
    the new table was not booked, "" if it was booked or if nothing was tried. `replaceable`: both tables are for one
    account and one date, so the platform may refuse the second one, and the swap may replace the old one.
    """

    offer: SwapOffer
    state: SwapState
    new: Attempt | None
    costs: bool | None
    known: Attempt | None
    refused: str
    replaceable: bool

    @property
    def known_fee_cents(self) -> int | None:
        """The cancellation fee of `known` in cents for the party of the swap, rounded up; None if it is not known."""
        if self.known is None or self.known.cancel_fee_cents is None:
            return None
        return -(-self.known.cancel_fee_cents * self.offer.old.party_size // self.known.party_size)


def read(*, user_id: int, offer_id: int, now: datetime) -> Comparison:
    """Return the comparison of a user's offer. Raises Refusal 404 for another user's offer."""
    offers = SwapOffer.objects.select_related(
        "venue", "looking__group", "old__reservation__venue", "old__reservation__group"
    )
    offer = require_row(offers.filter(pk=offer_id, old__reservation__group__user_id=user_id), "offer")
    old = offer.old
    swap = Reservation.objects.filter(group_id=offer.swap_id).first() if offer.swap_id is not None else None
    tried = Attempt.objects.select_related("reservation__venue").order_by("-pk")
    new = tried.filter(group_id=swap.group_id).first() if swap is not None else None
    state = state_of(
        Facts(
            old_state=old.state,
            canceling=old.cancel_requested_at is not None,
            dismissed=offer.dismissed_at is not None,
            swap_status=swap.status if swap is not None else None,
            new_state=new.state if new is not None else None,
            finished=offer.finished_at is not None,
        )
    )
    costs = deadlines.costs(
        free_until=old.free_until, cancel_fee_cents=old.cancel_fee_cents, deposit_cents=old.deposit_cents, now=now
    )
    there = Reservation.objects.filter(venue=offer.venue_id).order_by("-pk").values("pk")[:NEWEST]
    known = Attempt.objects.filter(reservation_id__in=there, state="booked", cancel_fee_cents__isnull=False)
    return Comparison(
        offer=offer,
        state=state,
        new=new,
        costs=costs,
        known=known.order_by("-pk").first() if state != "swapped" else None,
        refused=_refused(offer, new) if state == "refused" else "",
        replaceable=(old.account_id, old.date) == (offer.looking.account_id, offer.date),
    )


def _refused(offer: SwapOffer, new: Attempt | None) -> str:
    code = new.reason if new is not None and new.reason else reasons.SWAP_FAILED
    return reasons.sentence(code=code, platform=offer.venue.reservation_source)
