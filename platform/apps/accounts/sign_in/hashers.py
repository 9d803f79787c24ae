"""The password hasher that Django uses (PASSWORD_HASHERS)."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2id(Argon2PasswordHasher):
    """Argon2id with OWASP's parameters: 19 MiB, two passes, one lane.

    Django's default of 100 MiB for each hash would need 2 GB for twenty sign-ins at once.
    """

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
