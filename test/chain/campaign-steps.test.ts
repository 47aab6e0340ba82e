import { Client as Campaign } from "@merit/bindings/campaign";
import * as drafts from "@merit/core/programmes/campaigns/drafts.ts";
import * as extension from "@merit/core/programmes/campaigns/extension.ts";
import * as campaigns from "@merit/core/programmes/campaigns/service.ts";
import * as steps from "@merit/core/programmes/campaigns/steps.ts";
import { campaigns as table } from "@merit/core/store/db/schema/campaigns.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { send, signingAs } from "../support/party.ts";
import { until } from "../support/processes.ts";
import { Service } from "../support/service.ts";

const REWARD = 10_000_000n;

/** Asks for a step and waits until it is decided. */
async function take(service: Service, step: steps.CampaignStep, id = service.campaignId) {
  const { db } = service.context;
  const options = { now: new Date() };
  await db.commit((store) => steps.request(store, service.merchantId, id, step, options));
  return until(async () => {
    const campaign = await read(service, id);
    return campaign.next_status === null ? campaign : undefined;
  });
}

const read = (service: Service, id = service.campaignId) =>
  service.context.db.read((store) => campaigns.get(store, service.merchantId, id));

/** Stroops that the merchant may spend on new campaigns. */
const free = async (service: Service) =>
  (await service.chain.contracts.pool.view("balance", { merchant: BigInt(service.merchantId) })).value;

test("a campaign is paused, resumed and ended, and its rest returns to the merchant", async () => {
  const service = await Service.start();
  const wallet = await service.wallet();
  const { budget } = await read(service);
  const before = await free(service);

  expect(await take(service, "pause")).toMatchObject({ status: "paused", error_message: null });
  const [refused] = await service.settled(await service.issue([wallet]));
  expect(refused).toMatchObject({ status: "failed", error_message: expect.stringMatching(/status paused/) });

  const resumed = await take(service, "resume");
  expect(resumed).toMatchObject({ status: "active", status_tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const [paid] = await service.settled(await service.issue([wallet]));
  expect(paid?.status).toBe("confirmed");

  expect(await take(service, "end")).toMatchObject({ status: "ended", remainder: null });
  expect(await free(service)).toBe(before);
  expect(await take(service, "settle")).toMatchObject({
    status: "settled",
    spent: REWARD,
    reserved: 0n,
    remainder: budget - REWARD,
  });
  expect(await free(service)).toBe(before + budget - REWARD);
});

test("a step that has already happened on the ledger is recorded, not repeated", async () => {
  const service = await Service.start();
  const id = BigInt((await read(service)).contract_campaign_id ?? 0);
  const manager = Keypair.fromSecret(service.secret("manager"));
  const contract = service.chain.contracts.campaign.id;
  const campaign = new Campaign(signingAs(manager, contract, service.ledger.url));
  await send(campaign.end({ operator: manager.publicKey(), id }));
  expect(await take(service, "end")).toMatchObject({ status: "ended", status_tx_hash: null, error_message: null });
  const remainder = await send(campaign.settle({ operator: manager.publicKey(), id }));
  expect(await take(service, "settle")).toMatchObject({ status: "settled", remainder, status_tx_hash: null });
});

test("a campaign that a stranger has ended and settled after its window is ended and settled in the records too", async () => {
  const service = await Service.start({ ends_at: new Date(Date.now() + 3_600_000) });
  const { budget, contract_campaign_id } = await read(service);
  const before = await free(service);
  const { keypair } = await service.wallet();
  await service.ledger.call("localnet_increaseTime", { seconds: 7_200 });
  const campaign = new Campaign(signingAs(keypair, service.chain.contracts.campaign.id, service.ledger.url));
  const call = { operator: keypair.publicKey(), id: BigInt(contract_campaign_id ?? 0) };
  await send(campaign.end(call));
  await send(campaign.settle(call));
  expect(await take(service, "end")).toMatchObject({ status: "ended", error_message: null });
  expect(await take(service, "settle")).toMatchObject({ status: "settled", remainder: budget, error_message: null });
  expect(await free(service)).toBe(before + budget);
});

test("a step that the ledger's status doesn't allow leaves the campaign as it was, with the reason", async () => {
  const service = await Service.start();
  const id = BigInt((await read(service)).contract_campaign_id ?? 0);
  const manager = Keypair.fromSecret(service.secret("manager"));
  const contract = service.chain.contracts.campaign.id;
  const campaign = new Campaign(signingAs(manager, contract, service.ledger.url));
  await send(campaign.end({ operator: manager.publicKey(), id }));
  const paused = await take(service, "pause");
  expect(paused).toMatchObject({ status: "active", error_message: expect.stringMatching(/doesn't allow/) });
});

test("a draft that the balance can't cover stays one, is corrected, funded, and pays", async () => {
  const service = await Service.start();
  const { db } = service.context;
  const before = await free(service);
  const now = new Date();
  const terms = {
    name: "Spring",
    budget: before + 1n,
    starts_at: new Date(now.getTime() - 60_000),
    per_wallet_cap: null,
  };
  const { id } = await db.commit((store) =>
    drafts.create(store, service.merchantId, { ...terms, ends_at: new Date(now.getTime() + 3_600_000) }, now),
  );
  expect(await take(service, "fund", id)).toMatchObject({
    status: "draft",
    contract_campaign_id: null,
    error_message: expect.stringMatching(/can't cover/),
  });
  await db.commit((store) => drafts.update(store, service.merchantId, id, { budget: REWARD }, now));
  expect(await free(service)).toBe(before);
  const funded = await take(service, "fund", id);
  expect(funded).toMatchObject({ status: "active", error_message: null });
  expect(funded.tx_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await free(service)).toBe(before - REWARD);
  const contract = service.chain.contracts.campaign;
  const { value } = await contract.view("get", { id: BigInt(funded.contract_campaign_id ?? 0) });
  expect(value).toMatchObject({ budget: REWARD, merchant: BigInt(service.merchantId) });
});

test("an extended campaign pays its new budget; a database that was turned back neither adds it again nor lowers it", async () => {
  const service = await Service.start({ budget: REWARD });
  const { ends_at } = await read(service);
  const before = await free(service);
  const extend = async (budget: bigint, end = ends_at) => {
    const wanted = { budget, ends_at: end };
    await service.context.db.commit((store) =>
      extension.request(store, service.merchantId, service.campaignId, wanted, { now: new Date() }),
    );
    return until(async () => {
      const campaign = await read(service);
      return campaign.next_budget === null ? campaign : undefined;
    });
  };
  const later = new Date(ends_at.getTime() + 86_400_000);
  const extended = await extend(3n * REWARD, later);
  expect(extended).toMatchObject({ budget: 3n * REWARD, ends_at: later, error_message: null });
  expect(await free(service)).toBe(before - 2n * REWARD);

  await service.context.db.commit(
    async (store) =>
      void (await store.update(table).set({ budget: REWARD, ends_at }).where(eq(table.id, service.campaignId))),
  );
  expect(await extend(2n * REWARD)).toMatchObject({ error_message: expect.stringMatching(/larger budget/) });
  expect(await extend(3n * REWARD, later)).toMatchObject({ budget: 3n * REWARD, error_message: null });
  expect(await free(service)).toBe(before - 2n * REWARD);

  const wallets = await Promise.all([1, 2, 3].map(() => service.wallet()));
  const paid = await service.settled(await service.issue(wallets));
  expect(paid.map(({ status }) => status)).toEqual(["confirmed", "confirmed", "confirmed"]);
});
