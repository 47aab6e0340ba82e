/** The wall clock of this process. Deadlines of transactions go by the ledger's own clock instead. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
