import type { Chain } from "@merit/core/chain/chain.ts";
import type { Settings } from "@merit/core/settings/settings.ts";
import type { Demo } from "./demo-file.ts";

export type Say = (line: string) => void;

export function tell(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

interface Ready {
  url: string;
  settings: Settings;
  chain: Chain;
  demo: Demo | undefined;
  seconds: number;
}

/** Prints the same as JSON, for scripts. */
export function printReady({ url, settings, chain, demo, seconds }: Ready): void {
  const { code, issuer } = chain.manifest.asset;
  const ready = {
    network: settings.network,
    url,
    rpc_url: settings.rpcUrl,
    asset: `${code}:${issuer}`,
    data: settings.dataDir,
    seconds,
    demo: demo ?? null,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** Shows where everything is, and commands to continue with. */
export function showWelcome(facts: Ready): void {
  const { url, settings, chain, demo, seconds } = facts;
  const { asset } = chain.manifest;
  process.stdout.write(
    `
Merit is ready on ${settings.network} after ${seconds.toFixed(1)} s.

  API        ${url}
  docs       ${new URL("/docs", url)}
  health     ${url}/health
  ledger     ${settings.rpcUrl ?? "the network's default RPC"}
  asset      ${asset.code}:${asset.issuer}
  data       ${settings.dataDir}
`,
  );
  if (demo) process.stdout.write(goOn(url, demo));
  process.stdout.write("\nCtrl-C stops everything; the state is kept.\n");
}

function goOn(url: string, demo: Demo): string {
  return `
Continue with the demo merchant:

  export MERIT_URL=${url} MERIT_API_KEY=${demo.api_key}
  curl -s -H "x-api-key: $MERIT_API_KEY" $MERIT_URL/rewards/issuances/${demo.issuance_id}
  curl -s -H "x-api-key: $MERIT_API_KEY" -H "content-type: application/json" $MERIT_URL/rewards/issue \\
    -d '{"idempotency_key":"order-2","campaign_id":${demo.campaign_id},"wallet_address":"${demo.wallet_address}","amount":"5"}'
  curl -s -H "x-api-key: $MERIT_API_KEY" "$MERIT_URL/contract-events?type=reward"
  npx merit events --follow
`;
}
