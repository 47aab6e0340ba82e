import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { Process, root, until } from "../support/processes.ts";

const REWARDS = 25;

/** The reader that docs/live.md shows. */
function documented(): string {
  const page = readFileSync(join(root, "docs/live.md"), "utf8");
  const [, code = ""] = /## WebSocket.+?```js\n(.+?)```/s.exec(page) ?? [];
  return code;
}

test("readers of a WebSocket's topic and of `merit contract-events --follow` get each event once and in order, though the service is killed", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const campaign_id = await world.campaign(merchant);
  const { api_key } = (await merchant.post("/merchants/me/keys", { name: "reader", scopes: ["read"] })).body;
  const env = { MERIT_URL: world.api.base, MERIT_API_KEY: api_key, XDG_CONFIG_HOME: "/nonexistent" };
  const start = (name: string, args: string[]) => {
    const reader = new Process(name, process.execPath, args, env);
    onTestFinished(() => reader.kill("SIGKILL"));
    return () =>
      // The last line may not be whole.
      reader.output
        .split("\n")
        .slice(0, -1)
        .flatMap((line): { id: string; type: string }[] => (line.startsWith('{"id"') ? [JSON.parse(line)] : []));
  };
  const own = start("reader", ["--input-type=module", "--eval", documented()]);
  const ofContracts = start("merit contract-events", [
    ...[join(root, "cli/bin/merit.mjs"), "contract-events", "--follow", "--json"],
    ...["--contract", "campaign", "--type", "reward"],
  ]);
  const { id: webhook } = (await merchant.post("/webhooks", { url: "http://127.0.0.1:9/", types: ["webhook.test"] }))
    .body;
  let change = 0;
  await until(async () => {
    // The reader may have connected after the change before.
    change += 1;
    await merchant.send("PATCH", `/webhooks/${webhook}`, JSON.stringify({ description: `change ${change}` }));
    return own().length > 0 ? true : undefined;
  });
  for (const round of ["one", "two"]) {
    const wallet_address = (await world.wallet()).address;
    const rewards = Array.from({ length: REWARDS }, (_, index) => ({
      ...{ idempotency_key: `${round}-${index}`, campaign_id, amount: "0.1", wallet_address },
    }));
    expect((await merchant.post("/rewards/issue/batch", { rewards })).body.accepted).toBe(REWARDS);
    await until(async () => (own().some(({ type }) => type === "issuance.confirmed") ? true : undefined));
    await world.server.kill("SIGKILL");
    await world.startServer();
  }
  const events = await until(async () => {
    const { data } = (await merchant.get("/events?limit=100&object=issuance")).body;
    const isPaid = ({ type }: { type: string }) => type === "issuance.confirmed";
    return data.filter(isPaid).length === 2 * REWARDS ? data.reverse() : undefined;
  });
  const ofRewards = () => own().filter(({ type }) => type.startsWith("issuance."));
  await until(async () => (ofRewards().length >= events.length ? true : undefined));
  expect(ofRewards()).toEqual(events);
  const indexed = await until(async () => {
    const { data } = (await merchant.get("/contract-events?contract=campaign&type=reward&limit=100")).body;
    const paid = data.flatMap((event: { data: { payments: unknown[] } }) => event.data.payments);
    return paid.length === 2 * REWARDS ? data : undefined;
  });
  await until(async () => (ofContracts().length >= indexed.length ? true : undefined));
  expect(ofContracts()).toEqual(indexed);
});
