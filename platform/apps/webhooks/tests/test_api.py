from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, get_args

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts import account_closure
from apps.accounts.models import AuditEntry
from apps.accounts.signals import address_reverted
from apps.common.database.resealing import reseal_column
from apps.common.errors import Refusal
from apps.webhooks import deliveries, services
from apps.webhooks.models import EVENT_NAMES, Webhook, WebhookDelivery
from realtime.events import DurableEvent
from testing.secret_search import SecretSearch
from testing.users import PASSWORD, Person

from .conftest import Clock
from .factories import URL, happen, send_all, webhook
from .receiver import Receiver

HOOKS = "/api/webhooks/"


def form(**changes: Any) -> dict[str, Any]:
    return {"url": URL, "events": ["reservation.outcome"], **changes}


def log(person: Person, hook: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = person.get(f"{HOOKS}{hook}/deliveries/").json()["deliveries"]
    return rows


def test_a_webhook_shows_its_secret_once_and_its_address_never(alice: Person, search: SecretSearch) -> None:
    made = alice.post(HOOKS, form(events=["user.notice", "reservation.outcome", "user.notice"]))
    assert made.status_code == 201
    shown = made.json()
    secret = shown.pop("secret")
    assert secret.startswith("whsec_")
    assert shown["label"] == "hooks.example.org/…cret"
    assert shown["events"] == ["reservation.outcome", "user.notice"]
    listed = alice.get(HOOKS)
    assert listed.json() == [shown]
    search.add_answers(listed)
    search.assert_absent(secret, secret[6:], "k7Qf-secret")


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/", "https://localhost/", "https://10.0.0.7/", "https://hooks.example.org:8443/",
        "https://a:b@hooks.example.org/", "ftp://hooks.example.org/", "hooks", "https://printer.local/", "",
    ],
)  # fmt: skip
def test_only_public_https_addresses_are_accepted(alice: Person, url: str) -> None:
    refused = alice.post(HOOKS, form(url=url))
    assert (refused.status_code, refused.json()["errors"].keys()) == (400, {"url"})
    hook, _ = webhook(alice.user)
    assert alice.patch(f"{HOOKS}{hook.pk}/", {"url": url}).status_code == 400


def test_events_are_chosen_by_their_names(alice: Person) -> None:
    assert alice.post(HOOKS, form(events=[])).status_code == 422
    assert alice.post(HOOKS, form(events=["notifications.tested"])).status_code == 422


def test_every_durable_event_but_the_test_of_messages_can_be_chosen() -> None:
    union = get_args(get_args(DurableEvent.__value__)[0])
    types = {get_args(one.model_fields["type"].annotation)[0] for one in union}
    assert types - {"notifications.tested"} == set(EVENT_NAMES)


@pytest.mark.django_db(transaction=True)
def test_parallel_calls_add_at_most_five(alice: Person) -> None:
    def add(_: int) -> str:
        try:
            webhook(alice.user)
            return "added"
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(7) as pool:
        assert sorted(pool.map(add, range(7))) == ["added"] * 5 + ["too_many_webhooks"] * 2


def test_a_webhook_is_changed_turned_off_and_on_and_removed(alice: Person) -> None:
    hook, _ = webhook(alice.user)
    path = f"{HOOKS}{hook.pk}/"
    changed = alice.patch(path, {"url": "https://other.example.org", "events": ["user.notice"]}).json()
    assert (changed["label"], changed["events"]) == ("other.example.org", ["user.notice"])
    alice.patch(path, {"events": ["reservation.changed"]})
    happen(alice.user)
    off = alice.patch(path, {"is_on": False}).json()
    assert (off["is_on"], off["problem"]) == (False, None)
    (given_up,) = log(alice, hook.pk)
    assert given_up["state"] == "given_up"
    assert given_up["problem"] == "The webhook was turned off before this event got through."
    happen(alice.user)
    assert len(log(alice, hook.pk)) == 1
    assert alice.patch(path, {"is_on": True}).json()["is_on"]
    happen(alice.user)
    assert len(log(alice, hook.pk)) == 2
    assert alice.delete(path).json() == {"message": "That webhook gets no more events."}
    assert alice.delete(path).status_code == 404
    assert not WebhookDelivery.objects.exists()


def test_a_test_is_sent_once_also_while_the_webhook_is_off(alice: Person, receiver: Receiver, clock: Clock) -> None:
    hook, secret = webhook(alice.user, receiver.url)
    services.change(user=alice.user, webhook_id=hook.pk, is_on=False, address="", now=clock())
    receiver.answer, receiver.text = lambda body: 500, "no\0t <b>now</b>" + "x" * 2000
    queued = alice.post(f"{HOOKS}{hook.pk}/tests/").json()
    assert (queued["type"], queued["state"]) == ("webhook.test", "queued")
    clock.add(seconds=1)
    assert send_all(clock) == 1
    assert receiver.calls[0].data(secret)["webhook_id"] == hook.pk
    (row,) = log(alice, hook.pk)
    assert (row["state"], row["status"], row["problem"]) == ("given_up", 500, None)
    assert row["answer"].startswith("not <b>now</b>x")
    assert len(row["answer"]) == 1000
    assert row["duration_ms"] is not None
    assert Webhook.objects.get().failures == 0


def test_a_test_does_not_wait_for_failing_events(alice: Person, receiver: Receiver, clock: Clock) -> None:
    hook, _ = webhook(alice.user, receiver.url)
    receiver.answer = lambda body: 500
    happen(alice.user, now=clock())
    send_all(clock)
    assert alice.get(HOOKS).json()[0]["problem"] == "The last event didn't get through. We're trying again."
    receiver.answer = lambda body: 200
    alice.post(f"{HOOKS}{hook.pk}/tests/")
    clock.add(seconds=1)
    send_all(clock)
    assert [one["state"] for one in log(alice, hook.pk)] == ["accepted", "queued"]
    assert alice.get(HOOKS).json()[0]["problem"] is None


def test_tests_have_a_limit(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MANUAL_CALLS", 1)
    hook, _ = webhook(alice.user)
    statuses = [alice.post(f"{HOOKS}{hook.pk}/tests/").status_code for _ in range(2)]
    assert statuses == [200, 429]


def test_an_ended_event_is_sent_again_with_its_id(alice: Person, receiver: Receiver, clock: Clock) -> None:
    hook, _ = webhook(alice.user, receiver.url)
    happen(alice.user, now=clock())
    path = f"{HOOKS}deliveries/{WebhookDelivery.objects.get().pk}/"
    refused = alice.post(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "still_sending")
    send_all(clock)
    assert alice.post(path).json()["state"] == "queued"
    clock.add(seconds=1)
    send_all(clock)
    first, second = receiver.calls
    assert (first.id, first.body) == (second.id, second.body)
    (row,) = log(alice, hook.pk)
    assert (row["state"], row["attempts"], row["message_id"]) == ("accepted", 2, first.id)


def test_the_log_has_pages(alice: Person) -> None:
    hook, _ = webhook(alice.user)
    for _ in range(5):
        happen(alice.user)
    path = f"{HOOKS}{hook.pk}/deliveries/"
    first = alice.get(path, limit=3).json()
    second = alice.get(path, limit=3, before=first["deliveries"][-1]["id"]).json()
    ids = [one["id"] for page in (first, second) for one in page["deliveries"]]
    assert ids == sorted(ids, reverse=True)
    assert (len(ids), first["more"], second["more"]) == (5, True, False)


def test_the_log_of_another_user_is_not_found(alice: Person, bob: Person) -> None:
    hook, _ = webhook(alice.user)
    happen(alice.user)
    row = WebhookDelivery.objects.get()
    assert bob.get(f"{HOOKS}{hook.pk}/deliveries/").status_code == 404
    assert bob.post(f"{HOOKS}deliveries/{row.pk}/").status_code == 404


def test_a_rotation_shows_the_new_secret_once(alice: Person) -> None:
    hook, old = webhook(alice.user)
    rotated = alice.post(f"{HOOKS}{hook.pk}/secret/").json()
    assert rotated["secret"] not in (old, "")
    assert rotated["rotates_until"] > rotated["created_at"]
    assert "secret" not in alice.get(HOOKS).json()[0]


def test_changes_are_in_the_audit_log_without_secrets(alice: Person) -> None:
    made = alice.post(HOOKS, form()).json()
    path = f"{HOOKS}{made['id']}/"
    alice.patch(path, {"is_on": False})
    secret = alice.post(f"{path}secret/").json()["secret"]
    alice.delete(path)
    facts = list(AuditEntry.objects.filter(act="webhook").order_by("pk").values_list("facts", flat=True))
    assert [one["did"] for one in facts] == ["created", "changed", "rotated", "removed"]
    assert secret[6:] not in str(facts)
    assert "k7Qf-secret" not in str(facts)


def test_a_closed_account_and_one_that_a_stranger_used_have_no_webhooks(alice: Person, bob: Person) -> None:
    for person in (alice, bob):
        webhook(person.user)
        happen(person.user)
    account_closure.close_account(user=alice.user, password=PASSWORD, address="", now=timezone.now())
    assert Webhook.objects.get().user == bob.user
    address_reverted.send(type(bob.user), user_id=bob.user.pk, now=timezone.now())
    assert not Webhook.objects.exists()
    assert not WebhookDelivery.objects.exists()


def test_a_locked_user_gets_no_events(alice: Person) -> None:
    webhook(alice.user)
    type(alice.user).objects.update(is_active=False)
    happen(alice.user)
    assert not WebhookDelivery.objects.exists()


def test_users_without_webhooks_cost_no_statement(alice: Person, bob: Person) -> None:
    webhook(bob.user)
    happen(alice.user)
    with CaptureQueriesContext(connection) as without:
        happen(alice.user)
    with CaptureQueriesContext(connection) as beside:
        happen(bob.user)
    assert len(beside) > len(without)
    assert "webhook" not in str([one["sql"] for one in without if "event_cursor" not in one["sql"]])


def test_addresses_and_secrets_can_be_sealed_again(alice: Person) -> None:
    webhook(alice.user)
    for column in ("sealed_url", "sealed_secret"):
        assert reseal_column(Webhook.objects.all(), column, keys=settings.SEAL_KEYS).already == 1


@pytest.mark.django_db(transaction=True)
def test_the_deletion_of_a_webhook_fails_no_event(alice: Person) -> None:
    hook, _ = webhook(alice.user)
    with ThreadPoolExecutor(2) as pool:

        def happens(_: int) -> None:
            try:
                for _ in range(20):
                    happen(alice.user)
            finally:
                connection.close()

        waiting = pool.submit(happens, 0)
        services.remove(user=alice.user, webhook_id=hook.pk, address="", now=timezone.now())
        waiting.result()
    assert not WebhookDelivery.objects.exists()
    assert deliveries.claim(webhook_id=hook.pk, now=timezone.now() + timedelta(minutes=1)) is None
