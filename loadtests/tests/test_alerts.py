"""The alerts that Alertmanager would send by the inhibition rules of k8s/monitoring/alertmanager.yaml."""

import pytest

from loadtests.alerts import Labels, notified, read_inhibitions


def alert(name: str, source: str = "resy", severity: str = "page") -> Labels:
    return {"alertname": name, "source": source, "severity": severity}


@pytest.mark.parametrize(
    ("firing", "sent"),
    [
        ([], []),
        ([alert("KeyStale")], ["KeyStale"]),
        ([alert("KeyStale"), alert("SourceStopped"), alert("PollsRefused", severity="ticket")], ["KeyStale"]),
        ([alert("KeyStale"), alert("SourceStopped", source="opentable")], ["KeyStale", "SourceStopped"]),
        ([alert("SourceStopped"), alert("SchemaDrift")], ["SourceStopped"]),
        ([alert("KeyStale"), alert("ApiSlow")], ["ApiSlow", "KeyStale"]),
    ],
)
def test_an_alert_for_a_cause_suppresses_those_for_its_effects(firing: list[Labels], sent: list[str]) -> None:
    assert notified(firing, inhibitions=read_inhibitions()) == sent
