"""Whether the browser draws a picture of a venue, and from what. Pure."""

from typing import NamedTuple


class CoverArt(NamedTuple):
    """The seed and the cuisine from which the browser draws a picture."""

    seed: int
    cuisine: str


def cover_art(*, seed: int, cuisine: str, neighborhood: str) -> CoverArt | None:
    """Return what to draw, or None for the placeholder: too little is known about the venue."""
    return CoverArt(seed, cuisine) if cuisine or neighborhood else None
