import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, StrKey } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SetupError } from "./chain/errors.ts";
import { contractNames } from "./chain/manifest.ts";
import { ForeignDatabaseError } from "./db/facts.ts";
import { DataFolderInUseError } from "./db/lock.ts";
import { createLogger } from "./logger.ts";
import { openContext } from "./open-context.ts";
import { loadSettings } from "./settings.ts";

const log = createLogger("silent");
const account = () => Keypair.random().publicKey();
const contract = () => ({ id: StrKey.encodeContract(Keypair.random().rawPublicKey()), wasm_hash: "0".repeat(64) });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-open-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openContext(loadSettings({ MERIT_DATA_DIR: folder }), log);

function deploy() {
  const roles = ["deployer", "issuer", "treasury", "manager", "distributor", "fee"];
  const manifest = {
    network: "local",
    passphrase: "Standalone Network ; February 2017",
    status: "complete",
    start_ledger: 1,
    asset: { code: "MERIT", issuer: account(), contract_id: contract().id },
    accounts: { ...Object.fromEntries(roles.map((role) => [role, account()])), channels: [account()] },
    contracts: Object.fromEntries(contractNames.map((name) => [name, contract()])),
  };
  mkdirSync(join(folder, "local"), { recursive: true });
  writeFileSync(join(folder, "local", "deployment.json"), JSON.stringify(manifest));
}

it("opens a deployment for one process at a time", async () => {
  deploy();
  const first = await open();
  await expect(open()).rejects.toThrow(DataFolderInUseError);
  await first.close();
  await (await open()).close();
});

it("says that nothing is deployed, and lets go of the folder", async () => {
  await expect(open()).rejects.toThrow(SetupError);
  deploy();
  await (await open()).close();
});

it("refuses the database of an earlier deployment, and lets go of the folder", async () => {
  deploy();
  await (await open()).close();
  deploy();
  await expect(open()).rejects.toThrow(ForeignDatabaseError);
  await expect(open()).rejects.toThrow(ForeignDatabaseError);
});
