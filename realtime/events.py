"""The events a browser may get, typed once: `manage.py contract` turns them into the front end's types.

Owns the shapes on the wire. Who writes, numbers and stores an event is the notices app's business. Instants are
ISO 8601 in UTC with milliseconds and Z, dates YYYY-MM-DD, times of day HH:MM at the venue.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType

Instant = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$")]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
TimeOfDay = Annotated[str, Field(pattern=r"^\d{2}:\d{2}$")]
Count = Annotated[int, Field(ge=0)]
Status = Literal["active", "paused", "confirmed", "unsuccessful", "canceled"]
Platform = Literal["resy", "opentable"]
PlatformState = Literal["healthy", "slowed", "stopped", "probing"]
GroupChange = Literal[
    "filed",
    "paused",
    "unpaused",
    "canceled",
    "stopping",
    "ended",
    "edited",
    "replaced",
    "override_failed",
    "resumed",
    "canceled_at_platform",
]
WatchStateName = Literal[
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


class BrowserEvent(BaseModel):
    """What every event has in common: nothing but that no unknown field slips through."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Durable(BrowserEvent):
    """Stored before it is sent, numbered densely for each user from 1, replayed until the browser has it."""

    seq: Annotated[int, Field(ge=1)]
    at: Instant


class ReservationOutcome(Durable):
    """An attempt came to its end: a table was booked, lost to somebody else, or refused.

    `refused` for the reason `held_back_fee` is our own doing: the table asks for `fee_cents`, more than the user
    accepts, and the platform was not asked to book it.
    """

    type: Literal["reservation.outcome"]
    group_id: int
    reservation_id: int
    attempt_id: int
    kind: Literal["booked", "lost", "refused"]
    group_status: Status
    member_status: Status
    venue_name: str
    date: Day
    time: TimeOfDay
    party_size: int
    seating: str
    reason: str | None
    reason_text: str | None
    account_name: str
    # Events stored before this field existed lack it, so it is optional and the schema names no default.
    fee_cents: Annotated[Count | None, Field(json_schema_extra=lambda schema: schema.pop("default", None))] = None


class ReservationChanged(Durable):
    """A group changed without an attempt of its own: the user did it, in this tab or another, or its time ran out.

    `replaced`: another group that overrides has booked a better table, and this one's was given up. `override_failed`:
    the old table was given up and the new one was lost; `resumed`: likewise, and this group watches for it again.
    """

    type: Literal["reservation.changed"]
    group_id: int
    group_status: Status
    what: GroupChange
    reason: str | None
    reason_text: str | None


class AccountAttention(Durable):
    """A connected account needs its owner: its login ran out or soon will, or the platform asks something of them.

    `reason` is `needs_reconnect`, `expires_soon` or `payment_required`; with the last two it stays `connected`.
    """

    type: Literal["account.attention"]
    account_id: int
    platform: Platform
    username: str
    status: Literal["connected", "needs_reconnect"]
    reason: str
    reason_text: str


class UserNotice(Durable):
    """Something about the user's plan or messages that they should know; `text` is a sentence to show as it is.

    `texts_stopped`: text messages to the user's phone do not arrive, so they were switched off in the profile.
    """

    type: Literal["user.notice"]
    what: Literal["trial_ending", "payment_failed", "requests_paused", "texts_stopped", "trial_refused"]
    text: str


class UserChanged(Durable):
    """What the user may do has changed with their plan, here or at Stripe. No news: open pages ask who the user is."""

    type: Literal["user.changed"]
    what: Literal["plan"]


class Tick(BrowserEvent):
    """The latest word on one watched request. Instants are null before the first check.

    In the state `held_back`: the fee or deposit that the table at `held_time` asks for.
    """

    group_id: int
    reservation_id: int
    state: WatchStateName
    checks: Count
    attempts: Count
    last_check_at: Instant | None
    next_check_at: Instant | None
    interval_ms: Count
    held_fee_cents: Count | None
    held_time: TimeOfDay | None


class WatchTicks(BrowserEvent):
    """How the watches go; never stored, a newer one replaces it."""

    type: Literal["watch.ticks"]
    at: Instant
    ticks: list[Tick]


class WatchSeen(BrowserEvent):
    """A fitting table was seen and is being tried for; the outcome follows as a durable event."""

    type: Literal["watch.seen"]
    at: Instant
    group_id: int
    reservation_id: int
    attempt_id: int
    venue_name: str
    time: TimeOfDay
    seating: str
    party_size: int


class Sighting(BrowserEvent):
    """One stored timeline line about tables that were seen and not tried for. `id` is the line's in the timeline.

    `passed_over`: the table went to another guest of ours. `tables`: of how many tables the line speaks; it names the
    newest. `checks`: how often the request had been checked by then.
    """

    id: int
    at: Instant
    group_id: int
    reservation_id: int
    venue_name: str
    date: Day
    kind: Literal["seen", "passed_over"]
    reason: str | None
    reason_text: str | None
    time: TimeOfDay | None
    seating: str
    party_size: int | None
    tables: Count
    checks: Count | None


class WatchSightings(BrowserEvent):
    """Lines that were just added to timelines, oldest first. One may come twice; a timeline read later has them all."""

    type: Literal["watch.sightings"]
    sightings: list[Sighting]


class SourceChanged(BrowserEvent):
    """The health of a platform, for users with requests there; a page that loads later reads it with the list.

    `reason_text` is what the banner says; null while the platform is healthy.
    """

    type: Literal["source.state"]
    at: Instant
    platform: Platform
    state: PlatformState
    reason: str | None
    reason_text: str | None
    since: Instant | None


class Ready(BrowserEvent):
    """The replay is over: the socket has every durable event up to `seq` and is live from here on."""

    seq: Count


class Away(BrowserEvent):
    """This server is about to leave: connect anew, to another one, at a random moment within so many seconds."""

    within: Count


DurableEvent = TypeAliasType(
    "DurableEvent",
    Annotated[
        ReservationOutcome | ReservationChanged | AccountAttention | UserNotice | UserChanged,
        Field(discriminator="type"),
    ],
)
LiveEvent = TypeAliasType(
    "LiveEvent",
    Annotated[WatchTicks | WatchSeen | WatchSightings | SourceChanged, Field(discriminator="type")],
)

durable_event: TypeAdapter[Durable] = TypeAdapter(DurableEvent)
live_event: TypeAdapter[BrowserEvent] = TypeAdapter(LiveEvent)


def event_schema() -> dict[str, Any]:
    """JSON schema of all that the socket sends: `$defs` holds DurableEvent, LiveEvent, Ready, Away and their parts."""
    return TypeAdapter(DurableEvent | LiveEvent | Ready | Away).json_schema(mode="serialization")
