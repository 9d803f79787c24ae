"""How services of compose.yaml are started: order and restrictions."""

import yaml

from k8s.policy import compose, compose_run

SERVICES = yaml.safe_load(compose.FILE.read_text())["services"]


def test_services_start_after_those_that_they_need() -> None:
    order = list(compose_run._in_order(SERVICES))
    assert {"backup", "restore"}.isdisjoint(order)
    for name in order:
        for other in SERVICES[name].get("depends_on", {}):
            assert order.index(other) < order.index(name)
    assert order.index("simulator") < order.index("doors")


def test_programs_are_as_restricted_as_the_file_says() -> None:
    chosen = compose_run._options(SERVICES["web"])
    assert {"--read-only", "--user=10001:10001", "--cap-drop=ALL", "--security-opt=no-new-privileges"} <= set(chosen)
    assert "--tmpfs=/tmp:size=256m,mode=1777" in chosen
    assert "--shm-size=256m" in compose_run._options(SERVICES["head"])
