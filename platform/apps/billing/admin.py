"""Admin pages of billing: read-only pages of subscriptions, and the fields with which staff set a user's tier."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.accounts.admin import UserAdmin, may_grant_entitlements
from apps.accounts.models import Tier, User
from apps.accounts.security.throttle import origin
from apps.accounts.staff.admin_base import ReadOnlyAdmin

from .models import Subscription
from .plans import tiers

DASHBOARD = "https://dashboard.stripe.com"


class SubscriptionOfUser(ReadOnlyAdmin, admin.StackedInline):  # type: ignore[type-arg]  # takes no parameter at run time
    """The subscription on the admin page of a user, as last read from Stripe."""

    model = Subscription
    verbose_name = "subscription at Stripe"
    show_change_link = True
    fields = ("plan", "status", "will_cancel", "cancels_on", "current_period_end", "trial_ends_at", "synced_at")


class TierForm(forms.ModelForm):  # type: ignore[type-arg]  # as above
    """The admin's form for a user, with two more fields: the tier to set, and the reason."""

    give_tier = forms.ChoiceField(
        label="Give the tier",
        required=False,
        choices=[("", "Leave it as it is"), *Tier.choices],
        help_text="From now on and without an end, until the tier of the subscription changes. "
        "With a smaller one, the newest requests above its limit pause.",
    )
    tier_reason = forms.CharField(
        label="Reason", required=False, max_length=200, help_text="Kept in the audit log beside your name."
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("give_tier") and not cleaned.get("tier_reason"):
            self.add_error("tier_reason", "Enter the reason: the audit log shows it.")
        return cleaned


admin.site.unregister(User)


@admin.register(User)
class PayingUserAdmin(UserAdmin):
    """The admin pages of users, with the subscription and the fields that set a tier."""

    form = TierForm

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the fieldsets of a user's page. Staff who may change the user's entitlements also see the two fields
        that set the tier."""
        if not self.has_change_permission(request, obj) or not may_grant_entitlements(request, obj):
            return self.fieldsets
        return [
            (
                name,
                {**options, "fields": (*options["fields"], "give_tier", "tier_reason")} if name == "Plan" else options,
            )
            for name, options in self.fieldsets
        ]

    def get_inlines(self, request: HttpRequest, obj: User | None) -> list[Any]:
        """Return the subscription as an inline, if there is a row for the user."""
        return [SubscriptionOfUser] if obj and Subscription.objects.filter(pk=obj.pk).exists() else []

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the user and set the chosen tier with `tiers.set_tier`, whose signal lets other apps act on the tier."""
        super().save_model(request, obj, form, change)
        wanted = form.cleaned_data.get("give_tier")
        if wanted and may_grant_entitlements(request, obj) and request.user.pk is not None:
            old = tiers.set_tier(
                user_id=obj.pk,
                tier=wanted,
                reason=form.cleaned_data["tier_reason"],
                by_id=request.user.pk,
                **origin(request),
            )
            messages.info(request, f"The tier was {old} and is {wanted} now.")


@admin.register(Subscription)
class SubscriptionAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Read-only pages of each user's subscription, as last read from Stripe."""

    list_display = ("user", "plan", "status", "will_cancel", "current_period_end", "trial_ends_at", "synced_at")
    list_filter = ("status", "plan", "will_cancel")
    list_select_related = ("user",)
    search_fields = ("user__email", "=customer_id", "=subscription_id")
    search_help_text = "E-mail, or an id of Stripe's."
    ordering = ("-synced_at",)
    fields = (
        "user", "at_stripe", "subscription_id", "status", "plan", "granted", "will_cancel", "cancels_on",
        "current_period_end", "trial_ends_at", "synced_at", "look_again_at",
    )  # fmt: skip
    readonly_fields = ("at_stripe",)

    @admin.display(description="customer at Stripe")
    def at_stripe(self, row: Subscription) -> SafeString | str:
        """Return a link to the customer in Stripe's dashboard, "" if there is no customer.

        If the simulator replaces Stripe, return only the customer's id.
        """
        if not row.customer_id or settings.STRIPE_API_BASE:
            return row.customer_id or ""
        return format_html(
            '<a href="{}/customers/{}" rel="noreferrer">{}</a>', DASHBOARD, row.customer_id, row.customer_id
        )
