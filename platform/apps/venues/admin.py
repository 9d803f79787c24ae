"""Admin pages of venues.

On the page of a venue, staff set whether it is a top pick, whether users need Pro for it, its opt-out and its release
rule.

apps.reservations adds the state of the watcher to a venue's page.
"""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts.staff.admin_base import AuditedAdmin
from apps.common.database import notify
from apps.common.formatting import DEFAULT_LOCALE
from apps.venues.models import Venue
from apps.venues.rules import state_laws
from apps.venues.rules.state_laws import StateLaw

NO_REASON = "Enter the reason: who asked for it, and when. It is our record of the opt-out."


class VenueForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no parameter at run time
    """The form of a venue. It requires a reason for an opt-out."""

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if given.get("opted_out") and not given.get("opt_out_reason"):
            self.add_error("opt_out_reason", NO_REASON)
        return given


class ReasonedAction(ActionForm):
    """The form of the admin's actions, with a field for the reason that the action "Opt out" requires."""

    reason = forms.CharField(
        required=False, max_length=200, widget=forms.TextInput({"placeholder": "needed to opt out", "size": 20})
    )


def _since(law: StateLaw) -> str:
    return f"since {law.since:%Y-%m-%d}" if law.since else "day not confirmed"


@admin.register(Venue)
class VenueAdmin(AuditedAdmin):
    form = VenueForm
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}
    action_form = ReasonedAction
    list_display = (
        "venue_name", "reservation_source", "neighborhood", "dollars", "featured", "premium", "short_rule",
        "opt_out_state",
    )  # fmt: skip
    list_editable = ("featured", "premium")
    list_filter = (
        "reservation_source", "featured", "premium", "opted_out", ("closed_at", admin.EmptyFieldListFilter), "price",
        "release_source", "release_confidence",
        "locality", "cuisine",
    )  # fmt: skip
    list_per_page = 50
    search_fields = ("search_name", "venue_name", "neighborhood", "=platform_venue_id", "=id")
    search_help_text = "Name (accents do not count), neighborhood, our id or the platform's."
    ordering = ("venue_name", "id")
    readonly_fields: ClassVar[Any] = (
        "opted_out_at",
        "rule_text",
        "read_at",
        "closed_at",
        "laws",
        "stop_it",
    )
    actions = ("opt_out", "opt_in", "rule_checked")
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("venue_name", "reservation_source", "platform_venue_id", "featured", "premium")}),
        ("Opt-out: never contacted, shown nowhere", {"fields": ("opted_out", "opt_out_reason", "opted_out_at")}),
        ("Stop", {"fields": ("stop_it",)}),
        ("When a new day goes on sale", {"fields": (
            "release_days_ahead", "release_local_time", "time_zone", "release_source", "release_confidence",
            "release_checked_at", "rule_text",
        )}),
        ("State laws on reservations", {"fields": ("laws",)}),
        ("What its platform says", {"fields": (
            "gates", "horizon_days", "reopens_on", "read_at", "closed_at", "url_slug", "location_slug",
            "picture_source_url",
        )}),
        ("What guests see", {"fields": (
            "cuisine", "price", "need_to_know", "seating_types", "min_party_size", "max_party_size",
            "cover_image_url", "website",
        )}),
        ("Where it is", {"fields": (
            "address1", "neighborhood", "locality", "region", "postal_code", "country", "latitude", "longitude",
            "phone_number",
        )}),
    )  # fmt: skip

    @admin.display(description="price", ordering="price")
    def dollars(self, venue: Venue) -> str:
        return "$" * venue.price

    @admin.display(description="opted out", ordering="opted_out")
    def opt_out_state(self, venue: Venue) -> str:
        return (venue.opt_out_reason or "yes") if venue.opted_out else ""

    @admin.display(description="opens", empty_value="unknown", ordering="release_days_ahead")
    def short_rule(self, venue: Venue) -> str | None:
        if venue.release_days_ahead is None or venue.release_local_time is None:
            return None
        return f"{venue.release_days_ahead} d, {venue.release_local_time:%H:%M}"

    @admin.display(description="sentence on the site (after saving)")
    def rule_text(self, venue: Venue) -> str:
        return venue.release_text(locale=DEFAULT_LOCALE)

    @admin.display(description="kill switch")
    def stop_it(self, venue: Venue) -> SafeString:
        url = reverse("admin:connections_killswitch_add", query={"scope": "venue", "key": venue.pk or ""})
        return format_html('<a href="{}">Stop all polling and booking here</a>', url)

    @admin.display(description="in this state", empty_value="none known")
    def laws(self, venue: Venue) -> str | None:
        found = state_laws.laws_at(region=venue.region, on=timezone.now().date())
        return "\n".join(f"{law.law}, {_since(law)}: {law.consequence}" for law in found) or None

    def get_readonly_fields(self, request: HttpRequest, obj: Venue | None = None) -> tuple[str, ...]:
        """Return the read-only fields. The platform and the platform's id of an existing venue cannot change, because
        requests and watchers refer to them."""
        fixed = () if obj is None else ("reservation_source", "platform_venue_id")
        return (*self.readonly_fields, *fixed)

    def has_delete_permission(self, request: HttpRequest, obj: Venue | None = None) -> bool:
        """Return False, because requests refer to venues, and because the next import would add a deleted venue again
        without its opt-out."""
        return False

    def save_model(self, request: HttpRequest, obj: Venue, form: Any, change: bool) -> None:
        """Save the venue. If it opts out, also store the time of the opt-out. Notify the snipers, so that they stop
        polling a venue that opted out."""
        if "opted_out" in form.changed_data:
            obj.opted_out_at = timezone.now() if obj.opted_out else None
            obj.opt_out_reason = obj.opt_out_reason if obj.opted_out else ""
        super().save_model(request, obj, form, change)
        notify.demand_changed_at(venue_ids=[obj.pk])

    @admin.action(description="Opt out (give a reason)", permissions=["change"])
    def opt_out(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        reason = request.POST.get("reason", "").strip()[:200]
        if not reason:
            self.message_user(request, NO_REASON, messages.ERROR)
            return
        changes = {"opted_out": True, "opt_out_reason": reason, "opted_out_at": timezone.now()}
        self.update_each(request, queryset.exclude(opted_out=True), "opted out", **changes)

    @admin.action(description="End the opt-out", permissions=["change"])
    def opt_in(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        changes = {"opted_out": False, "opt_out_reason": "", "opted_out_at": None}
        self.update_each(request, queryset.exclude(opted_out=False), "opted in again", **changes)

    @admin.action(description="Release rule checked now", permissions=["change"])
    def rule_checked(self, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
        known = queryset.exclude(release_days_ahead=None)
        self.update_each(request, known, "release rule checked", release_checked_at=timezone.now())

    def update_each(self, request: HttpRequest, queryset: QuerySet[Venue], did: str, **changes: Any) -> None:
        """Apply `changes` to the venues of `queryset`, notify the snipers, and add one audit entry with the text `did`
        for each venue."""
        chosen = list(queryset)
        ids = [venue.pk for venue in chosen]
        Venue.objects.filter(pk__in=ids).update(**changes)
        notify.demand_changed_at(venue_ids=ids)
        self.log_each(request, chosen, did)
        self.message_user(request, f"{len(chosen)} {did}.")
