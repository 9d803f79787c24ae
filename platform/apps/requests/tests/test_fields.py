"""The rows of a request's fields agree with the columns, the bodies, the cards and the snipers' view."""

from dataclasses import MISSING, fields

import pytest

from apps.requests.fields import FieldsIn, FieldsOut, RequestFields, rows
from apps.requests.models import ReservationGroup
from apps.requests.rules.submission import COLUMNS, KEPT, WEEKLY, Draft
from snipers.domain.snipe import Snipe

PLAIN = {one.name: one for one in fields(RequestFields)}


@pytest.mark.parametrize("name", COLUMNS)
def test_field_has_its_column(name: str) -> None:
    column = {one.name: one for one in ReservationGroup._meta.fields}[name]
    if name in PLAIN:
        assert column.get_default() == PLAIN[name].default


def test_body_and_card_have_each_plain_field() -> None:
    assert set(FieldsIn.model_fields) == set(PLAIN)
    assert FieldsOut.model_fields.keys() >= PLAIN.keys()
    assert FieldsOut.model_fields.keys() <= set(COLUMNS)


@pytest.mark.parametrize("name", PLAIN)
def test_body_may_lack_a_plain_field(name: str) -> None:
    default = PLAIN[name].default
    assert default is not MISSING
    # A missing limit of what is paid if nobody comes is the one of what is paid now.
    missing = name in KEPT or name == "cancel_fee_ceiling_cents"
    assert FieldsIn.model_fields[name].default == (None if missing else default)


def test_snipers_have_what_the_rows_name() -> None:
    named = {one.snipe for _, one in rows(Draft)} - {""}
    assert named <= {one.name for one in fields(Snipe)}


def test_weekly_rule_repeats_no_date() -> None:
    assert not [name for name in WEEKLY if "date" in name]
    assert WEEKLY.isdisjoint({"repeat_until", "client"})
