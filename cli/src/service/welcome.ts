import { join } from "node:path";
import type { Demo } from "@merit/core/base/demo-file.ts";
import { repository } from "@merit/core/base/paths.ts";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import type { Chain } from "@merit/core/ledger/chain/chain.ts";
import { localOutbox } from "@merit/core/parties/mail/local-outbox.ts";
import { describeDatabase } from "@merit/core/store/db/open.ts";
import type { ProcessRole } from "@merit/core/store/db/schema/processes.ts";

/** Folder that has `merit`. */
const binFolder = join(repository, "node_modules", ".bin");

export type Say = (line: string) => void;

export function tell(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

interface Ready {
  role: ProcessRole;
  /** URL of the API, if the process serves it. */
  url: string | undefined;
  settings: Settings;
  chain: Chain;
  demo: Demo | undefined;
  seconds: number;
}

/** The node's URL. Its path may be a provider's key, except on a network of one's own. */
const shownUrl = ({ network, rpcUrl }: Settings) =>
  rpcUrl === null || network === "local" ? rpcUrl : new URL(rpcUrl).origin;

/** Prints the same as JSON, for scripts. */
export function printReady({ role, url, settings, chain, demo, seconds }: Ready): void {
  const { code, issuer } = chain.manifest.asset;
  const ready = {
    network: settings.network,
    role,
    url: url ?? null,
    rpc_url: shownUrl(settings),
    asset: `${code}:${issuer}`,
    data: settings.dataDir,
    database: describeDatabase(settings),
    mail: mailOf(settings, url),
    seconds,
    // The wallet's key is in the demo's file.
    demo: demo ? { ...demo, wallet_secret: undefined } : null,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** Shows where everything is, and commands to continue with. */
export function showWelcome(facts: Ready): void {
  const { role, url, settings, chain, demo, seconds } = facts;
  const { asset } = chain.manifest;
  process.stdout.write(
    `
Merit${role === "all" ? "" : `'s ${role}`} is ready on ${settings.network} after ${seconds.toFixed(1)} s.
${url === undefined ? "" : addresses(url)}
  ledger     ${shownUrl(settings) ?? "the network's default RPC"}
  asset      ${asset.code}:${asset.issuer}
  data       ${settings.dataDir}
  database   ${describeDatabase(settings)}
  mail       ${mailOf(settings, url)}
`,
  );
  if (demo && url !== undefined) process.stdout.write(goOn(url, demo));
  process.stdout.write("\nCtrl-C stops everything; the state is kept.\n");
}

const addresses = (url: string) => `
  API        ${url}
  pages      ${new URL("/", url)}
  docs       ${new URL("/docs", url)}
  health     ${url}/health`;

/** Destination of mails. A server's password may be in its URL. */
function mailOf({ mail, ...settings }: Settings, url: string | undefined): string {
  if (mail.smtpUrl !== null) return new URL(mail.smtpUrl).host;
  if (localOutbox({ mail, ...settings }) === null) return "none: set SMTP_URL, or no mail is sent";
  return url === undefined ? "the API shows them at /dev/outbox" : `${new URL("/dev/outbox", url)}`;
}

function goOn(url: string, demo: Demo): string {
  return `
Continue with the demo merchant:

  export MERIT_URL=${url} MERIT_API_KEY=${demo.api_key} PATH="${binFolder}:$PATH"
  curl -s -H "x-api-key: $MERIT_API_KEY" $MERIT_URL/rewards/issuances/${demo.issuance_id}
  curl -s -H "x-api-key: $MERIT_API_KEY" -H "content-type: application/json" $MERIT_URL/rewards/issue \\
    -d '{"idempotency_key":"order-2","campaign_id":${demo.campaign_id},"wallet_address":"${demo.wallet_address}","amount":"5"}'
  curl -s -H "x-api-key: $MERIT_API_KEY" "$MERIT_URL/contract-events?type=reward"
  merit contract-events --follow
`;
}
