"""Which rules look at what: the list that `python -m k8s.policy` goes through, and whose tests plant the faults."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from . import (
    alerts,
    backups,
    commands,
    dashboards,
    deploying,
    dev_secrets,
    extensions,
    images,
    kinds,
    raycluster,
    render,
    rules_entry,
    rules_network,
    rules_pods,
    rules_references,
    rules_stores,
    tools,
)
from .manifests import Findings, Manifest

Rule = Callable[[Sequence[Manifest]], Findings]

# Rules over what one overlay renders to. Those that dev keeps in another way are in for_overlay().
EVERYWHERE: Mapping[str, Rule] = {
    "Kubernetes' own kinds and Ray's pods fit their schema": kinds.valid,
    "other kinds are on the list and fit it": extensions.fits,
    "overlays can be applied again": deploying.applies_again,
    "RayClusters fit the CRD": raycluster.fits_schema,
    "KubeRay accepts the RayClusters": raycluster.operator_accepts,
    "cells hold their settings": raycluster.cell_holds,
    "pods are restricted": rules_pods.restricted,
    "resources are said": rules_pods.resources_said,
    "the quota suffices": rules_pods.quota_suffices,
    "probes are right": rules_pods.probes,
    "pods have time to end": rules_pods.time_to_end,
    "full workers are left in time": rules_pods.full_workers_are_left_in_time,
    "copies are spread": rules_pods.spread,
    "everything is denied by default": rules_network.denied_by_default,
    "policies take pods": rules_network.policies_take_pods,
    "Services lead to pods": rules_network.services_lead_somewhere,
    "probes stay inside": rules_network.probes_stay_inside,
    "Ingresses lead to Services": rules_entry.ingresses_lead_somewhere,
    "Ingresses name no controller": rules_entry.ingresses_name_no_controller,
    "HTTPRoutes lead to Services": rules_entry.routes_lead_somewhere,
    "PostgreSQL's connections are declared": rules_stores.connections_are_declared,
    "watchers' log lines reach kubectl logs": raycluster.logs_to_stderr,
    "the toolbox has the runbooks' programs": tools.toolbox_has_the_programs,
    "mail is configured": rules_references.mail_is_configured,
    "stores are reached by who needs them": rules_network.stores_can_be_reached,
    "watchers reach the platforms": rules_network.watchers_reach_platforms,
    "monitors find ports": rules_network.monitors_find_ports,
    "cells are rooms": rules_network.cells_are_rooms,
    "the redis-cleanup Job reaches Redis": rules_network.cleanup_reaches_redis,
    "Stripe's webhook is let in": rules_references.webhook_host_is_allowed,
    "no secret is in the open": rules_references.no_secret_in_the_open,
    "programs exist": rules_references.programs_exist,
    "variables expand": rules_references.variables_expand,
    "autoscalers have targets": rules_references.scalers_have_targets,
    "disruptions are budgeted": rules_references.disruptions_are_budgeted,
    "copies of the database are made": backups.made,
    "somebody is told when copies are old": backups.told_when_old,
}


@dataclass(frozen=True, kw_only=True)
class Check:
    """One check: where, what, and how to find out. `skip` says why it cannot run on this machine."""

    where: str
    what: str
    run: Callable[[], Findings]
    skip: str = ""


def for_overlay(overlay: str) -> Mapping[str, Rule]:
    """The rules of one overlay. Dev builds its images where it runs them and makes its Secrets by a script."""
    dev = overlay == "dev"
    return {
        **EVERYWHERE,
        "images have digests": partial(rules_pods.images_by_digest, built_here=dev),
        "what is named exists": partial(
            rules_references.references_exist, made_outside=dev_secrets.made_by_script() if dev else {}
        ),
        "rayVersion is the image's": partial(raycluster.same_ray, requirements=raycluster.REQUIREMENTS.read_text()),
    }


def every() -> Iterator[Check]:
    """All checks, in the order in which they are told."""
    for overlay in render.OVERLAYS:
        yield Check(where=overlay, what="its copy in k8s/rendered is fresh", run=partial(_copy_is_fresh, overlay))
        for what, rule in for_overlay(overlay).items():
            yield Check(where=overlay, what=what, run=partial(_over, overlay, rule))
    yield Check(where="gitops", what="leaves alone what others write", run=deploying.gitops_leaves_alone)
    yield Check(where="runbooks", what="commands can work", run=commands.can_work)
    yield Check(where="runbooks", what="programs are there", run=tools.runbooks_call_what_is_there)
    yield Check(where="dev", what="the script that makes its Secrets runs", run=dev_secrets.script_runs)
    yield Check(where="monitoring", what="fits its schemas", run=_monitoring)
    yield Check(where="monitoring", what="each alert has a runbook", run=alerts.runbooks_exist)
    no_tool = "" if alerts.promtool() else alerts.PROMTOOL_MISSING
    yield Check(where="monitoring", what="Prometheus takes the rules", run=alerts.prometheus_takes, skip=no_tool)
    yield Check(where="monitoring", what="the rules' unit tests pass", run=alerts.unit_tests_pass, skip=no_tool)
    yield Check(where="dashboards", what="expressions read as PromQL", run=dashboards.read_as_promql, skip=no_tool)
    yield Check(where="dashboards", what="show what is exported", run=dashboards.shows_what_there_is)
    yield Check(where="dashboards", what="panels fit", run=dashboards.fits_the_page)
    yield Check(where="images", what="hadolint is content", run=images.linted)
    yield Check(where="images", what="bases are pinned, nobody is root", run=images.pinned)


def _copy_is_fresh(overlay: str) -> Findings:
    try:
        return render.copy_is_fresh(overlay)
    except render.RenderError as error:
        return [str(error)]


def _over(overlay: str, rule: Rule) -> Findings:
    try:
        return rule(render.manifests(overlay))
    except render.RenderError:
        return ["cannot be checked: the overlay does not render"]


def _monitoring() -> Findings:
    made = alerts.manifests()
    return kinds.valid(made) + extensions.fits(made)
