"""`manage.py adopt_database`: makes a database of before 0.1.0 one of 0.1.0 (config/earlier_databases.py)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import earlier_databases


class Command(BaseCommand):
    help = "Make a database of before 0.1.0 one of 0.1.0. Stop every process that uses it first."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            adopted = earlier_databases.adopt()
        except ValueError as error:
            raise CommandError(str(error)) from None
        self.stdout.write("Adopted: this is now a database of 0.1.0." if adopted else "Nothing to adopt.")
