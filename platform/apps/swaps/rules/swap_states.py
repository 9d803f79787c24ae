"""Decides the state of an offer to swap a booked table for a better one. Pure."""

from typing import Literal, NamedTuple

SwapState = Literal["offered", "dismissed", "booking", "refused", "canceling_old", "both", "swapped", "over"]


class Facts(NamedTuple):
    """The facts that determine the state of an offer.

    `old_state` is the state of the old table's attempt, and `canceling` says that its cancellation was requested.
    `swap_status` is the status of the reservation that the user's command to swap created, and `new_state` is the state
    of that reservation's newest attempt; both are None without a command or an attempt. `finished` says whether the
    swap took its last step (SwapOffer.finished_at): it requested the cancellation of the old table, or ended because
    the new one was not booked.
    """

    old_state: str
    canceling: bool
    dismissed: bool
    swap_status: str | None
    new_state: str | None
    finished: bool


def state_of(facts: Facts) -> SwapState:
    """Return the state of an offer.

    "offered": the user has not answered. "dismissed": the user keeps the old table. "booking": the new table is being
    booked. "refused": the new table was not booked, and the old one stays. "canceling_old": the new one is booked, and
    the old one is being canceled. "both": the new one is booked, and canceling the old one failed. "swapped": the new
    one is booked, and the old one is canceled. "over": the old table is gone without a swap.
    """
    if facts.new_state == "booked":
        if facts.old_state != "booked":
            return "swapped"
        return "canceling_old" if facts.canceling or not facts.finished else "both"
    if facts.swap_status in ("active", "paused") or facts.new_state in ("claimed", "unknown"):
        return "booking"
    if facts.old_state != "booked" or facts.canceling:
        return "over"
    if facts.dismissed:
        return "dismissed"
    return "offered" if facts.swap_status is None else "refused"
