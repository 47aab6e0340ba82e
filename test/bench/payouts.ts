// Payouts on localnet with instant close: latency of one, throughput of 1,000 in batches, and the same 1,000 with one
// transaction each as the baseline of the same run.
import { performance } from "node:perf_hooks";
import type { Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import { trustingWallets } from "../support/wallets.ts";
import { World } from "../support/world.ts";

const PAYOUTS = 1_000;
const LATENCY_SAMPLES = 100;
/** Issue requests under way at once. */
const CLIENTS = 50;
const TIMEOUT_MS = 600_000;

export async function payouts(template: string): Promise<void> {
  const world = await World.open(template);
  try {
    await latency(world);
    const wallets = await trustingWallets(world, PAYOUTS);
    const batched = await throughput(world, wallets);
    await world.server.kill("SIGTERM");
    await world.startServer({ WORKER_BATCH_SIZE: "1" });
    const single = await throughput(world, wallets);
    report("batched", batched);
    report("one transaction per payout", single);
    console.log(`  ratio: ${(batched.perSecond / single.perSecond).toFixed(1)}`);
  } finally {
    await world.end();
  }
}

async function latency(world: World): Promise<void> {
  const merchant = await world.merchant();
  const campaign = await world.campaign(merchant, { budget: "100000" });
  const wallet = await world.wallet();
  const samples: number[] = [];
  for (let index = 0; index < LATENCY_SAMPLES; index++) {
    const began = performance.now();
    const id = await issue(merchant, campaign, wallet.address);
    await world.settled(merchant, id, "confirmed");
    samples.push(performance.now() - began);
  }
  samples.sort((a, b) => a - b);
  const at = (share: number) => samples[Math.floor(samples.length * share)]?.toFixed(0);
  console.log(
    `issue -> confirmed, one at a time, ${LATENCY_SAMPLES} samples: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (goal: p50 under 1,000 ms)`,
  );
}

interface Throughput {
  perSecond: number;
  seconds: number;
  transactions: number;
}

async function throughput(world: World, wallets: string[]): Promise<Throughput> {
  const merchant = await world.merchant();
  const campaign = await world.campaign(merchant, { budget: "100000" });
  const began = performance.now();
  const queue = wallets.values();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const wallet of queue) await issue(merchant, campaign, wallet);
    }),
  );
  await until(async () => {
    const { body } = await merchant.get(`/merchants/me/campaigns/${campaign}`);
    return body.spent === String(wallets.length) ? true : undefined;
  }, TIMEOUT_MS);
  const seconds = (performance.now() - began) / 1000;
  const transactions = await distinctTransactions(merchant, campaign, wallets.length);
  return { perSecond: wallets.length / seconds, seconds, transactions };
}

async function issue(merchant: Http, campaign_id: number, wallet_address: string): Promise<number> {
  const body = { idempotency_key: crypto.randomUUID(), campaign_id, wallet_address, amount: "1" };
  const answer = await merchant.post("/rewards/issue", body);
  if (answer.status !== 202) throw new Error(`issue: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

async function distinctTransactions(merchant: Http, campaign: number, expected: number): Promise<number> {
  const hashes: string[] = [];
  let cursor = "";
  do {
    const { body } = await merchant.get(
      `/rewards/issuances?campaign_id=${campaign}&status=confirmed&limit=100${cursor}`,
    );
    hashes.push(...body.data.map((row: { tx_hash: string }) => row.tx_hash));
    cursor = body.has_more ? `&cursor=${encodeURIComponent(body.next_cursor)}` : "";
  } while (cursor);
  if (hashes.length !== expected) throw new Error(`${hashes.length} of ${expected} are confirmed`);
  return new Set(hashes).size;
}

function report(name: string, { perSecond, seconds, transactions }: Throughput): void {
  console.log(
    `${name}: ${PAYOUTS} payouts in ${seconds.toFixed(1)} s, ${perSecond.toFixed(0)} per second, ${transactions} transactions`,
  );
}
