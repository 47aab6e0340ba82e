import { manifestPath } from "../chain/chain.ts";
import { readManifestDraft } from "../chain/manifest.ts";
import { networks } from "../chain/networks.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * What a database in this data folder must belong to (see `bindDatabase`): the network, and the contracts if they are known
 * here. They aren't on a fresh machine without a manifest.
 */
export function deploymentOf(settings: Pick<Settings, "dataDir" | "network">): Record<string, string> {
  const manifest = readManifestDraft(manifestPath(settings));
  const distribution = manifest?.contracts.distribution?.id;
  return {
    passphrase: manifest?.passphrase ?? networks[settings.network].passphrase,
    ...(distribution !== undefined && { distribution }),
  };
}
