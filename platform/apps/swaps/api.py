"""The endpoints of offers to swap a booked table for a better one."""

from datetime import datetime

from django.utils import timezone
from ninja import Router, Status

from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.formatting import currency_of
from apps.common.schemas import Flag, Id, Instant, MessageOut, Shape, Strict
from apps.outcomes.schemas import TableTermsOut, table_terms
from apps.swaps import messages

from . import comparison, swapping
from .comparison import Comparison
from .rules.swap_states import SwapState

router = Router(auth=bearer)


class SwapOut(Shape):
    """An offer to swap the table `old` for `new`, which is not booked unless `state` says so.

    `state`: "refused" means that `new` was not booked and `old` stays; "both" that `new` is booked and canceling `old`
    failed; "over" that `old` is gone. `group_id` and `reservation_id` are those of `old`, and `new_group_id` that of
    the swap. `costs`: whether canceling `old` now costs something; null if that is not known. `fee_ceiling_cents` is
    the largest fee or deposit of `new` that is accepted. `known_fee_cents` is the cancellation fee of the newest
    booking at the restaurant of `new`, for the party, as a hint; null if none is known or `state` is "swapped".
    `refused_text` says why `new` was not booked. `conflict` says whether `new` was refused because the platform permits
    only one table at that time. If so, the swap may be accepted with `replaces`.
    """

    id: int
    state: SwapState
    old: TableTermsOut
    new: TableTermsOut
    group_id: int
    reservation_id: int
    new_group_id: int | None
    seen_at: Instant
    costs: bool | None
    fee_ceiling_cents: int
    cancel_fee_ceiling_cents: int
    known_fee_cents: int | None
    refused_text: str | None
    conflict: bool


class AcceptIn(Strict):
    """The command to swap. With `replaces`, the old table may be canceled before the new one is booked, if the platform
    does not let the account hold both."""

    replaces: Flag = False


class SwapAnswerOut(MessageOut):
    """A sentence for the user, and the offer after the call."""

    swap: SwapOut


@router.get("/{offer_id}/", response=SwapOut)
def get_swap_offer(request: SignedInRequest, offer_id: Id) -> SwapOut:
    """Return an offer with both tables and their terms."""
    return _shown(request, offer_id, now=timezone.now())


@router.post("/{offer_id}/accept/", response={202: SwapAnswerOut})
def accept_swap(request: SignedInRequest, offer_id: Id, form: AcceptIn) -> Status[SwapAnswerOut]:
    """Book the new table, and then cancel the old one. Events report the result.

    If the new table is not booked, the old one stays.
    """
    now = timezone.now()
    swapping.accept(user_id=request.auth.user.pk, offer_id=offer_id, replaces=form.replaces, now=now)
    return Status(202, SwapAnswerOut(message=messages.SWAPPING, swap=_shown(request, offer_id, now=now)))


@router.post("/{offer_id}/keep/", response=SwapAnswerOut)
def keep_table(request: SignedInRequest, offer_id: Id) -> SwapAnswerOut:
    """Keep the old table. The same table is not offered again."""
    now = timezone.now()
    swapping.keep(user_id=request.auth.user.pk, offer_id=offer_id, now=now)
    return SwapAnswerOut(message=messages.KEPT, swap=_shown(request, offer_id, now=now))


def _shown(request: SignedInRequest, offer_id: int, *, now: datetime) -> SwapOut:
    found = comparison.read(user_id=request.auth.user.pk, offer_id=offer_id, now=now)
    offer, old = found.offer, found.offer.old
    return SwapOut(
        id=offer.pk,
        state=found.state,
        old=table_terms(old),
        new=_new_table(found),
        group_id=old.group_id,
        reservation_id=old.reservation_id,
        new_group_id=offer.swap_id,
        seen_at=offer.seen_at,
        costs=found.costs,
        fee_ceiling_cents=old.reservation.group.fee_ceiling_cents,
        cancel_fee_ceiling_cents=old.reservation.group.cancel_fee_ceiling_cents,
        known_fee_cents=found.known_fee_cents,
        refused_text=found.refused or None,
        conflict=found.replaceable and found.new is not None and found.new.reason == "conflict",
    )


def _new_table(found: Comparison) -> TableTermsOut:
    offer, venue = found.offer, found.offer.venue
    if found.new is not None and found.new.state == "booked":
        return table_terms(found.new)
    return TableTermsOut(
        venue_name=venue.venue_name,
        time_zone=venue.time_zone,
        date=offer.date,
        time=offer.slot_time,
        party_size=offer.old.party_size,
        seating=offer.seating,
        platform=venue.reservation_source,
        free_until=None,
        cancel_fee_cents=None,
        deposit_cents=None,
        currency=currency_of(stated=found.known.currency if found.known else "", country=venue.country),
    )
