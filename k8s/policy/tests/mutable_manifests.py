"""Gives faults access to the parts of rendered manifests that they change."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from k8s.policy import render
from k8s.policy.manifests import Manifest, name_of


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One fault: a change of the manifests, and a part of the expected finding."""

    rule: str
    inject: Callable[["MutableManifests"], object]
    message: str
    overlay: str = "prod"


class MutableManifests:
    """A mutable copy of one overlay's manifests."""

    def __init__(self, manifests: Sequence[Manifest]) -> None:
        self.all = copy.deepcopy(list(manifests))

    def __getitem__(self, name: str) -> Any:
        """Return the manifest of this kind/name, with or without a content hash."""
        return next(one for one in self.all if name_of(one) == name or name_of(one).rpartition("-")[0] == name)

    def pod(self, name: str) -> Any:
        """Return the pod spec of a Deployment or Job."""
        return self[name]["spec"]["template"]["spec"]

    def cron_pod(self, name: str) -> Any:
        """Return the pod spec of a CronJob."""
        return self[name]["spec"]["jobTemplate"]["spec"]["template"]["spec"]

    def app(self, name: str) -> Any:
        """Return the first container of a Deployment or Job."""
        return self.pod(name)["containers"][0]

    @property
    def cell(self) -> Any:
        """The spec of the RayCluster."""
        return self["RayCluster/cell-blue"]["spec"]

    @property
    def head(self) -> Any:
        """The spec of the RayCluster's head group."""
        return self.cell["headGroupSpec"]

    @property
    def workers(self) -> Any:
        """The spec of the RayCluster's first worker group."""
        return self.cell["workerGroupSpecs"][0]

    @property
    def watcher(self) -> Any:
        """The container of the worker group in which the watchers run."""
        return self.workers["template"]["spec"]["containers"][0]

    def remove(self, name: str) -> None:
        """Remove a manifest."""
        self.all.remove(self[name])

    def add(self, api: str, kind: str, name: str = "injected", **rest: Any) -> None:
        """Add a manifest."""
        self.all.append({"apiVersion": api, "kind": kind, "metadata": {"name": name}, **rest})


@cache
def rendered(overlay: str) -> Sequence[Manifest]:
    """Return the manifests of an overlay. They are shared, so tests change a copy (MutableManifests)."""
    return tuple(render.manifests(overlay))
