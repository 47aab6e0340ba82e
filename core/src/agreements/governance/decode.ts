import { type contract, scValToNative, xdr } from "@stellar/stellar-sdk";
import { type ContractName, contractNames } from "../../ledger/chain/bindings.ts";
import { anyContract, type Contracts } from "../../ledger/chain/contracts.ts";
import { type Json, toJson } from "../../ledger/chain/json.ts";
import { contractIds, type Manifest } from "../../ledger/chain/manifest.ts";
import { ArgumentError } from "../../ledger/contract-calls/arguments.ts";
import { holder } from "../../ledger/deploy/authority.ts";
import { wordsOf } from "./words.ts";

// Decodes the calls of a proposal from its XDR on the ledger, and says them in plain words. Nothing comes from the proposer's text.

/** One call of a proposal; governance is the caller. */
export interface Action {
  /** Address of the contract. */
  target: string;
  function: string;
  args: xdr.ScVal[];
}

export interface DecodedCall {
  target: string;
  /** Name in the manifest; null for a contract that isn't part of the deployment. */
  contract: ContractName | null;
  function: string;
  /** Arguments, without names where the call isn't known. */
  args: { name: string | null; value: Json }[];
  /** False: no contract of the deployment has this function, or the arguments don't fit it. Nobody can say what it does. */
  known: boolean;
  /** The call in plain words. */
  words: string;
}

interface Deployment {
  contracts: Contracts;
  manifest: Manifest;
}

/** Decodes a call. Never throws: the proposer chooses what it reads. */
export function decodeCall({ contracts, manifest }: Deployment, action: Action): DecodedCall {
  const { target, function: name } = action;
  const found = contractAt(manifest, target);
  const call = { target, contract: found, function: name };
  const inputs = found && inputsOf(anyContract(contracts, found).spec, found, name);
  const values = found && inputs && readArguments(anyContract(contracts, found).spec, inputs, action.args);
  const named = (address: string) => {
    const { name } = holder(manifest, address);
    return name === null ? address : `${name} (${address})`;
  };
  if (!found || !values) {
    const args = action.args.map((value) => ({ name: null, value: rawValue(value) }));
    return {
      ...call,
      args,
      known: false,
      words: unknownWords(named(target), name, args, found !== null && inputs !== null),
    };
  }
  const args = [...values].map(([name, value]) => ({ name, value: toJson(value) }));
  return {
    ...call,
    args,
    known: true,
    words: wordsOf({ contract: found, function: name, values, self: contracts.governance.id, named }),
  };
}

/** Name of a call, such as `pool.set_limit`; with the address of a contract that isn't part of the deployment. */
export function callName(manifest: Manifest, { target, function: name }: Pick<Action, "target" | "function">): string {
  return `${contractAt(manifest, target) ?? target}.${name}`;
}

function contractAt(manifest: Manifest, address: string): ContractName | null {
  const ids = contractIds(manifest);
  return contractNames.find((name) => ids[name] === address) ?? null;
}

interface Input {
  name: string;
  type: xdr.ScSpecTypeDef;
}

/** Null if there is no such function. */
function inputsOf(spec: contract.Spec, contract: ContractName, name: string): Input[] | null {
  if (contract === "governance") return ownInputs(spec, name);
  const func = spec.funcs().find((each) => each.name.toString() === name);
  if (!func || name.startsWith("__")) return null;
  return func.inputs.map((input) => ({ name: input.name.toString(), type: input.type }));
}

/** A vote calls governance itself without an operator, and can call three functions that its spec doesn't list. */
function ownInputs(spec: contract.Spec, name: string): Input[] | null {
  const typeOf = (func: string, input: string) =>
    spec.getFunc(func).inputs.find((each) => each.name.toString() === input)?.type as xdr.ScSpecTypeDef;
  switch (name) {
    case "unpause":
    case "migrate":
      return [];
    case "upgrade":
      // Governance has no call with a hash of code any more. The id of a proposal has the same type, 32 bytes.
      return [{ name: "new_wasm_hash", type: typeOf("queue", "id") }];
    case "set_settings":
      return [{ name: "settings", type: typeOf("__constructor", "settings") }];
    case "set_class": {
      const list = typeOf("__constructor", "classes");
      return list.type === "scSpecTypeVec" ? [{ name: "entry", type: list.value.elementType }] : null;
    }
    default:
      return null;
  }
}

/** Undefined if the arguments aren't exactly of the function's types. */
function readArguments(spec: contract.Spec, inputs: Input[], args: xdr.ScVal[]): Map<string, unknown> | undefined {
  if (inputs.length !== args.length) return undefined;
  try {
    return new Map(
      inputs.map(({ name, type }, index) => {
        const given = args[index] as xdr.ScVal;
        const value: unknown = spec.scValToNative(given, type);
        // The SDK also converts values of similar types, which the contract refuses or reads differently.
        if (spec.nativeToScVal(value, type).toXdr("base64") !== given.toXdr("base64")) throw new TypeError(name);
        toJson(value);
        return [name, value];
      }),
    );
  } catch {
    return undefined;
  }
}

function rawValue(value: xdr.ScVal): Json {
  try {
    return toJson(scValToNative(value));
  } catch {
    return value.toXdr("base64");
  }
}

function unknownWords(target: string, name: string, args: DecodedCall["args"], isFunction: boolean): string {
  const why = isFunction
    ? "its arguments don't fit the function, so it is likely to fail"
    : "this release knows no such function, so nobody has checked what it does";
  return `UNKNOWN CALL of ${target}: ${name}(${args.map(({ value }) => JSON.stringify(value)).join(", ")}); ${why}.`;
}

/** The calls in the answer of `governance.actions`. */
export function readActions(list: xdr.ScVal): Action[] {
  if (list.type !== "scvVec") throw new TypeError("governance.actions answered no list");
  return (list.vec ?? []).map((entry) => {
    const fields = new Map(
      (entry.type === "scvMap" ? (entry.map ?? []) : []).map(({ key, val }) => [String(scValToNative(key)), val]),
    );
    const [target, name, args] = ["target", "function", "args"].map((field) => fields.get(field));
    if (!target || !name || args?.type !== "scvVec") throw new TypeError("governance.actions answered no action");
    return {
      target: String(scValToNative(target)),
      function: String(scValToNative(name)),
      args: [...(args.vec ?? [])],
    };
  });
}

/** A call that a vote makes, of values by the function's argument names. @throws ArgumentError if votes can't call it */
export function encodeCall(
  contracts: Contracts,
  contract: ContractName,
  name: string,
  values: Record<string, unknown>,
): Action {
  const { id, spec } = anyContract(contracts, contract);
  const inputs = inputsOf(spec, contract, name);
  if (!inputs) throw new ArgumentError(`a vote can't call ${contract}.${name}`);
  return { target: id, function: name, args: inputs.map(({ name, type }) => spec.nativeToScVal(values[name], type)) };
}

/** A call as it is stored: its arguments as base64 XDR. */
export type StoredAction = Omit<Action, "args"> & { args: string[] };

export const storedAction = ({ args, ...call }: Action): StoredAction => ({
  ...call,
  args: args.map((value) => value.toXdr("base64")),
});

export const restoredAction = ({ args, ...call }: StoredAction): Action => ({
  ...call,
  args: args.map((value) => xdr.ScVal.fromXdr(value, "base64")),
});
