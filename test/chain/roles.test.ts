import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import { expect, test } from "vitest";
import { Service } from "../support/service.ts";
import { Wallet } from "../support/wallet.ts";

const DELAY = 48 * 3_600;

interface Listed {
  tx_hash?: string;
  admin: { account: string; name: string | null };
  transfer: { account: string; name: string | null; from: string; until: string } | null;
  grants: { role: string; account: string; name: string | null; expires_at: string | null }[];
}

/** A deployment whose operator has the CLI and the key file. */
async function start() {
  const { folder, ledger, context } = await Service.start();
  const env = { MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url };
  const keys = join(context.settings.dataDir, "keys.json");
  const as =
    (file: string) =>
    (...args: string[]) =>
      merit(["roles", ...args], { env: { ...env, MERIT_KEYS_FILE: file } });
  const listed = async (...args: string[]): Promise<Listed> => {
    const { code, out, err } = await as(keys)(...args, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out);
  };
  return { folder, ledger, context, env, roles: as(keys), as, listed };
}

test("roles are listed with their holders' names, given for a time and taken", async () => {
  const { ledger, context, listed, roles, env } = await start();
  const deployer = context.chain.manifest.accounts.deployer;
  const guard = new Wallet(ledger.url).address;
  const before = await listed("list");
  expect(before).toMatchObject({ admin: { account: deployer, name: "deployer" }, transfer: null });
  expect(before).not.toHaveProperty("tx_hash");
  expect(before.grants.map(({ role, name }) => `${role} ${name}`)).toEqual(
    expect.arrayContaining(["minter treasury", "upgrader governance", "distributor distributor", "campaign campaign"]),
  );

  const after = await listed("grant", "pauser", guard, "--until", "2060-01-31");
  expect(after.grants).toContainEqual({
    role: "pauser",
    account: guard,
    name: null,
    expires_at: "2060-02-01T00:00:00.000Z",
  });
  expect((await context.chain.rpc.getTransaction(after.tx_hash ?? "")).status).toBe("SUCCESS");
  const shown = await roles("grant", "pauser", guard, "--until", "2060-01-31");
  expect(shown.out).toMatch(/^Transaction +[0-9a-f]{64}\nAdmin/);
  const left = (await listed("revoke", "freezer", "deployer")).grants.filter(({ role }) => role === "freezer");
  expect(left).toEqual([]);

  // A role that an operator has revoked stays revoked when the deployment runs again.
  expect((await merit(["deploy"], { env })).code).toBe(0);
  const { code, out } = await roles("list");
  expect(code).toBe(0);
  expect(out).toMatch(/^Admin +deployer G\w{55}\nAnnounced admin +none\n\nRole +Holder +Account +Until\n/);
  expect(out).toMatch(new RegExp(`^pauser +- +${guard} +2060-02-01T00:00:00.000Z$`, "m"));
  expect(out).not.toMatch(/^freezer/m);
});

test("a hand-over is announced, cancelled, and accepted after its delay by the announced account", async () => {
  const { folder, ledger, context, listed, roles, as } = await start();
  const { governance } = context.chain.manifest.contracts;
  const announced = await listed("hand-over", "governance");
  expect(announced.transfer).toMatchObject({ account: governance.id, name: "governance" });
  expect((await listed("cancel")).transfer).toBeNull();
  expect((await roles("accept")).err).toContain("No new admin is announced");

  const successor = await new Wallet(ledger.url).fund();
  const file = join(folder, "successor.json");
  writeFileSync(file, JSON.stringify({ deployer: successor.keypair.secret() }), { mode: 0o600 });
  const { transfer } = await listed("hand-over", successor.address);
  expect(Date.parse(transfer?.until ?? "") - Date.parse(transfer?.from ?? "")).toBe(14 * 86_400_000);
  expect((await roles("accept")).err).toContain(`Only the announced admin ${successor.address} can do this`);
  expect((await as(file)("accept")).err).toContain("TransferEarly");

  await ledger.increaseTime(DELAY);
  await ledger.call("localnet_closeLedger");
  expect(await as(file)("accept")).toMatchObject({ code: 0, err: "" });
  expect(await listed("list")).toMatchObject({ admin: { account: successor.address, name: null }, transfer: null });
  expect((await roles("cancel")).err).toContain(`Only the admin ${successor.address} can do this`);
  expect((await roles("grant", "upgrader", "deployer")).err).toContain("Only the admin");
  expect((await as(file)("grant", "pauser", "treasury")).code).toBe(0);
});

test("an unknown name is answered with the names of the deployment", async () => {
  const { roles } = await start();
  const { code, err } = await roles("grant", "pauser", "nobody");
  expect(code).toBe(1);
  expect(err).toMatch(
    /^error: "nobody" is neither an address \(G... or C...\) nor a name of this deployment: deployer, issuer, /,
  );
});
