from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, transaction

from apps.accounts.models import AuditEntry, User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from testing.users import Person, make_user

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_entry_has_act_user_author_address_and_time(alice: Person, staff: Person) -> None:
    facts = {"old": "none", "new": "premium"}
    address = "192.0.2.1"
    audit.record(Act.TIER_CHANGED, user_id=alice.user.pk, by_id=staff.user.pk, now=NOW, address=address, **facts)
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user, entry.by, entry.address) == ("tier_changed", alice.user, staff.user, address)
    assert (entry.at, entry.facts) == (NOW, facts)


def test_author_is_the_user_by_default(alice: Person) -> None:
    audit.record(Act.SIGNED_IN, user_id=alice.user.pk, now=NOW)
    assert AuditEntry.objects.get().by == alice.user


@pytest.mark.django_db
def test_entry_without_a_user_is_allowed() -> None:
    audit.record(Act.SIGN_IN_LOCKED, user_id=None, now=NOW)
    assert AuditEntry.objects.get().user is None


@pytest.mark.django_db
def test_long_fact_is_cut() -> None:
    audit.record(Act.KILL_SWITCH, user_id=None, now=NOW, reason="x" * 5000, stops=True)
    assert AuditEntry.objects.get().facts == {"reason": "x" * 200, "stops": True}


def test_entry_is_stored_in_the_transaction_of_its_change(alice: Person) -> None:
    with transaction.atomic():
        audit.record(Act.PASSWORD_CHANGED, user_id=alice.user.pk, now=NOW)
        transaction.set_rollback(True)
    assert not AuditEntry.objects.exists()


def test_update_and_delete_of_entries_are_refused(alice: Person) -> None:
    audit.record(Act.SIGNED_IN, user_id=alice.user.pk, now=NOW)
    with pytest.raises(IntegrityError, match="only ever added"), transaction.atomic():
        AuditEntry.objects.update(act="signed_out")
    with pytest.raises(IntegrityError, match="only ever added"), transaction.atomic():
        AuditEntry.objects.all().delete()
    assert AuditEntry.objects.get().act == "signed_in"


def test_truncating_the_audit_log_is_refused(alice: Person) -> None:
    audit.record(Act.SIGNED_IN, user_id=alice.user.pk, now=NOW)
    with pytest.raises(IntegrityError, match="only ever added"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE audit_entry")
    assert AuditEntry.objects.get().act == "signed_in"


@pytest.mark.django_db
def test_entry_outlives_its_user() -> None:
    user = make_user("Ada")
    audit.record(Act.SIGNED_IN, user_id=user.pk, now=NOW)
    user_id = user.pk
    User.objects.filter(pk=user_id).delete()
    assert AuditEntry.objects.select_related("user").get().user_id == user_id
