#!/bin/sh
# Restores the newest backup into a server of its own in $DRILL, and compares the count and hash of each table's rows with
# those that the backup recorded.
set -eu
umask 077
: "${COPIES:?}" "${DRILL:?}"

copy=$(find "$COPIES" -name 'tablehawk-*.dump' | sort | tail -n 1)
rows="${copy%.dump}.rows"
if [ ! -s "$copy" ] || [ ! -s "$rows" ]; then
    echo "There is no backup with its rows in $COPIES." >&2
    exit 1
fi
if ! id -un >/dev/null 2>&1; then
    # initdb asks for the name of the user, and the image has none for this one.
    echo "drill:x:$(id -u):$(id -g):::" >"$DRILL/passwd"
    export LD_PRELOAD=libnss_wrapper.so NSS_WRAPPER_PASSWD="$DRILL/passwd" NSS_WRAPPER_GROUP=/dev/null
fi
rm -rf "$DRILL/data"
initdb --pgdata="$DRILL/data" --username=drill --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
pg_ctl --pgdata="$DRILL/data" --wait --silent --log="$DRILL/log" \
    --options="-c listen_addresses= -c unix_socket_directories=$DRILL -c fsync=off" start
trap 'pg_ctl --pgdata="$DRILL/data" --mode=immediate --silent stop' EXIT
export PGHOST="$DRILL" PGUSER=drill PGDATABASE=postgres
pg_restore --single-transaction --no-owner --no-privileges --dbname=postgres "$copy"
psql -X -A -t -q --set=ON_ERROR_STOP=1 --file="$(dirname "$0")/rows.sql" >"$DRILL/rows"
if ! diff "$rows" "$DRILL/rows" >&2; then
    echo "$copy: the restored rows (>) are not those of the backup (<)." >&2
    exit 1
fi
total=$(awk -F'|' '{ rows += $2 } END { printf "%d", rows }' "$rows")
echo "$copy: restored. $(wc -l <"$rows") tables and $total rows, all as in the backup."
