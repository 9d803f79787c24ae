"""How a reservation on a card is watched: its state, its next poll, and the table that was held back."""

from datetime import datetime, time, timedelta

from apps.connections.models import AccountStatus
from apps.listing.kill_switches import SwitchedOff
from apps.listing.rules import watch_states
from apps.listing.schemas.groups import WatchOut
from apps.requests.models import Attempt, ReservationGroup
from realtime.events import WatchStateName

from .card_rows import Member

# For this time after a table was held back, the attempt shows that, because the watch state may not be written yet.
# Watch states are written about once a second.
UNWRITTEN = timedelta(seconds=5)
# The amounts above their ceilings of a held-back table: paid now, and paid if nobody comes.
Held = tuple[int | None, int | None]


def shown_state(
    group: ReservationGroup,
    *,
    account_status: str | None,
    switched_off: bool,
    closed: bool,
    written: str | None,
    held: Held,
    open_attempt: str | None,
    now: datetime,
) -> WatchStateName:
    """Return the watch state to show for a reservation of the group, by the rules in rules/watch_states.py."""
    return watch_states.shown_state(
        written=written,
        open_attempt=open_attempt,
        account_usable=group.notify_only or account_status == AccountStatus.CONNECTED,
        switched_off=switched_off,
        closed=closed,
        release_ahead=group.release_at is not None and group.release_at > now,
        fee_accepted=(
            group.accepts_unknown_fee
            if held == (None, None)
            else (held[0] or 0) <= group.fee_ceiling_cents and (held[1] or 0) <= group.cancel_fee_ceiling_cents
        ),
    )


def watch_of(
    group: ReservationGroup,
    member: Member,
    *,
    live: Attempt | None,
    held_back: Attempt | None,
    attempts: int,
    off: SwitchedOff,
    confirmed: bool,
    now: datetime,
) -> WatchOut:
    """Return how an active reservation is watched now.

    `live` is its attempt that is claimed, unknown or booked, `held_back` the one whose table was
    held back in the last 5 s. `attempts` is the number of its attempts, without those whose table
    was held back. `off` has the kill switches that are on. `confirmed` says whether the user's e-mail address is
    confirmed.
    """
    written, held, held_time = _latest_state(member, held_back)
    if member.account_id is None and not confirmed:
        written = "unconfirmed"
    switched_off = off.stops(platform=member.platform, venue_id=member.venue_id, account_id=member.account_id)
    state = shown_state(
        group,
        account_status=member.account_status,
        switched_off=switched_off,
        closed=member.venue_closed_at is not None,
        written=written,
        held=held,
        open_attempt=live.state if live else None,
        now=now,
    )
    paced = state not in watch_states.NOT_POLLED
    return WatchOut(
        state=state,
        checks=member.checks or 0,
        attempts=attempts,
        last_check_at=member.last_check_at,
        next_check_at=member.next_check_at if paced else None,
        interval_ms=member.interval_ms or 0 if paced else 0,
        held_fee_cents=held[0] if state == "held_back" else None,
        held_cancel_fee_cents=held[1] if state == "held_back" else None,
        held_time=held_time if state in watch_states.WITH_TIME else None,
    )


def _latest_state(member: Member, held_back: Attempt | None) -> tuple[str | None, Held, time | None]:
    """Return the reservation's latest state, and the amounts and the time that belong to it.

    If the attempt `held_back` is newer than the stored watch state, the state is "held_back".
    """
    written_at = member.watch_updated_at
    if held_back is not None and held_back.closed_at and (written_at is None or written_at < held_back.closed_at):
        return "held_back", (held_back.fee_cents, held_back.held_cancel_fee_cents), held_back.slot_time
    return member.watch_state, (member.held_fee_cents, member.held_cancel_fee_cents), member.held_time
