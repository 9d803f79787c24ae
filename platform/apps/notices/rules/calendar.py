"""A booked table as an iCalendar file (RFC 5545), so that one press puts it into the diner's calendar. Pure."""

from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from apps.notices.kinds import Booked

# How long a table is taken for; restaurants name no end.
HOURS: Final = 2
# Octets, without the line break.
LONGEST_LINE: Final = 75
_ESCAPED: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
_STAMP: Final = "%Y%m%dT%H%M%SZ"


def entry(booked: Booked, *, uid: str, now: datetime) -> str:
    """Return the file. The table's time is the restaurant's wall clock; the file says it in UTC."""
    starts = datetime.combine(booked.date, booked.time, ZoneInfo(booked.time_zone)).astimezone(UTC)
    told = f"Party of {booked.party_size}."
    if booked.confirmation:
        told = f"{told} {booked.platform_name} confirmation {booked.confirmation}."
    title = f"{booked.venue_name} for {booked.client_name}" if booked.client_name else booked.venue_name
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tablehawk//Booked tables//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{now.astimezone(UTC).strftime(_STAMP)}",
        f"DTSTART:{starts.strftime(_STAMP)}",
        f"DURATION:PT{HOURS}H",
        f"SUMMARY:{_text(title)}",
        f"LOCATION:{_text(booked.address)}",
        f"DESCRIPTION:{_text(told)}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _text(value: str) -> str:
    return value.translate(_ESCAPED)


def _folded(line: str) -> str:
    """Break a long line as the format wants it: a break and a space, never inside a character."""
    folded, room = "", LONGEST_LINE
    for letter in line:
        size = len(letter.encode())
        if size > room:
            folded, room = f"{folded}\r\n ", LONGEST_LINE - 1
        folded, room = folded + letter, room - size
    return folded
