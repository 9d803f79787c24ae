"""Searches venues by name, then by cuisine and neighborhood, then by similar words."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from .venue import Venue

CLOSE_ENOUGH = 0.78


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Convert a text to lower case without accents or punctuation, so that `cafe` finds `Café`."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join(re.findall(r"[a-z0-9]+", bare.replace("'", "")))


def relevance(query: str, venue: Venue) -> float:
    """Return how well a venue matches, 0 for not at all. An empty query matches every venue equally."""
    wanted, name = plain(query), plain(venue.name)
    if not wanted:
        return 0.0 if query else 1.0
    if name.startswith(wanted):
        return 4.0
    if wanted in name:
        return 3.0
    words = [*name.split(), *plain(venue.neighborhood).split(), *plain(venue.cuisine).split()]
    parts = wanted.split()
    if all(any(word.startswith(part) for word in words) for part in parts):
        return 2.0
    closest = [max(SequenceMatcher(None, part, word).ratio() for word in words) for part in parts]
    return min(closest) if min(closest) >= CLOSE_ENOUGH else 0.0


def best_matches(query: str, venues: Iterable[Venue]) -> list[Venue]:
    """Return the venues that match, best first."""
    scored = [(score, venue) for venue in venues if (score := relevance(query, venue)) > 0]
    scored.sort(key=lambda pair: (-pair[0], pair[1].name, pair[1].id))
    return [venue for _, venue in scored]
