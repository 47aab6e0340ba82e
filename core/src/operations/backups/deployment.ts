import type { Settings } from "../../base/settings/settings.ts";
import { manifestPath } from "../../ledger/chain/chain.ts";
import { readManifestDraft } from "../../ledger/chain/manifest.ts";
import { networks } from "../../ledger/chain/networks.ts";

/**
 * The deployment that a database in this data folder must belong to (see `bindDatabase`): the network, and the contracts if they
 * are known here. They aren't on a fresh machine without a manifest.
 */
export function deploymentOf(settings: Pick<Settings, "dataDir" | "network">): Record<string, string> {
  const manifest = readManifestDraft(manifestPath(settings));
  const distribution = manifest?.contracts.distribution?.id;
  return {
    passphrase: manifest?.passphrase ?? networks[settings.network].passphrase,
    ...(distribution !== undefined && { distribution }),
  };
}
