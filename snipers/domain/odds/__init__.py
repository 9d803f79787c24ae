"""The odds that a table opens for a request and is obtained, from what polls saw. Pure; docs/decisions/0579."""
