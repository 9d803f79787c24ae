#!/bin/sh
# Restores $COPY, by default the newest backup, into an empty database in one transaction.
set -eu
: "${DATABASE_URL:?}" "${COPIES:?}"

copy="${COPY:-$(find "$COPIES" -name 'tablehawk-*.dump' | sort | tail -n 1)}"
copy="$COPIES/$(basename "${copy:-none}")"
if [ ! -f "$copy" ]; then
    echo "There is no copy $copy. Those that are there:" >&2
    ls "$COPIES" >&2
    exit 1
fi
tables=$(psql -X -A -t --dbname="$DATABASE_URL" --command="select count(*) from pg_tables where schemaname = 'public'")
if [ "$tables" != 0 ]; then
    echo "The database holds $tables tables already: nothing was changed. DATABASE_URL has to name an empty one." >&2
    exit 1
fi
pg_restore --single-transaction --no-owner --no-privileges --dbname="$DATABASE_URL" "$copy"
echo "The database stands as of $(pg_restore --list "$copy" | sed -n 's/^; *Archive created at //p'), from $copy."
