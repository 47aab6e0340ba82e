import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { xdr } from "@stellar/stellar-sdk";
import { z } from "zod";
import { contractsFolder } from "../../base/paths.ts";
import { type ContractName, contractNames } from "../chain/bindings.ts";
import { SetupError } from "../chain/errors.ts";

export interface WasmFile {
  bytes: Uint8Array;
  /** SHA-256, hex: the ledger's name for the code. */
  hash: string;
  /** `binver` of the code's metadata (SEP-49), such as "0.1.0". */
  version: string;
}

/** Node has this function, but its types don't. */
declare const WebAssembly: {
  Module: { new (wasm: Uint8Array): object; customSections(module: object, name: string): ArrayBuffer[] };
};

const manifestSchema = z.record(z.string(), z.object({ sha256: z.string() }));

/** The built contracts, checked against the hashes of their build. @throws SetupError */
export function readWasmFiles(folder = contractsFolder): Record<ContractName, WasmFile> {
  const path = join(folder, "manifest.json");
  if (!existsSync(path)) throw new SetupError(`No built contracts in ${folder}; run "npm run contracts" first`);
  const built = manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  return Object.fromEntries(
    contractNames.map((name) => {
      const bytes = readFileSync(join(folder, `${name}.wasm`));
      const hash = createHash("sha256").update(bytes).digest("hex");
      if (built[name]?.sha256 !== hash) {
        throw new SetupError(`${name}.wasm in ${folder} is not what was built; run "npm run contracts" again`);
      }
      return [name, { bytes: new Uint8Array(bytes), hash, version: binver(name, bytes) }];
    }),
  ) as Record<ContractName, WasmFile>;
}

/** @throws SetupError if the code doesn't name its version */
function binver(name: ContractName, wasm: Uint8Array): string {
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(wasm), "contractmetav0");
  const entries = section ? xdr.decodeStream(xdr.ScMetaEntry, new Uint8Array(section)) : [];
  const entry = entries.find(({ v0 }) => v0.key.toString() === "binver");
  if (!entry) throw new SetupError(`${name}.wasm has no binver; run "npm run contracts" again`);
  return entry.v0.val.toString();
}
