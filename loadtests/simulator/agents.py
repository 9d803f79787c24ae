"""Which user agents a platform turns away before it looks at anything else."""

import re

LIBRARY_DEFAULT = re.compile(r"(python-httpx|python-requests|python-urllib|aiohttp|python|go-http-client)/", re.I)


def is_turned_away(agent: str, *, library_agents: bool) -> bool:
    """A missing user agent, or unless `library_agents` are let in the one that an HTTP library sends when nobody
    chose one."""
    if library_agents:
        return not agent.strip()
    return not agent.strip() or LIBRARY_DEFAULT.match(agent.strip()) is not None
