import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMissingKeys, readKeys } from "./keys.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-keys-"));
  path = join(folder, "keys.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const messageOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
};

it("creates a file that only its owner can read", () => {
  createMissingKeys(path, ["fee"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("adds missing roles and never replaces a key", () => {
  const first = createMissingKeys(path, ["fee"]).signer("fee").publicKey;
  const keys = createMissingKeys(path, ["fee", "channel-1", "channel-2"]);
  expect(keys.signer("fee").publicKey).toBe(first);
  expect(keys.channels()).toHaveLength(2);
});

it.each([0o640, 0o604, 0o666])("refuses a file with mode %o and says how to fix it", (mode) => {
  createMissingKeys(path, ["fee"]);
  chmodSync(path, mode);
  expect(messageOf(() => readKeys(path))).toContain(`chmod 600 ${path}`);
});

it("names what is missing", () => {
  expect(messageOf(() => readKeys(path))).toContain(path);
  const keys = createMissingKeys(path, ["fee"]);
  expect(messageOf(() => keys.signer("manager"))).toContain('"manager"');
});

it("never puts a secret into an error", () => {
  const secret = Keypair.random().secret();
  for (const content of [`{"fee": "${secret}x"}`, `{"fee": "${secret}"`, `{"${secret}": 1}`]) {
    writeFileSync(path, content, { mode: 0o600 });
    expect(messageOf(() => readKeys(path))).not.toContain(secret.slice(0, 20));
  }
});

it.each(["{", '{"fee": "no key"}', "[]"])("says what to do about a broken file: %s", (content) => {
  writeFileSync(path, content, { mode: 0o600 });
  expect(messageOf(() => readKeys(path))).toContain(`${path} is `);
  expect(messageOf(() => readKeys(path))).toContain("restore it from a backup");
});

it("signs what the public key verifies", async () => {
  const signer = createMissingKeys(path, ["distributor"]).signer("distributor");
  const hash = new Uint8Array(32).fill(7);
  const signature = await signer.sign(hash);
  expect(Keypair.fromPublicKey(signer.publicKey).verify(hash, signature)).toBe(true);
  expect(JSON.stringify(signer)).not.toContain(JSON.parse(readFileSync(path, "utf8")).distributor);
});
