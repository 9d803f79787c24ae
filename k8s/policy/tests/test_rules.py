"""Every rule accepts the committed manifests and finds the faults that are injected for it."""

import pytest

from k8s.policy import checks, render

from . import faults, faults_operators, faults_ray
from .mutable_manifests import Fault, MutableManifests, rendered

ALL = [*faults.FAULTS, *faults_ray.FAULTS, *faults_operators.FAULTS]


@pytest.mark.parametrize("overlay", render.OVERLAYS)
def test_committed_manifests_pass(overlay: str) -> None:
    wrong = {what: rule(rendered(overlay)) for what, rule in checks.rules_for_overlay(overlay).items()}
    assert {what: findings for what, findings in wrong.items() if findings} == {}


@pytest.mark.parametrize("fault", ALL, ids=lambda fault: f"{fault.rule}: {fault.message}")
def test_injected_fault_is_found(fault: Fault) -> None:
    manifests = MutableManifests(rendered(fault.overlay))
    fault.inject(manifests)
    findings = checks.rules_for_overlay(fault.overlay)[fault.rule](manifests.all)
    assert any(fault.message in finding for finding in findings), findings


def test_every_rule_has_a_fault() -> None:
    assert {fault.rule for fault in ALL} == checks.rules_for_overlay("prod").keys()
