import { version } from "@merit/core/base/version.ts";
import type { Context } from "@merit/core/context/context.ts";
import { rpcUrl } from "@merit/core/ledger/chain/chain.ts";
import { contractIds, type Manifest } from "@merit/core/ledger/chain/manifest.ts";

export function presentNetwork({ chain, settings }: Context) {
  const { code, issuer, contract_id } = chain.manifest.asset;
  return {
    version,
    network: settings.network,
    network_passphrase: chain.passphrase,
    asset: { code, issuer, contract_id },
    contracts: contractIds(chain.manifest),
    accounts: accountsOf(chain.manifest),
    // Elsewhere the URL may hold the operator's token for the node.
    rpc_url: settings.network === "local" ? rpcUrl(settings) : null,
  };
}

/** Public, as all that a ledger has. */
function accountsOf({ accounts: { channels, ...accounts } }: Manifest): Record<string, string> {
  const numbered = channels.map((address, index) => [`channel ${index + 1}`, address] as const);
  return { ...accounts, ...Object.fromEntries(numbered) };
}
