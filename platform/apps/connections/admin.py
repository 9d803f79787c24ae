"""Connected accounts in the admin, read-only. No page shows the sealed token."""

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts.admin import RELATED_LISTS
from apps.accounts.admin_base import ReadOnlyAdmin
from apps.connections.models import PlatformAccount, SwitchScope

RELATED_LISTS.append(("connected accounts", "admin:connections_platformaccount_changelist"))


@admin.register(PlatformAccount)
class PlatformAccountAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Accounts and their state. Only an account's owner can connect and disconnect it."""

    list_display = ("username", "platform", "user", "status", "attention_reason", "connected_at", "verified_at")
    list_filter = ("platform", "status", "attention_reason", "is_concierge")
    search_fields = ("username", "user__email", "display_name", "=id")
    search_help_text = "Name at the platform, its owner's e-mail, or our id."
    list_select_related = ("user",)
    ordering = ("-connected_at",)
    fields = (
        "user", "platform", "username", "display_name", "status", "attention_reason", "is_concierge",
        "has_card", "connected_at", "verified_at", "disconnected_at", "stop_it",
    )  # fmt: skip
    readonly_fields = ("has_card", "stop_it")

    @admin.display(description="card on file", boolean=True)
    def has_card(self, account: PlatformAccount) -> bool:
        return account.payment_method_id is not None

    @admin.display(description="kill switch")
    def stop_it(self, account: PlatformAccount) -> SafeString:
        url = reverse("admin:connections_killswitch_add", query={"scope": SwitchScope.ACCOUNT, "key": account.pk})
        return format_html('<a href="{}">Stop all polling and booking with this account</a>', url)
