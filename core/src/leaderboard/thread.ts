import { parentPort, workerData } from "node:worker_threads";
import BetterSqlite3 from "better-sqlite3";
import { createReader } from "./ledger-reader.ts";
import { type Period, periods, startOf } from "./periods.ts";
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

const client = new BetterSqlite3((workerData as { path: string }).path, { readonly: true });
client.pragma("query_only = ON");
const reader = createReader(client);
const counting = new Map<Period, Counting>();
let lastId = 0;

function rebuild(now: Date): Answer {
  let rows = 0;
  const before = process.threadCpuUsage();
  for (const period of periods) {
    const startsAt = startOf(period, now).getTime();
    if (counting.get(period)?.startsAt === startsAt) continue;
    const tally = new Tally();
    counting.set(period, { startsAt, tally });
    if (lastId > 0) reader.readSince(startsAt, lastId, (row) => row.at >= startsAt && tally.add(row));
  }
  const all = [...counting.values()];
  lastId = reader.readAfter(lastId, (row) => {
    rows += 1;
    for (const { startsAt, tally } of all) if (row.at >= startsAt) tally.add(row);
  });
  const gone = reader.deletedUsers();
  const boards = [...counting].map(([period, { startsAt, tally }]) => {
    return { period, startsAt, ranking: tally.rank((user) => gone.has(user)) };
  });
  const { user, system } = process.threadCpuUsage(before);
  return { boards, rows, cpuMs: Math.round((user + system) / 1000) };
}

parentPort?.on("message", ({ now }: Request) => {
  let answer: Answer;
  try {
    answer = rebuild(new Date(now));
  } catch (error) {
    // Perhaps only a part of the rows was counted, so the next rebuild starts from the beginning.
    counting.clear();
    lastId = 0;
    answer = { error: (error as Error).message };
  }
  parentPort?.postMessage(answer);
});
