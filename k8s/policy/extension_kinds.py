"""The kinds of operators that manifests may use, each with a schema of the fields that the manifests use.

The schemas are narrower than the operators' CRDs, so that a typo in an optional field is found. KubeRay's kind
RayCluster is validated in raycluster.py.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import jsonschema_rs

from .manifests import Findings, Manifest, name_of

TEXT = {"type": "string", "minLength": 1}


def _closed(required: Sequence[str], /, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _some(item: Any) -> dict[str, Any]:
    return {"type": "array", "items": item, "minItems": 1}


_SELECTOR = _closed(["matchLabels"], matchLabels={"type": "object", "additionalProperties": TEXT, "minProperties": 1})
_ENDPOINT = _closed(
    ["port", "interval"],
    port=TEXT,
    path=TEXT,
    interval={"type": "string", "pattern": r"^\d+[sm]$"},
    authorization=_closed(["credentials"], credentials=_closed(["name", "key"], name=TEXT, key=TEXT)),
    relabelings=_some(
        _closed(["targetLabel"], targetLabel=TEXT, replacement=TEXT, sourceLabels=_some(TEXT)),
    ),
)
_RULE = {
    **_closed(
        ["expr"],
        alert=TEXT,
        record=TEXT,
        expr={"type": ["string", "integer"]},
        keep_firing_for=TEXT,
        labels={"type": "object", "additionalProperties": TEXT},
        annotations={"type": "object", "additionalProperties": TEXT},
        **{"for": TEXT},
    ),
    "oneOf": [{"required": ["alert"]}, {"required": ["record"]}],
}

_DURATION = {"type": "string", "pattern": r"^\d+(ms|s|m|h)$"}
GATEWAY_API: dict[str, dict[str, Any]] = {
    "Gateway": _closed(
        ["gatewayClassName", "listeners"],
        gatewayClassName=TEXT,
        listeners=_some(
            _closed(
                ["name", "hostname", "port", "protocol", "allowedRoutes"],
                name=TEXT,
                hostname=TEXT,
                port={"type": "integer"},
                protocol={"enum": ["HTTP", "HTTPS"]},
                tls=_closed(
                    ["mode", "certificateRefs"],
                    mode={"const": "Terminate"},
                    certificateRefs=_some(_closed(["name"], name=TEXT)),
                ),
                allowedRoutes=_closed(["namespaces"], namespaces=_closed(["from"], **{"from": {"const": "Same"}})),
            )
        ),
    ),
    "HTTPRoute": _closed(
        ["parentRefs", "hostnames", "rules"],
        parentRefs=_some(_closed(["name", "sectionName"], name=TEXT, sectionName=TEXT)),
        hostnames=_some(TEXT),
        rules=_some(
            _closed(
                [],
                matches=_some(
                    _closed(["path"], path=_closed(["type", "value"], type={"const": "PathPrefix"}, value=TEXT))
                ),
                timeouts=_closed(["request"], request=_DURATION, backendRequest=_DURATION),
                backendRefs=_some(_closed(["name", "port"], name=TEXT, port={"type": "integer"})),
                filters=_some(
                    _closed(
                        ["type", "requestRedirect"],
                        type={"const": "RequestRedirect"},
                        requestRedirect=_closed(
                            ["scheme", "statusCode"], scheme={"const": "https"}, statusCode={"const": 301}
                        ),
                    )
                ),
            )
        ),
    ),
}

SPECS: dict[tuple[str, str], dict[str, Any]] = {
    ("external-secrets.io/v1", "ExternalSecret"): _closed(
        ["refreshInterval", "secretStoreRef", "target", "data"],
        refreshInterval=TEXT,
        secretStoreRef=_closed(["kind", "name"], kind={"enum": ["SecretStore", "ClusterSecretStore"]}, name=TEXT),
        target=_closed(["name", "creationPolicy"], name=TEXT, creationPolicy={"const": "Owner"}),
        data=_some(
            _closed(
                ["secretKey", "remoteRef"],
                secretKey=TEXT,
                remoteRef=_closed(["key", "property"], key=TEXT, property=TEXT),
            )
        ),
    ),
    ("monitoring.coreos.com/v1", "ServiceMonitor"): _closed(
        ["selector", "endpoints"], selector=_SELECTOR, endpoints=_some(_ENDPOINT)
    ),
    ("monitoring.coreos.com/v1", "PodMonitor"): _closed(
        ["selector", "podMetricsEndpoints"], selector=_SELECTOR, podMetricsEndpoints=_some(_ENDPOINT)
    ),
    ("monitoring.coreos.com/v1", "PrometheusRule"): _closed(
        ["groups"],
        groups=_some(
            _closed(["name", "rules"], name=TEXT, interval=TEXT, limit={"type": "integer"}, rules=_some(_RULE))
        ),
    ),
}
SPECS |= {("gateway.networking.k8s.io/v1", kind): spec for kind, spec in GATEWAY_API.items()}
# Kinds that raycluster.py validates.
ELSEWHERE = frozenset({("ray.io/v1", "RayCluster")})


def is_known(manifest: Manifest) -> bool:
    """Return whether the manifest's kind is listed in SPECS or validated elsewhere."""
    return (manifest["apiVersion"], manifest["kind"]) in SPECS.keys() | ELSEWHERE


def extension_kinds_are_valid(manifests: Sequence[Manifest]) -> Findings:
    """Check that manifests of the kinds in SPECS match their schemas."""
    found = []
    for one in manifests:
        key = (one["apiVersion"], one["kind"])
        if key in SPECS:
            errors = _validator(key).iter_errors(one.get("spec", {}))
            found += [f"{name_of(one)}: spec/{'/'.join(map(str, e.instance_path))}: {e.message}" for e in errors]
            if extra := one.keys() - {"apiVersion", "kind", "metadata", "spec"}:
                found.append(f"{name_of(one)}: unknown {', '.join(sorted(extra))}")
    return found


@cache
def _validator(key: tuple[str, str]) -> Any:
    return jsonschema_rs.Draft7Validator(SPECS[key])
