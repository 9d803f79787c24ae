"""The events that a browser may receive. `manage.py contract` generates the front end's types from them.

This module defines their shapes on the wire; the notices app numbers and stores durable events. Instants are ISO 8601
in UTC with milliseconds and Z, dates YYYY-MM-DD, times of day HH:MM at the venue.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypeAliasType

Instant = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$")]
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
TimeOfDay = Annotated[str, Field(pattern=r"^\d{2}:\d{2}$")]
Count = Annotated[int, Field(ge=0)]
Status = Literal["active", "paused", "confirmed", "unsuccessful", "canceled"]
# The key of a platform. The published schemas list the keys in place of the format (config/field_descriptions.py).
Platform = Annotated[str, Field(json_schema_extra={"format": "platform"})]
PlatformState = Literal["healthy", "slowed", "stopped", "probing"]
GroupChange = Literal[
    "filed",
    "paused",
    "unpaused",
    "canceled",
    "stopping",
    "ended",
    "edited",
    "continued",
    "replaced",
    "override_failed",
    "resumed",
    "canceled_at_platform",
    "table_canceled",
    "canceling_table",
    "cancel_failed",
    "old_table_kept",
]
UserNoticeName = Literal[
    "trial_ending", "payment_failed", "requests_paused", "texts_stopped", "trial_refused", "webhook_off", "mqtt_off",
    "mandate_drafted",
]  # fmt: skip
RuleChange = Literal["created", "paused", "unpaused", "ended", "filed", "refused"]
WatchStateName = Literal[
    "starting",
    "unconfirmed",
    "watching",
    "booking",
    "verifying",
    "needs_reconnect",
    "backing_off",
    "armed",
    "releasing",
    "switched_off",
    "restaurant_closed",
    "quarantined",
    "held_back",
    "table_open",
]
# A field that events stored before lack: it is optional, and the schema names no default.
LATER: Final = Field(json_schema_extra=lambda schema: schema.pop("default", None))  # type: ignore[arg-type] # no result


class BrowserEvent(BaseModel):
    """Base of all events. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Durable(BrowserEvent):
    """An event that is stored before it is sent. `seq` numbers the events of each user from 1, without gaps."""

    seq: Annotated[int, Field(ge=1)]
    at: Instant


class ReservationOutcome(Durable):
    """The result of an attempt: a table was booked, lost to another guest, or refused.

    `refused` with the reason `held_back_fee` means that the table costs `fee_cents` now or `held_cancel_fee_cents` if
    nobody comes, more than the user accepts, so the platform was not asked to book it. Each is null if it is accepted.
    `currency` is the ISO code of the fee, "" if it is not known.
    `confirmation` is the platform's number of a booked table.
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
    time_zone: Annotated[str | None, LATER] = None
    fee_cents: Annotated[Count | None, LATER] = None
    held_cancel_fee_cents: Annotated[Count | None, LATER] = None
    currency: Annotated[str | None, LATER] = None
    confirmation: Annotated[str | None, LATER] = None


class ReservationOpening(Durable):
    """A table opened for a notify-only request, which books nothing.

    `tables` is the number of tables that opened; the other fields describe the one that fits best. `page` is the
    restaurant's own page for that day and party, null if it is not known. `swap_id` is the offer to swap a booked table
    for this one; null or missing for an ordinary notify-only request.
    """

    type: Literal["reservation.opening"]
    group_id: int
    reservation_id: int
    venue_name: str
    time_zone: str
    date: Day
    time: TimeOfDay
    party_size: int
    seating: str
    tables: Count
    platform: Platform
    page: str | None
    swap_id: Annotated[int | None, LATER] = None


class ReservationDeadline(Durable):
    """The free cancellation of a booked table ends in a few hours, at the instant `free_until`.

    `date` and `time` are the table's, in the restaurant's `time_zone`. `cancel_fee_cents` is the fee for a later
    cancellation, null if it is not known. `currency` is its ISO code, "" if it is not known, and missing in older
    events.
    """

    type: Literal["reservation.deadline"]
    group_id: int
    reservation_id: int
    venue_name: str
    time_zone: str
    date: Day
    time: TimeOfDay
    party_size: int
    seating: str
    platform: Platform
    free_until: Instant
    cancel_fee_cents: Count | None
    currency: Annotated[str | None, LATER] = None


class ReservationNotReady(Durable):
    """A release is near, and its request may fail to book because of `problems`, a list of whole sentences.

    `venue_name` and `date` are those of the first choice; `release_at` is shown in the restaurant's `time_zone`.
    """

    type: Literal["reservation.not_ready"]
    group_id: int
    venue_name: str
    time_zone: str
    date: Day
    release_at: Instant
    problems: list[str]


class ReservationChanged(Durable):
    """A group changed for a reason other than its own attempt: for example, the user edited it, or its time ended.

    `replaced`: an override by another group booked a new table, and this group's booking was canceled.
    `override_failed`: this group's booking was canceled, but the new table was lost. `resumed`: this group's booking
    was canceled, the new table was lost, and this group is watched again. `continued`: this release request missed the
    release and is a cancel request from now on. `old_table_kept`: this group's table was booked in place of an old one,
    which is not canceled yet.
    """

    type: Literal["reservation.changed"]
    group_id: int
    group_status: Status
    what: GroupChange
    reason: str | None
    reason_text: str | None


class WeeklyRuleChanged(Durable):
    """A weekly rule changed.

    `filed`: it has filed the request of a week; the request has its own event. `refused`: the request of a week was
    refused; `text` says at which restaurant and why.
    """

    type: Literal["weekly_rule.changed"]
    rule_id: int
    what: RuleChange
    text: str | None


class AccountAttention(Durable):
    """The owner of a connected account has to act.

    `reason` is `needs_reconnect`, `account_gone`, `expires_soon` or `payment_required`. With the
    last two, `status` stays `connected`.
    """

    type: Literal["account.attention"]
    account_id: int
    platform: Platform
    username: str
    status: Literal["connected", "needs_reconnect"]
    reason: str
    reason_text: str


class UserNotice(Durable):
    """A notification about the user's plan or messages. `text` is shown unchanged.

    `texts_stopped`: text messages do not reach the user's phone, so they were switched off in the profile.
    `webhook_off`: a webhook's server did not accept events, so the webhook was turned off.
    `mqtt_off`: calls of the user's MQTT broker failed for days, so it was turned off.
    `mandate_drafted`: a program asks for a standing approval, whose id is `mandate_id`.
    """

    type: Literal["user.notice"]
    what: UserNoticeName
    text: str
    mandate_id: Annotated[int | None, LATER] = None


class UserChanged(Durable):
    """The user changed: the plan, here or at Stripe, or the confirmed e-mail address. Open pages reload the user; no
    notification is shown."""

    type: Literal["user.changed"]
    what: Literal["plan", "email"]


class NotificationsTested(Durable):
    """The user asked for a test message on each channel. The page shows no notification about this event."""

    type: Literal["notifications.tested"]


class Tick(BrowserEvent):
    """The latest status of one watched reservation.

    `last_check_at` and `next_check_at` are null if they are not known, for example before the first
    check or in quarantine. In the state `held_back`, all open tables cost more than a fee ceiling,
    so none is booked: `held_fee_cents` (paid now) and `held_cancel_fee_cents` (paid if nobody comes)
    are the amounts above their ceilings of the table that asks for least, and `held_time` is the
    time of that table. In the state `table_open` of a notify-only request,
    `held_time` is the time of the open table that fits it best.
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
    held_cancel_fee_cents: Count | None
    held_time: TimeOfDay | None


class WatchTicks(BrowserEvent):
    """The status of watched reservations. It is not stored: a newer event replaces it."""

    type: Literal["watch.ticks"]
    at: Instant
    ticks: list[Tick]


class WatchSeen(BrowserEvent):
    """A matching table was found and its booking has started. The outcome follows as a durable event.

    `date` and `time` are the restaurant's, in `time_zone`.
    """

    type: Literal["watch.seen"]
    at: Instant
    group_id: int
    reservation_id: int
    attempt_id: int
    venue_name: str
    time_zone: str
    date: Day
    time: TimeOfDay
    seating: str
    party_size: int


class Sighting(BrowserEvent):
    """One stored timeline entry about tables that were seen without a booking attempt. `id` is the entry's id.

    `passed_over`: the table went to another reservation. `tables` is the number of tables that the entry counts; the
    other fields describe the newest of these tables. `checks` is the number of checks of the reservation up to `at`.
    """

    id: int
    at: Instant
    group_id: int
    reservation_id: int
    venue_name: str
    time_zone: str
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
    """New timeline entries, oldest first. An entry may arrive twice. The timeline of the REST API has all entries."""

    type: Literal["watch.sightings"]
    sightings: list[Sighting]


class SourceChanged(BrowserEvent):
    """The health of a platform changed. The event goes to users who have requests at the platform.

    `reason_text` is the text of the banner, null while the platform is healthy.
    """

    type: Literal["source.state"]
    at: Instant
    platform: Platform
    state: PlatformState
    reason: str | None
    reason_text: str | None
    since: Instant | None


class Ready(BrowserEvent):
    """The replay has ended: the socket has sent every durable event up to `seq` and sends live events from now on."""

    seq: Count


class Away(BrowserEvent):
    """This server is shutting down. The browser reconnects at a random moment within `within` seconds."""

    within: Count


DurableEvent = TypeAliasType(
    "DurableEvent",
    Annotated[
        ReservationOutcome
        | ReservationOpening
        | ReservationDeadline
        | ReservationNotReady
        | ReservationChanged
        | WeeklyRuleChanged
        | AccountAttention
        | UserNotice
        | UserChanged
        | NotificationsTested,
        Field(discriminator="type", description="A stored event, numbered densely for each user and replayed."),
    ],
)
LiveEvent = TypeAliasType(
    "LiveEvent",
    Annotated[
        WatchTicks | WatchSeen | WatchSightings | SourceChanged,
        Field(discriminator="type", description="An event that is not stored: a newer one replaces it."),
    ],
)

durable_event: TypeAdapter[Durable] = TypeAdapter(DurableEvent)


def event_schema() -> dict[str, Any]:
    """Return the JSON schema of all events: `$defs` holds DurableEvent, LiveEvent, Ready, Away and their parts."""
    return TypeAdapter(DurableEvent | LiveEvent | Ready | Away).json_schema(mode="serialization")
