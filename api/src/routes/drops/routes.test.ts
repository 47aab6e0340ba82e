import { createHash } from "node:crypto";
import { systemClock } from "@merit/core/base/clock.ts";
import { DAY_MS } from "@merit/core/base/days.ts";
import { pruneJob } from "@merit/core/operations/recurring-jobs/prune.ts";
import { claimOnBehalf } from "@merit/core/payouts/drops/claim.ts";
import * as drops from "@merit/core/payouts/drops/service.ts";
import { dropShares } from "@merit/core/store/db/schema/drops.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { newContract, newWallet } from "@merit/core/testing/chain.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const share = (amount = "1", wallet_address = newWallet()) => ({ wallet_address, amount });
const create = (key: string, change: object = {}, headers: Record<string, string> = {}) =>
  service.call("POST /api/drops", {
    key,
    body: { name: "Thanks", ends_at: inDays(30), shares: [share("2.5"), share("1", newContract())], ...change },
    headers,
  });
const jobOf = (key: string) =>
  service.world.context.db.read(async (store) => (await store.select().from(jobs)).find((job) => job.key === key));
const activate = (id: number, contractDropId = id) =>
  service.world.context.db.commit((store) =>
    drops.activate(store, id, { contractDropId, txHash: "d".repeat(64), now: new Date() }),
  );
const refuse = (id: number, error_message: string) =>
  service.world.context.db.commit((store) => drops.refuse(store, id, { error_message, updated_at: new Date() }));

/** An active drop that expired in the meantime. */
async function expired(key: string): Promise<number> {
  const { id } = (await create(key)).body;
  await activate(id);
  const late = new Date(Date.now() + 31 * DAY_MS);
  service.world.context.clock = { now: () => late };
  return id;
}

const backToNow = () => {
  service.world.context.clock = systemClock;
};

describe("POST /drops", () => {
  it("stores list, tree and job together", async () => {
    const { id: merchantId, key } = await service.merchant(null);
    const { status, body } = await create(key);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      merchant_id: merchantId,
      name: "Thanks",
      status: "pending",
      total: "3.5",
      wallets: 2,
      contract_drop_id: null,
      remainder: null,
    });
    expect(await jobOf(`drop:${body.id}`)).toMatchObject({
      group: String(merchantId),
      payload: { kind: "drop", drop_id: body.id },
    });
    const shares = await service.world.context.db.read(async (store) =>
      (await store.select().from(dropShares)).filter(({ drop_id }) => drop_id === body.id),
    );
    // With two leaves, each is the other's proof.
    const node = shares.map(({ proof }) => Buffer.from(proof, "hex")).sort(Buffer.compare);
    expect(
      createHash("sha256")
        .update(Buffer.concat([Buffer.of(1), ...node]))
        .digest("hex"),
    ).toBe(body.root);
    expect((await service.call(`GET /api/drops/${body.id}`, { key })).body).toEqual({
      ...body,
      claimed: { wallets: 0, amount: "0" },
      next_steps: [],
    });
    expect((await service.call("GET /api/drops", { key })).body.data).toEqual([body]);
  });

  it("is listed by its status", async () => {
    const { key } = await service.merchant();
    const [pending, active] = [(await create(key)).body.id, (await create(key)).body.id];
    await activate(active);
    const of = async (status: string) => (await service.call(`GET /api/drops?status=${status}`, { key })).body.data;
    expect(await of("pending")).toMatchObject([{ id: pending }]);
    expect(await of("active")).toMatchObject([{ id: active }]);
    expect(await of("swept")).toEqual([]);
  });

  it("takes the list as CSV", async () => {
    const { key } = await service.merchant(null);
    const csv = `\uFEFFWallet, "amount"\r\n"${newWallet()}","2.5"\r\n\r\n${newContract()}, 0.5\r\n`;
    expect(await create(key, { shares: undefined, csv })).toMatchObject({
      status: 201,
      body: { total: "3", wallets: 2 },
    });
  });

  it("takes 10,000 wallets", async () => {
    const { key } = await service.merchant(null);
    const shares = Array.from({ length: 10_000 }, () => share("0.1", newContract()));
    expect((await create(key, { shares })).body).toMatchObject({ total: "1000", wallets: 10_000 });
  });

  it("is refused at once above the free balance, with both amounts, and leaves nothing behind", async () => {
    const { pool } = service.world.context.chain.contracts;
    const balance = vi.spyOn(pool, "view").mockResolvedValue({ value: 34_999_999n, ledger: 1 } as never);
    const { key } = await service.merchant(null);
    const { status, body } = await create(key);
    balance.mockRestore();
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "balance_short", detail: expect.stringMatching(/ is 3\.4999999, .* 3\.5\./) });
    expect((await service.call("GET /api/drops", { key })).body.data).toEqual([]);
  });

  it("with an Idempotency-Key makes one drop, however often and however concurrently", async () => {
    const { key } = await service.merchant(null);
    const [shares, ends_at] = [[share()], inDays(9)];
    const ask = () => create(key, { shares, ends_at }, { "idempotency-key": "drop-1" });
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await service.call("GET /api/drops", { key })).body.data).toHaveLength(1);
  });

  it("answers a repeat under its Idempotency-Key also when the drop has expired", async () => {
    const { key } = await service.merchant(null);
    const [shares, ends_at] = [[share()], inDays(9)];
    const ask = () => create(key, { shares, ends_at }, { "idempotency-key": "drop-1" });
    const first = await ask();
    service.world.context.clock = { now: () => new Date(Date.now() + 10 * DAY_MS) };
    const again = await ask();
    backToNow();
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  const wallet = newWallet();
  it.each([
    ["shares", { shares: [] }],
    ["shares", { shares: undefined }],
    ["shares", { csv: `${wallet},1` }],
    ["shares.1.wallet_address", { shares: [share("1", wallet), share("2", wallet)] }],
    ["shares.0.amount", { shares: [share("0")] }],
    ["shares", { shares: [share("922337203685"), share("922337203685")] }],
    ["csv", { shares: undefined, csv: "wallet,amount\n" }],
    ["csv.2", { shares: undefined, csv: `${wallet},1\n${wallet}` }],
    ["csv.3", { shares: undefined, csv: `${wallet},1\n\n${wallet},"1\n` }],
    ["csv.2", { shares: undefined, csv: `${wallet},1\n${newWallet()},1,000\n` }],
    ["csv.1", { shares: undefined, csv: `${wallet};1\n${newWallet()};1\n` }],
    ["csv.4", { shares: undefined, csv: `wallet,amount\n${wallet},1\n\n${wallet},2\n` }],
    ["ends_at", { ends_at: inDays(367) }],
    ["ends_at", { ends_at: inDays(-1) }],
    ["ends_at", { starts_at: inDays(5), ends_at: inDays(4) }],
    ["name", { name: "" }],
  ])("names %s for %j", async (field, change) => {
    const { key } = await service.merchant(null);
    expect((await create(key, change)).body).toMatchObject({ status: 422, errors: [{ field }] });
  });

  it("names csv for more than 10,000 lines", async () => {
    const { key } = await service.merchant(null);
    const csv = `wallet,amount\n${Array.from({ length: 10_001 }, () => `${newContract()},1\n`).join("")}`;
    const errors = [{ field: "csv", message: "must contain 1 to 10000 wallets" }];
    expect((await create(key, { shares: undefined, csv })).body).toMatchObject({ status: 422, errors });
  });

  it("never repeats the text of a wrong line, which may be a secret", async () => {
    const { key } = await service.merchant(null);
    const secret = Keypair.random().secret();
    const messageOf = async (line: string, message: RegExp) => {
      const { body } = await create(key, { shares: undefined, csv: `${newWallet()},1\n${line}\n` });
      expect(body.errors).toEqual([{ field: "csv.2", message: expect.stringMatching(message) }]);
      expect(JSON.stringify(body) + service.world.logs.join()).not.toContain(secret);
    };
    await messageOf(`${secret},1`, /^wallet_address .*secret key: never send one/);
    await messageOf(`"a ${secret}"b,1`, /^column 1 has text after its closing quote/);
    await messageOf(`${secret}"b",1`, /^column 1 has a quote but isn't quoted/);
  });
});

const take = (id: number, credentials: object, step: string) =>
  service.call(`POST /api/drops/${id}/steps`, { ...credentials, body: { step } });

it.each(["cancel", "sweep"])("the step %s is the merchant's alone", async (step) => {
  const [{ key }, stranger, { accessToken: token }] = [
    await service.merchant(null),
    await service.merchant(null),
    await service.user(),
  ];
  const { id } = (await create(key, { starts_at: inDays(3) })).body;
  expect((await take(id, { key: stranger.key }, step)).body).toMatchObject({ status: 404, code: "not_found" });
  for (const others of [{}, { token }])
    expect((await take(id, others, step)).body).toMatchObject({ status: 401, code: "missing_api_key" });
  const message = `has ${step}x, which is not a step: did you mean ${step}?`;
  expect((await take(id, { key }, `${step}x`)).body.errors).toEqual([{ field: "step", message }]);
});

it("offers its merchant a step while the ledger's clock, which tests can move, lets it be taken", async () => {
  const { key } = await service.merchant(null);
  const [starts_at, ends_at] = [inDays(3), inDays(9)];
  const { id } = (await create(key, { starts_at, ends_at })).body;
  const stepsAt = async (time?: string) => {
    if (time) service.world.chain.closeTime = new Date(time);
    return (await service.call(`GET /api/drops/${id}`, { key })).body.next_steps;
  };
  expect(await stepsAt()).toEqual([]);
  await activate(id);
  expect(await stepsAt()).toEqual(["cancel"]);
  expect(await stepsAt(starts_at)).toEqual([]);
  expect(await stepsAt(ends_at)).toEqual(["sweep"]);
  expect((await take(id, { key }, "sweep")).body).toMatchObject({ status: "sweeping" });
  expect(await stepsAt()).toEqual([]);
  delete service.world.chain.closeTime;
});

describe("the step sweep", () => {
  const sweep = (key: string, id: number) => take(id, { key }, "sweep");

  it("is one job, however often it is requested, and shows what came back", async () => {
    const { key } = await service.merchant(null);
    const id = await expired(key);
    const replies = await Promise.all([sweep(key, id), sweep(key, id)]);
    expect(replies.map(({ status, body }) => [status, body.status])).toEqual(Array(2).fill([202, "sweeping"]));
    expect(await jobOf(`drop-sweep:${id}`)).toMatchObject({ payload: { kind: "drop-sweep", drop_id: id } });
    await service.world.context.db.commit((store) =>
      drops.finishSweep(store, id, { remainder: 1_5000000n, txHash: "e".repeat(64), now: new Date() }),
    );
    expect(await sweep(key, id)).toMatchObject({
      status: 200,
      body: { status: "swept", remainder: "1.5", end_tx_hash: "e".repeat(64) },
    });
    backToNow();
  });

  it("is requested once the ledger's clock has passed the end, which tests can move", async () => {
    const { key } = await service.merchant(null);
    const { id } = (await create(key)).body;
    await activate(id);
    expect((await sweep(key, id)).body.code).toBe("drop_not_sweepable");
    service.world.chain.closeTime = new Date(Date.now() + 31 * DAY_MS);
    expect((await sweep(key, id)).status).toBe(202);
    delete service.world.chain.closeTime;
  });

  it("waits for the drop's end, and for the drop", async () => {
    const { key } = await service.merchant(null);
    const { id } = (await create(key)).body;
    expect((await sweep(key, id)).body).toMatchObject({
      code: "drop_not_sweepable",
      detail: expect.stringMatching(/is pending/),
    });
    await activate(id);
    expect((await sweep(key, id)).body).toMatchObject({ status: 409, detail: expect.stringMatching(/expires at/) });
  });

  it("leaves the drop unchanged if the ledger refuses it, with the reason", async () => {
    const { key } = await service.merchant(null);
    const id = await expired(key);
    await sweep(key, id);
    await refuse(id, "no");
    const { body } = await service.call(`GET /api/drops/${id}`, { key });
    expect(body).toMatchObject({ status: "active", error_message: "no" });
    backToNow();
  });
});

describe("a drop that is stored in parts", () => {
  const sharesOf = (id: number) =>
    service.world.context.db.read(async (store) =>
      (await store.select().from(dropShares)).filter(({ drop_id }) => drop_id === id),
    );
  const stage = async (merchantId: number) => {
    const { context } = service.world;
    const now = context.clock.now();
    const times = { opens_at: now, expires_at: new Date(now.getTime() + DAY_MS) };
    const plan = await drops.plan(context, { name: "Thanks", ...times, shares: shares() }, now);
    return drops.stage(context, merchantId, plan, { now });
  };
  const shares = () => Array.from({ length: 1_500 }, () => ({ wallet: newWallet(), amount: 1n }));
  const prune = (hours: number) => {
    const now = new Date(Date.now() + hours * (DAY_MS / 24));
    const context = { ...service.world.context, clock: { now: () => now } };
    return pruneJob.run(context, { signal: new AbortController().signal, progress: async () => {} });
  };

  it("leaves nothing if it isn't created, by whatever refuses it in the end", async () => {
    const { id: merchantId, key } = await service.merchant(null);
    const { db } = service.world.context;
    const { commit } = db;
    db.commit = (unit) =>
      commit.call(db, async (store) => {
        const done = await unit(store);
        if ((await store.select().from(jobs)).some(({ group }) => group === String(merchantId)))
          throw new Error("refused");
        return done;
      }) as ReturnType<typeof unit>;
    expect((await create(key)).status).toBe(500);
    db.commit = commit;
    expect((await service.call("GET /api/drops", { key })).body.data).toEqual([]);

    const staged = await stage(merchantId);
    expect(await sharesOf(staged.id)).toHaveLength(1_500);
    await drops.discard(service.world.context, staged);
    expect(await sharesOf(staged.id)).toEqual([]);
    expect((await service.call("GET /api/drops", { key })).body.data).toEqual([]);
  });

  it("has failed if the process died meanwhile, and its shares are deleted an hour later, as those of one that the ledger refused", async () => {
    const { id: merchantId, key } = await service.merchant(null);
    const interrupted = await stage(merchantId);
    const [kept, refused] = [(await create(key)).body.id, (await create(key)).body.id];
    await refuse(refused, "no");
    await prune(0.9);
    expect(await sharesOf(interrupted.id)).toHaveLength(1_500);
    await prune(1.1);
    expect([await sharesOf(interrupted.id), await sharesOf(refused)]).toEqual([[], []]);
    expect(await sharesOf(kept)).toHaveLength(2);
    const { body } = await service.call(`GET /api/drops/${interrupted.id}`, { key });
    expect(body).toMatchObject({ status: "failed", error_message: expect.stringMatching(/create it again/) });
  });
});

describe("the step cancel", () => {
  const cancel = (key: string, id: number) => take(id, { key }, "cancel");
  const unopened = async (key: string) => {
    const { id } = (await create(key, { starts_at: inDays(3) })).body;
    await activate(id);
    return id;
  };

  it("is one job, however often it is requested, and shows that the total came back", async () => {
    const { key } = await service.merchant(null);
    const id = await unopened(key);
    const replies = await Promise.all([cancel(key, id), cancel(key, id)]);
    expect(replies.map(({ status, body }) => [status, body.status])).toEqual(Array(2).fill([202, "cancelling"]));
    expect(await jobOf(`drop-cancel:${id}`)).toMatchObject({ payload: { kind: "drop-cancel", drop_id: id } });
    await service.world.context.db.commit((store) =>
      drops.finishCancel(store, id, { remainder: 3_5000000n, txHash: "e".repeat(64), now: new Date() }),
    );
    expect(await cancel(key, id)).toMatchObject({ status: 200, body: { status: "cancelled", remainder: "3.5" } });
  });

  it("is for drops on the ledger that have not opened, of this merchant", async () => {
    const { key } = await service.merchant(null);
    const { id } = (await create(key, { starts_at: inDays(3) })).body;
    expect((await cancel(key, id)).body).toMatchObject({
      code: "drop_not_cancellable",
      detail: expect.stringMatching(/is pending/),
    });
    const { id: open } = (await create(key)).body;
    await activate(open);
    expect((await cancel(key, open)).body).toMatchObject({ status: 409, detail: expect.stringMatching(/opened at/) });
    expect((await cancel((await service.merchant(null)).key, open)).status).toBe(404);
  });

  it("leaves the drop as it is if it opens before the ledger takes it, with the reason", async () => {
    const { key } = await service.merchant(null);
    const id = await unopened(key);
    await cancel(key, id);
    await refuse(id, "open");
    const { body } = await service.call(`GET /api/drops/${id}`, { key });
    expect(body).toMatchObject({ status: "active", error_message: "open" });
  });
});

describe("a claim on a wallet's behalf", () => {
  const options = () => ({ now: service.world.context.clock.now() });
  const claim = (id: number, wallet: string) =>
    service.world.context.db.commit((store) => claimOnBehalf(store, id, wallet, options()));

  it("is one job per share, in a queue of the drop's own", async () => {
    const { id: merchantId, key } = await service.merchant(null);
    const { wallet_address } = share();
    const { id } = (await create(key, { shares: [share(), share("4", wallet_address)] })).body;
    await expect(claim(id, wallet_address)).rejects.toMatchObject({ status: 409, code: "drop_not_open" });
    await activate(id);
    const claims = await Promise.all([claim(id, wallet_address), claim(id, wallet_address)]);
    expect(claims.map((claimed) => claimed.share)).toEqual(Array(2).fill(claims[0]?.share));
    expect(claims[0]?.share).toMatchObject({ leaf: 1, amount: 4_0000000n, claim_status: "pending" });
    expect(await jobOf(`drop-claim:${id}:1`)).toMatchObject({ group: `${merchantId}/drop:${id}` });
    await expect(claim(id, newWallet())).rejects.toMatchObject({ status: 404 });
    await expect(claim(999_999, wallet_address)).rejects.toMatchObject({ status: 404 });
  });

  it("is refused before the drop opens and after it expires", async () => {
    const { key } = await service.merchant(null);
    const { wallet_address } = share();
    const shares = [share("1", wallet_address)];
    const { id } = (await create(key, { shares, starts_at: inDays(3) })).body;
    await activate(id);
    await expect(claim(id, wallet_address)).rejects.toMatchObject({ detail: expect.stringMatching(/opens at/) });
    service.world.context.clock = { now: () => new Date(Date.now() + 31 * DAY_MS) };
    await expect(claim(id, wallet_address)).rejects.toMatchObject({ detail: expect.stringMatching(/expired at/) });
    backToNow();
  });
});
