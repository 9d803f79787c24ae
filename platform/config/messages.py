"""Sentences of the pages, of the admin API and of databases that another version made."""

from collections.abc import Sequence
from typing import Final

from apps.common.formatting import DEFAULT_LOCALE, format_list

# The admin API
ONLY_READS: Final = "This operator token only reads. Make one with --write."
PROBE_UNFINISHED: Final = (
    "The probe didn't end in 30 seconds, or too many calls to the platform wait. Try again in a minute."
)
NO_REASON: Final = "Give a reason. It is stored in the audit log."

# Pages
NOT_BUILT: Final = "The pages aren't built yet. Run `make up`, or `npm ci && npm run build` in frontend/."


def places(cities: Sequence[str], *, number: int) -> str:
    where = "All of New York" if cities == ["New York"] else format_list(cities, locale=DEFAULT_LOCALE)
    return f"{where}: {number:,} restaurants" if cities and number > 1 else "Restaurants in large cities"


# Public pages, for search engines and previews of links
SHARED_TABLE_TITLE: Final = "A table for you · Tablehawk"
SHARED_TABLE_DESCRIPTION: Final = "Where and when to be there, and the way."
LISTING_TITLE: Final = "Restaurants · Tablehawk"
LISTING_DESCRIPTION: Final = (
    "Restaurants that are hard to get into: when each one opens its book, and when tables open up. Tablehawk watches "
    "them and books for you."
)


def page_title(name: str) -> str:
    return f"{name} · Tablehawk"


def restaurant_description(*, name: str, place: str, rule: str) -> str:
    about = f"{name} in {place}." if place else f"{name}."
    return " ".join(
        part
        for part in (about, f"{rule}." if rule else "", "We watch for a table and book it in your own account.")
        if part
    )


# Databases that another version made
DATABASE_TO_ADOPT: Final = (
    "This database was made by a version before 0.1.0. Stop every process that uses it, make a backup, then run "
    "`make adopt` (elsewhere: `python platform/manage.py adopt_database`)."
)


def database_unknown(*, migrations: Sequence[tuple[str, str]]) -> str:
    names = ", ".join(f"{app}.{name}" for app, name in migrations)
    return (
        f"This database has migrations that this version doesn't know: {names}. Use the version that made them, or "
        "restore a backup."
    )
