"""People, their sessions and the audit log in the admin. Hashes of passwords and tokens are shown nowhere.

What depends on a person's plan is added by the app above (apps/billing/admin.py).
"""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django_otp.plugins.otp_totp.models import TOTPDevice

from apps.accounts import audit, email_confirmation, sessions
from apps.accounts.admin_base import AuditedAdmin, ReadOnlyAdmin
from apps.accounts.audit import Act
from apps.accounts.models import AuditEntry, Session, User
from apps.accounts.throttle import client_address

# Links on a user's page: a name, and the list that is filtered by their e-mail address. The apps above add theirs.
RELATED_LISTS = [
    ("sessions", "admin:accounts_session_changelist"),
    ("audit log", "admin:accounts_auditentry_changelist"),
]
RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")
# What a user may do in the product. Changing them needs a permission of its own, and nobody changes their own.
ENTITLEMENTS = ("is_vip", "is_concierge")


def may_grant_entitlements(request: HttpRequest, user: User | None) -> bool:
    """Return whether the signed-in member of staff may give tiers and flags to `user`."""
    own = user is not None and user.pk == request.user.pk and not request.user.is_superuser
    return not own and request.user.has_perm("accounts.grant_entitlements")


@admin.register(User)
class UserAdmin(AuditedAdmin):
    """People and their flags. Name, address and password are changed by their owner, the address of staff here."""

    list_display = ("email", "full_name", "tier", "trial_ends_at", "standing", "date_joined", "last_login")
    list_filter = ("tier", "is_vip", "is_concierge", "is_active", "is_staff")
    search_fields = ("email", "first_name", "last_name", "phone", "=referral_code")
    search_help_text = "E-mail, name, phone or referral code."
    ordering = ("-date_joined",)
    filter_horizontal = ("groups", "user_permissions")
    readonly_fields: ClassVar[tuple[str, ...]] = (
        "email", "email_confirmed_at", "pending_email", "first_name", "last_name", "phone", "phone_confirmed_at",
        "tier", "trial_ends_at", "has_had_free_trial", "email_notifications", "phone_notifications",
        "referral_code", "referred_by", "referral_link", "date_joined", "last_login", "related_lists",
    )  # fmt: skip
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("email", "first_name", "last_name", "phone", "is_active", "related_lists")}),
        ("Confirmed", {"fields": ("email_confirmed_at", "pending_email", "phone_confirmed_at")}),
        ("Plan", {"fields": ("tier", "trial_ends_at", "has_had_free_trial")}),
        ("Standing", {"fields": ("is_vip", "is_concierge")}),
        ("Told by", {"fields": ("email_notifications", "phone_notifications")}),
        ("Where from", {"fields": ("referral_code", "referred_by", "referral_link", "date_joined", "last_login")}),
        ("Staff", {"fields": RIGHTS, "classes": ("collapse",)}),
    )

    @admin.display(description="name", ordering="last_name")
    def full_name(self, user: User) -> str:
        """First and last name."""
        return f"{user.first_name} {user.last_name}".strip()

    @admin.display(description="look also at")
    def related_lists(self, user: User) -> SafeString:
        """Links to the user's rows in other lists."""
        links = ((reverse(url, query={"q": user.email}), name) for name, url in RELATED_LISTS)
        return format_html_join(", ", '<a href="{}">{}</a>', links)

    @admin.display
    def standing(self, user: User) -> str:
        """What is special about the user; mostly nothing."""
        flags = {
            "vip": user.is_vip,
            "concierge": user.is_concierge,
            "staff": user.is_staff,
            "shut out": not user.is_active,
        }
        return ", ".join(name for name, is_so in flags.items() if is_so)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves; staff is made with `manage.py createsuperuser`."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Requests and money hang on a user: take "active" away, or let them close their account."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody changes somebody with more rights than their own."""
        above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not above and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Superusers give rights and change the address of staff; entitlements need a permission of their own."""
        fixed = () if request.user.is_superuser else RIGHTS
        address = "email" if obj is not None and obj.is_staff and request.user.is_superuser else None
        return (
            *(name for name in self.readonly_fields if name != address),
            *fixed,
            *(() if may_grant_entitlements(request, obj) else ENTITLEMENTS),
        )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Write what was changed and nothing else: the row has other writers."""
        changed = [name for name in form.changed_data if name in {"is_active", *ENTITLEMENTS, *RIGHTS[:2]}]
        if changed:
            obj.save(update_fields=changed)
        if "email" in form.changed_data:
            email_confirmation.replace_address(user_id=obj.pk, email=obj.email.lower(), now=timezone.now())
        if "is_concierge" in changed:
            # An account books for clients, or in its own name, as its owner does.
            obj.platform_accounts.update(is_concierge=obj.is_concierge)


admin.site.unregister(Group)
# Its page shows the secret of each authenticator; `manage.py staff_second_factor` replaces one instead.
admin.site.unregister(TOTPDevice)


@admin.register(Group)
class StaffRoleAdmin(AuditedAdmin, GroupAdmin):
    """Staff roles. Only superusers change them: a role's member could otherwise extend their own rights."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Superusers only."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers only."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers only."""
        return bool(request.user.is_superuser)


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Signed-in devices: to look at, and to end."""

    list_display = ("user", "user_agent", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("user__email", "user_agent")
    search_help_text = "E-mail or device."
    list_select_related = ("user",)
    ordering = ("-last_used_at",)
    fields = ("user", "user_agent", "created_at", "last_used_at", "expires_at", "revoked_at")
    actions = ("end",)

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Who was given the right to change sessions may end them."""
        return request.user.has_perm("accounts.change_session")

    @admin.action(description="End the chosen sessions", permissions=["act"])
    def end(self, request: HttpRequest, queryset: QuerySet[Session]) -> None:
        """Sign these devices out."""
        now = timezone.now()
        ended = 0
        for session in queryset:
            if sessions.end_session(session_id=session.pk, user_id=session.user_id, now=now):
                ended += 1
                audit.record(
                    Act.SESSION_ENDED,
                    user_id=session.user_id,
                    by_id=request.user.pk,
                    now=now,
                    address=client_address(request),
                    ended=1,
                )
        self.message_user(request, f"{ended} of {queryset.count()} sessions ended now.")


@admin.register(AuditEntry)
class AuditAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """What happened to accounts, newest first. Nothing here is ever changed."""

    list_display = ("at", "act", "user", "by", "address", "facts")
    list_filter = ("act", "at")
    search_fields = ("user__email", "by__email", "address")
    search_help_text = "E-mail or address."
    list_select_related = ("user", "by")
    ordering = ("-id",)
    show_full_result_count = False
