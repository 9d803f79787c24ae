"""Forty watches on a Ray cluster of several nodes, while nodes die, stand still, are emptied, and the head is lost.

The watches are handed over from the running copy's own cell to a second one, whose head offers no room and keeps its
state in Valkey, and in the end back again. Each node is several processes of this machine that name themselves in their
User-Agent, so the platform's log tells who asked. Tables free all the while: each has to be booked, and none twice.
"""

from loadtests.scenarios.nodes.run import run as run
