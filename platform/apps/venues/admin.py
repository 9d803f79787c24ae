"""Venues in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.common import notify
from apps.venues.models import Venue


@admin.register(Venue)
class VenueAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """What may be watched, what needs Pro, and who opted out."""

    list_display = (
        "venue_name",
        "reservation_source",
        "venue_id",
        "neighborhood",
        "price",
        "premium",
        "featured",
        "opted_out",
    )
    list_filter = ("reservation_source", "premium", "featured", "opted_out", "price", "cuisine")
    search_fields = ("venue_name", "neighborhood", "=venue_id")
    ordering = ("venue_name",)

    def save_model(self, request: HttpRequest, obj: Venue, form: Any, change: bool) -> None:
        """Wake the snipers: a venue that opted out must not be contacted again."""
        super().save_model(request, obj, form, change)
        notify.wishes(venue_id=obj.pk)
