"""Calls to the platforms that renew the facts of readiness: the sign-in and card of an account, and a platform's clock.

There are two callers. Housekeeping reads accounts and clocks of releases that are near. A page that shows a line that
is not ready defers a job, so that the line turns ready soon after its cure. The calls of these jobs are limited to one
a second for each platform, whatever the number of pages.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Greatest
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued

from apps.accounts.throttle import Guard
from apps.connections import clock_readings, health
from apps.connections.health import CheckResult
from apps.connections.models import PlatformAccount

from .models import Reservation, ReservationGroup, Status
from .rules import readiness
from .rules.readiness import Line
from .selectors import readiness_facts

TASK: Final = "apps.reservations.tasks.renew_readiness"
# Jobs for which a user waits on a page.
QUEUE: Final = "cancellations"
RECHECK_EVERY: Final = timedelta(seconds=10)
MINUTE: Final = timedelta(minutes=1)
CALLS_A_MINUTE: Final = 60
# Before a release, each account is read at least as often, and each clock.
READ_ACCOUNTS_EVERY: Final = timedelta(minutes=10)
READ_CLOCKS_EVERY: Final = timedelta(minutes=1)
# Accounts and clocks are read shortly before the lines are looked at.
AHEAD: Final = readiness.NOTIFY_BEFORE + timedelta(minutes=2)


def request_renewal(*, group_id: int, lines: Collection[Line]) -> None:
    """Defer a job that renews the facts of lines that are not ok, if a call can turn one ok. Does nothing while such a
    job waits."""
    if not any(_is_renewed_by_a_call(line) for line in lines):
        return
    job = app.configure_task(TASK, queue=QUEUE, queueing_lock=f"renew_readiness:{group_id}", lock="renew_readiness")
    with suppress(AlreadyEnqueued), transaction.atomic():
        job.defer(group_id=group_id)


def renew(*, group_id: int, now: datetime) -> None:
    """Renew the facts of the group's lines that are not ok, with at most one call for each account and clock."""
    group = ReservationGroup.objects.select_related("user").filter(pk=group_id).first()
    members = [] if group is None else readiness_facts.active_members(group)
    if group is None or not members:
        return
    facts = readiness_facts.facts_of(group, members=members, now=now)
    unready = {line.check for line in readiness.lines_of(facts, now=now) if line.state != "ok"}
    if "clock" in unready:
        for platform in sorted({member.venue.reservation_source for member in members}):
            if clock_readings.is_due(platform=platform, now=now) and _within_budget(platform, now):
                clock_readings.read_clock(platform=platform, now=now)
    if unready & {"session", "card"}:
        for account in {member.account_id: member.account for member in members}.values():
            due = account is not None and health.is_due(account=account, every=RECHECK_EVERY, now=now)
            if account is not None and due and _within_budget(account.platform, now):
                health.recheck(account=account, every=RECHECK_EVERY, now=now)


def call_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Read one account or clock that a release needs within the next 32 minutes. Return None if no call is due.

    Platforms in `excluded` are not called. Several processes may run this at once.
    """
    platform = _due_clock(now=now, excluded=excluded)
    if platform is not None:
        wait = clock_readings.read_clock(platform=platform, now=now, every=READ_CLOCKS_EVERY)
        return CheckResult(platform=platform, wait=wait)
    account = _due_account(now=now, excluded=excluded)
    if account is None:
        return None
    return health.recheck(account=account, every=READ_ACCOUNTS_EVERY, now=now) or CheckResult(platform=account.platform)


def _is_renewed_by_a_call(line: Line) -> bool:
    """A failed session needs a new sign-in, which changes the account's row at once."""
    return line.state != "ok" and (
        line.check in ("card", "clock") or (line.check, line.state) == ("session", "unknown")
    )


def _near_releases(now: datetime) -> Q:
    return Q(status=Status.ACTIVE, stop="", group__release_at__gt=now, group__release_at__lte=now + AHEAD)


def _due_clock(*, now: datetime, excluded: Collection[str]) -> str | None:
    near = Reservation.objects.filter(_near_releases(now)).order_by()
    sources: Sequence[str] = sorted(near.values_list("venue__reservation_source", flat=True).distinct())
    held_back = clock_readings.held_back()
    return next(
        (
            source
            for source in sources
            if source not in excluded
            and source not in held_back
            and clock_readings.is_due(platform=source, now=now, every=READ_CLOCKS_EVERY)
        ),
        None,
    )


def _due_account(*, now: datetime, excluded: Collection[str]) -> PlatformAccount | None:
    near = Reservation.objects.filter(_near_releases(now), group__notify_only=False, account=OuterRef("pk"))
    return (
        health.callable_accounts(excluded=excluded)
        .annotate(last_read=Greatest("verified_at", "checked_at"))
        .filter(Q(last_read=None) | Q(last_read__lte=now - READ_ACCOUNTS_EVERY), Exists(near))
        .order_by("last_read", "id")
        .first()
    )


def _within_budget(platform: str, now: datetime) -> bool:
    guard = Guard(action="readiness_calls", account=platform, limit=CALLS_A_MINUTE, window=MINUTE)
    return guard.allows(now=now)
