"""Venues in the admin: what staff decides about a restaurant, and what is known of when it opens its book.

How it is being watched is added by the app above (apps/reservations/admin/watches.py).
"""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.admin_base import AuditedAdmin
from apps.common import notify
from apps.venues.models import Venue

NO_REASON = "Say why: who asked for it, and when. It is what we show if anybody asks us."


class VenueForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no parameter at run time
    """An opt-out is remembered with its reason."""

    def clean(self) -> dict[str, Any]:
        """Ask for the reason."""
        given: dict[str, Any] = super().clean() or {}
        if given.get("opted_out") and not given.get("opt_out_reason"):
            self.add_error("opt_out_reason", NO_REASON)
        return given


class ReasonedAction(ActionForm):
    """The bar of actions, with room for the reason that some of them need."""

    reason = forms.CharField(
        required=False, max_length=200, widget=forms.TextInput({"placeholder": "needed to opt out", "size": 20})
    )


@admin.register(Venue)
class VenueAdmin(AuditedAdmin):
    """What may be watched, what needs Pro, and who opted out."""

    form = VenueForm
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}
    action_form = ReasonedAction
    list_display = (
        "venue_name", "reservation_source", "neighborhood", "dollars", "featured", "premium", "opens", "gone",
    )  # fmt: skip
    list_editable = ("featured", "premium")
    list_filter = (
        "reservation_source", "featured", "premium", "opted_out", "price", "release_source", "release_confidence",
        "locality", "cuisine",
    )  # fmt: skip
    list_per_page = 50
    search_fields = ("search_name", "venue_name", "neighborhood", "=venue_id", "=id")
    search_help_text = "Name (accents do not count), neighbourhood, our id or the platform's."
    ordering = ("venue_name", "id")
    readonly_fields: ClassVar[tuple[str, ...]] = ("opted_out_at", "in_words")
    actions = ("pick", "unpick", "need_pro", "open_to_all", "opt_out", "opt_in", "rule_checked")
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("venue_name", "reservation_source", "venue_id", "featured", "premium")}),
        ("Opt-out: never contacted, shown nowhere", {"fields": ("opted_out", "opt_out_reason", "opted_out_at")}),
        (
            "When a new day goes on sale",
            {
                "fields": (
                    "release_days_ahead", "release_local_time", "time_zone", "release_source", "release_confidence",
                    "release_checked_at", "in_words",
                )
            },
        ),
        (
            "What guests see",
            {
                "fields": (
                    "cuisine", "price", "need_to_know", "seating_types", "min_party_size", "max_party_size",
                    "cover_image_url", "website",
                )
            },
        ),
        (
            "Where it is",
            {
                "fields": (
                    "address1", "neighborhood", "locality", "region", "postal_code", "country", "latitude",
                    "longitude", "phone_number",
                )
            },
        ),
    )  # fmt: skip

    @admin.display(description="price", ordering="price")
    def dollars(self, venue: Venue) -> str:
        """1 to 4 as guests see it."""
        return "$" * venue.price

    @admin.display(description="opted out", ordering="opted_out")
    def gone(self, venue: Venue) -> str:
        """Why it is not to be contacted; mostly nothing."""
        return (venue.opt_out_reason or "yes") if venue.opted_out else ""

    @admin.display(description="opens", empty_value="unknown", ordering="release_days_ahead")
    def opens(self, venue: Venue) -> str | None:
        """The release rule in short."""
        if venue.release_days_ahead is None or venue.release_local_time is None:
            return None
        return f"{venue.release_days_ahead} d, {venue.release_local_time:%H:%M}"

    @admin.display(description="as guests read it (after saving)")
    def in_words(self, venue: Venue) -> str:
        """The sentence of the venue's page."""
        return venue.release_text()

    def get_readonly_fields(self, request: HttpRequest, obj: Venue | None = None) -> tuple[str, ...]:
        """Which restaurant it is stays: requests and watchers hang on it."""
        return self.readonly_fields if obj is None else (*self.readonly_fields, "reservation_source", "venue_id")

    def has_delete_permission(self, request: HttpRequest, obj: Venue | None = None) -> bool:
        """A venue that is gone would be forgotten to have opted out, and requests hang on it."""
        return False

    def save_model(self, request: HttpRequest, obj: Venue, form: Any, change: bool) -> None:
        """Date an opt-out, and wake the snipers: who opted out must not be contacted again."""
        if "opted_out" in form.changed_data:
            obj.opted_out_at = timezone.now() if obj.opted_out else None
            obj.opt_out_reason = obj.opt_out_reason if obj.opted_out else ""
        super().save_model(request, obj, form, change)
        notify.demand_changed(venue_id=obj.pk)

    @admin.action(description="Make top picks", permissions=["change"])
    def pick(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        """Show them first."""
        self._set(request, queryset.exclude(featured=True), "made a top pick", featured=True)

    @admin.action(description="No longer top picks", permissions=["change"])
    def unpick(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        """Show them among the others."""
        self._set(request, queryset.exclude(featured=False), "no longer a top pick", featured=False)

    @admin.action(description="Need Pro", permissions=["change"])
    def need_pro(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        """Keep them for Pro; requests that are there stay."""
        self._set(request, queryset.exclude(premium=True), "needs Pro", premium=True)

    @admin.action(description="Open to every plan", permissions=["change"])
    def open_to_all(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        """Let Standard book them."""
        self._set(request, queryset.exclude(premium=False), "open to every plan", premium=False)

    @admin.action(description="Opt out (give a reason)", permissions=["change"])
    def opt_out(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        """Contact them no more and show them nowhere."""
        reason = request.POST.get("reason", "").strip()[:200]
        if not reason:
            self.message_user(request, NO_REASON, messages.ERROR)
            return
        changes = {"opted_out": True, "opt_out_reason": reason, "opted_out_at": timezone.now()}
        self._set(request, queryset.exclude(opted_out=True), "opted out", **changes)

    @admin.action(description="End the opt-out", permissions=["change"])
    def opt_in(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        """Show and watch them again."""
        changes = {"opted_out": False, "opt_out_reason": "", "opted_out_at": None}
        self._set(request, queryset.exclude(opted_out=False), "opted in again", **changes)

    @admin.action(description="Release rule checked now", permissions=["change"])
    def rule_checked(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        """Note that the rule was looked up and still holds."""
        known = queryset.exclude(release_days_ahead=None)
        self._set(request, known, "release rule checked", release_checked_at=timezone.now())

    def _set(self, request: HttpRequest, queryset: QuerySet[Venue], did: str, **changes: Any) -> None:
        chosen = list(queryset)
        Venue.objects.filter(pk__in=[venue.pk for venue in chosen]).update(**changes)
        for venue in chosen:
            notify.demand_changed(venue_id=venue.pk)
        self.log_each(request, chosen, did)
        self.message_user(request, f"{len(chosen)} {did}.")
