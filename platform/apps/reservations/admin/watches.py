"""The watches of venues (what is stored about each venue's watcher) in the admin: on the page of each venue, and as a
list for on-call staff."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts.staff.admin_base import AuditedAdmin, ReadOnlyAdmin
from apps.common.database import notify
from apps.connections.models import SwitchScope
from apps.requests.models import VenueWatch
from apps.venues.admin import VenueAdmin
from apps.venues.models import Venue


class QuarantineFilter(admin.SimpleListFilter):
    """Filters by whether a venue is in quarantine."""

    title = "quarantine"
    parameter_name = "quarantine"

    def lookups(self, *_: Any) -> list[tuple[str, str]]:
        return [("on", "in quarantine now"), ("off", "not in quarantine")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[VenueWatch]) -> QuerySet[VenueWatch]:
        in_quarantine = {"quarantined_until__gt": timezone.now()}
        if self.value() == "on":
            return queryset.filter(**in_quarantine)
        return queryset.exclude(**in_quarantine) if self.value() == "off" else queryset


@admin.register(VenueWatch)
class WatchAdmin(ReadOnlyAdmin, AuditedAdmin):
    """The watcher of each venue. After three consecutive failed starts a venue is quarantined. Staff may end the
    quarantine."""

    list_display = (
        "venue",
        "state",
        "polls",
        "last_poll_at",
        "heartbeat_at",
        "failed_starts",
        "quarantined_until",
        "why",
    )
    list_filter = (QuarantineFilter, "state")
    list_select_related = ("venue",)
    search_fields = ("venue__venue_name", "=venue__id", "owner")
    search_help_text = "Restaurant, our id, or the watcher."
    ordering = ("-heartbeat_at",)
    actions = ("release",)
    fields = (
        "venue", "state", "owner", "epoch", "pid", "node", "started_at", "heartbeat_at", "last_poll_at", "polls",
        "failed_starts", "quarantined_until", "quarantine_reason", "schedule",
    )  # fmt: skip

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may end quarantines, which requires the permission to change watches."""
        return request.user.has_perm("reservations.change_venuewatch")

    @admin.display(description="quarantine reason")
    def why(self, watch: VenueWatch) -> str:
        return watch.quarantine_reason

    @admin.action(description="End the quarantine", permissions=["act"])
    def release(self, request: HttpRequest, queryset: QuerySet[VenueWatch]) -> None:
        """End the quarantines. The controller starts the watchers again at once."""
        chosen = list(queryset.exclude(quarantined_until=None))
        ids = [watch.pk for watch in chosen]
        VenueWatch.objects.filter(pk__in=ids).update(quarantined_until=None, quarantine_reason="", failed_starts=0)
        for venue_id in ids:
            notify.demand_changed(venue_id=venue_id)
        self.log_each(request, chosen, "quarantine ended")
        self.message_user(request, f"{len(chosen)} may be watched again.")


class WatchOfVenue(ReadOnlyAdmin, admin.StackedInline):  # type: ignore[type-arg]  # takes no parameter at run time
    """The watcher of this venue, and its quarantine."""

    model = VenueWatch
    verbose_name = "watch"
    fields = ("state", "last_poll_at", "polls", "quarantined_until", "quarantine_reason")
    show_change_link = True


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
