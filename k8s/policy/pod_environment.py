"""Computes the environment variables that the kubelet sets in a container, from its manifest, ConfigMaps and
Secrets.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .manifests import Manifest, of_kind

_REFERENCE = re.compile(r"\$\(([A-Za-z_]\w*)\)")
Secrets = Mapping[str, Mapping[str, str]]


def config_maps(manifests: Sequence[Manifest]) -> Secrets:
    """Return the contents of all ConfigMaps by name."""
    return {one["metadata"]["name"]: one["data"] for one in of_kind(manifests, "ConfigMap")}


def environment(
    container: Mapping[str, Any], *, maps: Secrets, secrets: Secrets, address: str = "10.0.0.7"
) -> dict[str, str]:
    """Return a container's variables. `address` is the pod's IP address.

    Raises KeyError for a missing ConfigMap, Secret or key.
    """
    given: dict[str, str] = {}
    for source in container.get("envFrom", []):
        known, kind = (maps, "configMapRef") if "configMapRef" in source else (secrets, "secretRef")
        given |= known[source[kind]["name"]]
    for variable in container.get("env", []):
        origin = variable.get("valueFrom", {})
        if "configMapKeyRef" in origin:
            value = maps[origin["configMapKeyRef"]["name"]][origin["configMapKeyRef"]["key"]]
        elif "secretKeyRef" in origin:
            value = secrets[origin["secretKeyRef"]["name"]][origin["secretKeyRef"]["key"]]
        elif "fieldRef" in origin:
            value = address
        else:
            value = expand(variable.get("value", ""), given)
        given[variable["name"]] = value
    return given


def expand(text: str, given: Mapping[str, str]) -> str:
    """Replace $(NAME) in a text as the kubelet does: references to unknown names stay unchanged."""
    return _REFERENCE.sub(lambda found: given.get(found[1], found[0]), text)
