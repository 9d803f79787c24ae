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

_COUNT = {"type": "integer", "minimum": 0}
_RESOURCES = _closed(
    ["requests", "limits"],
    requests=_closed(["cpu", "memory"], cpu=TEXT, memory=TEXT),
    limits=_closed(["memory"], memory=TEXT),
)
_KEY = _closed(["name", "key"], name=TEXT, key=TEXT)
_NAMED = _closed(["name"], name=TEXT)
_PACKED = _closed(["compression"], compression={"enum": ["bzip2", "gzip", "snappy"]})
# CloudNativePG 1.30, its plugin Barman Cloud 0.16 and KEDA 2.20.
STORES_AND_SCALERS: dict[tuple[str, str], dict[str, Any]] = {
    ("postgresql.cnpg.io/v1", "Cluster"): _closed(
        ["instances", "imageName", "bootstrap", "postgresql", "plugins", "storage", "resources", "affinity"],
        instances={"type": "integer", "minimum": 1},
        imageName={"type": "string", "pattern": "@sha256:[0-9a-f]{64}$"},
        primaryUpdateMethod={"enum": ["switchover", "restart"]},
        bootstrap=_closed(
            ["initdb"], initdb=_closed(["database", "owner", "secret"], database=TEXT, owner=TEXT, secret=_NAMED)
        ),
        postgresql=_closed(["parameters"], parameters={"type": "object", "additionalProperties": TEXT}),
        plugins=_some(
            _closed(
                ["name", "isWALArchiver", "parameters"],
                name=TEXT,
                isWALArchiver={"type": "boolean"},
                parameters=_closed(["barmanObjectName"], barmanObjectName=TEXT),
            )
        ),
        storage=_closed(["size"], size=TEXT, storageClass=TEXT),
        resources=_RESOURCES,
        affinity=_closed(
            ["enablePodAntiAffinity", "podAntiAffinityType", "topologyKey"],
            enablePodAntiAffinity={"type": "boolean"},
            podAntiAffinityType={"enum": ["preferred", "required"]},
            topologyKey=TEXT,
        ),
    ),
    ("postgresql.cnpg.io/v1", "ScheduledBackup"): _closed(
        ["schedule", "cluster", "method", "pluginConfiguration"],
        # Six fields; the first is for seconds.
        schedule={"type": "string", "pattern": r"^[\d*/,-]+( [\d*/,-]+){5}$"},
        immediate={"type": "boolean"},
        suspend={"type": "boolean"},
        backupOwnerReference={"enum": ["none", "self", "cluster"]},
        cluster=_NAMED,
        method={"enum": ["barmanObjectStore", "volumeSnapshot", "plugin"]},
        pluginConfiguration=_NAMED,
    ),
    ("barmancloud.cnpg.io/v1", "ObjectStore"): _closed(
        ["configuration", "retentionPolicy", "instanceSidecarConfiguration"],
        retentionPolicy={"type": "string", "pattern": "^[1-9][0-9]*[dwm]$"},
        configuration=_closed(
            ["destinationPath", "s3Credentials", "wal", "data"],
            destinationPath={"type": "string", "pattern": "^s3://."},
            endpointURL=TEXT,
            s3Credentials=_closed(["accessKeyId", "secretAccessKey"], accessKeyId=_KEY, secretAccessKey=_KEY),
            wal=_PACKED,
            data=_PACKED,
        ),
        instanceSidecarConfiguration=_closed(["resources"], resources=_RESOURCES),
    ),
    ("keda.sh/v1alpha1", "ScaledObject"): _closed(
        ["scaleTargetRef", "minReplicaCount", "maxReplicaCount", "fallback", "triggers"],
        scaleTargetRef=_NAMED,
        minReplicaCount=_COUNT,
        maxReplicaCount=_COUNT,
        pollingInterval=_COUNT,
        fallback=_closed(["failureThreshold", "replicas"], failureThreshold=_COUNT, replicas=_COUNT),
        advanced=_closed(
            ["horizontalPodAutoscalerConfig"],
            horizontalPodAutoscalerConfig=_closed(
                ["behavior"],
                behavior=_closed(
                    ["scaleDown"], scaleDown=_closed(["stabilizationWindowSeconds"], stabilizationWindowSeconds=_COUNT)
                ),
            ),
        ),
        triggers=_some(
            _closed(
                ["type", "metricType", "metadata"],
                type={"const": "prometheus"},
                metricType={"enum": ["AverageValue", "Value"]},
                metadata=_closed(
                    ["serverAddress", "query", "threshold"], serverAddress=TEXT, query=TEXT, threshold=TEXT
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
        target=_closed(
            ["name", "creationPolicy"],
            name=TEXT,
            creationPolicy={"const": "Owner"},
            template=_closed(["type"], type={"enum": ["kubernetes.io/basic-auth"]}),
        ),
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
SPECS |= STORES_AND_SCALERS
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
