import { expect, test } from "vitest";
import { Cli } from "../support/cli.ts";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

test("the stored events of a real reward are the node's, also after they were rebuilt", async () => {
  const world = await startWorld();
  const machine = new Cli(world.api.base);
  const indexer = (name: string, ...more: string[]) => machine.json("indexer", name, "--data", world.folder, ...more);
  const node = ["--rpc", world.ledger.url];
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  const reward = { idempotency_key: "1", campaign_id, wallet_address: wallet.address, amount: "2.5" };
  const { body: issuance } = await merchant.post("/rewards/issue", reward);
  const rewards = `/contract-events?type=reward&raw=true&wallet_address=${wallet.address}&campaign_id=${campaign_id}`;
  const [event] = await until(async () => {
    const { data } = (await merchant.get(rewards)).body;
    return data.length > 0 ? data : undefined;
  });
  expect(event.data.payments).toMatchObject([
    { wallet_address: wallet.address, amount: "25000000", issuance_id: issuance.id, result: "PAID" },
  ]);
  expect(event.topics_xdr).toHaveLength(2);

  expect(await indexer("status", ...node)).toMatchObject({ ledger: expect.any(Number), missing: [] });
  expect(await indexer("verify", ...node)).toMatchObject({ differences: 0, missing: [] });
  expect(await indexer("rebuild")).toMatchObject({ changed: 0 });
  expect(await indexer("backfill", ...node)).toEqual({ events: 0, missing: [] });
  expect((await merchant.get(rewards)).body.data).toEqual([event]);
});
