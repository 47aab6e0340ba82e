import { fromSeconds, toLedgerTime } from "../../base/days.ts";
import type { Settings } from "../../base/settings/settings.ts";
import { keysPath, openChain } from "../chain/chain.ts";
import type { Contracts } from "../chain/contracts.ts";
import { SetupError } from "../chain/errors.ts";
import { readKeys } from "../chain/keys.ts";
import { contractIds, type Manifest } from "../chain/manifest.ts";
import { openSite } from "./open-site.ts";
import type { RoleName } from "./role-names.ts";
import type { Site } from "./site.ts";
import { completeTerms } from "./terms.ts";

// Roles of a deployment: the contract `admin` stores them, and its admin decides on them.

export interface Holder {
  /** Address. */
  account: string;
  /** Name in the manifest, such as `treasury` or `governance`; null for any other account. */
  name: string | null;
}

export interface Grant extends Holder {
  role: string;
  /** Null: never. */
  expires_at: Date | null;
}

/** An announced admin, who may accept in this time by the ledger's clock. */
export interface Transfer extends Holder {
  from: Date;
  until: Date;
}

export interface Authority {
  /** Null: only governance rules, with the roles that it holds. */
  admin: Holder | null;
  transfer: Transfer | null;
  grants: Grant[];
}

export type AuthorityChange =
  | { kind: "grant"; role: RoleName; account: string; expires_at: Date | null }
  | { kind: "revoke"; role: string; account: string }
  | { kind: "begin_transfer"; account: string }
  | { kind: "accept_transfer" }
  | { kind: "cancel_transfer" };

/** Holders that `admin.members` gives at once. */
const PAGE = 100;

/** @throws SetupError saying what to do, RpcUnavailable */
export async function readAuthority(settings: Settings): Promise<Authority> {
  const { manifest, contracts } = openChain(settings);
  const { admin } = contracts;
  const [{ value: account }, { value: pending }, { value: roles }] = await Promise.all([
    admin.view("get_admin"),
    admin.view("pending_transfer"),
    admin.view("get_existing_roles"),
  ]);
  const held = await Promise.all(roles.toSorted().map((role) => grantsOf(admin, role, manifest)));
  return {
    admin: account ? holder(manifest, account) : null,
    transfer: pending && {
      ...holder(manifest, pending.to),
      from: fromSeconds(pending.eta),
      until: fromSeconds(pending.expires_at),
    },
    grants: held.flat(),
  };
}

export async function grantsOf(admin: Contracts["admin"], role: string, manifest: Manifest): Promise<Grant[]> {
  const { value: count } = await admin.view("get_role_member_count", { role });
  const accounts: string[] = [];
  for (let start = 0; start < count; start += PAGE) {
    accounts.push(...(await admin.view("members", { role, start, limit: PAGE })).value);
  }
  return Promise.all(
    accounts.map(async (account) => {
      const { value: end } = await admin.view("role_expiry", { account, role });
      return { role, ...holder(manifest, account), expires_at: end ? fromSeconds(end) : null };
    }),
  );
}

/**
 * Sends one change, signed by the key file's `deployer`: after a transfer, that of the new admin.
 * @returns hash of the transaction, hex
 * @throws SetupError saying what to do, RpcUnavailable
 */
export async function changeAuthority(settings: Settings, change: AuthorityChange): Promise<string> {
  const { manifest, contracts } = openChain(settings);
  const { code: assetCode, issuer } = manifest.asset;
  const site = await openSite(settings, {
    keys: readKeys(keysPath(settings)),
    issuer,
    channelCount: 0,
    terms: completeTerms({ assetCode }),
    ids: contractIds(manifest),
  });
  await requireSigner(contracts, manifest, change, site.deployer.publicKey);
  return (await site.call(operationOf(site, change))).txHash;
}

/** Checks the signer of a change: the contract refuses anybody else without saying who may. */
async function requireSigner(
  { admin }: Contracts,
  manifest: Manifest,
  { kind }: AuthorityChange,
  signer: string,
): Promise<void> {
  const isAccepted = kind === "accept_transfer";
  const wanted = isAccepted ? (await admin.view("pending_transfer")).value?.to : (await admin.view("get_admin")).value;
  if (isAccepted && wanted === undefined) {
    throw new SetupError(
      'No new admin is announced, or the time to accept is over; announce one with "merit roles hand-over <account>"',
    );
  }
  if (!wanted || wanted === signer) return;
  const { name } = holder(manifest, wanted);
  if (wanted === manifest.contracts.governance.id) {
    throw new SetupError(`Only governance (${wanted}) can do this, by a vote: see docs/governance.md`);
  }
  throw new SetupError(
    `Only the ${isAccepted ? "announced admin" : "admin"} ${name ? `${name} (${wanted})` : wanted} can do this, and the key file's ` +
      `"deployer" is ${signer}; set MERIT_KEYS_FILE to a key file that has that account's key as "deployer"`,
  );
}

function operationOf({ contracts: { admin }, deployer: { publicKey: caller } }: Site, change: AuthorityChange) {
  switch (change.kind) {
    case "grant": {
      const { role, account, expires_at } = change;
      if (!expires_at) return admin.operation(caller, "grant_role", { account, role, caller });
      const end = toLedgerTime(expires_at);
      return admin.operation(caller, "grant_role_until", { account, role, expires_at: end, caller });
    }
    case "revoke":
      return admin.operation(caller, "revoke_role", { account: change.account, role: change.role, caller });
    case "begin_transfer":
      return admin.operation(caller, "begin_transfer", { new_admin: change.account });
    case "accept_transfer":
      return admin.operation(caller, "accept_transfer");
    case "cancel_transfer":
      return admin.operation(caller, "cancel_transfer");
  }
}

/** The address that a text is, or that the manifest has under this name. @throws SetupError */
export function accountOf(settings: Settings, text: string): string {
  if (/^[GC][A-Z2-7]{55}$/.test(text)) return text;
  const known = named(openChain(settings).manifest);
  const address = known.get(text);
  if (address) return address;
  throw new SetupError(
    `"${text}" is neither an address (G... or C...) nor a name of this deployment: ${[...known.keys()].join(", ")}`,
  );
}

function named({ accounts, contracts }: Manifest): Map<string, string> {
  const { channels: _, ...single } = accounts;
  return new Map([...Object.entries(single), ...Object.entries(contractIds({ contracts }))]);
}

export function holder(manifest: Manifest, account: string): Holder {
  const [name = null] = [...named(manifest)].find(([, address]) => address === account) ?? [];
  return { account, name };
}
