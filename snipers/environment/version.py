"""The product's version. Its only source is the file VERSION, which every image contains."""

from pathlib import Path
from typing import Final

VERSION: Final = (Path(__file__).resolve().parents[2] / "VERSION").read_text().strip()


def user_agent(*, public_url: str) -> str:
    """Return the User-Agent of calls to platforms: product, version and `public_url`, the address of our web site."""
    return f"Tablehawk/{VERSION} (+{public_url})"
