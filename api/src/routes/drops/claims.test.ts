import { fromSeconds, toSeconds } from "@merit/core/base/days.ts";
import * as walletRows from "@merit/core/parties/wallets/store.ts";
import { record } from "@merit/core/payouts/drops/on-chain.ts";
import * as rows from "@merit/core/payouts/drops/store.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { activeDrop, provenWallet } from "../../testing/drops.ts";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let merchantId: number;
let merchantKey: string;
beforeAll(async () => {
  service = await startService();
  ({ id: merchantId, key: merchantKey } = await service.merchant(null));
});
afterAll(() => service[Symbol.asyncDispose]());

interface Claimant extends TestUser {
  wallet: string;
}

async function claimant(): Promise<Claimant> {
  const user = await service.user();
  return { ...user, wallet: (await provenWallet(service, user.id)).publicKey() };
}

const open = (...addresses: string[]) => activeDrop(service, merchantId, [...addresses, newWallet()]);
const eligible = (token: string, query = "") => service.call(`GET /api/drops/eligible${query}`, { token });
const claim = (token: string, id: number, body?: object, headers: Record<string, string> = {}) =>
  service.call(`POST /api/drops/${id}/claim`, { token, headers, ...(body && { body }) });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const commit: TestService["world"]["context"]["db"]["commit"] = (unit) => service.world.context.db.commit(unit);
const claimJobs = (id: number) =>
  service.world.context.db.read(async (store) =>
    (await store.select().from(jobs)).filter(({ key }) => key.startsWith(`drop-claim:${id}:`)),
  );

describe("GET /drops/eligible", () => {
  it("lists the shares of proven wallets with what a wallet needs to claim them itself", async () => {
    const { accessToken: token, wallet } = await claimant();
    const drop = await open(wallet);
    const { status, body } = await eligible(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        {
          drop_id: drop.id,
          merchant_id: merchantId,
          name: "Thanks",
          wallet_address: wallet,
          amount: "2.5",
          claimable: true,
          claim_status: null,
          contract_drop_id: drop.contract_drop_id,
          index: 0,
          proof: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        },
      ],
      has_more: false,
    });
  });

  it("lists drops that open later, but none that are over or pending, and none of unproven wallets", async () => {
    const { id: userId, accessToken: token, wallet } = await claimant();
    const unproven = newWallet();
    const row = { address: unproven, user_id: userId, proven_at: null, created_at: new Date() };
    await commit((store) => walletRows.insert(store, row));
    await open(unproven);
    await activeDrop(service, merchantId, [wallet], { opens_at: inDays(-2), expires_at: new Date(Date.now() - 1000) });
    const later = await activeDrop(service, merchantId, [wallet], { opens_at: inDays(1), expires_at: inDays(2) });
    const { data } = (await eligible(token)).body;
    expect(data).toMatchObject([{ drop_id: later.id, claimable: false }]);
  });

  it("goes by the ledger's clock, which tests can move, and by this machine's while the node is down", async () => {
    const { accessToken: token, wallet } = await claimant();
    const { id } = await activeDrop(service, merchantId, [wallet], { opens_at: inDays(1), expires_at: inDays(3) });
    const [open, over] = [inDays(2), inDays(4)];
    const envelope = { wallet_address: wallet, call: "drop-claim", drop: id };
    const build = () => service.call("POST /api/wallet/envelope", { token, body: envelope });
    const { chain } = service.world;
    onTestFinished(() => {
      chain.down = false;
      delete chain.closeTime;
    });
    chain.closeTime = open;
    expect((await eligible(token)).body.data).toMatchObject([{ drop_id: id, claimable: true }]);
    const shown = await service.call(`GET /api/drops/${id}`, { token });
    expect(shown.body.shares).toMatchObject([{ claimable: true }]);
    expect((await build()).status).toBe(201);
    chain.closeTime = over;
    expect((await eligible(token)).body.data).toEqual([]);
    expect((await build()).body.code).toBe("drop_not_open");
    expect((await claim(token, id)).body.code).toBe("drop_not_open");
    chain.down = true;
    expect((await eligible(token)).body.data).toMatchObject([{ drop_id: id, claimable: false }]);
    chain.down = false;
    chain.closeTime = open;
    expect((await claim(token, id)).status).toBe(202);
  });

  it("goes by pages, each share once", async () => {
    const user = await claimant();
    const second = (await provenWallet(service, user.id)).publicKey();
    for (let i = 0; i < 3; i++) await open(user.wallet, second);
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await eligible(user.accessToken, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.data.map(({ drop_id, index }: { drop_id: number; index: number }) => `${drop_id}:${index}`));
      cursor = body.next_cursor ?? "";
    } while (cursor);
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
    expect((await eligible(user.accessToken, "?cursor=nonsense")).body.errors).toMatchObject([{ field: "cursor" }]);
  });
});

describe("GET /drops/<id>", () => {
  it("shows users a drop with their shares, and hides drops in which they have none", async () => {
    const { accessToken: token, wallet } = await claimant();
    const mine = await open(wallet);
    const { body } = await service.call(`GET /api/drops/${mine.id}`, { token });
    expect(body).toMatchObject({ id: mine.id, total: "5", wallets: 2, shares: [{ wallet_address: wallet }] });
    const other = await open();
    expect((await service.call(`GET /api/drops/${other.id}`, { token })).body.code).toBe("not_found");
    const asMerchant = await service.call(`GET /api/drops/${mine.id}`, { key: merchantKey });
    expect(asMerchant.body).not.toHaveProperty("shares");
  });
});

describe("POST /drops/<id>/claim", () => {
  it("makes one claim, however often and concurrently it is called", async () => {
    const { accessToken: token, wallet } = await claimant();
    const { id } = await open(wallet);
    const replies = await Promise.all(Array.from({ length: 8 }, () => claim(token, id)));
    for (const { status, body } of replies) {
      expect(status).toBe(202);
      expect(body).toMatchObject({ drop_id: id, wallet_address: wallet, claim_status: "pending", claimable: false });
    }
    expect(await claimJobs(id)).toMatchObject([{ payload: { kind: "drop-claim", drop_id: id, leaf: 0 } }]);
  });

  it("with an Idempotency-Key answers a repeat as the first time", async () => {
    const { accessToken: token, wallet } = await claimant();
    const { id } = await open(wallet);
    const first = await claim(token, id, {}, { "idempotency-key": "c" });
    await commit((store) => rows.recordClaimed(store, { drop_id: id, leaf: 0 }, "e".repeat(64)));
    const again = await claim(token, id, {}, { "idempotency-key": "c" });
    expect(again).toMatchObject({ status: 202, body: first.body });
    expect((await claim(token, id, { wallet_address: wallet }, { "idempotency-key": "c" })).body.code).toBe(
      "idempotency_key_reused",
    );
  });

  it("answers 200 for a share that the wallet claimed itself, according to the indexed event", async () => {
    const { accessToken: token, wallet } = await claimant();
    const drop = await open(wallet);
    const data = { drop: String(drop.contract_drop_id), wallet, index: 0, amount: "25000000" };
    for (let i = 0; i < 2; i++) {
      await commit((store) =>
        record(store, { type: "claim", tx_hash: "f".repeat(64), ledger_closed_at: new Date(), data }),
      );
    }
    const expected = { claim_status: "claimed", claim_tx_hash: "f".repeat(64), claimable: false };
    expect(await claim(token, drop.id)).toMatchObject({ status: 200, body: expected });
    expect((await eligible(token)).body.data).toMatchObject([expected]);
    const { body: asMerchant } = await service.call(`GET /api/drops/${drop.id}`, { key: merchantKey });
    expect(asMerchant.claimed).toEqual({ wallets: 1, amount: "2.5" });
    expect(await claimJobs(drop.id)).toEqual([]);
  });

  it("can be opened early by the merchant's owner on the ledger, and ended by a guardian", async () => {
    const { accessToken: token, wallet } = await claimant();
    // Ledgers close at whole seconds.
    const now = fromSeconds(toSeconds(new Date()));
    const later = new Date(now.getTime() + 1_800_000);
    const drop = await activeDrop(service, merchantId, [wallet], { opens_at: later });
    expect(await claim(token, drop.id)).toMatchObject({ status: 409, body: { code: "drop_not_open" } });
    const event = (type: string, data: object) => ({
      ...{ type, tx_hash: "f".repeat(64), ledger_closed_at: now },
      data: { drop: String(drop.contract_drop_id), merchant: String(merchantId), ...data },
    });
    for (let again = 0; again < 2; again++) {
      await commit((store) => record(store, event("drop_opened", { owner: wallet })));
    }
    expect(await claim(token, drop.id)).toMatchObject({ status: 202 });
    for (let again = 0; again < 2; again++) {
      await commit((store) => record(store, event("drop_cancelled", { remainder: "25000000", operator: wallet })));
    }
    const { body } = await service.call(`GET /api/drops/${drop.id}`, { key: merchantKey });
    expect(body).toMatchObject({ status: "cancelled", remainder: "2.5", end_tx_hash: "f".repeat(64) });
    const { body: told } = await service.call(`GET /api/events?object=drop&object_id=${drop.id}`, { key: merchantKey });
    const [cancelled, opened, activated] = told.data;
    expect(told.data.map(({ type }: { type: string }) => type)).toEqual([
      ...["drop.cancelled", "drop.opened", "drop.activated", "drop.created"],
    ]);
    expect(activated.data.starts_at).toBe(later.toISOString());
    expect(opened.data).toMatchObject({ status: "active", starts_at: now.toISOString() });
    expect(cancelled.data).toMatchObject({ status: "cancelled", starts_at: now.toISOString() });
  });

  it("may be asked for again after it failed", async () => {
    const { accessToken: token, wallet } = await claimant();
    const { id } = await open(wallet);
    await claim(token, id);
    await commit(async (store) => {
      await rows.updateClaim(store, { drop_id: id, leaf: 0 }, { claim_status: "failed", claim_error: "no trustline" });
      await store.delete(jobs);
    });
    expect((await eligible(token)).body.data).toMatchObject([{ claimable: true, claim_error: "no trustline" }]);
    expect(await claim(token, id)).toMatchObject({ status: 202, body: { claim_error: null } });
  });

  it("requires the wallet if several have a share, and accepts only one of these", async () => {
    const user = await claimant();
    const second = (await provenWallet(service, user.id)).publicKey();
    const { id } = await open(user.wallet, second);
    expect((await claim(user.accessToken, id)).body).toMatchObject({
      status: 422,
      errors: [{ field: "wallet_address" }],
    });
    const named = await claim(user.accessToken, id, { wallet_address: second });
    expect(named).toMatchObject({ status: 202, body: { wallet_address: second } });
    const foreign = await claim(user.accessToken, id, { wallet_address: newWallet() });
    expect(foreign.body).toMatchObject({ status: 404, code: "not_found" });
  });

  it.each([
    ["opens later", { opens_at: inDays(1), expires_at: inDays(2) }, /opens at/],
    ["has expired", { opens_at: inDays(-2), expires_at: new Date(Date.now() - 1000) }, /expired at/],
  ])("is refused if the drop %s", async (_, window, reason) => {
    const { accessToken: token, wallet } = await claimant();
    const { id } = await activeDrop(service, merchantId, [wallet], window);
    const { body } = await claim(token, id);
    expect(body).toMatchObject({ status: 409, code: "drop_not_open", detail: expect.stringMatching(reason) });
  });

  it("is refused to strangers, merchants and muxed addresses", async () => {
    const { wallet } = await claimant();
    const stranger = await claimant();
    const { id } = await open(wallet);
    for (const body of [undefined, { wallet_address: wallet }]) {
      expect((await claim(stranger.accessToken, id, body)).body).toMatchObject({ status: 404, code: "not_found" });
    }
    expect((await service.call(`POST /api/drops/${id}/claim`, { key: merchantKey })).status).toBe(401);
    const muxed = `M${Keypair.random().publicKey().slice(1)}AAAAAAAAAAAAA`;
    const { body } = await claim(stranger.accessToken, id, { wallet_address: muxed });
    expect(body.errors[0]).toMatchObject({ field: "wallet_address", message: expect.stringMatching(/muxed address/) });
  });
});
