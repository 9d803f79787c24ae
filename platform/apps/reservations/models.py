"""Requests, the attempts made for them, and what came of each. The promises live here as constraints.

The sniper tower reads and writes these tables with its own SQL (snipers/store/queries.sql); this file owns their shape.
Two towers write `reservation` rows, so a change is always a conditional UPDATE and never a bare save().
"""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import User
from apps.connections.models import PlatformAccount
from apps.venues.models import Venue

# While an attempt is in one of these states, nobody else may try for the same target.
LIVE_ATTEMPT = models.Q(state__in=["claimed", "unknown", "booked"])
CALL_OPEN = models.Q(state__in=["claimed", "unknown"])


class SnipeType(models.TextChoices):
    """cancel: book what frees up. release: book when the venue opens its book."""

    CANCEL = "cancel"
    RELEASE = "release"


class Status(models.TextChoices):
    """The specification's five; active is the only one that holds a place in the allotment."""

    ACTIVE = "active"
    PAUSED = "paused"
    CONFIRMED = "confirmed"
    UNSUCCESSFUL = "unsuccessful"
    CANCELED = "canceled"


class AttemptState(models.TextChoices):
    """claimed and unknown are open; booked, lost and refused are final."""

    CLAIMED = "claimed"
    UNKNOWN = "unknown"
    BOOKED = "booked"
    LOST = "lost"
    REFUSED = "refused"


class Client(models.Model):
    """A person in a concierge's book. Of a card only the platform's id, last four digits and expiry are kept."""

    owner = models.ForeignKey(User, models.CASCADE, related_name="clients")
    first_name = models.CharField(max_length=100)
    last_name = models.CharField(max_length=100)
    email = models.EmailField(max_length=254)
    phone = models.CharField(max_length=20)
    zip_code = models.CharField(max_length=12, blank=True)
    card_platform_id = models.CharField(max_length=64, blank=True)
    card_last_four = models.CharField(max_length=4, blank=True)
    card_expiry = models.CharField(max_length=7, blank=True, help_text="MM/YYYY")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "client"
        constraints = [models.UniqueConstraint(fields=["owner", "email"], name="one_client_for_each_email")]


class ReservationGroup(models.Model):
    """One submission: what is wanted, for whom. Its status is derived from its requests, never stored.

    `diner_key` names who will sit down ("user:12" or "client:4"); one table for each diner and meal hangs on it.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="reservation_groups")
    client = models.ForeignKey(Client, models.SET_NULL, null=True, blank=True, related_name="groups")
    diner_key = models.CharField(max_length=40)
    snipe_type = models.CharField(max_length=8, choices=SnipeType.choices)
    party_size = models.PositiveSmallIntegerField()
    start_time = models.TimeField()
    end_time = models.TimeField()
    final_snipe_date = models.DateField(null=True, blank=True)
    release_date = models.DateField(null=True, blank=True)
    release_time = models.TimeField(null=True, blank=True)
    release_at = models.DateTimeField(null=True, blank=True)
    override_reservations = models.BooleanField(default=False)
    fee_ceiling_cents = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "reservation_group"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(party_size__gte=1, party_size__lte=20), name="party_size_is_sane"
            ),
            models.CheckConstraint(condition=models.Q(end_time__gt=models.F("start_time")), name="window_runs_forward"),
        ]
        indexes = [models.Index(fields=["user", "-id"], name="groups_of_user")]


class Reservation(models.Model):
    """One request: one venue on one date, watched until it is booked, stopped or over.

    `stop` holds a stop that arrived while a booking call was in flight ("pause" or "delete"): no claim starts while it
    is set, and whoever closes the attempt carries it out. `ends_at`: after this instant nothing is tried any more.
    """

    group = models.ForeignKey(ReservationGroup, models.CASCADE, related_name="reservations")
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="reservations")
    account = models.ForeignKey(PlatformAccount, models.PROTECT, null=True, related_name="reservations")
    date = models.DateField()
    table_type = models.CharField(max_length=60, blank=True, help_text="Seating wanted; empty means any.")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.ACTIVE)
    reason = models.CharField(max_length=40, blank=True)
    stop = models.CharField(max_length=6, blank=True, choices=[("pause", "pause"), ("delete", "delete")])
    ends_at = models.DateTimeField()
    created_at = models.DateTimeField(db_default=Now())
    status_changed_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "reservation"
        constraints = [
            models.UniqueConstraint(
                fields=["group", "venue", "date"],
                condition=models.Q(status__in=["active", "paused", "confirmed"]),
                name="one_request_for_each_venue_and_date",
            )
        ]
        indexes = [
            models.Index(fields=["venue"], name="active_requests_of_venue", condition=models.Q(status="active")),
            models.Index(
                fields=["ends_at"],
                name="open_requests_by_end",
                condition=models.Q(status__in=["active", "paused"]),
            ),
        ]


class Attempt(models.Model):
    """One try for one slot: a lease with a send deadline, written before the platform is called.

    claimed -> booked | lost | refused | unknown; unknown -> booked | lost. The partial unique indexes are the promise
    "at most one table": for a request, for a group and date, for a diner and meal; and one call at a time for a slot.
    """

    reservation = models.ForeignKey(Reservation, models.CASCADE, related_name="attempts")
    account = models.ForeignKey(PlatformAccount, models.PROTECT, related_name="attempts")
    group_id = models.BigIntegerField()
    diner_key = models.CharField(max_length=40)
    platform = models.CharField(max_length=10)
    venue_id = models.BigIntegerField(help_text="Our venue row's id.")
    platform_venue_id = models.BigIntegerField()
    date = models.DateField()
    meal = models.CharField(max_length=10)
    slot_key = models.CharField(max_length=200)
    slot_time = models.TimeField()
    seating = models.CharField(max_length=100, blank=True)
    party_size = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=AttemptState.choices)
    reason = models.CharField(max_length=40, blank=True)
    owner = models.CharField(max_length=80, help_text="The watcher's incarnation that claimed it.")
    epoch = models.BigIntegerField()
    known_before = models.JSONField(default=list)
    seen_at = models.DateTimeField()
    claimed_at = models.DateTimeField()
    send_by = models.DateTimeField()
    grace_until = models.DateTimeField()
    first_absent_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    platform_reservation_id = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null until the platform names one
    timings = models.JSONField(default=dict)

    class Meta:
        db_table = "attempt"
        constraints = [
            models.UniqueConstraint(fields=["reservation"], condition=LIVE_ATTEMPT, name="one_live_attempt"),
            models.UniqueConstraint(
                fields=["group_id", "date"], condition=LIVE_ATTEMPT, name="one_table_for_each_group_date"
            ),
            models.UniqueConstraint(
                fields=["diner_key", "date", "meal"],
                condition=LIVE_ATTEMPT,
                name="one_table_for_each_diner_meal",
            ),
            models.UniqueConstraint(fields=["slot_key"], condition=CALL_OPEN, name="one_call_for_each_slot"),
            models.UniqueConstraint(
                fields=["platform", "platform_reservation_id"],
                condition=models.Q(platform_reservation_id__isnull=False),
                name="one_attempt_for_each_platform_booking",
            ),
        ]
        indexes = [models.Index(fields=["venue_id"], name="open_attempts_of_venue", condition=CALL_OPEN)]


class Outcome(models.Model):
    """What an attempt came to, told once: `told_at` is set in the transaction that writes the user's event."""

    attempt = models.OneToOneField(Attempt, models.CASCADE, primary_key=True)
    kind = models.CharField(max_length=8)
    reason = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    told_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "outcome"
        indexes = [
            models.Index(fields=["created_at"], name="outcomes_untold", condition=models.Q(told_at__isnull=True))
        ]


class WatchState(models.Model):
    """The latest word on one request, written in batches by the controller: a hint for the screen, never truth."""

    reservation = models.OneToOneField(Reservation, models.CASCADE, primary_key=True)
    state = models.CharField(max_length=16)
    checks = models.BigIntegerField(default=0)
    last_check_at = models.DateTimeField(null=True)
    next_check_at = models.DateTimeField(null=True)
    interval_ms = models.IntegerField(default=0)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "watch_state"


class VenueWatch(models.Model):
    """Who watches a venue now. A watcher takes the row by raising `epoch`; a claim of an older epoch gets no row."""

    venue = models.OneToOneField(Venue, models.CASCADE, primary_key=True)
    epoch = models.BigIntegerField(default=0)
    owner = models.CharField(max_length=80)
    pid = models.IntegerField(default=0)
    node = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=16, default="starting")
    polls = models.BigIntegerField(default=0)
    last_poll_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(db_default=Now())
    heartbeat_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "venue_watch"


class TimelineEntry(models.Model):
    """One line of a request's story, append-only, written by both towers.

    `checks` is how often the request had been checked when the line was written: the difference of two lines is the
    run of empty checks between them, so a run costs no rows.
    """

    reservation = models.ForeignKey(Reservation, models.CASCADE, related_name="timeline")
    attempt = models.ForeignKey(Attempt, models.SET_NULL, null=True, related_name="timeline")
    at = models.DateTimeField(db_default=Now())
    kind = models.CharField(max_length=20)
    reason = models.CharField(max_length=40, blank=True)
    slot_time = models.TimeField(null=True)
    seating = models.CharField(max_length=100, blank=True)
    party_size = models.PositiveSmallIntegerField(null=True)
    duration_ms = models.FloatField(null=True)
    checks = models.BigIntegerField(null=True)

    class Meta:
        db_table = "timeline_entry"
        indexes = [
            models.Index(fields=["reservation", "id"], name="timeline_of_reservation"),
            BrinIndex(fields=["at"], name="timeline_by_time"),
        ]
