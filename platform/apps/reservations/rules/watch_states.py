"""Chooses the state that the screen shows for a watched reservation: the most important of several facts."""

from typing import Final, get_args

from realtime.events import WatchStateName

NAMES: Final[tuple[WatchStateName, ...]] = get_args(WatchStateName)
# Nothing polls for the request now, so the stored interval and next check do not apply.
NOT_POLLED: Final[frozenset[WatchStateName]] = frozenset(
    {"needs_reconnect", "switched_off", "restaurant_closed", "quarantined"}
)

# The stored time is that of an open table.
WITH_TIME: Final[frozenset[WatchStateName]] = frozenset({"held_back", "table_open"})


def shown_state(
    *,
    written: str | None,
    open_attempt: str | None,
    account_usable: bool,
    switched_off: bool = False,
    closed: bool = False,
    release_ahead: bool = False,
    fee_accepted: bool = False,
) -> WatchStateName:
    """Return the state to show.

    `written` is the snipers' latest state, up to a second old, None before their first one. The web tower's rows are
    newer and take precedence: an open attempt ("claimed" or "unknown"), a kill switch, the account's status. `closed`:
    the kill switch is there because the platform lists the restaurant no more.
    `release_ahead`: the book opens later, and polling starts shortly before. `fee_accepted`: the user now accepts the
    held-back table's fee.
    """
    if open_attempt == "unknown":
        return "verifying"
    if open_attempt == "claimed":
        return "booking"
    if switched_off:
        return "restaurant_closed" if closed else "switched_off"
    if not account_usable:
        return "needs_reconnect"
    state: WatchStateName = next((name for name in NAMES if name == written), "starting")
    if state == "held_back" and fee_accepted:
        return "watching"
    return "armed" if release_ahead and state == "starting" else state
