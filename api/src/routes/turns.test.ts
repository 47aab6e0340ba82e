import { recordSubjects } from "@merit/core/ledger/contract-events/subjects.ts";
import { recurringJobs } from "@merit/core/operations/recurring-jobs/all.ts";
import { plan } from "@merit/core/operations/recurring-jobs/service.ts";
import { auditLog } from "@merit/core/store/db/schema/audit.ts";
import { campaigns } from "@merit/core/store/db/schema/campaigns.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { events } from "@merit/core/store/db/schema/events.ts";
import { issuances } from "@merit/core/store/db/schema/issuances.ts";
import { emailLogs } from "@merit/core/store/db/schema/mail.ts";
import { users } from "@merit/core/store/db/schema/users.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { createCampaign } from "@merit/core/testing/world.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { type Route, titleOf, ways } from "../http/route.ts";
import { inDays } from "../testing/call.ts";
import { changeOf, ownReads, recordReads, requestOf } from "../testing/calls.ts";
import { createParties, createPerson, credentialsOf, METRICS_TOKEN, type Parties } from "../testing/parties.ts";
import { type CallOptions, startService, type TestService } from "../testing/service.ts";
import { routes } from "./index.ts";

// The event loop belongs to all: however much a merchant has, and however much it sends, no call keeps the loop for long. What counts
// is the processor's time of this thread between two turns of the loop, and the best of some tries: the machine may be busy, and
// code may be new to the compiler.

/** Ten times what a turn may take on an idle machine: this is no test of the machine's speed. */
const MOST_MS = 500;
/** The most of a call's time that one turn may take, where the work is divided. Undivided, it would be nearly all, at any speed. */
const MOST_OF_CALL = { "POST /drops": 0.5 } as Record<string, number>;
const TRIES = 20;

/** Rows of each large table. */
const MANY = 5_000;
const AT_ONCE = 500;

let service: TestService;
let parties: Parties;
/** Campaign of the owner that pays the rewards of large batches. */
let campaignOfBatches: number;
beforeAll(async () => {
  service = await startService({ METRICS_TOKEN }, { survey: true });
  parties = await createParties(service);
  const { context } = service.world;
  Object.assign(context, { settings: { ...context.settings, distributeTimeoutMs: 1 } });
  await context.db.commit(async (store) => {
    for (const job of recurringJobs) await plan(context, store, job);
  });
  campaignOfBatches = (await createCampaign(context, parties.owner.merchant.id)).id;
  await fill();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Gives the owners more of everything than anybody has who calls for the first time. */
async function fill(): Promise<void> {
  const { merchant, user } = parties.owner;
  const { db, chain } = service.world.context;
  const now = new Date();
  const wallets = Array.from({ length: 100 }, newWallet);
  const [first] = await db.read(async (store) => store.select().from(campaigns));
  if (!first) throw new Error("the owner has no campaign");
  const walletOf = (n: number) => wallets[n % wallets.length] ?? "";
  const inParts = async (unit: (store: Store, numbers: number[]) => Promise<unknown>) => {
    for (let from = 1; from <= MANY; from += AT_ONCE) {
      const numbers = Array.from({ length: AT_ONCE }, (_, index) => from + index);
      await db.commit((store) => unit(store, numbers));
    }
  };
  const times = { created_at: now, updated_at: now };
  // Mails of the last hour are bounded.
  const yesterday = new Date(now.getTime() - 86_400_000);
  const before = { created_at: yesterday, updated_at: yesterday };
  const reference = (n: number) => n.toString(16).padStart(64, "0");
  await inParts(async (store, numbers) => {
    const { id: _, ...campaign } = first;
    const ended = { ...campaign, status: "ended" as const, merchant_id: merchant.id };
    const some = numbers.filter((n) => n % 10 === 0);
    await store
      .insert(campaigns)
      .values(some.map((n) => ({ ...ended, reference: reference(n), contract_campaign_id: 1_000_000 + n })));
    await store.insert(issuances).values(
      numbers.map((n) => ({
        ...{
          merchant_id: merchant.id,
          campaign_id: merchant.campaignId,
          user_id: user.id,
          wallet_address: walletOf(n),
        },
        ...{ idempotency_key: `many-${n}`, amount: 1n, status: "confirmed" as const, number: 1_000_000 + n },
        ...{ reference: reference(n).slice(48), attempts: 1, tx_hash: reference(n), ...times },
      })),
    );
    await store.insert(events).values(
      numbers.map((n) => ({
        ...{ id: 1_000 + n, type: "issuance.accepted", merchant_id: merchant.id, user_id: user.id },
        ...{ object_id: `issuance-${n}`, data: { id: n }, created_at: now },
      })),
    );
    const rows = numbers.map((n) => ({
      id: `${String(BigInt(n) << 32n).padStart(19, "0")}-0000000000`,
      ...{ contract: "pool", type: "deposit", data: { merchant: String(merchant.id), amount: "5" } },
      ...{ contract_id: chain.manifest.contracts.pool.id, ledger: n, ledger_closed_at: now, tx_hash: reference(n) },
    }));
    await store.insert(contractEvents).values(rows);
    await recordSubjects(store, rows, []);
    await store.insert(users).values(
      numbers.map((n) => ({
        ...{ email: `many${n}@example.com`, role: "user" as const, referral_code: `MANY${n}`, referred_by: user.id },
        ...times,
      })),
    );
    await store.insert(auditLog).values(
      numbers.map((n) => ({
        ...{ actor: "operator", action: "user.role", subject: `user:${n}`, detail: {}, created_at: now },
      })),
    );
    await store.insert(emailLogs).values(
      numbers.map((n) => ({
        ...{ user_id: user.id, merchant_id: merchant.id, recipient: "many@example.com", template: "redemption" },
        ...{ subject: "Hello", status: "sent" as const, attempts: 1, message_id: `<${n}@example.com>`, ...before },
      })),
    );
  });
}

const manyShares = () =>
  Array.from({ length: 10_000 }, (_, index) => ({ wallet_address: newWallet(), amount: `${1 + (index % 9)}` }));
const manyRewards = () => Array.from({ length: 1_000 }, () => ({ wallet_address: newWallet(), amount: "0.0001" }));

/** The largest bodies, where a call takes a list. */
const largest: Record<string, () => object> = {
  "POST /drops": () => ({ name: "Thanks", ends_at: inDays(1), shares: manyShares() }),
  "POST /rewards/issue/batch": () => ({
    rewards: manyRewards().map((reward) => ({
      ...{ ...reward, campaign_id: campaignOfBatches, idempotency_key: crypto.randomUUID() },
    })),
  }),
};

/** The thread's processor time, in milliseconds, of the longest turn of the loop and of all, while a call was answered. */
interface Turns {
  readonly longest: number;
  readonly all: number;
}

async function turnsOf(call: () => Promise<unknown>): Promise<Turns> {
  let longest = 0;
  let all = 0;
  let last = process.threadCpuUsage();
  let next: NodeJS.Immediate;
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    all += (user + system) / 1000;
    last = process.threadCpuUsage();
    next = setImmediate(look);
  };
  next = setImmediate(look);
  await call();
  // The call may have left work behind, such as a commit's topics.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  clearImmediate(next);
  return { longest, all };
}

/** Request that a call of the route sends. */
async function callOf(route: Route): Promise<{ request: string; options: CallOptions }> {
  const title = titleOf(route);
  const mine = { ...parties.owner, user: route.method === "delete" ? await createPerson(service) : parties.owner.user };
  const scene = { service, parties: { ...parties, owner: mine } };
  const credentials = await credentialsOf(scene.parties, ways(route.auth)[0]);
  if (route.method !== "get") {
    const { request, body } = requestOf(route, await changeOf(title, scene));
    const sent = largest[title]?.() ?? body;
    return { request, options: { ...credentials, ...(sent && { body: sent }) } };
  }
  const record = recordReads[title];
  const read = ownReads[title];
  if (typeof read === "function") await read(scene);
  const params =
    typeof record === "function" ? [await record(scene)] : route.path.includes(":") ? [parties.owner.merchant.id] : [];
  const { request } = requestOf(route, { params });
  const names = Object.keys((route.request.query as z.ZodObject | undefined)?.shape ?? {});
  const query = new URLSearchParams();
  if (names.includes("limit")) query.set("limit", "100");
  if (title === "GET /search") query.set("q", "many");
  return { request: `${request}?${query}`, options: credentials };
}

/** Fails if every try had a turn that is too long. */
async function expectShort(tries: () => Promise<Turns>, mostOfCall = 1): Promise<void> {
  const long: Turns[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const turns = await tries();
    if (turns.longest <= MOST_MS && turns.longest <= mostOfCall * turns.all) return;
    long.push(turns);
  }
  expect.fail(`all tries had a long turn: ${JSON.stringify(long)}`);
}

const named = routes.map((route) => [titleOf(route), route] as const);

it.each(named)("%s keeps the event loop no longer than others can wait", (title, route) =>
  expectShort(async () => {
    const { request, options } = await callOf(route);
    return turnsOf(() => service.call(request, options));
  }, MOST_OF_CALL[title]),
);

it("a stream that looks for a type among many events keeps it no longer either", () =>
  expectShort(() =>
    turnsOf(async () => {
      const ended = new AbortController();
      const headers = { "x-api-key": parties.owner.merchant.key, accept: "text/event-stream" };
      const url = `${service.server.url}/api/events?type=webhook.test&after=evt_1`;
      const { status } = await fetch(url, { headers, signal: ended.signal });
      expect(status).toBe(200);
      for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve));
      ended.abort();
    }),
  ));
