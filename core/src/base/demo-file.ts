import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "./atomic-file.ts";

/** Progress of the demo; each field is there once its step is done. */
const progress = z.object({
  merchant_id: z.int(),
  /** The server can't show it again. It is good only for the local ledger. */
  api_key: z.string().min(1),
  campaign_id: z.int().optional(),
  wallet_address: z.string().optional(),
  /** Secret key of the wallet, on the local ledger alone. Demos of earlier versions don't have it. */
  wallet_secret: z.string().optional(),
  issuance_id: z.int().optional(),
  tx_hash: z.string().optional(),
});

export type DemoProgress = z.infer<typeof progress>;

/** A finished demo. */
export type Demo = Required<Omit<DemoProgress, "wallet_secret">> & Pick<DemoProgress, "wallet_secret">;

export const isDone = (demo: DemoProgress): demo is Demo => demo.tx_hash !== undefined;

/** The steps of the demo that earlier starts have done. @throws Error naming the file and the way out when it is broken */
export function readDemo(path: string): DemoProgress | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return progress.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Neither the parser's message nor the schema's: both can quote the key.
    throw new Error(`${path} is broken. Remove it, and the next start repeats the demo with a new merchant.`);
  }
}

/** Path of the demo file in a data folder. */
export const demoPath = ({ dataDir }: { dataDir: string }): string => join(dataDir, "demo.json");

export function writeDemo(path: string, demo: DemoProgress): void {
  writeFileAtomically(path, `${JSON.stringify(demo, null, 2)}\n`, 0o600);
}
