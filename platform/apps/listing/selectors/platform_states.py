"""Reads the state of the platforms, for the list of requests and for live events.

The sniper tower's breaker writes the state of each platform to `source_state`. A kill switch of the platform takes
precedence over that row.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from apps.common.database.statements import Statement
from apps.common.schemas import instant_text
from apps.connections.models import SourceState
from apps.listing import kill_switches
from apps.listing.kill_switches import SwitchedOff
from apps.listing.rules import platform_banner
from apps.listing.schemas.requests import SourceOut
from apps.requests.models import Reservation, Status
from realtime.events import Platform, PlatformState, SourceChanged
from snipers.clients import registry

STATES: Final[Statement[SourceState]] = Statement(SourceState.objects.all)


def read_states(*, off: SwitchedOff) -> list[SourceOut]:
    """Return the state of every platform. It uses one query. `off` has the kill switches that are on."""
    states = {state.platform: state for state in STATES.rows()}
    return [_state(name, off_since=off.platforms.get(name), state=states.get(name)) for name in registry.keys()]


def changed_events(*, now: datetime) -> Mapping[int, Sequence[Mapping[str, Any]]]:
    """Return, by user id, a source.state event for each platform at which the user has open requests."""
    users: dict[str, list[int]] = defaultdict(list)
    rows = Reservation.objects.filter(status__in=[Status.ACTIVE, Status.PAUSED]).order_by()
    for platform, user_id in rows.values_list("venue__reservation_source", "group__user_id").distinct():
        users[platform].append(user_id)
    by_user: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for source in read_states(off=kill_switches.read_switched_off()):
        event = SourceChanged(
            type="source.state",
            at=instant_text(now),
            **source.model_dump(exclude={"since"}),
            since=instant_text(source.since) if source.since else None,
        ).model_dump()
        for user_id in users[source.platform]:
            by_user[user_id].append(event)
    return by_user


def _state(platform: Platform, *, off_since: datetime | None, state: SourceState | None) -> SourceOut:
    shown: PlatformState = "healthy"
    reason, since = "", None
    if off_since is not None:
        shown, reason, since = "stopped", platform_banner.SWITCHED_OFF, off_since
    elif state is not None:
        shown, reason, since = platform_banner.known_state(state.state), state.reason, state.since
    return SourceOut(
        platform=platform,
        state=shown,
        reason=reason or None,
        reason_text=platform_banner.sentence(platform=platform, state=shown, reason=reason) or None,
        since=since,
    )
