"""Each cause of a platform's refusal has a sentence for the diner and a line in the operators' runbook."""

from pathlib import Path

import pytest

from apps.requests.rules import reasons
from snipers.clients import errors
from snipers.domain.vocabulary import Reason, SkipReason

RUNBOOK = Path(__file__).parents[4] / "k8s" / "runbooks" / "platform-replies.md"
CAUSES = [one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, errors.PlatformError)]


@pytest.mark.parametrize("reason", sorted({cause.reason for cause in CAUSES}))
def test_each_cause_has_one_sentence_and_one_runbook_entry(reason: Reason) -> None:
    assert reasons.sentence(code=reason.value, platform="resy")
    assert RUNBOOK.read_text().count(f"\n| `{reason.value}` |") == 1


def test_slots_that_are_left_out_on_purpose_have_a_runbook_entry() -> None:
    text = RUNBOOK.read_text()
    assert all(f"`{reason.value}`" in text for reason in SkipReason if reason is not SkipReason.UNREADABLE)
