"""Our API keys, applications and sign-in paths: rows that staff changes while the product runs."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client as Browser
from django.utils import timezone

from apps.accounts.models import AuditEntry
from apps.common.errors import Refusal
from apps.connections import cards, messages, metrics
from apps.connections.maintenance import health, sealing
from apps.connections.models import PlatformAccess, PlatformAccount
from apps.connections.permissions import platform_access as access
from apps.connections.permissions.platform_access import Given
from snipers.clients.base import Card
from snipers.clients.credentials import SealedBox, SealedToken
from testing.secret_search import SecretSearch
from testing.simulator import Simulator
from testing.users import Person

PAGE = "/admin/connections/platformaccess/"
FORM = {"platform": "resy", "application_id": "", "user_agent": "", "sign_in_paths": ""}
LOGIN = {"email": "ada@example.com", "password": "table-for-two"}
KEY = "rotated-key-0815"


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


@pytest.fixture
def rotated(simulator: Simulator) -> Any:
    """Make the simulated Resy accept only a new API key."""
    simulator.http.post("/keys", json={"source": "resy", "key": KEY}).raise_for_status()
    yield simulator
    simulator.http.post("/keys", json={"source": "resy", "key": ""}).raise_for_status()


def opened() -> str:
    return SealedBox(django_settings.SEAL_KEYS).open(SealedToken(PlatformAccess.objects.get().sealed_secret))


def test_a_key_of_the_admin_is_used_by_the_next_call(
    rotated: Simulator, browser: Browser, staff: Person, alice: Person, search: SecretSearch
) -> None:
    assert alice.post("/api/resy/login/", LOGIN).status_code == 503
    added = browser.post(f"{PAGE}add/", {**FORM, "secret": KEY})
    assert added.status_code == 302, added.content
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    row = PlatformAccess.objects.get()
    assert (opened(), row.changed_by) == (KEY, staff.user.get_username())
    pages = [browser.get(url) for url in (PAGE, f"{PAGE}resy/change/", f"{PAGE}resy/history/")]
    search.add_answers(added, *pages)
    search.assert_absent(KEY)


def test_an_empty_secret_keeps_the_stored_one(browser: Browser) -> None:
    browser.post(f"{PAGE}add/", {**FORM, "secret": KEY})
    browser.post(f"{PAGE}resy/change/", {**FORM, "user_agent": "Tablehawk/0.2", "sign_in_paths": "/5/auth,/4/auth"})
    row = PlatformAccess.objects.get()
    assert (opened(), row.user_agent, row.sign_in_paths) == (KEY, "Tablehawk/0.2", ["/5/auth", "/4/auth"])
    browser.post(f"{PAGE}resy/change/", {**FORM, "forget_secret": "on"})
    assert PlatformAccess.objects.get().sealed_secret == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("secret", "two words"),
        ("user_agent", "A\r\nX: 1"),
        ("sign_in_paths", "https://x.example"),
        ("platform", "tock"),
    ],
)
def test_a_value_that_no_header_or_path_may_have_is_refused(browser: Browser, field: str, value: str) -> None:
    page = browser.post(f"{PAGE}add/", {**FORM, field: value})
    assert page.status_code == 200
    assert page.context["adminform"].form.errors.keys() == {field}
    assert not PlatformAccess.objects.exists()


def test_each_change_has_an_audit_entry_without_the_secret(browser: Browser) -> None:
    browser.post(f"{PAGE}add/", {**FORM, "secret": KEY})
    browser.post(f"{PAGE}resy/change/", {**FORM, "secret": KEY + "2"})
    browser.post(f"{PAGE}resy/delete/", {"post": "yes"})
    facts = [entry.facts for entry in AuditEntry.objects.filter(facts__what="platformaccess").order_by("id")]
    assert [entry["did"] for entry in facts] == ["added", "changed", "deleted"]
    assert facts[1]["fields"] == "API key or client secret"
    assert KEY not in str(facts)
    assert access.stored_access("resy") is None


def test_without_a_row_the_environment_applies(simulator: Simulator, alice: Person) -> None:
    assert access.stored_access("resy") is None
    assert access.environment_access("resy").secret == django_settings.RESY_API_KEY
    assert access.environment_access("opentable").application_id == django_settings.OPENTABLE_APP_ID
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    assert PlatformAccount.objects.count() == 1


def test_reseal_includes_our_own_secrets(db: None) -> None:
    access.store_access(platform="resy", given=Given(secret=KEY), by="stella", now=timezone.now())
    new = "kM5s0xq3l1bG3cJ0vH7m4f1dZc9t4Q1n2mJc8bVw0yA="
    done = sealing.reseal(keys=[new, *django_settings.SEAL_KEYS])
    assert done.sealed == 1
    assert SealedBox([new]).open(SealedToken(PlatformAccess.objects.get().sealed_secret)) == KEY


def test_r4_a_stale_key_flags_no_account_and_is_told_as_our_fault(
    simulator: Simulator, alice: Person, browser: Browser
) -> None:
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    account = PlatformAccount.objects.get()
    faults = metrics.OUR_FAULTS.labels("resy", "key_refused")._value.get()
    simulator.http.post("/keys", json={"source": "resy", "key": KEY}).raise_for_status()
    try:
        now = timezone.now() + timedelta(days=2)
        refusals = [
            alice.post("/api/resy/login/", LOGIN),
            alice.post("/api/platforms/resy/send_code/", {"phone": "+12125550101"}),
        ]
        for refusal in refusals:
            assert (refusal.status_code, refusal.json()["code"]) == (503, "our_fault")
            assert refusal.json()["message"] == messages.our_fault(platform="Resy")
        assert health.signed_in(user=alice.user, platform="resy", now=now)
        checked = health.check_next(now=now)
        assert checked is not None
        assert checked.wait > 0
    finally:
        simulator.http.post("/keys", json={"source": "resy", "key": ""}).raise_for_status()
    account.refresh_from_db()
    assert (account.status, account.attention_reason, account.attention_notified) == ("connected", "", True)
    assert metrics.OUR_FAULTS.labels("resy", "key_refused")._value.get() == faults + 4
    assert health.signed_in(user=alice.user, platform="resy", now=now + timedelta(days=1))


def test_r1_a_sign_in_that_has_moved_is_told_as_our_fault(simulator: Simulator, alice: Person) -> None:
    simulator.add_fault("404", "/[34]/auth/password")
    refusal = alice.post("/api/resy/login/", LOGIN)
    assert (refusal.status_code, refusal.json()["code"]) == (503, "our_fault")
    assert "password" not in refusal.json()["message"]


def test_a_platform_without_our_card_call_is_told_as_our_fault(simulator: Simulator, alice: Person) -> None:
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    simulator.add_fault("404", "/3/payment_methods")
    faults = metrics.OUR_FAULTS.labels("resy", "no_card_call")._value.get()
    card = Card(number="4242424242424242", exp_month=12, exp_year=2030, cvc="737")
    with pytest.raises(Refusal) as refused:
        cards.store_card(user=alice.user, account=PlatformAccount.objects.get(), card=card, now=timezone.now())
    assert (refused.value.status, refused.value.code) == (503, "cards_unavailable")
    assert refused.value.message == messages.no_card_call(platform="Resy")
    assert metrics.OUR_FAULTS.labels("resy", "no_card_call")._value.get() == faults + 1
