"""The tables of the odds: the observations from which odds are computed, and the baseline (docs/decisions/0579)."""

from django.db import models

from apps.venues.models import Venue


class SeenOpening(models.Model):
    """The new tables in one answer to a watcher's poll for a service date and a party size.

    `slots` are pairs of time (HH:MM, the venue's wall clock) and seating, earliest first. `lead` is the class of the
    time from `seen_at` to 18:00 of the service date: 0 below six hours, 8 from 30 days on. `part` is the quarter of the
    day of `seen_at`, 0 from midnight to 6:00. snipers/domain/odds/calendar.py computes both.
    """

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="seen_openings")
    service_date = models.DateField()
    party_size = models.PositiveSmallIntegerField()
    seen_at = models.DateTimeField()
    lead = models.SmallIntegerField()
    part = models.SmallIntegerField()
    slots = models.JSONField()

    class Meta:
        app_label = "reservations"
        db_table = "seen_opening"
        constraints = [
            models.UniqueConstraint(
                fields=["venue", "service_date", "party_size", "seen_at"], name="one_row_for_each_answer_with_openings"
            )
        ]
        indexes = [models.Index(fields=["venue", "-seen_at"], name="seen_openings_of_venue")]


class WatchedTime(models.Model):
    """The seconds for which polls for a service date and a party size were answered without a gap, in one class of lead
    and one part of the day.

    `lead` and `part` are those of the time of the polls, as in SeenOpening.
    """

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="watched_times")
    service_date = models.DateField()
    party_size = models.PositiveSmallIntegerField()
    lead = models.SmallIntegerField()
    part = models.SmallIntegerField()
    seconds = models.FloatField()

    class Meta:
        app_label = "reservations"
        db_table = "watched_time"
        constraints = [
            models.UniqueConstraint(
                fields=["venue", "service_date", "party_size", "lead", "part"], name="one_row_for_each_watched_time"
            )
        ]


class OddsBaseline(models.Model):
    """The parameters that all venues have in common, from which the odds of each venue start: one row, written by a
    task.

    `parameters` are the fields of snipers.domain.odds.baseline.Baseline, and `venues` is the number of venues that it
    was fitted to.
    """

    ONLY = 1

    parameters = models.JSONField()
    venues = models.PositiveIntegerField()
    fitted_at = models.DateTimeField()

    class Meta:
        app_label = "reservations"
        db_table = "odds_baseline"
