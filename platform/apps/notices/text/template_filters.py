"""Template filters that call apps.common.formatting with the reader's locale, as in `{{ n.date|day:locale }}`."""

from datetime import date, datetime, time

from django import template

from apps.common import formatting

register = template.Library()


@register.filter
def day(value: date, locale: str) -> str:
    """Format a date as Fri, Dec 4."""
    return formatting.format_day(value, locale=locale)


@register.filter
def full_day(value: date, locale: str) -> str:
    """Format a date as Friday, December 4, 2026."""
    return formatting.format_full_day(value, locale=locale)


@register.filter
def long_day(value: date, locale: str) -> str:
    """Format a date as December 4, 2026."""
    return formatting.format_long_day(value, locale=locale)


@register.filter
def new_york_day(instant: datetime) -> date:
    """Return the date of an instant in New York."""
    return formatting.new_york_day(instant)


@register.filter
def clock(at: time, locale: str) -> str:
    """Format a time as 7:30 PM."""
    return formatting.format_time(at, locale=locale)


@register.filter
def in_city(text: str, zone: str) -> str:
    """Append the city of a time zone to a time, because the reader's time zone is unknown: "4:00 PM in New York"."""
    return f"{text} in {formatting.city_of(zone)}"


@register.filter
def money(amount: int | formatting.Money, locale: str) -> str:
    """Format cents as $25.00, or an amount in its currency."""
    if isinstance(amount, formatting.Money):
        return formatting.format_money(amount.cents, locale=locale, currency=amount.currency)
    return formatting.format_money(amount, locale=locale)


@register.filter
def phone(text: str) -> str:
    """Format a phone number as +1 917-555-0142. Any other text, such as an e-mail address, is returned unchanged."""
    return formatting.format_phone(text)
