// Both databases in one run: requests over HTTP, with the processor's time of the API and of PostgreSQL for each; how long a
// take-over of the worker's role takes; and how the statements grow with the tables (scale-growth.ts). Rounds alternate, so that
// other work of the machine affects all of them; figures are medians of the rounds. `--long` goes on to 10,000,000 rows.
import { join } from "node:path";
import { idCursor } from "@merit/api/http/list.ts";
import { urlOf } from "@merit/core/testing/postgres.ts";
import { startPostgres } from "@merit/core/testing/postgres-server.ts";
import autocannon from "autocannon";
import { Client } from "pg";
import { postgres } from "../../scripts/lib/postgres.ts";
import { Process, root } from "../support/processes.ts";
import { cpuSeconds, cpuSecondsOfServer } from "./cpu.ts";
import { median } from "./figures.ts";
import { growth } from "./scale-growth.ts";
import { takeOver } from "./scale-leader.ts";
import type { Seeded } from "./scale-world.ts";

const ROWS = 100_000;
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 64;
/** Calls to the API whose database is far away take longer, so more of them are under way. */
const FAR_CONNECTIONS = 192;
const SEEDING_MS = 300_000;
const DELAY_MS = 1;

/** One or more processes of the API on a database. */
interface Target extends Seeded {
  name: string;
  urls: string[];
  processes: Process[];
  connections: number;
  /** Seconds of the database's own processes so far. */
  databaseCpu(): number;
}

interface Figures {
  perSecond: number;
  p99: number;
  /** Microseconds of the API's processor time for each request, and of the database's. */
  api: number;
  database: number;
}

export async function scale(): Promise<void> {
  const server = await startPostgres(await postgres(), { isDurable: true });
  const processes: Process[] = [];
  const start = async (name: string, args: string[]) => {
    const process_ = new Process(name, process.execPath, args);
    processes.push(process_);
    return process_;
  };
  const startApi = async (name: string, rows: number, url?: string) => {
    const child = await start(name, [join(root, "test/bench/scale-server.ts"), String(rows), ...(url ? [url] : [])]);
    return { child, ...(JSON.parse((await child.printed(/^{.*}$/m, SEEDING_MS))[0]) as { url: string } & Seeded) };
  };
  try {
    const url = await newDatabase(server.folder, "scale");
    const file = await startApi("sqlite", ROWS);
    const one = await startApi("postgres", ROWS, url);
    const two = await startApi("postgres, second process", 0, url);
    const proxy = await start("proxy", [
      join(root, "test/bench/delay-proxy.ts"),
      join(server.folder, ".s.PGSQL.5432"),
      String(DELAY_MS),
    ]);
    const [, port] = await proxy.printed(/port (\d+)/);
    const farUrl = `postgresql://merit@127.0.0.1:${port}/scale`;
    const far = await startApi("postgres, far away", 0, farUrl);
    const databaseCpu = () => cpuSecondsOfServer(server.folder);
    const on = (
      name: string,
      apis: (typeof one)[],
      { key, merchantId, campaignId }: Seeded,
      databaseCpu: () => number,
    ): Target => ({
      ...{ name, key, merchantId, campaignId, databaseCpu },
      urls: apis.map(({ url }) => url),
      processes: apis.map(({ child }) => child),
      connections: CONNECTIONS,
    });
    const sqlite = on("SQLite", [file], file, () => 0);
    const alone = on("PostgreSQL, one process", [one], one, databaseCpu);
    const both = on("PostgreSQL, two processes", [one, two], one, databaseCpu);
    const away = { ...on("PostgreSQL, far away", [far], one, databaseCpu), connections: FAR_CONNECTIONS };
    await issues([sqlite, alone, both, away], await roundTrip(farUrl));
    for (const [name, path] of READS) await reads(name, path, [sqlite, alone]);
    await depth([sqlite, alone]);
  } finally {
    await Promise.all(processes.map((child) => child.kill("SIGTERM")));
  }
  try {
    await takeOver(await newDatabase(server.folder, "leaders"));
    await growth(await newDatabase(server.folder, "growth"));
  } finally {
    await server.stop();
  }
}

async function newDatabase(folder: string, name: string): Promise<string> {
  const client = new Client({ connectionString: urlOf(folder, "postgres") });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return urlOf(folder, name);
}

/** Milliseconds of a statement that does nothing. */
async function roundTrip(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const samples: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    const began = performance.now();
    await client.query("select 1");
    samples.push(performance.now() - began);
  }
  await client.end();
  return median(samples);
}

async function issues(targets: Target[], roundTripMs: number): Promise<void> {
  const load = ({ campaignId: campaign_id }: Target): autocannon.Request => ({
    method: "POST",
    path: "/api/rewards/issue",
    setupRequest: (request) => {
      const reward = { idempotency_key: crypto.randomUUID(), campaign_id, wallet_address: ADDRESS, amount: "1" };
      return { ...request, body: JSON.stringify(reward) };
    },
  });
  const [sqlite, alone, both, away] = (await alternate(targets, load)) as [Figures, Figures, Figures, Figures];
  console.log("POST /rewards/issue");
  for (const [index, figures] of [sqlite, alone, both, away].entries()) print(targets[index]?.name ?? "", figures);
  console.log(
    `  PostgreSQL, compared with SQLite: ${ratio(alone.perSecond, sqlite.perSecond)} times as many (goal: at least 0.5)`,
  );
  console.log(
    `  two processes, compared with one: ${ratio(cost(both), cost(alone))} times the CPU of an issue (goal: at most 1.3)`,
  );
  console.log(
    `  with a round trip of ${roundTripMs.toFixed(2)} ms and ${FAR_CONNECTIONS} connections: ${away.perSecond.toFixed(0)} a second (goal: at least 1,500 with 1 ms)`,
  );
}

const READS: [string, () => string][] = [
  ["GET /rewards/issuances/:id", () => `/api/rewards/issuances/${place()}`],
  ["GET /rewards/issuances?limit=20", () => "/api/rewards/issuances?limit=20"],
];
const place = () => 1 + Math.floor(Math.random() * ROWS);
const ADDRESS = "GARQVJB47XR46JVTDZXLMX3NOJR5247V7T4ZDWQSNIK3ZZJUUWRL4D5N";

async function reads(name: string, path: () => string, targets: [Target, Target]): Promise<void> {
  const load = (): autocannon.Request => ({ setupRequest: (request) => ({ ...request, path: path() }) });
  const [sqlite, other] = (await alternate(targets, load)) as [Figures, Figures];
  console.log(name);
  print(targets[0].name, sqlite);
  print(targets[1].name, other);
  console.log(`  PostgreSQL, compared with SQLite: ${ratio(other.perSecond, sqlite.perSecond)} (goal: at least 0.25)`);
}

/** Pages at both ends of a list, one at a time. */
async function depth(targets: Target[]): Promise<void> {
  const deep = idCursor(21);
  for (const target of targets) {
    const rounds: [number, number][] = [];
    const page = (cursor: string) => (): autocannon.Request => ({ path: `/api/rewards/issuances?limit=20${cursor}` });
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push([await msOf(target, page("")), await msOf(target, page(`&cursor=${deep}`))]);
    const [first, last] = [0, 1].map((end) => median(rounds.map((pair) => pair[end] ?? Number.NaN)));
    console.log(
      `${target.name}: first page ${first?.toFixed(2)} ms, page at row ${ROWS.toLocaleString("en")} ${last?.toFixed(2)} ms`,
    );
  }
}

const msOf = async (target: Target, load: (target: Target) => autocannon.Request) =>
  1000 / (await fire(target, load, 1, 1)).perSecond;

async function alternate(targets: Target[], load: (target: Target) => autocannon.Request): Promise<Figures[]> {
  const rounds: Figures[][] = [];
  // The first round warms them up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const figures: Figures[] = [];
    for (const target of targets) figures.push(await fire(target, load));
    if (round > 0) rounds.push(figures);
  }
  const middle = (index: number, name: keyof Figures) =>
    median(rounds.map((round) => round[index]?.[name] ?? Number.NaN));
  return targets.map((_, index) => ({
    perSecond: middle(index, "perSecond"),
    p99: middle(index, "p99"),
    api: middle(index, "api"),
    database: middle(index, "database"),
  }));
}

/** The connections are shared out among the processes. */
async function fire(
  target: Target,
  load: (target: Target) => autocannon.Request,
  connections = target.connections,
  duration = SECONDS,
): Promise<Figures> {
  const { urls, processes, key, databaseCpu } = target;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const api = () => processes.reduce((sum, child) => sum + cpuSeconds(child), 0);
  const before = [api(), databaseCpu()] as const;
  const each = Math.ceil(connections / urls.length);
  const results = await Promise.all(
    urls.map((url) => autocannon({ url, connections: each, duration, headers, requests: [load(target)] })),
  );
  const total = results.reduce((sum, { requests }) => sum + requests.total, 0);
  for (const { non2xx, errors, timeouts, statusCodeStats } of results)
    if (non2xx + errors + timeouts > 0) throw new Error(`requests failed: ${JSON.stringify(statusCodeStats)}`);
  return {
    perSecond: total / duration,
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    api: ((api() - before[0]) / total) * 1e6,
    database: ((databaseCpu() - before[1]) / total) * 1e6,
  };
}

const cost = ({ api, database }: Figures) => api + database;
const ratio = (a: number, b: number) => (a / b).toFixed(2);

function print(name: string, { perSecond, p99, api, database }: Figures): void {
  const cpu = `${api.toFixed(0)} us of CPU in the API${database > 0 ? `, ${database.toFixed(0)} us in PostgreSQL` : ""}`;
  console.log(`  ${name}: ${perSecond.toFixed(0)} a second, p99 ${p99} ms, ${cpu} each`);
}
