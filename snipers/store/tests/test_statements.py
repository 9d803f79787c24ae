"""PostgreSQL can plan every named statement on the migrated tables, so a statement with an old column name
fails here."""

import re

import psycopg
import pytest

from snipers.store.statements import statements

PARAMETER = re.compile(r"%\((\w+)\)s")


@pytest.mark.parametrize("name", sorted(statements()))
def test_statement_plans_on_the_migrated_tables(name: str, migrated_url: str) -> None:
    numbers: dict[str, int] = {}

    def numbered(match: re.Match[str]) -> str:
        return f"${numbers.setdefault(match[1], len(numbers) + 1)}"

    query = PARAMETER.sub(numbered, statements()[name]).replace("%%", "%")
    with psycopg.connect(migrated_url) as connection:
        connection.execute(f"explain (generic_plan) {query}".encode())
