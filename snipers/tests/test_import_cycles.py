"""No module of the repository is part of an import cycle. Imports for type checking count.

The contract `acyclic` of import-linter compares folders; this test compares modules.
"""

from graphlib import TopologicalSorter

import grimp

ROOTS = ("config", "server", "apps", "realtime", "snipers", "loadtests", "tools", "testing")


def test_modules_import_each_other_in_one_direction() -> None:
    graph = grimp.build_graph(*ROOTS, cache_dir=None)
    TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}).prepare()
