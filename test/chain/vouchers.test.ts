import { redeem } from "@merit/core/payouts/rewards/redeem-voucher.ts";
import * as issuances from "@merit/core/payouts/rewards/store.ts";
import * as vouchers from "@merit/core/payouts/vouchers/service.ts";
import { Operation } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { until } from "../support/processes.ts";
import { Service } from "../support/service.ts";
import { Wallet } from "../support/wallet.ts";

const REWARD = 10_000_000n;

async function makeCodes({ context, merchantId, campaignId }: Service, count: number): Promise<string[]> {
  const terms = { count, amount: REWARD };
  const { made } = await context.db.commit((store) => vouchers.create(context, store, merchantId, campaignId, terms));
  return made.map(({ code }) => code);
}

test("each code is paid once, to whoever redeems it first", async () => {
  const service = await Service.start();
  const codes = await makeCodes(service, 3);
  const wallets = await Promise.all([service.wallet(), service.wallet(), service.wallet()]);
  const tries = codes.flatMap((code) =>
    wallets.map(({ address }) => redeem(service.context, { code, wallet_address: address })),
  );
  const redeemed = (await Promise.allSettled(tries)).flatMap((each) =>
    each.status === "fulfilled" ? [each.value.issuance.id] : [],
  );
  expect(redeemed).toHaveLength(3);
  const rows = await service.settled(redeemed);
  expect(rows.map(({ status }) => status)).toEqual(["confirmed", "confirmed", "confirmed"]);
  const received = await service.received(wallets);
  expect(received.reduce((sum, each) => sum + each, 0n)).toBe(3n * REWARD);
});

test("a wallet without a trustline is paid once it has one, though the campaign's other rewards would fail", async () => {
  const service = await Service.start({ on_missing_trustline: "fail" });
  const [code = ""] = await makeCodes(service, 1);
  const wallet = await new Wallet(service.ledger.url).fund();
  const { issuance } = await redeem(service.context, { code, wallet_address: wallet.address });
  const row = () => service.context.db.read((store) => issuances.byId(store, issuance.id));
  await until(async () => ((await row())?.held_at ? true : undefined));
  expect((await row())?.error_message).toContain("the reward waits for one until");
  await wallet.submit(Operation.changeTrust({ asset: service.asset }));
  expect(await service.settled([issuance.id])).toMatchObject([{ status: "confirmed" }]);
  expect(await service.received([wallet])).toEqual([REWARD]);
});
