"""Template filters that call apps.common.formatting with the reader's locale, as in `{{ n.date|day:locale }}`."""

from collections.abc import Callable
from typing import Any

from django import template

from apps.common import formatting

register = template.Library()


def _localized(function: Callable[..., str]) -> Callable[[Any, str], str]:
    """Return a filter that calls the function with the filter's argument as `locale`."""
    return lambda value, locale: function(value, locale=locale)


register.filter("day", _localized(formatting.format_day))
register.filter("full_day", _localized(formatting.format_full_day))
register.filter("long_day", _localized(formatting.format_long_day))
register.filter("clock", _localized(formatting.format_time))
register.filter("new_york_day", formatting.new_york_day)
register.filter("phone", formatting.format_phone)


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
