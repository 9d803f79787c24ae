"""Admin pages of connected accounts (read-only) and of our access to the platforms. No page shows a token or a
secret."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.postgres.forms import SimpleArrayField
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts.admin import RELATED_LISTS
from apps.accounts.staff.admin_base import AuditedAdmin, ReadOnlyAdmin
from apps.connections.models import PlatformAccess, PlatformAccount, SwitchScope
from apps.connections.permissions import platform_access as access
from apps.connections.permissions.platform_access import Given
from snipers.domain.access import MOST_SIGN_IN_PATHS, check_sign_in_path, check_token, check_user_agent

RELATED_LISTS.append(("connected accounts", "admin:connections_platformaccount_changelist"))


@admin.register(PlatformAccount)
class PlatformAccountAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Connected accounts and their state. Staff cannot change them; only the owner can connect or disconnect an
    account."""

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


def _as_validator(check: Callable[[str], str]) -> Callable[[str], None]:
    """Return `check`, which raises ValueError, as a validator for Django's forms, which raises ValidationError."""

    def validate(value: str) -> None:
        try:
            check(value)
        except ValueError as error:
            raise ValidationError(str(error)) from None

    return validate


class AccessForm(forms.ModelForm):  # type: ignore[type-arg]  # takes no parameter at run time
    """The form for our access to one platform. A stored secret is never sent to the browser."""

    application_id = forms.CharField(
        required=False,
        validators=[_as_validator(check_token)],
        help_text="Only at a platform where we have an application: its client id.",
    )
    secret = forms.CharField(
        required=False,
        validators=[_as_validator(check_token)],
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        label="API key or client secret",
        help_text="Our API key, or our application's client secret. It is never shown. Empty: it stays as it is.",
    )
    forget_secret = forms.BooleanField(required=False, help_text="Use the environment's API key or secret again.")
    user_agent = forms.CharField(
        required=False, validators=[_as_validator(check_user_agent)], help_text="Empty: Tablehawk's own."
    )
    sign_in_paths = SimpleArrayField(
        forms.CharField(validators=[_as_validator(check_sign_in_path)]),
        required=False,
        max_length=MOST_SIGN_IN_PATHS,
        help_text="Where the sign-in has several paths: /4/auth,/3/auth tries the second if the first is gone.",
    )

    class Meta:
        model = PlatformAccess
        fields = ("platform", "application_id", "user_agent", "sign_in_paths")


@admin.register(PlatformAccess)
class AccessAdmin(AuditedAdmin):
    """Admin pages of our access to the platforms: API keys, application ids, User-Agents and sign-in paths.

    Both towers use a change within seconds. After a row is deleted, the environment's values apply again.
    """

    form = AccessForm
    list_display = (
        "platform",
        "has_secret",
        "application_id",
        "user_agent",
        "sign_in_paths",
        "changed_at",
        "changed_by",
    )
    fields = ("platform", "secret", "forget_secret", "application_id", "user_agent", "sign_in_paths")
    readonly_when_stored: ClassVar[tuple[str, ...]] = ("platform",)

    def get_readonly_fields(self, request: HttpRequest, obj: PlatformAccess | None = None) -> tuple[str, ...]:
        return self.readonly_when_stored if obj else ()

    @admin.display(description="own API key or secret", boolean=True)
    def has_secret(self, row: PlatformAccess) -> bool:
        return bool(row.sealed_secret)

    def save_model(self, request: HttpRequest, obj: PlatformAccess, form: Any, change: bool) -> None:
        """Store the values of the form, with the name of the signed-in member of staff."""
        values = form.cleaned_data
        given = Given(
            application_id=values["application_id"],
            secret="" if values["forget_secret"] else values["secret"] or None,
            user_agent=values["user_agent"],
            sign_in_paths=tuple(values["sign_in_paths"]),
        )
        access.store_access(platform=obj.platform, given=given, by=request.user.get_username(), now=timezone.now())

    def delete_model(self, request: HttpRequest, obj: PlatformAccess) -> None:
        access.forget_access(platform=obj.platform)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[PlatformAccess]) -> None:
        for row in queryset:
            self.delete_model(request, row)
