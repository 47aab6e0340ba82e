import { onLedgerTime } from "@merit/bindings/ledger-time";
import { Keypair, rpc } from "@stellar/stellar-sdk";
import { type AssembledTransaction, Client, KeypairSigner, Spec } from "@stellar/stellar-sdk/contract";
import { signEnvelope } from "../wallet/freighter.ts";
import type { KeyedAccount } from "./accounts.ts";
import { type Kind, kindOf } from "./kinds.ts";
import { rpcOptions, rpcUrl } from "./rpc.ts";

// Calls of any contract, by the description in its own code.

export interface Parameter {
  name: string;
  doc: string;
  kind: Kind;
}
export interface ContractFunction {
  name: string;
  doc: string;
  parameters: Parameter[];
}
export interface Contract {
  id: string;
  spec: Spec;
  functions: ContractFunction[];
}

/** @throws Error if the ledger has no such contract, or its code has no description */
export async function readContract(id: string): Promise<Contract> {
  const wasm = await new rpc.Server(rpcUrl, rpcOptions).getContractWasmByContractId(id);
  const spec = Spec.fromWasm(wasm);
  const functions = spec.funcs().map(({ name, doc, inputs }) => ({
    name: name.toString(),
    doc: doc.toString(),
    parameters: inputs.map((input) => ({
      name: input.name.toString(),
      doc: input.doc.toString(),
      kind: kindOf(input.type, spec),
    })),
  }));
  const callable = functions.filter(({ name }) => !name.startsWith("__"));
  return { id, spec, functions: callable.sort((a, b) => a.name.localeCompare(b.name)) };
}

/** The signer: an account whose key the page has, or one of Freighter's. */
export type Signer = KeyedAccount | { address: string };

/** The typed arguments, as the SDK takes them. @throws Error that names the parameter and its fix */
export function argumentsOf({ parameters }: ContractFunction, typed: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map(({ name, kind }) => {
      try {
        const text = (typed[name] ?? "").trim();
        return [name, kind.read(kind.isJson ? parsed(text) : text)];
      } catch (error) {
        throw new Error(`${name} ${(error as Error).message}.`);
      }
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) => {
      if (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
      // The number has already lost digits.
      throw new Error(`must have large numbers in quotes, such as "${value}"`);
    });
  } catch (error) {
    throw error instanceof SyntaxError ? new Error("must be JSON") : error;
  }
}

type Methods = Record<string, (args: object) => Promise<AssembledTransaction<unknown>>>;

/** Builds a call and simulates it. @throws Error with the contract's own name of the error */
export async function simulate(
  { id, spec }: Contract,
  name: string,
  args: Record<string, unknown>,
  { signer, passphrase }: { signer: Signer | undefined; passphrase: string },
): Promise<AssembledTransaction<unknown>> {
  const options = { contractId: id, networkPassphrase: passphrase, rpcUrl, ...rpcOptions };
  const signing = signer && { publicKey: signer.address, signTransaction: signerOf(signer, passphrase) };
  const client = new Client(spec, onLedgerTime({ ...options, ...signing })) as unknown as Methods;
  const call = await client[name]?.(args);
  if (!call) throw new Error(`The contract has no function ${name}.`);
  if (call.simulation && rpc.Api.isSimulationError(call.simulation)) throw refusalOf(call.simulation.error, spec);
  return call;
}

function signerOf(signer: Signer, passphrase: string) {
  if ("secret" in signer) return new KeypairSigner(Keypair.fromSecret(signer.secret), passphrase).signTransaction;
  const { address } = signer;
  return async (envelope: string) => ({
    signedTxXdr: await signEnvelope(envelope, { passphrase, address }),
    signerAddress: address,
  });
}

/** What sending a simulated call does. */
export function effectOf({ isReadCall, simulation }: AssembledTransaction<unknown>): string {
  if (!isReadCall) return "changes the ledger when it is sent";
  const emits = simulation?.events.some(({ event }) => event.type.name === "contract");
  return emits ? "emits events when it is sent" : "reads only; sending it extends lifetimes at most";
}

/** Signs and sends a call. Authorisations of other accounts are signed where the page has their keys. @returns the hash */
export async function send(
  call: AssembledTransaction<unknown>,
  accounts: readonly KeyedAccount[],
  passphrase: string,
): Promise<string> {
  for (const address of call.needsNonInvokerSigningBy()) {
    const account = accounts.find((known) => known.address === address);
    if (!account) throw new Error(`${address} must sign this as well, and this page doesn't have its key.`);
    const { signAuthEntry } = new KeypairSigner(Keypair.fromSecret(account.secret), passphrase);
    await call.signAuthEntries({ address, signAuthEntry });
  }
  const { sendTransactionResponse } = await call.signAndSend({ force: call.isReadCall });
  return sendTransactionResponse?.hash ?? "";
}

/** The error of a failed simulation, with the contract's own name of it where there is one. */
function refusalOf(error: string, spec: Spec): Error {
  const number = /Error\(Contract, #(\d+)\)/.exec(error)?.[1];
  const known = number && spec.errorCases().find(({ value }) => value === Number(number));
  // The lines after the first are for the node's operator.
  const [first = ""] = error.split("\n");
  return new Error(known ? `${known.name.toString()} (#${number}). ${known.doc.toString()}` : first);
}
