"""The admin API over real sockets, as the operators' command line uses it, and its refusals."""

import http.client
import json
import logging
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from rich.console import Console

from apps.accounts.models import AuditEntry, OperatorToken, User
from apps.accounts.sign_in import password_reset
from apps.accounts.staff.operator_tokens import NoToken, make_token, revoke_token
from apps.connections.models import KillSwitch, PlatformAccess, SourceState, SwitchScope
from apps.requests.models import VenueWatch
from server import rates
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.ops.cli import main
from snipers.ops.port import Unavailable
from snipers.ops.remote import RemoteOperations
from snipers.ops.results import CommandRefused, ExitCode
from testing.secret_search import SecretSearch
from testing.simulator import Simulator
from testing.users import Anyone, make_user
from testing.venues import make_venue

WHY = ("--reason", "a drill")
SECRET = "VbWk7s3L4KiK5fzlO7JD3Q5EYolJI7n5"
Run = Callable[..., tuple[int, Any]]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def operator(transactional_db: None) -> User:
    return make_user("Olive", is_staff=True, last_name="Ops")


@pytest.fixture
def token(operator: User) -> str:
    """The text of a token that may write."""
    return make_token(user=operator, name="laptop", may_write=True, days=30, now=timezone.now())[1]


@pytest.fixture
def ops(live_server: LiveServer, token: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command through the admin API, with --json; return its exit code and output."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("OPS_TOKEN", token)

    def run(*words: object) -> tuple[int, Any]:
        said = StringIO()
        arguments = ["--url", live_server.url, *map(str, words), "--json"]
        return main(arguments, console=Console(file=said)), json.loads(said.getvalue())

    return run


def send(live_server: LiveServer, method: str, path: str, *, token: str = "", body: Any = None) -> tuple[int, Any]:
    """Send one request over a socket; return its status and JSON."""
    parts = urlsplit(live_server.url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def test_commands_read_and_change_through_the_api_and_name_the_operator(ops: Run, operator: User) -> None:
    venue = make_venue()
    code, found = ops("source", "pause", "resy", *WHY)
    assert (code, found["changed"]) == (ExitCode.DONE, True), found
    switch = KillSwitch.objects.get()
    assert (switch.key, switch.reason) == ("resy", "a drill")
    assert switch.created_by == "Olive Ops (ops, token laptop)"
    entry = AuditEntry.objects.get(act="kill_switch")
    assert (entry.by_id, entry.address) == (operator.pk, "127.0.0.1")
    assert entry.facts["by"] == "Olive Ops (ops, token laptop)"
    assert ops("source", "pause", "resy", *WHY)[1]["changed"] is False
    assert ops("source", "list")[1]["rows"][0]["state"] == "paused"
    assert ops("source", "resume", "resy", *WHY)[1]["changed"] is True
    assert not KillSwitch.objects.exists()
    assert ops("watch", "quarantine", venue.pk, "--minutes", 5, *WHY)[0] == ExitCode.DONE
    assert VenueWatch.objects.get().quarantined_until is not None
    # Times arrive as times, so the state can be computed here.
    assert ops("watch", "explain", venue.pk)[1]["watch"]["state"] == "quarantined"
    assert ops("watch", "retry", venue.pk, *WHY)[1]["changed"] is True
    assert ops("watch", "show", 999_999)[0] == ExitCode.NOT_FOUND
    assert ops("cell", "list")[1]["rows"] == []
    assert ops("doctor")[0] == ExitCode.BAD


def test_a_dry_run_changes_and_records_nothing(ops: Run) -> None:
    code, found = ops("source", "pause", "resy", "--dry-run", *WHY)
    assert (code, found["dry_run"]) == (ExitCode.DONE, True)
    assert found["says"].startswith("would be: ")
    assert not KillSwitch.objects.exists()
    assert not AuditEntry.objects.filter(act="kill_switch").exists()


def test_a_platforms_secret_is_sealed_by_the_web_tower_and_never_returned(
    ops: Run, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.delenv("SEAL_KEYS", raising=False)
    file = tmp_path / "key"
    file.write_text(SECRET)
    set_key = ("access", "set", "resy", "--secret-from", file, *WHY)
    assert ops(*set_key)[1]["changed"] is True
    sealed = PlatformAccess.objects.get().sealed_secret
    assert SealedBox(settings.SEAL_KEYS).open(SealedToken(sealed)) == SECRET
    # An equal secret is not sealed again.
    assert ops(*set_key)[1]["changed"] is False
    shown = json.dumps(ops("access", "show")[1])
    assert '"secret": "set"' in shown
    assert sealed not in shown


def test_a_probe_is_sent_by_the_web_tower_once_in_a_while_and_within_the_budget(
    ops: Run, token: str, live_server: LiveServer, simulator: Simulator, settings: Settings
) -> None:
    settings.CATALOG_BUDGET = 10
    code, found = ops("probe", "resy")
    assert (code, [row["ok"] for row in found["rows"]]) == (ExitCode.DONE, [True] * 4), found
    with connection.cursor() as cursor:
        cursor.execute("select platform from catalog_budget")
        assert cursor.fetchall() == [("resy",)]
    assert ops("probe", "resy")[0] == ExitCode.REFUSED
    assert send(live_server, "POST", "/api/ops/probes/resy/", token=token, body={"force": False})[0] == 429
    assert send(live_server, "POST", "/api/ops/probes/tock/", token=token, body={"force": False})[0] == 404


def test_no_probe_is_sent_while_a_switch_or_the_breaker_forbids_it(ops: Run) -> None:
    now = timezone.now()
    KillSwitch.objects.create(scope=SwitchScope.PLATFORM, key="resy", reason="a drill", created_by="test")
    for words in ((), ("--force",)):
        code, found = ops("probe", "resy", *words)
        assert (code, "kill switch" in found["refused"]) == (ExitCode.REFUSED, True)
    KillSwitch.objects.all().delete()
    SourceState.objects.create(platform="resy", state="stopped", reason="limited", since=now, until=now, factor=0)
    code, found = ops("probe", "resy")
    assert (code, "--force probes now" in found["refused"]) == (ExitCode.REFUSED, True)
    assert ops("breaker", "reset", "resy", *WHY)[1]["changed"] is True
    assert ops("breaker", "reset", "resy", *WHY)[1]["changed"] is False


def test_wrong_names_and_parameters_are_refused(live_server: LiveServer, token: str) -> None:
    with RemoteOperations(url=live_server.url, token=token) as remote:
        for name in ("audit", "read_access", "snipes", "no_such"):
            with pytest.raises(CommandRefused) as refused:
                remote.read(name)
            assert refused.value.code == ExitCode.NOT_FOUND
        wrong: list[dict[str, Any]] = [{}, {"venue_id": 0}, {"venue_id": "x"}, {"venue_id": 1, "more": 2}]
        for params in wrong:
            with pytest.raises(CommandRefused) as refused:
                remote.read("read_attempts", **params)
            assert refused.value.code == ExitCode.USAGE
        changes: dict[str, dict[str, Any]] = {
            "pause_source": {"source": "tock"},
            "quarantine": {"venue": 1, "minutes": 10**9},
            "assign": {"cell": "a", "venues": [1, "2"], "did": "venues assigned"},
            "set_share": {"source": "resy", "share": 2},
            "drain_node": {"node": "a\nb"},
        }
        for name, given in changes.items():
            with pytest.raises(CommandRefused) as refused:
                remote.change(name, reason="a drill", **given)
            assert refused.value.code == ExitCode.USAGE
        with pytest.raises(CommandRefused) as refused:
            remote.change("drop_everything", reason="a drill")
        assert refused.value.code == ExitCode.NOT_FOUND


def test_a_change_needs_a_token_that_may_write(live_server: LiveServer, operator: User) -> None:
    text = make_token(user=operator, name="wall", may_write=False, days=1, now=timezone.now())[1]
    with RemoteOperations(url=live_server.url, token=text) as remote:
        assert remote.status_rows()["read_cells"] == []
        with pytest.raises(CommandRefused, match="only reads"):
            remote.change("pause_source", reason="a drill", source="resy")
    assert not KillSwitch.objects.exists()


def test_a_reason_is_required(live_server: LiveServer, token: str) -> None:
    for reason in ("", "   "):
        body = {"reason": reason, "params": {"source": "resy"}}
        assert send(live_server, "POST", "/api/ops/changes/pause_source/", token=token, body=body)[0] == 422


@pytest.mark.parametrize(
    "end",
    ["revoked", "expired", "no staff", "inactive", "without authenticator", "new authenticator", "password reset"],
)
def test_a_token_ends_with_the_right_to_enter_the_admin(
    end: str, live_server: LiveServer, operator: User, token: str, settings: Settings
) -> None:
    assert send(live_server, "GET", "/api/ops/status/", token=token)[0] == 200
    row = OperatorToken.objects.get()
    match end:
        case "revoked":
            assert revoke_token(row, now=timezone.now())
            assert not revoke_token(row, now=timezone.now())
        case "expired":
            OperatorToken.objects.update(expires_at=timezone.now())
        case "no staff":
            User.objects.update(is_staff=False)
        case "inactive":
            User.objects.update(is_active=False)
        case "new authenticator":
            call_command("staff_second_factor", operator.email, stdout=StringIO())
        case "password reset":
            link = password_reset.renew_link(user=operator, now=timezone.now())
            password_reset.use_link(
                uid=link.uid, token=link.token, password="Another4table?", address="", now=timezone.now()
            )
        case _:
            settings.STAFF_SECOND_FACTOR = True
    assert send(live_server, "GET", "/api/ops/status/", token=token)[0] == 401


def test_no_other_credential_is_accepted(live_server: LiveServer, staff: Any) -> None:
    assert send(live_server, "GET", "/api/ops/status/")[0] == 401
    assert send(live_server, "GET", "/api/ops/status/", token=staff.tokens.access_token)[0] == 401
    assert send(live_server, "GET", "/api/ops/status/", token="thop_guess")[0] == 401


def test_many_wrong_tokens_are_refused_without_locking_out_right_ones(live_server: LiveServer, token: str) -> None:
    found = [send(live_server, "GET", "/api/ops/status/", token="thop_wrong")[0] for _ in range(22)]
    assert found[-1] == 429
    assert send(live_server, "GET", "/api/ops/status/", token=token)[0] == 200


def test_the_api_answers_only_at_its_hosts(
    live_server: LiveServer, token: str, settings: Settings, anyone: Anyone
) -> None:
    settings.OPERATIONS_HOSTS = ["ops.example"]
    status, found = send(live_server, "GET", "/api/ops/status/", token=token)
    assert (status, found["code"]) == (404, "not_found")
    assert anyone.get("/api/ops/status/").status_code == 404
    with pytest.raises(CommandRefused), RemoteOperations(url=live_server.url, token=token) as remote:
        remote.status_rows()


def test_calls_are_limited_per_address(
    live_server: LiveServer, token: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_RATE_OPERATIONS = 2
    with redis.Redis.from_url(settings.REDIS_URL) as store:
        for key in store.scan_iter("rate:*"):
            store.delete(key)
    monkeypatch.setattr(rates._store, "away_until", 0.0)
    monkeypatch.setattr("server.rates.time.time", lambda: 28_000_000.0 * 60)
    found = [send(live_server, "GET", "/api/ops/reads/clock/", token=token)[0] for _ in range(3)]
    assert found == [200, 200, 429]


def test_the_api_is_not_part_of_the_public_document(anyone: Anyone) -> None:
    assert "/api/ops/" not in json.dumps(anyone.get("/api/openapi.json").json())


def test_a_token_is_stored_and_shown_nowhere(
    ops: Run,
    token: str,
    live_server: LiveServer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.DEBUG)
    search = SecretSearch(caplog=caplog, capfd=capfd)
    ops("source", "pause", "resy", *WHY)
    send(live_server, "GET", "/api/ops/reads/no_such/", token=token)
    send(live_server, "POST", "/api/ops/changes/pause_source/", token=token, body={"wrong": token and 1})
    OperatorToken.objects.update(revoked_at=timezone.now())
    code, said = ops("doctor")
    assert code == ExitCode.REFUSED
    assert "not accept" in said["refused"]
    search.assert_absent(token)


def test_the_command_line_sends_tokens_over_https_only_and_never_as_an_argument(
    token: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, live_server: LiveServer
) -> None:
    for url in ("http://ops.example", "ftp://ops.example", "https://me:you@ops.example", "https://ops.example/path"):
        with pytest.raises(CommandRefused):
            RemoteOperations(url=url, token=token)
    assert token not in repr(RemoteOperations(url="https://ops.example", token=token))
    with pytest.raises(Unavailable), RemoteOperations(url="http://127.0.0.1:1", token=token) as remote:
        remote.status_rows()
    said = StringIO()
    monkeypatch.delenv("OPS_TOKEN", raising=False)
    assert main(["--url", live_server.url, "doctor"], console=Console(file=said)) == ExitCode.REFUSED
    assert "OPS_TOKEN_FILE" in said.getvalue()
    file = tmp_path / "token"
    file.write_text(token + "\n")
    monkeypatch.setenv("OPS_TOKEN_FILE", str(file))
    monkeypatch.setenv("OPS_URL", live_server.url)
    assert main(["cell", "list", "--json"], console=Console(file=StringIO())) == ExitCode.DONE


def test_manage_makes_lists_and_revokes_tokens(operator: User, settings: Settings) -> None:
    out, err = StringIO(), StringIO()
    call_command("operator_token", "make", operator.email, "--name", "laptop", "--write", stdout=out, stderr=err)
    text = out.getvalue().strip()
    assert text.startswith("thop_")
    assert text not in err.getvalue()
    row = OperatorToken.objects.get()
    assert row.may_write
    assert row.expires_at - row.created_at == timedelta(days=30)
    listed = StringIO()
    call_command("operator_token", "list", stdout=listed)
    assert "laptop" in listed.getvalue()
    assert text not in listed.getvalue()
    call_command("operator_token", "revoke", str(row.pk), stdout=StringIO())
    assert AuditEntry.objects.filter(act="operator_token").count() == 2
    with pytest.raises(CommandError):
        call_command("operator_token", "revoke", "999")
    settings.STAFF_SECOND_FACTOR = True
    with pytest.raises(CommandError, match="authenticator"):
        call_command("operator_token", "make", operator.email, "--name", "laptop")
    TOTPDevice.objects.create(user=operator, name="authenticator", confirmed=True)
    call_command("operator_token", "make", operator.email, "--name", "phone", stdout=StringIO(), stderr=StringIO())
    with pytest.raises(NoToken):
        make_token(user=operator, name="x", may_write=False, days=366, now=timezone.now())
