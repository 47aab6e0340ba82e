/** The time that all parts go by: this machine's, or the database's (db/clock.ts). Deadlines of transactions go by the ledger's own clock instead. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
