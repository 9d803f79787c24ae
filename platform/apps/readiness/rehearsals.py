"""Rehearses a request: makes the calls of a booking at the real platform with the real account, except for the booking
call, and stores the result and the duration of each.

A rehearsal runs as a job of the background worker, one at a time. No code of this module can book: `platforms` has no
function that sends a booking call.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeVar

from procrastinate.contrib.django import app

from apps.accounts.models import User
from apps.accounts.security.throttle import Guard
from apps.common.errors import Refusal, require_row
from apps.common.formatting import currency_of
from apps.connections import platforms
from apps.connections.maintenance import health
from apps.connections.models import PlatformAccount
from apps.readiness import messages
from apps.requests.models import Reservation, ReservationGroup
from apps.requests.rules import schedule
from snipers.clients import registry
from snipers.clients.base import BookingTerms
from snipers.clients.credentials import BrokenSeal
from snipers.clients.errors import NeedsReconnect, NotFound, PaymentRequired, PlatformError, SlotGone
from snipers.domain.slot import Slot

from . import facts as readiness_facts
from .models import Rehearsal, SeenTerms
from .rules import REHEARSE_AGAIN_AFTER, RehearsalStep

TASK: Final = "apps.reservations.tasks.rehearse"
QUEUE: Final = "cancellations"
HOUR: Final = timedelta(hours=1)
REHEARSALS_AN_HOUR: Final = 12
# If the request's date has no table, these dates are searched for one: days from today.
OTHER_DAYS: Final = (1, 2, 7)
# A group may have many venues: those of the first choices are rehearsed.
MOST_VENUES: Final = 3

Reply = TypeVar("Reply")


def request(*, user: User, group_id: int, now: datetime) -> None:
    """Queue a rehearsal of the user's group.

    Raises Refusal: 404 for another user's group, 409 for a notify-only group or one without active
    reservations, 429 within two minutes of the last rehearsal or after the user's 12th in an hour.
    """
    group = require_row(ReservationGroup.objects.filter(pk=group_id, user=user), "request")
    if group.notify_only or not readiness_facts.active_members(group):
        raise Refusal("nothing_to_rehearse", 409, messages.NOTHING_TO_REHEARSE)
    Guard(action="rehearse_group", account=str(group_id), limit=1, window=REHEARSE_AGAIN_AFTER).count(now=now)
    Guard(action="rehearse_user", account=str(user.pk), limit=REHEARSALS_AN_HOUR, window=HOUR).count(now=now)
    Rehearsal.objects.update_or_create(group=group, defaults={"requested_at": now, "finished_at": None, "steps": []})
    # Rehearsals run one after the other, and after the cancellations that wait.
    job = app.configure_task(TASK, queue=QUEUE, lock="rehearsal", priority=-1)
    job.defer(group_id=group_id, requested_at=now.isoformat())


def run(*, group_id: int, requested_at: datetime, now: datetime) -> None:
    """Make the calls of a queued rehearsal, and store its steps. Does nothing if a newer rehearsal was requested."""
    mine = Rehearsal.objects.filter(group_id=group_id, requested_at=requested_at, finished_at=None)
    group = ReservationGroup.objects.select_related("user").filter(pk=group_id).first()
    if group is None or not mine.exists():
        return
    steps = [step for member in _one_of_each_venue(group) for step in _rehearse(member, group, now=now)]
    mine.update(steps=[asdict(step) for step in steps], finished_at=now)


def _one_of_each_venue(group: ReservationGroup) -> Sequence[Reservation]:
    """Return the first-choice reservation of each of the first MOST_VENUES venues."""
    first_of: dict[int, Reservation] = {}
    for member in readiness_facts.active_members(group):
        first_of.setdefault(member.venue_id, member)
    return list(first_of.values())[:MOST_VENUES]


def _rehearse(member: Reservation, group: ReservationGroup, *, now: datetime) -> list[RehearsalStep]:
    """Read the account's list, look for a table and read its terms, until one of these calls fails. Return the steps
    made."""
    account = member.account
    if account is None or not health.callable_accounts().filter(pk=account.pk).exists():
        name = registry.find(member.venue.reservation_source).name
        return [RehearsalStep(part="account", ok=False, text=messages.cannot_rehearse(platform=name), duration_ms=None)]
    steps = [_read_account(account, now=now)]
    if steps[-1].ok:
        step, slot = _find(member, group, now=now)
        steps.append(step)
        if slot is not None:
            steps.append(_read_terms(member, account, slot, locale=group.user.locale, now=now))
    return steps


def _read_account(account: PlatformAccount, *, now: datetime) -> RehearsalStep:
    """Read the account's list of reservations, which a booking reads too."""
    name = registry.find(account.platform).name
    listed, duration, error = _timed(lambda: platforms.fetch_account_list(account=account))
    if isinstance(error, NeedsReconnect | BrokenSeal):
        health.flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        return RehearsalStep(part="account", ok=False, text=messages.signed_out(platform=name), duration_ms=duration)
    if listed is None:
        return RehearsalStep(part="account", ok=False, text=messages.no_answer(platform=name), duration_ms=duration)
    PlatformAccount.objects.filter(pk=account.pk, sealed_token=account.sealed_token).update(verified_at=now)
    text = messages.account_read(platform=name, tables=len(listed.held))
    return RehearsalStep(part="account", ok=True, text=text, duration_ms=duration)


def _find(member: Reservation, group: ReservationGroup, *, now: datetime) -> tuple[RehearsalStep, Slot | None]:
    """Look for a table on the reservation's date, then 1, 2 and 7 days from today. Return the step, and the first table
    found or None."""
    venue = member.venue
    today = schedule.today(now=now, zone=venue.time_zone)
    duration = None
    for day in dict.fromkeys([member.date, *(today + timedelta(days=ahead) for ahead in OTHER_DAYS)]):
        search = partial(
            platforms.find_tables,
            platform=venue.reservation_source,
            platform_venue_id=venue.platform_venue_id,
            day=day,
            party_size=group.party_size,
        )
        found, duration, error = _timed(search)
        if found is None and not isinstance(error, NotFound):
            text = messages.no_answer(platform=registry.find(venue.reservation_source).name)
            return RehearsalStep(part="find", ok=False, text=text, duration_ms=duration), None
        slot = next((one for one in found.slots if not one.captcha), None) if found is not None else None
        if slot is not None:
            text = messages.table_found(venue=venue.venue_name, day=slot.date, at=slot.time, locale=group.user.locale)
            return RehearsalStep(part="find", ok=True, text=text, duration_ms=duration), slot
    return RehearsalStep(
        part="find", ok=True, text=messages.only_find(venue=venue.venue_name), duration_ms=duration
    ), None


def _read_terms(
    member: Reservation, account: PlatformAccount, slot: Slot, *, locale: str, now: datetime
) -> RehearsalStep:
    name = registry.find(account.platform).name
    if registry.find(account.platform).holds_before_booking:
        return RehearsalStep(part="terms", ok=True, text=messages.stops_before_hold(platform=name), duration_ms=None)
    terms, duration, error = _timed(lambda: platforms.read_terms(account=account, slot=slot))
    if terms is not None:
        _store_terms(member, slot, terms, now=now)
        text = messages.terms_read(
            fee_cents=terms.fee_cents,
            deposit_cents=terms.deposit_cents,
            currency=currency_of(stated=terms.currency, country=member.venue.country),
            locale=locale,
        )
        return RehearsalStep(part="terms", ok=True, text=text, duration_ms=duration)
    if isinstance(error, NeedsReconnect | BrokenSeal):
        health.flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
        return RehearsalStep(part="terms", ok=False, text=messages.signed_out(platform=name), duration_ms=duration)
    if isinstance(error, PaymentRequired):
        return RehearsalStep(part="terms", ok=False, text=messages.no_card(platform=name), duration_ms=duration)
    if isinstance(error, SlotGone):
        return RehearsalStep(part="terms", ok=True, text=messages.TABLE_GONE, duration_ms=duration)
    return RehearsalStep(part="terms", ok=False, text=messages.no_answer(platform=name), duration_ms=duration)


def _store_terms(member: Reservation, slot: Slot, terms: BookingTerms, *, now: datetime) -> None:
    SeenTerms.objects.update_or_create(
        venue_id=member.venue_id,
        party_size=slot.party_size,
        defaults={
            "slot_date": slot.date,
            "slot_time": slot.time,
            "cancel_fee_cents": terms.fee_cents,
            "deposit_cents": terms.deposit_cents,
            "currency": terms.currency,
            "free_until": terms.free_until,
            "seen_at": now,
        },
    )


def _timed(call: Callable[[], Reply]) -> tuple[Reply | None, int, Exception | None]:
    """Return the reply of a call, its duration in ms, and its error."""
    started = time.monotonic()
    reply, error = None, None
    try:
        reply = call()
    except (PlatformError, TimeoutError, BrokenSeal) as failure:
        error = failure
    return reply, round((time.monotonic() - started) * 1000), error
