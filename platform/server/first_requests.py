"""Loads modules and data at the start of a process, so that its first requests need not load them."""

from datetime import date
from importlib import import_module

from django.conf import settings


def load() -> None:
    """Load the URLs with all views, and Babel's locale data.

    Without this, the first list of requests takes 200 ms longer: Babel's locale data creates so many objects that the
    garbage collector reads the whole process several times. The caller then excludes these objects from garbage
    collections.
    """
    # Imported late: Django is set up when this function is called, but not yet when this module is imported.
    from apps.common.formatting import DEFAULT_LOCALE, format_month_day

    import_module(settings.ROOT_URLCONF)
    format_month_day(date.min, locale=DEFAULT_LOCALE)
