import type { Database } from "../db/database.ts";
import { openPostgres } from "../db/postgres/open.ts";
import { openDatabase } from "../db/sqlite/open.ts";

/** Opens the database of a world (`World.address`) in another process. */
export const openAt = (address: string): Database =>
  address.startsWith("postgresql:") ? openPostgres(address) : openDatabase(address);
