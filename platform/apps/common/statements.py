"""Reads whose SQL Django builds once for each process, and PostgreSQL plans once for each connection.

Building the SQL of a queryset takes several times as long as PostgreSQL takes to run it. A Statement is a queryset with
parameters in the place of values. Only its SQL is kept; each call reads the database (docs/decisions/0550).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, Final, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Expression, Field, ForeignObject, Lookup, Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler
from psycopg import Cursor
from psycopg.sql import Literal

Row = TypeVar("Row")

PAGE: Final = " LIMIT %s OFFSET %s"


class Param(Expression):
    """The place of a value in a statement's queryset."""

    def __init__(self, name: str, *, output_field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


@Field.register_lookup
@ForeignObject.register_lookup
class AnyOf(Lookup):
    """`field__any_of=Param("ids")`: the value is one of a list, whose length may differ between calls."""

    lookup_name = "any_of"

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        left, values = self.process_lhs(compiler, connection)
        right, more = self.process_rhs(compiler, connection)
        return f"{left} = ANY{right}", (*values, *more)


class PreparingCursor(Cursor[Any]):
    """A cursor that prepares its statements. Django's log of queries finds the text in `_query`."""

    def _convert_query(self, *args: Any, **options: Any) -> Any:
        self._query = super()._convert_query(*args, **options)
        return self._query


def fetch_all(sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return all rows of a statement that PostgreSQL plans only once for each connection.

    Its text must be one of a few, with the values as parameters.
    """
    connected: Any = connections[DEFAULT_DB_ALIAS]
    connected.ensure_connection()
    # Django's own cursors send values as part of the text, which PostgreSQL has to plan each time.
    with connected.wrap_database_errors, connected._prepare_cursor(PreparingCursor(connected.connection)) as cursor:
        cursor.execute(sql, values)
        return cast(list[tuple[Any, ...]], cursor.fetchall())


def _fill_in(sql: str, params: Sequence[Any]) -> tuple[str, list[str]]:
    """Write the constants among the parameters into the text. Return it with the names of the others.

    So PostgreSQL can use partial indexes in a plan for all values.
    """
    connection.ensure_connection()
    waiting, names = iter(params), []

    def fill(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%%"
        value = next(waiting)
        if isinstance(value, Param):
            names.append(value.name)
            return "%s"
        return Literal(value).as_string(connection.connection).replace("%", "%%")

    return re.sub("%[%s]", fill, sql), names


class Statement(Generic[Row]):
    """The read of a queryset of models (also with select_related and annotations) or of values_list.

    `build` is called once, by the first call. `row` makes the rows of a values_list. A queryset with prefetch_related,
    a slice or defer is not supported.
    """

    def __init__(
        self, build: Callable[[], QuerySet[Any, Any]], *, row: Callable[[Iterable[Any]], Row] | None = None
    ) -> None:
        self._build = build
        self._row = row

    def rows(self, *, page: tuple[int, int] | None = None, **values: Any) -> list[Row]:
        """Read the rows. `page` is the number of rows and the number of rows to skip. Each parameter needs a value."""
        plan = self._plan
        given = [values[name] for name in plan.params]
        found = plan.read(fetch_all(plan.sql, given) if page is None else fetch_all(plan.sql + PAGE, [*given, *page]))
        return cast(list[Row], found) if self._row is None else [self._row(one) for one in found]

    def row(self, **values: Any) -> Row:
        """Read the only row. Raises ValueError if there is not exactly one."""
        (found,) = self.rows(**values)
        return found

    @cached_property
    def _plan(self) -> "_Plan":
        return _Plan(self._build())


class _Plan:
    """The SQL of a queryset, and how its rows are read. Threads may share it."""

    def __init__(self, queryset: QuerySet[Any, Any]) -> None:
        compiler = queryset.query.get_compiler(connection=connection)
        self.sql, self.params = _fill_in(*compiler.as_sql())
        selected = compiler.select[: compiler.col_count]
        self._converters = compiler.get_converters([expression for expression, _, _ in selected])
        self._apply = compiler.apply_converters
        self._model: type[Model] | None = None
        self._flat = queryset._iterable_class.__name__ == "FlatValuesListIterable"
        if issubclass(queryset._iterable_class, ModelIterable):
            self._model = compiler.klass_info["model"]
            fields = compiler.klass_info["select_fields"]
            self._own = slice(fields[0], fields[-1] + 1)
            self._names = [expression.target.attname for expression, _, _ in compiler.select[self._own]]
            # The stubs are those of a later Django.
            populators: Any = get_related_populators
            self._related: Sequence[Any] = populators(compiler.klass_info, compiler.select, connection.alias)
            self._annotations = list((compiler.annotation_col_map or {}).items())

    def read(self, found: list[tuple[Any, ...]]) -> list[Any]:
        """Convert the rows of the database to what the queryset returns."""
        rows = self._apply(found, self._converters) if self._converters else found
        if self._flat:
            return [row[0] for row in rows]
        if self._model is None:
            return [tuple(row) for row in rows]
        return [self._instance(self._model, row) for row in rows]

    def _instance(self, model: type[Model], row: Sequence[Any]) -> Model:
        made = model.from_db(connection.alias, self._names, row[self._own])
        for related in self._related:
            related.populate(row, made)
        for name, position in self._annotations:
            setattr(made, name, row[position])
        return made
