"""A third platform, for tests: passwords, no release requests, and a hold before a booking.

The setting EXTRA_PLATFORMS=testing.bistro adds it. test_third_platform.py books a table there.
"""
