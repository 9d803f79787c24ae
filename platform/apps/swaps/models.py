"""Offers to swap a booked table for a better one that was seen open."""

from django.db import models
from django.db.models.functions import Now

from apps.requests.models import Attempt, Reservation, ReservationGroup
from apps.venues.models import Venue


class SwapOffer(models.Model):
    """A better table that was seen for a booked one (`old`). Nothing is booked unless the user accepts the offer.

    `looking` is the reservation of the notify-only group that saw it. `dismissed_at`: the user keeps the old table, and
    this table is not offered again. `swap` is the group of the user's last command to swap. `finished_at` is set in the
    transaction that requests the cancellation of the old table after the new one was booked, so this happens once.
    """

    old = models.ForeignKey(Attempt, models.CASCADE, related_name="swap_offers")
    looking = models.ForeignKey(Reservation, models.CASCADE, related_name="swap_offers")
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="+")
    date = models.DateField()
    slot_time = models.TimeField()
    seating = models.CharField(max_length=100, blank=True)
    seen_at = models.DateTimeField(db_default=Now())
    dismissed_at = models.DateTimeField(null=True)
    swap = models.ForeignKey(ReservationGroup, models.SET_NULL, null=True, related_name="swap_offers")
    finished_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "reservations"
        db_table = "swap_offer"
        constraints = [
            models.UniqueConstraint(
                fields=["old", "venue", "date", "slot_time", "seating"], name="one_offer_for_each_table_and_slot"
            )
        ]
        indexes = [
            models.Index(
                fields=["swap"],
                name="swaps_under_way",
                condition=models.Q(swap__isnull=False, finished_at__isnull=True),
            )
        ]
