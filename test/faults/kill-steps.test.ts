import type { FaultPoint } from "@merit/core/ledger/sending/fault.ts";
import { type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import type { Http } from "../support/http.ts";
import { atLength } from "../support/long.ts";
import { until } from "../support/processes.ts";
import { PASSPHRASE, type Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

// Like kill.test.ts, for other work than rewards: steps of campaigns, and claims of drops.

const SHARE = 25_000_000n;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The wallet logs in (SEP-10), which makes it its user's; headers of the session. */
async function login(api: Http, wallet: Wallet): Promise<Record<string, string>> {
  const { body } = await api.get(`/auth/wallet?account=${wallet.address}`);
  const { body: session } = await api.post("/auth/wallet", { transaction: sign(body.transaction, wallet) });
  return bearer(session.accessToken);
}

function sign(envelope: string, wallet: Wallet): string {
  const transaction = TransactionBuilder.fromXdr(envelope, PASSPHRASE) as Transaction;
  transaction.sign(wallet.keypair);
  return transaction.toXdr();
}

/** A drop that the ledger has, of which the wallet has a share. */
async function openDrop(world: World, merchant: Http, wallet: Wallet): Promise<number> {
  const ends_at = new Date((await world.ledgerTime()) + 86_400_000).toISOString();
  const shares = [{ wallet_address: wallet.address, amount: "2.5" }];
  const { body } = await merchant.post("/drops", { name: "Thanks", ends_at, shares });
  await until(async () => ((await merchant.get(`/drops/${body.id}`)).body.status === "active" ? true : undefined));
  return body.id;
}

const open = sharedWorld();

/** Has a service that kills itself at `point` asked for something, and restarts it once it is dead. */
async function killedAt(world: World, point: FaultPoint, ask: () => Promise<unknown>): Promise<void> {
  await world.arm(point);
  await world.killedItself(ask());
  await world.startServer();
}

for (const point of atLength<FaultPoint[]>(["after-stored"], ["after-stored", "after-closed"])) {
  test(`killed ${point} of funding a draft: one campaign, its budget reserved once`, async () => {
    const world = await open();
    const merchant = await world.merchant();
    const now = await world.ledgerTime();
    const window = { starts_at: new Date(now).toISOString(), ends_at: new Date(now + 86_400_000).toISOString() };
    // The demo grant of a new merchant comes first.
    await world.campaign(merchant);
    const { body: draft } = await merchant.post("/campaigns", {
      name: "Spring",
      budget: "500",
      draft: true,
      ...window,
    });
    await killedAt(world, point, () => merchant.post(`/campaigns/${draft.id}/steps`, { step: "fund" }));
    const campaign = await until(async () => {
      const { body } = await merchant.get(`/campaigns/me/${draft.id}`);
      return body.next_status === null ? body : undefined;
    });
    expect(campaign).toMatchObject({ status: "active", error_message: null });
    const { body: self } = await merchant.get("/merchants/me");
    expect(await world.contractEvents(merchant, `type=campaign_created&merchant_id=${self.id}`)).toHaveLength(2);
  });
}

for (const point of atLength<FaultPoint[]>(["after-closed"], ["after-closed", "after-stored"])) {
  test(`killed ${point} of settling a campaign: the rest returns once`, async () => {
    const world = await open();
    const merchant = await world.merchant();
    const id = await world.campaign(merchant);
    const settled = (status: string) =>
      until(async () => {
        const { body } = await merchant.get(`/campaigns/me/${id}`);
        return body.next_status === null && body.status === status ? body : undefined;
      });
    await merchant.post(`/campaigns/${id}/steps`, { step: "end" });
    await settled("ended");
    await killedAt(world, point, () => merchant.post(`/campaigns/${id}/steps`, { step: "settle" }));
    expect(await settled("settled")).toMatchObject({ remainder: "1000" });
    expect(await world.contractEvents(merchant, `type=campaign_settled&campaign_id=${id}`)).toHaveLength(1);
  });
}

for (const point of atLength<FaultPoint[]>(["after-stored"], ["after-stored", "after-closed"])) {
  test(`killed ${point} of a claim through the service: paid once`, async () => {
    const world = await open();
    const [merchant, wallet] = [await world.merchant(), await world.wallet()];
    const session = await login(world.api, wallet);
    const id = await openDrop(world, merchant, wallet);
    await killedAt(world, point, () => world.api.post(`/drops/${id}/claim`, {}, session));
    await until(async () => {
      const { body } = await world.api.post(`/drops/${id}/claim`, {}, session);
      return body.claim_status === "claimed" ? true : undefined;
    });
    expect(await wallet.balance(world.asset)).toBe(SHARE);
    expect(await world.contractEvents(merchant, `type=claim&wallet_address=${wallet.address}`)).toHaveLength(1);
  });
}

for (const point of atLength<FaultPoint[]>(["after-sent"], ["after-sent", "after-closed"])) {
  test(`killed ${point} of a claim that the wallet signed: paid once, and found by its hash`, async () => {
    const world = await open();
    const [merchant, wallet] = [await world.merchant(), await world.wallet()];
    const session = await login(world.api, wallet);
    const id = await openDrop(world, merchant, wallet);
    const asked = { wallet_address: wallet.address, call: "drop-claim", drop: id };
    const { body: built } = await world.api.post("/wallet/envelope", asked, session);
    const envelope = sign(built.envelope, wallet);
    const submit = () => world.api.post("/drops/claim", { envelope }, session);
    await killedAt(world, point, submit);
    const submission = await until(async () => {
      const { body } = await submit();
      return body.status === "pending" ? undefined : body;
    });
    expect(submission).toMatchObject({ hash: built.hash, status: "confirmed", error_message: null });
    const { body: shown } = await world.api.send("GET", `/wallet/submissions/${built.hash}`, undefined, session);
    expect(shown).toEqual(submission);
    expect(await wallet.balance(world.asset)).toBe(SHARE);
    expect(await world.contractEvents(merchant, `type=claim&wallet_address=${wallet.address}`)).toHaveLength(1);
    const { body: history } = await world.api.send("GET", `/wallet/${wallet.address}/history`, undefined, session);
    expect(history.data).toMatchObject([{ direction: "in", amount: "2.5", cause: { kind: "drop", drop_id: id } }]);
  });
}
