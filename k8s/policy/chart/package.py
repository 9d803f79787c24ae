"""Makes the chart's files of a release: the archive that helm installs, and an OCI archive with the same content.

`helm package` writes the current time into the archive, so two runs would give different bytes; this module does not.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import yaml

from k8s.policy.archives import tar, tar_gz

# Media types, from helm's documentation of OCI registries and from the OCI image specification.
_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
_CONFIG = "application/vnd.cncf.helm.config.v1+json"
_CONTENT = "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
_ANNOTATION = "org.opencontainers.image"


def archive(files: Mapping[str, str], *, epoch: int) -> bytes:
    """Return the chart as .tgz. `epoch` is the modification time of its files in unix seconds."""
    return tar_gz(files, prefix="tablehawk", epoch=epoch)


def version(files: Mapping[str, str]) -> str:
    """Return the version of the chart."""
    return str(yaml.safe_load(files["Chart.yaml"])["version"])


def oci_archive(files: Mapping[str, str], *, epoch: int) -> bytes:
    """Return an OCI image layout, as tar archive, with the chart as its only artifact, tagged with its version."""
    about: dict[str, Any] = yaml.safe_load(files["Chart.yaml"])
    blobs: dict[str, bytes] = {}
    manifest = {
        "schemaVersion": 2,
        "mediaType": _MANIFEST,
        "config": _add(blobs, _CONFIG, _json(about)),
        "layers": [_add(blobs, _CONTENT, archive(files, epoch=epoch))],
        "annotations": {f"{_ANNOTATION}.title": about["name"], f"{_ANNOTATION}.version": about["version"]},
    }
    reference = {f"{_ANNOTATION}.ref.name": about["version"]}
    entry = {**_add(blobs, _MANIFEST, _json(manifest)), "annotations": reference}
    layout = {
        "oci-layout": _json({"imageLayoutVersion": "1.0.0"}),
        "index.json": _json({"schemaVersion": 2, "manifests": [entry]}),
    }
    return tar({**layout, **blobs}, epoch=epoch)


def _add(blobs: dict[str, bytes], kind: str, body: bytes) -> dict[str, Any]:
    """Add a blob to `blobs`, and return its OCI descriptor."""
    digest = hashlib.sha256(body).hexdigest()
    blobs[f"blobs/sha256/{digest}"] = body
    return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(body)}


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True).encode()
