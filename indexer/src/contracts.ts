import { contractNames } from "@merit/core/ledger/chain/bindings.ts";
import type { Manifest } from "@merit/core/ledger/chain/manifest.ts";
import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import { ASSET, all } from "@merit/core/ledger/indexer-contracts/service.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import type { Followed } from "./decode.ts";

/** Contracts whose events are read, and their names. */
export interface Watched {
  /** Also contracts that are not followed any more: their stored events keep their names. */
  named: Followed[];
  /** Ids of the followed contracts. */
  ids: string[];
  /** Ids of the system's own contracts, and of the reward asset's. */
  own: string[];
  /** True if an event's contract is followed, and from its ledger on. */
  wants(event: { contractId: string; ledger: number }): boolean;
}

type Addresses = Pick<Manifest, "contracts" | "asset">;

/** Every contract of the manifest, and the reward asset's own. */
export const systemContracts = (manifest: Addresses): Followed[] => [
  ...contractNames.map((name) => ({ id: manifest.contracts[name].id, name, spec: contractSpec(name) })),
  { id: manifest.asset.contract_id, name: ASSET },
];

/** The system's contracts, and those that were added. */
export async function watched(store: Store, manifest: Addresses): Promise<Watched> {
  const own = systemContracts(manifest);
  const added = await all(store);
  const followed = added.filter(({ removed_at }) => removed_at === null);
  const from = new Map(followed.map(({ contract_id, from_ledger }) => [contract_id, from_ledger ?? 0]));
  for (const { id } of own) from.set(id, 0);
  return {
    named: [...own, ...added.map(({ contract_id: id, name }) => ({ id, name }))],
    ids: [...from.keys()],
    own: own.map(({ id }) => id),
    wants: ({ contractId, ledger }) => ledger >= (from.get(contractId) ?? Number.POSITIVE_INFINITY),
  };
}
