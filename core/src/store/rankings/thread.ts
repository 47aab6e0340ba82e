import { parentPort, workerData } from "node:worker_threads";
import type { Source } from "../db/database.ts";
import { createReader } from "./ledger-reader.ts";
import { type Period, periods, startOf } from "./periods.ts";
import { openReading } from "./readings.ts";
import { type Ranking, Tally } from "./tally.ts";

// The thread that counts. It keeps its tallies from one rebuild to the next and reads only what is new in the ledger; its
// connection is its own and writes nothing, so it takes no part in the commits of the service.

/** `now` in Unix milliseconds. */
export interface Request {
  now: number;
}

export interface Board {
  period: Period;
  /** Unix milliseconds. */
  startsAt: number;
  ranking: Ranking;
}

export type Answer = { boards: Board[]; rows: number; cpuMs: number } | { error: string };

interface Counting {
  startsAt: number;
  tally: Tally;
}

const counting = new Map<Period, Counting>();
let lastId = 0;

async function count(now: Date, reader: ReturnType<typeof createReader>): Promise<Answer> {
  let rows = 0;
  const before = process.threadCpuUsage();
  for (const period of periods) {
    const startsAt = startOf(period, now).getTime();
    if (counting.get(period)?.startsAt === startsAt) continue;
    const tally = new Tally();
    counting.set(period, { startsAt, tally });
    if (lastId > 0) await reader.readSince(startsAt, lastId, (row) => row.at >= startsAt && tally.add(row));
  }
  const all = [...counting.values()];
  lastId = await reader.readAfter(lastId, (row) => {
    rows += 1;
    for (const { startsAt, tally } of all) if (row.at >= startsAt) tally.add(row);
  });
  const gone = await reader.deletedUsers();
  const boards = [...counting].map(([period, { startsAt, tally }]) => {
    return { period, startsAt, ranking: tally.rank((user) => gone.has(user)) };
  });
  const { user, system } = process.threadCpuUsage(before);
  return { boards, rows, cpuMs: Math.round((user + system) / 1000) };
}

async function rebuild(now: Date): Promise<Answer> {
  const reading = await openReading(workerData as Source);
  try {
    return await count(now, createReader(reading));
  } finally {
    await reading.close();
  }
}

// The service asks for one rebuild at a time.
parentPort?.on("message", async ({ now }: Request) => {
  let answer: Answer;
  try {
    answer = await rebuild(new Date(now));
  } catch (error) {
    // Perhaps only a part of the rows was counted, so the next rebuild starts from the beginning.
    counting.clear();
    lastId = 0;
    answer = { error: (error as Error).message };
  }
  parentPort?.postMessage(answer);
});
