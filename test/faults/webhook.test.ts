import { startReceiver } from "@merit/core/testing/receiver.ts";
import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

const REWARDS = 40;

test("killed while it sends events: each arrives after the restart, and always under the same id", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const world = await startWorld();
  const merchant = await world.merchant();
  const campaign_id = await world.campaign(merchant);
  const types = ["issuance.accepted", "issuance.confirmed"];
  expect((await merchant.post("/webhooks", { url: receiver.url, types })).status).toBe(201);
  const wallets = await Promise.all([world.wallet(), world.wallet()]);
  const rewards = Array.from({ length: REWARDS }, (_, index) => ({
    ...{ idempotency_key: `webhook-${index}`, campaign_id, amount: "0.1" },
    wallet_address: wallets[index % 2]?.address,
  }));
  expect((await merchant.post("/rewards/issue/batch", { rewards })).body.accepted).toBe(REWARDS);
  await receiver.received(3);
  await world.server.kill("SIGKILL");
  await world.startServer();

  const events = await until(async () => {
    const { body } = await merchant.get(`/events?object=issuance&type=${types}&limit=100`);
    return body.data.length === 2 * REWARDS ? body.data : undefined;
  });
  const bodies = await until(async () => {
    const found = new Map(receiver.requests.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body)]));
    return found.size === 2 * REWARDS ? found : undefined;
  });
  for (const event of events) expect(bodies.get(event.id)).toEqual(event);
  // Whatever arrives twice says the same.
  for (const { headers, body } of receiver.requests)
    expect(JSON.parse(body)).toEqual(bodies.get(headers["webhook-id"]));
});
