import { randomUUID } from "node:crypto";
import { type Demo, type DemoProgress, isDone, readDemo, writeDemo } from "@merit/core/base/demo-file.ts";
import type { Chain } from "@merit/core/ledger/chain/chain.ts";
import { boundsOrigin } from "@merit/core/ledger/chain/clock.ts";
import { networks } from "@merit/core/ledger/chain/networks.ts";
import { Asset, BASE_FEE, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import {
  type Client,
  type ContractEvent,
  type Issuance,
  type Merchant,
  openClient,
  ownCampaign,
  register as registerMerchant,
} from "../client.ts";

const STEP_TIMEOUT_MS = 60_000;
const POLL_MS = 25;
const YEAR_MS = 365 * 86_400_000;

/** With fixed keys, a demo that continues after an interruption repeats the same calls. */
const CAMPAIGN_KEY = "demo-campaign";
const REWARD_KEY = "demo-reward";

/**
 * Pays a reward through the public API, as a merchant and a wallet would. Each step is kept in the file at `path`
 * as soon as it is done, and the next start goes on there.
 */
export async function runDemo(options: {
  url: string;
  chain: Chain;
  path: string;
  say(line: string): void;
}): Promise<Demo> {
  const { url, chain, path, say } = options;
  let done = readDemo(path);
  if (done && isDone(done)) return done;
  const keep = (step: DemoProgress): DemoProgress => {
    writeDemo(path, step);
    return step;
  };
  const asset = new Asset(chain.manifest.asset.code, chain.manifest.asset.issuer);

  done ??= keep(await register(url));
  const merchant = openClient({ url, apiKey: done.api_key });
  const { body: self } = await merchant.call("GET /merchants/me");
  say(`merchant   #${self.id} ${self.name}, with a demo grant in the reward pool`);

  const campaignId = done.campaign_id ?? (await createCampaign(merchant, self));
  done = keep({ ...done, campaign_id: campaignId });
  const campaign = await active(merchant, campaignId);
  say(`campaign   #${campaign.id} "${campaign.name}", budget ${campaign.budget} ${asset.code}, active on the ledger`);

  if (done.wallet_address === undefined) {
    const keypair = await createWallet(chain, asset);
    done = keep({ ...done, wallet_address: keypair.publicKey(), wallet_secret: keypair.secret() });
  }
  const wallet = done.wallet_address as string;
  say(`wallet     ${wallet}, with a trustline to ${asset.code}`);

  const reward = { idempotency_key: REWARD_KEY, campaign_id: campaign.id, wallet_address: wallet, amount: "25" };
  const { body: accepted } = await merchant.call("POST /rewards/issue", { body: reward });
  done = keep({ ...done, issuance_id: accepted.id });
  say(`reward     issuance #${accepted.id} of 25 ${asset.code} accepted (202 pending)`);
  const issuance = await settled(merchant, accepted.id);
  say(`paid       transaction ${issuance.tx_hash}`);
  const { body: line } = await merchant.call("POST /trustline/verify", { body: { wallet_address: wallet } });
  const event = await rewardEvent(merchant, issuance);
  say(
    `on ledger  the wallet holds ${line.balance} ${asset.code}; event ${event.type} ${event.id} in ledger ${event.ledger}`,
  );
  return keep({ ...done, tx_hash: issuance.tx_hash ?? "" }) as Demo;
}

/** The key comes once: if a start is killed before it is saved, only an unused merchant is left. */
async function register(url: string): Promise<DemoProgress> {
  const email = `demo-${randomUUID()}@example.com`;
  const { id, api_key } = await registerMerchant(openClient({ url }), { name: "Demo Coffee", email });
  return { merchant_id: id, api_key };
}

async function createCampaign(merchant: Client, { created_at }: Merchant): Promise<number> {
  const body = {
    name: "Welcome",
    budget: "10000",
    starts_at: created_at,
    ends_at: new Date(Date.parse(created_at) + YEAR_MS).toISOString(),
  };
  const created = await merchant.call("POST /campaigns", { body, idempotencyKey: CAMPAIGN_KEY });
  return created.body.id;
}

function active(merchant: Client, id: number) {
  return until("the campaign is active", async () => {
    const campaign = await ownCampaign(merchant, id);
    if (campaign.status === "failed") throw new Error(`the demo campaign failed: ${campaign.error_message}`);
    return campaign.status === "active" ? campaign : undefined;
  });
}

/** Creates an account with its own key, funded by friendbot, that trusts the asset, as any wallet app does for its user. */
async function createWallet(chain: Chain, asset: Asset): Promise<Keypair> {
  const keypair = Keypair.random();
  const account = await chain.rpc
    .fundAddress(keypair.publicKey())
    .then(() => chain.rpc.getAccount(keypair.publicKey()));
  const now = boundsOrigin(await chain.latestLedger(), networks[chain.network], new Date());
  const transaction = new TransactionBuilder(account, {
    fee: BASE_FEE,
    networkPassphrase: chain.manifest.passphrase,
    timebounds: { minTime: 0, maxTime: now + STEP_TIMEOUT_MS / 1000 },
  })
    .addOperation(Operation.changeTrust({ asset }))
    .build();
  transaction.sign(keypair);
  const { hash } = await chain.rpc.sendTransaction(transaction);
  const { status } = await chain.rpc.pollTransaction(hash);
  if (status !== rpc.Api.GetTransactionStatus.SUCCESS) throw new Error(`the demo wallet's trustline: ${status}`);
  return keypair;
}

function settled(merchant: Client, id: number): Promise<Issuance> {
  return until("the reward is paid", async () => {
    const { body: issuance } = await merchant.call("GET /rewards/issuances/:id", { params: { id } });
    if (issuance.status === "failed") throw new Error(`the demo reward failed: ${issuance.error_message}`);
    return issuance.status === "confirmed" ? issuance : undefined;
  });
}

function rewardEvent(merchant: Client, issuance: Issuance): Promise<ContractEvent> {
  return until("the reward's event is indexed", async () => {
    const query = { type: "reward", tx_hash: issuance.tx_hash ?? undefined };
    return (await merchant.call("GET /contract-events", { query })).body.data[0];
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
