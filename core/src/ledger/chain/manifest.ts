import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writeFileAtomically } from "../../base/atomic-file.ts";
import { type NetworkName, networkNames } from "../../base/settings/settings.ts";
import { type ContractName, contractNames } from "./bindings.ts";
import { SetupError } from "./errors.ts";

const account = z.string().regex(/^G[A-Z2-7]{55}$/, "must be an account address (G...)");
const contractId = z.string().regex(/^C[A-Z2-7]{55}$/, "must be a contract address (C...)");
const hash = z.string().regex(/^[0-9a-f]{64}$/, "must be 32 bytes in hex");

const asset = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9]{1,12}$/),
  issuer: account,
  contract_id: contractId,
});
const contract = z.strictObject({ id: contractId, wasm_hash: hash });
const accounts = z.strictObject({
  deployer: account,
  issuer: account,
  treasury: account,
  manager: account,
  distributor: account,
  fee: account,
  channels: z.array(account).min(1),
});

const amount = z.string().regex(/^(0|[1-9]\d*)(\.\d{1,7})?$/, 'must be an amount of tokens such as "12.5"');
/** What the run that began the deployment chose, beside the asset's code: repeats go by it. */
const terms = z.strictObject({
  home_domain: z.string().nullable(),
  cap: amount,
  supply: amount,
  pool_limit: amount,
  merchant_limit: amount,
});

const manifestSchema = z.strictObject({
  network: z.enum(networkNames),
  passphrase: z.string().min(1),
  /** `deploying` while a deployment has steps left. */
  status: z.enum(["deploying", "complete"]),
  /** No event of the system is older than this ledger. */
  start_ledger: z.int().positive(),
  asset,
  accounts,
  contracts: z.record(z.enum(contractNames), contract),
  /** Until the deployment is complete: earlier versions, which the manifest must suit, don't read it with them, nor an unfinished one. */
  terms: terms.optional(),
});

/** The deployment on one network, with its addresses. Public data; the same mapping lives in the `state` contract. */
export type Manifest = z.infer<typeof manifestSchema>;

const draftSchema = manifestSchema
  .partial({ asset: true })
  .extend({ contracts: z.partialRecord(z.enum(contractNames), contract) });

/** Manifest of a deployment that may not be finished. */
export type ManifestDraft = z.infer<typeof draftSchema>;

/** Addresses of the contracts. */
export const contractIds = ({ contracts }: Pick<Manifest, "contracts">) =>
  Object.fromEntries(Object.entries(contracts).map(([name, { id }]) => [name, id])) as Record<ContractName, string>;

/** @throws SetupError when there is none, it is unfinished or malformed */
export function readManifest(path: string, network: NetworkName): Manifest {
  const draft = readManifestDraft(path);
  // On `local` the service deploys when it starts, on the ledger that it runs.
  const command = network === "local" ? "merit start" : `merit deploy --network ${network}`;
  if (!draft) {
    throw new SetupError(
      `No deployment manifest at ${path}; run "${command}" first, or name the folder that has one with --data or MERIT_DATA_DIR`,
    );
  }
  if (draft.status !== "complete") {
    throw new SetupError(`The deployment in ${path} was interrupted; run "${command}" again to finish it`);
  }
  return parse(manifestSchema, draft, path);
}

export function readManifestDraft(path: string): ManifestDraft | undefined {
  if (!existsSync(path)) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new SetupError(`The deployment manifest ${path} is not valid JSON; restore it from a backup`, error);
  }
  return parse(draftSchema, content, path);
}

export function writeManifest(path: string, manifest: ManifestDraft): void {
  writeFileAtomically(path, `${JSON.stringify(manifest, null, 2)}\n`, 0o644);
}

function parse<T extends z.ZodType>(schema: T, content: unknown, path: string): z.infer<T> {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  throw new SetupError(`The deployment manifest ${path} is invalid:\n${z.prettifyError(result.error)}`);
}
