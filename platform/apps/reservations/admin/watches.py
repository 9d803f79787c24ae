"""The watch of a venue (what is stored about its watcher) and its kill switch on the venue's admin page."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts.staff.admin_base import ReadOnlyAdmin
from apps.connections.models import SwitchScope
from apps.requests.models import VenueWatch
from apps.venues.admin import VenueAdmin
from apps.venues.models import Venue


class WatchOfVenue(ReadOnlyAdmin, admin.StackedInline):  # type: ignore[type-arg]  # takes no parameter at run time
    """The watcher of this venue, and its quarantine."""

    model = VenueWatch
    verbose_name = "watch"
    fields = ("state", "last_poll_at", "polls", "quarantined_until", "quarantine_reason")


admin.site.unregister(Venue)


@admin.register(Venue)
class WatchedVenueAdmin(VenueAdmin):
    """A venue with its watch and a link to its kill switch."""

    readonly_fields = (*VenueAdmin.readonly_fields, "stop_it")
    fieldsets: ClassVar[Any] = (*VenueAdmin.fieldsets, ("Stop", {"fields": ("stop_it",)}))

    def get_inlines(self, request: HttpRequest, obj: Venue | None) -> list[Any]:
        return [WatchOfVenue] if obj and VenueWatch.objects.filter(pk=obj.pk).exists() else []

    @admin.display(description="kill switch")
    def stop_it(self, venue: Venue) -> SafeString:
        if venue.pk is None:
            return SafeString("")
        url = reverse("admin:connections_killswitch_add", query={"scope": SwitchScope.VENUE, "key": venue.pk})
        return format_html('<a href="{}">Stop all polling and booking here</a>', url)
