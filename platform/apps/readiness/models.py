"""The tables of rehearsals and of the booking terms that they saw."""

from django.db import models
from django.db.models.functions import Now

from apps.requests.models import ReservationGroup
from apps.venues.models import Venue


class Rehearsal(models.Model):
    """The last rehearsal of a request: its booking steps at the platform, up to the booking call and without it.

    `requested_at` identifies the rehearsal: the job of an older one writes nothing. `steps` are objects as in
    `rules.RehearsalStep`. `finished_at` is null while the rehearsal runs.
    """

    group = models.OneToOneField(ReservationGroup, models.CASCADE, primary_key=True, related_name="rehearsal")
    requested_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    steps = models.JSONField(default=list)

    class Meta:
        app_label = "reservations"
        db_table = "rehearsal"


class SeenTerms(models.Model):
    """The terms that a platform last stated for a party at a venue when we asked without an attempt to book.

    Attempts store the terms of their own calls. Amounts are cents for the whole party. `free_until` is the last instant
    of a free cancellation of the table at `slot_date` and `slot_time`, null if it was not stated. `currency` is the ISO
    code that the platform stated with the amounts, "" if it stated none.
    """

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="seen_terms")
    party_size = models.PositiveSmallIntegerField()
    slot_date = models.DateField()
    slot_time = models.TimeField()
    cancel_fee_cents = models.IntegerField()
    deposit_cents = models.IntegerField()
    currency = models.CharField(max_length=3, blank=True, default="", db_default="")
    free_until = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
        db_table = "seen_terms"
        verbose_name_plural = "seen terms"
        constraints = [
            models.UniqueConstraint(fields=["venue", "party_size"], name="one_row_of_terms_for_each_venue_and_party")
        ]
