import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import { startSmtp } from "@merit/core/testing/smtp.ts";
import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";
import type { World } from "../support/world.ts";

const DAY = 86_400;

/** Runs commands as somebody, and parses what they print. */
function shell(env: Record<string, string>) {
  const run = (...args: string[]) => merit(args, { env });
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  const json = async (...args: string[]): Promise<any> => {
    const { code, out, err } = await run(...args, "--json");
    if (code !== 0) throw new Error(`merit ${args.join(" ")} ended with ${code}: ${err}`);
    return JSON.parse(out);
  };
  return { run, json };
}

/** Somebody who is logged in, with a wallet that is theirs. */
async function person(world: World, name: string) {
  const wallet = await world.wallet();
  const walletKey = join(world.folder, `${name}.key`);
  writeFileSync(walletKey, wallet.keypair.secret(), { mode: 0o600 });
  const account = { email: `${name}@example.com`, password: "correct horse" };
  const { accessToken } = (await world.api.post("/auth/register", account)).body;
  const session = { authorization: `Bearer ${accessToken}` };
  const wallet_address = wallet.address;
  const { message } = (await world.api.post("/wallet/link", { wallet_address }, session)).body;
  const signature = Buffer.from(wallet.keypair.signMessage(message)).toString("base64");
  expect((await world.api.post("/wallet/link", { wallet_address, message, signature }, session)).status).toBe(201);
  const env = { MERIT_URL: world.api.base, MERIT_TOKEN: accessToken, MERIT_WALLET_KEY: walletKey };
  return { wallet, ...shell({ ...env, XDG_CONFIG_HOME: world.folder }) };
}

test("a merchant extends a campaign, takes the rest back, gets an owner, and its owner withdraws and hands over", async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  const world = await startWorld({ SMTP_URL: smtp.url, MAIL_FROM: "Merit <no-reply@rewards.example>" });
  const [ada, eve] = [await person(world, "ada"), await person(world, "eve")];
  const { body } = await world.api.post("/merchants/register", { name: "Café", email: "cafe@example.com" });
  const base = { MERIT_URL: world.api.base, XDG_CONFIG_HOME: world.folder };
  const cafe = shell({ ...base, MERIT_API_KEY: body.api_key });
  const operator = shell({ ...base, MERIT_DATA_DIR: world.folder, MERIT_RPC_URL: world.ledger.url });
  const shop = String(body.id);
  const balance = async () => (await cafe.json("merchant", "show")).balance;
  await until(async () => ((await balance()).incoming === "0" ? true : undefined));
  const { free } = await balance();

  const { id } = await cafe.json("campaign", "create", "--name", "Spring", "--budget", "100", "--wait");
  const tooMuch = await cafe.run("campaign", "extend", String(id), "--budget", String(Number(free) + 1));
  expect(tooMuch).toMatchObject({ code: 1, err: expect.stringContaining(`is ${Number(free) - 100}, `) });
  const more = ["campaign", "extend", String(id), "--budget", "250", "--ends-at", "2099-01-01T00:00:00Z"];
  for (const extended of [await cafe.json(...more, "--wait"), await cafe.json(...more, "--wait")]) {
    expect(extended).toMatchObject({ budget: "250", ends_at: "2099-01-01T00:00:00.000Z", next_budget: null });
  }
  expect(await balance()).toMatchObject({ free: String(Number(free) - 250), reserved: "250", takeable: [] });
  await cafe.json("campaign", "end", String(id), "--wait");
  expect((await balance()).takeable).toEqual([
    { kind: "campaign", id, name: "Spring", left: "250", steps: ["settle"] },
  ]);
  await cafe.json("campaign", "settle", String(id), "--wait");
  expect(await balance()).toMatchObject({ free, reserved: "0", takeable: [], owner: null, pending_owner: null });

  const named = [`merchant=${shop}`, `owner=${ada.wallet.address}`];
  await operator.json("contract", "call", "pool", "set_owner", ...named, "--yes");
  const { pending_owner } = await balance();
  expect(pending_owner).toMatchObject({ wallet_address: ada.wallet.address });
  const mails = () =>
    smtp.mails.filter(({ to, content }) => to.includes("cafe@example.com") && content.includes("An owner of your"));
  const mail = await until(async () => mails()[0]);
  expect(mail.content).toContain(ada.wallet.address);
  expect(mail.content).toContain(pending_owner.from);
  const early = await ada.run("merchant", "apply-owner", shop);
  expect(early).toMatchObject({ code: 1, err: expect.stringContaining(`from ${pending_owner.from}`) });
  await world.ledger.increaseTime(DAY);
  await world.ledger.call("localnet_closeLedger");
  const notNamed = await eve.run("merchant", "apply-owner", shop);
  expect(notNamed).toMatchObject({ code: 1, err: expect.stringContaining("nor named") });
  await ada.json("merchant", "apply-owner", shop);
  expect(await balance()).toMatchObject({ owner: ada.wallet.address, pending_owner: null });

  const notTheirs = await eve.run("merchant", "withdraw", shop, "1");
  expect(notTheirs).toMatchObject({ code: 1, err: expect.stringContaining("isn't the owner") });
  const beyond = await ada.run("merchant", "withdraw", shop, String(Number(free) + 1));
  expect(beyond).toMatchObject({ code: 1, err: expect.stringContaining(`free balance is ${free}`) });
  await ada.json("merchant", "withdraw", shop, "40");
  await ada.json("merchant", "withdraw", shop, "2.5", "--to", eve.wallet.address);
  expect(await ada.wallet.balance(world.asset)).toBe(400_000_000n);
  expect(await eve.wallet.balance(world.asset)).toBe(25_000_000n);
  await operator.json("contract", "call", "pool", "set_limit", `merchant=${shop}`, "limit=430000000", "--yes");
  const limited = await ada.run("merchant", "withdraw", shop, "1");
  expect(limited).toMatchObject({
    code: 1,
    err: expect.stringMatching(/is 43 in 24 hours, and 0\.5 of it is left now/),
  });

  await ada.json("merchant", "set-owner", shop, eve.wallet.address);
  expect(await balance()).toMatchObject({
    owner: ada.wallet.address,
    pending_owner: { wallet_address: eve.wallet.address },
  });
  await eve.json("merchant", "apply-owner", shop);
  await eve.json("merchant", "withdraw", shop, "0.5");
  expect(await balance()).toMatchObject({ owner: eve.wallet.address, free: String(Number(free) - 43) });
  expect(mails()).toHaveLength(1);

  // The events add up to the pool's own balance.
  const closing = { free: (await balance()).free, reserved: "0" };
  const period = ["--from", "2000-01-01T00:00:00Z", "--to", "2100-01-01T00:00:00Z"];
  const statement = await until(async () => {
    const found = await cafe.json("merchant", "statement", ...period);
    return found.closing.free === closing.free ? found : undefined;
  });
  expect(statement).toMatchObject({ opening: { free: "0", reserved: "0" }, closing });
  const sums = Object.fromEntries(statement.totals.map(({ type, amount }: Record<string, string>) => [type, amount]));
  expect(sums).toMatchObject({
    grant: free,
    reserved: "250",
    released: "250",
    withdraw: "43",
    reward: "0",
    claim: "0",
  });
});
