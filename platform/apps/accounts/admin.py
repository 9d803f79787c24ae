"""Users and their sessions in the admin. Hashes of passwords and tokens are shown nowhere."""

from django.contrib import admin
from django.http import HttpRequest

from apps.accounts.models import Session, User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """People, their plan and their flags. A password is set by its owner with a reset link."""

    list_display = ("email", "first_name", "last_name", "tier", "trial_ends_at", "is_vip", "is_concierge", "is_active")
    list_filter = ("tier", "is_vip", "is_concierge", "is_staff", "is_active")
    search_fields = ("email", "first_name", "last_name", "phone")
    ordering = ("-date_joined",)
    exclude = ("password",)
    readonly_fields = (
        "last_login",
        "date_joined",
        "has_had_free_trial",
        "referral_code",
        "referred_by",
        "referral_link",
    )
    filter_horizontal = ("groups", "user_permissions")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves; staff is made with `manage.py createsuperuser`."""
        return False


@admin.register(Session)
class SessionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Signed-in devices: to look at, and to end by deleting."""

    list_display = ("user", "user_agent", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_filter = ("revoked_at",)
    search_fields = ("user__email", "user_agent")
    list_select_related = ("user",)
    ordering = ("-last_used_at",)
    fields = readonly_fields = (
        "user",
        "user_agent",
        "created_at",
        "last_used_at",
        "expires_at",
        "revoked_at",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A session starts with a sign-in."""
        return False
