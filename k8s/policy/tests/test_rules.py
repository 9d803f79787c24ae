"""Every rule finds the faults that are injected for it. `python -m k8s.policy` applies the rules to the overlays."""

import pytest

from k8s.policy import checks

from . import faults, faults_operators, faults_ray
from .mutable_manifests import Fault, MutableManifests, rendered

ALL = [*faults.FAULTS, *faults_ray.FAULTS, *faults_operators.FAULTS]


@pytest.mark.parametrize("fault", ALL, ids=lambda fault: f"{fault.rule}: {fault.message}")
def test_injected_fault_is_found(fault: Fault) -> None:
    manifests = MutableManifests(rendered(fault.overlay))
    fault.inject(manifests)
    findings = checks.rules_for_overlay(fault.overlay)[fault.rule](manifests.all)
    assert any(fault.message in finding for finding in findings), findings


def test_every_rule_has_a_fault() -> None:
    assert {fault.rule for fault in ALL} == checks.rules_for_overlay("prod").keys()
