import { existsSync, readFileSync } from "node:fs";
import { writeFileAtomically } from "@merit/core/chain/atomic-file.ts";
import { z } from "zod";

/** How far the demo came; each field is there once its step is done. */
const progress = z.object({
  merchant_id: z.int(),
  /** Can't be asked for again; it belongs to local play only. */
  api_key: z.string().min(1),
  campaign_id: z.int().optional(),
  wallet_address: z.string().optional(),
  issuance_id: z.int().optional(),
  tx_hash: z.string().optional(),
});

export type DemoProgress = z.infer<typeof progress>;

/** A demo that is done. */
export type Demo = Required<DemoProgress>;

export const isDone = (demo: DemoProgress): demo is Demo => demo.tx_hash !== undefined;

/** What earlier starts did of the demo. @throws Error naming the file and the way out when it is broken */
export function readDemo(path: string): DemoProgress | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return progress.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Neither the parser's message nor the schema's: both can quote the key.
    throw new Error(`${path} is broken: remove it, and the next start does the demo anew with another merchant.`);
  }
}

export function writeDemo(path: string, demo: DemoProgress): void {
  writeFileAtomically(path, `${JSON.stringify(demo, null, 2)}\n`, 0o600);
}
