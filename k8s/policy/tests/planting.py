"""Faults for the checks to find: how to get at a rendered manifest and spoil it."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from k8s.policy import render
from k8s.policy.manifests import Manifest, name_of


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One way to go wrong: what is spoilt, and words of the sentence that has to come of it."""

    rule: str
    plant: Callable[["Planting"], object]
    says: str
    overlay: str = "prod"


class Planting:
    """One overlay's manifests, to be spoilt."""

    def __init__(self, manifests: Sequence[Manifest]) -> None:
        self.all = copy.deepcopy(list(manifests))

    def __getitem__(self, name: str) -> Any:
        """The manifest of that kind/name, with or without the hash of its content at the end."""
        return next(one for one in self.all if name_of(one) == name or name_of(one).rpartition("-")[0] == name)

    def pod(self, name: str) -> Any:
        """The pod's spec of a Deployment or Job."""
        return self[name]["spec"]["template"]["spec"]

    def turn(self, name: str) -> Any:
        """The pod's spec of a CronJob."""
        return self[name]["spec"]["jobTemplate"]["spec"]["template"]["spec"]

    def app(self, name: str) -> Any:
        """Its first container."""
        return self.pod(name)["containers"][0]

    @property
    def cell(self) -> Any:
        """The RayCluster's spec."""
        return self["RayCluster/cell-blue"]["spec"]

    @property
    def head(self) -> Any:
        """Its head group."""
        return self.cell["headGroupSpec"]

    @property
    def workers(self) -> Any:
        """Its worker group."""
        return self.cell["workerGroupSpecs"][0]

    @property
    def watcher(self) -> Any:
        """The container that watchers run in."""
        return self.workers["template"]["spec"]["containers"][0]

    def drop(self, name: str) -> None:
        """Leave a manifest out."""
        self.all.remove(self[name])

    def add(self, api: str, kind: str, name: str = "planted", **rest: Any) -> None:
        """Put a manifest in."""
        self.all.append({"apiVersion": api, "kind": kind, "metadata": {"name": name}, **rest})


@cache
def rendered(overlay: str) -> Sequence[Manifest]:
    """An overlay as it is. Not to be changed: Planting copies."""
    return tuple(render.manifests(overlay))
