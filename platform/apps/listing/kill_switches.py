"""Kill switches: staff stop all polls and bookings at a platform, at a venue or with one account, within seconds.

A kill switch applies while its row exists: switch_off() adds the row, switch_on() removes it. The snipers' claims and
roster read the rows. Requests keep their status. Every change is logged with its author.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q

from apps.common.database import notify
from apps.common.database.statements import Statement
from apps.common.errors import Refusal
from apps.connections.models import KillSwitch, PlatformAccount, SwitchScope
from apps.listing import messages
from apps.requests import change_records
from apps.venues.models import Venue
from snipers.clients import registry

log = structlog.get_logger(__name__)

SWITCHES: Final[Statement[tuple[str, str, datetime]]] = Statement(
    lambda: KillSwitch.objects.values_list("scope", "key", "created_at")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchedOff:
    """The kill switches that are on now. `platforms` maps a platform to the time at which its switch was added;
    `venues` and `accounts` have our ids."""

    platforms: Mapping[str, datetime]
    venues: Collection[int]
    accounts: Collection[int]

    def stops(self, *, platform: str, venue_id: int, account_id: int | None) -> bool:
        """Return whether a switch stops a request at this venue with this account."""
        return platform in self.platforms or venue_id in self.venues or account_id in self.accounts


def read_switched_off() -> SwitchedOff:
    """Return the kill switches that are on. It uses one query."""
    by_scope: dict[str, dict[str, datetime]] = {scope: {} for scope in SwitchScope.values}
    for scope, key, since in SWITCHES.rows():
        by_scope[scope][key] = since
    return SwitchedOff(
        platforms=by_scope[SwitchScope.PLATFORM],
        venues={int(key) for key in by_scope[SwitchScope.VENUE]},
        accounts={int(key) for key in by_scope[SwitchScope.ACCOUNT]},
    )


def check_key(*, scope: str, key: str) -> None:
    """Raise Refusal 404 unless `key` is a platform's name, or our id of an existing venue or account."""
    if scope == SwitchScope.PLATFORM:
        known = key in registry.keys()
    else:
        rows = Venue.objects if scope == SwitchScope.VENUE else PlatformAccount.objects
        # The pattern forbids leading zeros, because the snipers compare the key as text.
        known = re.fullmatch(r"[1-9][0-9]{0,17}", key) is not None and rows.filter(pk=int(key)).exists()
    if not known:
        raise Refusal("not_found", 404, messages.no_such_switch(scope=scope, key=key))


def switch_off(*, scope: str, key: str, reason: str, by: str, now: datetime) -> bool:
    """Add a kill switch. Return False if it already exists. `by` is the author's name. Raises Refusal 404 for an
    unknown key."""
    check_key(scope=scope, key=key)
    with transaction.atomic():
        _, created = KillSwitch.objects.get_or_create(
            scope=scope, key=key, defaults={"reason": reason, "created_by": by, "created_at": now}
        )
        if created:
            _wake(scope=scope, key=key)
    if created:
        log.warning("switched off", scope=scope, target=key, reason=reason, by=by)
    return created


def switch_on(*, scope: str, key: str, by: str) -> bool:
    """Remove a kill switch. Return False if there was none."""
    with transaction.atomic():
        removed, _ = KillSwitch.objects.filter(scope=scope, key=key).delete()
        if removed:
            _wake(scope=scope, key=key)
    if removed:
        log.warning("switched on", scope=scope, target=key, by=by)
    return bool(removed)


def _wake(*, scope: str, key: str) -> None:
    """On commit, wake the relay and the watchers of the requests that the switch affects."""
    affected = {
        SwitchScope.PLATFORM: Q(venue__reservation_source=key),
        SwitchScope.VENUE: Q(venue_id=key),
        SwitchScope.ACCOUNT: Q(account_id=key),
    }
    change_records.wake_watchers(affected[SwitchScope(scope)])
    notify.send("watch", '{"t": "sources"}')
