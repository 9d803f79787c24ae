"""Requests in the admin: read, never written, for two towers write these rows, and only through conditions. And the
kill switches, which staff do turn here.
"""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.common.errors import Refusal
from apps.connections.models import KillSwitch, SourceState

from . import switches
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


class SwitchForm(forms.ModelForm):  # type: ignore[type-arg]  # as above
    """A switch has to be about something that exists."""

    class Meta:
        model = KillSwitch
        fields = ("scope", "key", "reason")
        help_texts: ClassVar[dict[str, str]] = {
            "key": "resy or opentable; or our id of the venue or of the connected account, as its admin page has it."
        }

    def clean(self) -> dict[str, Any]:
        """Look the key up."""
        given: dict[str, Any] = super().clean() or {}
        if "scope" in given and "key" in given:
            try:
                switches.check(scope=given["scope"], key=given["key"])
            except Refusal as refusal:
                raise ValidationError({"key": refusal.message}) from None
        return given


@admin.register(KillSwitch)
class SwitchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Adding one stops everything there within seconds; deleting it lets everything go on."""

    form = SwitchForm
    list_display = ("scope", "key", "reason", "created_by", "created_at")
    list_filter = ("scope",)
    ordering = ("-created_at",)

    def has_change_permission(self, request: HttpRequest, obj: KillSwitch | None = None) -> bool:
        """On or off, nothing between: who did it and why stays as it was."""
        return False

    def save_model(self, request: HttpRequest, obj: KillSwitch, form: Any, change: bool) -> None:
        """Turn it off in the name of whoever is signed in."""
        switches.switch_off(
            scope=obj.scope, key=obj.key, reason=obj.reason, by=request.user.get_username(), now=timezone.now()
        )
        # The admin goes on with the stored row, which two people may have made at once.
        stored = KillSwitch.objects.get(scope=obj.scope, key=obj.key)
        obj.pk, obj.created_by, obj.created_at = stored.pk, stored.created_by, stored.created_at

    def delete_model(self, request: HttpRequest, obj: KillSwitch) -> None:
        """Turn it on again."""
        switches.switch_on(scope=obj.scope, key=obj.key, by=request.user.get_username())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[KillSwitch]) -> None:
        """Turn each of them on again."""
        for switch in queryset:
            self.delete_model(request, switch)


@admin.register(SourceState)
class SourceAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """What the breaker says of each platform."""

    list_display = ("platform", "state", "reason", "since", "until", "factor", "updated_at")
