"""Parses and writes client books as CSV files.

The parser accepts the separators and encodings of common spreadsheet programs. The written files contain no formulas,
so they are safe to open in a spreadsheet program.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

from apps.accounts.rules.profile_fields import plain_name
from apps.clients import messages
from apps.common.rules.phones import DEFAULT_CODE, plain_phone
from apps.requests.rules import clients

from .client_columns import BESIDE_PHONE, COLUMNS, Columns, card_columns, find_columns, names_twice, shown_heading

if TYPE_CHECKING:
    from _csv import Reader

MAX_LINES: Final = 10_000
SEPARATORS: Final = ",;\t|"
# The first line by which spreadsheet programs name the separator.
SEPARATOR_LINE: Final = re.compile(r'"?sep=([^\w\s"]|\t)"?[^\w\r\n]*(?:\r\n|\r|\n|$)', re.IGNORECASE)
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
# How the files of spreadsheet programs begin that are no CSV.
WORKBOOK: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
CHARSETS: Final = frozenset({"utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "iso8859-1", "ascii"})

# Spreadsheets read these zip codes as a number without its zeros, a power of ten or a date.
CHANGED_ZIP: Final = re.compile(r"0.*|[0-9]+[eE][0-9]+|[0-9]+(?:-[0-9]+)+")

NAMES: Final = ("first_name", "last_name")
LENGTHS: Final = {"first_name": 100, "last_name": 100, "email": 254}


class BadFile(ValueError):
    """The file cannot be read. The message is a sentence for the user."""


class ColumnsMissing(BadFile):
    """No heading names these fields. `headings` are those that are not known."""

    def __init__(self, columns: Columns) -> None:
        super().__init__(messages.columns_missing(columns=", ".join(columns.missing)))
        self.missing, self.headings = columns.missing, columns.ignored


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
    """Decode the file by its byte order mark or its charset, otherwise as UTF-8, UTF-16 or Windows-1252. Raises
    BadFile."""
    if raw.startswith(WORKBOOK):
        raise BadFile(messages.FILE_UNREADABLE)
    named = next((name for mark, name in BYTE_ORDER_MARKS if raw.startswith(mark)), None) or _known(charset)
    for name in [named] if named else ["utf-8", "cp1252"]:
        with suppress(UnicodeDecodeError):
            # Half of the bytes of UTF-16 text in European languages are zero.
            return raw.decode(name if named or b"\x00" not in raw[:64] else _utf_16(raw))
    raise BadFile(messages.FILE_UNREADABLE)


def parse(text: str, *, fields: Mapping[str, str] | None = None) -> File:
    """Return the rows of a CSV file. A line `sep=;` or the structure of the file says how its cells are separated.
    `fields` are the user's answers to ColumnsMissing: the field of a heading. Raises BadFile."""
    text = text.removeprefix("\ufeff")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        lines = _numbered(reader)
        if SEPARATOR_LINE.match(text):
            next(lines)
        _, header = next(lines, (0, []))
        header = [(fields or {}).get(shown_heading(heading), heading) for heading in header]
        columns = _columns(header)
        found = list(islice(lines, MAX_LINES + 1))
    except csv.Error:
        raise BadFile(messages.line_unreadable(line=reader.line_num)) from None
    if len(found) > MAX_LINES:
        raise BadFile(messages.file_too_long(most=MAX_LINES))
    if cards := card_columns(header, [cells for _, cells in found]):
        raise BadFile(messages.card_columns(columns=", ".join(cards)))
    return File(rows=[_row(line, cells, columns) for line, cells in found], ignored=columns.ignored)


def write(people: Iterable[Mapping[str, str]]) -> str:
    """Return a file that `parse` reads back unchanged and that contains no formula for a spreadsheet."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_guarded(person[name], name=name) for name in COLUMNS] for person in people)
    return text.getvalue()


def _known(charset: str | None) -> str | None:
    try:
        name = codecs.lookup(charset or "").name
    except (LookupError, ValueError):
        return None
    return name if name in CHARSETS else None


def _utf_16(raw: bytes) -> str:
    return "utf-16-be" if raw.startswith(b"\x00") else "utf-16-le"


def _delimiter(text: str) -> str:
    """Return the separator that gives the header most fields of a client, because spreadsheet programs use different
    ones by country. Among equal ones, that of the line `sep=`, then the one with most columns."""
    named = SEPARATOR_LINE.match(text)
    candidates = f"{named.group(1)}{SEPARATORS}" if named else SEPARATORS
    body = (text[named.end() :] if named else text).lstrip("\r\n")

    def fit(separator: str) -> tuple[int, bool, int]:
        with suppress(csv.Error):
            header = next(csv.reader(io.StringIO(body, newline=""), delimiter=separator), [])
            fields = find_columns(header).of
            return len(fields), separator == candidates[0] and named is not None, len(header)
        return 0, False, 0

    return max(dict.fromkeys(candidates), key=fit)


def _numbered(reader: "Reader") -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the line on which it starts."""
    line = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield line, cells
        line = reader.line_num + 1


def _columns(header: Sequence[str]) -> Columns:
    """Return the columns of the fields. Raises BadFile for an invalid header."""
    if not header:
        raise BadFile(messages.FILE_EMPTY)
    # First by the headings alone, so that card data is named before a missing column is.
    if cards := card_columns(header, []):
        raise BadFile(messages.card_columns(columns=", ".join(cards)))
    columns = find_columns(header)
    if columns.missing:
        raise ColumnsMissing(columns)
    if names_twice(header):
        raise BadFile(messages.COLUMN_TWICE)
    return columns


def _row(line: int, cells: Sequence[str], columns: Columns) -> Row:
    if any(cell.strip() for cell in cells[columns.width :]):
        return Row(line=line, errors={"line": messages.LINE_TOO_LONG})

    def given(name: str) -> str:
        values = (_tidy(cells[index]) for index in columns.of.get(name, ()) if index < len(cells))
        return next(filter(None, values), "")

    person = {name: given(name) for name in COLUMNS}
    person["phone"] = plain_phone(_first(person["phone"]), country_code=given(BESIDE_PHONE) or DEFAULT_CODE)
    person["email"] = _address(person["email"])
    person["zip_code"] = _visible(unicodedata.normalize("NFKC", person["zip_code"])).strip("'")
    for name in ("first_name", "last_name"):
        person[name] = plain_name(person[name])
    return Row(line=line, person=person, errors=_mistakes(person))


def _mistakes(person: Mapping[str, str]) -> dict[str, str]:
    wrong = clients.mistakes(person)
    for name, value in person.items():
        # Joiners are not printable but belong to names of some scripts.
        if not value.isprintable() and (name in wrong or name not in NAMES):
            wrong[name] = messages.INVISIBLE
        elif len(value) > LENGTHS.get(name, len(value)):
            wrong[name] = messages.VALUE_TOO_LONG
        elif name in LENGTHS and re.search(r"[0-9](?:[ -]?[0-9]){11}", value):
            wrong[name] = messages.HAS_CARD_NUMBER
    return wrong


def _first(cell: str) -> str:
    """Return the first value of a cell, in which address books join several with three colons."""
    return cell.split(":::")[0].strip()


def _visible(text: str) -> str:
    if text.isascii():
        return text
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def _address(cell: str) -> str:
    """Return the e-mail address of a cell: `Ada <ada@example.org>`, or a link."""
    text = _visible(_first(cell)).strip().lower().removeprefix("mailto:")
    named = re.fullmatch(r"[^<>]*<([^<>\s]+@[^<>\s]+)>", text)
    return named.group(1) if named else text


def _tidy(cell: str) -> str:
    """Return a cell as one line, without the apostrophes that `_guarded` adds."""
    text = " ".join(GUARDED.sub(r"\1\2", cell).split())
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


def _guarded(value: str, *, name: str) -> str:
    value = INNER_FORMULA.sub(r"\1'\2", value)
    is_changed = FORMULA.match(value) or (name == "zip_code" and CHANGED_ZIP.fullmatch(value))
    return f"'{value}" if is_changed else value
