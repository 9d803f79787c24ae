"""Sentences of the pages, of the admin API and of databases that another version made."""

from collections.abc import Sequence
from typing import Final

# The admin API
ONLY_READS: Final = "This operator token only reads. Make one with --write."
PROBE_UNFINISHED: Final = (
    "The probe didn't end in 30 seconds, or too many calls to the platform wait. Try again in a minute."
)
NO_REASON: Final = "Give a reason. It is stored in the audit log."

# Pages
NOT_BUILT: Final = "The pages aren't built yet. Run `make up`, or `npm ci && npm run build` in frontend/."
NO_CITIES: Final = "the cities in our list"

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
