import type { Clock } from "../../base/clock.ts";
import { notFound, Problem } from "../../base/errors.ts";
import type { NamedContract } from "../../base/settings/contracts.ts";
import { record, SERVICE } from "../../store/audit/audit.ts";
import { undoneIfRefused } from "../../store/db/dialect.ts";
import type { Store } from "../../store/db/store.ts";
import { contractNames } from "../chain/bindings.ts";
import type { Chain } from "../chain/chain.ts";
import { SetupError } from "../chain/errors.ts";
import type { Manifest } from "../chain/manifest.ts";
import { contractFollowed, contractFromSetting, nameTaken, tooManyContracts } from "./problems.ts";
import type { IndexerContract } from "./store.ts";
import * as rows from "./store.ts";

export type { IndexerContract } from "./store.ts";
export { all, followed } from "./store.ts";

/** Most contracts in one getEvents call: five filters of five contracts. */
export const MOST_CONTRACTS = 25;

/** Name of the reward asset's contract. */
export const ASSET = "asset";

type Addresses = Pick<Manifest, "contracts" | "asset">;

/** The system's own contracts and the reward asset's: their addresses and names. */
export const ownContracts = ({ contracts, asset }: Addresses) => [
  ...contractNames.map((name) => ({ id: contracts[name].id, name: name as string })),
  { id: asset.contract_id, name: ASSET },
];

export interface NewContract extends NamedContract {
  /** Null: the oldest that the node has. */
  fromLedger: number | null;
  source: IndexerContract["source"];
  actor: string;
}

interface Service {
  chain: Chain;
  clock: Clock;
}

/**
 * Follows a contract: its events are stored from now on, and earlier ones are read. The name is the address if none is given, and
 * stays that of the stored events.
 * @throws Problem 409 `contract_followed`, `name_taken`, `too_many_contracts`
 */
export async function add({ chain, clock }: Service, store: Store, added: NewContract): Promise<IndexerContract> {
  const own = ownContracts(chain.manifest);
  const known = await rows.all(store);
  const present = known.filter(({ removed_at }) => removed_at === null);
  const taken = [...own, ...present.map((row) => ({ id: row.contract_id, name: row.name }))];
  const same = taken.find(({ id }) => id === added.id);
  if (same) throw contractFollowed(same.id, same.name);
  if (taken.length >= MOST_CONTRACTS) throw tooManyContracts(MOST_CONTRACTS, own.length);
  const before = known.find(({ contract_id }) => contract_id === added.id);
  const name = added.name ?? before?.name ?? added.id;
  if (before && before.name !== name) throw nameTaken(before.name, before.contract_id);
  const others = [...own, ...known.map((row) => ({ id: row.contract_id, name: row.name }))];
  const other = others.find((contract) => contract.name === name && contract.id !== added.id);
  if (other) throw nameTaken(name, other.id);
  const now = clock.now();
  const row: IndexerContract = {
    ...{ contract_id: added.id, name, source: added.source, from_ledger: added.fromLedger },
    ...{ next_ledger: null, until_ledger: null, added_at: now, removed_at: null },
  };
  await rows.save(store, row);
  const detail = { name, ...(added.fromLedger !== null && { from_ledger: added.fromLedger }) };
  const subject = `contract:${added.id}`;
  await record(store, { actor: added.actor, action: "indexer_contract.add", subject, detail, now });
  return row;
}

/** Stops following a contract; its stored events stay. @throws Problem 404, 409 `contract_from_setting` */
export async function remove({ clock }: Service, store: Store, id: string, actor: string): Promise<void> {
  const contract = (await rows.followed(store)).find(({ contract_id }) => contract_id === id);
  if (!contract) throw notFound("followed contract", id);
  if (contract.source === "setting") throw contractFromSetting(id);
  await end(store, contract, actor, clock.now());
}

async function end(store: Store, { contract_id, name }: IndexerContract, actor: string, now: Date): Promise<void> {
  await rows.update(store, contract_id, { removed_at: now });
  const subject = `contract:${contract_id}`;
  await record(store, { actor, action: "indexer_contract.remove", subject, detail: { name }, now });
}

/**
 * Follows the contracts of the setting, and no longer those that were in it. The system's own need not be there, and change nothing.
 * @throws SetupError
 */
export async function applySetting(service: Service, store: Store, wanted: readonly NamedContract[]): Promise<void> {
  const own = new Set(ownContracts(service.chain.manifest).map(({ id }) => id));
  const others = wanted.filter(({ id }) => !own.has(id));
  const ids = new Set(others.map(({ id }) => id));
  const present = await rows.followed(store);
  const now = service.clock.now();
  for (const contract of present) {
    if (contract.source === "setting" && !ids.has(contract.contract_id)) await end(store, contract, SERVICE, now);
  }
  for (const { id, name } of others) {
    const followed = present.find(({ contract_id }) => contract_id === id);
    if (followed && (name === null || name === followed.name)) {
      await rows.update(store, id, { source: "setting" });
      continue;
    }
    const added: NewContract = { id, name, fromLedger: null, source: "setting", actor: SERVICE };
    const outcome = followed
      ? nameTaken(followed.name, id)
      : await undoneIfRefused(store, () => add(service, store, added));
    if (outcome instanceof Problem) throw new SetupError(`INDEXER_CONTRACTS can't be used: ${outcome.detail}`);
  }
}

/** A contract whose events are stored, with what is known of its code. */
export interface FollowedContract {
  id: string;
  name: string;
  source: "system" | IndexerContract["source"];
  /** First ledger whose events are stored; null until reading has begun. */
  fromLedger: number | null;
  /** Earlier ledgers that are still to be read, both ends included. */
  missing: { from: number; to: number } | null;
  /** Hash of its wasm or `asset`; null until the indexer has read it. */
  code: string | null;
  /** Types of events in the specs of its code. */
  types: string[];
  addedAt: Date | null;
}

/** The system's contracts, and then the others. */
export async function list({ chain }: Pick<Service, "chain">, store: Store): Promise<FollowedContract[]> {
  const { manifest } = chain;
  const own = ownContracts(manifest).map((contract) => ({
    ...contract,
    ...{ source: "system" as const, fromLedger: manifest.start_ledger, missing: null, addedAt: null },
  }));
  const others = (await rows.followed(store)).map(presentable);
  return Promise.all([...own, ...others].map((contract) => withCode(store, contract)));
}

/** A contract that is followed beside the system's. */
export const show = (store: Store, contract: IndexerContract): Promise<FollowedContract> =>
  withCode(store, presentable(contract));

function presentable(row: IndexerContract): Omit<FollowedContract, "code" | "types"> {
  const { next_ledger: from, until_ledger: to } = row;
  return {
    ...{ id: row.contract_id, name: row.name, source: row.source, fromLedger: row.from_ledger, addedAt: row.added_at },
    missing: from !== null && to !== null && from <= to ? { from, to } : null,
  };
}

const withCode = async (store: Store, contract: Omit<FollowedContract, "code" | "types">) => ({
  ...contract,
  code: await rows.lastCode(store, contract.id),
  types: await rows.specifiedTypes(store, contract.id),
});
