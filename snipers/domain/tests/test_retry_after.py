"""Retry-After in every unit that servers send, and values that nobody can have meant."""

from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.retry_after import MOST_SECONDS, NONSENSE_SECONDS, retry_after_seconds

NOW = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)
UNIX = int(NOW.timestamp())


def seconds(text: str | None) -> float | None:
    return retry_after_seconds(text=text, now=NOW)


WRITTEN = {
    "seconds": lambda pause: str(pause),
    "seconds with a fraction": lambda pause: f"{pause}.0",
    "a sign and spaces": lambda pause: f"  +{pause} ",
    "quotes": lambda pause: f'"{pause}"',
    "a unit": lambda pause: f"{pause}s",
    "a word": lambda pause: f"{pause} seconds",
    "milliseconds with a unit": lambda pause: f"{pause * 1000}ms",
    "minutes and seconds": lambda pause: f"{pause // 60}m{pause % 60}s",
    "an ISO duration": lambda pause: f"PT{pause}S",
    "a Unix time": lambda pause: str(UNIX + pause),
    "a Unix time with a fraction": lambda pause: f"{UNIX + pause}.000",
    "a Unix time in milliseconds": lambda pause: str((UNIX + pause) * 1000),
    "a Unix time in microseconds": lambda pause: str((UNIX + pause) * 1_000_000),
    "a Unix time in nanoseconds": lambda pause: str((UNIX + pause) * 1_000_000_000),
    "an HTTP date": lambda pause: format_datetime(NOW + timedelta(seconds=pause), usegmt=True),
    "a date of an e-mail": lambda pause: format_datetime(
        (NOW + timedelta(seconds=pause)).astimezone(timezone(timedelta(hours=-5)))
    ),
    "a date of an unknown zone": lambda pause: format_datetime(NOW + timedelta(seconds=pause)).replace(
        "+0000", "-0000"
    ),
    "an ISO instant": lambda pause: (NOW + timedelta(seconds=pause)).isoformat().replace("+00:00", "Z"),
    "an ISO instant of another zone": lambda pause: (
        (NOW + timedelta(seconds=pause)).astimezone(timezone(timedelta(hours=9))).isoformat()
    ),
    "an ISO instant without a zone": lambda pause: (NOW + timedelta(seconds=pause)).replace(tzinfo=None).isoformat(),
    "a header that a proxy has joined": lambda pause: f"1, {pause}",
}


@pytest.mark.parametrize("form", WRITTEN)
@given(pause=st.integers(1, int(MOST_SECONDS)))
def test_a_pause_is_read_in_every_form(form: str, pause: int) -> None:
    assert seconds(WRITTEN[form](pause)) == pytest.approx(pause, abs=0.001)


@pytest.mark.parametrize("form", WRITTEN)
@given(pause=st.integers(int(MOST_SECONDS) + 1, 100_000_000))
def test_a_pause_that_nobody_means_is_an_hour(form: str, pause: int) -> None:
    assert seconds(WRITTEN[form](pause)) == NONSENSE_SECONDS


@pytest.mark.parametrize(
    "form", [form for form in WRITTEN if any(word in form for word in ("Unix", "date", "instant"))]
)
@given(ago=st.integers(0, 500_000_000))
def test_an_end_that_has_passed_is_no_pause(form: str, ago: int) -> None:
    assert seconds(WRITTEN[form](-ago)) == 0.0


@pytest.mark.parametrize(
    "text",
    [None, "", "soon", "-1", "-1.5", "nan", "inf", "1e9", "0x10", "Fri, 99 Foo 2026", "٣٠", "3 apples", "9" * 200],
)
def test_a_value_without_a_meaning_counts_as_none(text: str | None) -> None:
    assert seconds(text) is None


@given(
    text=st.one_of(st.text(), st.from_regex(r"[-+ 0-9.,:TZPmsdh]{1,40}"), st.from_regex(r"[A-Z][a-z]{2}, [ -~]{1,40}"))
)
def test_no_text_raises_or_pauses_for_more_than_a_day(text: str) -> None:
    pause = seconds(text)
    assert pause is None or 0.0 <= pause <= MOST_SECONDS
