"""Events: followed through lost connections, shown as lines, and signed as webhooks."""

from itertools import islice

import httpx
import pytest
from standardwebhooks import Webhook

from tablehawk import Client
from tablehawk.cli import events

from .conftest import Server

CHANGED = {"type": "reservation.changed", "seq": 8, "at": "2026-11-30T12:00:00.000Z", "group_id": 3, "what": "edited",
           "reason_text": None}  # fmt: skip
NEWER = {"type": "table.moved", "seq": 9, "at": "2026-11-30T12:00:01.000Z"}


def test_events_continue_after_a_lost_connection(client: Client, server: Server, waits: list[float]) -> None:
    server.replies = [
        httpx.ConnectError("away"),
        httpx.ConnectError("away"),
        (200, {"events": [CHANGED], "last_seq": 8}),
        (200, {"events": [], "last_seq": 8}),
        (200, {"events": [NEWER], "last_seq": 9}),
    ]
    assert list(islice(events.follow(client, after=7), 2)) == [CHANGED, NEWER]
    assert [call.url.params["after"] for call in server.calls] == ["7", "7", "7", "8", "8"]
    assert waits == [3, 6, 3]


def test_events_of_a_restored_database_are_read_from_its_last_number(
    client: Client, server: Server, waits: list[float]
) -> None:
    server.replies = [(200, {"events": [], "last_seq": 7}), (200, {"events": [CHANGED], "last_seq": 8})]
    assert list(islice(events.follow(client, after=90), 1)) == [CHANGED]


def test_an_event_of_an_unknown_type_is_a_line() -> None:
    assert events.line(NEWER).endswith("table.moved")
    assert events.line(CHANGED).endswith("Request 3: edited.")


def test_a_booked_table_is_a_line() -> None:
    booked = {
        "type": "reservation.outcome", "kind": "booked", "at": "2026-11-30T12:00:00.000Z", "date": "2026-12-04",
        "time": "19:00", "venue_name": "Carbone", "party_size": 2, "seating": "Bar", "confirmation": "R-1",
        "reason_text": None,
    }  # fmt: skip
    assert events.line(booked).endswith("Booked: Carbone, Fri 2026-12-04 19:00 for 2, Bar, confirmation R-1.")


def test_a_forwarded_event_is_signed_as_a_webhook(monkeypatch: pytest.MonkeyPatch) -> None:
    secret, sent = events.new_secret(), []

    def post(url: str, *, content: bytes, headers: dict[str, str], timeout: float) -> httpx.Response:
        sent.append(Webhook(secret).verify(content, headers))
        return httpx.Response(204)

    monkeypatch.setattr("httpx.post", post)
    assert events.send(CHANGED, url="http://127.0.0.1:3000/", secret=secret) == "204"
    assert sent == [{"type": "reservation.changed", "timestamp": CHANGED["at"], "data": CHANGED}]


def test_a_receiver_that_does_not_answer_is_reported() -> None:
    assert events.send(CHANGED, url="http://127.0.0.1:1/", secret=events.new_secret()) == "ConnectError"
