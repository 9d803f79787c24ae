"""Connected accounts in the admin, to look at. The sealed token is shown nowhere."""

from django.contrib import admin
from django.http import HttpRequest

from apps.connections.models import PlatformAccount


@admin.register(PlatformAccount)
class PlatformAccountAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Whose account it is and whether it may be used."""

    list_display = ("username", "platform", "user", "status", "attention_reason", "connected_at", "verified_at")
    list_filter = ("platform", "status", "is_concierge")
    search_fields = ("username", "user__email", "display_name")
    list_select_related = ("user",)
    ordering = ("-connected_at",)
    fields = readonly_fields = (
        "user",
        "platform",
        "username",
        "display_name",
        "status",
        "attention_reason",
        "is_concierge",
        "connected_at",
        "verified_at",
        "disconnected_at",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only its owner can connect an account."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PlatformAccount | None = None) -> bool:
        """Requests hang on it: accounts are disconnected, never deleted."""
        return False
