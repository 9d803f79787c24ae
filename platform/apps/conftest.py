"""The cast is at hand in every test of the apps."""

from apps.common.testing import alice, anyone, bob, charlie, dana, erin, nora, staff

__all__ = ["alice", "anyone", "bob", "charlie", "dana", "erin", "nora", "staff"]
