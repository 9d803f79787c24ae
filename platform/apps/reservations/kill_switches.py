"""Kill switches: staff stops all polling and booking at a platform, at a venue, or with one account, within seconds.

A row stops, no row lets go on; the snipers' claim and roster read the rows. Requests keep their status. Every turn is
logged with who did it and why.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Q

from apps.common import notify
from apps.common.errors import Refusal
from apps.connections.models import KillSwitch, Platform, PlatformAccount, SwitchScope
from apps.venues.models import Venue

from . import change_records
from .models import Reservation, Status

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Off:
    """Everything that is switched off now, by our ids."""

    platforms: Collection[str]
    venues: Collection[int]
    accounts: Collection[int]

    def stops(self, request: Reservation) -> bool:
        """Whether a request (its venue is loaded) stands still because of a switch."""
        return (
            request.venue.reservation_source in self.platforms
            or request.venue_id in self.venues
            or request.account_id in self.accounts
        )


def read() -> Off:
    """Return what is switched off, with one query."""
    by_scope: dict[str, set[str]] = {scope: set() for scope in SwitchScope.values}
    for scope, key in KillSwitch.objects.values_list("scope", "key"):
        by_scope[scope].add(key)
    return Off(
        platforms=by_scope[SwitchScope.PLATFORM],
        venues={int(key) for key in by_scope[SwitchScope.VENUE]},
        accounts={int(key) for key in by_scope[SwitchScope.ACCOUNT]},
    )


def check(*, scope: str, key: str) -> None:
    """Raise Refusal 404 unless `key` names a platform, or is our id of a venue or of an account."""
    if scope == SwitchScope.PLATFORM:
        known = key in Platform.values
    else:
        rows = Venue.objects if scope == SwitchScope.VENUE else PlatformAccount.objects
        # As our pages write an id, or the snipers would look for another text.
        known = re.fullmatch(r"[1-9][0-9]{0,17}", key) is not None and rows.filter(pk=int(key)).exists()
    if not known:
        raise Refusal("not_found", 404, f"There is no {scope} {key!r}.")


def switch_off(*, scope: str, key: str, reason: str, by: str, now: datetime) -> bool:
    """Stop it; False when it was off already, and then nothing changes. Raises Refusal 404 for an unknown key."""
    check(scope=scope, key=key)
    with transaction.atomic():
        _, made = KillSwitch.objects.get_or_create(
            scope=scope, key=key, defaults={"reason": reason, "created_by": by, "created_at": now}
        )
        if made:
            _tell(scope=scope, key=key)
    if made:
        log.warning("switched off", scope=scope, target=key, reason=reason, by=by)
    return made


def switch_on(*, scope: str, key: str, by: str) -> bool:
    """Let it go on; False when it was on already."""
    with transaction.atomic():
        removed, _ = KillSwitch.objects.filter(scope=scope, key=key).delete()
        if removed:
            _tell(scope=scope, key=key)
    if removed:
        log.warning("switched on", scope=scope, target=key, by=by)
    return bool(removed)


def _tell(*, scope: str, key: str) -> None:
    """Wake the snipers of every venue that it is about, and the relay, on commit."""
    waiting = Reservation.objects.filter(_about(scope=scope, key=key), status=Status.ACTIVE)
    change_records.wake_snipers(venue_ids=list(waiting.order_by().values_list("venue_id", flat=True).distinct()))
    notify.send("watch", '{"t": "sources"}')


def _about(*, scope: str, key: str) -> Q:
    if scope == SwitchScope.PLATFORM:
        return Q(venue__reservation_source=key)
    return Q(venue_id=int(key)) if scope == SwitchScope.VENUE else Q(account_id=int(key))
