import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Receiver, startReceiver } from "@merit/core/testing/receiver.ts";
import { Keypair } from "@stellar/stellar-sdk";
import type { Answer, Http } from "./http.ts";
import { until } from "./processes.ts";
import type { Wallet } from "./wallet.ts";
import type { Env, World } from "./world.ts";

// Ten honest merchants issue rewards, list them, and wait for confirmations and webhooks, while one merchant does its worst.

/** Nobody is exempt from the limits, and each tenant has an address of its own. */
export const TENANTS: Env = { TRUSTED_PROXIES: "127.0.0.0/8,::1", RATE_LIMIT_WHITELIST: "203.0.113.9" };

const HONEST = 10;

/** Steps of an honest merchant that are measured, in milliseconds. */
export const steps = ["issue", "list", "confirmation", "webhook"] as const;
export type Step = (typeof steps)[number];
export type Times = Record<Step, number[]>;

interface Honest {
  api: Http;
  campaign: number;
  path: string;
}

/** The tenants of a world, which end with it. */
export interface Tenants extends AsyncDisposable {
  /** Lets the honest ones work for this long, with or without the other one. @throws Error if anything of theirs fails or is lost */
  work(ms: number, options: { hostile: boolean }): Promise<Times>;
  /** Number of answers to the hostile one, by status. */
  refusals: Map<number, number>;
}

export async function createTenants(world: World): Promise<Tenants> {
  const receiver = await startReceiver();
  const hanging = await startHanging();
  const wallets = await Promise.all([world.wallet(), world.wallet()]);
  const honest: Honest[] = [];
  for (let number = 0; number < HONEST; number++) {
    const api = (await world.merchant(`Shop ${number}`)).from(`198.51.100.${number}`);
    const path = `/shop-${number}`;
    const types = ["issuance.confirmed"];
    expectStatus(await api.post("/webhooks", { url: receiver.url + path, types }), 201);
    honest.push({ api, campaign: await world.campaign(api), path });
  }
  const enemy = (await world.merchant("Mallory")).from("198.51.100.66");
  const enemyCampaign = await world.campaign(enemy);
  const hooks: number[] = [];
  for (let number = 0; number < 20; number++) {
    const made = await enemy.post("/webhooks", { url: `${hanging.url}/${number}` });
    hooks.push(expectStatus(made, 201).body.id);
  }
  const refusals = new Map<number, number>();
  return {
    refusals,
    async work(ms, { hostile }) {
      const ended = new AbortController();
      const times: Times = { issue: [], list: [], confirmation: [], webhook: [] };
      const bad = hostile ? attack(enemy, { campaign: enemyCampaign, hooks }, { refusals, ended: ended.signal }) : [];
      try {
        await Promise.all(honest.map((one) => trade(one, { receiver, wallets, times, until: Date.now() + ms })));
      } finally {
        ended.abort();
        await Promise.all(bad);
      }
      return times;
    },
    async [Symbol.asyncDispose]() {
      await hanging[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Error(`${answer.status} in place of ${status}: ${JSON.stringify(answer.body)}`);
}

interface Trading {
  receiver: Receiver;
  wallets: readonly Wallet[];
  times: Times;
  until: number;
}

/** One reward after the other: each is issued, listed, confirmed and announced. */
async function trade(
  { api, campaign, path }: Honest,
  { receiver, wallets, times, until: end }: Trading,
): Promise<void> {
  const timed = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await work();
    times[step].push(performance.now() - began);
    return done;
  };
  for (let number = 0; Date.now() < end; number++) {
    const wallet_address = wallets[number % wallets.length]?.address;
    // Half an hour's requests would take longer to look through than the webhook takes.
    const from = receiver.requests.length;
    const reward = { idempotency_key: crypto.randomUUID(), campaign_id: campaign, wallet_address, amount: "0.01" };
    const { id } = expectStatus(await timed("issue", () => api.post("/rewards/issue", reward)), 202).body;
    expectStatus(await timed("list", () => api.get("/rewards/issuances?limit=20")), 200);
    await timed("confirmation", () =>
      until(async () => {
        const { body } = expectStatus(await api.get(`/rewards/issuances/${id}`), 200);
        if (body.status === "failed") throw new Error(body.error_message);
        return body.status === "confirmed" ? true : undefined;
      }),
    );
    await timed("webhook", () =>
      until(() =>
        receiver.requests.slice(from).find((got) => got.path === path && JSON.parse(got.body).data.id === id),
      ),
    );
    await pause(100);
  }
}

interface Attack {
  refusals: Map<number, number>;
  ended: AbortSignal;
}

/** Everything at once, each as often as it is let. */
function attack(
  enemy: Http,
  { campaign, hooks }: { campaign: number; hooks: readonly number[] },
  { refusals, ended }: Attack,
): Promise<void>[] {
  const wallets = Array.from({ length: 10_000 }, () => Keypair.random().publicKey());
  const drop = JSON.stringify({
    name: "Nothing",
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    shares: wallets.map((wallet_address) => ({ wallet_address, amount: "1000000" })),
  });
  const batch = JSON.stringify({
    rewards: wallets.slice(0, 1_000).map((wallet_address, index) => ({
      ...{
        idempotency_key: `${"x".repeat(200)}-${index}`,
        campaign_id: campaign + 1_000_000,
        wallet_address,
        amount: "1",
      },
    })),
  });
  const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)].map((t) => t.toISOString());
  const hook = (turn: number) => hooks[turn % hooks.length];
  const calls: ((turn: number) => Promise<Answer>)[] = [
    () => enemy.send("POST", "/drops", drop),
    () => enemy.send("POST", "/rewards/issue/batch", batch),
    (turn) => enemy.send("PATCH", `/webhooks/${hook(turn)}`, JSON.stringify({ description: `${turn}` })),
    (turn) => enemy.post(`/webhooks/${hook(turn)}/steps`, { step: "replay", from, to }),
    (turn) => enemy.post(`/webhooks/${hook(turn)}/steps`, { step: "test" }),
    () => enemy.get(`/merchants/me/statement?from=${from}&to=${to}`),
    (turn) => enemy.post("/catalogue", { name: `${turn}`, token: { price: "1", fulfil_within: 86_400, stock: 1 } }),
    (turn) => enemy.get(`/search?q=${turn}`),
  ];
  const looping = calls.map(async (call) => {
    for (let turn = 0; !ended.aborted; turn++) {
      const { status } = await call(turn);
      refusals.set(status, (refusals.get(status) ?? 0) + 1);
      // Who is refused tries again at once, but leaves the machine's processors to the others.
      await pause(status === 429 ? 50 : 0);
    }
  });
  const headers = {
    ...{ "x-api-key": enemy.key ?? "", "x-forwarded-for": enemy.address ?? "" },
    accept: "text/event-stream",
  };
  const streams = Array.from({ length: 20 }, async () => {
    const url = `${enemy.base}/events?after=evt_1`;
    await fetch(url, { headers, signal: ended }).catch(() => undefined);
  });
  return [...looping, ...streams];
}

/** Takes requests and never answers. */
async function startHanging(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Memory that the service uses now, and files of its data folder without the ledger's, in MB. */
export function held({ folder, ledger, server }: World): { memory: number; disk: number } {
  const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const own = files.filter((file) => file.isFile() && !file.parentPath.startsWith(ledger.folder));
  const bytes = own.reduce((sum, { parentPath, name }) => {
    // It may be gone by now.
    return sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
  return { memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024, disk: bytes / 2 ** 20 };
}

/** The time that 99 of 100 stay under. */
export const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
