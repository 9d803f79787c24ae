"""The odds that a table opens for a request and is obtained, computed from the answers to earlier polls. Pure;
docs/decisions/0579.
"""
