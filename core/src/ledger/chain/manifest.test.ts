import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, StrKey } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import { contractNames } from "./bindings.ts";
import { type Manifest, type ManifestDraft, readManifest, writeManifest } from "./manifest.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-manifest-"));
  path = join(folder, "local", "deployment.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const account = () => Keypair.random().publicKey();
const contractId = () => StrKey.encodeContract(crypto.getRandomValues(new Uint8Array(32)));

const manifest = (): Manifest => ({
  network: "local",
  passphrase: "Standalone Network ; February 2017",
  status: "complete",
  start_ledger: 2,
  asset: { code: "MERIT", issuer: account(), contract_id: contractId() },
  accounts: {
    deployer: account(),
    issuer: account(),
    treasury: account(),
    manager: account(),
    distributor: account(),
    fee: account(),
    channels: [account()],
  },
  contracts: Object.fromEntries(
    contractNames.map((name) => [name, { id: contractId(), wasm_hash: "ab".repeat(32) }]),
  ) as Manifest["contracts"],
  terms: { home_domain: null, cap: "100000000000", supply: "0.5", pool_limit: "12", merchant_limit: "0.0000001" },
});

it("is read as it was written, and leaves no other file behind", () => {
  const written = manifest();
  writeManifest(path, written);
  writeManifest(path, written);
  expect(readManifest(path, "testnet")).toEqual(written);
  expect(readdirSync(join(folder, "local"))).toEqual(["deployment.json"]);
});

it("asks for a deployment where there is none, and to finish an interrupted one", () => {
  expect(() => readManifest(path, "testnet")).toThrow(
    'run "merit deploy --network testnet" first, or name the folder that has one with --data',
  );
  expect(() => readManifest(path, "local")).toThrow('run "merit start" first, or name the folder');
  const draft: ManifestDraft = { ...manifest(), status: "deploying", contracts: {} };
  writeManifest(path, draft);
  expect(() => readManifest(path, "testnet")).toThrow('run "merit deploy --network testnet" again');
  expect(() => readManifest(path, "local")).toThrow('run "merit start" again to finish it');
});

it("names the field that is wrong", () => {
  writeManifest(path, { ...manifest(), asset: { code: "MERIT", issuer: "nobody", contract_id: contractId() } });
  expect(() => readManifest(path, "testnet")).toThrow("asset.issuer");
  writeFileSync(path, "{");
  expect(() => readManifest(path, "testnet")).toThrow("not valid JSON");
});
