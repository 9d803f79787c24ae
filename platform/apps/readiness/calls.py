"""Calls to the platforms that renew the facts of readiness: the sign-in and card of an account, a platform's clock, and
the page of a venue.

There are two callers. Housekeeping reads the accounts and clocks of near releases. An open timeline panel defers a job
(request_renewal) in two cases: while a line is not ready, so that the line turns ready soon after the user resolves the
problem; and in the half hour before a release, so that a new problem shows within minutes.

For these jobs, at most 60 calls a minute go to one platform, whatever the number of open pages. At
most 20 of them are for facts whose line is ready.
"""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Greatest

from apps.accounts.security.throttle import Guard
from apps.common import jobs
from apps.connections.maintenance import clock_readings, health
from apps.connections.maintenance.health import CheckResult
from apps.connections.models import PlatformAccount
from apps.requests.models import Reservation, ReservationGroup, Status
from apps.venues.catalog import refreshing
from apps.venues.models import Venue
from apps.venues.rules import booking_obstacles

from . import facts as readiness_facts
from . import rules as readiness
from .rules import CheckLine

TASK: Final = "apps.reservations.tasks.renew_readiness"
# Jobs for which a user waits on a page.
QUEUE: Final = "cancellations"
RECHECK_EVERY: Final = timedelta(seconds=10)
MINUTE: Final = timedelta(minutes=1)
CALLS_A_MINUTE: Final = 60
# The venue's page is read again this often while its line is not ready. Each reading waits for the catalog's budget.
RECHECK_VENUES_EVERY: Final = timedelta(seconds=10)
VENUE_WAIT: Final = timedelta(seconds=6)
# How often an open page has an account or a venue read shortly before a release, while its lines are ready.
OPEN_PAGE_EVERY: Final = timedelta(minutes=1)
OPEN_PAGE_CALLS_A_MINUTE: Final = 20
# How often each account and each clock is read before a release.
READ_ACCOUNTS_EVERY: Final = timedelta(minutes=10)
READ_CLOCKS_EVERY: Final = timedelta(minutes=1)
# The reads begin before the first notification about a release is due, so that it uses new facts.
AHEAD: Final = readiness.NOTIFY_BEFORE + timedelta(minutes=2)


def request_renewal(
    *, group: ReservationGroup, members: Sequence[Reservation], lines: Collection[CheckLine], now: datetime
) -> None:
    """Defer a job that renews facts of a group's readiness, if a call to a platform may change a line.

    That is so if a line is not ok and depends on a call, or if the release is near and a reading is old. Does nothing
    while such a job of the group waits. `members` are the group's active reservations with their venues and accounts.
    """
    if not any(map(_is_renewed_by_a_call, lines)) and not (_is_near(group, now) and _is_due(members, now)):
        return
    key = f"renew_readiness:{group.pk}"
    jobs.defer_once(TASK, queue=QUEUE, key=key, lock="renew_readiness", group_id=group.pk)


def renew(*, group_id: int, now: datetime) -> None:
    """Renew the facts of the group's lines that are not ok and, shortly before the release, every fact whose reading is
    old.

    Each account, clock and venue is read at most once.
    """
    group = ReservationGroup.objects.select_related("user").filter(pk=group_id).first()
    members = [] if group is None else readiness_facts.active_members(group)
    if group is None or not members:
        return
    facts = readiness_facts.facts_of(group, members=members, now=now)
    unready = {line.check for line in readiness.lines_of(facts, now=now) if line.state != "ok"}
    near = _is_near(group, now)
    if near or "clock" in unready:
        _renew_clocks(members, unready="clock" in unready, now=now)
    if near or unready & {"session", "card"}:
        _renew_accounts(members, unready=bool(unready & {"session", "card"}), now=now)
    if near or "venue" in unready:
        _renew_venues(members, unready="venue" in unready, locale=group.user.locale, now=now)


def _renew_clocks(members: Sequence[Reservation], *, unready: bool, now: datetime) -> None:
    every = clock_readings.READ_AGAIN if unready else READ_CLOCKS_EVERY
    for platform in sorted({member.venue.reservation_source for member in members}):
        if clock_readings.is_due(platform=platform, now=now, every=every) and _within_budget(platform, unready, now):
            clock_readings.read_clock(platform=platform, now=now, every=every)


def _renew_accounts(members: Sequence[Reservation], *, unready: bool, now: datetime) -> None:
    every = RECHECK_EVERY if unready else OPEN_PAGE_EVERY
    for account in {member.account_id: member.account for member in members}.values():
        due = account is not None and health.is_due(account=account, every=every, now=now)
        if account is not None and due and _within_budget(account.platform, unready, now):
            health.recheck(account=account, every=every, now=now)


def _renew_venues(members: Sequence[Reservation], *, unready: bool, locale: str, now: datetime) -> None:
    """Read the page of each venue again whose last reading is old.

    If the line about the venues is not ok (`unready`), read only the venues whose page, as last
    read, states why they cannot be booked.
    """
    every = RECHECK_VENUES_EVERY if unready else OPEN_PAGE_EVERY
    for venue in {member.venue_id: member.venue for member in members}.values():
        dates = [member.date for member in members if member.venue_id == venue.pk]
        if unready and not _states_obstacle(venue, dates, locale=locale):
            continue
        platform = venue.reservation_source
        if not _is_old(venue, every, now) or not refreshing.may_call(platform=platform):
            continue
        once = Guard(action="readiness_venue", account=str(venue.pk), limit=1, window=RECHECK_VENUES_EVERY)
        if once.allows(now=now) and _within_budget(platform, unready, now):
            refreshing.refresh(venue=venue, now=now, most_wait=VENUE_WAIT)


def call_next(*, now: datetime, excluded: Collection[str] = ()) -> CheckResult | None:
    """Read one account or clock that a release in the next 32 minutes needs. Return the result, or
    None if no call is due.

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


def _is_renewed_by_a_call(line: CheckLine) -> bool:
    """Return whether a line is not ok and a call to the platform may turn it ok.

    A failed session does not count: the user has to sign in again, and the new sign-in itself
    updates the account's row.
    """
    return line.state != "ok" and (
        line.check in ("card", "clock", "venue") or (line.check, line.state) == ("session", "unknown")
    )


def _is_near(group: ReservationGroup, now: datetime) -> bool:
    return group.release_at is not None and now < group.release_at <= now + AHEAD


def _is_due(members: Sequence[Reservation], now: datetime) -> bool:
    """Return whether an account, clock or venue of the members was read too long ago for the time before a release."""
    accounts = [member.account for member in members if member.account is not None]
    if any(health.is_due(account=account, every=OPEN_PAGE_EVERY, now=now) for account in accounts):
        return True
    if any(_is_old(member.venue, OPEN_PAGE_EVERY, now) for member in members):
        return True
    platforms = sorted({member.venue.reservation_source for member in members})
    return any(clock_readings.is_due(platform=one, now=now, every=READ_CLOCKS_EVERY) for one in platforms)


def _is_old(venue: Venue, every: timedelta, now: datetime) -> bool:
    return venue.read_at is None or now - venue.read_at >= every


def _states_obstacle(venue: Venue, dates: Collection[date], *, locale: str) -> bool:
    """Return whether the page of the venue, as it was last read, says why it cannot be booked."""
    found = booking_obstacles.of_venue(venue) or booking_obstacles.of_closed_days(venue, dates=dates, locale=locale)
    return venue.closed_at is not None or found is not None


def _near_releases(now: datetime) -> Q:
    return Q(status=Status.ACTIVE, stop="", group__release_at__gt=now, group__release_at__lte=now + AHEAD)


def _due_clock(*, now: datetime, excluded: Collection[str]) -> str | None:
    near = Reservation.objects.filter(_near_releases(now)).order_by()
    sources: Sequence[str] = sorted(near.values_list("venue__reservation_source", flat=True).distinct())
    held_back = health.held_back()
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


def _within_budget(platform: str, unready: bool, now: datetime) -> bool:
    """Count one call to the platform. Return False if the calls of this minute are used up.

    Calls for a fact whose line is ready (`unready` False) get a third of the budget, so that they
    never delay a line that may turn ready.
    """
    looks = Guard(action="readiness_looks", account=platform, limit=OPEN_PAGE_CALLS_A_MINUTE, window=MINUTE)
    calls = Guard(action="readiness_calls", account=platform, limit=CALLS_A_MINUTE, window=MINUTE)
    return (unready or looks.allows(now=now)) and calls.allows(now=now)
