import type { xdr } from "@stellar/stellar-sdk";
import { ChannelPool } from "../chain/channels.ts";
import type { CallRefused } from "../chain/errors.ts";
import type { Signer } from "../chain/keys.ts";
import type { Outcome } from "../chain/outcome.ts";
import { type PaymentResult, paymentResults } from "../chain/rewards.ts";
import { indexerCursors } from "../db/schema.ts";
import type { Store } from "../db/store.ts";
import type { Crew } from "../worker/crew.ts";
import { LedgerTimes } from "../worker/ledger-times.ts";
import { type Batch, claimBatch } from "../worker/payments.ts";
import { newWallet } from "./chain.ts";
import type { World } from "./world.ts";

/** What the contracts would answer a worker; how they come to it is tested on a real ledger. */
export interface TestLedger {
  /** Results of each batch that is simulated, by rising number, or the refusal of the whole call; in this order. */
  simulations: (PaymentResult[] | CallRefused)[];
  /** References under which numbers were paid. */
  marks: Map<number, string>;
  /** Batches that landed. */
  seq: bigint;
  /** What becomes of each transaction that is sent; in this order. */
  outcomes: Outcome[];
}

interface Call {
  payments: { number: number }[];
}

/** A worker's means on a scripted ledger, with a real database behind it. */
export function createCrew(world: World): { crew: Crew; ledger: TestLedger } {
  const ledger: TestLedger = { simulations: [], marks: new Map(), seq: 0n, outcomes: [] };
  const { context } = world;
  const contracts = {
    distribution: {
      operation: (_source: string, _method: string, call: Call) => call,
      async view(method: "seq" | "status", call?: { numbers: number[] }) {
        const marked = (number: number) => Buffer.from(ledger.marks.get(number) ?? "00".repeat(8), "hex");
        const value = method === "seq" ? ledger.seq : call?.numbers.map(marked);
        return { value, ledger: world.chain.ledger };
      },
    },
    campaign: { parseEvent: (event: unknown) => event },
  };
  Object.assign(context.chain, { contracts });
  const sender = {
    slot: async () => ({ channel: newWallet(), sequence: 1n, maxLedger: 0, maxTime: 0 }),
    draft: async (_slot: unknown, { payments }: Call) => ({ events: [simulated(ledger, payments)] }),
    seal: async (slot: object) => ({ ...slot, xdr: "AAAA", innerHash: newWallet() }),
    bump: async () => ({ hash: newWallet(), fee: 300n }),
    deliver: async () =>
      ledger.outcomes.shift() ?? Promise.reject(new Error("one transaction more than the test expects")),
  };
  const crew = {
    context,
    sender,
    channels: new ChannelPool([{ publicKey: newWallet() } as Signer]),
    distributor: { publicKey: newWallet() },
    times: new LedgerTimes(context.chain, context.clock),
    fault: () => undefined,
    signal: new AbortController().signal,
  };
  return { crew: crew as unknown as Crew, ledger };
}

/** The `reward` event of the next simulation. */
function simulated(ledger: TestLedger, payments: Call["payments"]) {
  const results = ledger.simulations.shift();
  if (!Array.isArray(results)) throw results ?? new Error("one simulation more than the test expects");
  return rewardEvent(ledger.seq + 1n, payments, results);
}

/** A batch's event, as the crew's contracts read it. */
export function rewardEvent(seq: bigint, payments: Call["payments"], results: PaymentResult[]): xdr.ContractEvent {
  const numbers = Buffer.alloc(payments.length * 4);
  for (const [index, { number }] of payments.entries()) numbers.writeUInt32BE(number, index * 4);
  const codes = Uint8Array.from(results, (result) => paymentResults.indexOf(result));
  return { name: "Reward", data: { seq, numbers, results: codes } } as unknown as xdr.ContractEvent;
}

/** The indexer has read the ledger so far. */
export async function indexTo(store: Store, ledger: number): Promise<void> {
  const row = { name: "contracts", cursor: null, ledger, updated_at: new Date() };
  await store.insert(indexerCursors).values(row).onConflictDoUpdate({ target: indexerCursors.name, set: row });
}

/** Claims all due rewards of a campaign, as the worker does before it pays them. */
export async function claimRewards({ context }: World, campaignId: number): Promise<Batch> {
  const now = new Date(context.clock.now().getTime() + 1);
  const claim = { group: String(campaignId), limit: 60, now };
  const batch = await context.db.commit((store) => claimBatch(store, claim));
  if (!batch) throw new Error("nothing was claimed");
  return batch;
}
