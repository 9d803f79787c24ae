"""Groups and reservations in the admin, read-only, because both towers write these rows with conditional updates."""

from dataclasses import fields
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.accounts.admin import RELATED_LISTS
from apps.accounts.staff.admin_base import ReadOnlyAdmin
from apps.requests.fields import RequestFields
from apps.requests.models import Attempt, Client, Reservation, ReservationGroup, TimelineEntry

MAX_ENTRIES = 200
FLAGS = [one.name for one in fields(RequestFields) if one.type is bool]

RELATED_LISTS.append(("requests", "admin:reservations_reservationgroup_changelist"))


class RequestsOfGroup(ReadOnlyAdmin, admin.TabularInline):  # type: ignore[type-arg]  # takes no parameter at run time
    """The group's reservations, each with a link to its own page."""

    model = Reservation
    show_change_link = True
    fields = ("venue", "date", "status", "reason", "stop", "account", "ends_at", "status_changed_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Reservation]:
        rows: QuerySet[Reservation] = super().get_queryset(request)
        return rows.select_related("venue", "account")


class AttemptsOfRequest(ReadOnlyAdmin, admin.TabularInline):  # type: ignore[type-arg]  # as above
    """Every attempt to book for the reservation."""

    model = Attempt
    show_change_link = True
    ordering = ("-id",)
    fields = ("state", "reason", "slot_time", "seating", "party_size", "claimed_at", "closed_at", "owner", "timings")


class TimelineOfRequest(ReadOnlyAdmin, admin.TabularInline):  # type: ignore[type-arg]  # as above
    """The newest timeline entries of the reservation. A reservation may be watched for months, so it may have more
    entries than are shown."""

    model = TimelineEntry
    fields = ("at", "kind", "reason", "slot_time", "seating", "party_size", "duration_ms", "checks")

    def get_queryset(self, request: HttpRequest) -> QuerySet[TimelineEntry]:
        entries: QuerySet[TimelineEntry] = super().get_queryset(request)
        shown = request.resolver_match.kwargs.get("object_id", "") if request.resolver_match else ""
        if not shown.isdecimal():
            return entries.none()
        newest = entries.filter(reservation_id=int(shown)).order_by("-id").values_list("pk", flat=True)
        return entries.filter(pk__in=list(newest[:MAX_ENTRIES])).order_by("-id")


@admin.register(ReservationGroup)
class GroupAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """The admin's list and form of groups, which are the requests that users submitted."""

    list_display = ("id", "user", "snipe_type", "party_size", "start_time", "end_time", "client", "created_at")
    list_filter = ("snipe_type", *FLAGS, "created_at")
    list_select_related = ("user", "client")
    search_fields = ("=id", "user__email", "reservations__venue__venue_name")
    search_help_text = "The group's id, the user's e-mail, or a restaurant."
    ordering = ("-id",)
    inlines: ClassVar[list[Any]] = [RequestsOfGroup]


@admin.register(Reservation)
class RequestAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Reservations with their attempts and their timeline."""

    list_display = ("id", "user", "group", "venue", "date", "status", "reason", "stop", "ends_at")
    list_filter = ("status", "reason", "stop", "venue__reservation_source", "date")
    list_select_related = ("group__user", "venue")
    search_fields = ("=id", "=group__id", "group__user__email", "venue__venue_name")
    search_help_text = "An id, the user's e-mail, or a restaurant."
    ordering = ("-id",)
    inlines: ClassVar[list[Any]] = [AttemptsOfRequest, TimelineOfRequest]

    @admin.display(ordering="group__user__email")
    def user(self, request: Reservation) -> str:
        return request.group.user.email


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Every attempt. In the state "unknown" the platform may have booked a table, and on-call staff find out whether it
    has."""

    list_display = ("id", "request", "restaurant", "date", "slot_time", "state", "reason", "claimed_at", "closed_at")
    list_filter = ("state", "reason", "platform", "claimed_at")
    list_select_related = ("reservation__venue",)
    search_fields = ("=id", "=reservation__id", "=group_id", "reservation__venue__venue_name", "owner")
    search_help_text = "An id, a restaurant, or the watcher that made it."
    ordering = ("-id",)
    show_full_result_count = False
    fields = (
        "reservation", "account", "platform", "date", "meal", "slot_time", "seating", "party_size", "state", "reason",
        "owner", "epoch", "seen_at", "claimed_at", "send_by", "grace_until", "first_absent_at", "closed_at",
        "platform_reservation_id", "replaces", "old_booking_id", "old_booking_gone_at", "timings",
    )  # fmt: skip

    @admin.display(ordering="reservation_id")
    def request(self, attempt: Attempt) -> int:
        return attempt.reservation_id

    @admin.display(ordering="reservation__venue__venue_name")
    def restaurant(self, attempt: Attempt) -> str:
        return attempt.reservation.venue.venue_name


@admin.register(Client)
class ClientAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """The concierges' client books, without cards."""

    list_display = ("id", "owner", "first_name", "last_name", "email", "saved")
    list_filter = ("saved",)
    list_select_related = ("owner",)
    search_fields = ("owner__email", "email", "last_name")
    search_help_text = "The concierge's e-mail, the client's, or a last name."
    ordering = ("-id",)
