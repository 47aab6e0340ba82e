import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";

const DAY = 86_400;
const LEDGERS_PER_DAY = 17_280;

/** A staker with votes and a key in the key file, who uses the command line. */
async function start() {
  const system = await Deployed.start();
  const staker = await system.holder("2000000");
  const keys = join(system.folder, "local", "keys.json");
  const held = JSON.parse(readFileSync(keys, "utf8"));
  writeFileSync(keys, JSON.stringify({ ...held, staker: staker.keypair.secret() }));
  const env = { MERIT_DATA_DIR: system.folder, MERIT_RPC_URL: system.ledger.url };
  const run = (...args: string[]) => merit(args, { env });
  /** The command's JSON. */
  const json = async (...args: string[]) => {
    const { code, out, err } = await run(...args, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out);
  };
  const governance = (...args: string[]) => json("governance", ...args, "--as", "staker");
  const passLedgers = (days: number) =>
    system.ledger.call("localnet_advanceSequence", { ledgers: days * LEDGERS_PER_DAY + 1 });

  await governance("stake", "1500000");
  await system.travel(21 * DAY);
  return { system, staker, run, json, governance, passLedgers };
}

test("the administration is handed over to governance step by step, and a vote then grants a role", async () => {
  const { system, staker, run, json, governance, passLedgers } = await start();
  const tooEarly = await run("governance", "hand-over", "--as", "staker");
  expect(tooEarly).toMatchObject({ code: 1, err: expect.stringContaining("0 votes, and a proposal needs 100000") });
  await governance("activate");
  expect(await json("governance", "power", staker.address)).toEqual({
    ...{ wallet_address: staker.address, votes: "1500000", delegate: null, warming: null, cooling: null },
  });

  let latest = "";
  const steps = async () => {
    const { done, taken, continue_from, proposal } = await governance("hand-over");
    expect(done).toBe(continue_from === null);
    latest = proposal?.id;
    return { done, steps: taken.map(({ step }: { step: string }) => step) };
  };
  expect(await steps()).toEqual({ done: false, steps: ["announce", "propose"] });
  expect(await steps()).toEqual({ done: false, steps: [] });
  await governance("cancel", latest);
  expect(await steps()).toEqual({ done: false, steps: ["propose"] });
  await passLedgers(2);
  expect(await steps()).toEqual({ done: false, steps: ["vote"] });
  await passLedgers(4);
  expect(await steps()).toEqual({ done: false, steps: ["queue"] });
  await system.travel(2 * DAY);
  expect(await steps()).toEqual({ done: true, steps: ["execute"] });
  expect(await json("roles", "list")).toMatchObject({ admin: { name: "governance" }, transfer: null });
  expect((await run("roles", "grant", "freezer", "treasury")).err).toContain("Only governance");

  const proposed = await run(
    ...["governance", "propose", "grant", "freezer", staker.address, "--until", "2060-01-31"],
    ...["--description", "Only a harmless role", "--as", "staker"],
  );
  const words = `Give the role "freezer" to ${staker.address}, until 2060-02-01T00:00:00.000Z.`;
  expect(proposed).toMatchObject({ code: 0, err: expect.stringContaining(words) });
  const id = /^Answer +([0-9a-f]{64})$/m.exec(proposed.out)?.[1] ?? "";
  expect(await json("governance", "show", id)).toMatchObject({ state: "pending", calls: [{ known: true, words }] });
  await passLedgers(2);
  expect((await run("governance", "vote", id, "for", "--as", "staker")).err).toContain(words);
  expect(await run("governance", "vote", id, "against", "--as", "staker")).toMatchObject({
    code: 1,
    err: "error: The account has voted on this proposal. Votes can't be changed.\n",
  });
  await passLedgers(4);
  await governance("queue", id);
  await system.travel(2 * DAY);
  await governance("execute", id);
  expect(await json("governance", "show", id)).toMatchObject({ state: "executed", in_favour: "1500000", next: null });
  expect((await json("roles", "list")).grants).toContainEqual({
    ...{ role: "freezer", account: staker.address, name: null, expires_at: "2060-02-01T00:00:00.000Z" },
  });
});

test("a guardian vetoes, a proposer cancels, and nobody executes what would use the executor's authority", async () => {
  const { system, staker, run, json, governance, passLedgers } = await start();
  await governance("activate");
  const { treasury } = system.manifest.accounts;
  const propose = async (...args: string[]) =>
    (await governance("propose", ...args, "--description", "No more tokens")).value as string;
  const stop = async (step: string, id: string, as: string) => {
    const { code, err } = await run("governance", step, id, "--as", as);
    expect(code).toBe(0);
    return err;
  };

  const frozen = await propose("call", "token", "set_quota", "minter=treasury", "daily=0");
  expect(await stop("veto", frozen, "deployer")).toContain(
    `You sign      a veto of the proposal, which then never runs\nThe proposal  Let treasury (${treasury}) mint at most 0 tokens in 24 hours.\n`,
  );
  expect((await json("governance", "show", frozen)).state).toBe("cancelled");
  expect((await run("governance", "execute", frozen, "--as", "staker")).err).toContain("it was never queued, has run,");
  const regretted = await propose("revoke", "minter", "treasury");
  expect(await stop("cancel", regretted, "staker")).toContain(`Take the role "minter" from treasury (${treasury}).`);
  // The call would deposit what the executor has: its signature must not allow that.
  const trap = await propose(
    "call",
    "pool",
    "deposit",
    `from=${system.role("treasury").publicKey()}`,
    "merchant=1",
    "amount=5",
  );
  await passLedgers(2);
  await governance("vote", trap, "for");
  await passLedgers(4);
  await governance("queue", trap);
  await system.travel(2 * DAY);
  const before = await json("contract", "call", "pool", "balance", "merchant=1");
  expect((await run("governance", "execute", trap, "--as", "treasury")).err).toContain("Error(Auth, InvalidAction)");
  expect((await run("contract", "call", "governance", "execute", `id=${trap}`, "--as", "treasury")).code).toBe(1);
  expect(await json("contract", "call", "pool", "balance", "merchant=1")).toEqual(before);
  expect((await run("governance", "show", "ab".repeat(32))).err).toContain("There is no proposal ");

  const named = await run("governance", "delegate", "treasury", "--as", "staker");
  expect(named.err).toContain(`that treasury (${treasury}) may vote for the account, on every proposal`);
  expect((await json("governance", "power", staker.address)).delegate).toBe(treasury);
  const freed = await run("governance", "delegate", "none", "--as", "staker");
  expect(freed.err).toContain("that nobody may vote for the account any more");
  expect((await json("governance", "power", staker.address)).delegate).toBe(null);

  expect((await run("governance", "status")).out).toMatch(/^Voting delay +34560 ledgers \(about 2 days\)$/m);
  await governance("unstake", "500000");
  expect(await json("governance", "status")).toMatchObject({ votes: "1000000", warming: "0", cooling: "500000" });
  await system.travel(31 * DAY);
  await governance("withdraw");
  expect(await json("governance", "status")).toMatchObject({ votes: "1000000", cooling: "0" });
});

test("on a public network, what will be done is shown, and nothing is signed before somebody has confirmed it", async () => {
  const { system, run } = await start();
  const local = join(system.folder, "local");
  const testnet = join(system.folder, "testnet");
  cpSync(join(local, "keys.json"), join(testnet, "keys.json"));
  writeFileSync(join(testnet, "deployment.json"), JSON.stringify({ ...system.manifest, network: "testnet" }));
  const unstake = (...more: string[]) =>
    run("governance", "unstake", "500000", "--as", "staker", "--network", "testnet", ...more);
  expect(await unstake()).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("You sign   the unstaking of 500000 tokens; "),
  });
  expect((await unstake("--json")).err).toContain("needs --yes");
  expect((await run("governance", "status")).out).toMatch(/^Cooling down +0,/m);
  expect((await unstake("--yes")).code).toBe(0);
  expect((await run("governance", "status")).out).toMatch(/^Cooling down +500000,/m);
});
