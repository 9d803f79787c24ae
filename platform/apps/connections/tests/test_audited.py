"""The audit log records when accounts are connected, reconnected and disconnected."""

from apps.accounts.models import AuditEntry
from apps.connections.models import PlatformAccount
from testing.simulator import Simulator
from testing.users import Person

LOGIN = {"email": "ada@example.com", "password": "table-for-two"}
PHONE = "+12125550123"
ACTS = ["platform_connected", "platform_reconnected", "platform_disconnected"]


def noted() -> list[tuple[str, int | None, dict[str, object]]]:
    rows = AuditEntry.objects.filter(act__in=ACTS).order_by("id")
    return [(row.act, row.user_id, row.facts) for row in rows]


def test_changes_of_a_resy_account_are_audited_once(simulator: Simulator, alice: Person, bob: Person) -> None:
    alice.post("/api/resy/login/", LOGIN | {"password": "wrong"})
    account_id = alice.post("/api/resy/login/", LOGIN).json()["account"]["id"]
    PlatformAccount.objects.update(status="needs_reconnect")
    alice.post("/api/resy/login/", LOGIN)
    bob.post("/api/resy/logout/", {"accountId": account_id})
    for _ in range(2):
        alice.post("/api/resy/logout/", {"accountId": account_id})
    facts = {"platform": "resy", "account_id": account_id}
    assert noted() == [(act, alice.user.pk, facts) for act in ACTS]
    assert set(AuditEntry.objects.values_list("address", flat=True)) == {"127.0.0.1"}


def test_opentable_account_is_audited_without_its_phone(simulator: Simulator, alice: Person) -> None:
    asked = alice.post("/api/opentable/phone_login/", {"phone": PHONE}).json()["correlation_id"]
    code = {"phone": PHONE, "code": "123456", "correlation_id": asked}
    account_id = alice.post("/api/opentable/verify_phone_2fa/", code).json()["account"]["id"]
    facts = {"platform": "opentable", "account_id": account_id}
    assert noted() == [("platform_connected", alice.user.pk, facts)]
