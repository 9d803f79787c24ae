"""Chooses the state that the screen shows for a watched reservation: the most important of several facts."""

from typing import Final, get_args

from realtime.events import WatchStateName

NAMES: Final[tuple[WatchStateName, ...]] = get_args(WatchStateName)
# In these states, nothing polls for the reservation. The stored interval and next check are not shown.
NOT_POLLED: Final[frozenset[WatchStateName]] = frozenset(
    {"unconfirmed", "needs_reconnect", "switched_off", "restaurant_closed", "quarantined"}
)

# In these states, the stored `held_time` is the time of an open table and is shown.
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
    """Return the watch state to show for a reservation.

    `written` is the state that the snipers last wrote, or None if they have written none. It may be a second old, so
    these facts take precedence over it, in this order: an open attempt (`open_attempt`, its state "claimed" or
    "unknown"), a kill switch (`switched_off`), and an account that is not usable. `closed` means that the kill switch
    is on because the platform no longer lists the restaurant. `release_ahead` means that the venue opens its book
    later, and polling starts shortly before that. `fee_accepted` means that the user now accepts the fee of the
    held-back table.
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
