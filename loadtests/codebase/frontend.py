"""The pairs of the front end's features of which one imports the other."""

import re
from collections.abc import Mapping


def feature_pairs(edges: Mapping[str, set[str]]) -> set[tuple[str, str]]:
    """Return the pairs (feature, other feature that it imports) of {file: the files that it imports}."""
    pairs = set()
    for name, imported in edges.items():
        for other in imported:
            if (own := _feature(name)) and (target := _feature(other)) and own != target:
                pairs.add((own, target))
    return pairs


def _feature(name: str) -> str | None:
    match = re.match(r"frontend/src/features/([^/]+)/", name)
    return match[1] if match else None
