"""Prepares the statements of outcomes when a relay starts.

Otherwise the first outcomes of a relay would wait: Django builds the SQL of a statement at its
first use, and PostgreSQL makes a custom plan for each of the first five executions of a prepared
statement, before it uses a generic plan (apps/common/database/statements.py).
"""

from datetime import datetime

from django.db import transaction

from apps.notices import services as notices

from . import live_events, outcomes

# PostgreSQL plans the first five executions with their values, and uses a common plan from the sixth on.
ROUNDS = 6
NO_ID = 0


@transaction.atomic
def prepare_statements(*, now: datetime) -> None:
    """Run each statement several times for rows that do not exist, so that nothing is written.

    The transaction is committed, because psycopg drops prepared statements after a rollback.
    """
    for _ in range(ROUNDS):
        outcomes.run_statements(attempt_id=NO_ID, group_id=NO_ID, now=now)
        notices.run_statements(user_id=NO_ID, now=now)
        live_events.run_statements(now=now)
