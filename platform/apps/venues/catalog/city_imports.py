"""Imports the venues of a city, one page of the platform's search after the other.

One transaction stores the venues of a page and advances the import's `next_page`. So an import
whose process is killed continues after its last complete page and stores no venue twice. If two
processes run the same import, each page is stored by only one of them.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db import transaction

from apps.common.errors import Refusal
from apps.venues import messages
from apps.venues.catalog import catalog_writes, platform_catalog
from apps.venues.catalog.adding import refuse_if_paused
from apps.venues.catalog.budget import BudgetExceeded
from apps.venues.models import CityImport
from apps.venues.rules import city_names
from snipers.clients import registry
from snipers.clients.catalog import City, VenueFacts
from snipers.clients.errors import PlatformError

MOST_WAIT: Final = timedelta(minutes=1)
MOST_VENUES: Final = 20_000
T = TypeVar("T")


class ImportStopped(Exception):
    """The import cannot continue now. The message is a sentence for the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """An import that `run_import` runs: its row, and its city at the platform."""

    row: CityImport
    city: City


def start_import(*, platform: str, city_name: str, limit: int, now: datetime) -> Run:
    """Create the import of a city, or return the import of the city that has not finished.

    `platform` is one that searches cities. `city_name` is its code, slug or name of the city. `limit` is the largest
    number of venues; it replaces the limit of an unfinished import. Raises ImportStopped for an unknown city or a name
    of several cities, while calls to the platform are stopped or if the platform fails.
    """
    city = _find_city(platform, city_name)
    with transaction.atomic():
        row, created = CityImport.objects.select_for_update().get_or_create(
            platform=platform,
            city_code=city.code,
            finished_at=None,
            defaults={"city_name": city.name, "venue_limit": limit, "started_at": now, "updated_at": now},
        )
        if not created and row.venue_limit != limit:
            row.venue_limit = limit
            row.save(update_fields=["venue_limit"])
    return Run(row=row, city=city)


def run_import(*, run: Run, clock: Callable[[], datetime], report: Callable[[CityImport], None]) -> CityImport:
    """Import pages until the limit or the last page, and call `report` with the row after each page. Return the row.

    Raises ImportStopped if the platform fails. If the import is started again, it continues at the failed page.
    """
    row = run.row
    while row.finished_at is None:
        _import_page(row, run.city, clock())
        row = CityImport.objects.get(pk=row.pk)
        report(row)
    return row


def _find_city(platform: str, name: str) -> City:
    cities = _call(platform, lambda: platform_catalog.list_cities(platform=platform, most_wait=MOST_WAIT))
    shown = registry.find(platform).name
    found = city_names.matching(name=name, cities=cities)
    if len(found) == 1:
        return found[0]
    if found:
        raise ImportStopped(messages.several_cities(platform=shown, name=name, choices=city_names.labels(found)))
    near = city_names.nearest(name=name, cities=cities)
    raise ImportStopped(messages.unknown_city(platform=shown, name=name, near=city_names.labels(near)))


def _import_page(row: CityImport, city: City, now: datetime) -> None:
    page_number = row.next_page
    page = _call(
        row.platform,
        lambda: platform_catalog.search_city(platform=row.platform, city=city, page=page_number, most_wait=MOST_WAIT),
    )
    with transaction.atomic():
        current = CityImport.objects.select_for_update().get(pk=row.pk)
        if current.next_page != page_number or current.finished_at is not None:
            return
        _store(current, page.venues, city)
        current.unreadable += page.unreadable
        current.next_page, current.pages, current.total = page_number + 1, page.pages, page.total
        current.updated_at = now
        if current.next_page > page.pages or not page.venues or current.seen >= current.venue_limit:
            current.finished_at = now
        current.save()


def _store(row: CityImport, venues: list[VenueFacts], city: City) -> None:
    left = row.venue_limit - row.seen
    changes = catalog_writes.store_search(platform=row.platform, found=venues[:left], zone_name=city.time_zone)
    row.created += changes.created
    row.updated += changes.updated
    row.unchanged += changes.unchanged
    row.changed_fields = dict(Counter(row.changed_fields) + changes.fields)


def _call(platform: str, call: Callable[[], T]) -> T:
    """Make one call to the platform and return its result. Raises ImportStopped if it is not allowed or fails."""
    try:
        refuse_if_paused(platform=platform)
        return call()
    except Refusal as refusal:
        raise ImportStopped(refusal.message) from None
    except BudgetExceeded:
        raise ImportStopped(messages.CATALOG_BUSY) from None
    except (PlatformError, TimeoutError) as error:
        name = registry.find(platform).name
        raise ImportStopped(messages.import_failed(platform=name, error=str(error) or "no answer in time")) from None
