"""Every manifest has a schema: Kubernetes' own kinds theirs, strictly; other kinds only if they are on our list.

kubernetes-validate itself only warns of a kind that it does not know, so that a misspelt kind would pass.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import kubernetes_validate
from kubernetes_validate import utils

from . import extensions
from .manifests import Findings, Manifest, name_of
from .raycluster import templates_as_pods

# The oldest and the newest Kubernetes that README.md names.
VERSIONS = ("1.34", "1.36")
# It reads its definitions (2 MB) again for every manifest; once is enough, and four times as quick.
utils.schema_contents = cache(utils.schema_contents)


def valid(manifests: Sequence[Manifest]) -> Findings:
    """Kubernetes' own kinds against their schema, and the pods inside RayClusters as Pods."""
    found = []
    for one in [*manifests, *templates_as_pods(manifests)]:
        if extensions.known(one):
            continue
        if problem := _problem(json.dumps(one, sort_keys=True)):
            found.append(f"{name_of(one)}: {problem}")
    return found


@cache
def _problem(text: str) -> str:
    """What is wrong, or nothing. The overlays share most manifests: each is looked at once."""
    manifest: Any = json.loads(text)
    try:
        for version in VERSIONS:
            kubernetes_validate.validate(manifest, version, strict=True)
    except kubernetes_validate.SchemaNotFoundError:
        return (
            f"{manifest['apiVersion']} {manifest['kind']} is neither Kubernetes' own nor on the list in extensions.py"
        )
    except kubernetes_validate.ValidationError as error:
        return f"{'/'.join(map(str, error.path))}: {error.message}"
    return ""
