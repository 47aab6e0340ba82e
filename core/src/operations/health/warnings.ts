import type { Settings } from "../../base/settings/settings.ts";
import { networks } from "../../ledger/chain/networks.ts";

/** Warnings about settings that work, but are most likely not meant. */
export function warningsOf(settings: Settings): string[] {
  const warnings: string[] = [];
  if (networks[settings.network].public && settings.publicUrl.startsWith("http:")) {
    warnings.push(
      `PUBLIC_URL is ${settings.publicUrl}: links in mails lead there without encryption, and so do passwords and keys. Set it to the gateway's https:// address.`,
    );
  }
  return warnings;
}
