"""The endpoints of notification settings: choices, quiet hours, devices, chat apps and test messages."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from apps.accounts.models import AuditEntry, Session, Throttle, User
from apps.accounts.signals import address_reverted
from apps.notices import messages, sending
from apps.notices.models import Delivery, DeliveryAddress, Event, NotificationSettings
from apps.notices.settings import address_checks, addresses, channel_tests
from apps.senders import outbound
from apps.senders.messages import HOST_FAULTS
from apps.senders.tests.push_services import TOPIC, Browser, FakeService
from apps.senders.vapid import public_key
from testing.users import PASSWORD, Person

API = "/api/notification-settings/"


def add_device(person: Person, browser: Browser) -> dict[str, Any]:
    reply = person.post(f"{API}devices/", browser.subscription())
    assert reply.status_code == 200, reply.content
    shown: dict[str, Any] = reply.json()
    return shown


def add_ntfy(person: Person, server: FakeService) -> dict[str, Any]:
    reply = person.post(f"{API}apps/", {"app": "ntfy", "server": server.url, "topic": TOPIC})
    assert reply.status_code == 200, reply.content
    shown: dict[str, Any] = reply.json()
    return shown


def test_everything_is_on_until_the_user_chooses(alice: Person, settings: Settings) -> None:
    shown = alice.get(API).json()
    assert len(shown["choices"]) == 24
    assert all(one["on"] for one in shown["choices"])
    assert shown["quiet_hours"] is None
    assert shown["addresses"] == []
    assert shown["push_key"] == public_key(settings.VAPID_PRIVATE_KEY)
    assert len(shown["push_key"]) == 87


def test_choices_are_stored_one_by_one(alice: Person, bob: Person) -> None:
    off = [{"topic": "ended", "channel": "push", "on": False}, {"topic": "plan", "channel": "email", "on": False}]
    shown = alice.patch(f"{API}choices/", {"choices": off}).json()
    assert [one for one in shown["choices"] if not one["on"]] == [off[0], off[1]]
    on = [{**off[0], "on": True}]
    shown = alice.patch(f"{API}choices/", {"choices": on}).json()
    assert [one for one in shown["choices"] if not one["on"]] == [off[1]]
    assert all(one["on"] for one in bob.get(API).json()["choices"])


@pytest.mark.parametrize(
    "wrong", [{"topic": "weather", "channel": "push", "on": True}, {"topic": "booked", "channel": "fax", "on": True}]
)
def test_unknown_topics_and_channels_are_refused(alice: Person, wrong: dict[str, Any]) -> None:
    assert alice.patch(f"{API}choices/", {"choices": [wrong]}).status_code == 422


def test_quiet_hours_are_set_and_cleared(alice: Person) -> None:
    night = {"start": "22:00", "end": "07:30", "time_zone": "America/Los_Angeles"}
    assert alice.put(f"{API}quiet-hours/", night).json()["quiet_hours"] == night
    assert alice.delete(f"{API}quiet-hours/").json()["quiet_hours"] is None
    assert alice.get(API).json()["quiet_hours"] is None


@pytest.mark.parametrize(
    ("change", "field"),
    [({"time_zone": "Mars/Base"}, "time_zone"), ({"time_zone": "../etc"}, "time_zone"), ({"end": "22:00"}, "end")],
)
def test_wrong_quiet_hours_are_refused(alice: Person, change: dict[str, str], field: str) -> None:
    form = {"start": "22:00", "end": "07:30", "time_zone": "America/New_York", **change}
    reply = alice.put(f"{API}quiet-hours/", form)
    assert reply.status_code == 400
    assert list(reply.json()["errors"]) == [field]


def test_a_device_is_shown_by_its_name_and_its_address_is_sealed(alice: Person, browser: Browser) -> None:
    (shown,) = add_device(alice, browser)["addresses"]
    assert (shown["channel"], shown["app"], shown["label"], shown["current"]) == ("push", None, "Unknown browser", True)
    row = DeliveryAddress.objects.get()
    assert browser.name not in row.sealed_address
    opened = addresses.open_address(row)
    assert opened is not None
    assert browser.name in opened
    assert AuditEntry.objects.get(act="delivery_address").facts == {"what": "added", "channel": "push"}
    # The same browser again is the same device.
    assert len(add_device(alice, browser)["addresses"]) == 1


@pytest.mark.parametrize("host", ["a..b", f"{'a' * 64}.example"])
def test_a_server_whose_name_is_no_host_name_is_refused(alice: Person, browser: Browser, host: str) -> None:
    reply = alice.post(f"{API}apps/", {"app": "ntfy", "server": f"https://{host}", "topic": TOPIC})
    assert (reply.status_code, reply.json()["errors"]) == (400, {"server": HOST_FAULTS["unknown"]})
    subscription = {**browser.subscription(), "endpoint": f"https://{host}/send/x"}
    assert alice.post(f"{API}devices/", subscription).status_code == 400


def test_a_request_never_resolves_a_name(
    alice: Person, browser: Browser, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A silent name server holds no thread of the web process, whatever the number of new addresses."""
    settings.NOTIFY_LOOPBACK = False

    def resolve(*_: Any, **__: Any) -> Any:
        raise AssertionError("a name was resolved in a request")

    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, resolve)
    statuses = [
        alice.post(f"{API}apps/", {"app": "ntfy", "server": f"https://silent-{n}.example", "topic": TOPIC}).status_code
        for n in range(12)
    ] + [
        alice.post(f"{API}devices/", {**browser.subscription(), "endpoint": f"https://push-{n}.example/x"}).status_code
        for n in range(12)
    ]
    assert statuses == [200] * 10 + [409] * 14
    assert {one["state"] for one in alice.get(API).json()["addresses"]} == {"checking"}


def test_ten_new_addresses_in_a_quarter_of_an_hour_are_accepted(alice: Person, bob: Person, ntfy: FakeService) -> None:
    for number in range(addresses.NEW_ADDRESSES):
        shown = alice.post(f"{API}apps/", {"app": "ntfy", "server": ntfy.url, "topic": f"topic-{number}"}).json()
        alice.delete(f"{API}addresses/{shown['addresses'][0]['id']}/")
    form = {"app": "ntfy", "server": ntfy.url, "topic": "one-more"}
    assert alice.post(f"{API}apps/", form).status_code == 429
    assert bob.post(f"{API}apps/", form).status_code == 200


def test_a_device_that_is_registered_again_counts_once(alice: Person, browser: Browser) -> None:
    for _ in range(addresses.NEW_ADDRESSES + 3):
        add_device(alice, browser)


SILENT, MISSING, INSIDE, PUBLIC = "silent.example", "missing.example", "inside.example", "public.example"


def resolve_by_name(host: str, port: int, **_: Any) -> list[Any]:
    if host == SILENT:
        time.sleep(3)
    if host in (SILENT, MISSING):
        raise socket.gaierror
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.7" if host == INSIDE else "1.1.1.1", port))]


@pytest.mark.parametrize(
    ("host", "state", "problem"),
    [
        (PUBLIC, "ready", None),
        (INSIDE, "failed", messages.ADDRESS_PROBLEMS["internal"]),
        (MISSING, "failed", messages.ADDRESS_PROBLEMS["unknown"]),
        (SILENT, "failed", messages.ADDRESS_PROBLEMS["unknown"]),
    ],
)
def test_the_worker_checks_a_new_address_and_the_page_shows_the_result(
    alice: Person, monkeypatch: pytest.MonkeyPatch, host: str, state: str, problem: str | None
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", resolve_by_name)
    (shown,) = alice.post(f"{API}apps/", {"app": "ntfy", "server": f"https://{host}", "topic": TOPIC}).json()[
        "addresses"
    ]
    assert (shown["state"], shown["problem"]) == ("checking", None)
    job = ProcrastinateJob.objects.get(queue_name="addresses")
    began = time.monotonic()
    address_checks.check(**job.args)
    assert time.monotonic() - began < outbound.RESOLVE_SECONDS + 0.8
    (shown,) = alice.get(API).json()["addresses"]
    assert (shown["state"], shown["problem"]) == (state, problem)


def test_a_lost_check_is_deferred_again(alice: Person, ntfy: FakeService) -> None:
    add_ntfy(alice, ntfy)
    ProcrastinateJob.objects.all().delete()
    address_checks.defer_lost(now=timezone.now())
    assert not ProcrastinateJob.objects.exists()
    address_checks.defer_lost(now=timezone.now() + address_checks.OVERDUE + timedelta(seconds=1))
    address_checks.check(**ProcrastinateJob.objects.get(queue_name="addresses").args)
    assert alice.get(API).json()["addresses"][0]["state"] == "ready"


@pytest.mark.parametrize("app", ["ntfy", "device"])
@pytest.mark.parametrize("port", [80, 8443, 2586])
def test_a_port_that_no_message_can_reach_is_refused(
    alice: Person, browser: Browser, settings: Settings, app: str, port: int
) -> None:
    settings.NOTIFY_LOOPBACK = False
    if app == "ntfy":
        reply = alice.post(f"{API}apps/", {"app": "ntfy", "server": f"https://ntfy.example:{port}", "topic": TOPIC})
    else:
        form = {**browser.subscription(), "endpoint": f"https://push.example:{port}/x"}
        reply = alice.post(f"{API}devices/", form)
    assert reply.status_code == 400
    assert list(reply.json()["errors"].values()) == [HOST_FAULTS["port"]]


@pytest.mark.django_db(transaction=True)
def test_two_accounts_that_register_one_browser_at_once_both_get_an_answer(
    alice: Person, bob: Person, browser: Browser
) -> None:
    def register(person: Person) -> int:
        try:
            own = Person(tokens=person.tokens, user=person.user)
            return own.post(f"{API}devices/", browser.subscription()).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(register, [alice, bob] * 5)) == {200}
    assert DeliveryAddress.objects.count() == 1


def test_an_app_is_shown_by_the_end_of_its_address(alice: Person, ntfy: FakeService) -> None:
    (shown,) = add_ntfy(alice, ntfy)["addresses"]
    assert (shown["channel"], shown["app"], shown["label"]) == ("chat", "ntfy", "127.0.0.1 …x7Qf")
    assert len(add_ntfy(alice, ntfy)["addresses"]) == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.7", "[::1]", "169.254.169.254", "localhost"])
def test_internal_addresses_are_refused(alice: Person, browser: Browser, settings: Settings, host: str) -> None:
    settings.NOTIFY_LOOPBACK = False
    reply = alice.post(f"{API}apps/", {"app": "ntfy", "server": f"https://{host}", "topic": TOPIC})
    assert reply.status_code == 400
    assert reply.json()["errors"] == {"server": "This address leads into a private network. Use a public server."}
    subscription = {**browser.subscription(), "endpoint": f"https://{host}/send/x"}
    reply = alice.post(f"{API}devices/", subscription)
    assert reply.status_code == 400
    assert list(reply.json()["errors"]) == ["endpoint"]
    assert not DeliveryAddress.objects.exists()


def test_http_is_refused_even_for_public_hosts(alice: Person, browser: Browser, settings: Settings) -> None:
    settings.NOTIFY_LOOPBACK = False
    reply = alice.post(f"{API}devices/", {**browser.subscription(), "endpoint": "http://1.1.1.1/send/x"})
    assert reply.status_code == 400


@pytest.mark.parametrize(
    ("form", "wrong"),
    [
        ({"app": "telegram", "token": "x", "chat": "y"}, ["token", "chat"]),
        ({"app": "discord"}, ["webhook"]),
        ({"app": "ntfy", "topic": "a topic"}, ["topic"]),
    ],
)
def test_wrong_fields_are_named_and_not_repeated(alice: Person, form: dict[str, str], wrong: list[str]) -> None:
    reply = alice.post(f"{API}apps/", form)
    assert reply.status_code == 400
    assert sorted(reply.json()["errors"]) == sorted(wrong)
    assert "a topic" not in reply.content.decode()


@pytest.mark.parametrize("keys", [{"p256dh": "short", "auth": "A" * 22}, {"p256dh": "A" * 87, "auth": "short"}])
def test_a_subscription_with_wrong_keys_is_refused(alice: Person, browser: Browser, keys: dict[str, str]) -> None:
    assert alice.post(f"{API}devices/", {**browser.subscription(), "keys": keys}).status_code == 400


def test_the_eleventh_address_is_refused(alice: Person, ntfy: FakeService) -> None:
    for number in range(addresses.MAX_ADDRESSES):
        form = {"app": "ntfy", "server": ntfy.url, "topic": f"topic-{number}"}
        assert alice.post(f"{API}apps/", form).status_code == 200
    reply = alice.post(f"{API}apps/", {"app": "ntfy", "server": ntfy.url, "topic": "one-more"})
    assert (reply.status_code, reply.json()["code"]) == (409, "too_many_addresses")


def test_signed_out_devices_take_no_room(alice: Person, browser: Browser, ntfy: FakeService) -> None:
    add_device(alice, browser)
    for number in range(addresses.MAX_ADDRESSES - 1):
        alice.post(f"{API}apps/", {"app": "ntfy", "server": ntfy.url, "topic": f"topic-{number}"})
    ended = Session.objects.create(
        user=alice.user, current_hash="x", expires_at=timezone.now(), revoked_at=timezone.now()
    )
    DeliveryAddress.objects.filter(channel="push").update(session=ended)
    Throttle.objects.all().delete()
    assert len(add_ntfy(alice, ntfy)["addresses"]) == addresses.MAX_ADDRESSES
    assert not DeliveryAddress.objects.filter(channel="push").exists()


def test_an_address_is_removed_by_its_owner_only(alice: Person, charlie: Person, ntfy: FakeService) -> None:
    (shown,) = add_ntfy(alice, ntfy)["addresses"]
    path = f"{API}addresses/{shown['id']}/"
    assert charlie.delete(path).status_code == 404
    assert alice.delete(path).json()["addresses"] == []
    assert alice.delete(path).status_code == 404


@pytest.mark.parametrize(("ended", "left"), [(True, timedelta(days=1)), (False, timedelta(0))])
def test_a_signed_out_or_expired_device_is_not_shown(
    alice: Person, browser: Browser, ended: bool, left: timedelta
) -> None:
    add_device(alice, browser)
    now = timezone.now()
    DeliveryAddress.objects.update(
        session=Session.objects.create(
            user=alice.user, current_hash="x", expires_at=now + left, revoked_at=now if ended else None
        )
    )
    assert alice.get(API).json()["addresses"] == []


def test_without_a_key_devices_are_not_offered(alice: Person, browser: Browser, settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert alice.get(API).json()["push_key"] is None
    assert alice.post(f"{API}devices/", browser.subscription()).status_code == 409


def run_jobs() -> None:
    for pk in list(Delivery.objects.filter(state="queued").values_list("pk", flat=True)):
        sending.send_delivery(delivery_id=pk, clock=timezone.now)


def test_the_test_names_the_failing_channel(
    alice: Person, browser: Browser, push_service: FakeService, ntfy: FakeService
) -> None:
    add_device(alice, browser)
    add_ntfy(alice, ntfy)
    alice.patch(f"{API}choices/", {"choices": [{"topic": "booked", "channel": "push", "on": False}]})
    ntfy.status = 403
    seq = alice.post(f"{API}tests/").json()["test"]
    path = f"{API}tests/{seq}/"
    assert {one["state"] for one in alice.get(path).json()} == {"waiting"}
    run_jobs()
    assert alice.get(path).json() == [
        {"channel": "email", "app": None, "label": None, "state": "sent", "text": "Sent"},
        {"channel": "push", "app": None, "label": "Unknown browser", "state": "sent", "text": "Sent"},
        {
            "channel": "chat", "app": "ntfy", "label": "127.0.0.1 …x7Qf", "state": "failed",
            "text": "It refused the message (error 403).",
        },
    ]  # fmt: skip
    assert browser.shown()[0]["title"] == "Test message from Tablehawk"
    assert browser.shown()[0]["url"] == "/profile?tab=notifications"


@pytest.mark.parametrize(
    ("status", "state", "words"),
    [
        (410, "failed", "has ended its subscription, so we removed it"),
        (500, "waiting", "It refused the message (error 500)."),
        ("cut", "failed", "no clear answer"),
    ],
)
def test_the_test_says_why_a_device_got_nothing(
    alice: Person, browser: Browser, push_service: FakeService, status: int | str, state: str, words: str
) -> None:
    User.objects.update(email_notifications=False)
    add_device(alice, browser)
    push_service.status = status
    seq = alice.post(f"{API}tests/").json()["test"]
    run_jobs()
    (result,) = alice.get(f"{API}tests/{seq}/").json()
    assert result["state"] == state
    assert words in result["text"]


def test_a_test_is_sent_in_quiet_hours_and_is_no_notification(alice: Person) -> None:
    hour = timezone.now()
    start, end = ((hour + timedelta(hours=shift)).strftime("%H:%M") for shift in (-1, 1))
    alice.put(f"{API}quiet-hours/", {"start": start, "end": end, "time_zone": "UTC"})
    alice.post(f"{API}tests/")
    run_jobs()
    assert Delivery.objects.get().state == "sent"
    assert alice.get("/api/notices/").json()["events"] == []


def test_a_test_without_a_channel_is_refused_and_leaves_no_event(alice: Person) -> None:
    User.objects.update(email_notifications=False)
    assert alice.post(f"{API}tests/").json()["code"] == "nothing_to_test"
    assert not Event.objects.exists()


def test_tests_are_limited_and_private(alice: Person, charlie: Person) -> None:
    seq = alice.post(f"{API}tests/").json()["test"]
    assert charlie.get(f"{API}tests/{seq}/").status_code == 404
    for _ in range(channel_tests.TESTS_FOR_USER - 1):
        assert alice.post(f"{API}tests/").status_code == 200
    assert alice.post(f"{API}tests/").status_code == 429


def test_closing_the_account_deletes_addresses_and_choices(alice: Person, browser: Browser) -> None:
    add_device(alice, browser)
    alice.put(f"{API}quiet-hours/", {"start": "22:00", "end": "07:00", "time_zone": "UTC"})
    alice.delete("/api/users/me/", {"password": PASSWORD})
    assert not DeliveryAddress.objects.exists()
    assert not NotificationSettings.objects.exists()


def test_a_reverted_address_removes_what_a_stranger_may_have_added(alice: Person, ntfy: FakeService) -> None:
    add_ntfy(alice, ntfy)
    address_reverted.send(User, user_id=alice.user.pk, now=timezone.now())
    assert not DeliveryAddress.objects.exists()


@pytest.mark.parametrize(
    ("email", "confirmed", "phone", "push", "muted", "reachable"),
    [
        (True, True, False, False, [], True),
        (True, False, False, False, [], False),
        (False, True, False, False, [], False),
        (True, False, True, False, [], True),
        (True, False, False, True, [], True),
        (True, True, False, False, ["booked:email"], False),
        (True, True, False, False, ["ended:email"], True),
        (True, False, False, True, ["booked:push"], False),
    ],
)
def test_reachable_says_whether_a_booked_table_would_be_notified(
    alice: Person,
    browser: Browser,
    email: bool,
    confirmed: bool,
    phone: bool,
    push: bool,
    muted: list[str],
    reachable: bool,
) -> None:
    now = timezone.now()
    User.objects.filter(pk=alice.user.pk).update(
        email_notifications=email,
        email_confirmed_at=now if confirmed else None,
        phone_notifications=phone,
        phone_confirmed_at=now if phone else None,
    )
    if push:
        add_device(alice, browser)
    choices = [dict(zip(("topic", "channel"), one.split(":"), strict=True)) | {"on": False} for one in muted]
    if choices:
        alice.patch(f"{API}choices/", {"choices": choices})
    assert alice.get(API).json()["reachable"] is reachable
