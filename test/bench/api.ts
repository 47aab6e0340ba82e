// Requests per second and latency of the API with all its middleware, beside a bare Koa server (bare.ts) on an equal database.
// Rounds alternate between the two, so that other work of the machine affects both; the figures are medians of the rounds.

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { idCursor } from "../../api/src/http/list.ts";
import { Process, root } from "../support/processes.ts";
import { ROWS } from "./api-seed.ts";
import { startLoad } from "./load.ts";

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 50;
const FIXED_RATE = 500;
const WALLET = "GARQVJB47XR46JVTDZXLMX3NOJR5247V7T4ZDWQSNIK3ZZJUUWRL4D5N";
const SEEDING_MS = 300_000;

interface Target {
  url: string;
  key: string;
  campaignId: number;
}

interface Figures {
  perSecond: number;
  p99: number;
}

type Load = Pick<autocannon.Options, "requests">;

export async function api(): Promise<void> {
  const servers = ["merit", "bare"].map(
    (kind) => new Process(kind, process.execPath, [join(root, "test/bench/api-server.ts"), kind]),
  );
  try {
    const [merit, bare] = (await Promise.all(
      servers.map(async (server) => JSON.parse((await server.printed(/^{.*}$/m, SEEDING_MS))[0])),
    )) as [Target, Target];
    await throughput("GET /rewards/issuances/:id", merit, bare, one, { ratio: 0.35, perSecond: 5_000, p99: 25 });
    await throughput("GET /rewards/issuances", merit, bare, list, { ratio: 0.4, perSecond: 5_000, p99: 25 });
    await throughput("POST /rewards/issue", merit, bare, issue, { ratio: 0.5, perSecond: 2_000 });
    await latency(merit, bare);
    await depth(merit);
  } finally {
    await Promise.all(servers.map((server) => server.kill("SIGTERM")));
  }
}

const one = (): Load => ({
  requests: [{ setupRequest: (request) => ({ ...request, path: `/api/rewards/issuances/${place()}` }) }],
});
const list = (): Load => ({ requests: [{ path: "/api/rewards/issuances?limit=20" }] });
const place = () => 1 + Math.floor(Math.random() * ROWS);

const issue = ({ campaignId }: Target): Load => ({
  requests: [
    {
      method: "POST",
      path: "/api/rewards/issue",
      setupRequest: (request) => ({ ...request, body: JSON.stringify(reward(campaignId)) }),
    },
  ],
});
const reward = (campaign_id: number) => ({
  idempotency_key: crypto.randomUUID(),
  campaign_id,
  wallet_address: WALLET,
  amount: "1",
});

async function throughput(
  name: string,
  merit: Target,
  bare: Target,
  load: (target: Target) => Load,
  goal: { ratio: number; perSecond: number; p99?: number },
): Promise<void> {
  const [own, base] = await alternate((target) => fire(target, load(target)), [merit, bare]);
  const p99 = goal.p99 === undefined ? "" : `, at most ${goal.p99} ms`;
  console.log(`${name}: ${own.perSecond.toFixed(0)} requests/s (aim ${goal.perSecond}), p99 ${own.p99} ms${p99}`);
  console.log(`  bare Koa: ${base.perSecond.toFixed(0)} requests/s, p99 ${base.p99} ms`);
  console.log(`  ratio: ${(own.perSecond / base.perSecond).toFixed(2)} (goal ${goal.ratio})`);
}

/** Measures at a steady rate. (At a fixed rate, autocannon sends what is due in a second at its beginning.) */
async function latency(merit: Target, bare: Target): Promise<void> {
  const [own, base] = await alternate(
    async ({ url, key, campaignId }) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const issued = () => ({ url: `${url}/api/rewards/issue`, body: JSON.stringify(reward(campaignId)) });
      const load = startLoad(issued, { headers, perSecond: FIXED_RATE });
      await pause(SECONDS * 1000);
      const { requests, p99 } = await load.stop();
      return { perSecond: requests / SECONDS, p99 };
    },
    [merit, bare],
  );
  console.log(
    `POST /rewards/issue at ${FIXED_RATE}/s: p99 ${own.p99.toFixed(1)} ms; bare Koa: ${base.p99.toFixed(1)} ms`,
  );
  console.log(`  ratio: ${(own.p99 / base.p99).toFixed(2)} (goal: at most 2)`);
}

/** Pages at both ends of a long list, one at a time. */
async function depth(merit: Target): Promise<void> {
  const deep = idCursor(21);
  for (const path of ["/rewards/issuances", "/transactions"]) {
    const page = (cursor: string) => ({ requests: [{ path: `/api${path}?limit=20${cursor}` }] });
    const [first, last] = [page(""), page(`&cursor=${deep}`)];
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push([(await fire(merit, first, 1)).perSecond, (await fire(merit, last, 1)).perSecond]);
    }
    const [top, bottom] = [0, 1].map((end) => 1000 / median(rounds.map((pair) => pair[end] ?? Number.NaN)));
    console.log(
      `GET ${path}: first page ${top?.toFixed(2)} ms, page at row ${ROWS.toLocaleString("en")} ${bottom?.toFixed(2)} ms`,
    );
  }
}

async function alternate(round: (target: Target) => Promise<Figures>, [merit, bare]: [Target, Target]) {
  const rounds: [Figures, Figures][] = [];
  // The first round warms both up.
  for (let index = 0; index <= ROUNDS; index++) {
    const pair: [Figures, Figures] = [await round(merit), await round(bare)];
    if (index > 0) rounds.push(pair);
  }
  const middle = (index: 0 | 1): Figures => ({
    perSecond: median(rounds.map((pair) => pair[index].perSecond)),
    p99: median(rounds.map((pair) => pair[index].p99)),
  });
  return [middle(0), middle(1)] as const;
}

async function fire({ url, key }: Target, load: Load, connections = CONNECTIONS): Promise<Figures> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const result = await autocannon({ url, connections, duration: SECONDS, headers, ...load });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(`${failed} of ${result.requests.total} requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
