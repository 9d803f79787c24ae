"""The admin: setting a tier, and read-only subscriptions."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client as Browser
from pytest_django import Settings

from apps.accounts.models import AuditEntry, Tier, User
from apps.billing import signals
from apps.billing.models import Subscription
from testing.users import Person, make_user

REASON = "A month on us for the outage"


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


def give(browser: Browser, user: User, **fields: str) -> Any:
    return browser.post(f"/admin/accounts/user/{user.pk}/change/", {"is_active": "on", **fields})


@pytest.fixture
def changes() -> Any:
    received: list[tuple[str, str]] = []

    def listen(*, old: str, new: str, **_: Any) -> None:
        received.append((old, new))

    signals.tier_changed.connect(listen)
    yield received
    signals.tier_changed.disconnect(listen)


def test_staff_set_a_tier_with_audit_entry_and_signal(
    browser: Browser, alice: Person, staff: Person, changes: list[Any]
) -> None:
    answer = give(browser, alice.user, give_tier="premium", tier_reason=REASON)
    assert answer.status_code == 302
    alice.user.refresh_from_db()
    assert (alice.user.tier, alice.user.trial_ends_at) == (Tier.PREMIUM, None)
    entry = AuditEntry.objects.get(act="tier_changed")
    assert (entry.user, entry.by) == (alice.user, staff.user)
    assert entry.facts == {"old": "standard", "new": "premium", "reason": REASON}
    assert changes == [("standard", "premium")]


def test_setting_the_tier_of_a_trial_removes_its_end_without_a_signal(
    browser: Browser, alice: Person, changes: list[Any]
) -> None:
    give(browser, alice.user, give_tier="standard", tier_reason=REASON)
    alice.user.refresh_from_db()
    assert (alice.user.tier, alice.user.trial_ends_at) == (Tier.STANDARD, None)
    assert changes == []


@pytest.mark.parametrize("fields", [{"give_tier": "premium"}, {"give_tier": "gold", "tier_reason": REASON}])
def test_setting_a_tier_requires_a_known_tier_and_a_reason(
    browser: Browser, alice: Person, fields: dict[str, str]
) -> None:
    assert give(browser, alice.user, **fields).status_code == 200
    alice.user.refresh_from_db()
    assert alice.user.tier == Tier.STANDARD


def test_saving_a_user_keeps_the_tier_that_a_webhook_wrote_meanwhile(browser: Browser, alice: Person) -> None:
    page = f"/admin/accounts/user/{alice.user.pk}/change/"
    browser.get(page)
    User.objects.filter(pk=alice.user.pk).update(tier=Tier.PREMIUM)
    assert give(browser, alice.user, is_vip="on", tier="none").status_code == 302
    alice.user.refresh_from_db()
    assert (alice.user.is_vip, alice.user.tier) == (True, Tier.PREMIUM)


def test_setting_a_tier_requires_the_change_permission(db: None, alice: Person) -> None:
    helper = make_user("Helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_user"))
    browser = Browser()
    browser.force_login(helper)
    assert "give_tier" not in browser.get(f"/admin/accounts/user/{alice.user.pk}/change/").content.decode()
    assert give(browser, alice.user, give_tier="premium", tier_reason=REASON).status_code == 403


@pytest.mark.parametrize(
    ("base", "link"), [("", 'href="https://dashboard.stripe.com/customers/cus_7"'), ("http://127.0.0.1:9103", "cus_7")]
)
def test_a_customer_links_to_the_dashboard_unless_simulated(
    browser: Browser, alice: Person, settings: Settings, base: str, link: str
) -> None:
    settings.STRIPE_API_BASE = base
    row = Subscription.objects.create(user=alice.user, customer_id="cus_7", status="active", plan="standard")
    page = browser.get(f"/admin/billing/subscription/{row.pk}/change/").content.decode()
    assert link in page
    assert ("dashboard.stripe.com" in page) == (not base)


def test_the_admin_cannot_change_subscriptions(browser: Browser, alice: Person) -> None:
    row = Subscription.objects.create(user=alice.user, customer_id="cus_7", status="active", plan="standard")
    path = f"/admin/billing/subscription/{row.pk}/"
    assert browser.post(f"{path}change/", {"status": "canceled"}).status_code == 403
    assert browser.post(f"{path}delete/", {"post": "yes"}).status_code == 403
    assert browser.get("/admin/billing/subscription/add/").status_code == 403


def test_the_page_of_a_user_shows_the_subscription_read_only(browser: Browser, alice: Person) -> None:
    path = f"/admin/accounts/user/{alice.user.pk}/change/"
    assert "at Stripe" not in browser.get(path).content.decode()
    Subscription.objects.create(user=alice.user, customer_id="cus_7", status="past_due", plan="standard")
    assert "past_due" in browser.get(path).content.decode()
    forms = {"subscription-TOTAL_FORMS": "1", "subscription-INITIAL_FORMS": "1", "subscription-0-status": "active"}
    assert give(browser, alice.user, is_vip="on", **forms).status_code == 302
    assert Subscription.objects.get().status == "past_due"
