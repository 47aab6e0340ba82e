import { sql } from "drizzle-orm";
import type { Clock } from "../../base/clock.ts";
import type { Database } from "./database.ts";
import { databaseTime } from "./dialect.ts";
import type { Store } from "./store.ts";

const READ_EVERY_MS = 10_000;
/** Longest time of an answer that is exact enough. */
const EXACT_MS = 100;
const FIRST_TRIES = 5;

/**
 * The time of the database's server, so that processes on several machines agree on when something is due. This machine's clock
 * continues it between two readings. Before `follow`, and with a file, it is this machine's time.
 */
export class DatabaseClock implements Clock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Reads the time until it is stopped; resolves once it is known. @throws DatabaseUnavailable */
  async follow(db: Database): Promise<{ stop(): void }> {
    let tries = 1;
    // The first answer waits for its connection.
    while (!(await this.#read(db, tries === FIRST_TRIES)) && tries < FIRST_TRIES) tries += 1;
    const timer = setInterval(() => void this.#read(db).catch(() => undefined), READ_EVERY_MS).unref();
    return { stop: () => clearInterval(timer) };
  }

  /** False if the answer came too late. */
  async #read(db: Database, always = false): Promise<boolean> {
    const askedAt = performance.now();
    const time = await db.read(readTime);
    const took = performance.now() - askedAt;
    if (took > EXACT_MS && !always) return false;
    this.#offsetMs = Math.round(time + took / 2 - Date.now());
    return true;
  }
}

async function readTime(store: Store): Promise<number> {
  const [row] = await store.select({ now: databaseTime().mapWith(Number) }).from(sql`(select 1) one`);
  if (!row) throw new Error("the database told no time");
  return row.now;
}
