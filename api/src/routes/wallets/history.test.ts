import { recordSubjects } from "@merit/core/ledger/contract-events/subjects.ts";
import * as drops from "@merit/core/payouts/drops/store.ts";
import { confirm } from "@merit/core/payouts/rewards/settle.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { newContract, newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activeDrop, provenWallet } from "../../testing/drops.ts";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const pool = newContract();
let events = 0;

/** An event of the reward asset as the indexer stores it; answers its transaction. */
async function moved(type: string, data: object, txHash?: string): Promise<string> {
  events += 1;
  const tx_hash = txHash ?? events.toString(16).padStart(64, "0");
  const row = {
    id: `${String(events).padStart(19, "0")}-0000000001`,
    contract_id: newContract(),
    contract: "asset",
    type,
    ledger: events,
    ledger_closed_at: new Date(events * 1000),
    tx_hash,
    data,
  };
  await service.world.context.db.commit(async (store) => {
    await store.insert(contractEvents).values(row);
    await recordSubjects(store, [row], [pool]);
  });
  return tx_hash;
}

const history = (token: string, address: string, query = "") =>
  service.call(`GET /api/wallet/${address}/history${query}`, { token });

async function owner() {
  const user = await service.user();
  return { ...user, wallet: (await provenWallet(service, user.id)).publicKey() };
}

describe("GET /wallet/<address>/history", () => {
  it("lists incoming and outgoing payments with their purpose, newest first", async () => {
    const { accessToken: token, wallet } = await owner();
    const { id: merchantId, key, campaignId } = await service.merchant();
    const reward = {
      idempotency_key: crypto.randomUUID(),
      campaign_id: campaignId,
      wallet_address: wallet,
      amount: "2",
    };
    const { body: issuance } = await service.call("POST /api/rewards/issue", { key, body: reward });
    const drop = await activeDrop(service, merchantId, [wallet]);
    const friend = newWallet();

    const paid = await moved("transfer", { from: pool, to: wallet, amount: "20000000", asset: "MERIT:G" });
    const claimed = await moved("transfer", { from: pool, to: wallet, amount: "25000000", asset: "MERIT:G" });
    await moved("transfer", { from: wallet, to: friend, amount: "5", asset: "MERIT:G" });
    await moved("transfer", { from: pool, to: friend, amount: "7", asset: "MERIT:G" });
    await moved("burn", { from: wallet, amount: "1", asset: "MERIT:G" });
    await moved("approve", { from: wallet, spender: friend, amount: "9", asset: "MERIT:G" });
    const { db, settings } = service.world.context;
    await db.commit(async (store) => {
      await confirm(store, [{ id: issuance.id, txHash: paid }], { settings, now: new Date() });
      await drops.recordClaimed(store, { drop_id: drop.id, leaf: 0 }, claimed);
    });

    const { status, body } = await history(token, wallet);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { type: "burn", direction: "out", amount: "0.0000001", counterparty: null, cause: null },
      { type: "transfer", direction: "out", amount: "0.0000005", counterparty: friend, cause: null },
      {
        direction: "in",
        amount: "2.5",
        counterparty: pool,
        cause: { kind: "drop", drop_id: drop.id },
        tx_hash: claimed,
      },
      { direction: "in", amount: "2", cause: { kind: "reward", issuance_id: issuance.id, campaign_id: campaignId } },
    ]);
  });

  it("goes by pages, each movement once, one to the wallet itself too", async () => {
    const { accessToken: token, wallet } = await owner();
    for (let i = 1; i <= 3; i++) {
      await moved("transfer", { from: pool, to: wallet, amount: String(i), asset: "MERIT:G" });
      await moved("transfer", { from: wallet, to: wallet, amount: String(10 * i), asset: "MERIT:G" });
    }
    const toItself = (await history(token, wallet)).body.data.filter(
      (row: { counterparty: string }) => row.counterparty === wallet,
    );
    expect(toItself).toMatchObject(Array(3).fill({ direction: "in", cause: null }));
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await history(token, wallet, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map(({ amount }: { amount: string }) => amount));
      cursor = body.next_cursor ?? "";
    } while (cursor);
    expect(seen).toEqual(["0.000003", "0.0000003", "0.000002", "0.0000002", "0.000001", "0.0000001"]);
    expect((await history(token, wallet, "?cursor=bm90")).body.errors).toMatchObject([{ field: "cursor" }]);
  });

  it("names the reward of each payment of a transaction once, also where they are on different pages", async () => {
    const { accessToken: token, wallet } = await owner();
    const { key, campaignId } = await service.merchant();
    const friend = newWallet();
    const paid: string[] = [];
    const ids: number[] = [];
    for (const wallet_address of [wallet, wallet, friend, wallet]) {
      const body = { idempotency_key: crypto.randomUUID(), campaign_id: campaignId, wallet_address, amount: "2" };
      ids.push((await service.call("POST /api/rewards/issue", { key, body })).body.id);
      paid.push(
        await moved("transfer", { from: pool, to: wallet_address, amount: "20000000", asset: "MERIT:G" }, paid[0]),
      );
    }
    await moved("transfer", { from: wallet, to: friend, amount: "20000000", asset: "MERIT:G" }, paid[0]);
    const { db, settings } = service.world.context;
    const all = ids.map((id) => ({ id, txHash: paid[0] as string }));
    await db.commit((store) => confirm(store, all, { settings, now: new Date() }));
    const own = [null, ids[3], ids[1], ids[0]];
    for (const limit of [1, 2, 3, 4]) {
      const seen: (number | null)[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const { body } = await history(token, wallet, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        seen.push(
          ...body.data.map(({ cause }: { cause: { issuance_id: number } | null }) => cause?.issuance_id ?? null),
        );
        cursor = body.next_cursor;
      }
      expect([limit, seen]).toEqual([limit, own]);
    }
  });

  it("is for wallets that the caller has proven", async () => {
    const { wallet } = await owner();
    const { accessToken } = await service.user();
    expect((await history(accessToken, wallet)).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await service.call(`GET /api/wallet/${wallet}/history`)).status).toBe(401);
  });
});

describe("GET /transactions of a user", () => {
  it("lists what merchants paid to the user's proven wallets, and nothing else", async () => {
    const user = await owner();
    const { key, campaignId } = await service.merchant();
    const issue = async (wallet_address: string) => {
      const body = { idempotency_key: crypto.randomUUID(), campaign_id: campaignId, wallet_address, amount: "1" };
      const { id } = (await service.call("POST /api/rewards/issue", { key, body })).body;
      const { db, settings } = service.world.context;
      const paid = [{ id, txHash: "a".repeat(64) }];
      await db.commit((store) => confirm(store, paid, { settings, now: new Date() }));
      return id;
    };
    const [first, , second] = [await issue(user.wallet), await issue(newWallet()), await issue(user.wallet)];
    const list = (query = "") => service.call(`GET /api/transactions${query}`, { token: user.accessToken });
    expect((await list()).body.data.map(({ id }: { id: string }) => id)).toEqual([
      `reward-${second}`,
      `reward-${first}`,
    ]);
    const { body: page } = await list("?limit=1");
    expect(page).toMatchObject({ data: [{ issuance_id: second, campaign_id: campaignId }], has_more: true });
    expect((await list(`?cursor=${page.next_cursor}`)).body.data).toMatchObject([{ issuance_id: first }]);
    expect((await list(`?campaign_id=${campaignId + 1}`)).body.data).toEqual([]);
    expect((await list(`?wallet_address=${newWallet()}`)).body.data).toEqual([]);
    const stranger = await service.user();
    const { body } = await service.call("GET /api/transactions", { token: stranger.accessToken });
    expect(body.data).toEqual([]);
  });

  it("lists claimed shares of drops among the rewards, page by page, once their event is indexed", async () => {
    const user = await owner();
    const wallets = [user.wallet, (await provenWallet(service, user.id)).publicKey()];
    const { id: merchantId } = await service.merchant();
    const { id } = await activeDrop(service, merchantId, wallets);
    const list = async (query = "") =>
      (await service.call(`GET /api/transactions${query}`, { token: user.accessToken })).body;
    const hash = "f".repeat(64);
    for (const leaf of [0, 1]) {
      await service.world.context.db.commit((store) => drops.recordClaimed(store, { drop_id: id, leaf }, hash));
    }
    expect((await list()).data).toEqual([]);
    await moved("transfer", {}, hash);
    const share = {
      issuance_id: null,
      drop_id: id,
      type: "drop",
      drop_name: "Thanks",
      campaign_id: null,
      amount: "2.5",
      tx_hash: hash,
    };
    const first = await list("?limit=1");
    expect(first).toMatchObject({ data: [share], has_more: true });
    const paidAt = first.data[0].created_at;
    expect((await list(`?from=${paidAt}`)).data).toHaveLength(2);
    expect((await list(`?to=${paidAt}`)).data).toEqual([]);
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ data: [share], has_more: false });
    const paid = [...first.data, ...second.data].map(({ wallet_address }) => wallet_address);
    expect(paid.sort()).toEqual([...wallets].sort());
    const ids = [...first.data, ...second.data].map((row) => row.id);
    expect(ids.sort()).toEqual([`drop-${id}-0`, `drop-${id}-1`]);
    const show = (token: string) => service.call(`GET /api/transactions/${first.data[0].id}`, { token });
    expect(await show(user.accessToken)).toMatchObject({ status: 200, body: first.data[0] });
    expect((await show((await service.user()).accessToken)).status).toBe(404);
    expect((await list(`?wallet_address=${user.wallet}`)).data).toHaveLength(1);
    expect((await list("?campaign_id=1")).data).toEqual([]);
    expect((await list("?cursor=YmVmb3JlOjU")).errors).toMatchObject([{ field: "cursor" }]);
  });
});
