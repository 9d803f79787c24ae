"""What the breaker says of a whole platform, asked for when a single watcher is about to call it out of turn."""

import logging

from snipers.domain.vocabulary import SourceStatus
from snipers.store.base import SnipeStore

log = logging.getLogger(__name__)

# A probe is the canary's alone.
CLOSED = (SourceStatus.STOPPED, SourceStatus.PROBING)


async def platform_stopped(*, store: SnipeStore, platform: str) -> bool:
    """Whether nobody is to call the platform now. A database that is away says nothing."""
    try:
        sources = await store.sources()
    except Exception as error:  # noqa: BLE001 - the database, whatever its client raises
        log.warning("%s: the platform's state is not known: %r", platform, error)
        return False
    return any(source.platform == platform and source.state in CLOSED for source in sources)
