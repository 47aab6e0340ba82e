#!/bin/sh
# Prepares a new primary for its standby. From the next start on, each commit waits until the standby has it too.
set -eu
password=$(cat "${REPLICATION_PASSWORD_FILE:-/run/secrets/replication_password}")
# Without a limit, the log that is kept for a standby that is gone fills the disk.
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$password" <<'SQL'
create role replicator replication login password :'password';
alter system set max_slot_wal_keep_size = '10GB';
alter system set synchronous_standby_names = 'merit_standby';
SQL
echo "host replication replicator all scram-sha-256" >>"$PGDATA/pg_hba.conf"
