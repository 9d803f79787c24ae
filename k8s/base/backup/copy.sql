-- Dumps the database to $MADE and its rows to $ROWS, both as of the same instant.
begin isolation level repeatable read read only;
select pg_export_snapshot() as snapshot \gset
\setenv SNAPSHOT :snapshot
\! pg_dump --snapshot="$SNAPSHOT" --format=custom --no-owner --no-privileges --file="$MADE" --dbname="$DATABASE_URL"
\getenv rows ROWS
\o :rows
\ir rows.sql
commit;
