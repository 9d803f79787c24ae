"""The tables of attempts and outcomes. Unique constraints guarantee that we book at most one table for each diner and
meal, except while an override replaces the old table."""

from datetime import datetime

from django.db import models
from django.db.models.functions import Now

from apps.connections.models import PlatformAccount
from apps.requests.rules import schedule
from snipers.domain.vocabulary import HELD_BACK_REASONS

from .requests import Reservation

# While an attempt is in one of these states, no other attempt may start for the same reservation, the same group and
# date, or the same diner and meal.
LIVE_ATTEMPT = models.Q(state__in=["claimed", "unknown", "booked"])
# The book call may still be in flight, or its result is unknown.
CALL_OPEN = models.Q(state__in=["claimed", "unknown"])
# An old booking is to be canceled, because the table in its place is booked.
CANCELLATION_PENDING = models.Q(
    state__in=["booked", "replaced"], old_booking_id__gt="", old_booking_gone_at__isnull=True
)
REPLACES = models.Q(replaces__isnull=False)
# The table's fee or deposit exceeds its ceiling or is unknown, so no book call was sent. Users do not see this as
# an attempt.
HELD_BACK = models.Q(state="refused", reason__in=[reason.value for reason in HELD_BACK_REASONS])


class AttemptState(models.TextChoices):
    """The states claimed and unknown are open. The states lost, refused, replaced and canceled are final.

    The state booked may become replaced (by an override) or canceled (at the platform, by the diner or by the
    restaurant).
    """

    CLAIMED = "claimed"
    UNKNOWN = "unknown"
    BOOKED = "booked"
    LOST = "lost"
    REFUSED = "refused"
    REPLACED = "replaced"
    CANCELED = "canceled"


class Attempt(models.Model):
    """One try to book one slot: a lease with a deadline for sending the book call, written before that call.

    States: claimed -> booked | lost | refused | unknown; unknown -> booked | lost | refused; booked -> replaced |
    canceled. The partial unique indexes allow one live attempt for a reservation, for a group and date, and for a diner
    and meal. With `one_table`, which a trigger copies from the group, they allow one for the whole group. The indexes
    also allow only one book call at a time for each slot. Tables of one venue, date, time and party size look the same
    in the account's list, so only one book call at a time is allowed for them too.

    In an override, `replaces` is the id of the attempt that booked the diner's old table; it becomes null when the
    override is booked. The old attempt stays booked until then, and becomes `replaced`. It also becomes `replaced` if
    the override fails after the old booking was canceled. `old_booking_id` is the platform's id of the old booking,
    written before the platform is asked to cancel it; `old_booking_gone_at` is when the platform confirmed the
    cancellation. While only `old_booking_id` is set, the cancellation is pending. `replacement_notified` is False until
    the user of a replaced attempt is notified.

    `reply` is the platform's answer that lost the table ("404 POST /3/details"), "" otherwise.

    `cancel_requested_at` is when the diner asked to cancel this booked table; it is null again if the cancellation
    failed. `cancel_due_at` is when the platform is asked next. `missing_since` is when a complete list of the account
    first lacked this booked table. `fee_cents` (paid now) and `held_cancel_fee_cents` (paid if nobody comes) are the
    amounts above their ceilings of a held-back table. `cancel_fee_cents`, `deposit_cents` and `free_until` are its
    terms or those of the booking call; null if unknown, as for a booking that was found in the account's list.
    `currency` is the ISO code of these amounts, "" if the platform did not state it. The link with which guests see the
    table contains a signature of `share_nonce`, which is null if the table is not shared.
    """

    reservation = models.ForeignKey(Reservation, models.CASCADE, related_name="attempts")
    account = models.ForeignKey(PlatformAccount, models.PROTECT, related_name="attempts")
    group_id = models.BigIntegerField()
    one_table = models.BooleanField(db_default=False, default=False)
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
    reply = models.CharField(max_length=80, blank=True, default="", db_default="")
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
    replaces = models.BigIntegerField(null=True)
    old_booking_id = models.CharField(max_length=64, db_default="", default="", blank=True)
    old_booking_gone_at = models.DateTimeField(null=True)
    replacement_notified = models.BooleanField(db_default=True, default=True)
    missing_since = models.DateTimeField(null=True)
    cancel_requested_at = models.DateTimeField(null=True)
    cancel_due_at = models.DateTimeField(null=True)
    fee_cents = models.IntegerField(null=True)
    held_cancel_fee_cents = models.IntegerField(null=True)
    cancel_fee_cents = models.IntegerField(null=True)
    deposit_cents = models.IntegerField(null=True)
    free_until = models.DateTimeField(null=True)
    currency = models.CharField(max_length=3, blank=True, default="", db_default="")
    share_nonce = models.UUIDField(null=True)

    class Meta:
        app_label = "reservations"
        db_table = "attempt"
        constraints = [
            models.UniqueConstraint(fields=["reservation"], condition=LIVE_ATTEMPT, name="one_live_attempt"),
            models.UniqueConstraint(
                fields=["group_id", "date"], condition=LIVE_ATTEMPT, name="one_table_for_each_group_date"
            ),
            models.UniqueConstraint(
                fields=["group_id"],
                condition=models.Q(one_table=True) & LIVE_ATTEMPT,
                name="one_table_for_each_one_table_group",
            ),
            models.UniqueConstraint(
                fields=["diner_key", "date", "meal"],
                condition=LIVE_ATTEMPT & ~REPLACES,
                name="one_table_for_each_diner_meal",
            ),
            models.UniqueConstraint(
                fields=["diner_key", "date", "meal"],
                condition=LIVE_ATTEMPT & REPLACES,
                name="one_override_for_each_diner_meal",
            ),
            models.UniqueConstraint(fields=["slot_key"], condition=CALL_OPEN, name="one_call_for_each_slot"),
            # A concierge's account may book the same time for several clients, and its list does not name the clients.
            models.UniqueConstraint(
                fields=["account", "venue_id", "date", "slot_time", "party_size"],
                condition=CALL_OPEN,
                name="one_call_for_each_line_of_a_list",
            ),
            models.UniqueConstraint(
                # A platform may number bookings for each restaurant.
                fields=["platform", "platform_reservation_id", "platform_venue_id"],
                # A platform that modifies a booking keeps its id, so the new attempt has the same id.
                condition=models.Q(platform_reservation_id__isnull=False) & ~models.Q(state="replaced"),
                name="one_attempt_for_each_platform_booking",
            ),
        ]
        indexes = [
            models.Index(fields=["venue_id"], name="open_attempts_of_venue", condition=CALL_OPEN),
            models.Index(
                fields=["venue_id"],
                name="pending_cancellations_of_venue",
                condition=models.Q(state__in=["booked", "replaced"], old_booking_gone_at__isnull=True)
                & ~models.Q(old_booking_id=""),
            ),
            models.Index(fields=["account", "date"], name="booked_of_account", condition=models.Q(state="booked")),
            models.Index(
                fields=["cancel_due_at"],
                name="cancellations_due",
                condition=models.Q(state="booked", cancel_requested_at__isnull=False),
            ),
            models.Index(
                fields=["free_until"],
                name="free_cancellations_by_end",
                condition=models.Q(state="booked", free_until__isnull=False),
            ),
            models.Index(fields=["id"], name="replaced_unpublished", condition=models.Q(replacement_notified=False)),
        ]

    def __str__(self) -> str:
        return f"attempt {self.pk}"

    @property
    def starts_at(self) -> datetime:
        """The UTC instant of the table. It reads the reservation's venue."""
        return schedule.instant(day=self.date, at=self.slot_time, zone=self.reservation.venue.time_zone)


class Outcome(models.Model):
    """The result of an attempt. `notified_at` is set in the transaction that writes the user's event."""

    attempt = models.OneToOneField(Attempt, models.CASCADE, primary_key=True)
    kind = models.CharField(max_length=8)
    reason = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    notified_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "reservations"
        db_table = "outcome"
        indexes = [
            models.Index(
                fields=["created_at"], name="outcomes_unpublished", condition=models.Q(notified_at__isnull=True)
            )
        ]
