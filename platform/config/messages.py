"""Sentences of the pages and of the admin API."""

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
