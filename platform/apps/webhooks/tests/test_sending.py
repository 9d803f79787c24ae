"""Webhooks over real sockets, checked with the public library of Standard Webhooks."""

import socket
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import transaction
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from apps.senders import user_servers
from apps.senders.base import Reply
from apps.webhooks import deliveries, services
from apps.webhooks.models import Webhook, WebhookDelivery
from snipers.clients.credentials import SealedBox
from testing.users import Person

from .conftest import Clock
from .factories import happen, send_all, webhook
from .receiver import Receiver


def states() -> list[str]:
    return list(WebhookDelivery.objects.order_by("pk").values_list("state", flat=True))


def wait(clock: Clock, *, seconds: int) -> None:
    """Let time pass; the sweep looks for events that are due every 10 s."""
    for _ in range(0, seconds, 10):
        clock.add(seconds=10)
        send_all(clock)


def test_an_event_arrives_signed_as_the_api_shows_it(alice: Person, receiver: Receiver, clock: Clock) -> None:
    _, secret = webhook(alice.user, receiver.url, now=clock())
    happen(alice.user, now=clock())
    assert send_all(clock) == 1
    (call,) = receiver.calls
    (shown,) = alice.get("/api/events/").json()["events"]
    assert call.data(secret) == shown
    assert call.headers["content-type"] == "application/json"
    row = WebhookDelivery.objects.get()
    assert (row.state, row.status, row.attempts, row.reason) == ("accepted", 204, 1, "")
    assert call.id == f"msg_{row.uuid.hex}"
    assert not call.is_signed_by("whsec_" + "A" * 43 + "=")


def test_only_chosen_events_of_the_user_are_sent(alice: Person, bob: Person, receiver: Receiver, clock: Clock) -> None:
    webhook(alice.user, receiver.url, events=["user.notice"], now=clock())
    webhook(bob.user, receiver.url, now=clock())
    happen(alice.user, now=clock())
    assert not WebhookDelivery.objects.exists()
    happen(bob.user, now=clock())
    assert WebhookDelivery.objects.get().webhook.user == bob.user


@pytest.mark.django_db(transaction=True)
def test_an_event_and_its_delivery_are_one_transaction(alice: Person, clock: Clock) -> None:
    webhook(alice.user, now=clock())
    with transaction.atomic():
        happen(alice.user, now=clock())
        assert WebhookDelivery.objects.count() == ProcrastinateJob.objects.filter(queue_name="webhooks").count() == 1
        transaction.set_rollback(True)
    assert not ProcrastinateJob.objects.filter(queue_name="webhooks").exists()
    assert not WebhookDelivery.objects.exists()


def test_a_receiver_that_was_away_for_an_hour_gets_each_event_once_and_in_order(
    alice: Person, settings: Settings, clock: Clock
) -> None:
    settings.NOTIFY_LOOPBACK = True
    receiver = Receiver()
    with receiver.listening():
        pass
    _, secret = webhook(alice.user, receiver.url, now=clock())
    sent: dict[int, list[int]] = {1: [], 2: [], 3: []}
    for minute in range(60):
        if minute % 5 == 0:
            group_id = minute // 5 % 3 + 1
            sent[group_id].append(happen(alice.user, group_id=group_id, now=clock()))
        wait(clock, seconds=60)
    assert set(states()) == {"queued"}
    assert Webhook.objects.get().failures < 12
    with receiver.listening():
        wait(clock, seconds=1800)
    assert states() == ["accepted"] * 12
    assert len({call.id for call in receiver.calls}) == len(receiver.calls) == 12
    got: dict[int, list[int]] = {1: [], 2: [], 3: []}
    for call in receiver.calls:
        clock.now = clock.now.fromtimestamp(int(call.headers["webhook-timestamp"]), tz=clock.now.tzinfo)
        data = call.data(secret)
        got[data["group_id"]].append(data["seq"])
    assert got == sent


def test_a_refused_event_holds_up_its_request_alone_and_is_given_up_after_a_day(
    alice: Person, receiver: Receiver, clock: Clock
) -> None:
    webhook(alice.user, receiver.url, now=clock())
    refused = happen(alice.user, group_id=1, now=clock())
    receiver.answer = lambda body: 500 if f'"seq": {refused},' in body else 204
    happen(alice.user, group_id=1, now=clock())
    happen(alice.user, group_id=2, now=clock())
    wait(clock, seconds=60)
    assert states() == ["queued", "queued", "accepted"]
    started = clock()
    while states()[0] == "queued":
        clock.add(minutes=10)
        send_all(clock)
    assert timedelta(hours=23) < clock() - started < timedelta(hours=24)
    # The webhook rests, as nothing else was sent for hours.
    clock.add(minutes=30)
    send_all(clock)
    assert states() == ["given_up", "accepted", "accepted"]
    row = WebhookDelivery.objects.order_by("pk")[0]
    assert (row.status, row.answer) == (500, "ok")
    assert 40 < row.attempts < 70
    assert len({call.id for call in receiver.calls if call.status == 500}) == 1


def test_a_secret_is_rotated_without_a_lost_event(alice: Person, receiver: Receiver, clock: Clock) -> None:
    hook, old = webhook(alice.user, receiver.url, now=clock())
    happen(alice.user, now=clock())
    receiver.answer = lambda body: 500
    send_all(clock)
    new = services.rotate_secret(user=alice.user, webhook_id=hook.pk, address="", now=clock()).secret
    receiver.answer = lambda body: 204
    happen(alice.user, now=clock())
    wait(clock, seconds=30)
    assert states() == ["accepted", "accepted"]
    assert [(call.is_signed_by(old), call.is_signed_by(new)) for call in receiver.calls] == [
        (True, False),
        (True, True),
        (True, True),
    ]
    clock.add(hours=24)
    happen(alice.user, now=clock())
    send_all(clock)
    assert (receiver.calls[-1].is_signed_by(old), receiver.calls[-1].is_signed_by(new)) == (False, True)


def test_a_redirect_is_not_followed(alice: Person, receiver: Receiver, clock: Clock) -> None:
    webhook(alice.user, receiver.url, now=clock())
    happen(alice.user, now=clock())
    receiver.answer = lambda body: 307
    assert send_all(clock) == 1
    assert len(receiver.calls) == 1
    assert (WebhookDelivery.objects.get().state, WebhookDelivery.objects.get().status) == ("queued", 307)


@pytest.mark.parametrize("found", [["127.0.0.1"], ["10.0.0.7"], ["1.1.1.1", "192.168.0.1"], ["169.254.169.254"]])
def test_a_name_that_moves_to_a_private_address_gets_nothing(
    alice: Person, receiver: Receiver, clock: Clock, settings: Settings, monkeypatch: pytest.MonkeyPatch,
    found: list[str],
) -> None:  # fmt: skip
    hook, _ = webhook(alice.user, now=clock())
    settings.NOTIFY_LOOPBACK = False
    sealed = SealedBox(settings.SEAL_KEYS).seal(f"http://rebinding.example:{receiver.port}/")
    Webhook.objects.filter(pk=hook.pk).update(sealed_url=sealed.text)

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    happen(alice.user, now=clock())
    assert send_all(clock) == 1
    assert receiver.calls == []
    row = WebhookDelivery.objects.get()
    assert (row.state, row.status, row.reason) == ("queued", None, "internal_address")


def test_the_receivers_pause_is_kept(alice: Person, receiver: Receiver, clock: Clock) -> None:
    webhook(alice.user, receiver.url, now=clock())
    happen(alice.user, now=clock())
    receiver.answer, receiver.headers = lambda body: 503, {"Retry-After": "600"}
    wait(clock, seconds=590)
    assert len(receiver.calls) == 1
    wait(clock, seconds=30)
    assert len(receiver.calls) == 2


def test_a_dead_receiver_is_called_rarely_however_many_requests_wait(
    alice: Person, receiver: Receiver, clock: Clock
) -> None:
    webhook(alice.user, receiver.url, now=clock())
    receiver.answer = lambda body: 500
    for group_id in range(1, 21):
        happen(alice.user, group_id=group_id, now=clock())
    wait(clock, seconds=3600)
    assert len(receiver.calls) < 12


def off(alice: Person) -> list[dict[str, Any]]:
    return [one for one in alice.get("/api/events/").json()["events"] if one.get("what") == "webhook_off"]


def test_three_days_of_failures_turn_a_webhook_off_with_a_notice(
    alice: Person, receiver: Receiver, clock: Clock
) -> None:
    hook, _ = webhook(alice.user, receiver.url, now=clock())
    receiver.answer = lambda body: 500
    for hour in range(73):
        assert Webhook.objects.get().off_reason == "", hour
        if hour % 12 == 0:
            happen(alice.user, now=clock())
        for _ in range(6):
            clock.add(minutes=10)
            send_all(clock)
    assert Webhook.objects.get().off_reason == "failing"
    assert "queued" not in states()
    (notice,) = off(alice)
    assert notice["text"] == f"We turned your webhook {hook.label} off, because it didn't accept events."
    calls = len(receiver.calls)
    happen(alice.user, now=clock())
    wait(clock, seconds=60)
    assert len(receiver.calls) == calls
    # On again, it gets events again, and what was given up can be sent.
    services.change(user=alice.user, webhook_id=hook.pk, is_on=True, address="", now=clock())
    receiver.answer = lambda body: 204
    happen(alice.user, now=clock())
    assert send_all(clock) == 1


def fail_for_three_days(webhook_id: int, clock: Clock) -> None:
    Webhook.objects.filter(pk=webhook_id).update(failing_since=clock() - timedelta(days=3), rests_until=clock())


def test_a_process_that_dies_at_the_end_of_a_webhook_loses_no_notice(
    alice: Person, receiver: Receiver, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook, _ = webhook(alice.user, receiver.url, now=clock())
    receiver.answer = lambda body: 500
    happen(alice.user, now=clock())
    fail_for_three_days(hook.pk, clock)
    with monkeypatch.context() as patched:
        patched.setattr(user_servers, "switch_off", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            send_all(clock)
    assert (Webhook.objects.get().off_reason, off(alice)) == ("", [])
    wait(clock, seconds=1801)
    assert (Webhook.objects.get().off_reason, len(off(alice))) == ("failing", 1)


@pytest.mark.parametrize("is_on", [False, True])
def test_a_change_during_the_last_failure_stays(
    alice: Person, receiver: Receiver, clock: Clock, monkeypatch: pytest.MonkeyPatch, is_on: bool
) -> None:
    hook, _ = webhook(alice.user, receiver.url, now=clock())
    receiver.answer = lambda body: 500
    happen(alice.user, now=clock())
    fail_for_three_days(hook.pk, clock)
    record = deliveries._record

    def change_after(*args: Any, **options: Any) -> Any:
        recorded = record(*args, **options)
        services.change(user=alice.user, webhook_id=hook.pk, address="", is_on=is_on, now=clock())
        return recorded

    monkeypatch.setattr(deliveries, "_record", change_after)
    assert send_all(clock) == 1
    assert Webhook.objects.get().off_reason == ("" if is_on else "by_user")
    assert off(alice) == []


def test_failures_with_days_between_them_turn_nothing_off(alice: Person, receiver: Receiver, clock: Clock) -> None:
    webhook(alice.user, receiver.url, now=clock())
    for _ in range(4):
        receiver.answer = lambda body: 500
        happen(alice.user, now=clock())
        send_all(clock)
        Webhook.objects.update(rests_until=clock())
        WebhookDelivery.objects.update(state="given_up")
        clock.add(days=2)
    assert Webhook.objects.get().off_reason == ""


def test_a_server_that_is_gone_turns_its_webhook_off_at_once(alice: Person, receiver: Receiver, clock: Clock) -> None:
    webhook(alice.user, receiver.url, now=clock())
    receiver.answer = lambda body: 410
    happen(alice.user, now=clock())
    send_all(clock)
    assert Webhook.objects.get().off_reason == "gone"
    assert len(off(alice)) == 1


def test_a_claim_whose_worker_died_is_repeated_with_the_same_id(
    alice: Person, receiver: Receiver, clock: Clock
) -> None:
    hook, _ = webhook(alice.user, receiver.url, now=clock())
    happen(alice.user, now=clock())
    happen(alice.user, now=clock())
    lost = deliveries.claim(webhook_id=hook.pk, now=clock())
    assert lost is not None
    assert send_all(clock) == 0
    wait(clock, seconds=90)
    assert states() == ["accepted", "accepted"]
    assert receiver.calls[0].id == lost.message_id
    # The late end of the first claim changes nothing.
    reply = Reply(status=500)
    assert deliveries.finish(delivery=lost, reply=reply, now=clock()) is None
    assert states() == ["accepted", "accepted"]


def test_the_sweep_defers_one_job_for_each_webhook_with_a_due_event(
    alice: Person, receiver: Receiver, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook, _ = webhook(alice.user, receiver.url, now=clock())
    deferred: list[int] = []
    monkeypatch.setattr("apps.webhooks.queueing.defer_again", lambda webhook_id: deferred.append(webhook_id))
    for group_id in (1, 1, 2):
        happen(alice.user, group_id=group_id, now=clock())
    deliveries.sweep(now=clock())
    assert deferred == [hook.pk]
    receiver.answer = lambda body: 500
    send_all(clock)
    deferred.clear()
    deliveries.sweep(now=clock())
    assert deferred == []


def test_the_log_is_kept_for_thirty_days(alice: Person, receiver: Receiver, clock: Clock) -> None:
    webhook(alice.user, receiver.url, now=clock())
    happen(alice.user, now=clock())
    send_all(clock)
    deliveries.sweep(now=clock.add(days=30))
    assert WebhookDelivery.objects.count() == 1
    deliveries.sweep(now=clock.add(seconds=1))
    assert WebhookDelivery.objects.count() == 0


def test_a_sealed_address_that_no_key_opens_is_not_called(alice: Person, receiver: Receiver, clock: Clock) -> None:
    webhook(alice.user, receiver.url, now=clock())
    Webhook.objects.update(sealed_url="broken")
    happen(alice.user, now=clock())
    send_all(clock)
    assert (receiver.calls, WebhookDelivery.objects.get().reason) == ([], "sealed")
