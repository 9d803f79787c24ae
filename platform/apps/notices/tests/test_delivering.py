"""Sending one message: by the right carrier, with one end, and without harm to other messages."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from apps.accounts.models import User
from apps.notices import delivering, tasks
from apps.notices.models import Delivery, Event
from apps.notices.senders.base import Verdict
from apps.notices.tests import make
from apps.notices.tests.outside import SENDER, TOKEN, FakeTwilio
from testing.users import Person

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def send(channel: str, *, now: datetime = NOW) -> list[Verdict | None]:
    """Run the job of each message that is not ended."""
    waiting = Delivery.objects.filter(channel=channel, state="queued").order_by("id").values_list("pk", flat=True)
    return [delivering.send(delivery_id=pk, clock=lambda: now) for pk in list(waiting)]


def came_to() -> list[tuple[str, str, str]]:
    return sorted(Delivery.objects.values_list("channel", "state", "reason"))


@pytest.fixture
def texter(alice: Person) -> User:
    """Somebody who wants texts and no mail."""
    User.objects.filter(pk=alice.user.pk).update(email_notifications=False, phone_notifications=True)
    return alice.user


def test_a_mail_leaves_with_the_letter_and_the_events_name(alice: Person) -> None:
    make.told(alice.user, now=NOW)
    assert send("email") == [Verdict.SENT]
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
    send("sms")
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
    send("sms")
    assert len(list((tmp_path / "sms").iterdir())) == 1
    settings.PRODUCTION = True
    make.told(texter, now=NOW)
    send("sms")
    assert came_to() == [("sms", "failed", "no_sender"), ("sms", "sent", "")]


@pytest.mark.parametrize(
    ("behave", "reason", "words"), [(21610, "opted_out", "answered STOP"), (21211, "bad_number", "Correct the number")]
)
def test_a_number_that_texts_never_reach_gets_none_any_more_and_its_owner_is_told(
    texter: User, twilio: FakeTwilio, behave: int, reason: str, words: str
) -> None:
    twilio.behave = behave
    make.told(texter, now=NOW)
    send("sms")
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
    send("sms")
    twilio.behave = None
    assert send("sms", now=NOW + timedelta(minutes=30)) == []
    assert came_to() == [("sms", "failed", "outcome_unknown")]
    assert len(twilio.accepted) == 1


def test_a_carrier_that_asks_for_a_pause_gets_it(texter: User, twilio: FakeTwilio) -> None:
    twilio.behave, twilio.retry_after = 20429, "30"
    make.told(texter, now=NOW)
    assert send("sms") == [Verdict.LATER]
    assert came_to() == [("sms", "queued", "slow_down")]
    twilio.behave = None
    assert send("sms", now=NOW + timedelta(seconds=27)) == [None]
    assert send("sms", now=NOW + timedelta(seconds=30)) == [Verdict.SENT]
    assert came_to() == [("sms", "sent", "")]


def test_the_task_rests_after_a_carrier_that_takes_nothing(
    texter: User, twilio: FakeTwilio, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    monkeypatch.setattr("time.sleep", rests.append)
    twilio.behave = 20429
    make.told(texter)
    for _ in range(2):
        tasks.send_message(delivery_id=Delivery.objects.get().pk)
    assert rests == [tasks.REST_SECONDS]


def test_what_was_switched_off_leaves_through_no_door(texter: User, twilio: FakeTwilio) -> None:
    make.told(texter, now=NOW)
    User.objects.update(phone_notifications=False)
    send("sms")
    assert came_to() == [("sms", "skipped", "unwanted")]
    assert twilio.asked == []


def test_a_message_that_can_not_be_written_fails_alone(alice: Person, caplog: pytest.LogCaptureFixture) -> None:
    make.told(alice.user, now=NOW)
    Delivery.objects.update(facts={"kind": "booked"})
    make.told(alice.user, now=NOW)
    send("email")
    assert came_to() == [("email", "failed", "fault"), ("email", "sent", "")]
    assert "message failed" in caplog.text


def test_logs_say_what_happened_and_nothing_of_what_was_said(
    texter: User, twilio: FakeTwilio, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    User.objects.update(email_notifications=True)
    make.told(texter, now=NOW)
    send("sms")
    send("email")
    assert "'state': 'sent'" in caplog.text
    for secret in (TOKEN, texter.phone, texter.email, "Lilac", "R-48213"):
        assert secret not in caplog.text


def test_a_mail_on_its_way_does_not_hold_up_a_text(
    alice: Person, twilio: FakeTwilio, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.update(phone_notifications=True)
    make.told(alice.user, now=NOW)

    def slow(self: EmailBackend, messages: object) -> int:
        send("sms")
        assert came_to() == [("email", "sending", ""), ("sms", "sent", "")]
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", slow)
    send("email")
    assert came_to() == [("email", "sent", ""), ("sms", "sent", "")]
