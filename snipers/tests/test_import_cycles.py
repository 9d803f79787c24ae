"""No import cycle between modules in the whole repository, imports for type checking included.

import-linter's contract `acyclic` compares folders; this test compares single modules.
"""

from graphlib import TopologicalSorter

import grimp

ROOTS = ("config", "apps", "realtime", "snipers", "loadtests", "stack", "testing")


def test_modules_import_each_other_in_one_direction() -> None:
    graph = grimp.build_graph(*ROOTS, cache_dir=None)
    TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}).prepare()
