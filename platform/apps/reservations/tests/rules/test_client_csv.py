"""CSV files of clients: parsing, refusals, and safe files that read back unchanged."""

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.accounts.rules.profile_fields import plain_name
from apps.reservations import messages
from apps.reservations.rules import client_csv
from apps.reservations.rules.client_csv import COLUMNS, BadFile

HEADER = "first_name,last_name,email,phone,zip_code"
ADA = {
    "first_name": "Ada",
    "last_name": "Lovelace",
    "email": "ada@example.org",
    "phone": "+12125550123",
    "zip_code": "10012",
}
LINE = "Ada,Lovelace,ada@example.org,+12125550123,10012"


def test_a_plain_file_is_read() -> None:
    file = client_csv.parse(f"{HEADER}\n{LINE}\n")
    assert [(row.line, dict(row.person), dict(row.errors)) for row in file.rows] == [(2, ADA, {})]
    assert file.ignored == []


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff{HEADER}\n{LINE}",
        f"{HEADER}\r\n{LINE}\r\n",
        f"{HEADER}\r{LINE}\r",
        f"{HEADER}\n\n  \n,,,,\n{LINE}\n\n",
        HEADER.replace(",", ";") + "\n" + LINE.replace(",", ";"),
        HEADER.replace(",", "\t") + "\n" + LINE.replace(",", "\t"),
        "First Name, Last-Name ,E-Mail,PHONE NUMBER,Postal code\n" + LINE,
        f'{HEADER}\n"Ada","Lovelace","ADA@example.org","+1 (212) 555-0123"," 10012 "',
        f"{HEADER}\nAda,Lovelace,ada@example.org,212.555.0123,10012",
        f"{HEADER}\nAda,Lovelace,ada@example.org,1 212 555 0123,10012",
        f"{HEADER}\nAda,Lovelace,ada@example.org,'+12125550123,10012",
        f"{HEADER},country_code\nAda,Lovelace,ada@example.org,2125550123,10012,1",
        f"{HEADER},phone_country_code\nAda,Lovelace,ada@example.org,2125550123,10012,+1",
    ],
)
def test_the_dialects_of_spreadsheets_are_read_alike(text: str) -> None:
    assert [dict(row.person) for row in client_csv.parse(text).rows] == [ADA]
    assert not client_csv.parse(text).rows[0].errors


def test_a_quoted_field_may_contain_quotes_commas_and_line_ends() -> None:
    file = client_csv.parse(f'{HEADER}\n"Ada ""A.""","Love,\nlace",ada@example.org,2125550123,10012\n{LINE}')
    assert [row.line for row in file.rows] == [2, 4]
    assert (file.rows[0].person["first_name"], file.rows[0].person["last_name"]) == ('Ada "A."', "Love, lace")


@pytest.mark.parametrize(
    ("raw", "charset"),
    [
        ("Zoë".encode(), None),
        ("Zoë".encode("utf-8-sig"), None),
        ("Zoë".encode("utf-16"), None),
        ("Zoë".encode("cp1252"), None),
        ("Zoë".encode("latin-1"), "ISO-8859-1"),
        ("Zoë".encode(), "utf8"),
        ("Zoë".encode(), "rot13"),
        ("Zoë".encode(), "idna"),
        ("Zoë".encode(), "no such thing"),
        ("Zoë".encode(), "nul\x00"),
        ("Zoë".encode(), ""),
    ],
)
def test_every_supported_encoding_is_read(raw: bytes, charset: str | None) -> None:
    assert client_csv.decode(raw, charset=charset).removeprefix("\ufeff") == "Zoë"


@pytest.mark.parametrize("raw", [b"\x81\xff\x90", b"\xff\xfe\x00"])
def test_a_file_that_is_not_text_is_refused(raw: bytes) -> None:
    with pytest.raises(BadFile, match="UTF-8"):
        client_csv.decode(raw, charset=None)


@pytest.mark.parametrize(
    ("line", "errors"),
    [
        (",Lovelace,ada@example.org,2125550123,10012", {"first_name": "First name is required!"}),
        ("Ada,,ada@example.org,2125550123,10012", {"last_name": "Last name is required!"}),
        ("Ada,Lovelace,ada,2125550123,10012", {"email": "Must be valid email"}),
        ("Ada,Lovelace,ada@example.org,21255501,10012", {"phone": "Phone number must have exactly 10 digits."}),
        ("Ada,Lovelace,ada@example.org,,10012", {"phone": "Country Code is required"}),
        ("Ada,Lovelace,ada@example.org,2125550123", {"zip_code": "Zip code is required!"}),
        (LINE + ",,x", {"line": messages.LINE_TOO_LONG}),
        ("Ada\x00,Lovelace,ada@example.org,2125550123,10012", {"first_name": messages.INVISIBLE}),
        ("Ada\ud800,Lovelace,ada@example.org,2125550123,10012", {"first_name": messages.INVISIBLE}),
        (f"{'x' * 101},Lovelace,ada@example.org,2125550123,10012", {"first_name": messages.VALUE_TOO_LONG}),
        ("Ada,4242 4242 4242 4242,ada@example.org,2125550123,10012", {"last_name": messages.HAS_CARD_NUMBER}),
    ],
)
def test_an_invalid_line_has_its_reason(line: str, errors: dict[str, str]) -> None:
    assert [dict(row.errors) for row in client_csv.parse(f"{HEADER}\n{line}").rows] == [errors]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", messages.FILE_EMPTY),
        ("\n\n", messages.FILE_EMPTY),
        ("first_name,last_name,phone\nx", "The first line must also name these columns: email, zip_code."),
        (f"{HEADER},Email\n{LINE}", "The first line names a column twice."),
        (f'{HEADER}\n"Ada,Lovelace', "We could not read line 2. Is a quotation mark missing?"),
        (f"{HEADER}\n{'x' * 200_000}", "We could not read line 2. Is a quotation mark missing?"),
        (f"{HEADER}\n" + f"{LINE}\n" * 10_001, messages.file_too_long(most=client_csv.MAX_LINES)),
    ],
)
def test_a_file_that_can_not_be_read_is_refused_as_a_whole(text: str, sentence: str) -> None:
    with pytest.raises(BadFile) as refused:
        client_csv.parse(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "heading", ["cc_number", "Card Number", "CVC", "cvv", "exp_month", "Expiry", "Credit Card", "PAN", "cardnumber"]
)
def test_a_file_with_card_data_is_refused_as_a_whole(heading: str) -> None:
    with pytest.raises(BadFile) as refused:
        client_csv.parse(f"{HEADER},{heading}\n{LINE},4242424242424242")
    assert str(refused.value) == messages.card_columns(columns=heading)


def test_unknown_columns_are_ignored_and_named() -> None:
    file = client_csv.parse(f"VIP,{HEADER},Notes,\nyes,{LINE},likes the window,")
    assert (dict(file.rows[0].person), file.ignored) == (ADA, ["VIP", "Notes"])


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "''@x", '=HYPERLINK("http://x")'])
def test_no_exported_field_is_a_formula(name: str) -> None:
    text = client_csv.write([ADA | {"first_name": name}])
    cell = text.splitlines()[1].split(",")[0].lstrip('"')
    assert cell.startswith("'")
    assert client_csv.parse(text).rows[0].person["first_name"] == name


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=40).map(plain_name),
    st.text("=+-@'\",;\n ax", min_size=1, max_size=40),
)
@example(first=plain_name("\U0002f800"), last="x")
def test_a_written_file_is_read_back_unchanged(first: str, last: str) -> None:
    person = ADA | {"first_name": first, "last_name": " ".join(last.split())}
    assert [dict(row.person) for row in client_csv.parse(client_csv.write([person])).rows] == [person]


def test_a_row_hides_its_values() -> None:
    assert "Ada" not in repr(client_csv.parse(f"{HEADER}\n{LINE}"))


def test_the_columns_are_those_of_the_client() -> None:
    assert ",".join(COLUMNS) == HEADER


@pytest.mark.parametrize(
    "value",
    ["a;=1+1", "a;@x", 'a; "=cmd', "a;+1;-2", "a|=1", "a\t=1", "a\n=HYPERLINK(1)", "a;'=1", ";=1"],
)
def test_no_separator_of_any_country_lets_a_formula_through(value: str) -> None:
    text = client_csv.write([dict(ADA, last_name=value)])
    for separator in (",", ";", "|", "\t"):
        for row in csv.reader(io.StringIO(text), delimiter=separator):
            assert not [cell for cell in row if re.match(r'[\s"]*[=+\-@]', cell)], separator


@pytest.mark.parametrize("value", ["a;=1+1", "a;'=1", "a; -2", "=a;=b", "Smith; Ada", "O'Neil-Smith", "a;b=c"])
def test_a_guarded_name_is_read_back_unchanged(value: str) -> None:
    (row,) = client_csv.parse(client_csv.write([dict(ADA, last_name=value)])).rows
    assert row.person["last_name"] == value
