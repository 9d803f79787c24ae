"""`manage.py bench_expired_token EMAIL`: prints an expired access token of a session that is still live."""

from typing import Any

from django.utils import timezone

from apps.accounts.sign_in import sessions, tokens
from testing.bench_command import UserBenchCommand, find_user


class Command(UserBenchCommand):
    help = "Prints an expired access token of a user."

    def handle(self, *args: Any, **options: Any) -> None:
        past = timezone.now() - 2 * tokens.ACCESS_LIFE
        pair = sessions.open_session(user=find_user(options["email"]), user_agent="bench", now=past)
        self.stdout.write(pair.access_token)
