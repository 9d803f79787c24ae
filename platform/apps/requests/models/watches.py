"""The tables of venues' watchers, of reservations' watch states, of timelines, and of openings to be published."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Now

from apps.venues.models import Venue

from .attempts import Attempt
from .requests import Reservation


class WatchState(models.Model):
    """The latest state of one reservation, for display only. The controller writes the states in batches.

    In the state held_back, `held_fee_cents` (paid now) and `held_cancel_fee_cents` (paid if nobody comes) are the
    amounts above their ceilings of the open table that asks for least, at `held_time`. In the state
    table_open, `held_time` is that of the open table that fits a notify-only request best.
    """

    reservation = models.OneToOneField(Reservation, models.CASCADE, primary_key=True)
    state = models.CharField(max_length=16)
    checks = models.BigIntegerField(default=0)
    last_check_at = models.DateTimeField(null=True)
    next_check_at = models.DateTimeField(null=True)
    interval_ms = models.IntegerField(default=0)
    held_fee_cents = models.IntegerField(null=True)
    held_cancel_fee_cents = models.IntegerField(null=True)
    held_time = models.TimeField(null=True)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
        db_table = "watch_state"


class VenueWatch(models.Model):
    """The watcher of a venue. A new watcher takes the row by raising `epoch`; claims with an older epoch are refused.

    `failed_starts` counts consecutive runs that ended before a poll was answered; `polled` says whether the current run
    has an answer. From three failed starts on, the controller sets `quarantined_until`. `opened` is the number of
    tables that appeared in `watched` seconds; both numbers decay with a half-life of one day and are as of
    `heartbeat_at`. `schedule` is the last poll schedule, which a restarted watcher reads. `cell` is the watcher's cell
    (apps/reservations/models.py). Only the cell named in `assigned` may take the row; "" means the active cell.
    `failure` is the platform's last failure, and `retry_at` is when its Retry-After ends.
    """

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
    failed_starts = models.IntegerField(db_default=0, default=0)
    polled = models.BooleanField(db_default=False, default=False)
    opened = models.FloatField(db_default=0.0, default=0.0)
    watched = models.FloatField(db_default=0.0, default=0.0)
    quarantined_until = models.DateTimeField(null=True)
    quarantine_reason = models.CharField(max_length=40, db_default="", default="", blank=True)
    schedule = models.JSONField(null=True)
    cell = models.CharField(max_length=40, db_default="", default="", blank=True)
    assigned = models.CharField(max_length=40, db_default="", default="", blank=True)
    failure = models.CharField(max_length=16, db_default="", default="", blank=True)
    failed_at = models.DateTimeField(null=True)
    retry_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "reservations"
        db_table = "venue_watch"
        verbose_name_plural = "venue watches"


class TimelineEntry(models.Model):
    """One entry of a reservation's timeline, append-only, written by both towers.

    `checks` is the number of checks of the reservation so far. A check without a result has no row: the `checks` of two
    entries show how many checks were made between them. `tables` is the number of tables that the entry stands for
    (null: one). The other fields describe the newest of these tables. A `passed_over` entry of an earlier release has
    no `tables`; it repeats a `seen` entry about the same table.

    `over` describes the table to which the table of a `booked` entry was preferred: an object with `venue_name`,
    `date`, `time`, `seating`, and `by`, which says what decided: "venue", "date" or "seating". If the time window
    decided, the object has the key `window` in addition.
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
    tables = models.IntegerField(null=True)
    over = models.JSONField(null=True)

    class Meta:
        app_label = "reservations"
        db_table = "timeline_entry"
        verbose_name_plural = "timeline"
        indexes = [
            models.Index(fields=["reservation", "id"], name="timeline_of_reservation"),
            BrinIndex(fields=["at"], name="timeline_by_time"),
        ]

    def __str__(self) -> str:
        return self.kind


class Candidate(models.Model):
    """An open slot that a watcher holds back, because the group asked for one table in all and prefers others.

    `level` is the place of the slot in the user's order (snipers.domain.choice); a lower level is better. The watchers
    of the group's venues compare their candidates here, so that the best one is booked. Rows are seconds old at most
    when they count; housekeeping deletes older ones.
    """

    reservation = models.ForeignKey(Reservation, models.CASCADE, related_name="+")
    group_id = models.BigIntegerField()
    slot_key = models.CharField(max_length=200)
    slot_time = models.TimeField()
    seating = models.CharField(max_length=100, blank=True)
    level = models.IntegerField()
    seen_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
        db_table = "candidate"
        constraints = [
            models.UniqueConstraint(fields=["reservation", "slot_key"], name="one_candidate_for_each_request_and_slot")
        ]
        indexes = [models.Index(fields=["group_id"], name="candidates_of_group")]


class Opening(models.Model):
    """An entry `opened` of a notify-only reservation's timeline, to be published once.

    The statement that writes the entry writes this row. `notified_at` is when the relay handled the opening, also if it
    causes no event; an event is written in the same transaction. `shown_as` says what the user got: nothing, an event,
    or an event with messages (apps/outcomes/rules/openings.py). It is "" before.
    """

    entry = models.OneToOneField(TimelineEntry, models.CASCADE, primary_key=True)
    reservation = models.ForeignKey(Reservation, models.CASCADE, related_name="openings")
    notified_at = models.DateTimeField(null=True)
    shown_as = models.CharField(max_length=8, db_default="", default="", blank=True)

    class Meta:
        app_label = "reservations"
        db_table = "opening"
        indexes = [
            models.Index(fields=["entry"], name="openings_unpublished", condition=models.Q(notified_at__isnull=True))
        ]
