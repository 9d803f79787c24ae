"""The scenario `fleet`: thousands of stub watchers with the product's store, agents, heartbeat and controller."""

from loadtests.scenarios.fleet.run import run

__all__ = ["run"]
