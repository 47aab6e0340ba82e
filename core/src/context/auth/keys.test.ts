import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadSettings } from "../../base/settings/settings.ts";
import { createMissingKeys } from "../../ledger/chain/keys.ts";
import { openAuthKeys } from "./keys.ts";

const SECRET = "a secret of at least thirty-two bytes";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-auth-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (env: Record<string, string>) => openAuthKeys(loadSettings({ MERIT_DATA_DIR: folder, ...env }));

it("makes its own keys on local once, in the key file that only the owner can read", () => {
  const first = open({});
  const second = open({});
  expect(first.jwtSecrets[0]).toHaveLength(32);
  expect(second.jwtSecrets).toEqual(first.jwtSecrets);
  expect(second.webAuth.publicKey).toBe(first.webAuth.publicKey);
  const path = join(folder, "local", "keys.json");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(Object.keys(JSON.parse(readFileSync(path, "utf8")))).toEqual(["webauth", "session"]);
});

it("keeps the previous key of wallet logins beside the present one, as long as the file has it", () => {
  const { webAuth, previous } = open({});
  expect(previous).toBeUndefined();
  createMissingKeys(join(folder, "local", "keys.json"), ["webauth-previous"]);
  const both = open({});
  expect(both.webAuth.publicKey).toBe(webAuth.publicKey);
  expect(both.previous?.webAuth.publicKey).not.toBe(webAuth.publicKey);
});

it.each(["testnet", "mainnet"])(
  "refuses to start on %s without JWT_SECRET, and without a key for wallet logins",
  (network) => {
    expect(() => open({ MERIT_NETWORK: network })).toThrow(/JWT_SECRET is not set/);
    const env = { MERIT_NETWORK: network, JWT_SECRET: SECRET };
    expect(() => open(env)).toThrow(/No key file/);
    const path = join(folder, network, "keys.json");
    createMissingKeys(path, ["fee"]);
    expect(() => open(env)).toThrow(/no key for "webauth"/);
    createMissingKeys(path, ["webauth"]);
    expect(open(env).jwtSecrets).toEqual([Buffer.from(SECRET)]);
  },
);

it("uses the secret of the settings, and the previous one after it", () => {
  const previous = `${SECRET}, before`;
  const { jwtSecrets } = open({ JWT_SECRET: SECRET, JWT_SECRET_PREVIOUS: previous });
  expect(jwtSecrets.map(String)).toEqual([SECRET, previous]);
});
