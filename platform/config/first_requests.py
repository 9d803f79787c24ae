"""Loads what the first requests of a process would otherwise load."""

from datetime import date
from importlib import import_module

from django.conf import settings


def load() -> None:
    """Load the URLs with all views, and Babel's locale data.

    Without this, the first list of requests takes 200 ms longer: Babel's locale data creates so many objects that the
    collector reads the whole process several times. The caller excludes them from garbage collections.
    """
    # Imported late, because a process sets Django up before it calls this.
    from apps.common.formatting import DEFAULT_LOCALE, format_month_day

    import_module(settings.ROOT_URLCONF)
    format_month_day(date.min, locale=DEFAULT_LOCALE)
