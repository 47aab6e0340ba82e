import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { BindingGenerator, contract } from "@stellar/stellar-sdk";
import type { Chain } from "../chain/chain.ts";
import { ASSET_CODE, REFERENCE_CODE, readCodes, readWasm } from "../chain/code.ts";
import { ArgumentError } from "./arguments.ts";
import { withErrorTypes } from "./error-types.ts";
import { withMapTypes } from "./map-types.ts";

/** The code of a contract, with the spec that it carries. */
export interface ContractCode {
  wasm: Uint8Array;
  /** SHA-256, hex: the ledger's name for the code. */
  hash: string;
  spec: contract.Spec;
}

/** Bytes that a network takes. */
const MAX_CODE = 128 * 1024;

/** @throws ArgumentError if the file is not a contract's wasm */
export function readCode(path: string): ContractCode {
  const wasm = readFile(path);
  if (Buffer.from(wasm.subarray(0, 4)).toString("latin1") !== "\0asm") {
    throw new ArgumentError(
      `${path} is not wasm; \`npm run contracts\` writes a contract's wasm into target/contracts`,
    );
  }
  if (wasm.length > MAX_CODE) {
    throw new ArgumentError(`${path} has ${wasm.length} bytes; a network takes at most ${MAX_CODE}`);
  }
  try {
    return { wasm, hash: createHash("sha256").update(wasm).digest("hex"), spec: contract.Spec.fromWasm(wasm) };
  } catch {
    throw new ArgumentError(`${path} is wasm, but not that of a Soroban contract`);
  }
}

function readFile(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new ArgumentError(isMissing ? `there is no file ${path}` : `${path}: ${(error as Error).message}`);
  }
}

/** TypeScript of a client for the contract, by file name. */
export function bindingsOf({ spec }: ContractCode, contractName: string): Record<string, string> {
  const { index, ...generated } = BindingGenerator.fromSpec(spec).generate({ contractName });
  const { types, client } = withMapTypes(generated);
  return { "index.ts": index, "client.ts": client, "types.ts": withErrorTypes({ types, client }) };
}

/** The spec of the code that a contract runs on the ledger. @throws ArgumentError if there is none, RpcUnavailable */
export async function readSpec({ rpc, network }: Pick<Chain, "rpc" | "network">, id: string): Promise<contract.Spec> {
  const code = (await readCodes(rpc, [id])).get(id);
  if (code === undefined) throw new ArgumentError(`there is no contract ${id} on the network ${network}`);
  if (code === ASSET_CODE) throw new ArgumentError(`${id} is a classic asset and has no code`);
  if (code === REFERENCE_CODE) {
    throw new ArgumentError(`${id} takes its code from a reference, which this command can't follow`);
  }
  const wasm = await readWasm(rpc, code);
  if (!wasm) throw new ArgumentError(`the code of ${id} is no longer on the ledger`);
  try {
    return contract.Spec.fromWasm(wasm);
  } catch {
    throw new ArgumentError(`the code of ${id} doesn't say what functions it has`);
  }
}
