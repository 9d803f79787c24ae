"""Access to parts of manifests by JSON pointers, and the differences between two trees."""

from collections.abc import Iterator, Sequence
from typing import Any

MISSING: Any = object()


def differences(left: Any, right: Any, at: str = "") -> Iterator[str]:
    """Yield "pointer: left is not right" for each place where two trees of plain data differ."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in [*left, *(key for key in right if key not in left)]:
            step = str(key).replace("~", "~0").replace("/", "~1")
            yield from differences(left.get(key, MISSING), right.get(key, MISSING), f"{at}/{step}")
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for index, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from differences(one, other, f"{at}/{index}")
    elif type(left) is not type(right) or left != right:
        yield f"{at}: {_shown(left)} is not {_shown(right)}"


def _shown(value: Any) -> str:
    return "nothing" if value is MISSING else repr(value)[:200]


def steps(pointer: str) -> list[str]:
    """Return the keys of a JSON pointer."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def get(tree: Any, path: Sequence[str]) -> Any:
    """Return the part of a tree at a path, MISSING if there is none."""
    for step in path:
        key = _key(tree, step)
        if key is MISSING:
            return MISSING
        tree = tree[key]
    return tree


def put(tree: Any, path: Sequence[str], value: Any) -> None:
    """Set the part of a tree at a path, whose parent must exist. The value MISSING removes the part."""
    parent = get(tree, path[:-1])
    if value is not MISSING:
        key = _key(parent, path[-1])
        parent[path[-1] if key is MISSING else key] = value
    elif isinstance(parent, dict):
        parent.pop(path[-1], None)


def _key(tree: Any, step: str) -> Any:
    """Return the key or index that a step of a pointer means in `tree`, MISSING if there is none.

    In a list, "name=x" is the element whose `name` is x.
    """
    if isinstance(tree, dict):
        return step if step in tree else MISSING
    if not isinstance(tree, list):
        return MISSING
    name = step.removeprefix("name=")
    if name != step:
        found = [index for index, one in enumerate(tree) if isinstance(one, dict) and one.get("name") == name]
        return found[0] if found else MISSING
    return int(step) if step.isdigit() and int(step) < len(tree) else MISSING


def replace_strings(tree: Any, change: Any) -> Any:
    """Return a copy of a tree with `change` applied to each string that is not a key."""
    if isinstance(tree, dict):
        return {key: replace_strings(value, change) for key, value in tree.items()}
    if isinstance(tree, list):
        return [replace_strings(value, change) for value in tree]
    return change(tree) if isinstance(tree, str) else tree


def strings(tree: Any) -> Iterator[str]:
    """Yield each string of a tree that is not a key."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict | list):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from strings(part)
