"""The platform simulator: it simulates the booking platforms on this machine and records what really happened.

It imports nothing of the product, so it is an independent witness of what was booked. `python -m loadtests.simulator`
runs it; `server.serving` runs it inside a test.
"""
