"""What is stored on the user's machine: the sign-in, and the keys of calls without an answer."""

from pathlib import Path

import pytest
import typer

from tablehawk import NoConnection, Refused
from tablehawk.cli import stored


def test_the_key_is_readable_by_its_user_only(home: Path) -> None:
    path = stored.save_login(server="https://one.example", key="thk_one")
    assert path.stat().st_mode & 0o777 == 0o600
    assert home.stat().st_mode & 0o777 == 0o700
    assert stored.stored_client().rest.token == "thk_one"
    assert stored.forget_login()["key"] == "thk_one"
    with pytest.raises(typer.BadParameter, match="Log in first"):
        stored.stored_client()


def test_a_stored_key_is_sent_to_its_own_server_only(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored.save_login(server="https://one.example", key="thk_one")
    monkeypatch.setenv(stored.SERVER, "https://two.example")
    with pytest.raises(typer.BadParameter, match="Log in first"):
        stored.stored_client()


@pytest.mark.parametrize(
    "server", ["http://tablehawk.example", "tablehawk.example", "ftp://x", "", "http://127x.example"]
)
def test_a_key_does_not_travel_unencrypted(server: str) -> None:
    with pytest.raises(typer.BadParameter):
        stored.check_server(server)


@pytest.mark.parametrize("server", ["https://tablehawk.example", "http://127.0.0.1:8000", "http://localhost:8000"])
def test_an_encrypted_or_local_server_is_accepted(server: str) -> None:
    assert stored.check_server(f"{server}/") == server


@pytest.mark.parametrize("lost", [NoConnection(), KeyboardInterrupt()])
def test_a_call_without_an_answer_keeps_its_key(home: Path, lost: BaseException) -> None:
    with pytest.raises(type(lost)), stored.idempotency_key(["a", 1]) as (first, _):
        raise lost
    with stored.idempotency_key(["a", 2]) as (other, is_repeated):
        assert not is_repeated
    with stored.idempotency_key(["a", 1]) as (second, is_repeated):
        assert is_repeated
    with stored.idempotency_key(["a", 1]) as (third, is_repeated):
        assert not is_repeated
    assert first == second
    assert len({first, other, third}) == 3


def test_a_refused_call_forgets_its_key(home: Path) -> None:
    with pytest.raises(Refused), stored.idempotency_key("a") as (first, _):
        raise Refused("No.", code="no", status=400)
    with stored.idempotency_key("a") as (second, _):
        pass
    assert first != second
