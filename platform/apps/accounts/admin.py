"""Admin pages of users, their sessions and the audit log. No page shows hashes of passwords or tokens.

apps/billing/admin.py adds the fields of the plan to a user's page.
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

from apps.accounts.email import confirmation as email_confirmation
from apps.accounts.models import AuditEntry, Session, User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import origin
from apps.accounts.sign_in import sessions
from apps.accounts.staff.admin_base import AuditedAdmin, ReadOnlyAdmin

# Links on the admin page of a user: a label, and the URL name of a list that the link filters by the user's e-mail
# address. Other apps append their own lists.
RELATED_LISTS = [
    ("sessions", "admin:accounts_session_changelist"),
    ("audit log", "admin:accounts_auditentry_changelist"),
]
STAFF_FIELDS = ("is_staff", "is_superuser", "groups", "user_permissions")
ENTITLEMENT_FIELDS = ("is_vip", "is_concierge")


def may_grant_entitlements(request: HttpRequest, user: User | None) -> bool:
    """Return whether the signed-in member of staff may change the tier, VIP flag and concierge flag of `user`.

    This requires the permission `accounts.grant_entitlements`. Only superusers may change their own tier and flags.
    """
    own = user is not None and user.pk == request.user.pk and not request.user.is_superuser
    return not own and request.user.has_perm("accounts.grant_entitlements")


@admin.register(User)
class UserAdmin(AuditedAdmin):
    """The admin pages of users: search, flags and staff permissions.

    Users change their own name, e-mail address and password in the product. The e-mail address of a member of staff can
    be changed only on this page, by a superuser.
    """

    list_display = ("email", "full_name", "tier", "trial_ends_at", "flags", "date_joined", "last_login")
    list_filter = ("tier", "is_vip", "is_concierge", "is_active", "is_staff")
    search_fields = ("email", "first_name", "last_name", "phone", "=referral_code")
    search_help_text = "E-mail, name, phone or referral code."
    ordering = ("-date_joined",)
    filter_horizontal = ("groups", "user_permissions")
    readonly_fields: ClassVar[tuple[str, ...]] = (
        "email", "email_confirmed_at", "pending_email", "first_name", "last_name", "phone", "phone_confirmed_at",
        "tier", "trial_ends_at", "has_had_free_trial", "email_notifications", "phone_notifications", "locale",
        "referral_code", "referred_by", "referral_link", "date_joined", "last_login", "related_lists",
    )  # fmt: skip
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("email", "first_name", "last_name", "phone", "is_active", "related_lists")}),
        ("Confirmed", {"fields": ("email_confirmed_at", "pending_email", "phone_confirmed_at")}),
        ("Plan", {"fields": ("tier", "trial_ends_at", "has_had_free_trial")}),
        ("Flags", {"fields": ENTITLEMENT_FIELDS}),
        ("Notifications", {"fields": ("email_notifications", "phone_notifications", "locale")}),
        ("Origin", {"fields": ("referral_code", "referred_by", "referral_link", "date_joined", "last_login")}),
        ("Staff", {"fields": STAFF_FIELDS, "classes": ("collapse",)}),
    )

    @admin.display(description="name", ordering="last_name")
    def full_name(self, user: User) -> str:
        return f"{user.first_name} {user.last_name}".strip()

    @admin.display(description="related lists")
    def related_lists(self, user: User) -> SafeString:
        links = ((reverse(url, query={"q": user.email}), name) for name, url in RELATED_LISTS)
        return format_html_join(", ", '<a href="{}">{}</a>', links)

    @admin.display
    def flags(self, user: User) -> str:
        flags = {
            "vip": user.is_vip,
            "concierge": user.is_concierge,
            "staff": user.is_staff,
            "shut out": not user.is_active,
        }
        return ", ".join(name for name, is_set in flags.items() if is_set)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: users sign up themselves, and `manage.py createsuperuser` creates staff."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False, because requests and payments refer to users.

        Instead, staff clear the flag "active", or users close their own accounts.
        """
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the signed-in member of staff may change the user `obj`. Only superusers may change a
        superuser."""
        above = obj is not None and obj.is_superuser and not request.user.is_superuser
        return not above and super().has_change_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Return the fields that are read-only for the signed-in member of staff.

        Only superusers may change staff permissions and the e-mail address of staff. Changing the VIP and concierge
        flags requires `may_grant_entitlements`.
        """
        superuser = request.user.is_superuser
        address = "email" if obj is not None and obj.is_staff and superuser else None
        return (
            *(name for name in self.readonly_fields if name != address),
            *(() if superuser else STAFF_FIELDS),
            *(() if may_grant_entitlements(request, obj) else ENTITLEMENT_FIELDS),
        )

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save only the changed columns, so that a concurrent write to another column is kept.

        A new e-mail address also ends the user's sessions. A new concierge flag is copied to the platform accounts.
        """
        changed = [name for name in form.changed_data if name in {"is_active", *ENTITLEMENT_FIELDS, *STAFF_FIELDS[:2]}]
        if changed:
            obj.save(update_fields=changed)
        if "email" in form.changed_data:
            email_confirmation.replace_address(user_id=obj.pk, email=obj.email.lower(), now=timezone.now())
        if "is_concierge" in changed:
            obj.platform_accounts.update(is_concierge=obj.is_concierge)


admin.site.unregister(Group)
# django_otp's admin page shows the secret of each authenticator. `manage.py staff_second_factor` replaces an
# authenticator without that page.
admin.site.unregister(TOTPDevice)


@admin.register(Group)
class StaffRoleAdmin(AuditedAdmin, GroupAdmin):
    """Admin pages of staff roles (groups). Only superusers may change a role; otherwise its members could extend their
    own permissions."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    has_change_permission = has_delete_permission = has_add_permission


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    list_display = fields = ("user", "user_agent", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    search_fields = ("user__email", "user_agent")
    search_help_text = "E-mail or device."
    list_select_related = ("user",)
    ordering = ("-last_used_at",)
    actions = ("end",)

    def has_end_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_session")

    @admin.action(description="End the chosen sessions", permissions=["end"])
    def end(self, request: HttpRequest, queryset: QuerySet[Session]) -> None:
        where = origin(request)
        now = where["now"]
        ended = [one for one in queryset if sessions.end_session(session_id=one.pk, user_id=one.user_id, now=now)]
        for session in ended:
            audit.record(Act.SESSION_ENDED, user_id=session.user_id, by_id=request.user.pk, ended=1, **where)
        self.message_user(request, f"{len(ended)} of {queryset.count()} sessions ended now.")


@admin.register(AuditEntry)
class AuditAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    list_display = ("at", "act", "user", "by", "address", "facts")
    list_filter = ("act", "at")
    search_fields = ("user__email", "by__email", "address")
    search_help_text = "E-mail or address."
    list_select_related = ("user", "by")
    ordering = ("-id",)
    show_full_result_count = False
