"""Web Push and chat apps over real sockets: what arrives, how answers are classified, and which hosts are refused."""

import io
import json
import socket
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, get_args

import pytest
import requests
from pytest_django import Settings
from urllib3.exceptions import NewConnectionError

from apps.senders import chat_apps as chats
from apps.senders import outbound
from apps.senders.base import Answer, ChatMessage, Push, Verdict
from apps.senders.rules import chat_apps
from apps.senders.tests.push_services import TOPIC, Browser, FakeService
from apps.senders.vapid import public_key
from apps.senders.web_push import WebPush, push_sender

OK = Answer(verdict=Verdict.SENT)


def push(browser: Browser, *, useful_for: timedelta = timedelta(hours=1), is_urgent: bool = True) -> Push:
    return Push(
        subscription=json.dumps(browser.subscription()),
        payload=json.dumps({"title": "Booked: Lilac & Vine"}),
        topic="event-7",
        is_urgent=is_urgent,
        useful_for=useful_for,
    )


def sender() -> WebPush:
    made = push_sender()
    assert isinstance(made, WebPush)
    return made


def chat(server: str, **fields: str) -> ChatMessage:
    address = {"server": server, "topic": TOPIC, **fields}
    return ChatMessage(
        app="ntfy", address=json.dumps(address), title="Booked", body="For 2.", link="https://x.example/r"
    )


def test_a_push_is_encrypted_signed_and_kept_for_its_rest_lifetime(browser: Browser, push_service: FakeService) -> None:
    assert sender().send(push(browser)) == OK
    (given,) = push_service.accepted
    assert given.headers["ttl"] == "3600"
    assert given.headers["urgency"] == "high"
    assert given.headers["topic"] == "event-7"
    assert given.headers["content-encoding"] == "aes128gcm"
    assert given.headers["authorization"].startswith("vapid t=")
    assert f"k={public_key(sender().private_key)}" in given.headers["authorization"]
    assert b"Lilac" not in given.body
    assert browser.shown() == [{"title": "Booked: Lilac & Vine"}]


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (410, Answer(verdict=Verdict.REFUSED, reason="gone", address_gone=True)),
        (404, Answer(verdict=Verdict.REFUSED, reason="gone", address_gone=True)),
        (403, Answer(verdict=Verdict.REFUSED, reason="refused_403")),
        (413, Answer(verdict=Verdict.REFUSED, reason="refused_413")),
        (500, Answer(verdict=Verdict.LATER, reason="server_500")),
        (429, Answer(verdict=Verdict.LATER, reason="slow_down", retry_after=timedelta(seconds=7))),
        ("moved", Answer(verdict=Verdict.REFUSED, reason="refused_307")),
        ("cut", Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")),
    ],
)
def test_the_push_services_answer_decides(
    browser: Browser, push_service: FakeService, status: int | str, answer: Answer
) -> None:
    push_service.status = status
    push_service.retry_after = "7" if status == 429 else None
    assert sender().send(push(browser)) == answer
    # No redirect is followed, and no call is repeated.
    assert len(push_service.asked) == 1


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (200, OK),
        (401, Answer(verdict=Verdict.REFUSED, reason="refused_401")),
        (404, Answer(verdict=Verdict.REFUSED, reason="refused_404")),
        (429, Answer(verdict=Verdict.LATER, reason="slow_down", retry_after=timedelta(seconds=7))),
        (500, Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")),
        ("moved", Answer(verdict=Verdict.REFUSED, reason="refused_307")),
        ("cut", Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")),
    ],
)
def test_the_chat_servers_answer_decides(ntfy: FakeService, status: int | str, answer: Answer) -> None:
    ntfy.status = status
    ntfy.retry_after = "7" if status == 429 else None
    assert chats.send(chat(ntfy.url)) == answer
    assert len(ntfy.asked) == 1


def test_ntfy_gets_the_title_the_body_the_link_and_the_token(ntfy: FakeService) -> None:
    assert chats.send(chat(ntfy.url, token="tk_abc")) == OK
    (given,) = ntfy.accepted
    body = json.loads(given.body)
    assert (body["topic"], body["title"]) == (TOPIC, "Booked")
    assert body["message"] == "For 2.\nhttps://x.example/r"
    assert given.headers["authorization"] == "Bearer tk_abc"


def test_an_unreachable_host_means_later(browser: Browser, push_service: FakeService, ntfy: FakeService) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        free = f"http://127.0.0.1:{taken.getsockname()[1]}"
    push_service.url = free
    later = Answer(verdict=Verdict.LATER, reason="no_connection")
    assert sender().send(push(browser)) == later
    assert chats.send(chat(free)) == later


def test_an_answer_that_trickles_ends_with_the_time_limit(ntfy: FakeService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "TOTAL_SECONDS", 0.5)
    ntfy.status = "trickle"
    began = time.monotonic()
    assert chats.send(chat(ntfy.url)).verdict is Verdict.UNKNOWN
    assert time.monotonic() - began < 8


def test_the_limit_of_a_call_includes_a_silent_name_server(
    browser: Browser, push_service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbound, "RESOLVE_SECONDS", 0.3)

    def resolve(*_: Any, **__: Any) -> list[Any]:
        time.sleep(2)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    push_service.url = "https://silent.example"
    began = time.monotonic()
    assert sender().send(push(browser)) == Answer(verdict=Verdict.LATER, reason="no_connection")
    assert chats.send(chat("https://silent.example")).verdict is Verdict.LATER
    monkeypatch.setattr(outbound, "TOTAL_SECONDS", 0.2)
    monkeypatch.setattr(outbound, "RESOLVE_SECONDS", 5.0)
    assert sender().send(push(browser)).verdict is Verdict.LATER
    assert time.monotonic() - began < 1.8


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1", "https://127.1", "https://2130706433", "https://localhost", "https://10.0.0.7",
        "https://192.168.1.1", "https://172.16.0.1", "https://169.254.169.254", "https://100.64.0.1",
        "https://0.0.0.0", "https://224.0.0.1", "https://240.0.0.1", "https://[::1]", "https://[::ffff:10.0.0.1]",
        "https://[fe80::1]", "https://[fd00::1]", "https://[2002:a00:1::]", "https://[64:ff9b::a00:1]",
        "https://ntfy@1.1.1.1", "http://1.1.1.1", "ftp://1.1.1.1", "https://", "https://[::1",
        "https://1.1.1.1:8443", "https://[fec0::1]", "https://printer.local", "https://intranet",
    ],
)  # fmt: skip
def test_an_internal_address_is_refused_at_saving(url: str) -> None:
    with pytest.raises(outbound.InternalHost):
        outbound.check_address(url)


def test_a_public_address_is_accepted() -> None:
    outbound.check_address("https://1.1.1.1/send/x")
    outbound.check_address("https://[2606:4700:4700::1111]/send/x")


def resolving(*answers: list[str]) -> Callable[..., Any]:
    """Return a resolver that gives the next answer at each call."""
    left = list(answers)

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in left.pop(0)]

    return resolve


def test_a_name_that_moves_to_an_internal_address_is_refused_at_delivery(
    browser: Browser, push_service: FakeService, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = push_service.url.rpartition(":")[2]
    push_service.url = f"http://rebinding.example:{port}"
    monkeypatch.setattr(socket, "getaddrinfo", resolving(["93.184.216.34"], ["127.0.0.1"], ["1.1.1.1", "10.0.0.1"]))
    settings.NOTIFY_LOOPBACK = False
    outbound.check_address("https://rebinding.example")
    refused = Answer(verdict=Verdict.REFUSED, reason="internal_address")
    assert sender().send(push(browser)) == refused
    assert chats.send(chat(push_service.url)) == refused
    assert push_service.asked == []


def test_the_connection_goes_to_the_checked_address(
    browser: Browser, push_service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = push_service.url.rpartition(":")[2]
    push_service.url = f"http://checked.example:{port}"
    # A second lookup would fail.
    monkeypatch.setattr(socket, "getaddrinfo", resolving(["127.0.0.1"]))
    monkeypatch.setattr(socket, "create_connection", connect_without_lookup)
    assert sender().send(push(browser)) == OK
    assert push_service.accepted[0].headers["host"] == f"checked.example:{port}"


def connect_without_lookup(address: tuple[str, int], timeout: float) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.settimeout(timeout)
    made.connect(address)
    return made


EXAMPLES: dict[chat_apps.ChatApp, tuple[dict[str, str], str]] = {
    "ntfy": ({"topic": TOPIC}, "https://ntfy.sh"),
    "telegram": (
        {"token": "123456789:abcdefghijklmnopqrstuvwxyzABCDE1234", "chat": "987654321"},
        "https://api.telegram.org/bot123456789:abcdefghijklmnopqrstuvwxyzABCDE1234/sendMessage",
    ),
    "discord": (
        {"webhook": "https://discord.com/api/webhooks/123456789012345678/" + "a1B2" * 17},
        "https://discord.com/api/webhooks/123456789012345678/" + "a1B2" * 17,
    ),
    "pushover": ({"user": "u" * 30, "token": "t" * 30}, "https://api.pushover.net/1/messages.json"),
    "slack": (
        {"webhook": "https://hooks.slack.com/services/T12345678/B12345678/" + "a1B2" * 6},
        "https://hooks.slack.com/services/T12345678/B12345678/" + "a1B2" * 6,
    ),
}


@pytest.mark.parametrize("app", get_args(chat_apps.ChatApp))
def test_each_app_sends_to_its_own_address_through_the_guarded_calls(
    app: chat_apps.ChatApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, url = EXAMPLES[app]
    called: list[str] = []

    def connect(connection: Any) -> socket.socket:
        called.append(connection.host)
        outbound._current.get().internal = True
        raise NewConnectionError(connection, "refused by the test")

    sent: list[str] = []
    send = requests.Session.request

    def request(session: requests.Session, method: str, to: str, **options: Any) -> requests.Response:
        sent.append(to)
        assert options["allow_redirects"] is False
        assert session.trust_env is False
        return send(session, method, to, **options)

    monkeypatch.setattr(outbound, "_connect", connect)
    monkeypatch.setattr(requests.Session, "request", request)
    fields, wrong = chat_apps.cleaned(app=app, given=given)
    assert wrong == []
    message = ChatMessage(app=app, address=json.dumps(fields), title="Booked", body="For 2.", link="https://x.example")
    assert chats.send(message).reason == "internal_address"
    assert called
    assert set(sent) == {url}


def test_a_rate_limit_is_returned_without_a_sleep_or_a_second_call(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def limited(session: requests.Session, method: str, to: str, **_: Any) -> requests.Response:
        calls.append(to)
        outbound._current.get().connected = True
        reply = requests.Response()
        reply.status_code, reply.raw = 429, io.BytesIO(b"{}")
        end = time.time() + 90
        reply.headers.update({"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(end))})
        reply.headers["Retry-After"] = str(int(end * 1000))
        return reply

    monkeypatch.setattr(requests.Session, "request", limited)
    monkeypatch.setattr(time, "sleep", lambda seconds: pytest.fail(f"slept {seconds} s"))
    given, url = EXAMPLES["discord"]
    message = ChatMessage(app="discord", address=json.dumps(given), title="Booked", body="For 2.", link="")
    answer = chats.send(message)
    assert (answer.verdict, answer.reason, calls) == (Verdict.LATER, "slow_down", [url])
    assert 85 <= answer.retry_after.total_seconds() <= 90


def test_without_a_key_there_is_no_push_sender(settings: Settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert push_sender() is None


def test_the_subject_is_the_operators_contact(settings: Settings) -> None:
    settings.CONTACT_EMAIL = ""
    assert sender().subject == "mailto:no-reply@tablehawk.test"
    settings.PUBLIC_URL = "https://tablehawk.example"
    assert sender().subject == "https://tablehawk.example"
    settings.CONTACT_EMAIL = "ops@tablehawk.example"
    assert sender().subject == "mailto:ops@tablehawk.example"


def test_no_secret_is_in_a_repr(browser: Browser) -> None:
    assert sender().private_key not in repr(sender())
    assert browser.name not in repr(push(browser))
    assert TOPIC not in repr(chat("https://ntfy.sh"))
