import { manifestPath } from "../chain/chain.ts";
import { readManifestDraft } from "../chain/manifest.ts";
import type { Settings } from "../settings/settings.ts";

/** What a database in this data folder has to be bound to, as `bindDatabase` is told at the start; null before a deployment. */
export function deploymentOf(settings: Settings): Record<string, string> | null {
  const manifest = readManifestDraft(manifestPath(settings));
  const distribution = manifest?.contracts.distribution?.id;
  return manifest && distribution ? { passphrase: manifest.passphrase, distribution } : null;
}
