"""The sentences of the client book."""

from typing import Final

from apps.common.formatting import format_list

CLIENT_EXISTS: Final = "A client with this email is already in your book."
CLIENT_SAVED: Final = "Client saved."

client_added = "{client} is in your book.".format


def client_deleted(*, client: str, platforms: str) -> str:
    return f"{client} is deleted.{_card_stays(platforms)}"


client_in_use = "{client} still has open requests: {requests}. Cancel them first.".format

# Cards of clients
CARD_SAVED: Final = "The card is on file."


def card_forgotten(*, platform: str) -> str:
    return f"We deleted this card.{_card_stays(platform)}"


def _card_stays(platforms: str) -> str:
    return f" The card stays on file at {platforms} until you remove it there." if platforms else ""


# The client book as a file
LOCALE: Final = "en-US"
NO_FILE: Final = 'Send the file as text/csv, or as JSON: {"csv": "..."}.'
FILE_EMPTY: Final = "This file is empty. Its first line must name the columns."
FILE_UNREADABLE: Final = "We couldn't read this file. Save it as CSV in UTF-8."
COLUMN_TWICE: Final = "The first line names a column twice."
LINE_TOO_LONG: Final = "This line has more fields than the first line has columns."
INVISIBLE: Final = "Remove the invisible characters."
VALUE_TOO_LONG: Final = "That's too long."
HAS_CARD_NUMBER: Final = "Remove the card number."

file_too_long = "A file can have at most {most:,} clients. Split it into several.".format
card_columns = "A file must not have card data. Remove these columns: {columns}.".format
line_unreadable = "We couldn't read line {line}. Is a quotation mark missing?".format
columns_missing = "The first line must also name these columns: {columns}.".format
same_email = "Line {line} has the same email, so we used that one.".format


def import_summary(*, preview: bool, created: int, updated: int, unchanged: int, refused: int) -> str:
    """Say what an import changed, or what it would change."""
    if not created and not updated:
        return _nothing_imported(unchanged=unchanged, refused=refused)
    who, add, update, skip = ("We'll", "add", "update", "skip") if preview else ("We", "added", "updated", "skipped")
    parts = [
        *([f"{add} {_clients(created)}"] if created else []),
        *([f"{update} {_clients(updated)}"] if updated else []),
        *([f"{skip} {_lines(refused)}"] if refused else []),
    ]
    return f"{who} {format_list(parts, locale=LOCALE)}."


def _nothing_imported(*, unchanged: int, refused: int) -> str:
    if unchanged and refused:
        return f"Your book has {_clients(unchanged)} of this file already, and we can't import {_lines(refused)}."
    if refused:
        return f"We can't import {'this line' if refused == 1 else f'any of these {refused:,} lines'}."
    if unchanged:
        return "Your book has all clients of this file already."
    return "This file has no clients."


def _clients(count: int) -> str:
    return f"{count:,} client{'' if count == 1 else 's'}"


def _lines(count: int) -> str:
    return f"{count:,} line{'' if count == 1 else 's'}"
