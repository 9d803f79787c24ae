"""What the screen says of a request that is watched: one word out of several facts, the most pressing first."""

from typing import Final, Literal, get_args

WatchWord = Literal[
    "starting",
    "watching",
    "booking",
    "verifying",
    "needs_reconnect",
    "backing_off",
    "armed",
    "releasing",
    "switched_off",
    "quarantined",
    "held_back",
]
WORDS: Final[tuple[WatchWord, ...]] = get_args(WatchWord)
# Nobody looks for the request now: what was written of its pace and its next check is over.
STANDING_STILL: Final[frozenset[WatchWord]] = frozenset({"needs_reconnect", "switched_off", "quarantined"})


def shown_state(
    *,
    written: str | None,
    open_attempt: str | None,
    account_usable: bool,
    switched_off: bool = False,
    release_ahead: bool = False,
    fee_accepted: bool = False,
) -> WatchWord:
    """Return the word to show.

    `written` is the snipers' latest word (up to a second old, None before their first look). What our own rows say is
    newer than it and wins: an attempt ("claimed", "unknown" or None), a kill switch, the account's status.
    `release_ahead`: the book opens later, and nobody looks at the venue for this request long before that.
    `fee_accepted`: the user accepts by now what a table that was held back asks for.
    """
    if open_attempt == "unknown":
        return "verifying"
    if open_attempt == "claimed":
        return "booking"
    if switched_off:
        return "switched_off"
    if not account_usable:
        return "needs_reconnect"
    word: WatchWord = next((word for word in WORDS if word == written), "starting")
    if word == "held_back" and fee_accepted:
        return "watching"
    return "armed" if release_ahead and word == "starting" else word
