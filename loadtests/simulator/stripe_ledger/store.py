"""The objects of one Stripe account by id, their transactions, and their journal lines.

`commit` writes all changed objects as one journal line; `rollback` restores them. Kinds that start with an underscore
are internal (how a card behaves, stored replies) and are never returned to clients.
"""

import copy
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .errors import missing
from .objects import Obj


class Store:
    def __init__(self, sink: Callable[[bytes], None]) -> None:
        self._sink = sink
        self._objects: dict[str, Obj] = {}
        self._kinds: dict[str, dict[str, None]] = {}
        self._before: dict[str, Obj | None] = {}

    def find(self, kind: str, id: object) -> Obj | None:
        """Return the object, or None. The caller must not change it; `edit` returns an object for changes."""
        found = self._objects.get(id) if isinstance(id, str) else None
        return found if found is not None and found["object"] == kind else None

    def get(self, kind: str, id: str, *, param: str | None = None) -> Obj:
        """Return the object, which the caller must not change.

        Raises StripeError if it does not exist: 404, or 400 if the id is from the parameter `param`.
        """
        found = self.find(kind, id)
        if found is None:
            raise missing(kind, id, param=param or "id", status=400 if param else 404)
        return found

    def any(self, id: str) -> Obj | None:
        """Return the object with this id, whatever its kind, or None."""
        return self._objects.get(id)

    def all(self, kind: str) -> Iterator[Obj]:
        """Return all objects of a kind, newest first, as Stripe lists them."""
        for id in reversed(list(self._kinds.get(kind, {}))):
            yield self._objects[id]

    def put(self, obj: Obj) -> Obj:
        """Store a new object and return it. The caller may change it until the transaction ends."""
        self._before.setdefault(obj["id"], self._objects.get(obj["id"]))
        self._objects[obj["id"]] = obj
        self._kinds.setdefault(obj["object"], {})[obj["id"]] = None
        return obj

    def edit(self, id: str) -> Obj:
        """Return the object, which the caller may change until the transaction ends."""
        if id not in self._before:
            self._before[id] = self._objects[id]
            self._objects[id] = copy.deepcopy(self._objects[id])
        return self._objects[id]

    def drop(self, id: str) -> None:
        self._before.setdefault(id, self._objects[id])
        self._forget(id)

    def commit(self) -> None:
        if not self._before:
            return
        objects = [self._objects[id] for id in self._before if id in self._objects]
        gone = [id for id in self._before if id not in self._objects]
        self._before = {}
        self._sink(_line(objects, gone))

    def rollback(self) -> None:
        for id, before in self._before.items():
            if before is None:
                self._forget(id)
            else:
                self._objects[id] = before
                self._kinds[before["object"]][id] = None
        self._before = {}

    def restore(self, record: dict[str, Any]) -> None:
        """Apply one journal line."""
        for obj in record["objects"]:
            self._objects[obj["id"]] = obj
            self._kinds.setdefault(obj["object"], {})[obj["id"]] = None
        for id in record["gone"]:
            self._forget(id)

    def snapshot(self) -> Iterable[bytes]:
        """Return journal lines that restore every object."""
        if self._objects:
            yield _line(list(self._objects.values()), [])

    def keep_only(self, kinds: Iterable[str]) -> None:
        """Remove all objects whose kind is not one of `kinds`, without a transaction and without a journal line."""
        for id, obj in list(self._objects.items()):
            if obj["object"] not in kinds:
                self._forget(id)
        self._before = {}

    def _forget(self, id: str) -> None:
        obj = self._objects.pop(id, None)
        if obj is not None:
            self._kinds[obj["object"]].pop(id, None)


def _line(objects: list[Obj], gone: list[str]) -> bytes:
    record = {"kind": "stripe", "objects": objects, "gone": gone}
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
