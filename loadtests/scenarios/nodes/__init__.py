"""Forty watchers on a Ray cluster of several nodes, while nodes are killed, frozen and drained and the head is lost.

The venues are handed over from the running stack's own cell to a second one, whose head has no watch slots and keeps
its state in Valkey, and at the end back again. Each node consists of processes on this machine that name themselves in
their User-Agent, so the platform's log shows which node sent a poll. Tables are freed all the while: each has to be
booked once.
"""

from loadtests.scenarios.nodes.run import run as run
