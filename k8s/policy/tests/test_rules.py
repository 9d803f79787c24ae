"""Every rule finds the faults planted for it, in manifests that are otherwise right; and no rule is without one."""

import pytest

from k8s.policy import checks, render

from . import faults, faults_ray
from .planting import Fault, Planting, rendered

ALL = [*faults.FAULTS, *faults_ray.FAULTS]


@pytest.mark.parametrize("overlay", render.OVERLAYS)
def test_what_is_committed_is_right(overlay: str) -> None:
    wrong = {what: rule(rendered(overlay)) for what, rule in checks.for_overlay(overlay).items()}
    assert {what: findings for what, findings in wrong.items() if findings} == {}


@pytest.mark.parametrize("fault", ALL, ids=lambda fault: f"{fault.rule}: {fault.says}")
def test_a_planted_fault_is_found(fault: Fault) -> None:
    planting = Planting(rendered(fault.overlay))
    fault.plant(planting)
    findings = checks.for_overlay(fault.overlay)[fault.rule](planting.all)
    assert any(fault.says in finding for finding in findings), findings


def test_every_rule_has_a_planted_fault() -> None:
    assert {fault.rule for fault in ALL} == checks.for_overlay("prod").keys()
