"""Reads whose SQL Django builds once for each process, and PostgreSQL plans once for each connection.

Django takes several times as long to build the SQL of a queryset as PostgreSQL takes to run it. A Statement is built
from a queryset that has a Param wherever a call supplies a value. It keeps only the SQL, and each call reads the
database (docs/decisions/0550).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    """A placeholder in the queryset of a Statement, for the value that a call passes under this name."""

    def __init__(self, name: str, *, output_field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


@Field.register_lookup
@ForeignObject.register_lookup
class AnyOf(Lookup):
    """The lookup `any_of`: `field__any_of=Param("ids")` is true if the field's value is in the list `ids`.

    Unlike with `in`, the SQL is the same for lists of any length.
    """

    lookup_name = "any_of"

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:
        left, values = self.process_lhs(compiler, connection)
        right, more = self.process_rhs(compiler, connection)
        return f"{left} = ANY{right}", (*values, *more)


class PreparingCursor(Cursor[Any]):
    """A cursor that prepares its statements. It sets `_query`, from which Django's query log reads the SQL."""

    def _convert_query(self, *args: Any, **options: Any) -> Any:
        self._query = super()._convert_query(*args, **options)
        return self._query


def fetch_all(sql: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a prepared statement and return all rows. PostgreSQL plans each text of a statement only once for each
    connection.

    `sql` must have a placeholder for each value that differs between calls, so that the number of
    different texts is small. An INSERT, UPDATE or DELETE needs a RETURNING clause.
    """
    connected: Any = connections[DEFAULT_DB_ALIAS]
    connected.ensure_connection()
    # Django's own cursors send values as part of the text, which PostgreSQL has to plan each time.
    with connected.wrap_database_errors, connected._prepare_cursor(PreparingCursor(connected.connection)) as cursor:
        cursor.execute(sql, values)
        return cast(list[tuple[Any, ...]], cursor.fetchall())


def _fill_in(sql: str, params: Sequence[Any]) -> tuple[str, list[str]]:
    """Write the constants of a query into its SQL as literals. Return the SQL and the names of its Params, in order.

    With literals, PostgreSQL can use partial indexes in a generic plan.
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
    """A read whose SQL is built once, from the queryset that `build` returns.

    The first read calls `build`. The queryset may return models (also with select_related and annotations), or tuples
    (values_list), each of which `row` converts. Slices, prefetch_related, and defer of the model's own columns are not
    supported. A queryset with select_for_update needs a transaction, as in Django.
    """

    def __init__(
        self, build: Callable[[], QuerySet[Any, Any]], *, row: Callable[[Iterable[Any]], Row] | None = None
    ) -> None:
        self._build = build
        self._row = row

    def rows(self, *, page: tuple[int, int] | None = None, **values: Any) -> list[Row]:
        """Read the rows. `values` has a value for each Param, by name. `page` is (limit, offset); None reads all
        rows."""
        plan = self._plan
        given = [values[name] for name in plan.params]
        found = plan.read(fetch_all(plan.sql, given) if page is None else fetch_all(plan.sql + PAGE, [*given, *page]))
        return cast(list[Row], found) if self._row is None else [self._row(one) for one in found]

    def row(self, **values: Any) -> Row:
        """Read the only row. Raises ValueError unless there is exactly one row."""
        (found,) = self.rows(**values)
        return found

    @cached_property
    def _plan(self) -> "_Plan":
        return _Plan(self._build())


class _Plan:
    """The SQL of a queryset, and the conversion of the database's rows to its results. Threads may share a plan."""

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
            # `Any`, because the type stubs describe a later version of Django.
            populators: Any = get_related_populators
            self._related: Sequence[Any] = populators(compiler.klass_info, compiler.select, connection.alias)
            self._annotations = list((compiler.annotation_col_map or {}).items())

    def read(self, found: list[tuple[Any, ...]]) -> list[Any]:
        """Convert the database's rows to models, tuples or single values, as the queryset would return them."""
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
