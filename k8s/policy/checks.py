"""The list of all checks, and of the rules for the manifests of an overlay."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from . import (
    alert_routes,
    alerts,
    backups,
    builtin_kinds,
    compose,
    dashboards,
    dev_secrets,
    extension_kinds,
    image_contents,
    images,
    metric_labels,
    raycluster,
    render,
    repeated_apply,
    rules_ingress,
    rules_network,
    rules_operators,
    rules_pods,
    rules_references,
    rules_stores,
    runbook_commands,
    runbook_programs,
    runbook_quotes,
    slos,
    versions,
)
from .chart import helm
from .manifests import Findings, Manifest

Rule = Callable[[Sequence[Manifest]], Findings]

# Rules for the manifests of every overlay. Rules that differ for dev are in rules_for_overlay().
OVERLAY_RULES: Mapping[str, Rule] = {
    "built-in kinds and Ray's pods match their schema": builtin_kinds.builtin_kinds_are_valid,
    "other kinds are listed and match their schema": extension_kinds.extension_kinds_are_valid,
    "overlays can be applied repeatedly": repeated_apply.can_be_applied_repeatedly,
    "objects have the overlay's namespace": repeated_apply.objects_have_the_namespace,
    "RayClusters match the CRD": raycluster.raycluster_schema_is_valid,
    "KubeRay accepts the RayClusters": raycluster.operator_accepts,
    "cells keep their settings": raycluster.cell_settings_are_kept,
    "pods are restricted": rules_pods.pods_are_restricted,
    "resources are set": rules_pods.resources_are_set,
    "the quota suffices": rules_pods.quota_suffices,
    "probes are valid": rules_pods.probes_are_valid,
    "grace periods suffice": rules_pods.grace_periods_suffice,
    "full workers drain in time": rules_pods.full_workers_drain_in_time,
    "replicas are spread": rules_pods.replicas_are_spread,
    "everything is denied by default": rules_network.denied_by_default,
    "policies select pods": rules_network.policies_select_pods,
    "Services have backends": rules_network.services_have_backends,
    "probes are not exposed": rules_network.probes_stay_inside,
    "Ingress backends exist": rules_ingress.ingress_backends_exist,
    "Ingresses are controller-neutral": rules_ingress.ingresses_are_controller_neutral,
    "HTTPRoute backends exist": rules_ingress.route_backends_exist,
    "PostgreSQL's connections are declared": rules_stores.connections_are_declared,
    "PostgreSQL's log has no rows": rules_stores.log_has_no_rows,
    "watchers' log lines reach kubectl logs": raycluster.watchers_log_to_stderr,
    "processes of a lost node end when its network returns": raycluster.connections_to_lost_nodes_end,
    "the toolbox has the runbooks' programs": runbook_programs.toolbox_has_programs,
    "mail is configured": rules_references.mail_is_configured,
    "only workloads that need stores reach them": rules_network.stores_can_be_reached,
    "watchers reach the platforms": rules_network.watchers_reach_platforms,
    "monitors find ports": rules_network.monitors_find_ports,
    "cells are isolated": rules_network.cells_are_isolated,
    "the redis-cleanup Job reaches Redis": rules_network.cleanup_reaches_redis,
    "Stripe's webhook is accepted": rules_references.webhook_host_is_allowed,
    "no secret is in plain text": rules_references.no_plain_secrets,
    "programs exist": rules_references.programs_exist,
    "variables expand": rules_references.variables_expand,
    "autoscalers have targets": rules_references.scalers_have_targets,
    "autoscalers have metrics": rules_operators.scalers_have_metrics,
    "placeholders are as large as workers": rules_operators.placeholders_are_as_large_as_workers,
    "PostgreSQL's log is archived": rules_operators.log_is_archived,
    "replicas find their primary": rules_operators.replicas_find_their_primary,
    "disruption budgets are set": rules_references.disruptions_are_budgeted,
    "backups are scheduled": backups.backups_are_scheduled,
    "the alert on old backups matches the schedule": backups.alert_limit_matches_schedule,
}


@dataclass(frozen=True, kw_only=True)
class Check:
    """One check: its subject, its title and its function. `skip` is the reason why it cannot run here, or ""."""

    where: str
    what: str
    run: Callable[[], Findings]
    skip: str = ""


def rules_for_overlay(overlay: str) -> Mapping[str, Rule]:
    """Return the rules of one overlay by title.

    For the dev overlay, the rules allow locally built images without digests and Secrets that a script creates.
    """
    dev = overlay == "dev"
    return {
        **OVERLAY_RULES,
        "images have digests": partial(rules_pods.images_by_digest, built_here=dev),
        "references exist": partial(
            rules_references.references_exist, other_secrets=dev_secrets.secrets_of_script() if dev else {}
        ),
        "rayVersion is the image's": partial(
            raycluster.ray_version_matches_image, requirements=raycluster.REQUIREMENTS.read_text()
        ),
    }


def all_checks() -> Iterator[Check]:
    """Yield all checks in the order of the report."""
    for overlay in render.OVERLAYS:
        yield Check(where=overlay, what="renders", run=partial(_overlay_renders, overlay))
        for what, rule in rules_for_overlay(overlay).items():
            yield Check(where=overlay, what=what, run=partial(_check_overlay, overlay, rule))
    no_helm = "" if helm.find_helm() else helm.HELM_MISSING
    for overlay in render.OVERLAYS:
        agrees = partial(helm.chart_agrees_with_overlay, overlay)
        yield Check(where="chart", what=f"renders to the overlay {overlay}", run=agrees, skip=no_helm)
    yield Check(where="gitops", what="fields of others are ignored", run=repeated_apply.gitops_ignores_fields_of_others)
    yield Check(where="runbooks", what="commands are valid", run=runbook_commands.commands_are_valid)
    yield Check(where="runbooks", what="programs exist", run=runbook_programs.programs_of_runbooks_exist)
    yield Check(where="runbooks", what="quotes exist", run=runbook_quotes.quotes_exist)
    yield Check(where="dev", what="the script of its Secrets runs", run=dev_secrets.secrets_script_runs)
    yield Check(where="monitoring", what="manifests match their schema", run=_monitoring)
    yield Check(where="monitoring", what="each alert has a runbook", run=alerts.runbooks_exist)
    no_tool = "" if alerts.find_promtool() else alerts.PROMTOOL_MISSING
    yield Check(where="monitoring", what="alerts reach their receivers", run=alert_routes.routes_are_valid)
    yield Check(where="monitoring", what="labels and bucket bounds exist", run=metric_labels.selectors_are_valid)
    yield Check(where="monitoring", what="each error budget has an alert and a panel", run=slos.budgets_are_complete)
    yield Check(where="monitoring", what="rules are valid", run=alerts.rules_are_valid, skip=no_tool)
    yield Check(where="monitoring", what="unit tests pass", run=alerts.unit_tests_pass, skip=no_tool)
    yield Check(where="dashboards", what="expressions are valid", run=dashboards.expressions_are_valid, skip=no_tool)
    yield Check(where="dashboards", what="metrics exist", run=dashboards.metrics_exist)
    yield Check(where="dashboards", what="layout is valid", run=dashboards.layout_is_valid)
    yield Check(where="release", what="the version is the same everywhere", run=versions.one_version_everywhere)
    yield Check(where="compose.yaml", what="services match the manifests", run=compose.compose_agrees_with_manifests)
    yield Check(where="images", what="hadolint passes", run=images.dockerfiles_pass_hadolint)
    yield Check(where="images", what="base images are pinned", run=images.base_images_are_pinned)
    yield Check(where="images", what="no tests in them", run=image_contents.sources_are_for_production)


def _overlay_renders(overlay: str) -> Findings:
    try:
        render.render(overlay)
    except render.RenderError as error:
        return [str(error)]
    return []


def _check_overlay(overlay: str, rule: Rule) -> Findings:
    try:
        return rule(render.manifests(overlay))
    except render.RenderError:
        return ["cannot be checked: the overlay does not render"]


def _monitoring() -> Findings:
    made = alerts.manifests()
    return builtin_kinds.builtin_kinds_are_valid(made) + extension_kinds.extension_kinds_are_valid(made)
