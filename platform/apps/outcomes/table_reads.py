"""Reads an account's reservation list at the platform because its user asks about a table: the user opens the ticket,
or would be refused (409 `already_booked`) because of the table.

The diner may have canceled the table at the platform. Two complete lists without it, 13 s apart, decide here, as they
do for a booking; an empty list counts too. The periodic reads of cancellations.py take longer, because nobody waits for
them.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final, TypeVar

import structlog
from django.db.models import QuerySet

from apps.accounts.security.throttle import Guard
from apps.common import jobs
from apps.connections import platforms
from apps.connections.maintenance import health
from apps.requests.models import Attempt
from apps.requests.refusals import AlreadyBooked
from snipers.clients.credentials import BrokenSeal
from snipers.clients.errors import NeedsReconnect, PlatformError
from snipers.domain.settling import GRACE_SECONDS

from . import cancellations

log = structlog.get_logger(__name__)

T = TypeVar("T")

TASK: Final = "apps.reservations.tasks.read_tables"
# Jobs for which a user waits on a page.
QUEUE: Final = "cancellations"
CONFIRM_AFTER: Final = timedelta(seconds=GRACE_SECONDS)
# How often one account is read before a refusal, and because its ticket is open.
READ_EVERY: Final = timedelta(seconds=10)
OPEN_TICKET_EVERY: Final = timedelta(minutes=1)
# Reads of all accounts at one platform in a minute.
READS_A_MINUTE: Final = 30
MINUTE: Final = timedelta(minutes=1)


def request_reading(*, group_id: int, now: datetime) -> None:
    """Defer a reading of each account that holds a booked table of an opened ticket, at most once a minute for each
    account. The page learns of a canceled table by an event."""
    account_ids = _comparable(now).filter(group_id=group_id).values_list("account_id", flat=True).distinct()
    for account_id in list(account_ids.order_by("account_id")):
        guard = Guard(action="open_ticket", account=str(account_id), limit=1, window=OPEN_TICKET_EVERY)
        if guard.allows(now=now):
            _defer(account_id, at=None, again=True)


def retry(act: Callable[[], T], *, now: datetime) -> T:
    """Return what `act` returns. If it is refused because of booked tables, read their accounts, and if a table is
    canceled, call `act` again.

    `act` is a transaction of its own. Raises Refusal as `act` does.
    """
    try:
        return act()
    except AlreadyBooked as refusal:
        if not read_accounts(account_ids=refusal.account_ids, now=now):
            raise
    return act()


def read_group(*, group_id: int, now: datetime) -> bool:
    """Read the accounts of a group's booked tables. Return whether a table turned out to be canceled."""
    booked = _comparable(now).filter(group_id=group_id)
    return read_accounts(account_ids=set(booked.values_list("account_id", flat=True)), now=now)


def read_accounts(*, account_ids: Collection[int], now: datetime) -> bool:
    """Read the lists of accounts whose last reading is ten seconds old. Return whether a table turned out to be
    canceled. If a list lacks a table for the first time, a second reading is deferred."""
    held = _comparable(now).filter(account_id__in=account_ids).values_list("account_id", flat=True).distinct()
    changed = False
    for account_id in sorted(held):
        if Guard(action="table_reads", account=str(account_id), limit=1, window=READ_EVERY).allows(now=now):
            changed |= read_account(account_id=account_id, now=now, again=True)
    return changed


def read_account(*, account_id: int, now: datetime, again: bool) -> bool:
    """Read the account's list and compare it with our booked tables. Return whether a table turned out to be canceled.

    If the list lacks a table for the first time and `again` is true, a second reading is deferred. Does nothing if
    calls are not permitted now; a list that cannot be read changes nothing.
    """
    account = health.callable_accounts().exclude(platform_user_id="").filter(pk=account_id).first()
    tables = _comparable(now).filter(account_id=account_id)
    before = tables.count()
    if account is None or not before:
        return False
    if not Guard(action="table_reads_at", account=account.platform, limit=READS_A_MINUTE, window=MINUTE).allows(
        now=now
    ):
        return False
    try:
        listed = platforms.fetch_account_list(account=account)
        cancellations.compare(account, listed, now=now, confirm_after=CONFIRM_AFTER)
    except (NeedsReconnect, BrokenSeal):
        health.flag_needs_reconnect(account_id=account.pk, sealed_token=account.sealed_token)
    except (PlatformError, TimeoutError) as error:
        log.info("account list not read", account_id=account.pk, error=repr(error))
    if again and tables.exclude(missing_since=None).exists():
        _defer(account_id, at=now + CONFIRM_AFTER + timedelta(seconds=1), again=False)
    return tables.count() < before


def _comparable(now: datetime) -> QuerySet[Attempt]:
    """Return the booked tables ahead that a complete list must contain."""
    return Attempt.objects.filter(cancellations.booked_ahead(now), closed_at__lte=now - cancellations.LAG)


def _defer(account_id: int, *, at: datetime | None, again: bool) -> None:
    key = f"read_tables:{account_id}:{again}"
    jobs.defer_once(TASK, queue=QUEUE, key=key, at=at, account_id=account_id, again=again)
