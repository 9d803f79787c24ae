"""The cast is at hand in every test of the web tower."""

from apps.accounts.testing import alice, anyone, bob, charlie, dana, erin, nora, staff

__all__ = ["alice", "anyone", "bob", "charlie", "dana", "erin", "nora", "staff"]
