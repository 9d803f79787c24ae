"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2id(Argon2PasswordHasher):
    """Argon2id with the parameters OWASP names (19 MiB, two passes, one lane).

    Django's own default takes 100 MiB for each hash: twenty people who sign in at once would take 2 GB.
    """

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1
