"""`manage.py import_venues PLATFORM --city ny --limit 2000`: imports the venues of a city. After a failure, the same
command continues the import."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from apps.venues import messages
from apps.venues.catalog import city_imports
from apps.venues.catalog.city_imports import ImportStopped
from apps.venues.models import CityImport
from snipers.clients import registry


class Command(BaseCommand):
    """Imports the venues of one city, within the budget of catalog calls."""

    help = "Import the venues of a city by the platform's search. Started again after a failure, the import goes on."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments platform, --city and --limit."""
        searched = [one.key for one in registry.manifests() if one.searches_cities]
        parser.add_argument("platform", choices=searched, help="the platform; the others have no search by city")
        parser.add_argument("--city", required=True, help="the platform's code or slug of the city: ny, new-york-ny")
        parser.add_argument("--limit", type=int, default=2_000, help="largest number of venues (2000)")

    def handle(self, *args: Any, platform: str, city: str, limit: int, **options: Any) -> None:
        """Run the import. Print one line for each page and a summary. Raises CommandError if the import cannot
        continue."""
        if not 1 <= limit <= city_imports.MOST_VENUES:
            raise CommandError(f"--limit has to be from 1 to {city_imports.MOST_VENUES}.")
        try:
            run = city_imports.start_import(platform=platform, city_name=city, limit=limit, now=timezone.now())
            if run.row.next_page > 1:
                self.stdout.write(f"going on at page {run.row.next_page}")
            done = city_imports.run_import(run=run, clock=timezone.now, report=self._report)
        except ImportStopped as stopped:
            raise CommandError(str(stopped)) from None
        self.stdout.write(
            messages.import_summary(
                platform=registry.find(platform).name,
                city=done.city_name,
                total=done.total or 0,
                created=done.created,
                updated=done.updated,
                unchanged=done.unchanged,
                unreadable=done.unreadable,
                fields=done.changed_fields,
            )
        )

    def _report(self, row: CityImport) -> None:
        self.stdout.write(
            messages.import_progress(
                page=row.next_page - 1, pages=row.pages or 0, seen=row.seen, created=row.created, updated=row.updated
            )
        )
        self.stdout.flush()
