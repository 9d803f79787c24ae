"""The chart: faults in its files, its options and values, and overlays of which no chart can be made."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from k8s.policy import render
from k8s.policy.chart import build, helm
from k8s.policy.checks import rules_for_overlay
from k8s.policy.manifests import of_kind

from .mutable_manifests import MutableManifests, rendered

pytestmark = pytest.mark.skipif(not helm.find_helm(), reason=helm.HELM_MISSING)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("templates/deployment-relay.yaml", "- relay_outcomes", "- relay_outcome", "command/2: 'relay_outcome' is not"),
        (
            "templates/deployment-web.yaml",
            "containerPort: 8000",
            "containerPort: 8080",
            "containerPort: 8080 is not 8000",
        ),
        ("templates/service-realtime.yaml", "targetPort: http", "targetPort: ops", "targetPort: 'ops' is not 'http'"),
        (
            "templates/deployment-worker.yaml",
            "name: LIVENESS_FOLDER",
            "name: LIVENESS_FOLDR",
            "'LIVENESS_FOLDR' is not",
        ),
        ("values.yaml", "TRUSTED_PROXIES:", "TRUSTED_PROXY:", "Additional property TRUSTED_PROXY is not allowed"),
        ("values.yaml", "tablehawk/web@", "tablehawk/wbe@", "image: 'registry.example/tablehawk/wbe@sha256"),
        ("values.yaml", "  valkey: docker.io", "  vakley: docker.io", "Additional property vakley is not allowed"),
        ("templates/podmonitor-web.yaml", "key: METRICS_TOKEN", "key: METRIC_TOKEN", "'METRIC_TOKEN' is not"),
        (
            "templates/externalsecret-sniper-secrets.yaml",
            "secretKey: SEAL_KEYS",
            "secretKey: SEAL_KEY",
            "'SEAL_KEY' is",
        ),
        ("templates/configmap-web-env.yaml", "name: web-env", "name: web-envs", "is not nothing"),
        (
            "templates/job-migrate.yaml",
            "{{ toJson $.Values.images.web }}",
            "{{ toJson $.Values.image.web }}",
            "nil pointer",
        ),
    ],
)
def test_fault_in_the_chart_is_found(file: str, old: str, new: str, message: str) -> None:
    files = dict(helm.files())
    assert old in files[file]
    files[file] = files[file].replace(old, new)
    found = helm.chart_agrees_with_overlay("prod", files)
    assert any(message in one for one in found), found


def test_missing_and_additional_objects_are_found() -> None:
    files = {**helm.files(), "templates/more.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: more}\n"}
    del files["templates/service-web.yaml"]
    found = helm.chart_agrees_with_overlay("prod", files)
    assert [one.split(":")[0] for one in found] == ["/Service~1more", "/Service~1web"]


@pytest.mark.parametrize(
    ("overlay", "change", "message"),
    [
        (
            "staging",
            lambda m: m.app("Deployment/web").update(command=["python"]),
            "Deployment/web differs between prod and staging in /spec/template/spec/containers/0/command",
        ),
        ("staging", lambda m: m.remove("Service/web"), "Service/web does not exist in staging"),
        (
            "dev",
            lambda m: m.add("v1", "Service", name="only-in-dev"),
            "Service/only-in-dev does not exist in prod, staging, prod-handover, prod-gateway",
        ),
        (
            "prod-gateway",
            lambda m: m["HTTPRoute/web"]["spec"].update(hostnames=["other.example"]),
            "settings.web.PUBLIC_HOST is 'tablehawk.example', but HTTPRoute/web /spec/hostnames/0 has 'other.example'",
        ),
        (
            "staging",
            lambda m: m["HorizontalPodAutoscaler/realtime"]["spec"]["metrics"].pop(),
            "HorizontalPodAutoscaler/realtime /spec/metrics",
        ),
        (
            "prod-handover",
            lambda m: m["CronJob/reseal"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"][0].update(
                image="registry.example/tablehawk/web:other"
            ),
            "images.web is",
        ),
    ],
)
def test_unlisted_difference_between_overlays_makes_no_chart(
    overlay: str, change: Callable[[MutableManifests], Any], message: str
) -> None:
    changed = MutableManifests(rendered(overlay))
    change(changed)
    with pytest.raises(build.ChartError) as raised:
        build.make({**{name: rendered(name) for name in render.OVERLAYS}, overlay: changed.all}, version="1.0.0")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"gcsRedis": {"enabled": False}}, id="without Redis for Ray"),
        pytest.param({"monitoring": {"enabled": False}}, id="without the Prometheus Operator"),
        pytest.param({"settings": {"shared": {"OTEL_EXPORTER_OTLP_ENDPOINT": None}}}, id="without tracing"),
        pytest.param({"autoscaler": {"enabled": False}}, id="without Ray's autoscaler"),
        pytest.param({"ingress": {"enabled": False}}, id="neither Ingress nor Gateway"),
        pytest.param({"cloudnativePg": {"enabled": True}}, id="with CloudNativePG"),
        pytest.param({"valkey": {"enabled": True}}, id="with Valkey"),
        pytest.param({"spareNodes": {"enabled": True}}, id="with KEDA"),
        pytest.param({"alertRules": {"enabled": True}}, id="with alert rules"),
    ],
)
def test_rules_hold_for_options_that_no_overlay_has_alone(tmp_path: Path, values: Mapping[str, Any]) -> None:
    made = [one for one in template(tmp_path, values) if one["metadata"].get("namespace") != "monitoring"]
    made += of_kind(rendered("prod"), "Namespace")
    found = {what: rule(made) for what, rule in rules_for_overlay("prod").items()}
    assert {what: findings for what, findings in found.items() if findings} == {}


def test_helm_replaces_migrate_and_keeps_what_running_pods_and_data_need() -> None:
    made = helm.as_overlay(helm.files(), "dev")
    hooks = [one["metadata"]["name"] for one in made if "helm.sh/hook" in one["metadata"].get("annotations", {})]
    kept = {one["kind"] for one in made if "helm.sh/resource-policy" in one["metadata"].get("annotations", {})}
    assert sorted(hooks) == ["migrate", "seed"]
    assert kept == {"PersistentVolumeClaim", "PriorityClass"}


def test_alert_rules_are_those_of_the_prometheus_operator(tmp_path: Path) -> None:
    made = template(tmp_path, {"alertRules": {"enabled": True}})
    assert [one for one in made if one["kind"] == "PrometheusRule"] == helm.prometheus_rules()


def test_operators_of_stores_and_nodes_are_off_by_default() -> None:
    values = yaml.safe_load(helm.files()["values.yaml"])
    options = ("cloudnativePg", "valkey", "spareNodes", "gateway", "alertRules", "dev")
    assert {name: values[name]["enabled"] for name in options} == dict.fromkeys(options, False)


def test_cells_have_any_name_and_their_own_image(tmp_path: Path) -> None:
    cell = yaml.safe_load(helm.files()["values.yaml"])["cells"]["blue"]
    made = template(tmp_path, {"cells": {"blue": None, "amber": {**cell, "image": "r.example/snipers:2"}}})
    clusters = [one for one in made if one["kind"] == "RayCluster"]
    assert [one["metadata"]["name"] for one in clusters] == ["cell-amber"]
    assert clusters[0]["spec"]["headGroupSpec"]["template"]["spec"]["containers"][0]["image"] == "r.example/snipers:2"
    assert "blue" not in yaml.safe_dump(made)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"webb": {}}, "Additional property webb is not allowed"),
        ({"web": {"replicas": 3}}, "Additional property replicas is not allowed"),
        ({"web": {"minReplicas": "3"}}, "web.minReplicas: Invalid type. Expected: integer, given: string"),
        ({"web": {"minReplicas": None}}, "minReplicas is required"),
        ({"web": {"minReplicas": -1}}, "Must be greater than or equal to 0"),
        ({"gateway": {"enabled": "yes"}}, "gateway.enabled: Invalid type. Expected: boolean, given: string"),
        ({"settings": {"web": {"EMAIL_PROT": "587"}}}, "Additional property EMAIL_PROT is not allowed"),
        ({"settings": {"web": {"STRIPE_SECRET_KEY": "sk"}}}, "Additional property STRIPE_SECRET_KEY is not allowed"),
        ({"settings": {"web": {"EMAIL_PORT": 587}}}, "Expected: string, given: integer"),
        ({"images": {"web": "registry.example/web:a b"}}, "images.web: Does not match pattern"),
        ({"images": {"web": ""}}, "images.web: Does not match pattern"),
        ({"cloudnativePg": {"bucket": "tablehawk"}}, "cloudnativePg.bucket: Does not match pattern"),
        ({"cloudnativePg": {"image": "postgresql:18"}}, "cloudnativePg.image: Does not match pattern"),
        ({"cells": {"Blue": {}}}, "Additional property Blue is not allowed"),
        ({"cells": {"blue": {"slots": 80}}}, "Additional property slots is not allowed"),
        ({"stores": {"egress": [{"cidr": "10.0.0.0/8"}]}}, "Additional property cidr is not allowed"),
    ],
)
def test_schema_refuses_wrong_values(tmp_path: Path, values: Mapping[str, Any], message: str) -> None:
    with pytest.raises(helm.HelmError) as raised:
        template(tmp_path, values)
    assert message in str(raised.value)


def template(folder: Path, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Render the chart with values in place of production's."""
    helm.write(helm.files(), folder / "tablehawk")
    (folder / "values.yaml").write_text(yaml.safe_dump(values))
    return helm.template(folder / "tablehawk", namespace="tablehawk", values=[folder / "values.yaml"])
