"""The endpoints POST /api/clients/import/ and GET /api/clients/export/."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import pytest

from apps.requests.models import Client
from apps.requests.tests import client_factories
from testing.users import Person

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Reply

PATH = "/api/clients/import/"
EXPORT = "/api/clients/export/"
HEADER = "first_name,last_name,email,phone,zip_code"


def line(n: int, **changes: str) -> str:
    fields = {
        "first_name": f"First{chr(ord('a') + n % 26)}",
        "last_name": "Last",
        "email": f"c{n}@clients.example",
        "phone": "+12125550123",
        "zip_code": "10012",
    }
    return ",".join((fields | changes).values())


def file(*lines: str) -> str:
    return "\r\n".join([HEADER, *lines, ""])


def send(who: Person, body: bytes, content_type: str = "text/csv", *, query: str = "") -> "Reply":
    return who._client.generic("POST", PATH + query, body, content_type, headers=who._headers())


def test_importing_a_file_twice_changes_nothing(dana: Person) -> None:
    text = file(*(line(n) for n in range(60)))
    first = dana.post(PATH, {"csv": text})
    assert first.status_code == 200, first.content
    assert first.json()["message"] == "We added 60 clients."
    assert (first.json()["created"], len(first.json()["lines"])) == (60, 60)
    before = list(Client.objects.order_by("id").values())
    again = dana.post(PATH, {"csv": text}).json()
    assert (again["created"], again["updated"], again["unchanged"]) == (0, 0, 60)
    assert again["message"] == "Your book has all clients of this file already."
    assert list(Client.objects.order_by("id").values()) == before


def test_an_import_keeps_valid_lines_and_reports_the_others(dana: Person) -> None:
    known = client_factories.person(dana.user, email="c1@clients.example", zip_code="99999")
    reply = dana.post(PATH, {"csv": file(line(1), line(2, email="nobody"), line(3), line(4, phone="1"))}).json()
    assert reply["message"] == "We added 1 client, updated 1 client, and skipped 2 lines."
    assert [(one["line"], one["outcome"], one["errors"]) for one in reply["lines"]] == [
        (2, "updated", {}),
        (3, "refused", {"email": "Must be valid email"}),
        (4, "created", {}),
        (5, "refused", {"phone": "Phone number must have exactly 10 digits."}),
    ]
    known.refresh_from_db()
    assert (known.zip_code, known.first_name) == ("10012", "Firstb")
    assert reply["lines"][0]["client_id"] == known.pk
    assert Client.objects.count() == 2


def test_a_preview_reports_and_stores_nothing(dana: Person) -> None:
    client_factories.person(dana.user, email="c1@clients.example", zip_code="99999")
    before = list(Client.objects.values())
    text = file(line(1), line(2, email="nobody", first_name="4242 4242 4242 4242"), line(3))
    preview = dana.post(f"{PATH}?preview=true", {"csv": text}).json()
    assert preview["message"] == "We'll add 1 client, update 1 client, and skip 1 line."
    assert [(one["name"], one["outcome"]) for one in preview["lines"]] == [
        ("Firstb Last", "updated"),
        ("Last", "refused"),
        ("Firstd Last", "created"),
    ]
    assert preview["lines"][2]["client_id"] is None
    assert list(Client.objects.values()) == before
    stored = dana.post(PATH, {"csv": text}).json()
    assert [stored[name] for name in ("created", "updated", "refused")] == [1, 1, 1]


def test_the_last_of_several_lines_with_one_email_counts(dana: Person) -> None:
    reply = dana.post(PATH, {"csv": file(line(1, zip_code="10001"), line(2), line(1, email="C1@clients.EXAMPLE"))})
    report = reply.json()
    assert (report["created"], report["merged"]) == (2, 1)
    merged = report["lines"][0]
    assert (merged["outcome"], merged["errors"]) == (
        "merged",
        {"email": "Line 4 has the same email, so we used that one."},
    )
    assert merged["client_id"] == report["lines"][2]["client_id"]
    assert Client.objects.get(email="c1@clients.example").zip_code == "10012"


def test_importing_a_client_known_from_a_request_saves_the_client(dana: Person) -> None:
    client_factories.person(dana.user, email="c1@clients.example", saved=False)
    assert dana.post(PATH, {"csv": file(line(1))}).json()["updated"] == 1
    assert Client.objects.get().saved


def test_an_import_accepts_a_csv_body(dana: Person) -> None:
    for number, (charset, content_type) in enumerate(
        [
            ("utf-8-sig", "text/csv"),
            ("utf-16", "text/csv"),
            ("cp1252", "text/csv; charset=windows-1252"),
            ("latin-1", "text/csv; charset=ISO-8859-1"),
        ]
    ):
        reply = send(dana, file(line(number, first_name="Zoë")).encode(charset), content_type)
        assert (reply.status_code, reply.json()["created"]) == (200, 1)
    assert set(Client.objects.values_list("first_name", flat=True)) == {"Zoë"}


def test_headings_that_are_not_known_are_asked_for_and_then_used(dana: Person) -> None:
    odd = ["Vorname", "Nachname", "E-Mail-Adresse der Person", "Rufnummer", "PLZ", "Tisch"]
    text = f"{';'.join(odd)}\r\nAda;Lovelace;ada@clients.example;+1 212 555 0123;10012;4\r\n".encode()
    asked = send(dana, text, query="?preview=true").json()
    assert (asked["missing_columns"], asked["ignored_columns"]) == (HEADER.split(","), [name[:40] for name in odd])
    assert asked["message"].startswith("The first line must also name")
    assert send(dana, text).status_code == 400
    answers = "&".join(f"{field}={heading}" for field, heading in zip(HEADER.split(","), odd, strict=False))
    part = send(dana, text, query=f"?preview=true&{answers.split('&')[0]}").json()
    assert part["missing_columns"] == HEADER.split(",")[1:]
    preview = send(dana, text, query=f"?preview=true&{answers}").json()
    assert (preview["created"], preview["missing_columns"], preview["ignored_columns"]) == (1, [], ["Tisch"])
    assert not Client.objects.exists()
    assert send(dana, text, query=f"?{answers}").json()["created"] == 1
    assert Client.objects.get().phone == "+12125550123"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("first_name=Nobody", 400),
        ("email=Karte&first_name=Vorname&preview=true", 400),
        (f"email={'x' * 41}", 422),
        ("nickname=Vorname", 400),
    ],
)
def test_a_wrong_heading_stores_nothing(query: str, status: int, dana: Person) -> None:
    text = b"Vorname,last_name,email,Karte,phone,zip_code\nAda,Love,ada@clients.example,4242,2125550123,10012\n"
    reply = send(dana, text, query=f"?{query}")
    assert (reply.status_code, Client.objects.count()) == (status, 0)
    assert reply.json()["message"]


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"\n", "text/csv", 400, "bad_file"),
        (b"email\nx", "text/csv", 400, "bad_file"),
        (HEADER.encode() + b',cvc\n"a', "text/csv", 400, "bad_file"),
        (b"\x81\xff\x90", "text/csv", 400, "bad_file"),
        (b'{"csv": 1}', "application/json", 422, "invalid"),
        (b'{"csv": "", "owner": 1}', "application/json", 422, "invalid"),
        (b"{}", "application/json", 422, "invalid"),
        (b"{", "application/json", 422, "not_json"),
        (b"[]", "application/json", 422, "not_json"),
        (b"x", "application/pdf", 422, "invalid"),
        (b"x" * 1_000_001, "text/csv", 413, "too_big"),
    ],
)
def test_an_unreadable_file_is_refused_as_a_whole(
    dana: Person, body: bytes, content_type: str, status: int, code: str
) -> None:
    reply = send(dana, body, content_type)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert reply.json()["message"]


def test_an_unknown_body_field_is_named(dana: Person) -> None:
    reply = dana.post(PATH, {"csv": file(line(1)), "is_vip": True})
    assert (reply.status_code, reply.json()["errors"]) == (422, {"is_vip": "This field isn't known."})
    assert dana.post(PATH, {}).json()["errors"] == {"csv": "This field is required."}


@pytest.mark.parametrize("name", ["\\u0000", "\\ud800"])
def test_characters_that_can_not_be_stored_are_reported(dana: Person, name: str) -> None:
    body = b'{"csv": "%s\\n%s"}' % (HEADER.encode(), line(1, first_name=name).encode())
    reply = send(dana, body, "application/json")
    assert reply.status_code in (200, 422)
    assert not Client.objects.exists()


@pytest.mark.parametrize("clients", [1, 40])
def test_the_queries_do_not_grow_with_the_file(
    dana: Person, clients: int, django_assert_num_queries: Callable[[int], AbstractContextManager[Any]]
) -> None:
    for n in range(clients):
        client_factories.person(dana.user, f"first{n}", email=f"c{n}@clients.example")
    text = file(*(line(n) for n in range(2 * clients)))
    # Session and user; then in one transaction (two more): lock, known clients, new and changed, watchers (two).
    with django_assert_num_queries(8):
        report = dana.post(PATH, {"csv": text}).json()
    assert (report["created"], report["updated"]) == (clients, clients)
    with django_assert_num_queries(2):
        dana.get(EXPORT)


def test_an_import_accepts_ten_thousand_lines(dana: Person) -> None:
    text = file(*(f"A,B,c{n}@x.example,2125550123,10012" for n in range(10_000)))
    assert dana.post(PATH, {"csv": text}).json()["created"] == 10_000
    assert dana.post(PATH, {"csv": text + "A,B,x@x.example,2125550123,10012"}).status_code == 400


def test_an_export_imports_without_changes(dana: Person) -> None:
    client_factories.person(dana.user, "=cmd()", last_name="O'Hara, Zoë", phone="+442079460123")
    client_factories.person(dana.user, "Ben")
    client_factories.person(dana.user, "Passing", saved=False)
    reply = dana.get(EXPORT)
    assert (reply.status_code, reply["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert reply["Content-Disposition"] == 'attachment; filename="clients.csv"'
    text = reply.content.decode("utf-8-sig")
    assert text.splitlines() == [
        HEADER,
        "Ben,Lovelace,ben@clients.example,'+12125550199,10012",
        "'=cmd(),\"O'Hara, Zoë\",=cmd()@clients.example,'+442079460123,10012".replace(",=cmd", ",'=cmd"),
    ]
    report = send(dana, reply.content).json()
    assert (report["created"], report["updated"]) == (0, 0)


def test_an_empty_book_exports_its_header(dana: Person) -> None:
    assert dana.get(EXPORT).content.decode("utf-8-sig") == f"{HEADER}\r\n"
