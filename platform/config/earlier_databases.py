"""Databases of before 0.1.0: their recorded migrations, and the change that makes them databases of 0.1.0.

0.1.0 has one initial migration for each app. A database that was migrated by the commit before has the same tables, and
in addition the old names of columns that were renamed while two releases shared a database. `adopt` removes the old
names and records the initial migrations, in one transaction.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config import messages

# The last recorded migration of each app in a database that can be adopted (commit fdd363ab).
LAST: Final = {
    "accounts": "0012_operator_token",
    "billing": "0004_mark_trials",
    "blog": "0002_published_at",
    "connections": "0014_learned_paces",
    "notices": "0008_address_states",
    "reservations": "0037_unknown_fees",
    "venues": "0011_release_observation",
}
OLD_NAMES: Final = """
    DROP FUNCTION attempt_renamed_columns, outcome_renamed_columns, platform_account_renamed_columns,
        venue_renamed_columns, venue_watch_renamed_columns CASCADE;
    ALTER TABLE attempt DROP COLUMN gives_up, DROP COLUMN gave_up_at, DROP COLUMN replaced_told;
    ALTER TABLE outcome DROP COLUMN told_at;
    ALTER TABLE platform_account DROP COLUMN attention_told;
    ALTER TABLE venue DROP COLUMN venue_id;
    ALTER TABLE venue_watch DROP COLUMN barren, DROP COLUMN trouble, DROP COLUMN trouble_at;
    CREATE OR REPLACE FUNCTION notify_demand(venue_id bigint) RETURNS void LANGUAGE sql AS $$
        SELECT pg_notify('demand', venue_id::text)
    $$;
    UPDATE delivery SET facts = facts - 'wishes' || jsonb_build_object('requests', facts -> 'wishes')
        WHERE facts ? 'wishes';
    UPDATE timeline_entry SET over = over - 'window' || '{"by": "window"}' WHERE over ? 'window';
    DO $$
    DECLARE
        constraint_name text;
    BEGIN
        FOREACH constraint_name IN ARRAY array['client_card_expiry_not_null', 'client_card_last_four_not_null'] LOOP
            -- PostgreSQL 18 and later name these constraints.
            IF EXISTS (SELECT FROM pg_constraint WHERE conname = constraint_name || '1') THEN
                EXECUTE format(
                    'ALTER TABLE client_card RENAME CONSTRAINT %I TO %I', constraint_name || '1', constraint_name
                );
            END IF;
        END LOOP;
    END $$;
"""


@register(Tags.database)
def check_recorded_migrations(databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """Report a database whose recorded migrations are not those of this version. `migrate` runs this check."""
    found: list[CheckMessage] = []
    for alias in databases or ():
        unknown = unknown_migrations(alias)
        if unknown:
            text = messages.DATABASE_TO_ADOPT if is_adoptable(alias) else messages.database_unknown(migrations=unknown)
            found.append(Error(text, id="tablehawk.E001"))
    return found


def unknown_migrations(alias: str = "default") -> list[tuple[str, str]]:
    """Return the migrations of our apps that the database has recorded and that this version does not have."""
    loader = MigrationLoader(connections[alias])
    return sorted(key for key in loader.applied_migrations if key[0] in LAST and key not in loader.disk_migrations)


def is_adoptable(alias: str = "default") -> bool:
    """Return whether the database has recorded every migration up to LAST, and no other one of our apps."""
    recorded = MigrationRecorder(connections[alias]).applied_migrations()
    names = {app: sorted(name for own, name in recorded if own == app) for app in LAST}
    # The migrations of an app were numbered from 1, without gaps.
    return all(names[app][-1:] == [last] and len(names[app]) == int(last[:4]) for app, last in LAST.items())


def adopt() -> bool:
    """Make a database of before 0.1.0 one of 0.1.0. Return False if it is one already.

    Raises ValueError with a sentence, and changes nothing, if the database is in any other state.
    """
    unknown = unknown_migrations()
    if not unknown:
        return False
    if not is_adoptable():
        raise ValueError(messages.database_unknown(migrations=unknown))
    connection = connections["default"]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(OLD_NAMES)
        cursor.execute("DELETE FROM django_migrations WHERE app = ANY (%s) AND name <> '0001_initial'", [list(LAST)])
    return True
