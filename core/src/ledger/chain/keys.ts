import { createPrivateKey, createPublicKey, sign as ed25519, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { StrKey } from "@stellar/stellar-sdk";
import { z } from "zod";
import { writeFileAtomically } from "../../base/atomic-file.ts";
import { SetupError } from "./errors.ts";

/** Signs for one account. Asynchronous, so that it can use a key management service as well as a file. */
export interface Signer {
  readonly publicKey: string;
  /** ed25519 signature of a 32-byte hash. */
  sign(hash: Uint8Array): Promise<Uint8Array>;
}

export const accountRoles = ["deployer", "issuer", "treasury", "manager", "distributor", "fee"] as const;
/** Keys without an account: `webauth` signs the challenges of wallet logins, `session` is the key of access tokens. */
export const serviceRoles = ["webauth", "session"] as const;
/** The `webauth` before the present one, as long as secrets that derive from it are still in use. */
export const PREVIOUS_WEBAUTH = "webauth-previous";
export type AccountRole =
  | (typeof accountRoles)[number]
  | (typeof serviceRoles)[number]
  | typeof PREVIOUS_WEBAUTH
  | `channel-${number}`;

export const channelRoles = (count: number): AccountRole[] =>
  Array.from({ length: count }, (_, index): AccountRole => `channel-${index + 1}`);

/** The service's signers by role. */
export interface Keys {
  /** @throws SetupError when the key file has no key for the role */
  signer(role: AccountRole): Signer;
  has(role: AccountRole): boolean;
  /** The signer of an account; undefined if the file has no key of it. */
  byAddress(address: string): Signer | undefined;
  /** Channel accounts in order; may be empty. */
  channels(): Signer[];
}

const secretSeed = z.string().refine(StrKey.isValidEd25519SecretSeed, "is not a Stellar secret key (S...)");
const ROLE = /^([a-z]+|webauth-previous|channel-[1-9]\d*)$/;
const keyFile = z.record(z.string().regex(ROLE), secretSeed);
type KeyFile = z.infer<typeof keyFile>;

/** @throws SetupError when the file is missing, readable by others, or malformed; messages never hold a secret */
export function readKeys(path: string): Keys {
  if (!existsSync(path)) {
    throw new SetupError(
      `No key file at ${path}: set MERIT_KEYS_FILE to the deployment's key file, or restore it from a backup`,
    );
  }
  const signers = new Map(Object.entries(load(path)).map(([role, seed]) => [role, fileSigner(seed)]));
  return {
    signer(role) {
      const signer = signers.get(role);
      if (!signer) throw new SetupError(`The key file ${path} has no key for "${role}"`);
      return signer;
    },
    has: (role) => signers.has(role),
    byAddress: (address) => [...signers.values()].find(({ publicKey }) => publicKey === address),
    channels() {
      const channels: Signer[] = [];
      for (let index = 1; ; index++) {
        const channel = signers.get(`channel-${index}`);
        if (!channel) return channels;
        channels.push(channel);
      }
    },
  };
}

/** The 32 bytes of a role's key, for a use other than signing transactions. @throws SetupError */
export function readSecret(path: string, role: (typeof serviceRoles)[number] | typeof PREVIOUS_WEBAUTH): Buffer {
  const seed = load(path)[role];
  if (!seed) throw new SetupError(`The key file ${path} has no key for "${role}"`);
  return Buffer.from(StrKey.decodeEd25519SecretSeed(seed));
}

/** Adds a random key for each role that the file doesn't have yet; existing keys are never replaced. */
export function createMissingKeys(path: string, roles: readonly AccountRole[]): Keys {
  const known: KeyFile = existsSync(path) ? load(path) : {};
  const missing = roles.filter((role) => !(role in known));
  if (missing.length > 0) {
    const added = Object.fromEntries(missing.map((role) => [role, StrKey.encodeEd25519SecretSeed(randomBytes(32))]));
    writeFileAtomically(path, `${JSON.stringify({ ...known, ...added }, null, 2)}\n`, 0o600);
  }
  return readKeys(path);
}

const RESTORE = "restore it from a backup (on the network local, removing the data folder starts afresh)";

function load(path: string): KeyFile {
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new SetupError(
      `The key file ${path} has mode ${mode.toString(8)}: others can read it; run "chmod 600 ${path}"`,
    );
  }
  // The error must contain neither the parser's message nor zod's input: both can quote a secret.
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new SetupError(`The key file ${path} is not valid JSON; ${RESTORE}`);
  }
  const parsed = keyFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: [role], message }) =>
    ROLE.test(String(role)) ? `${String(role)} ${message}` : 'a name is not a role (such as "fee" or "channel-1")',
  );
  throw new SetupError(`The key file ${path} is invalid: ${problems.join("; ")}; ${RESTORE}`);
}

/** DER header of a PKCS #8 ed25519 private key; the 32-byte seed follows. */
const PKCS8_HEADER = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_BYTES = 32;

// OpenSSL signs, and derives the public key, about fifty times faster than the SDK's JavaScript.
function fileSigner(secret: string): Signer {
  const der = Buffer.concat([PKCS8_HEADER, StrKey.decodeEd25519SecretSeed(secret)]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = StrKey.encodeEd25519PublicKey(spki.subarray(-KEY_BYTES));
  return { publicKey, sign: async (hash) => ed25519(null, hash, key) };
}
