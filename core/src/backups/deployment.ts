import { manifestPath } from "../chain/chain.ts";
import { readManifestDraft } from "../chain/manifest.ts";
import type { Settings } from "../settings/settings.ts";

/** The deployment that a database in this data folder must belong to (see `bindDatabase`); null before a deployment. */
export function deploymentOf(settings: Settings): Record<string, string> | null {
  const manifest = readManifestDraft(manifestPath(settings));
  const distribution = manifest?.contracts.distribution?.id;
  return manifest && distribution ? { passphrase: manifest.passphrase, distribution } : null;
}
