"""Restaurants that can be watched."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from apps.connections.models import Platform


class Venue(models.Model):
    """One restaurant at one platform. `venue_id` is the platform's id; an opted-out venue is never contacted."""

    reservation_source = models.CharField(max_length=10, choices=Platform.choices)
    venue_id = models.BigIntegerField()
    venue_name = models.CharField(max_length=200)
    cuisine = models.CharField(max_length=40, blank=True)
    neighborhood = models.CharField(max_length=100, blank=True)
    locality = models.CharField(max_length=100, blank=True)
    region = models.CharField(max_length=40, blank=True)
    address1 = models.CharField(max_length=200, blank=True)
    postal_code = models.CharField(max_length=12, blank=True)
    country = models.CharField(max_length=2, default="US")
    latitude = models.FloatField(null=True, blank=True)
    longitude = models.FloatField(null=True, blank=True)
    phone_number = models.CharField(max_length=30, blank=True)
    website = models.URLField(blank=True)
    price = models.PositiveSmallIntegerField(default=2)
    cover_image_url = models.URLField(blank=True)
    need_to_know = models.TextField(blank=True)
    seating_types = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    time_zone = models.CharField(max_length=40, default="America/New_York")
    release_days_ahead = models.PositiveSmallIntegerField(null=True, blank=True)
    release_local_time = models.TimeField(null=True, blank=True)
    premium = models.BooleanField(default=False)
    featured = models.BooleanField(default=False)
    opted_out = models.BooleanField(default=False)

    class Meta:
        db_table = "venue"
        constraints = [
            models.UniqueConstraint(fields=["reservation_source", "venue_id"], name="one_row_for_each_platform_venue"),
            models.CheckConstraint(condition=models.Q(price__gte=1, price__lte=4), name="price_is_one_to_four"),
        ]
        indexes = [
            GinIndex(fields=["venue_name"], name="venue_name_trigrams", opclasses=["gin_trgm_ops"]),
            models.Index(fields=["neighborhood"], name="venue_neighborhood"),
        ]

    def __str__(self) -> str:
        return self.venue_name
