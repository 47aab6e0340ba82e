import { type ContractName, contractNames } from "../chain/bindings.ts";
import type { Contracts } from "../chain/contracts.ts";
import { SetupError } from "../chain/errors.ts";
import type { Signer } from "../chain/keys.ts";
import { grantsOf } from "../deploy/authority.ts";
import type { ContractCalls, Sent } from "./calls.ts";

export interface ContractState {
  name: ContractName;
  address: string;
  /** The code's version by the registry in `state`; null where that has none for it. */
  version: string | null;
  /** Schema version of its data. */
  schema: number;
  paused: boolean;
}

/** The deployed contracts as they are now. @throws CallRefused, RpcUnavailable */
export function listContracts({ chain: { contracts } }: ContractCalls): Promise<ContractState[]> {
  return Promise.all(
    contractNames.map(async (name) => {
      // All answer these; the union of their clients has no call that TypeScript sees as common.
      const contract = contracts[name] as Contracts["admin"];
      const [schema, paused, record] = await Promise.all([
        contract.view("version"),
        contract.view("paused"),
        contracts.state.view("get", { name }),
      ]);
      const isRegistered = record.value?.address === contract.id;
      return {
        name,
        address: contract.id,
        version: (isRegistered && record.value?.interface) || null,
        schema: schema.value,
        paused: paused.value,
      };
    }),
  );
}

const roles = { pause: "pauser", unpause: "unpauser" } as const;

/**
 * Stops a contract, or lets it run again; `state` means the whole system. Signed with the first key of this machine that has the
 * role.
 * @throws SetupError saying who else may, CallRefused, RpcUnavailable
 */
export async function setPaused(
  calls: ContractCalls,
  { contract, method }: { contract: ContractName; method: keyof typeof roles },
  signal: AbortSignal,
): Promise<Sent> {
  const signer = await holderOf(calls, contract, method);
  const caller = method === "pause" ? "guardian" : "operator";
  const call = { contract: await calls.find(contract), method, args: { [caller]: signer.publicKey } };
  return calls.send(call, signer, signal);
}

async function holderOf(calls: ContractCalls, contract: ContractName, method: keyof typeof roles): Promise<Signer> {
  const { contracts, manifest } = calls.chain;
  const role = roles[method];
  const keys = calls.keys();
  const holders = (await grantsOf(contracts.admin, role, manifest)).map(({ account }) => account);
  for (const account of holders) {
    const signer = keys.byAddress(account);
    if (signer && typeof (await contracts.admin.view("has_role", { account, role })).value === "number") return signer;
  }
  // The admin can always end the stop of `admin`, during which nobody can be granted the role.
  if (contract === "admin" && method === "unpause") {
    const { value: admin } = await contracts.admin.view("get_admin");
    const signer = admin && keys.byAddress(admin);
    if (signer) return signer;
  }
  const others = holders.map((account) => calls.named(account)).join(", ") || "nobody";
  throw new SetupError(
    `No key of this machine has the role ${role}, which is held by ${others}. Set MERIT_KEYS_FILE to the key file of one of them`,
  );
}
