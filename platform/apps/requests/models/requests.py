"""Groups, their reservations, and the clients of concierges.

Two towers write `reservation` rows, so each change is a conditional UPDATE and never a plain save().
"""

from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import User
from apps.connections.models import PlatformAccount
from apps.venues.models import Venue
from snipers.telemetry import trace as traces

# Reservations of swaps that users commanded. They are over within minutes and do not count toward the plan's limit.
COMMANDED_SWAP = models.Q(group__swap_of__isnull=False, group__notify_only=False)


class SnipeType(models.TextChoices):
    """The types of a request. cancel: book a table when somebody cancels. release: book when the venue opens its
    book."""

    CANCEL = "cancel"
    RELEASE = "release"


class Status(models.TextChoices):
    """The five statuses of the specification. Only active reservations count against the plan's limit."""

    ACTIVE = "active"
    PAUSED = "paused"
    CONFIRMED = "confirmed"
    UNSUCCESSFUL = "unsuccessful"
    CANCELED = "canceled"


class Client(models.Model):
    """A client of a concierge. A `saved` client stays in the client book; others are stored only while a request needs
    them."""

    owner = models.ForeignKey(User, models.CASCADE, related_name="clients")
    first_name = models.CharField(max_length=100)
    last_name = models.CharField(max_length=100)
    email = models.EmailField(max_length=254)
    phone = models.CharField(max_length=20)
    zip_code = models.CharField(max_length=12, blank=True)
    saved = models.BooleanField(db_default=True, default=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
        db_table = "client"
        constraints = [models.UniqueConstraint(fields=["owner", "email"], name="one_client_for_each_email")]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}"


class ClientCard(models.Model):
    """A client's card at one platform account. Only the platform's id, the last four digits and the expiry are
    stored."""

    client = models.ForeignKey(Client, models.CASCADE, related_name="cards")
    account = models.ForeignKey(PlatformAccount, models.CASCADE, related_name="client_cards")
    platform_payment_id = models.CharField(max_length=64)
    last_four = models.CharField(max_length=4)
    expiry = models.CharField(max_length=7, help_text="MM/YYYY")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
        db_table = "client_card"
        constraints = [
            models.UniqueConstraint(fields=["client", "account"], name="one_card_for_each_client_and_account")
        ]


class ReservationGroup(models.Model):
    """One request, as the user submitted it. Its status is derived from its reservations and never stored.

    `diner_key` identifies the diner ("user:12" or "client:4"). A diner may have one table for each meal. `trace` is the
    traceparent of the call that filed the group; its trace id finds every log record about it. With `notify_only`,
    nothing is booked: the user is notified of open tables. A trigger of `attempt` refuses attempts of such a group.
    With `one_table`, the group gets one table in all; without it, one for each date.

    `start_time` and `end_time` are the time window. If there are several, `time_windows` has all of them as pairs of
    "HH:MM", first choice first, and `start_time` and `end_time` are the first; otherwise `time_windows` is [].
    It is ignored if it does not begin with this window (rules/time_windows.py, and the function `time_windows_of` in
    the database).

    With `continue_as_cancel`, a release request that misses the release becomes a cancel request
    (apps/outcomes/relay/missed_releases.py). Such a cancel request has `release_at`, the instant of the release that it
    missed, and no release date and time. Other cancel requests have no `release_at`.

    `swap_of` is the id of a booked attempt of the user. With `notify_only`, the group searches for a table that is
    better than that one. Without `notify_only`, the user has commanded a swap, and the group books exactly the offered
    table (swaps/). A trigger of `attempt` admits attempts of such a group only while the table of `swap_of` is booked.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="reservation_groups")
    client = models.ForeignKey(Client, models.SET_NULL, null=True, blank=True, related_name="groups")
    diner_key = models.CharField(max_length=40)
    snipe_type = models.CharField(max_length=8, choices=SnipeType.choices)
    party_size = models.PositiveSmallIntegerField()
    start_time = models.TimeField()
    end_time = models.TimeField()
    time_windows = models.JSONField(db_default=[], default=list, blank=True)
    final_snipe_date = models.DateField(null=True, blank=True)
    release_date = models.DateField(null=True, blank=True)
    release_time = models.TimeField(null=True, blank=True)
    release_at = models.DateTimeField(null=True, blank=True)
    override_reservations = models.BooleanField(default=False)
    fee_ceiling_cents = models.PositiveIntegerField(default=0)
    cancel_fee_ceiling_cents = models.PositiveIntegerField(db_default=0, default=0)
    accepts_unknown_fee = models.BooleanField(db_default=False, default=False)
    notify_only = models.BooleanField(db_default=False, default=False)
    one_table = models.BooleanField(db_default=False, default=False)
    continue_as_cancel = models.BooleanField(db_default=False, default=False)
    note_to_restaurant = models.CharField(max_length=140, db_default="", default="", blank=True)
    swap_of = models.BigIntegerField(null=True)
    trace = models.CharField(max_length=traces.LENGTH, db_default="", default="", blank=True)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
        db_table = "reservation_group"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(party_size__gte=1, party_size__lte=20), name="party_size_is_sane"
            ),
            models.CheckConstraint(condition=models.Q(end_time__gt=models.F("start_time")), name="window_runs_forward"),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="groups_of_user"),
            models.Index(
                fields=["release_at"],
                name="releases_that_continue",
                condition=models.Q(snipe_type="release", continue_as_cancel=True),
            ),
            models.Index(fields=["swap_of"], name="groups_of_a_table", condition=models.Q(swap_of__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"group {self.pk}"


class Reservation(models.Model):
    """One venue and one date of a group. It is watched until a table is booked, it is stopped, or its time is over.

    `stop` ("pause" or "delete") is a stop that was requested during a booking call. While it is set, no claim is made.
    The process that closes the attempt performs the stop. After `ends_at` no attempt starts. `revision` grows with
    every edit of the group. A claim names the revision that its watcher read, so nothing is booked with outdated
    values. The column is in this table because a claim locks this row and therefore reads its newest version.

    `choice` is the place of the venue and date in the user's order, 0 for the first choice. `table_types` are the
    wanted seatings, best first, "" for any; [] means `table_type` alone. `table_type` is the first of them;
    `table_types` counts only while it begins with it.
    """

    group = models.ForeignKey(ReservationGroup, models.CASCADE, related_name="reservations")
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="reservations")
    account = models.ForeignKey(PlatformAccount, models.PROTECT, null=True, related_name="reservations")
    # The platform's id of the card that the user chose. Null means the account's default card.
    payment_method_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - see above
    date = models.DateField()
    table_type = models.CharField(max_length=60, blank=True, help_text="Seating wanted; empty means any.")
    table_types = models.JSONField(db_default=[], default=list)
    choice = models.SmallIntegerField(db_default=0, default=0)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.ACTIVE)
    reason = models.CharField(max_length=40, blank=True)
    stop = models.CharField(max_length=6, blank=True, choices=[("pause", "pause"), ("delete", "delete")])
    ends_at = models.DateTimeField()
    revision = models.IntegerField(db_default=1, default=1)
    created_at = models.DateTimeField(db_default=Now())
    status_changed_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
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
                fields=["ends_at"], name="open_requests_by_end", condition=models.Q(status__in=["active", "paused"])
            ),
        ]

    def __str__(self) -> str:
        return f"request {self.pk} for {self.date}"
