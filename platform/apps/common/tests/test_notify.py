import pytest
from django.db import connection, transaction

from apps.common.database import notify

CHANNEL = "demand"


@pytest.mark.django_db(transaction=True)
def test_a_notification_is_sent_on_commit_only() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"LISTEN {CHANNEL}")
    with transaction.atomic():
        notify.demand_changed_at(venue_ids=[1])
        transaction.set_rollback(True)
    with transaction.atomic():
        notify.demand_changed_at(venue_ids=[2])
    received = [(note.channel, note.payload) for note in connection.connection.notifies(timeout=60, stop_after=1)]
    assert received == [(CHANNEL, "2")]
    with connection.cursor() as cursor:
        cursor.execute("UNLISTEN *")
