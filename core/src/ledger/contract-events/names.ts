import type { contract } from "@stellar/stellar-sdk";
import { type FieldError, validationFailed } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import type { Store } from "../../store/db/store.ts";
import { bindings, type ContractName, contractNames } from "../chain/bindings.ts";
import type { Manifest } from "../chain/manifest.ts";
import { ownContracts } from "../indexer-contracts/service.ts";
import { all as added, specifiedTypes as typesOf } from "../indexer-contracts/store.ts";
import { storedContracts, storedTypes } from "./store.ts";

/** The spec that the generated client carries, events included (SEP-48). */
export function contractSpec(name: ContractName): contract.Spec {
  // A client asks for an address and a node; its spec depends on neither.
  return new bindings[name].Client({
    contractId: "",
    networkPassphrase: "",
    rpcUrl: "http://localhost",
    allowHttp: true,
  }).spec;
}

/** Events of a Stellar Asset Contract, which has no spec. */
export type AssetEventType = (typeof assetTypes)[number];
const assetTypes = ["transfer", "mint", "burn", "clawback", "approve", "set_authorized", "set_admin"] as const;

let specified: Map<string, readonly string[]> | undefined;

/** Types that each contract's code can emit, by contract. */
function specifiedTypes(): Map<string, readonly string[]> {
  specified ??= new Map<string, readonly string[]>([
    ...contractNames.map((name): [string, string[]] => [
      name,
      contractSpec(name)
        .events()
        .map(({ prefixTopics, name }) => String(prefixTopics[0] ?? name)),
    ]),
    ["asset", assetTypes],
  ]);
  return specified;
}

/**
 * The filter with the contract's name, which may be given by its id.
 * @throws Problem 422 with the nearest name, for a contract that is not followed, or a type that no event has
 */
export async function knownNames<Filter extends { contract?: string | undefined; types?: string[] | undefined }>(
  store: Store,
  manifest: Pick<Manifest, "contracts" | "asset">,
  filter: Filter,
): Promise<Filter> {
  const others = await added(store);
  const known = [...ownContracts(manifest), ...others.map(({ contract_id: id, name }) => ({ id, name }))];
  const ids = new Map(known.map(({ id, name }) => [id, name]));
  const contracts = [...new Set([...ids.values(), ...(await storedContracts(store))])];
  const contract = filter.contract && (ids.get(filter.contract) ?? filter.contract);
  if (contract !== undefined && !contracts.includes(contract)) {
    throw validationFailed([unknown("contract", "a contract that is followed", contract, contracts)]);
  }
  if (filter.types === undefined) return { ...filter, contract };
  const types: string[] = [];
  for (const each of contract === undefined ? contracts : [contract]) {
    const other = others.find(({ name }) => name === each);
    const specified = other ? await typesOf(store, other.contract_id) : (specifiedTypes().get(each) ?? []);
    types.push(...specified, ...(await storedTypes(store, each)));
  }
  const what = contract === undefined ? "a type of event" : `a type of the events of ${contract}`;
  const errors = filter.types.filter((type) => !types.includes(type)).map((type) => unknown("type", what, type, types));
  if (errors.length > 0) throw validationFailed(errors);
  return { ...filter, contract };
}

function unknown(field: string, what: string, name: string, names: readonly string[]): FieldError {
  // An address is not like any name.
  const [meant] = /^C[A-Z2-7]{55}$/.test(name) ? [""] : nearest(name, names);
  return { field, message: `has ${name}, which is not ${what}${meant && `: did you mean ${meant}?`}` };
}
