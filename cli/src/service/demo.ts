import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chain } from "@merit/core/chain/chain.ts";
import { Asset, BASE_FEE, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { Client, type ContractEvent, type Issuance } from "../client.ts";

const STEP_TIMEOUT_MS = 60_000;
const POLL_MS = 25;

export interface Demo {
  merchant_id: number;
  /** Kept so that the printed lines work after a restart as well; the file has mode 600 and belongs to local play only. */
  api_key: string;
  campaign_id: number;
  wallet_address: string;
  issuance_id: number;
  tx_hash: string;
}

/** The demo of an earlier start, if there was one. */
export function earlierDemo(folder: string): Demo | undefined {
  const path = join(folder, "demo.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** Does the main job once through the public API, as a merchant and a wallet would. */
export async function runDemo(options: {
  url: string;
  chain: Chain;
  folder: string;
  say(line: string): void;
}): Promise<Demo> {
  const { url, chain, say } = options;
  const asset = new Asset(chain.manifest.asset.code, chain.manifest.asset.issuer);

  const registered = await new Client({ url }).register({ name: "Demo Coffee", email: "demo@example.com" });
  const merchant = new Client({ url, apiKey: registered.api_key });
  say(`merchant   #${registered.id} ${registered.name}, with a demo grant in the reward pool`);

  const campaign = await createCampaign(merchant);
  say(`campaign   #${campaign.id} "${campaign.name}", budget ${campaign.budget} ${asset.code}, active on the ledger`);

  const wallet = await createWallet(chain, asset);
  say(`wallet     ${wallet}, with a trustline to ${asset.code}`);

  const accepted = await merchant.issue({
    idempotency_key: randomUUID(),
    campaign_id: campaign.id,
    wallet_address: wallet,
    amount: "25",
  });
  say(`reward     issuance #${accepted.body.id} of 25 ${asset.code} accepted (202 pending)`);
  const issuance = await settled(merchant, accepted.body.id);
  say(`paid       transaction ${issuance.tx_hash}`);
  const { balance } = await merchant.verifyTrustline(wallet);
  const event = await rewardEvent(merchant, issuance);
  say(
    `on ledger  the wallet holds ${balance} ${asset.code}; event ${event.type} ${event.id} in ledger ${event.ledger}`,
  );

  const demo: Demo = {
    merchant_id: registered.id,
    api_key: registered.api_key,
    campaign_id: campaign.id,
    wallet_address: wallet,
    issuance_id: issuance.id,
    tx_hash: issuance.tx_hash ?? "",
  };
  writeFileSync(join(options.folder, "demo.json"), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}

async function createCampaign(merchant: Client) {
  const now = Date.now();
  const { id } = await merchant.createCampaign(
    {
      name: "Welcome",
      budget: "10000",
      starts_at: new Date(now - 60_000).toISOString(),
      ends_at: new Date(now + 365 * 86_400_000).toISOString(),
    },
    randomUUID(),
  );
  return until("the campaign is active", async () => {
    const campaign = await merchant.campaign(id);
    if (campaign.status === "failed") throw new Error(`the demo campaign failed: ${campaign.error_message}`);
    return campaign.status === "active" ? campaign : undefined;
  });
}

/** An account of its own key, funded by friendbot, that trusts the asset: what any wallet app does for its user. */
async function createWallet(chain: Chain, asset: Asset): Promise<string> {
  const keypair = Keypair.random();
  const account = await chain.rpc
    .fundAddress(keypair.publicKey())
    .then(() => chain.rpc.getAccount(keypair.publicKey()));
  const transaction = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase: chain.manifest.passphrase })
    .addOperation(Operation.changeTrust({ asset }))
    .setTimeout(60)
    .build();
  transaction.sign(keypair);
  const { hash } = await chain.rpc.sendTransaction(transaction);
  const { status } = await chain.rpc.pollTransaction(hash);
  if (status !== rpc.Api.GetTransactionStatus.SUCCESS) throw new Error(`the demo wallet's trustline: ${status}`);
  return keypair.publicKey();
}

function settled(merchant: Client, id: number): Promise<Issuance> {
  return until("the reward is paid", async () => {
    const issuance = await merchant.issuance(id);
    if (issuance.status === "failed") throw new Error(`the demo reward failed: ${issuance.error_message}`);
    return issuance.status === "confirmed" ? issuance : undefined;
  });
}

function rewardEvent(merchant: Client, issuance: Issuance): Promise<ContractEvent> {
  return until("the reward's event is indexed", async () => {
    const { data } = await merchant.events({ type: "reward", tx_hash: issuance.tx_hash ?? undefined });
    return data[0];
  });
}

async function until<T>(what: string, probe: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + STEP_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`demo: still waiting until ${what}, after ${STEP_TIMEOUT_MS / 1000} s`);
}
