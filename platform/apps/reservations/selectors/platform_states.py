"""How the platforms are doing, for the list of requests and for open pages.

The breaker of the sniper tower writes `source_state`; a kill switch of staff outranks it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from apps.common.schemas import instant_text
from apps.connections.models import KillSwitch, Platform, SourceState, SwitchScope
from apps.reservations.models import Reservation, Status
from apps.reservations.rules import platform_banner
from apps.reservations.schemas.requests import PlatformName, SourceOut
from realtime.events import SourceChanged


def present() -> list[SourceOut]:
    """Return the state of every platform, with two queries."""
    off = {switch.key: switch for switch in KillSwitch.objects.filter(scope=SwitchScope.PLATFORM)}
    states = {state.platform: state for state in SourceState.objects.all()}
    names: tuple[PlatformName, ...] = ("resy", "opentable")
    return [_source(name, off=off.get(name), state=states.get(name)) for name in names]


def news(*, now: datetime) -> Mapping[int, Sequence[Mapping[str, Any]]]:
    """Return a source.state event for each platform, for every user who waits for a table there."""
    waiting = Reservation.objects.filter(status__in=[Status.ACTIVE, Status.PAUSED])
    by_platform: dict[str, list[int]] = {platform: [] for platform in Platform.values}
    rows = waiting.order_by().values_list("venue__reservation_source", "group__user_id").distinct()
    for platform, user_id in rows:
        by_platform[platform].append(user_id)
    by_user: dict[int, list[dict[str, Any]]] = {}
    for source in present():
        event = SourceChanged(
            type="source.state",
            at=instant_text(now),
            platform=source.platform,
            state=source.state,
            reason=source.reason,
            reason_text=source.reason_text,
            since=instant_text(source.since) if source.since else None,
        ).model_dump()
        for user_id in by_platform[source.platform]:
            by_user.setdefault(user_id, []).append(event)
    return by_user


def _source(platform: PlatformName, *, off: KillSwitch | None, state: SourceState | None) -> SourceOut:
    if off is not None:
        return _out(platform, "stopped", platform_banner.SWITCHED_OFF, off.created_at)
    if state is not None:
        return _out(platform, platform_banner.known(state.state), state.reason, state.since)
    return _out(platform, "healthy", "", None)


def _out(
    platform: PlatformName, state: platform_banner.SourceStateName, reason: str, since: datetime | None
) -> SourceOut:
    return SourceOut(
        platform=platform,
        state=state,
        reason=reason or None,
        reason_text=platform_banner.sentence(platform=platform, state=state, reason=reason) or None,
        since=since,
    )
