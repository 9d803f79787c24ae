"""Makes the Helm chart from the rendered overlays and the table k8s/chart/values.yaml.

Each template is one rendered object in which expressions replace the values that the table lists. The values file of an
overlay contains the values that its rendering has. If overlays differ in a part that the table does not list, no chart
is made.
"""

import copy
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import yaml

from k8s.policy.manifests import LONG_LIVED_KINDS, Manifest, names, of_kind, pod_templates, pods
from k8s.policy.render import K8S

from . import values as chart_values
from .templates import Tokens
from .tree import MISSING, differences, get, put, replace_strings, steps, strings

TABLE = K8S / "chart" / "values.yaml"
# The overlay whose values are the chart's defaults, and the cell whose objects become the templates of all cells.
DEFAULT, CELL = "prod", "blue"
# The end of a ConfigMap's name, as kustomize makes it from a checksum of the data.
_HASH = re.compile(r"-[bcdfghkmt2456789]{10}$")
# In the chart the names have no checksum, so that `helm rollback` finds the ConfigMaps of each revision. By this
# annotation a pod is replaced when a ConfigMap that it reads has changed.
CHECKSUM = "checksum/config"
_CELL_NAME = re.compile(rf"\b{CELL}\b")
_IMAGE = re.compile(r"^(?P<name>.+?)(:[^/@]*)?(@.*)?$")


class ChartError(Exception):
    """The overlays differ in parts that k8s/chart/values.yaml does not list. The text lists them."""


def make(
    renderings: Mapping[str, Sequence[Manifest]], *, version: str, rules: Sequence[Manifest] = ()
) -> dict[str, str]:
    """Return the chart's files by name. Raises ChartError.

    `renderings` has the manifests of each overlay. `rules` are objects that no overlay has; the chart renders them if
    an option is on.
    """
    table = yaml.safe_load(TABLE.read_text())
    builder = _Builder(table)
    for overlay in sorted(renderings, key=lambda name: name != DEFAULT):
        builder.read(overlay, renderings[overlay])
    templates = dict(builder.templates()) | dict(builder.templates_of_rules(rules))
    about = {
        **{"apiVersion": "v2", "name": "tablehawk", "type": "application", "version": version, "appVersion": version},
        **{"description": "Books restaurant tables: web tower and sniper tower", "kubeVersion": ">=1.34.0-0"},
    }
    return {
        "Chart.yaml": yaml.safe_dump(about, sort_keys=False),
        **{f"templates/{name}.yaml": text for name, text in templates.items()},
        **chart_values.files(builder.values, table, default=DEFAULT),
    }


def plain_config_names(manifests: Sequence[Manifest]) -> dict[str, str]:
    """Return the names of the ConfigMaps without checksum, by name."""
    return {name: _HASH.sub("", name) for name in names(manifests, "ConfigMap")}


class _Builder:
    """Collects the objects and values of all overlays.

    `values` has the value of each name by overlay; None is a value that the overlay leaves out. `_objects` has each
    object by kind/name (without the hash) and overlay, with tokens in place of values.
    """

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = table
        self._tokens = Tokens()
        self._objects: dict[str, dict[str, Manifest]] = defaultdict(dict)
        self.values: dict[str, dict[str, Any]] = {}

    def read(self, overlay: str, manifests: Sequence[Manifest]) -> None:
        """Record the objects and the values of an overlay's manifests, and replace the values by tokens."""
        made = self._without_names(copy.deepcopy(list(manifests)))
        cells = sorted(name.removeprefix("RayCluster/cell-") for name in made if name.startswith("RayCluster/"))
        self.values[overlay] = {self._table["rules"]: False}
        for one in self._table["options"]:
            if not one["when"].startswith("settings."):
                self.values[overlay][one["when"]] = one["objects"][0] in made
        for one in self._table["values"]:
            for name, cell in _names(one["name"], cells):
                for pattern, pointers in one["at"].items():
                    self._take(overlay, made, name, cell, pattern.replace("*", cell) if cell else pattern, pointers)
        self._take_images(overlay, made, cells)
        for name, manifest in made.items():
            cell = _cell_of(name, cells)
            if cell in ("", CELL):
                self._objects[name][overlay] = self._without_cell(manifest) if cell else manifest

    def _without_names(self, manifests: list[Manifest]) -> dict[str, Manifest]:
        """Return the manifests by name, without the namespace, which helm creates. Tokens are in place of its name, and
        ConfigMaps have names without checksum.
        """
        namespace = of_kind(manifests, "Namespace")[0]["metadata"]["name"]
        plain = plain_config_names(manifests)
        configs = {one["metadata"]["name"]: one["data"] for one in of_kind(manifests, "ConfigMap")}
        made = {}
        for one in manifests:
            if one["kind"] == "Namespace":
                continue
            name = f"{one['kind']}/{_HASH.sub('', one['metadata']['name'])}"
            one["metadata"] |= {"namespace": namespace} if "namespace" in one["metadata"] else {}
            # The pod of a Job is made for each run.
            for template in pod_templates(one) if one["kind"] in LONG_LIVED_KINDS else ():
                if read := sorted(configs.keys() & set(strings(template))):
                    data = " ".join(self._config_data(config, configs[config]) for config in read)
                    annotations = template.setdefault("metadata", {}).setdefault("annotations", {})
                    annotations[CHECKSUM] = self._tokens.value(f"list {data} | toJson | sha256sum")
            changed = replace_strings(one, lambda text: plain.get(text, text))
            self._replace_namespaces(changed, namespace)
            changed["metadata"].setdefault("annotations", {}).update(self._annotations(name))
            if not changed["metadata"]["annotations"]:
                del changed["metadata"]["annotations"]
            made[name] = changed
        return made

    def _replace_namespaces(self, tree: Any, namespace: str) -> None:
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
            if key == "namespace" and value == namespace:
                tree[key] = self._tokens.value("$.Release.Namespace")
            else:
                self._replace_namespaces(value, namespace)

    def _annotations(self, name: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for pattern, annotations in self._table["annotations"].items():
            found |= annotations if fnmatchcase(name, pattern) else {}
        return found

    def _config_data(self, hashed: str, data: Mapping[str, str]) -> str:
        """Return an expression for the data of a ConfigMap: a value of the chart, or a checksum of fixed data."""
        name = _HASH.sub("", hashed)
        for one in self._table["values"]:
            if one["at"].get(f"ConfigMap/{name}") == ["/data"]:
                return f"$.Values.{one['name']}"
        text = _CELL_NAME.sub("NAME", json.dumps(data)) if name == f"cell-{CELL}" else hashed
        return f'"{hashlib.sha256(text.encode()).hexdigest()[:10]}"'

    def _take(
        self, overlay: str, made: Mapping[str, Manifest], name: str, cell: str, pattern: str, pointers: Sequence[str]
    ) -> None:
        for where, manifest in made.items():
            for pointer in pointers if fnmatchcase(where, pattern) else ():
                path = steps(pointer)
                if get(manifest, path[:-1]) is MISSING:
                    continue
                found = get(manifest, path)
                if found is MISSING:
                    self._tokens.allow_missing(_expression(name, cell))
                self._record(overlay, name, None if found is MISSING else found, f"{where} {pointer}")
                put(manifest, path, self._tokens.value(_expression(name, cell)))

    def _record(self, overlay: str, name: str, value: Any, where: str) -> None:
        mine = self.values[overlay]
        known = mine.setdefault(name, value)
        *parents, last = name.split(".")
        outer = mine.get(".".join(parents))
        if isinstance(outer, dict):
            known = outer.get(last, MISSING)
            del mine[name]
        if known != value:
            raise ChartError(f"{overlay}: {name} is {known!r}, but {where} has {value!r}")

    def _take_images(self, overlay: str, made: Mapping[str, Manifest], cells: Sequence[str]) -> None:
        for where, manifest in made.items():
            containers: list[Any] = [one for pod in pods([manifest]) for one in pod.all_containers]
            for container in containers:
                match = _IMAGE.match(container["image"])
                assert match
                for image, name in self._table["images"].items():
                    if match["name"].rpartition("/")[2] == image:
                        cell = _cell_of(where, cells) if "*" in name else ""
                        self._record(overlay, name.replace("*", cell), container["image"], where)
                        container["image"] = self._tokens.value(_expression(name.replace("*", cell), cell))

    def _without_cell(self, manifest: Manifest) -> Manifest:
        whole, part = self._tokens.value("$name"), self._tokens.inline("$name")
        made: Manifest = replace_strings(manifest, lambda text: whole if text == CELL else _CELL_NAME.sub(part, text))
        return made

    def templates(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the text of each template. Raises ChartError."""
        unlisted = []
        for name, variants in sorted(self._objects.items()):
            for one in self._table["options"]:
                for pattern, pointers in one.get("parts", {}).items():
                    for pointer in pointers if fnmatchcase(name, pattern) else ():
                        unlisted += list(self._join(name, variants, one["when"], pointer))
            first, *others = variants
            for other in others:
                unlisted += [
                    f"{name} differs between {first} and {other} in {what}"
                    for what in differences(variants[first], variants[other])
                ]
            conditions = self._conditions(name)
            file = name.replace(f"-{CELL}", "-cell").replace("/", "-").lower()
            yield file, self._tokens.template(variants[first], conditions, in_cell=name.endswith(f"-{CELL}"))
            missing = [o for o in self.values if o not in variants and all(self._holds(o, c) for c in conditions)]
            unlisted += [f"{name} does not exist in {', '.join(missing)}"] if missing else []
        if unlisted:
            raise ChartError("Not in k8s/chart/values.yaml:\n" + "\n".join(unlisted))

    def templates_of_rules(self, rules: Sequence[Manifest]) -> Iterator[tuple[str, str]]:
        """Yield the name and the text of each template of a PrometheusRule."""
        for one in rules:
            yield f"rules-{one['metadata']['name']}", self._tokens.template(one, [self._table["rules"]], in_cell=False)

    def _conditions(self, name: str) -> list[str]:
        return [
            one["when"] for one in self._table["options"] if any(fnmatchcase(name, each) for each in one["objects"])
        ]

    def _holds(self, overlay: str, condition: str) -> bool:
        """Return whether an option is on in an overlay. A setting is on if it has a value."""
        mine = self.values[overlay]
        outer, _, last = condition.rpartition(".")
        return bool(mine[condition] if condition in mine else mine[outer].get(last))

    def _join(self, name: str, variants: Mapping[str, Manifest], option: str, pointer: str) -> Iterator[str]:
        """Replace a part of an object that depends on an option by one token, in all overlays.

        Yields an error for each difference between overlays with the same state of the option, or if the option never
        differs.
        """
        path = steps(pointer)
        part: dict[bool, Any] = {}
        for overlay, manifest in variants.items():
            found, on = get(manifest, path), self._holds(overlay, option)
            if on in part:
                yield from (f"{name} {pointer}{what}" for what in differences(part[on], found))
            part.setdefault(on, found)
        if len(part) < 2:
            yield f"{name} {pointer}: no overlay has {option} {'off' if True in part else 'on'}"
            return
        for manifest in variants.values():
            if get(manifest, path[:-1]) is not MISSING:
                put(manifest, path, self._tokens.choice(f"$.Values.{option}", part[True], part[False]))


def _names(name: str, cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a value's name and its cell: one for each cell if the name contains `*`, otherwise one with the
    cell "".
    """
    if "*" in name:
        yield from ((name.replace("*", cell), cell) for cell in cells)
    else:
        yield name, ""


def _expression(name: str, cell: str) -> str:
    return f"$cell.{name.removeprefix(f'cells.{cell}.')}" if cell else f"$.Values.{name}"


def _cell_of(name: str, cells: Sequence[str]) -> str:
    return next((cell for cell in cells if name.endswith(f"-{cell}")), "")
