"""Days and times: reading those that people type, and writing those of tables, on the restaurant's clock."""

import re
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import typer

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PRIME: Final = ("18:30", "20:30")
AROUND: Final = timedelta(hours=1)
_DAY_MINUTES: Final = 24 * 60


def parse_day(text: str, *, today: date) -> date:
    """Return the day of 2026-12-04, today, tomorrow, fri (the first from today on) or next fri (of the next week).

    Raises BadParameter.
    """
    typed = text.strip().lower()
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", typed):
        try:
            return date.fromisoformat(typed)
        except ValueError:
            raise typer.BadParameter(f"{text} isn't a day of the calendar.") from None
    if typed in ("today", "tomorrow"):
        return today + timedelta(days=typed == "tomorrow")
    name = typed.removeprefix("next ").strip()
    found = [number for number, day in enumerate(DAYS) if len(name) >= 3 and day.startswith(name)]
    if not found:
        raise typer.BadParameter(f"{text} isn't a day. Write 2026-12-04, tomorrow, fri or “next fri”.")
    if typed.startswith("next "):
        return today + timedelta(days=7 - today.weekday() + found[0])
    return today + timedelta(days=(found[0] - today.weekday()) % 7)


def parse_window(*, around: str | None, start: str | None, end: str | None) -> tuple[str, str]:
    """Return the time window: an hour before to an hour after `around`, or `start` to `end`, or prime time.

    Raises BadParameter.
    """
    if around is not None:
        if start is not None or end is not None:
            raise typer.BadParameter("Use --around, or --from and --to.")
        minutes, spread = _minutes(around), int(AROUND.total_seconds() // 60)
        return _clock(max(minutes - spread, 0)), _clock(min(minutes + spread, _DAY_MINUTES - 1))
    if start is None and end is None:
        return PRIME
    if start is None or end is None:
        raise typer.BadParameter("Use --from and --to together.")
    if _minutes(start) > _minutes(end):
        raise typer.BadParameter("--from is later than --to.")
    return _clock(_minutes(start)), _clock(_minutes(end))


def day_text(day: date | str) -> str:
    """Return a day as Fri 2026-12-04."""
    read = date.fromisoformat(day) if isinstance(day, str) else day
    return f"{DAYS[read.weekday()][:3].capitalize()} {read.isoformat()}"


def instant_text(at: datetime | str, zone: str | None) -> str:
    """Return an instant as Fri 2026-12-04 20:00, in a zone or, without one, in this machine's."""
    read = datetime.fromisoformat(at) if isinstance(at, str) else at
    local = read.astimezone(ZoneInfo(zone) if zone else None)
    return f"{day_text(local.date())} {local:%H:%M}"


def _minutes(text: str) -> int:
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", text.strip())
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        raise typer.BadParameter(f"{text} isn't a time. Write it like 20:00.")
    return int(found[1]) * 60 + int(found[2])


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
