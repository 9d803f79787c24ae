"""Forty watchers run on a Ray cluster of several nodes, while nodes are killed, frozen and drained and the head is
lost.

The venues are handed over from the running stack's own cell to a second one, and back at the end. The second cell's
head has no watch slots and stores its state in Valkey. Each node consists of processes on this machine that name the
node in their User-Agent, so the platform's log shows which node sent a poll. Tables are freed all the time, and each of
them must be booked once.
"""

from loadtests.scenarios.nodes.run import run as run
