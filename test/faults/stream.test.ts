import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { Process, root, until } from "../support/processes.ts";

const REWARDS = 25;

/** The reader that docs/live.md shows. */
function documented(): string {
  const [, code = ""] = /```js\n(.+?)```/s.exec(readFileSync(join(root, "docs/live.md"), "utf8")) ?? [];
  return code;
}

test("the documented reader of a stream gets each event once and in order, though the service is killed", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const campaign_id = await world.campaign(merchant);
  const { api_key } = (await merchant.post("/merchants/me/keys", { name: "reader", scopes: ["read"] })).body;
  const env = [`MERIT_URL=${world.api.base}`, `MERIT_API_KEY=${api_key}`];
  const reader = new Process("reader", "env", [
    ...env,
    process.execPath,
    "--input-type=module",
    "--eval",
    documented(),
  ]);
  onTestFinished(() => reader.kill("SIGKILL"));
  const seen = () =>
    reader.output
      .split("\n")
      .flatMap((line): { id: string; type: string }[] => (line.startsWith('{"id"') ? [JSON.parse(line)] : []));
  const issue = async (round: string) => {
    const wallets = await Promise.all([world.wallet(), world.wallet()]);
    const rewards = Array.from({ length: REWARDS }, (_, index) => ({
      ...{ idempotency_key: `${round}-${index}`, campaign_id, amount: "0.1" },
      wallet_address: wallets[index % 2]?.address,
    }));
    expect((await merchant.post("/rewards/issue/batch", { rewards })).body.accepted).toBe(REWARDS);
  };
  const { id: webhook } = (await merchant.post("/webhooks", { url: "http://127.0.0.1:9/", types: ["webhook.test"] }))
    .body;
  let change = 0;
  await until(async () => {
    // The reader may have connected after the change before.
    change += 1;
    await merchant.send("PATCH", `/webhooks/${webhook}`, JSON.stringify({ description: `change ${change}` }));
    return seen().length > 0 ? true : undefined;
  });
  for (const round of ["one", "two"]) {
    await issue(round);
    await until(async () => (seen().some(({ type }) => type === "issuance.confirmed") ? true : undefined));
    await world.server.kill("SIGKILL");
    await world.startServer();
  }
  const events = await until(async () => {
    const { data } = (await merchant.get("/events?limit=100&object=issuance")).body;
    const isPaid = ({ type }: { type: string }) => type === "issuance.confirmed";
    return data.filter(isPaid).length === 2 * REWARDS ? data.reverse() : undefined;
  });
  const ofRewards = () => seen().filter(({ type }) => type.startsWith("issuance."));
  await until(async () => (ofRewards().length >= events.length ? true : undefined));
  expect(ofRewards()).toEqual(events);
});
