"""Messages to devices and chat apps go through the same queue as e-mails and text messages, and follow the user's
choices."""

import json
from datetime import UTC, datetime, time, timedelta

import pytest
from cryptography.fernet import Fernet
from django.conf import settings as django_settings
from django.utils import timezone
from pytest_django import Settings

from apps.accounts.models import Session, User
from apps.common.database.resealing import ResealCounts, reseal_column
from apps.notices import sending
from apps.notices.content.kinds import Notice
from apps.notices.models import Delivery, DeliveryAddress, NotificationSettings
from apps.notices.queue import deliveries
from apps.notices.settings import addresses
from apps.notices.tests import factories
from apps.notices.tests.notices import booked, cancel_deadline, every, table_open
from apps.senders.base import Verdict
from apps.senders.tests.push_services import TOPIC, Browser, FakeService
from snipers.clients.credentials import SealedBox
from testing.users import Person

# 23:00 in New York.
NIGHT = datetime(2026, 12, 2, 4, 0, tzinfo=UTC)
MORNING = datetime(2026, 12, 2, 12, 30, tzinfo=UTC)


@pytest.fixture
def device(alice: Person, browser: Browser) -> DeliveryAddress:
    """Alice's phone; she gets no mail."""
    User.objects.update(email_notifications=False)
    return addresses.add_device(
        user=alice.user,
        session_id=Session.objects.get(user=alice.user).pk,
        subscription=browser.subscription(),
        label="Chrome on Android",
        address="",
        now=timezone.now(),
    )


@pytest.fixture
def topic(alice: Person, ntfy: FakeService) -> DeliveryAddress:
    """Alice's topic at ntfy."""
    fields = {"server": ntfy.url, "topic": TOPIC}
    return addresses.add_chat(user=alice.user, app="ntfy", fields=fields, address="", now=timezone.now())


def notify(user: User, *, notice: Notice | None = None, now: datetime = NIGHT) -> None:
    factories.event_with_notice(user, notice=notice, now=now)


def send(*, now: datetime = NIGHT) -> list[Verdict | None]:
    """Run the job of each queued message."""
    waiting = Delivery.objects.filter(state="queued").order_by("id").values_list("pk", flat=True)
    return [sending.send_delivery(delivery_id=pk, clock=lambda: now) for pk in list(waiting)]


def came_to() -> list[tuple[str, str, str]]:
    return sorted(Delivery.objects.values_list("channel", "state", "reason"))


def test_booked_reaches_each_device_and_app_once(
    alice: Person, device: DeliveryAddress, topic: DeliveryAddress, browser: Browser, ntfy: FakeService
) -> None:
    other = Browser(browser.service, name="another")
    session = Session.objects.get(user=alice.user).pk
    addresses.add_device(
        user=alice.user, session_id=session, subscription=other.subscription(), label="Mac", address="", now=NIGHT
    )
    notify(alice.user)
    assert send() == [Verdict.SENT] * 3
    assert send() == []
    assert came_to() == [("chat", "sent", ""), ("push", "sent", ""), ("push", "sent", "")]
    for one in (browser, other):
        (shown,) = one.shown()
        assert shown["title"] == "Booked: Lilac & Vine, Fri, Dec 4 at 7:30 PM"
        assert shown["body"] == "Friday, December 4, 2026 at 7:30 PM, party of 2. Resy confirmation R-48213."
        assert shown["url"] == "/reservations?open=0"
        assert shown["tag"].startswith("event-")
    (message,) = ntfy.accepted
    assert json.loads(message.body)["message"].endswith(f"\n{django_settings.PUBLIC_URL}/reservations?open=0")


def test_a_gone_device_is_removed(alice: Person, device: DeliveryAddress, push_service: FakeService) -> None:
    push_service.status = 410
    notify(alice.user)
    send()
    assert came_to() == [("push", "failed", "gone")]
    assert not DeliveryAddress.objects.exists()
    notify(alice.user)
    assert Delivery.objects.count() == 1


def test_a_push_after_a_server_error_is_sent_again(
    alice: Person, device: DeliveryAddress, browser: Browser, push_service: FakeService
) -> None:
    push_service.status = 500
    notify(alice.user)
    assert send() == [Verdict.LATER]
    push_service.status = 201
    assert send(now=NIGHT + timedelta(seconds=6)) == [Verdict.SENT]
    assert len(browser.shown()) == 1


@pytest.mark.parametrize("action", ["sign out", "expire", "remove"])
def test_a_signed_out_expired_or_removed_device_gets_nothing(
    alice: Person, device: DeliveryAddress, push_service: FakeService, action: str
) -> None:
    notify(alice.user)
    if action == "sign out":
        Session.objects.update(revoked_at=NIGHT)
    elif action == "expire":
        Session.objects.update(expires_at=NIGHT)
    else:
        device.delete()
    send()
    assert came_to() == [("push", "skipped", "unwanted")]
    notify(alice.user)
    assert Delivery.objects.count() == 1
    assert push_service.asked == []


def test_a_browser_belongs_to_the_last_user_who_turned_it_on(
    alice: Person, bob: Person, device: DeliveryAddress, browser: Browser
) -> None:
    session = Session.objects.get(user=bob.user).pk
    addresses.add_device(
        user=bob.user, session_id=session, subscription=browser.subscription(), label="x", address="", now=NIGHT
    )
    assert list(DeliveryAddress.objects.values_list("user_id", flat=True)) == [bob.user.pk]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_topic_that_is_off_on_a_channel_is_not_sent_there(
    alice: Person, device: DeliveryAddress, topic: DeliveryAddress, when: str
) -> None:
    muted = NotificationSettings(user=alice.user, muted=["booked:push"])
    if when == "before":
        muted.save()
    notify(alice.user)
    muted.save()
    send()
    expected = [("chat", "sent", "")] + ([("push", "skipped", "unwanted")] if when == "after" else [])
    assert came_to() == expected


@pytest.fixture
def quiet(alice: Person) -> None:
    NotificationSettings.objects.create(
        user=alice.user, quiet_start=time(22, 0), quiet_end=time(7, 30), time_zone="America/New_York"
    )


def unsuccessful() -> Notice:
    return next(one for one in every() if one.kind == "unsuccessful")


def test_booked_and_needs_you_are_sent_in_quiet_hours(alice: Person, device: DeliveryAddress, quiet: None) -> None:
    notify(alice.user, notice=booked())
    notify(alice.user, notice=cancel_deadline(free_until=NIGHT + timedelta(hours=3)))
    assert send() == [Verdict.SENT, Verdict.SENT]


def test_other_messages_wait_for_the_end_of_quiet_hours(
    alice: Person, device: DeliveryAddress, browser: Browser, quiet: None
) -> None:
    notify(alice.user, notice=unsuccessful())
    assert send() == [None]
    one = Delivery.objects.get()
    assert (one.state, one.reason, one.next_at) == ("queued", "quiet_hours", MORNING)
    assert one.attempts == 0
    assert one.facts
    assert send(now=MORNING - timedelta(minutes=1)) == [None]
    assert send(now=MORNING) == [Verdict.SENT]
    assert len(browser.shown()) == 1


def test_a_text_that_waited_is_sent_as_long_as_its_news_is_useful(alice: Person, quiet: None) -> None:
    User.objects.update(email_notifications=False, phone_notifications=True)
    notify(alice.user, notice=unsuccessful())
    send()
    one = Delivery.objects.get()
    assert one.next_at == MORNING
    assert one.expires_at == NIGHT + timedelta(hours=24)


def test_longer_quiet_hours_do_not_extend_the_life_of_a_message_that_waits(alice: Person, quiet: None) -> None:
    User.objects.update(email_notifications=False, phone_notifications=True)
    notify(alice.user, notice=unsuccessful())
    send()
    later = MORNING + timedelta(hours=1)
    NotificationSettings.objects.update(quiet_end=time(8, 30))
    assert send(now=MORNING) == [None]
    one = Delivery.objects.get()
    assert (one.next_at, one.expires_at) == (later, NIGHT + timedelta(hours=24))


def test_a_message_that_is_useless_after_quiet_hours_is_dropped(
    alice: Person, device: DeliveryAddress, push_service: FakeService, quiet: None
) -> None:
    notify(alice.user, notice=table_open())
    assert send() == [None]
    assert came_to() == [("push", "skipped", "quiet_hours")]
    assert Delivery.objects.get().facts == {}
    assert push_service.asked == []


def test_a_message_by_day_does_not_wait(alice: Person, device: DeliveryAddress, quiet: None) -> None:
    notify(alice.user, notice=table_open(), now=MORNING)
    assert send(now=MORNING) == [Verdict.SENT]


def test_a_waiting_message_has_one_job_at_the_end_of_quiet_hours(
    alice: Person, device: DeliveryAddress, quiet: None
) -> None:
    notify(alice.user, notice=unsuccessful())
    send()
    deliveries.sweep(now=NIGHT + timedelta(hours=1))
    assert send(now=NIGHT + timedelta(hours=1)) == [None]


def test_an_address_that_no_key_opens_fails_alone(
    alice: Person, device: DeliveryAddress, topic: DeliveryAddress
) -> None:
    other = SealedBox(["MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="]).seal("{}").text
    DeliveryAddress.objects.filter(pk=device.pk).update(sealed_address=other)
    notify(alice.user)
    send()
    assert came_to() == [("chat", "sent", ""), ("push", "failed", "sealed")]


def test_key_rotation_seals_addresses_again(
    alice: Person, device: DeliveryAddress, browser: Browser, settings: Settings
) -> None:
    old, new = settings.SEAL_KEYS, Fernet.generate_key().decode()
    settings.SEAL_KEYS = [new, *old]
    rows = DeliveryAddress.objects.all()
    assert reseal_column(rows, "sealed_address", keys=settings.SEAL_KEYS) == ResealCounts(sealed=1)
    assert reseal_column(rows, "sealed_address", keys=settings.SEAL_KEYS) == ResealCounts(already=1)
    assert reseal_column(rows, "sealed_address", keys=[Fernet.generate_key().decode()]) == ResealCounts(broken=1)
    settings.SEAL_KEYS = [new]
    notify(alice.user)
    send()
    assert len(browser.shown()) == 1


def test_logs_contain_no_address(
    alice: Person, device: DeliveryAddress, topic: DeliveryAddress, browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    notify(alice.user)
    send()
    assert "'state': 'sent'" in caplog.text
    for secret in (browser.name, TOPIC, "Lilac", browser.service.url):
        assert secret not in caplog.text
