"""The platform simulator: it plays the booking platforms on this machine and keeps the ground truth.

It imports nothing of the product, so that what it says about a booking is an independent witness.
`python -m loadtests.simulator` runs it; `server.serving` runs it inside a test.
"""
