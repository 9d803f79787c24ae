"""Swaps a booked table on the user's command: the new table is booked first, and then the old one is canceled.

The command files an ordinary request for exactly the offered table (`ReservationGroup.swap_of`), which the watcher
books like any other: claim, attempt, outcome, settling. A trigger admits its attempt only while the old table is
booked. When the booking is recorded, `finish` requests the cancellation of the old table with the function that the
ticket's button calls, and sets `finished_at` in the same transaction. Until then nothing happens to the old table.

With `replaces`, the request also has an override: if the platform refuses a second table, the old one is replaced in
the same call or canceled while the new one is held (snipers.watching.booking.override).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q

from apps.accounts.selectors import current_entitlements
from apps.common.database import notify
from apps.common.errors import Refusal, require_row
from apps.connections.models import AccountStatus
from apps.connections.permissions import kill_switches
from apps.outcomes import requested_cancellations
from apps.requests import change_records
from apps.requests import messages as request_messages
from apps.requests.locks import lock_user
from apps.requests.models import CALL_OPEN, LIVE_ATTEMPT, Attempt, AttemptState, Reservation, ReservationGroup, Status
from apps.requests.rules import schedule
from apps.requests.rules.changes import OPEN
from apps.requests.rules.reasons import SWAP_FAILED
from apps.requests.services import plan_checks
from apps.swaps import messages
from snipers.clients import registry

from . import looking
from .groups import file_group
from .models import SwapOffer

log = structlog.get_logger(__name__)

# How long the watcher may try to book the new table. A table that is open is usually booked with the next poll.
LIFE: Final = timedelta(minutes=2)
BATCH: Final = 100
PENDING: Final = SwapOffer.objects.filter(swap__isnull=False, finished_at=None)


@transaction.atomic
def accept(*, user_id: int, offer_id: int, replaces: bool, now: datetime) -> None:
    """Command the swap of an offer. While the new table is being booked, a second call changes nothing.

    With `replaces`, the old table may be canceled before the new one is booked, if the platform permits only one.
    Raises Refusal: 402 if the plan does not include the swap; 404 for another user's offer; 409 if the old table is not
    booked, is being canceled or swapped, if the new table's time is past, if the account needs a new sign-in, or if
    `replaces` is given for tables of different accounts or dates; 503 while calls to the platform are switched off.
    """
    user = lock_user(user_id)
    offer = lock_offer(user_id=user_id, offer_id=offer_id)
    # Locked in the usual order. Separate statements after each lock see what was committed meanwhile.
    Reservation.objects.select_for_update(no_key=True).get(pk=offer.old.reservation_id)
    old = Attempt.objects.select_for_update(no_key=True).get(pk=offer.old_id)
    if old.state != AttemptState.BOOKED or old.cancel_requested_at is not None:
        raise Refusal("no_table", 409, messages.NO_TABLE_TO_SWAP)
    if is_under_way(old.pk):
        if Reservation.objects.filter(group=offer.swap_id, status__in=OPEN).exists():
            return
        raise Refusal("swapping", 409, messages.SWAP_UNDER_WAY)
    allowed = current_entitlements(user=user, now=now)
    plan_checks.check_swap(allowed=allowed, venues=[offer.venue], replaces=replaces)
    _check(offer, old, replaces=replaces, now=now)
    group = _file(offer, old, replaces=replaces, now=now)
    SwapOffer.objects.filter(pk=offer.pk).update(swap=group, dismissed_at=None, finished_at=None)
    change_records.publish_change(user_id=user_id, group_id=group.pk, what="filed", now=now)


@transaction.atomic
def keep(*, user_id: int, offer_id: int, now: datetime) -> None:
    """Keep the old table: the offered table is not offered again. Raises Refusal 404 for another user's offer."""
    offer = lock_offer(user_id=user_id, offer_id=offer_id)
    SwapOffer.objects.filter(pk=offer.pk, dismissed_at=None).update(dismissed_at=now)


def lock_offer(*, user_id: int, offer_id: int) -> SwapOffer:
    """Lock an offer of the user. Raises Refusal 404 for another user's offer."""
    offers = SwapOffer.objects.filter(pk=offer_id, old__reservation__group__user_id=user_id)
    offer = require_row(offers.select_for_update(no_key=True, of=("self",)), "offer")
    return SwapOffer.objects.select_related("old", "venue", "looking__account", "looking__group").get(pk=offer.pk)


def is_under_way(old_id: int) -> bool:
    """Return whether a swap of this table is being booked, or has been booked."""
    swaps = ReservationGroup.objects.filter(swap_of=old_id, notify_only=False)
    is_open = Reservation.objects.filter(group__in=swaps, status__in=OPEN).exists()
    return is_open or Attempt.objects.filter(LIVE_ATTEMPT, group_id__in=swaps.values("pk")).exists()


def _check(offer: SwapOffer, old: Attempt, *, replaces: bool, now: datetime) -> None:
    account, zone = offer.looking.account, offer.venue.time_zone
    if schedule.instant(day=offer.date, at=offer.slot_time, zone=zone) <= now:
        raise Refusal("past", 409, request_messages.PAST_TABLE)
    if account is None or account.status != AccountStatus.CONNECTED:
        sentence = messages.reconnect_to_swap(platform=registry.find(offer.venue.reservation_source).name)
        raise Refusal("needs_reconnect", 409, sentence)
    if replaces and (old.account_id, old.date) != (account.pk, offer.date):
        raise Refusal("not_replaceable", 409, messages.NOT_REPLACEABLE)
    kill_switches.refuse_if_off(platform=account.platform, account_id=account.pk)


def _file(offer: SwapOffer, old: Attempt, *, replaces: bool, now: datetime) -> ReservationGroup:
    """File the request for exactly the offered table, with the fee ceiling of the old table's request."""
    source = ReservationGroup.objects.get(pk=old.group_id)
    at = offer.slot_time.replace(second=0, microsecond=0)
    group = file_group(
        source,
        old,
        party_size=old.party_size,
        start_time=at,
        # A window needs a length; slots begin at full minutes.
        end_time=at.replace(second=59),
        override_reservations=replaces,
    )
    starts_at = schedule.instant(day=offer.date, at=at, zone=offer.venue.time_zone)
    request = Reservation.objects.create(
        group=group,
        venue=offer.venue,
        account=offer.looking.account,
        payment_method_id=offer.looking.payment_method_id,
        date=offer.date,
        table_type=offer.seating,
        ends_at=min(starts_at, now + LIFE),
    )
    change_records.add_entries(reservation_ids=[request.pk], kind="filed", now=now)
    notify.demand_changed_at(venue_ids=[offer.venue_id])
    return group


def finish(*, now: datetime) -> int:
    """Take the next step of up to 100 swaps: request the cancellation of the old table if the new one is booked, and
    end the swap if the new one was refused.

    Returns the number of swaps. Each step is one transaction, so no step is repeated after a process has died.
    """
    groups = PENDING.filter(swap__reservations__attempts__state__in=["booked", "lost", "refused"])
    offers: Sequence[int] = list(groups.order_by("pk").values_list("pk", flat=True).distinct()[:BATCH])
    return sum(_advance(offer_id, now=now) for offer_id in offers)


@transaction.atomic
def _advance(offer_id: int, *, now: datetime) -> int:
    offer = PENDING.filter(pk=offer_id).select_for_update(no_key=True, of=("self",), skip_locked=True).first()
    if offer is None or offer.swap_id is None:
        return 0
    # The new reservation, that of the old table and the searches, in the order in which every transaction locks them.
    searches = Q(group__swap_of=offer.old_id, group__notify_only=True, status__in=OPEN)
    affected = Q(group_id=offer.swap_id) | Q(attempts=offer.old_id) | searches
    locked = Reservation.objects.filter(pk__in=Reservation.objects.filter(affected).values("pk"))
    rows = list(locked.select_for_update(no_key=True).order_by("id"))
    request = next((one for one in rows if one.group_id == offer.swap_id), None)
    if request is None:
        return 0
    # A separate statement after the lock, so that it sees a claim that committed meanwhile.
    attempts = Attempt.objects.filter(reservation=request)
    if attempts.filter(state=AttemptState.BOOKED).exists():
        SwapOffer.objects.filter(pk=offer.pk).update(finished_at=now)
        _cancel_old(offer, now=now)
        return 1
    if attempts.filter(CALL_OPEN).exists() or not attempts.exists():
        return 0
    SwapOffer.objects.filter(pk=offer.pk).update(finished_at=now)
    # The old table stays, and the same offer may be accepted again.
    user_id = ReservationGroup.objects.values_list("user_id", flat=True).get(pk=request.group_id)
    refused: looking.End = (Status.UNSUCCESSFUL, "ended", SWAP_FAILED)
    looking.end(group_id=request.group_id, user_id=user_id, now=now, how=refused)
    return 1


def _cancel_old(offer: SwapOffer, *, now: datetime) -> None:
    """Request the cancellation of the old table. If it is refused, the user is notified that the table stays."""
    old = Attempt.objects.select_related("reservation__group").get(pk=offer.old_id)
    if old.state != AttemptState.BOOKED:
        return
    group = old.reservation.group
    try:
        with transaction.atomic():
            requested_cancellations.request(
                user_id=group.user_id,
                group_id=group.pk,
                reservation_id=old.reservation_id,
                attempt_id=old.pk,
                now=now,
            )
    except Refusal as refusal:
        log.warning("old table of a swap is not canceled", attempt_id=old.pk, code=refusal.code)
        requested_cancellations.report_failure(attempt_id=old.pk, now=now)
    searches = Reservation.objects.filter(group__swap_of=old.pk, group__notify_only=True, status__in=OPEN)
    for search_id in list(searches.order_by("group_id").values_list("group_id", flat=True).distinct()):
        looking.end(group_id=search_id, user_id=group.user_id, now=now)
