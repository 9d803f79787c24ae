"""The commands as users call them: output, questions, exit codes. Answers are examples of the OpenAPI document."""

import io
import json
from typing import Any, NamedTuple

import httpx
import pytest

from tablehawk import Client
from tablehawk.cli import stored
from tablehawk.cli.main import main
from tools.client import DOCUMENT

from .conftest import Server

BOOKED = {
    "type": "reservation.outcome", "kind": "booked", "seq": 6, "at": "2026-11-30T12:00:00.000Z", "date": "2026-12-04",
    "time": "19:00", "venue_name": "Vicolo", "party_size": 2, "seating": "", "confirmation": "R-1", "group_id": 84,
    "group_status": "confirmed", "reason_text": None,
}  # fmt: skip


class Ran(NamedTuple):
    """The exit code and what was printed."""

    code: int
    out: str
    err: str


def example(path: str, method: str = "get", status: str = "200") -> Any:
    """Return the example of an answer of the API."""
    answers = json.loads(DOCUMENT.read_text())["paths"][path][method]["responses"]
    content = answers[status]["content"]["application/json"]
    return content["example"] if "example" in content else next(iter(content["examples"].values()))["value"]


VENUE = "/api/venues/{venue_id}/"
GROUP = "/api/reservations/{group_id}/"


@pytest.fixture
def run(client: Client, home: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*given: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.argv", ["tablehawk", *given])
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        monkeypatch.setattr(stored, "stored_client", lambda: client)
        with pytest.raises(SystemExit) as ended:
            main()
        return Ran(int(ended.value.code or 0), *capsys.readouterr())

    return run


def test_search_in_a_city_lists_ids_and_neighborhoods(run: Any, server: Server) -> None:
    server.replies = [(200, example("/api/venues/search/"))] * 2
    assert run("search", "vicolo", "--city", "new york").out == "504  Vicolo Nuovo  SoHo  New York  resy\n"
    assert run("search", "vicolo", "--city", "chicago").out == "No restaurant fits.\n"


def test_watch_files_what_it_says_and_follows_until_the_table_is_booked(run: Any, server: Server) -> None:
    filed = example("/api/reservations/", "post", "201")
    filed["group"]["group_id"] = 84
    server.replies = [
        (200, example(VENUE)),
        (200, [{**example("/api/platforms/{key}/accounts/")[0], "status": "connected", "id": 7}]),
        (200, {"events": [], "last_seq": 4}),
        (201, filed),
        (200, {"events": [{**BOOKED, "seq": 5, "group_id": 3}, BOOKED], "last_seq": 6}),
    ]
    ran = run("watch", "488", "--date", "2027-12-03", "--around", "20:00", "--fee-limit", "25", "-f", typed="y\n")
    assert ran.code == 0, ran.err
    asked = (
        "When a table is free at Osteria del Vicolo Storto in New York for 2 on Fri 2027-12-03 between 19:00 and 21:00"
    )
    assert f"{asked}, we book it for a fee of at most 25.00.\n" in ran.err
    assert ran.out.splitlines()[-1].endswith("Booked: Vicolo, Fri 2026-12-04 19:00 for 2, confirmation R-1.")
    sent = json.loads(server.calls[3].content)
    assert sent["selectedResyAccount"] == 7
    reservation = sent["reservation"]
    assert (reservation["dates"], reservation["fee_ceiling_cents"]) == (["2027-12-03"], 2500)
    assert server.calls[3].headers["Idempotency-Key"]


def test_a_release_is_filed_in_new_yorks_time(run: Any, server: Server) -> None:
    venue = example(VENUE)
    venue["release_rule"] |= {"days_ahead": 14, "local_time": "23:30", "zone": "America/Los_Angeles"}
    server.replies = [
        (200, venue),
        (200, example("/api/platforms/{key}/accounts/")),
        (400, {"message": "No.", "code": "x"}),
    ]
    ran = run("watch", "488", "--date", "2027-12-15", "--release", "--notify-only", "--yes")
    assert (ran.code, ran.err.splitlines()[-1]) == (1, "No.")
    assert "(Thu 2027-12-02 02:30 in New York)" in ran.err
    sent = json.loads(server.calls[-1].content)["reservation"]
    assert (sent["release_date"], sent["release_time"], sent["notify_only"]) == ("2027-12-02", "02:30", True)


def test_watch_without_a_limit_says_that_a_table_may_cost_nothing(run: Any, server: Server) -> None:
    account = {**example("/api/platforms/{key}/accounts/")[0], "status": "connected", "id": 7}
    server.replies = [(200, example(VENUE)), (200, [account])]
    ran = run("watch", "488", "--date", "2027-12-03", typed="n\n")
    assert ran.code == 1
    assert "we book it if it costs nothing." in ran.err
    assert len(server.calls) == 2


def test_a_question_that_is_answered_no_changes_nothing(run: Any, server: Server) -> None:
    server.replies = [(200, example(GROUP))]
    ran = run("cancel", "84", typed="n\n")
    assert (ran.code, ran.out) == (1, "")
    assert "Delete this request? It's 84, Osteria" in ran.err
    assert len(server.calls) == 1


def test_cancel_of_a_table_says_what_it_costs(run: Any, server: Server) -> None:
    answer = {"message": "We're canceling it.", "code": "canceling", "group": example(GROUP)}
    server.replies = [(200, example(GROUP)), (202, answer)]
    ran = run("cancel", "84", "458", "--yes")
    assert ran.out == "We're canceling it.\n"
    assert "Canceling is free until Thu 2026-11-26 19:00. The fee after that is USD 25.00." in ran.err
    assert server.calls[1].url.path == "/api/reservations/84/tables/458/cancel/"


def test_an_open_request_is_deleted(run: Any, server: Server) -> None:
    server.replies = [(200, example(GROUP)), (200, {"message": "Deleted.", "code": None, "group": example(GROUP)})]
    assert run("cancel", "84", "--yes").out == "Deleted.\n"
    assert (server.calls[1].method, server.calls[1].url.path) == ("DELETE", "/api/reservations/84/")


def test_a_request_is_shown_with_its_timeline_as_json(run: Any, server: Server) -> None:
    timeline = example("/api/reservations/{group_id}/timeline/")
    server.replies = [(200, example(GROUP)), (200, timeline)] * 2
    shown = json.loads(run("requests", "84", "--json").out)
    assert shown["request"]["group_id"] == 84
    assert len(shown["timeline"]["entries"]) == len(timeline["entries"])
    assert "Table 458: Osteria del Vicolo Storto, Fri 2026-11-27 19:00, booked for 2" in run("requests", "84").out


def test_odds_of_a_request_are_shown(run: Any, server: Server) -> None:
    server.replies = [(200, example("/api/reservations/{group_id}/odds/")), (200, example(GROUP))]
    assert "% that a table opens until" in run("odds", "84").out


def test_text_of_others_does_not_control_the_terminal(run: Any, server: Server) -> None:
    found = example("/api/venues/search/")
    found["results"][0]["venue_name"] = "\x1b[2JVicolo"
    server.replies = [(200, found)]
    assert "\x1b" not in run("search", "vicolo").out


@pytest.mark.parametrize(
    ("given", "replies", "code"),
    [
        (["requests"], [httpx.ConnectError("away")], 3),
        (["requests"], [(502, "<html>")], 1),
        (["watch", "488"], [], 2),
        (["watch", "488", "--date", "whenever"], [(200, example(VENUE))], 2),
        (["odds", "Vicolo"], [], 2),
        (["search"], [], 2),
        (["requests"], [KeyboardInterrupt()], 130),
    ],
)
def test_errors_are_sentences_with_exit_codes(
    run: Any, server: Server, given: list[str], replies: list[Any], code: int
) -> None:
    server.replies = replies
    ran = run(*given)
    assert (ran.code, ran.out) == (code, "")
    assert "Traceback" not in ran.err


def test_login_reads_the_key_from_stdin_and_never_prints_it(
    run: Any, server: Server, client: Client, home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablehawk.cli.main.Client", lambda *_: client)
    server.replies = [(403, {"message": "It needs a scope.", "code": "scope_missing"})]
    ran = run("login", "--key", "--server", "https://one.example", typed="thk_secret\n")
    assert (ran.code, ran.out) == (0, "You're logged in to https://one.example.\n")
    assert json.loads((home / "login.json").read_text())["key"] == "thk_secret"
    assert "thk_secret" not in ran.err
