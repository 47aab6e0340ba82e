import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StrKey } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadSettings } from "../../base/settings/settings.ts";
import { contracts } from "../../contracts.ts";
import { RpcUnavailable } from "../chain/errors.ts";
import { accountRoles, createMissingKeys } from "../chain/keys.ts";
import { writeManifest } from "../chain/manifest.ts";
import { deploy } from "./deploy.ts";
import type { Terms } from "./terms.ts";

// Tests which keys and terms a deployment takes; deployments as a whole are tested on a real ledger, in test/chain.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-deploy-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Nothing listens there: a deployment that has its keys gets no further. */
const NO_NODE = "http://127.0.0.1:9";
const deployWith = (env: Record<string, string> = {}, terms: Partial<Terms> = {}) =>
  deploy({ contracts, settings: loadSettings({ MERIT_DATA_DIR: folder, MERIT_RPC_URL: NO_NODE, ...env }), terms });

/** The manifest of a deployment that was begun on `local` with the keys of the data folder. */
function begun(): void {
  const keys = createMissingKeys(join(folder, "local", "keys.json"), accountRoles);
  const address = (role: (typeof accountRoles)[number]) => keys.signer(role).publicKey;
  writeManifest(join(folder, "local", "deployment.json"), {
    network: "local",
    passphrase: "Standalone Network ; February 2017",
    status: "deploying",
    start_ledger: 2,
    asset: { code: "MERIT", issuer: address("issuer"), contract_id: StrKey.encodeContract(Buffer.alloc(32, 7)) },
    accounts: {
      deployer: address("deployer"),
      issuer: address("issuer"),
      treasury: address("treasury"),
      manager: address("manager"),
      distributor: address("distributor"),
      fee: address("fee"),
      channels: [address("fee")],
    },
    contracts: {},
  });
}

it("makes keys for a first deployment, and keeps them", async () => {
  await expect(deployWith()).rejects.toThrow(RpcUnavailable);
  expect(existsSync(join(folder, "local", "keys.json"))).toBe(true);
  begun();
  await expect(deployWith()).rejects.toThrow(RpcUnavailable);
});

it("makes no keys for an unfinished deployment, but names a mistyped MERIT_KEYS_FILE", async () => {
  begun();
  const mistyped = join(folder, "typo", "kyes.json");
  await expect(deployWith({ MERIT_KEYS_FILE: mistyped })).rejects.toThrow(
    `No key file at ${mistyped}: set MERIT_KEYS_FILE`,
  );
  expect(existsSync(mistyped)).toBe(false);
  rmSync(join(folder, "local", "keys.json"));
  await expect(deployWith()).rejects.toThrow("No key file");
  expect(existsSync(join(folder, "local", "keys.json"))).toBe(false);
});

it("refuses a supply above the cap before it sends anything", async () => {
  await expect(deployWith({}, { cap: 10_000_000n })).rejects.toThrow("is above the cap of 1: set --supply to less");
});

it("refuses the keys of another deployment", async () => {
  begun();
  const other = join(folder, "other.json");
  createMissingKeys(other, accountRoles);
  await expect(deployWith({ MERIT_KEYS_FILE: other })).rejects.toThrow(`${other} is not that of the deployment`);
});

it("says on mainnet which keys to bring, and where", async () => {
  const path = join(folder, "mainnet", "keys.json");
  const deploying = deployWith({ MERIT_NETWORK: "mainnet", WORKER_CHANNELS: "3" });
  await expect(deploying).rejects.toThrow(
    `there is no key file at ${path}. Write one with mode 600, {"deployer": "S...", "channel-1": "S..."}, or set MERIT_KEYS_FILE`,
  );
  await expect(deploying).rejects.toThrow(/deployer, issuer, .*, webauth, and channel-1 to channel-3$/);
  createMissingKeys(path, ["deployer", "issuer", "treasury", "manager", "distributor", "channel-1"]);
  await expect(deployWith({ MERIT_NETWORK: "mainnet", WORKER_CHANNELS: "3" })).rejects.toThrow(
    "has no keys for fee, webauth, channel-2, channel-3",
  );
});
