import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit as run } from "@merit/cli/testing/cli.ts";
import { expect, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";
import { give } from "../support/treasury.ts";
import type { World } from "../support/world.ts";

const DAY = 86_400;

/** A person at a shell, logged in, with a wallet. */
async function person(world: World, name: string) {
  const wallet = await world.wallet();
  const walletKey = join(world.folder, `${name}.key`);
  writeFileSync(walletKey, wallet.keypair.secret(), { mode: 0o600 });
  const account = { email: `${name}@example.com`, password: "correct horse" };
  const { body } = await world.api.post("/auth/register", account);
  const env = {
    ...{ MERIT_URL: world.api.base, MERIT_TOKEN: body.accessToken, MERIT_WALLET_KEY: walletKey },
    XDG_CONFIG_HOME: world.folder,
  };
  const shell = (...args: string[]) => run(args, { env });
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  const json = async (...args: string[]): Promise<any> => {
    const { code, out, err } = await shell(...args, "--json");
    if (code !== 0) throw new Error(`merit ${args.join(" ")} ended with ${code}: ${err}`);
    return JSON.parse(out);
  };
  const merit = (...args: string[]) => json("escrow", ...args);
  await json("wallet", "link");
  /** The person's possible actions on an escrow, as words. */
  const can = async (id: string): Promise<string[]> => {
    const { parties, milestones } = await merit("show", id);
    const { data } = await merit("list");
    expect(data.find((row: { id: string }) => row.id === id).milestones).toEqual(milestones);
    // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
    return parties.flatMap(({ actions }: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
      actions.map(({ action, milestone }: any) => (milestone === null ? action : `${action} ${milestone}`)),
    );
  };
  return { wallet, shell, merit, can };
}

test("two parties and an arbiter take an escrow through all its steps from their shells", async () => {
  const world = await startWorld();
  const [ada, bob, eve] = [await person(world, "ada"), await person(world, "bob"), await person(world, "eve")];
  await give(world, ada.wallet, "50");
  const agreement = join(world.folder, "order.txt");
  writeFileSync(agreement, "Five boxes of beans, delivered by March.");
  const now = await world.ledgerTime();
  const inDays = (days: number) => new Date(now + days * DAY * 1000).toISOString();
  const parts = [10, 10, 10, 10, 10].flatMap((amount) => ["--part", `${amount}@${inDays(30)}`]);
  const parties = ["--beneficiary", bob.wallet.address, "--arbiter", eve.wallet.address];
  const create = ["create", ...parties, ...parts, "--agreement", agreement, "--reference", "ab".repeat(32)];
  const created = await ada.merit(...create);
  expect(created).toMatchObject({ status: "awaiting", amount: "50", held: "50" });
  const { id } = created;
  // The same reference doesn't deposit twice.
  const again = await ada.shell("escrow", ...create);
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/`reference`/)]);

  const poor = await bob.shell("escrow", "create", "--beneficiary", ada.wallet.address, ...create.slice(3));
  expect([poor.code, poor.err]).toEqual([1, expect.stringMatching(/fewer tokens/)]);

  expect(await bob.can(id)).toContain("accept");
  await bob.merit("accept", id);
  expect(await ada.can(id)).toContain("cancel");
  await eve.merit("accept", id);
  expect(await ada.can(id)).not.toContain("cancel");
  expect(await eve.can(id)).toEqual([]);

  await ada.merit("release", id, "0");
  const refused = await bob.shell("escrow", "release", id, "1");
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(ada.wallet.address)]);

  await bob.merit("propose", "split", id, "1", "--share", "5000");
  expect(await ada.can(id)).toContain("agree 1");
  const [proposal] = (await ada.merit("show", id)).proposals;
  await ada.merit("agree", id, String(proposal.id));
  expect((await ada.merit("show", id)).milestones[1].status).toBe("split");
  const spent = await ada.shell("escrow", "agree", id, String(proposal.id));
  expect([spent.code, spent.err]).toEqual([1, expect.stringMatching(/isn't open/)]);

  const later = inDays(60);
  await ada.merit("propose", "extend", id, "3", "--deadline", later);
  const [extension] = (await bob.merit("show", id)).proposals;
  await bob.merit("agree", id, String(extension.id));
  expect((await ada.merit("show", id)).milestones[3].deadline.slice(0, 16)).toBe(later.slice(0, 16));

  await bob.merit("dispute", id, "2", "--evidence", agreement);
  await ada.merit("evidence", id, "2", "--evidence", agreement);
  expect(await eve.can(id)).toEqual(["resolve 2"]);
  await eve.merit("resolve", id, "2", "--share", "7500");
  expect((await bob.merit("show", id)).parties[0].owed).toBe("7.5");
  await bob.merit("withdraw");

  await world.ledger.increaseTime(31 * DAY);
  await world.ledger.call("localnet_closeLedger");
  expect(await bob.can(id)).toEqual(expect.arrayContaining(["expire 4"]));
  await bob.merit("expire", id, "4");
  await ada.merit("withdraw");
  await bob.merit("propose", "cancel", id);
  const [end] = (await ada.merit("show", id)).proposals;
  await ada.merit("agree", id, String(end.id));

  expect(await bob.wallet.balance(world.asset)).toBe(225_000_000n);
  expect(await ada.wallet.balance(world.asset)).toBe(275_000_000n);
  const ended = await until(async () => {
    const { data } = await eve.merit("list", "--role", "arbiter", "--status", "ended");
    return data[0];
  });
  expect(ended).toMatchObject({ id, held: "0", roles: ["arbiter"] });
  const { data: events } = await eve.merit("events", id);
  expect(events.map(({ type }: { type: string }) => type)).toEqual([
    ...["created", "accepted", "accepted", "settled", "settled", "extended", "disputed", "evidence"],
    ...["settled", "settled", "settled"],
  ]);
});
