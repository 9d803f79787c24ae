"""Dates, times, money, lists and phone numbers in sentences for people.

The results follow the reader's locale (CLDR, through Babel), except for phone numbers. Every locale is an English one,
such as "en-GB"; a suffix "-u-hc-h12" or "-u-hc-h23" chooses the clock of 12 or of 24 hours. No other module formats
text for people: tests/test_formatting.py forbids strftime and format specifications elsewhere. The browser uses Intl
with the same rules (frontend/src/lib/format.ts).
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

import babel.dates
import babel.lists
import babel.numbers
from babel import Locale, UnknownLocaleError
from django.utils.translation.trans_real import parse_accept_lang_header

DEFAULT_LOCALE: Final = "en-US"
MAX_LOCALE: Final = 16
# The day on which a plan or a login ends is shown in New York's time zone, because no restaurant's zone applies to it.
NEW_YORK: Final = ZoneInfo("America/New_York")

_TAG: Final = re.compile(r"([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}|[0-9]{3}))?", re.IGNORECASE)
_HOURS: Final = re.compile("-u-hc-(h12|h23)$")
# A country code and a national number of ten digits, as stored.
_PHONE: Final = re.compile(r"(\+[0-9]{1,3})([0-9]{3})([0-9]{3})([0-9]{4})")


def pick_locale(accept_language: str) -> str:
    """Return the locale for the preferred language in an Accept-Language header.

    Of another language than English it is the English locale with the same clock and order of dates; of none that CLDR
    knows, DEFAULT_LOCALE. As in the browser, DEFAULT_LOCALE also replaces "en" without a region.
    """
    locales = (_as_english(tag) for tag, weight in parse_accept_lang_header(accept_language) if weight)
    return next((locale for locale in locales if locale is not None), DEFAULT_LOCALE)


def format_day(day: date, *, locale: str) -> str:
    """Format a date as Fri, Nov 20."""
    return babel.dates.format_skeleton("MMMEd", day, locale=_read(locale))


def format_full_day(day: date, *, locale: str) -> str:
    """Format a date as Friday, November 20, 2026."""
    return babel.dates.format_date(day, "full", locale=_read(locale))


def format_long_day(day: date, *, locale: str) -> str:
    """Format a date as November 20, 2026."""
    return babel.dates.format_date(day, "long", locale=_read(locale))


def format_month_day(day: date, *, locale: str) -> str:
    """Format a date as November 20."""
    return babel.dates.format_skeleton("MMMMd", day, locale=_read(locale))


def format_weekday(weekday: int, *, locale: str) -> str:
    """Return the name of a weekday (0 is Monday): "Monday"."""
    return str(babel.dates.get_day_names("wide", context="stand-alone", locale=_read(locale))[weekday])


def format_time(at: time, *, locale: str) -> str:
    """Format a time as 7:00 PM."""
    hours = _HOURS.search(locale)
    pattern = "short" if hours is None else "h:mm a" if hours[1] == "h12" else "HH:mm"
    # CLDR puts a narrow no-break space before PM, which mail programs and phones show as a box or "?".
    return babel.dates.format_time(at, pattern, locale=_read(locale)).replace("\u202f", " ")


def format_time_at(at: time, *, zone: str, locale: str) -> str:
    """Format a time with the city of its zone, as in "7:00 PM in New York". Use it for instants, because the reader's
    time zone is unknown."""
    return f"{format_time(at, locale=locale)} in {city_of(zone)}"


class Money(NamedTuple):
    """An amount in cents. `currency` is an ISO code, "" if it is not known."""

    cents: int
    currency: str


def format_money(cents: int, *, locale: str, currency: str = "USD") -> str:
    """Format cents as $1,234.00, or US$1,234.00 in countries with another currency.

    `currency` is an ISO code. With "", the currency is not known, and the text is the number alone.
    """
    amount = Decimal(cents).scaleb(-2)
    if not currency:
        return babel.numbers.format_decimal(amount, "#,##0.00", locale=_read(locale))
    return babel.numbers.format_currency(amount, currency, locale=_read(locale))


def currency_of(*, stated: str, country: str) -> str:
    """Return the currency of a platform's amount: the stated one, else that of the restaurant's country, "" if unknown.

    `country` is an ISO code of two letters.
    """
    return stated or _currency_of_country(country)


@cache
def _currency_of_country(country: str) -> str:
    return next(iter(babel.numbers.get_territory_currencies(country.upper())), "")


def format_list(parts: Sequence[str], *, locale: str, last: Literal["and", "or"] = "and") -> str:
    """Join parts as A, B, and C."""
    return babel.lists.format_list(parts, style="or" if last == "or" else "standard", locale=_read(locale))


def format_phone(text: str) -> str:
    """Format a phone number such as +19175550142 as +1 917-555-0142, as the page does.

    Any other text, such as an e-mail address, is returned unchanged.
    """
    return _PHONE.sub(r"\1 \2-\3-\4", text) if _PHONE.fullmatch(text) else text


def city_of(zone: str) -> str:
    """Return the city in the name of a time zone, such as New York for America/New_York."""
    return zone.rpartition("/")[2].replace("_", " ")


def new_york_day(instant: datetime) -> date:
    """Return the day of an instant in New York."""
    return instant.astimezone(NEW_YORK).date()


def _as_english(tag: str) -> str | None:
    """Return the English locale for a language tag, None if CLDR does not know the language."""
    parts = _TAG.fullmatch(tag)
    if parts is None:
        return None
    language, region = parts[1].lower(), (parts[2] or "").upper()
    locale = _known(f"{language}-{region}" if region else language) or _known(language)
    if language == "en":
        return f"en-{region}" if locale is not None and locale.territory else DEFAULT_LOCALE
    if locale is None:
        return None
    day_and_month = locale.datetime_skeletons["MMMd"].pattern
    base = "en-GB" if day_and_month.index("d") < day_and_month.index("M") else "en-US"
    return f"{base}-u-hc-{'h23' if 'H' in locale.time_formats['short'].pattern else 'h12'}"


def _known(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except UnknownLocaleError:
        return None


def _read(locale: str) -> Locale:
    return Locale.parse(_HOURS.sub("", locale), sep="-")
