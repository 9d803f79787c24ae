import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.test import Client

from testing.users import PASSWORD, Anyone, Person


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """The output of the configured formatter."""
    from structlog.stdlib import ProcessorFormatter

    made = settings.LOGGING["formatters"]["json"]
    formatter = ProcessorFormatter(processors=made["processors"], foreign_pre_chain=made["foreign_pre_chain"])
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter)
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def read(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_a_request_is_one_record_with_id_and_user_and_without_query(lines: io.StringIO, alice: Person) -> None:
    response = alice.get("/api/users/me/", token="the-secret-token")
    (line,) = read(lines)
    assert (line["event"], line["path"], line["status"]) == ("request", "/api/users/me/", 200)
    assert line["request_id"] == response["X-Request-ID"]
    assert line["user_id"] == alice.user.pk
    assert "the-secret-token" not in lines.getvalue()


def test_a_sign_in_logs_no_secret(lines: io.StringIO, anyone: Anyone, alice: Person) -> None:
    tokens = anyone.post("/api/users/login/", {"email": alice.user.email, "password": PASSWORD}).json()["user"]
    anyone.post("/api/users/token/refresh/", {"refresh_token": tokens["refresh_token"]})
    for secret in (PASSWORD, tokens["access_token"], tokens["refresh_token"]):
        assert secret not in lines.getvalue()


def test_a_fault_is_logged_with_traceback_and_without_local_variables(
    lines: io.StringIO, anyone: Anyone, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**kwargs: object) -> None:
        raise KeyError("boom")

    monkeypatch.setattr("apps.accounts.services.check_credentials", fail)
    anyone.post("/api/users/login/", {"email": "ada@example.org", "password": "hunter2!Secret"})
    fault = next(line for line in read(lines) if line["event"] == "unhandled exception")
    assert "KeyError: 'boom'" in fault["exception"]
    assert "hunter2!Secret" not in lines.getvalue()


def test_values_under_the_name_of_a_secret_are_hidden(lines: io.StringIO) -> None:
    structlog.get_logger("test").warning("careless", access_token="abc", Password="def", name="ghi")
    (line,) = read(lines)
    assert (line["access_token"], line["Password"], line["name"]) == ("(hidden)", "(hidden)", "ghi")


def test_a_reset_link_in_any_text_loses_its_token(lines: io.StringIO) -> None:
    link = "https://tablehawk.example/reset-password?token=abc-123&uid=NDI&next=/login"
    try:
        raise ValueError(f"cannot send {link}")
    except ValueError:
        structlog.get_logger("test").exception("careless", url=link)
    assert "abc-123" not in lines.getvalue()
    assert "NDI" not in lines.getvalue()
    assert "next=/login" in lines.getvalue()


def test_a_request_keeps_its_trace_and_takes_its_id_from_it(lines: io.StringIO, db: None) -> None:
    given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    response = Client().get("/api/users/me/", headers={"traceparent": given})
    (line,) = read(lines)
    assert line["trace_id"] == line["request_id"] == response["X-Request-ID"] == "0af7651916cd43dd8448eb211c80319c"


def test_a_request_without_a_trace_gets_one(lines: io.StringIO, db: None) -> None:
    Client().get("/api/users/me/", headers={"traceparent": "nonsense", "X-Request-ID": "from-outside-1"})
    (line,) = read(lines)
    assert line["request_id"] == "from-outside-1"
    assert len(line["trace_id"]) == 32
