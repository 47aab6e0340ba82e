#!/bin/sh
# Starts a standby; the first time, it copies the primary. Options are those of the server.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  PGPASSWORD=$(cat "${REPLICATION_PASSWORD_FILE:-/run/secrets/replication_password}")
  export PGPASSWORD
  pg_basebackup --dbname "host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator application_name=merit_standby" \
    --pgdata "$PGDATA" --slot merit_standby --checkpoint fast --write-recovery-conf
  chmod 700 "$PGDATA"
fi
exec postgres "$@"
