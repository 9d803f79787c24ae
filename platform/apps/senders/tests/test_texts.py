"""Senders of text messages, and the meaning of Twilio's answers."""

import json
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from apps.senders.base import Answer, Text, TextSender, Verdict
from apps.senders.tests.outside import ACCOUNT, SENDER, TOKEN, FakeTwilio, running_twilio
from apps.senders.texts import FileTexts, text_sender
from apps.senders.twilio import Twilio


def text(name: str = "event-1", *, useful_for: timedelta = timedelta(minutes=30)) -> Text:
    return Text(to="+12125550100", body="Tablehawk booked: [été] & co.", useful_for=useful_for, name=name)


def client(url: str, *, sender: str = SENDER) -> Twilio:
    return Twilio(base_url=url, account_sid=ACCOUNT, auth_token=TOKEN, sender=sender)


@dataclass(frozen=True)
class Provider:
    """A sender, the text messages that arrived, and the same sender with an unreachable provider."""

    sender: TextSender
    arrived: Callable[[], list[tuple[str, str]]]
    unreachable: TextSender


@pytest.fixture(params=["files", "twilio"])
def provider(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Provider]:
    if request.param == "files":
        folder = tmp_path / "sms"
        (tmp_path / "file").touch()

        def read() -> list[tuple[str, str]]:
            kept = [json.loads(path.read_text()) for path in sorted(folder.iterdir())]
            return [(one["to"], one["body"]) for one in kept]

        yield Provider(FileTexts(folder), read, FileTexts(tmp_path / "file" / "sms"))
        return
    with running_twilio() as fake, socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        taken.close()
        yield Provider(
            client(fake.url),
            lambda: [(one["To"], one["Body"]) for one in fake.accepted],
            client(f"http://127.0.0.1:{port}"),
        )


def test_a_text_arrives_as_it_was_written_and_has_a_reference(provider: Provider) -> None:
    answer = provider.sender.send(text())
    assert answer.verdict is Verdict.SENT
    assert answer.reference
    assert provider.arrived() == [("+12125550100", "Tablehawk booked: [été] & co.")]


def test_two_texts_are_two(provider: Provider) -> None:
    references = {provider.sender.send(text(name)).reference for name in ("event-1", "event-2")}
    assert len(references) == 2
    assert len(provider.arrived()) == 2


def test_an_unreachable_provider_means_later(provider: Provider) -> None:
    assert provider.unreachable.send(text()).verdict is Verdict.LATER
    assert provider.sender.send(text()).verdict is Verdict.SENT


def test_a_file_is_private_and_written_once_for_one_event(tmp_path: Path) -> None:
    sender = FileTexts(tmp_path / "sms")
    assert [sender.send(text()).verdict for _ in range(2)] == [Verdict.SENT, Verdict.SENT]
    (path,) = (tmp_path / "sms").iterdir()
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("behave", "answer"),
    [
        (21610, Answer(verdict=Verdict.REFUSED, reason="opted_out", number_unusable=True)),
        (21211, Answer(verdict=Verdict.REFUSED, reason="bad_number", number_unusable=True)),
        (21614, Answer(verdict=Verdict.REFUSED, reason="bad_number", number_unusable=True)),
        (30034, Answer(verdict=Verdict.REFUSED, reason="twilio_30034")),
        (404, Answer(verdict=Verdict.REFUSED, reason="twilio_404")),
        (20429, Answer(verdict=Verdict.LATER, reason="slow_down")),
        (21611, Answer(verdict=Verdict.LATER, reason="slow_down")),
        (20003, Answer(verdict=Verdict.LATER, reason="not_let_in")),
        (500, Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")),
        (503, Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")),
        ("cut", Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")),
        ("page", Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")),
        ("moved", Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")),
    ],
)
def test_twilios_answer_decides_whether_a_text_is_repeated(
    twilio: FakeTwilio, behave: int | str, answer: Answer
) -> None:
    twilio.behave = behave
    assert client(twilio.url).send(text()) == answer
    # One call for any answer: the client follows no redirect and does not retry.
    assert len(twilio.asked) == 1


@pytest.mark.parametrize(("header", "seconds"), [("7", 7), ("soon", 0), ("-3", 0), ("9" * 30, 3600), ("500ms", 0.5)])
def test_twilios_retry_after_is_returned(twilio: FakeTwilio, header: str, seconds: float) -> None:
    twilio.behave, twilio.retry_after = 20429, header
    assert client(twilio.url).send(text()).retry_after == timedelta(seconds=seconds)


def test_wrong_keys_mean_later(twilio: FakeTwilio) -> None:
    wrong = Twilio(base_url=twilio.url, account_sid=ACCOUNT, auth_token="another", sender=SENDER)
    assert wrong.send(text()).reason == "not_let_in"


@pytest.mark.parametrize(
    ("useful_for", "seconds"),
    [(timedelta(minutes=30), "1800"), (timedelta(milliseconds=3), "1"), (timedelta(days=2), "36000")],
)
def test_the_validity_period_is_the_rest_of_the_lifetime(
    twilio: FakeTwilio, useful_for: timedelta, seconds: str
) -> None:
    client(twilio.url).send(text(useful_for=useful_for))
    assert twilio.asked[0]["ValidityPeriod"] == seconds


def test_a_number_and_a_messaging_service_use_their_own_fields(twilio: FakeTwilio) -> None:
    client(twilio.url).send(text())
    client(twilio.url, sender="MG" + "1" * 32).send(text("event-2"))
    assert [("From" in one, "MessagingServiceSid" in one) for one in twilio.asked] == [(True, False), (False, True)]


def test_the_token_is_in_no_repr() -> None:
    assert TOKEN not in repr(client("http://127.0.0.1:1"))


def test_the_settings_choose_the_sender(settings: Settings, tmp_path: Path) -> None:
    settings.SMS_FILE_PATH = str(tmp_path)
    assert text_sender() == FileTexts(tmp_path)
    settings.PRODUCTION = True
    assert text_sender() is None
    settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN, settings.TWILIO_FROM = ACCOUNT, TOKEN, SENDER
    assert text_sender() == client("https://api.twilio.com")
