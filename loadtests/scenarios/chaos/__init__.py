"""Injects every fault of the fault list in turn, under load: kills and freezes processes, and lets the platform fail.

Twenty diners submit requests of every kind (plain, two venues, OpenTable, override) in waves at ten venues. While their
tables are freed, three per second, one fault is injected and removed, and some requests are stopped at a random moment.
At the end, every request that was not stopped has exactly one table, and each outcome was published once.
"""

from loadtests.scenarios.chaos.run import run as run
