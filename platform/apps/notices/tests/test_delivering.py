"""The lanes: what is queued leaves by the right door, and one message's trouble is nobody else's."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.db import OperationalError, connections
from pytest_django import Settings

from apps.accounts.models import User
from apps.notices import deliveries
from apps.notices.delivering import POLL_SECONDS, REST_SECONDS, Lane
from apps.notices.models import Delivery, Event
from apps.notices.tests import make
from apps.notices.tests.outside import SENDER, TOKEN, FakeTwilio
from testing.users import Person, make_user

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def lane(channel: str, *, now: datetime = NOW) -> Lane:
    return Lane(channel=channel, clock=lambda: now)


def came_to() -> list[tuple[str, str, str]]:
    return sorted(Delivery.objects.values_list("channel", "state", "reason"))


@pytest.fixture
def texter(alice: Person) -> User:
    """Somebody who wants texts and no mail."""
    User.objects.filter(pk=alice.user.pk).update(email_notifications=False, phone_notifications=True)
    return alice.user


def test_a_mail_leaves_with_the_letter_and_the_events_name(alice: Person) -> None:
    make.told(alice.user, now=NOW)
    assert [lane("email").step() for _ in range(2)] == [0, POLL_SECONDS]
    (mail,) = outbox.outbox
    assert mail.to == ["alice@example.org"]
    assert mail.subject == "Booked: Lilac & Vine, Fri, Dec 4 at 7:30 PM"
    assert "Hello Alice" in mail.body
    assert mail.extra_headers["Message-ID"] == f"<event-{Event.objects.get().pk}@127.0.0.1>"
    (calendar,) = mail.attachments
    assert "UID:event-" in str(calendar)
    assert came_to() == [("email", "sent", "")]


def test_a_text_leaves_through_twilio(texter: User, twilio: FakeTwilio) -> None:
    make.told(texter, now=NOW)
    lane("sms").step()
    (text,) = twilio.accepted
    assert (text["To"], text["From"]) == ("+12125550100", SENDER)
    assert text["Body"].startswith("Tablehawk booked: Fri, Dec 4, 7:30 PM")
    assert text["ValidityPeriod"] == "3600"
    assert Delivery.objects.get().reference.startswith("SM")


def test_without_an_account_texts_are_files_and_in_production_they_fail_by_name(
    texter: User, settings: Settings, tmp_path: Path
) -> None:
    settings.SMS_FILE_PATH = str(tmp_path / "sms")
    make.told(texter, now=NOW)
    lane("sms").step()
    assert len(list((tmp_path / "sms").iterdir())) == 1
    settings.PRODUCTION = True
    make.told(texter, now=NOW)
    lane("sms").step()
    assert came_to() == [("sms", "failed", "no_sender"), ("sms", "sent", "")]


@pytest.mark.parametrize(
    ("behave", "reason", "words"), [(21610, "opted_out", "answered STOP"), (21211, "bad_number", "Correct the number")]
)
def test_a_number_that_texts_never_reach_gets_none_any_more_and_its_owner_is_told(
    texter: User, twilio: FakeTwilio, behave: int, reason: str, words: str
) -> None:
    twilio.behave = behave
    make.told(texter, now=NOW)
    lane("sms").step()
    assert came_to() == [("sms", "failed", reason)]
    texter.refresh_from_db()
    assert not texter.phone_notifications
    told = Event.objects.get(type="user.notice").payload
    assert told["what"] == "texts_stopped"
    assert words in told["text"]
    assert texter.phone not in told["text"]


def test_a_text_that_may_have_left_is_not_sent_again(texter: User, twilio: FakeTwilio) -> None:
    twilio.behave = "cut"
    make.told(texter, now=NOW)
    lane("sms").step()
    twilio.behave = None
    assert lane("sms", now=NOW + timedelta(minutes=30)).step() == POLL_SECONDS
    assert came_to() == [("sms", "failed", "outcome_unknown")]
    assert len(twilio.accepted) == 1


def test_a_lane_rests_when_its_carrier_asks_for_it_and_sends_then(texter: User, twilio: FakeTwilio) -> None:
    twilio.behave, twilio.retry_after = 20429, "30"
    make.told(texter, now=NOW)
    assert lane("sms").step() == REST_SECONDS
    assert came_to() == [("sms", "queued", "slow_down")]
    twilio.behave = None
    assert lane("sms", now=NOW + timedelta(seconds=29)).step() == POLL_SECONDS
    assert lane("sms", now=NOW + timedelta(seconds=30)).step() == 0
    assert came_to() == [("sms", "sent", "")]


def test_a_lane_with_nothing_to_do_ends_what_dead_ones_left_behind(alice: Person) -> None:
    make.told(alice.user, now=NOW)
    assert deliveries.take(channel="email", now=NOW) is not None
    assert lane("sms", now=NOW + timedelta(minutes=6)).step() == POLL_SECONDS
    assert came_to() == [("email", "failed", "outcome_unknown")]


def test_what_was_switched_off_leaves_through_no_door(texter: User, twilio: FakeTwilio) -> None:
    make.told(texter, now=NOW)
    User.objects.update(phone_notifications=False)
    lane("sms").step()
    assert came_to() == [("sms", "skipped", "unwanted")]
    assert twilio.asked == []


def test_a_message_that_can_not_be_written_fails_alone(alice: Person, caplog: pytest.LogCaptureFixture) -> None:
    make.told(alice.user, now=NOW)
    Delivery.objects.update(facts={"kind": "booked"})
    make.told(alice.user, now=NOW)
    for _ in range(2):
        lane("email").step()
    assert came_to() == [("email", "failed", "fault"), ("email", "sent", "")]
    assert "message failed" in caplog.text


def test_logs_say_what_happened_and_nothing_of_what_was_said(
    texter: User, twilio: FakeTwilio, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    User.objects.update(email_notifications=True)
    make.told(texter, now=NOW)
    lane("sms").step()
    lane("email").step()
    assert "'state': 'sent'" in caplog.text
    for secret in (TOKEN, texter.phone, texter.email, "Lilac", "R-48213"):
        assert secret not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_lane_outlives_its_database_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    make.told(make_user("Alice"), now=NOW)
    take, failures = deliveries.take, iter([OperationalError, OperationalError])
    stopping = threading.Event()

    def shaky(**what: Any) -> Delivery | None:
        for failure in failures:
            raise failure("gone")
        return take(**what)

    class Impatient(threading.Event):
        """Waits for nothing, and stops once the lane has nothing to do."""

        def wait(self, timeout: float | None = None) -> bool:
            if timeout == POLL_SECONDS:
                self.set()
            return self.is_set()

    monkeypatch.setattr(deliveries, "take", shaky)
    stopping = Impatient()
    worker = threading.Thread(target=lane("email").run, args=(stopping,))
    worker.start()
    worker.join(30)
    assert not worker.is_alive()
    connections.close_all()
    assert came_to() == [("email", "sent", "")]
    assert caplog.text.count("messages cannot be sent, trying again") == 1
    assert caplog.text.count("messages can be sent again") == 1


def test_a_mail_on_its_way_does_not_hold_up_a_text(
    alice: Person, twilio: FakeTwilio, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.update(phone_notifications=True)
    make.told(alice.user, now=NOW)

    def slow(self: EmailBackend, messages: object) -> int:
        lane("sms").step()
        assert came_to() == [("email", "sending", ""), ("sms", "sent", "")]
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", slow)
    lane("email").step()
    assert came_to() == [("email", "sent", ""), ("sms", "sent", "")]
