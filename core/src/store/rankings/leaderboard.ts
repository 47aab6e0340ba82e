import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Clock } from "../../base/clock.ts";
import type { Database } from "../db/database.ts";
import type { Period } from "./periods.ts";
import type { Answer, Board, Request } from "./thread.ts";

/** Age of standings at which they are rebuilt though nothing has announced that: no worker runs, perhaps. */
const STALE_MS = 360_000;

/** The result of the last rebuild. It never changes; a rebuild replaces it. */
export interface Standings {
  updatedAt: Date;
  /** Rows of the ledger that this rebuild added. */
  rows: number;
  tookMs: number;
  /** Time that the thread had a processor. */
  cpuMs: number;
  boards: Record<Period, Board>;
}

/** Rankings of all users, counted from the ledger of points in a thread of their own. */
export interface Leaderboard {
  /** The standings of the last rebuild; the first call waits for the first one. */
  standings(): Promise<Standings>;
  /** True once somebody has asked for standings. */
  isKept(): boolean;
  /** Counts what is new. Calls during a rebuild share that rebuild. @throws Error; the last standings stay */
  rebuild(): Promise<Standings>;
  close(): Promise<void>;
}

/** @param database which the thread opens by itself */
export function createLeaderboard(database: Pick<Database, "source">, clock: Clock): Leaderboard {
  let worker: Worker | undefined;
  let current: Standings | undefined;
  let running: Promise<Standings> | undefined;

  async function start(): Promise<Worker> {
    const started = new Worker(new URL("./thread.ts", import.meta.url), { workerData: await database.source() });
    started.unref();
    // A thread that dies is replaced by the next rebuild, which counts from the beginning.
    started.on("error", () => {});
    started.once("exit", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  async function count(): Promise<Standings> {
    const [updatedAt, began] = [clock.now(), performance.now()];
    worker ??= await start();
    const answer = await ask(worker, { now: updatedAt.getTime() });
    if ("error" in answer) throw new Error(`the leaderboard was not rebuilt: ${answer.error}`);
    const boards = Object.fromEntries(answer.boards.map((board) => [board.period, board])) as Record<Period, Board>;
    const tookMs = Math.round(performance.now() - began);
    current = { updatedAt, rows: answer.rows, tookMs, cpuMs: answer.cpuMs, boards };
    return current;
  }

  const rebuild = () => {
    running ??= count().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    async standings() {
      if (!current) return rebuild();
      if (clock.now().getTime() - current.updatedAt.getTime() > STALE_MS) rebuild().catch(() => {});
      return current;
    },
    isKept: () => current !== undefined,
    rebuild,
    async close() {
      await worker?.terminate();
    },
  };
}

async function ask(worker: Worker, request: Request): Promise<Answer> {
  const done = new AbortController();
  const options = { signal: done.signal };
  const ended = once(worker, "exit", options).then(([code]): Answer => ({ error: `its thread ended with ${code}` }));
  // Rejects if the thread fails; `once` also rejects for the event "error".
  const answered = once(worker, "message", options).then(([answer]) => answer as Answer);
  // An idle thread doesn't keep the process alive; a thread that counts does.
  worker.ref();
  worker.postMessage(request);
  try {
    return await Promise.race([answered, ended]);
  } finally {
    ended.catch(() => {});
    answered.catch(() => {});
    done.abort();
    worker.unref();
  }
}
