"""Validates manifests of Kubernetes' built-in kinds. Refuses other kinds unless extension_kinds.py lists them.

kubernetes-validate would only warn about an unknown kind.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import kubernetes_validate
from kubernetes_validate import utils

from . import extension_kinds
from .manifests import Findings, Manifest, name_of
from .raycluster import templates_as_pods

# The oldest and the newest supported Kubernetes (DEPLOYMENT.md).
VERSIONS = ("1.34", "1.36")
# Without the cache, kubernetes-validate reads its definitions (2 MB) for every manifest and takes four times as long.
utils.schema_contents = cache(utils.schema_contents)


def builtin_kinds_are_valid(manifests: Sequence[Manifest]) -> Findings:
    """Check that built-in kinds match their schemas and that the pod templates of RayClusters are valid Pods."""
    found = []
    for one in [*manifests, *templates_as_pods(manifests)]:
        if extension_kinds.is_known(one):
            continue
        if problem := _problem(json.dumps(one, sort_keys=True)):
            found.append(f"{name_of(one)}: {problem}")
    return found


@cache
def _problem(text: str) -> str:
    """Return the error in one manifest (as JSON text), or "". Cached, because overlays share manifests."""
    manifest: Any = json.loads(text)
    try:
        for version in VERSIONS:
            kubernetes_validate.validate(manifest, version, strict=True)
    except kubernetes_validate.SchemaNotFoundError:
        return (
            f"{manifest['apiVersion']} {manifest['kind']} is neither a built-in kind nor listed in extension_kinds.py"
        )
    except kubernetes_validate.ValidationError as error:
        return f"{'/'.join(map(str, error.path))}: {error.message}"
    return ""
