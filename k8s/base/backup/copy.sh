#!/bin/sh
# Writes a consistent backup of the database and the count and hash of each table's rows to $COPIES, then deletes old
# ones. A failed backup leaves no file. The backup does not contain SEAL_KEYS, without which its sealed tokens are useless.
set -eu
umask 077
: "${DATABASE_URL:?}" "${COPIES:?}" "${KEEP_DAYS:?}" "${KEEP_AT_LEAST:?}"

made="$COPIES/tablehawk-$(date -u +%Y%m%d-%H%M%S)"
rm -f "$COPIES"/*.unfinished # of a killed run; runs never overlap
trap 'rm -f "$made.dump.unfinished" "$made.rows"' EXIT
MADE="$made.dump.unfinished" ROWS="$made.rows" \
    psql -X -A -t -q --set=ON_ERROR_STOP=1 --dbname="$DATABASE_URL" --file="$(dirname "$0")/copy.sql"
# Reads the whole backup, so a truncated one or one of the wrong database fails here.
pg_restore --file=/dev/null "$made.dump.unfinished"
pg_restore --list "$made.dump.unfinished" | grep -q ' TABLE DATA public app_user ' || {
    echo "This database has no accounts in it: not ours, or not migrated." >&2
    exit 1
}
mv "$made.dump.unfinished" "$made.dump"
trap - EXIT
echo "$made.dump: $(wc -c <"$made.dump") bytes"

find "$COPIES" -name 'tablehawk-*.dump' | sort -r | tail -n "+$((KEEP_AT_LEAST + 1))" | while read -r old; do
    find "$old" -mtime "+$KEEP_DAYS" -print -delete
    [ -e "$old" ] || rm -f "${old%.dump}.rows"
done
