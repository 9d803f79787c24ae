"""Requests in the admin: read, never written. Two towers write these rows, and only through conditions."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from .models import Attempt, Client, Reservation, ReservationGroup, TimelineEntry

LINES_SHOWN = 200


class ReadOnly:
    """Staff look; whoever wants to change a request does it as its user."""

    can_delete = False
    extra = 0

    def has_add_permission(self, *_: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, *_: Any) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, *_: Any) -> bool:
        """Never."""
        return False


class RequestsOfGroup(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # takes no parameter at run time
    """The group's requests, each with a way to its own page."""

    model = Reservation
    show_change_link = True
    fields = ("venue", "date", "status", "reason", "stop", "account", "ends_at", "status_changed_at")


class AttemptsOfRequest(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # as above
    """Every try."""

    model = Attempt
    ordering = ("-id",)
    fields = ("state", "reason", "slot_time", "seating", "party_size", "claimed_at", "closed_at", "owner", "timings")


class TimelineOfRequest(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # as above
    """The newest lines of the request's story."""

    model = TimelineEntry
    fields = ("at", "kind", "reason", "slot_time", "seating", "party_size", "duration_ms", "checks")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TimelineEntry]:
        """Bound what one page shows: a request may be watched for months."""
        lines: QuerySet[TimelineEntry] = super().get_queryset(request)
        shown = request.resolver_match.kwargs.get("object_id", "") if request.resolver_match else ""
        if not shown.isdecimal():
            return lines.none()
        newest = lines.filter(reservation_id=int(shown)).order_by("-id").values_list("pk", flat=True)
        return lines.filter(pk__in=list(newest[:LINES_SHOWN])).order_by("-id")


@admin.register(ReservationGroup)
class GroupAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Submissions."""

    list_display = ("id", "user", "snipe_type", "party_size", "start_time", "end_time", "client", "created_at")
    list_filter = ("snipe_type", "override_reservations")
    list_select_related = ("user", "client")
    search_fields = ("=id", "user__email", "reservations__venue__venue_name")
    ordering = ("-id",)
    inlines: ClassVar[list[Any]] = [RequestsOfGroup]


@admin.register(Reservation)
class RequestAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Requests with their attempts and their story."""

    list_display = ("id", "group", "venue", "date", "status", "reason", "stop", "ends_at")
    list_filter = ("status", "reason", "stop")
    list_select_related = ("group", "venue")
    search_fields = ("=id", "=group__id", "group__user__email", "venue__venue_name")
    ordering = ("-id",)
    inlines: ClassVar[list[Any]] = [AttemptsOfRequest, TimelineOfRequest]


@admin.register(Client)
class ClientAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """The concierges' client books. Cards stay out of sight."""

    list_display = ("id", "owner", "first_name", "last_name", "email")
    list_select_related = ("owner",)
    search_fields = ("owner__email", "email", "last_name")
