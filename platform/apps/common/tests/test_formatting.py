"""Forms of dates, times, money, lists and phone numbers, and the rule that no other module formats for people."""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from apps.common import formatting

PLATFORM = Path(__file__).parents[3]
# Where strftime or a date's format specification writes for programs or for staff, whose pages are in UTC.
NOT_FOR_READERS = {
    "apps/accounts/models.py": 1,  # the audit log in the admin
    "apps/common/schemas.py": 1,  # times of day on the wire
    "apps/listing/selectors/sensors.py": 1,  # the attributes of a sensor
    "apps/outcomes/relay/live_events.py": 3,  # the time of day in a socket event
    "apps/outcomes/shared_fields.py": 1,  # the same
    "apps/requests/rules/time_windows.py": 2,  # times of day in a column
    "apps/venues/admin.py": 2,  # the list of venues in the admin
}


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        ("en-US,en;q=0.9", "en-US"),
        ("en-GB,en-US;q=0.9,en;q=0.8", "en-GB"),
        ("en-gb", "en-GB"),
        ("de-DE,de;q=0.9,en-IE;q=0.5,en-US;q=0.4", "en-GB-u-hc-h23"),
        ("es-ES,es;q=0.9,en;q=0.8", "en-GB-u-hc-h23"),
        ("de", "en-GB-u-hc-h23"),
        ("pt-BR", "en-GB-u-hc-h23"),
        ("es-CO", "en-GB-u-hc-h12"),
        ("ar-EG", "en-GB-u-hc-h12"),
        ("ja-JP,ja;q=0.9", "en-US-u-hc-h23"),
        ("zh-Hans-CN", "en-US-u-hc-h23"),
        ("ko-KR", "en-US-u-hc-h12"),
        # A region that CLDR does not know leaves the language.
        ("de-JP", "en-GB-u-hc-h23"),
        ("en-US;q=0.4, en-AU;q=0.5", "en-AU"),
        ("en,en-GB;q=0.9", "en-US"),
        ("en-GB;q=0", "en-US"),
        # CLDR knows neither.
        ("en-JP", "en-US"),
        ("en-x-klingon, *", "en-US"),
        ("tlh,en-GB;q=0.9", "en-GB"),
        ("", "en-US"),
        (f"{'x' * 10_000},en-GB", "en-US"),
    ],
)
def test_the_first_language_of_the_browser_decides_the_locale(header: str, locale: str) -> None:
    assert formatting.pick_locale(header) == locale


@pytest.mark.parametrize(
    ("locale", "forms"),
    [
        (
            "en-US",
            [
                "Fri, Nov 20",
                "Friday, November 20, 2026",
                "November 20, 2026",
                "November 20",
                "7:00 PM",
                "10:30 AM in New York",
                "$1,234.50",
                "A, B, and C",
                "A or B",
            ],
        ),
        (
            "en-GB",
            [
                "Fri 20 Nov",
                "Friday, 20 November 2026",
                "20 November 2026",
                "20 November",
                "19:00",
                "10:30 in New York",
                "US$1,234.50",
                "A, B and C",
                "A or B",
            ],
        ),
    ],
)
def test_every_form_is_the_locales(locale: str, forms: list[str]) -> None:
    day = date(2026, 11, 20)
    assert forms == [
        formatting.format_day(day, locale=locale),
        formatting.format_full_day(day, locale=locale),
        formatting.format_long_day(day, locale=locale),
        formatting.format_month_day(day, locale=locale),
        formatting.format_time(time(19), locale=locale),
        formatting.format_time_at(time(10, 30), zone="America/New_York", locale=locale),
        formatting.format_money(123_450, locale=locale),
        formatting.format_list(["A", "B", "C"], locale=locale),
        formatting.format_list(["A", "B"], locale=locale, last="or"),
    ]


@pytest.mark.parametrize(
    ("locale", "day", "evening"),
    [
        ("en-GB-u-hc-h23", "20 November 2026", "19:05"),
        ("en-GB-u-hc-h12", "20 November 2026", "7:05 pm"),
        ("en-US-u-hc-h23", "November 20, 2026", "19:05"),
        ("en-US-u-hc-h12", "November 20, 2026", "7:05 PM"),
    ],
)
def test_a_locale_may_choose_its_clock(locale: str, day: str, evening: str) -> None:
    assert formatting.format_long_day(date(2026, 11, 20), locale=locale) == day
    assert formatting.format_time(time(19, 5), locale=locale) == evening
    assert len(locale) <= formatting.MAX_LOCALE


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "$0.00"), (5, "$0.05"), (2500, "$25.00"), (10**9 + 1, "$10,000,000.01")]
)
def test_money_is_exact(cents: int, text: str) -> None:
    assert formatting.format_money(cents, locale="en-US") == text


@pytest.mark.parametrize(
    ("stated", "country", "currency", "text"),
    [
        ("", "US", "USD", "$25.00"),
        ("", "gb", "GBP", "£25.00"),
        ("EUR", "US", "EUR", "€25.00"),
        ("", "", "", "25.00"),
        ("", "ZZ", "", "25.00"),
    ],
)
def test_an_amount_without_a_stated_currency_has_that_of_the_country(
    stated: str, country: str, currency: str, text: str
) -> None:
    found = formatting.currency_of(stated=stated, country=country)
    assert (found, formatting.format_money(2500, locale="en-US", currency=found)) == (currency, text)


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("+19175550142", "+1 917-555-0142"),
        ("+3586123456789", "+358 612-345-6789"),
        ("+1917", "+1917"),
        ("call +19175550142", "call +19175550142"),
        ("maya.okafor@example.com", "maya.okafor@example.com"),
    ],
)
def test_a_phone_number_has_the_form_of_the_page(stored: str, shown: str) -> None:
    assert formatting.format_phone(stored) == shown


def test_the_day_of_an_instant_is_new_yorks() -> None:
    assert formatting.new_york_day(datetime(2026, 12, 4, 2, tzinfo=UTC)) == date(2026, 12, 3)


def test_no_other_module_formats_dates_and_times_for_people() -> None:
    found = {}
    for path in sorted(
        [*PLATFORM.glob("apps/**/*.py"), *PLATFORM.glob("config/*.py"), *PLATFORM.glob("../realtime/*.py")]
    ):
        if not {"tests", "management", "migrations"} & set(path.parts):
            number = len(list(_hand_made(ast.parse(path.read_text()))))
            if number:
                found[path.relative_to(PLATFORM).as_posix()] = number
    assert found == NOT_FOR_READERS


def test_no_template_of_a_message_formats_by_hand() -> None:
    for path in PLATFORM.glob("apps/*/email_templates/*"):
        assert not re.search(r"\|\s*(date|time|floatformat)\b|\$", path.read_text()), path.name


def _hand_made(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "strftime":
            yield node
        if (
            isinstance(node, ast.FormattedValue)
            and node.format_spec is not None
            and re.search("%[a-zA-Z]", ast.unparse(node.format_spec))
        ):
            yield node
