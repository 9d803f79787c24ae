"""Decides whether the browser draws a picture of a venue or shows the placeholder picture. Pure function."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CoverArt:
    """The seed and the cuisine from which the browser draws a picture of a venue."""

    seed: int
    cuisine: str


def cover_art(*, seed: int, cuisine: str, neighborhood: str) -> CoverArt | None:
    """Return the values from which the browser draws a picture. Return None, which means the
    placeholder picture, for a venue that has neither a cuisine nor a neighborhood."""
    return CoverArt(seed, cuisine) if cuisine or neighborhood else None
