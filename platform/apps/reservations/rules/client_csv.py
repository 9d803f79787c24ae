"""Parses and writes client books as CSV files.

The parser accepts the separators and encodings of common spreadsheet programs. The written files contain no formulas,
so they are safe to open in a spreadsheet program.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

from apps.accounts.rules.profile_fields import plain_name
from apps.reservations import messages

from . import clients

if TYPE_CHECKING:
    from _csv import Reader

COLUMNS: Final = ("first_name", "last_name", "email", "phone", "zip_code")
BESIDE_PHONE: Final = "phone_country_code"
DEFAULT_CODE: Final = "+1"
MAX_LINES: Final = 10_000
# Common headings for the fields. A heading is compared in lower case, with each run of characters that are no letters
# or digits replaced by one underscore.
ALIASES: Final = {
    "firstname": "first_name",
    "given_name": "first_name",
    "lastname": "last_name",
    "surname": "last_name",
    "family_name": "last_name",
    "e_mail": "email",
    "email_address": "email",
    "phone_number": "phone",
    "mobile": "phone",
    "telephone": "phone",
    "country_code": "phone_country_code",
    "zip": "zip_code",
    "zipcode": "zip_code",
    "postal_code": "zip_code",
    "postcode": "zip_code",
}
# Headings of card data, which no file may contain.
CARD_COLUMNS: Final = re.compile(r"(^|_)(cc|card|cvc|cvv|pan|credit|debit|exp|expiry)(_|$)|card|cvv|cvc")
# Spreadsheets read these characters as a formula at the start of a field. In countries whose spreadsheets do not
# separate cells with commas, they do so after their own separators too.
FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
INNER_FORMULA: Final = re.compile(r"([;|\t\r\n][\s\"]*)('*[=+\-@])")
GUARDED: Final = re.compile(r"([;|\t\r\n][\s\"]*)'('*[=+\-@])")
BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
CHARSETS: Final = frozenset({"utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "iso8859-1", "ascii"})

LENGTHS: Final = {"first_name": 100, "last_name": 100, "email": 254}


class BadFile(ValueError):
    """The file cannot be read. The message is a sentence for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One client of a file. `line` is the first line of the row, counted from 1; `errors` are by column."""

    line: int
    person: Mapping[str, str] = field(default_factory=dict, repr=False)
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """The rows of a file. `ignored` has the headings of unknown columns, which are not read."""

    rows: Sequence[Row]
    ignored: Sequence[str]


def decode(raw: bytes, *, charset: str | None) -> str:
    """Decode the file by its byte order mark or its charset, otherwise as UTF-8 or Windows-1252. Raises BadFile."""
    named = next((name for mark, name in BYTE_ORDER_MARKS if raw.startswith(mark)), None) or _known(charset)
    for name in [named] if named else ["utf-8", "cp1252"]:
        with suppress(UnicodeDecodeError):
            return raw.decode(name)
    raise BadFile(messages.FILE_UNREADABLE)


def parse(text: str) -> File:
    """Return the rows of a CSV file whose separators are commas, semicolons or tabs. Raises BadFile."""
    text = text.removeprefix("\ufeff")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        lines = _numbered(reader)
        _, header = next(lines, (0, []))
        columns = _columns(header)
        found = list(islice(lines, MAX_LINES + 1))
    except csv.Error:
        raise BadFile(messages.line_unreadable(line=reader.line_num)) from None
    if len(found) > MAX_LINES:
        raise BadFile(messages.file_too_long(most=MAX_LINES))
    ignored = [heading.strip()[:40] for heading, name in zip(header, columns, strict=True) if name is None]
    rows = [_row(line, cells, columns) for line, cells in found]
    return File(rows=rows, ignored=[heading for heading in ignored if heading])


def write(people: Iterable[Mapping[str, str]]) -> str:
    """Return a file that `parse` reads back unchanged and that contains no formula for a spreadsheet."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_guarded(person[name]) for name in COLUMNS] for person in people)
    return text.getvalue()


def _known(charset: str | None) -> str | None:
    try:
        name = codecs.lookup(charset or "").name
    except (LookupError, ValueError):
        return None
    return name if name in CHARSETS else None


def _delimiter(text: str) -> str:
    """Return the most frequent separator of the first line, because spreadsheet programs use different ones by
    country."""
    header = text.lstrip("\r\n").partition("\n")[0]
    return max(",;\t", key=header.count)


def _numbered(reader: "Reader") -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the line on which it starts."""
    line = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield line, cells
        line = reader.line_num + 1


def _columns(header: Sequence[str]) -> list[str | None]:
    """Return the field of each column, or None for an unknown column. Raises BadFile for an invalid header."""
    if not header:
        raise BadFile(messages.FILE_EMPTY)
    plain = [re.sub(r"[^a-z0-9]+", "_", heading.strip().lower()).strip("_") for heading in header]
    if cards := [
        heading.strip()[:40] for heading, name in zip(header, plain, strict=True) if CARD_COLUMNS.search(name)
    ]:
        raise BadFile(messages.card_columns(columns=", ".join(cards)))
    names = [ALIASES.get(name, name) for name in plain]
    columns = [name if name in (*COLUMNS, BESIDE_PHONE) else None for name in names]
    known = [name for name in columns if name is not None]
    if missing := [name for name in COLUMNS if name not in known]:
        raise BadFile(messages.columns_missing(columns=", ".join(missing)))
    if len(set(known)) < len(known):
        raise BadFile(messages.COLUMN_TWICE)
    return columns


def _row(line: int, cells: Sequence[str], columns: Sequence[str | None]) -> Row:
    if any(cell.strip() for cell in cells[len(columns) :]):
        return Row(line=line, errors={"line": messages.LINE_TOO_LONG})
    given = {name: _tidy(cell) for name, cell in zip(columns, cells, strict=False) if name is not None}
    person = {name: given.get(name, "") for name in COLUMNS}
    person["phone"] = _phone(person["phone"], country_code=given.get(BESIDE_PHONE, ""))
    person["email"] = person["email"].lower()
    for name in ("first_name", "last_name"):
        person[name] = plain_name(person[name])
    return Row(line=line, person=person, errors=_mistakes(person))


def _mistakes(person: Mapping[str, str]) -> dict[str, str]:
    wrong = clients.mistakes(person)
    for name, value in person.items():
        if not value.isprintable():
            wrong[name] = messages.INVISIBLE
        elif len(value) > LENGTHS.get(name, len(value)):
            wrong[name] = messages.VALUE_TOO_LONG
        elif name in LENGTHS and re.search(r"[0-9](?:[ -]?[0-9]){11}", value):
            wrong[name] = messages.HAS_CARD_NUMBER
    return wrong


def _tidy(cell: str) -> str:
    """Return a cell as one line, without the apostrophes that `_guarded` adds."""
    text = " ".join(GUARDED.sub(r"\1\2", cell).split())
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


def _guarded(value: str) -> str:
    value = INNER_FORMULA.sub(r"\1'\2", value)
    return f"'{value}" if FORMULA.match(value) else value


def _phone(text: str, *, country_code: str) -> str:
    """Normalize a phone number. Without a country code it is a US number."""
    digits = re.sub(r"[ ().\-/]", "", text)
    if not digits or digits.startswith("+"):
        return digits
    if not country_code and len(digits) == clients.DIGITS + 1 and digits.startswith("1"):
        return f"+{digits}"
    code = country_code or DEFAULT_CODE
    return clients.full_phone(digits, country_code=code if code.startswith("+") else f"+{code}")
