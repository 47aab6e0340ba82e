import type { Database } from "../store/db/database.ts";
import { openPostgres } from "../store/db/postgres/open.ts";
import { openDatabase } from "../store/db/sqlite/open.ts";

/** Processes of a test write without pause, which those of a service don't: on a busy machine one may not get its turn for a while. */
const LOCK_WAIT_MS = 60_000;

/** Opens the database of a world (`World.address`) in another process. */
export const openAt = (address: string): Database =>
  address.startsWith("postgresql:")
    ? openPostgres(address, undefined, { lockWaitMs: LOCK_WAIT_MS })
    : openDatabase(address, undefined, LOCK_WAIT_MS);
