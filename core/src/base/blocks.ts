import type { Clock } from "./clock.ts";

/** Causes for which rewards wait that neither their wallet nor their campaign can fix. */
export const blockCauses = [
  "role",
  "stopped",
  "limit",
  "fee",
  "fee_budget",
  "fee_account",
  "pool",
  "contracts",
  "epoch",
  "records",
  "node",
  "setup",
] as const;
export type BlockCause = (typeof blockCauses)[number];

export interface Block {
  cause: BlockCause;
  /** The merchant that it concerns; absent: all. */
  subject: number | undefined;
  /** The problem, and the command that ends it; for the operator. */
  detail: string;
  since: Date;
}

/** Blocks that rewards wait for now, for /ready and the metrics of this process. */
export interface Blocks {
  raise(cause: BlockCause, detail: string, subject?: number): void;
  /** Ends a block: for the subject, or without one for everybody. */
  clear(cause: BlockCause, subject?: number): void;
  /** Oldest first. */
  list(): Block[];
}

/** A block that hasn't occurred again for this long is over: nothing waits for it any more. */
const FORGET_MS = 10 * 60_000;

export function createBlocks(clock: Clock): Blocks {
  const blocks = new Map<string, Block & { seen: number }>();
  const keyOf = (cause: BlockCause, subject?: number) => `${cause}:${subject ?? ""}`;
  return {
    raise(cause, detail, subject) {
      const key = keyOf(cause, subject);
      const since = blocks.get(key)?.since ?? clock.now();
      blocks.set(key, { cause, subject, detail, since, seen: performance.now() });
    },
    clear(cause, subject) {
      for (const [key, block] of blocks) {
        if (subject === undefined ? block.cause === cause : key === keyOf(cause, subject)) blocks.delete(key);
      }
    },
    list() {
      for (const [key, { seen }] of blocks) if (performance.now() - seen > FORGET_MS) blocks.delete(key);
      return [...blocks.values()].map(({ seen: _, ...block }) => block);
    },
  };
}
