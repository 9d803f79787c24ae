"""The admin page of kill switches."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Case, CharField, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Cast
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.security.audit import Act
from apps.accounts.staff.admin_base import record_change
from apps.common.errors import Refusal
from apps.connections.models import KillSwitch, PlatformAccount, SwitchScope
from apps.listing import kill_switches
from apps.venues.models import Venue
from snipers.clients import registry


class SwitchForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no parameter at run time
    """Validates that the key of a switch names something that exists."""

    class Meta:
        model = KillSwitch
        fields = ("scope", "key", "reason")
        help_texts: ClassVar[dict[str, str]] = {
            "key": f"{' or '.join(registry.keys())}; or our id of the venue or account, as its admin page has it.",
            "reason": "For your colleagues: users only see that we have stopped.",
        }

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if "scope" in given and "key" in given:
            try:
                kill_switches.check_key(scope=given["scope"], key=given["key"])
            except Refusal as refusal:
                raise ValidationError({"key": refusal.message}) from None
        return given


@admin.register(KillSwitch)
class SwitchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Kill switches. Adding one stops all polls and bookings of its key within seconds; deleting the switch resumes
    them."""

    form = SwitchForm
    list_display = ("scope", "about", "reason", "created_by", "created_at")
    list_display_links = ("scope", "about")
    list_filter = ("scope",)
    search_fields = ("key", "reason", "created_by")
    ordering = ("-created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[KillSwitch]:
        rows: QuerySet[KillSwitch] = super().get_queryset(request)
        return rows.annotate(
            name=Case(
                When(scope=SwitchScope.VENUE, then=_named(Venue.objects.all(), "venue_name")),
                When(scope=SwitchScope.ACCOUNT, then=_named(PlatformAccount.objects.all(), "username")),
                default=Value(""),
            )
        )

    @admin.display(ordering="key")
    def about(self, switch: KillSwitch) -> str:
        name: str | None = getattr(switch, "name", None)
        return f"{name} ({switch.key})" if name else switch.key

    def has_change_permission(self, request: HttpRequest, obj: KillSwitch | None = None) -> bool:
        """Return False: a switch's author and reason cannot be changed."""
        return False

    def save_model(self, request: HttpRequest, obj: KillSwitch, form: Any, change: bool) -> None:
        """Add the switch with the signed-in user as its author."""
        kill_switches.switch_off(
            scope=obj.scope, key=obj.key, reason=obj.reason, by=request.user.get_username(), now=timezone.now()
        )
        # Copy the stored row to `obj`, because another user may have added the same switch meanwhile.
        stored = KillSwitch.objects.get(scope=obj.scope, key=obj.key)
        obj.pk, obj.created_by, obj.created_at = stored.pk, stored.created_by, stored.created_at
        record_change(
            request, obj, did="switched off", act=Act.KILL_SWITCH, scope=obj.scope, about=obj.key, reason=obj.reason
        )

    def delete_model(self, request: HttpRequest, obj: KillSwitch) -> None:
        record_change(request, obj, did="switched on", act=Act.KILL_SWITCH, scope=obj.scope, about=obj.key)
        kill_switches.switch_on(scope=obj.scope, key=obj.key, by=request.user.get_username())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[KillSwitch]) -> None:
        for switch in queryset:
            self.delete_model(request, switch)


def _named(rows: QuerySet[Any], name: str) -> Subquery:
    """Return a subquery that finds the venue or account of a kill switch: the row in `rows` whose
    id is the switch's key. Its value is the field `name` of that row.

    Ids are compared as text, because the key of a switch is text, such as a platform's name.
    """
    matching = rows.annotate(as_key=Cast(F("pk"), CharField())).filter(as_key=OuterRef("key"))
    return Subquery(matching.values(name)[:1])
