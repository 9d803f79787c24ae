"""Forty watchers run on a Ray cluster of several nodes, while nodes are killed, frozen and drained and the head is
lost.

The venues are handed over from the running stack's own cell to a second cell, and back at the end. The second cell's
head has no watch slots and stores its state in Valkey. A node is a group of processes on this machine. Their User-Agent
names the node, so the platform's log shows which node sent a poll. Tables are freed during all steps, and each table
must be booked once.
"""

from loadtests.scenarios.nodes.run import run as run
