import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";
import { codesOf } from "../../../base/errors.ts";
import { DatabaseUnavailable } from "../unavailable.ts";

/** Faults by the code of PostgreSQL, or of the system. */
const FAULTS: [code: RegExp, fault: DatabaseUnavailable["fault"], explanation: string][] = [
  [/^53100$/, "full", "The database can't be written: the disk of the PostgreSQL server is full. Free space there."],
  [
    /^(58\d\d\d|XX00[12])$/,
    "failing",
    "The database can't be used: the PostgreSQL server reports errors of its disk. Check its log.",
  ],
  [
    /^25006$/,
    "read-only",
    "The database can't be written: this PostgreSQL server is a standby or read-only. Connect to the primary.",
  ],
  [
    /^(55P03|25P03|40P01)$/,
    "locked",
    "The database can't be written: another session holds its lock. Look for it in pg_stat_activity.",
  ],
  [
    /^(28\d..|3D000|42501)$/,
    "refused",
    "The PostgreSQL server refuses the database: check the user, the password and the database's name in DATABASE_URL, and that the user owns the database.",
  ],
  [
    /^(08\d\d\d|57P0\d|53[034]00|E[A-Z]+)$/,
    "unreachable",
    "The database can't be reached. Check that the PostgreSQL server runs, that it has connections left, and the network to it.",
  ],
];

/** Messages of a lost connection, which the driver gives as text only. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded|Query read timeout|Client was closed)/;

/**
 * Explains `error` if PostgreSQL failed because of its machine or the connection. Others are returned without the values of the
 * statement, which drizzle and PostgreSQL's details have: secrets don't belong in a log.
 */
export function explainPostgres(thrown: unknown): unknown {
  const error = thrown instanceof DrizzleQueryError ? thrown.cause : thrown;
  if (error instanceof DatabaseError) Object.assign(error, { detail: undefined, where: undefined });
  const codes = codesOf(error);
  if (codes.length === 0 && error instanceof Error && LOST.test(error.message)) codes.push("ECONNRESET");
  for (const code of codes) {
    const found = FAULTS.find(([pattern]) => pattern.test(code));
    if (found) return new DatabaseUnavailable(found[1], code, error, found[2]);
  }
  return error;
}

/** True if the connection is gone, and with it its transaction. */
export const isLost = (error: unknown): boolean => {
  const explained = explainPostgres(error);
  return explained instanceof DatabaseUnavailable && explained.fault === "unreachable";
};
