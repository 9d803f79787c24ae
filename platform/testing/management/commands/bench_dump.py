"""`manage.py bench_dump`: prints every row of every table. Tests search the output for secrets."""

from typing import Any

from django.db import connection
from psycopg import sql

from testing.bench_command import BenchCommand

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"


class Command(BenchCommand):
    help = "Prints all rows of all tables as text."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line for each row: the table's name and the row as PostgreSQL writes it."""
        with connection.cursor() as cursor:
            cursor.execute(TABLES)
            for (table,) in cursor.fetchall():
                cursor.execute(sql.SQL("SELECT t::text FROM {} AS t").format(sql.Identifier(table)))
                for (row,) in cursor.fetchall():
                    self.stdout.write(f"{table}\t{row}")
