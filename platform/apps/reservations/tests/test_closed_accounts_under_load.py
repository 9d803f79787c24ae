"""Closing an account while the relay publishes and a client is stored leaves no personal data."""

import pytest
from django.utils import timezone

from apps.accounts import account_closure
from apps.clients import book
from apps.outcomes.relay import account_flags, outcomes
from apps.requests.models import Outcome
from apps.requests.tests import client_factories, factories
from apps.requests.tests.test_limits_under_load import at_once
from testing.platform_accounts import make_account
from testing.secret_search import contains_secret, dump_database
from testing.users import PASSWORD, make_user

pytestmark = pytest.mark.django_db(transaction=True)

ADA = {
    "first_name": "Ada",
    "last_name": "Lovelace",
    "email": "ada@clients.example",
    "phone": "+12125550199",
    "zip_code": "10012",
}


@pytest.mark.parametrize("ahead", range(5, 9))
def test_closing_deletes_rows_written_concurrently(ahead: int) -> None:
    dana = make_user("Dana", tier="premium", is_concierge=True)
    account = make_account(user=dana, display_name="Plaza Desk", username="desk@plaza.example")
    group = client_factories.group(client_factories.person(dana, "Gwendolyn"), dates=[factories.day(ahead)])
    group.reservations.update(status="confirmed")
    Outcome.objects.create(attempt=factories.attempt(group.reservations.get(), state="booked"), kind="booked")
    account.attention_notified, account.attention_reason = False, "payment_required"
    account.save()
    now = timezone.now()

    done = at_once(
        [
            lambda: outcomes.publish_outcomes(now=now),
            lambda: account_closure.close_account(user=dana, password=PASSWORD, address="", now=now),
            lambda: account_flags.publish_account_flags(now=now),
            lambda: book.create_client(owner=dana, person=ADA),
        ]
    )
    assert set(done) <= {"done", "session_over"}
    outcomes.publish_outcomes(now=now)
    words = ("Plaza Desk", "desk@plaza.example", "Gwendolyn", "Lovelace", dana.email)
    assert [word for word in words if contains_secret(dump_database(), word)] == []
