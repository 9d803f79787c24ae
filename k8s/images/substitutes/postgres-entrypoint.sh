#!/bin/sh
# As in the official image: a server without data initializes PGDATA from POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB.
set -eu
[ "${1#-}" = "$1" ] || set -- postgres "$@"
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
    umask 077
    printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
    initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile=/tmp/password --encoding=UTF8 --locale=C.UTF-8 \
        --auth-host=scram-sha-256 --auth-local=trust
    rm /tmp/password
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
    echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D "$PGDATA" postgres >/dev/null
fi
exec "$@"
