import { systemClock } from "@merit/core/base/clock.ts";
import { shut, writeEpoch } from "@merit/core/payouts/rewards/epoch.ts";
import { confirm, fail } from "@merit/core/payouts/rewards/settle.ts";
import * as jobs from "@merit/core/store/jobs/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const [walletA, walletB] = [newWallet(), newWallet()];

async function issue(
  merchant: { key: string; campaignId: number },
  idempotency_key: string,
  wallet_address = walletA,
): Promise<number> {
  const body = { idempotency_key, campaign_id: merchant.campaignId, wallet_address, amount: "1.5" };
  return (await service.call("POST /api/rewards/issue", { key: merchant.key, body })).body.id;
}

/** An exhausted reward: failed, with its job in the dead letters. */
async function exhaust(merchant: { campaignId: number }, id: number) {
  const now = new Date();
  await service.world.context.db.commit(async (store) => {
    const claim = {
      queue: "reward-issuance",
      group: String(merchant.campaignId),
      owner: "w",
      now,
      limit: 60,
    } as const;
    const claimed = await jobs.claim(store, claim);
    const job = claimed.find(({ payload }) => (payload as { issuance_id: number }).issuance_id === id);
    if (!job) throw new Error("no job");
    await fail(store, id, { reason: "no trustline", now });
    await jobs.deadLetter(store, job, "no trustline", now);
  });
}

describe("GET /rewards/issuances of an administrator", () => {
  it("lists the rewards of the merchant that is named, and a merchant's key only its own", async () => {
    const [one, other] = [await service.merchant(), await service.merchant()];
    const [id] = [await issue(one, "a"), await issue(other, "a")];
    const { accessToken: token } = await service.admin();
    const list = (query: string, credentials: object = { token }) =>
      service.call(`GET /api/rewards/issuances${query}`, credentials);
    expect((await list(`?merchant_id=${one.id}`)).body.data).toMatchObject([{ id }]);
    expect((await list(`?merchant_id=${one.id}&status=failed`)).body.data).toEqual([]);
    expect((await list("")).body).toMatchObject({ status: 422, errors: [{ field: "merchant_id" }] });
    expect((await list("?merchant_id=999999")).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await list(`?merchant_id=${one.id}`, { key: one.key })).body.data).toMatchObject([{ id }]);
    expect((await list(`?merchant_id=${one.id}`, { key: other.key })).body).toMatchObject({ status: 404 });
  });
});

describe("GET /rewards/issuances/<id>", () => {
  it("shows the whole record to its merchant", async () => {
    const merchant = await service.merchant();
    const id = await issue(merchant, "a");
    const { status, body } = await service.call(`GET /api/rewards/issuances/${id}`, { key: merchant.key });
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      idempotency_key: "a",
      campaign_id: merchant.campaignId,
      user_id: null,
      wallet_address: walletA,
      amount: "1.5",
      status: "pending",
      tx_hash: null,
      error_message: null,
      attempts: 0,
      voucher_id: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it("is 404 for anybody else and 401 without a key", async () => {
    const [owner, stranger] = [await service.merchant(), await service.merchant()];
    const id = await issue(owner, "a");
    expect((await service.call(`GET /api/rewards/issuances/${id}`, { key: stranger.key })).status).toBe(404);
    expect((await service.call(`GET /api/rewards/issuances/${id}`)).status).toBe(401);
  });
});

describe("GET /rewards/issuances", () => {
  it("filters and pages through the merchant's own", async () => {
    const merchant = await service.merchant();
    await issue(await service.merchant(), "a");
    const [a, b, c] = [await issue(merchant, "a"), await issue(merchant, "b", walletB), await issue(merchant, "c")];
    const { db, settings } = service.world.context;
    const paid = [{ id: b, txHash: "d".repeat(64) }];
    await db.commit((store) => confirm(store, paid, { settings, now: new Date() }));
    const ids = async (query: string) => {
      const { body } = await service.call(`GET /api/rewards/issuances${query}`, { key: merchant.key });
      return body.data.map(({ id }: { id: number }) => id);
    };
    expect(await ids("")).toEqual([c, b, a]);
    expect(await ids("?status=confirmed")).toEqual([b]);
    expect(await ids(`?wallet_address=${walletA}`)).toEqual([c, a]);
    expect(await ids("?idempotency_key=a")).toEqual([a]);
    expect(await ids(`?campaign_id=${merchant.campaignId}&status=pending`)).toEqual([c, a]);
    expect(await ids("?campaign_id=999999")).toEqual([]);
    const first = await service.call("GET /api/rewards/issuances?limit=2", { key: merchant.key });
    expect(first.body).toMatchObject({ has_more: true });
    expect(await ids(`?limit=2&cursor=${first.body.next_cursor}`)).toEqual([a]);
  });

  it("filters by when they were issued: from the first moment to before the last", async () => {
    const merchant = await service.merchant();
    const created = new Map<number, string>();
    for (const [key, day] of [
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ] as const) {
      service.world.context.clock = { now: () => new Date(Date.UTC(2026, 0, day)) };
      created.set(await issue(merchant, key), `2026-01-0${day}T00:00:00.000Z`);
    }
    service.world.context.clock = systemClock;
    const ids = async (query: string) =>
      (await service.call(`GET /api/rewards/issuances?${query}`, { key: merchant.key })).body.data.map(
        ({ id }: { id: number }) => id,
      );
    const [a, b, c] = [...created.keys()];
    expect(await ids("from=2026-01-02T00:00:00Z")).toEqual([c, b]);
    expect(await ids("to=2026-01-02T00:00:00Z")).toEqual([a]);
    expect(await ids("from=2026-01-02T01:00:00%2B01:00&to=2026-01-03T00:00:00Z")).toEqual([b]);
  });

  it("pages through a period by time, also where a clock that was wrong gave a later reward an earlier time", async () => {
    const merchant = await service.merchant();
    const ids: number[] = [];
    for (const [key, day] of [
      ["a", 3],
      ["b", 9],
      ["c", 4],
      ["d", 4],
      ["e", 5],
    ] as const) {
      service.world.context.clock = { now: () => new Date(Date.UTC(2026, 0, day)) };
      ids.push(await issue(merchant, key));
    }
    service.world.context.clock = systemClock;
    const [a, b, c, d, e] = ids;
    const pagesOf = async (query: string) => {
      const pages: unknown[] = [];
      for (let cursor = ""; cursor !== "end"; ) {
        const { body } = await service.call(`GET /api/rewards/issuances?limit=2&${query}${cursor}`, merchant);
        pages.push(body.data.map(({ id }: { id: number }) => id));
        cursor = body.has_more ? `&cursor=${body.next_cursor}` : "end";
      }
      return pages;
    };
    expect(await pagesOf("from=2026-01-03T00:00:00Z")).toEqual([[b, e], [d, c], [a]]);
    expect(await pagesOf("from=2026-01-04T00:00:00Z&to=2026-01-09T00:00:00Z&status=pending")).toEqual([[e, d], [c]]);
  });

  it("names an invalid filter", async () => {
    const { key } = await service.merchant();
    const { body } = await service.call(
      "GET /api/rewards/issuances?status=paid&campaign_id=x&wallet_address=G1&page=2",
      { key },
    );
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "campaign_id",
      "page",
      "status",
      "wallet_address",
    ]);
  });
});

describe("dead letters", () => {
  it("stay where they are while the database is older than the ledger", async () => {
    const merchant = await service.merchant();
    const id = await issue(merchant, "a");
    await exhaust(merchant, id);
    const { db } = service.world.context;
    const redrive = () => service.call(`POST /api/rewards/issuances/${id}/redrive`, { key: merchant.key });
    await db.commit((store) => shut(store, "rebuilding", "restored", new Date()));
    expect((await redrive()).body).toMatchObject({ status: 503, code: "reconciling" });
    await db.commit((store) => writeEpoch(store, { status: "open" }, new Date()));
    expect((await redrive()).status).toBe(202);
  });

  it("list the merchant's exhausted rewards and redrive them", async () => {
    const merchant = await service.merchant();
    const stranger = await service.merchant();
    const id = await issue(merchant, "a");
    await exhaust(merchant, id);
    const list = (key: string, query = "") =>
      service.call(`GET /api/rewards/issuances?dead_letter=true${query}`, { key });
    expect((await list(merchant.key)).body).toMatchObject({
      data: [{ id, status: "failed", error_message: "no trustline" }],
      has_more: false,
    });
    await issue(merchant, "b");
    expect((await list(merchant.key)).body.data).toHaveLength(1);
    expect((await list(merchant.key, "&status=pending")).body.data).toEqual([]);
    const all = await service.call("GET /api/rewards/issuances?dead_letter=false", { key: merchant.key });
    expect(all.body.data).toHaveLength(2);
    const wrong = await service.call("GET /api/rewards/issuances?dead_letter=yes", { key: merchant.key });
    expect(wrong.body).toMatchObject({ status: 422, errors: [{ field: "dead_letter" }] });
    expect((await list(stranger.key)).body.data).toEqual([]);

    const redrive = (key: string) => service.call(`POST /api/rewards/issuances/${id}/redrive`, { key });
    expect((await redrive(stranger.key)).status).toBe(404);
    expect(await redrive(merchant.key)).toMatchObject({
      status: 202,
      body: { id, status: "pending", error_message: null },
    });
    expect((await redrive(merchant.key)).body).toMatchObject({ status: 409, code: "not_redrivable" });
    expect((await list(merchant.key)).body.data).toEqual([]);
  });

  it("a redrive needs room in the budget", async () => {
    const merchant = await service.merchant({ budget: 2_0000000n });
    const id = await issue(merchant, "a");
    await exhaust(merchant, id);
    await issue(merchant, "b");
    const reply = await service.call(`POST /api/rewards/issuances/${id}/redrive`, { key: merchant.key });
    expect(reply.body).toMatchObject({ status: 409, code: "budget_exhausted" });
    const { body } = await service.call(`GET /api/rewards/issuances/${id}`, { key: merchant.key });
    expect(body.status).toBe("failed");
  });
});
