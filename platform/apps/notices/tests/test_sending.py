"""One message is sent by the right provider, ends with one result, and does not affect other messages."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from apps.accounts.models import User
from apps.notices import sending, tasks
from apps.notices.models import Delivery, Event
from apps.notices.tests import factories
from apps.senders.base import Verdict
from apps.senders.tests.outside import SENDER, TOKEN, FakeTwilio
from testing.users import Person

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def send(channel: str, *, now: datetime = NOW) -> list[Verdict | None]:
    """Run the job of each queued message."""
    waiting = Delivery.objects.filter(channel=channel, state="queued").order_by("id").values_list("pk", flat=True)
    return [sending.send_delivery(delivery_id=pk, clock=lambda: now) for pk in list(waiting)]


def came_to() -> list[tuple[str, str, str]]:
    return sorted(Delivery.objects.values_list("channel", "state", "reason"))


@pytest.fixture
def texter(alice: Person) -> User:
    """A user who wants text messages and no e-mail."""
    User.objects.filter(pk=alice.user.pk).update(email_notifications=False, phone_notifications=True)
    return alice.user


def test_a_mail_is_sent_with_the_id_of_its_event(alice: Person) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    assert send("email") == [Verdict.SENT]
    (mail,) = outbox.outbox
    assert mail.to == ["alice@example.org"]
    assert mail.subject == "Booked: Lilac & Vine, Fri, Dec 4 at 7:30 PM"
    assert "Hi Alice" in mail.body
    assert mail.extra_headers["Message-ID"] == f"<event-{Event.objects.get().pk}@127.0.0.1>"
    (calendar,) = mail.attachments
    assert "UID:event-" in str(calendar)
    assert came_to() == [("email", "sent", "")]


def test_a_text_is_sent_through_twilio(texter: User, twilio: FakeTwilio) -> None:
    factories.event_with_notice(texter, now=NOW)
    send("sms")
    (text,) = twilio.accepted
    assert (text["To"], text["From"]) == ("+12125550100", SENDER)
    assert text["Body"].startswith("Tablehawk booked: Fri, Dec 4, 7:30 PM")
    assert text["ValidityPeriod"] == "3600"
    assert Delivery.objects.get().reference.startswith("SM")


def test_without_an_account_texts_are_files_and_fail_in_production(
    texter: User, settings: Settings, tmp_path: Path
) -> None:
    settings.SMS_FILE_PATH = str(tmp_path / "sms")
    factories.event_with_notice(texter, now=NOW)
    send("sms")
    assert len(list((tmp_path / "sms").iterdir())) == 1
    settings.PRODUCTION = True
    factories.event_with_notice(texter, now=NOW)
    send("sms")
    assert came_to() == [("sms", "failed", "no_sender"), ("sms", "sent", "")]


@pytest.mark.parametrize(
    ("behave", "reason", "words"), [(21610, "opted_out", "replied STOP"), (21211, "bad_number", "Correct the number")]
)
def test_an_unusable_number_switches_texts_off_with_a_notice(
    texter: User, twilio: FakeTwilio, behave: int, reason: str, words: str
) -> None:
    twilio.behave = behave
    factories.event_with_notice(texter, now=NOW)
    send("sms")
    assert came_to() == [("sms", "failed", reason)]
    texter.refresh_from_db()
    assert not texter.phone_notifications
    payload = Event.objects.get(type="user.notice").payload
    assert payload["what"] == "texts_stopped"
    assert words in payload["text"]
    assert texter.phone not in payload["text"]


def test_a_text_with_unknown_outcome_is_not_sent_again(texter: User, twilio: FakeTwilio) -> None:
    twilio.behave = "cut"
    factories.event_with_notice(texter, now=NOW)
    send("sms")
    twilio.behave = None
    assert send("sms", now=NOW + timedelta(minutes=30)) == []
    assert came_to() == [("sms", "failed", "outcome_unknown")]
    assert len(twilio.accepted) == 1


def test_a_provider_that_asks_for_a_pause_gets_it(texter: User, twilio: FakeTwilio) -> None:
    twilio.behave, twilio.retry_after = 20429, "30"
    factories.event_with_notice(texter, now=NOW)
    assert send("sms") == [Verdict.LATER]
    assert came_to() == [("sms", "queued", "slow_down")]
    twilio.behave = None
    assert send("sms", now=NOW + timedelta(seconds=27)) == [None]
    assert send("sms", now=NOW + timedelta(seconds=30)) == [Verdict.SENT]
    assert came_to() == [("sms", "sent", "")]


def test_the_task_rests_after_a_provider_that_takes_nothing(
    texter: User, twilio: FakeTwilio, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    monkeypatch.setattr("time.sleep", rests.append)
    twilio.behave = 20429
    factories.event_with_notice(texter)
    for _ in range(2):
        tasks.send_message(delivery_id=Delivery.objects.get().pk)
    assert rests == [tasks.REST_SECONDS]


def test_a_switched_off_channel_calls_no_provider(texter: User, twilio: FakeTwilio) -> None:
    factories.event_with_notice(texter, now=NOW)
    User.objects.update(phone_notifications=False)
    send("sms")
    assert came_to() == [("sms", "skipped", "unwanted")]
    assert twilio.asked == []


def test_a_message_that_cannot_be_rendered_fails_alone(alice: Person, caplog: pytest.LogCaptureFixture) -> None:
    factories.event_with_notice(alice.user, now=NOW)
    Delivery.objects.update(facts={"kind": "booked"})
    factories.event_with_notice(alice.user, now=NOW)
    send("email")
    # A mail about a booked table is tried once more.
    assert came_to() == [("email", "queued", "outcome_unknown"), ("email", "sent", "")]
    assert "message failed" in caplog.text


def test_logs_name_the_result_and_no_content(
    texter: User, twilio: FakeTwilio, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    User.objects.update(email_notifications=True)
    factories.event_with_notice(texter, now=NOW)
    send("sms")
    send("email")
    assert "'state': 'sent'" in caplog.text
    for secret in (TOKEN, texter.phone, texter.email, "Lilac", "R-48213"):
        assert secret not in caplog.text


def test_a_mail_being_sent_does_not_block_a_text(
    alice: Person, twilio: FakeTwilio, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.update(phone_notifications=True)
    factories.event_with_notice(alice.user, now=NOW)

    def slow(self: EmailBackend, messages: object) -> int:
        send("sms")
        assert came_to() == [("email", "sending", ""), ("sms", "sent", "")]
        return 1

    monkeypatch.setattr(EmailBackend, "send_messages", slow)
    send("email")
    assert came_to() == [("email", "sent", ""), ("sms", "sent", "")]
