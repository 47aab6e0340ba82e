import { scValToNative, type Transaction, type xdr } from "@stellar/stellar-sdk";
import type { Parts } from "../context/parts.ts";
import { type Channel, ChannelPool } from "../ledger/chain/channels.ts";
import { CallRefused, RpcUnavailable } from "../ledger/chain/errors.ts";
import type { Signer } from "../ledger/chain/keys.ts";
import type { LedgerLimits } from "../ledger/chain/ledger-limits.ts";
import type { Outcome } from "../ledger/chain/outcome.ts";
import type { Delivery, Envelope, Sender } from "../ledger/chain/sender.ts";
import type { Simulation, Slot } from "../ledger/chain/transaction.ts";
import { FeeBudgets } from "../ledger/sending/fees.ts";
import { LedgerTimes } from "../ledger/sending/ledger-times.ts";
import { Pressure } from "../ledger/sending/pressure.ts";
import { LedgerCapacity } from "../payouts/batches/capacity.ts";
import { type Batch, claimBatch } from "../payouts/batches/claim.ts";
import type { Payouts } from "../payouts/batches/payouts.ts";
import { newWallet } from "./chain.ts";
import { type Call, rewardEvent, TestLedger } from "./ledger.ts";
import type { World } from "./world.ts";

/** Accounts of every test's service, so that a second process of it has the same. */
const distributor = newWallet();
const channels = [newWallet(), newWallet()];
const treasury = newWallet();

const signerOf = (publicKey: string) => ({ publicKey }) as Signer;

/**
 * A worker's means on a scripted ledger, with a real database behind it. Called again for the same world and ledger, they are those
 * of the next process.
 */
export function createParts(world: World, ledger = new TestLedger()): { parts: Parts & Payouts; ledger: TestLedger } {
  const { context } = world;
  const { chain, clock, settings } = context;
  Object.assign(chain.manifest, { accounts: { treasury, distributor } });
  Object.assign(chain, readsOf(world, ledger), { contracts: contractsOf(world, ledger) });
  const parts = {
    context,
    sender: senderOf(ledger),
    channels: new ChannelPool(channels.map(signerOf)),
    capacity: new LedgerCapacity(chain),
    fees: new FeeBudgets(settings.worker),
    pressure: new Pressure(),
    newest: { submission: 0 },
    distributor: signerOf(distributor),
    times: new LedgerTimes(chain, clock),
    fault: () => undefined,
    signal: new AbortController().signal,
  };
  return { parts: parts as unknown as Parts & Payouts, ledger };
}

function refuseWhenDown({ chain }: World, method: string): void {
  if (chain.down) throw new RpcUnavailable(method, new Error("connection refused"));
}

/** The chain's reads of the distribution contract and the network. */
function readsOf(world: World, ledger: TestLedger) {
  return {
    async batches() {
      refuseWhenDown(world, "getLedgerEntries");
      return { ledger: world.chain.ledger, ...ledger.batches };
    },
    async marks({ campaign, chunks }: { campaign: number; chunks: readonly number[] }) {
      refuseWhenDown(world, "getLedgerEntries");
      return ledger.marksIn(campaign, chunks);
    },
    async limits(): Promise<LedgerLimits> {
      refuseWhenDown(world, "getLedgerEntries");
      const [bytes, entries] = [10_000_000, 1_000];
      return {
        ledger: {
          ...{ instructions: 1e9, diskReadEntries: entries, diskReadBytes: bytes },
          ...{ writeEntries: entries, writeBytes: bytes, transactionBytes: bytes },
        },
        writesPerTransaction: 200,
      };
    },
  };
}

type ViewCall = Record<string, unknown>;

function contractsOf(world: World, ledger: TestLedger) {
  const answer = (value: unknown) => ({ value, ledger: world.chain.ledger - ledger.behind });
  const views: Record<string, (call: ViewCall) => unknown> = {
    status: ({ campaign, numbers }) =>
      ledger.marksOf(Number(campaign), numbers as number[]).map((reference) => Buffer.from(reference, "hex")),
    first_number: () => ledger.firstNumber,
    version: () => {
      if (ledger.version === undefined) throw new CallRefused("there is no such function", undefined);
      return ledger.version;
    },
    campaigns: ({ after, limit }) =>
      [...ledger.campaigns]
        .filter(([id]) => id > Number(after))
        .toSorted(([a], [b]) => a - b)
        .slice(0, Number(limit))
        .map(([id, campaign]) => [
          BigInt(id),
          { ...campaign, merchant: ledger.shownMerchants.get(id) ?? campaign.merchant },
        ]),
    limit: () => ({ remaining: ledger.room, ...ledger.limit }),
    room_at: () => (ledger.roomAt === null ? null : BigInt(Math.floor(ledger.roomAt.getTime() / 1000))),
  };
  const contract = {
    operation: (_source: string, method: string, call: ViewCall) => callOf(method, call),
    async view(method: string, call: ViewCall = {}) {
      refuseWhenDown(world, "simulateTransaction");
      const view = views[method];
      if (!view) throw new Error(`the test ledger has no view ${method}`);
      return answer(view(call));
    },
    decode: (_method: string, value: xdr.ScVal) => scValToNative(value),
    parseEvent: (event: unknown) => event,
  };
  const campaign: typeof contract = {
    ...contract,
    view: async (method, call) => (method === "version" ? answer(ledger.campaignVersion) : contract.view(method, call)),
  };
  return { distribution: contract, campaign, pool: contract };
}

/** The arguments of a call, of `pay` payment by payment. */
function callOf(method: string, call: ViewCall): Call {
  const epoch = Number(call.epoch);
  if (method === "open") return { method, epoch, paid: Number(call.paid), fingerprint: call.fingerprint as Buffer };
  if (method !== "pay") throw new Error(`the test ledger has no call ${method}`);
  const [numbers, references] = [call.numbers as Buffer, call.references as Buffer];
  const payments = (call.amounts as bigint[]).map((amount, index) => ({
    number: numbers.readUInt32BE(index * 4),
    reference: references.toString("hex", index * 8, index * 8 + 8),
    amount,
  }));
  const of = { merchant: Number(call.merchant), campaign: Number(call.campaign) };
  return { method, epoch, ...of, payments, to: call.to as string[], results: [] };
}

/** Sequences, simulations and deliveries; one account uses one sequence at a time. */
function senderOf(ledger: TestLedger): Sender {
  const sequences = new Map<string, bigint>();
  const nextOf = (account: string) => (sequences.get(account) ?? 6n) + 1n;
  const use = ({ channel, sequence }: Slot) => sequences.set(channel, sequence);
  const methods = {
    async slot(channel: Channel): Promise<Slot> {
      const next = nextOf(channel.signer.publicKey);
      if (next - 1n > channel.used) channel.used = next - 1n;
      return { channel: channel.signer.publicKey, sequence: channel.used + 1n, maxLedger: 200, maxTime: 0 };
    },
    draft: async (_slot: Slot, call: Call) => simulate(ledger, call),
    seal: async (slot: Slot, { call }: { call: Call }): Promise<Envelope> => {
      const innerHash = `inner-${newWallet()}`;
      ledger.sent.set(innerHash, call);
      return { ...slot, xdr: "AAAA", innerHash };
    },
    bump: async () => ({ hash: newWallet(), fee: 300n, bid: 100n, isHighest: false }),
    async deliver({ envelope }: Delivery): Promise<Outcome> {
      const call = ledger.sent.get(envelope.innerHash);
      if (!call) throw new Error("it was never sealed");
      ledger.whenSent?.(call);
      const scripted = call.method === "open" ? (ledger.openings.shift() ?? "lands") : ledger.outcomes.shift();
      if (scripted === undefined) throw new Error("one transaction more than the test expects");
      const outcome = scripted === "lands" ? ledger.land(envelope.innerHash) : scripted;
      if (outcome.kind !== "dead" && outcome.kind !== "unknown") use(envelope);
      return outcome;
    },
    lookUp: async ({ innerHash }: Envelope) => ledger.records.get(innerHash),
    clearChannel: async (envelope: Envelope) => {
      use(envelope);
      return true;
    },
  };
  return methods as unknown as Sender;
}

function simulate(ledger: TestLedger, call: Call): Simulation {
  const code = ledger.refusalOf(call);
  if (code !== undefined) throw new CallRefused("", code);
  const events: xdr.ContractEvent[] = [];
  if (call.method === "pay") {
    const results = ledger.simulations.shift();
    if (!Array.isArray(results)) throw results ?? new Error("one simulation more than the test expects");
    call.results = results;
    events.push(rewardEvent(ledger.seq + 1, call.payments, results));
  }
  return {
    transaction: { call, toXdr: () => "AAAA" } as unknown as Transaction,
    events,
    resourceFee: ledger.resourceFee,
    resources: { footprint: { readOnly: [], readWrite: [] }, instructions: 0, diskReadBytes: 0, writeBytes: 0 },
  } as unknown as Simulation;
}

/** Claims all due rewards of a campaign, as the worker does before it pays them. */
export async function claimRewards({ context }: World, campaignId: number): Promise<Batch> {
  const now = new Date(context.clock.now().getTime() + 1);
  const claim = { group: String(campaignId), limit: 60, now };
  const batch = await context.db.commit((store) => claimBatch(store, claim));
  if (!batch) throw new Error("nothing was claimed");
  return batch;
}
