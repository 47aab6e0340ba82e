import { setTimeout as pause } from "node:timers/promises";
import { type Batches, FIRST_NUMBER } from "../../ledger/chain/batches.ts";
import type { Channel } from "../../ledger/chain/channels.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import { CallRefused, RpcUnavailable } from "../../ledger/chain/errors.ts";
import type { Landed, Outcome } from "../../ledger/chain/outcome.ts";
import { requireLedger } from "../../ledger/chain/rpc.ts";
import * as submissions from "../../ledger/chain/submissions.ts";
import { submit } from "../../ledger/sending/submit.ts";
import { nextMerchantId } from "../../parties/merchants/store.ts";
import * as budget from "../../programmes/campaigns/budget.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { record, SERVICE } from "../../store/audit/audit.ts";
import { skipIds } from "../../store/db/dialect.ts";
import { isReplaced, noteLook } from "../../store/db/looked.ts";
import type { Store } from "../../store/db/store.ts";
import { readEpoch, shut, writeEpoch } from "../rewards/epoch.ts";
import * as settle from "../rewards/settle.ts";
import * as rewards from "../rewards/store.ts";
import { carriedBy } from "./claim.ts";
import { giveNewNumbers } from "./numbers.ts";
import { type Payouts, Session } from "./payouts.ts";
import { type Findings, findPayments, followBudgets, recordFindings } from "./rebuild.ts";
import { type LedgerCampaign, lacksCampaign, readCampaigns } from "./rebuild-campaigns.ts";
import { noRole } from "./refusals.ts";
import { recordOutcome } from "./settle.ts";

// The ledger decides if this database may pay. The distribution contract keeps an epoch, and every batch names it. A
// worker begins by opening a new epoch, for which it names the newest one, the number of payments that it knows of, and their
// fingerprint. Where the contract has others it refuses, and the worker learns what they are (rebuild.ts) and asks again. So a
// database that was turned back pays nothing before it knows all that was paid, whatever a node hides or invents: payments that
// were found are recorded once the ledger has agreed to their fingerprint. Of two services the one that opened last pays.

/** Schema versions of the contracts that pay, as this service calls them. */
const SCHEMAS = { distribution: 3, campaign: 2 };

const LOOK_AGAIN_MS = 1_000;
/** Longest pause after failed openings. */
const MAX_PAUSE_MS = 300_000;
/** Pause before all marks are read again, which helps only with another node or another database. */
const READ_AGAIN_MS = 30_000;

/** How often the log repeats what payouts wait for. */
const SAY_AGAIN_MS = 60_000;

/** Opens an epoch for this process, however long it takes; undefined if `stopped` before that. */
export async function openSession(payouts: Payouts, stopped: AbortSignal): Promise<Session | undefined> {
  const { context } = payouts;
  // Uses its own sequence, since all channels may be held by transactions of an earlier process.
  const channel: Channel = { signer: payouts.distributor, used: 0n };
  let said: { text: string; at: number } | undefined;
  let unused = 0;
  context.blocks.raise("epoch", "this process has not opened an epoch yet");
  while (!stopped.aborted) {
    context.heartbeats.beat("worker");
    const onSent = () => {
      unused += 1;
    };
    const result = await attempt(payouts, channel, { stopped, onSent }).catch((error) => waitingFor(error, payouts));
    const present = result instanceof Session ? undefined : result.cause;
    for (const cause of CAUSES) if (cause !== present) context.blocks.clear(cause);
    if (result instanceof Session) return result;
    // Each opening costs a fee, also one that this process can't use.
    const { cause, waitsFor, forMs = Math.min(LOOK_AGAIN_MS * 2 ** unused, MAX_PAUSE_MS) } = result;
    context.blocks.raise(cause, waitsFor);
    if (said?.text !== waitsFor || performance.now() - said.at > SAY_AGAIN_MS) {
      said = { text: waitsFor, at: performance.now() };
      context.log.warn(`payouts are shut: ${waitsFor}`);
    }
    await beating(payouts, forMs, stopped);
  }
  return undefined;
}

/** How many ids of merchants are looked up at once: as many as the node answers, beside the pool's own balance. */
const IDS_AT_ONCE = 199;
/** How often that many of the next ids are looked up: for a copy of the database that lacks up to 995 merchants. */
const LOOKS = 5;

/**
 * Decides if rewards may be accepted before an epoch is opened: not with a database that was turned back. Transactions on their way
 * at the last stop explain payments that aren't recorded yet.
 */
export async function firstLook({ context }: Payouts): Promise<void> {
  const { chain, clock, db, log } = context;
  const next = await db.read(nextMerchantId);
  const looks = Array.from({ length: LOOKS }, (_, look) =>
    chain.pool({ merchants: Array.from({ length: IDS_AT_ONCE }, (_, index) => next + look * IDS_AT_ONCE + index) }),
  );
  const [batches, funds] = await Promise.all([chain.batches(), Promise.all(looks)]).catch((error) => {
    log.warn({ err: error }, "the payments can't be read from the node yet");
    return [];
  });
  await db.commit(async (store) => {
    // The database may be an older copy, and a merchant that it doesn't have may have a balance under an id that is given next.
    const mayLackRows =
      funds === undefined || funds.some(({ balances }) => balances.size > 0) || (await isReplaced(store));
    if (mayLackRows) await skipIds(store, clock.now());
    await noteLook(store);
    if (!batches) return;
    const mine = await readRecords(store);
    const missing = batches.paid - mine.paid;
    const isExplained =
      missing < 0 || budget.isSame(batches, mine) || (missing > 0 && missing <= (await onTheirWay(store)));
    if (batches.epoch <= mine.intended && isExplained) return;
    await shutForRebuilding(store, "the ledger has payments that the database doesn't have", clock.now());
  });
}

/** Rewards that stored payouts carry. */
async function onTheirWay(store: Store): Promise<number> {
  let count = 0;
  for (const { id } of await openPayouts(store)) count += (await rewards.carriedBy(store, id)).length;
  return count;
}

/**
 * Before anything is rebuilt: ids that were given since the copy of the database was made are known outside, and some have balances
 * on the ledger.
 */
async function shutForRebuilding(store: Store, reason: string, now: Date): Promise<void> {
  const { status } = await readEpoch(store);
  // Only an operator ends that.
  if (status === "lost") return;
  if (status === "open") await skipIds(store, now);
  await shut(store, "rebuilding", reason, now);
}

/** Waits, and shows that the worker lives. */
async function beating({ context }: Payouts, forMs: number, stopped: AbortSignal): Promise<void> {
  const until = performance.now() + forMs;
  while (!stopped.aborted && performance.now() < until) {
    context.heartbeats.beat("worker");
    await pause(LOOK_AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}

interface Waiting {
  cause: (typeof CAUSES)[number];
  /** Reason for the operator to read. */
  waitsFor: string;
  forMs?: number;
}

const CAUSES = ["epoch", "records", "contracts", "node", "setup"] as const;

/** The reason why payouts wait after a failed attempt. Any attempt is repeated: nothing is lost meanwhile. */
function waitingFor(error: unknown, { context: { chain }, distributor }: Payouts): Waiting {
  if (error instanceof RpcUnavailable) return { cause: "node", waitsFor: error.message };
  if (error instanceof CallRefused && error.code === contractErrors.distribution.Unauthorized) {
    const known = chain.manifest.accounts.distributor;
    const waitsFor =
      distributor.publicKey === known
        ? noRole
        : `the key file's distributor ${distributor.publicKey} may not pay, and deployment.json has another one, ${known}: ` +
          "set MERIT_KEYS_FILE to the key file of this deployment. If the key was replaced, grant it the role with " +
          "`merit roles grant distributor distributor`";
    return { cause: "setup", waitsFor };
  }
  return { cause: "setup", waitsFor: error instanceof Error ? error.message : String(error) };
}

interface Attempt {
  stopped: AbortSignal;
  /** Called for each opening that is sent. */
  onSent: () => void;
}

/** A session, or what payouts wait for. */
async function attempt(payouts: Payouts, channel: Channel, { stopped, onSent }: Attempt): Promise<Session | Waiting> {
  const { db, chain, clock } = payouts.context;
  const { status, reason } = await db.read(readEpoch);
  if (status === "lost") {
    const waitsFor = `${reason}; once no other service pays, \`merit reconcile\` lets this one continue`;
    return { cause: "epoch", waitsFor };
  }
  // From here on this process knows no more than the database does, as at a start.
  payouts.newest.submission = await db.read(submissions.lastId);
  const misfit = await misfitOf(payouts);
  if (misfit) return { cause: "contracts", waitsFor: misfit };
  await recordLanded(payouts);
  const batches = await chain.batches();
  const mine = await db.read(readRecords);
  if (batches.epoch < mine.epoch || batches.paid < mine.paid) {
    const onLedger = `epoch ${batches.epoch}, ${batches.paid} payments`;
    const waitsFor = `the node (${onLedger}) is behind the records (epoch ${mine.epoch}, ${mine.paid} payments)`;
    return { cause: "node", waitsFor };
  }
  const before = await db.read(campaigns.statuses);
  const onLedger = await readCampaigns(chain, batches.ledger);
  const tooOld = await db.read((store) => olderThanUpgrade(store, batches, onLedger));
  if (tooOld) return { cause: "records", waitsFor: tooOld, forMs: READ_AGAIN_MS };
  const isTurnedBack =
    status === "rebuilding" ||
    batches.epoch > mine.intended ||
    (await db.read((store) => lacksCampaign(store, onLedger)));
  const opening = { epoch: batches.epoch, stopped, onSent };
  if (!isTurnedBack && budget.isSame(batches, mine)) return open(payouts, channel, opening);

  const shutFor =
    "the ledger has payments or campaigns that the database doesn't have; its records are being completed from the ledger";
  await db.commit((store) => shutForRebuilding(store, shutFor, clock.now()));
  const findings = await findPayments(payouts, batches, { onLedger, before }, stopped);
  const waitsFor = misfitOfTotals(batches, findings.total);
  if (waitsFor === undefined) return open(payouts, channel, { ...opening, findings });
  return { cause: "records", waitsFor, forMs: READ_AGAIN_MS };
}

/** Why records and marks together aren't what the contract counts; undefined if they are. */
function misfitOfTotals(batches: Batches, known: budget.PaidTotal): string | undefined {
  const missing = batches.paid - known.paid;
  if (missing > 0) {
    return (
      `the ledger has made ${missing} payments that are neither in this database nor in the contract's marks. If the ` +
      "database is from a backup older than 30 days, restore a newer one; if not, check the node in MERIT_RPC_URL"
    );
  }
  if (budget.isSame(batches, known)) return undefined;
  const what =
    missing < 0
      ? `${-missing} payments more than the contract counts`
      : "as many payments as the contract counts, but not the same ones";
  return (
    `the database and the node's marks show ${what}. If a payment is being made right now, this ends by itself; if it lasts, set ` +
    "MERIT_RPC_URL to another node. If that doesn't end it, `merit audit` lists the records of payments that the ledger has not made"
  );
}

/**
 * Contracts before 0.3.0 didn't count payments: for a database of their time, what campaigns have spent says whether it is complete.
 * @returns why it isn't
 */
async function olderThanUpgrade(
  store: Store,
  { epoch }: Batches,
  onLedger: readonly LedgerCampaign[],
): Promise<string | undefined> {
  // An intended epoch is written only once this was asked, and true.
  if ((await readEpoch(store)).intended > 0) return undefined;
  const advice = "restore a backup that was made after the contracts were upgraded to 0.3.0";
  if (epoch > 0 && !(await budget.hasSpent(store))) return undefined;
  if (epoch > 0) return `this database is from before the contracts were upgraded, and they have paid since: ${advice}`;
  for (const { id, spent } of onLedger) {
    const row = await campaigns.byContractId(store, id);
    if (row?.spent !== spent && spent > 0n) {
      return `campaign ${id} on the ledger has spent ${spent} stroops, but the records say ${row?.spent ?? 0n}: this database is not the newest one, so restore the newest backup`;
    }
  }
  return undefined;
}

/** Why contracts and service, of different versions, don't understand each other; undefined if they do. */
async function misfitOf({ context: { chain } }: Payouts): Promise<string | undefined> {
  const { distribution, campaign } = chain.contracts;
  const versions = {
    distribution: () => distribution.view("version"),
    campaign: () => campaign.view("version"),
  };
  for (const name of ["distribution", "campaign"] as const) {
    const needed = SCHEMAS[name];
    const version = await versionOf(versions[name]);
    if (version === needed) continue;
    return (
      `the ${name} contract stores schema ${version}, and this service needs ${needed}: ` +
      (version < needed ? "upgrade the contracts (docs/operations.md)" : "start the release that matches the contracts")
    );
  }
  return undefined;
}

/** A contract's version; 0 for a release whose contract has no such function. */
async function versionOf(ask: () => Promise<{ value: number }>): Promise<number> {
  try {
    return (await ask()).value;
  } catch (error) {
    if (error instanceof CallRefused) return 0;
    throw error;
  }
}

async function readRecords(store: Store): Promise<budget.PaidTotal & { epoch: number; intended: number }> {
  const { epoch, intended } = await readEpoch(store);
  return { epoch, intended: Math.max(epoch, intended), ...(await budget.readTotal(store)) };
}

const openPayouts = async (store: Store) =>
  (await submissions.listOpen(store)).filter(({ kind }) => kind === "payout" || kind === "epoch");

/** Records those of an earlier process's payouts that the node knows. Nothing is sent again. */
async function recordLanded(payouts: Payouts): Promise<void> {
  const { context, sender } = payouts;
  for (const submission of await context.db.read(openPayouts)) {
    const outcome =
      (await sender.lookUp(submissions.envelopeOf(submission))) ?? (await decidedByUpgrade(payouts, submission));
    if (!outcome) continue;
    context.log.info({ submission: submission.id, outcome: outcome.kind }, "transaction of an earlier run");
    if (outcome.kind !== "consumed" && submission.kind === "epoch") {
      await context.db.commit((store) =>
        submissions.close(store, submission.id, { ...submissions.closingOf(outcome), now: context.clock.now() }),
      );
      continue;
    }
    const { payments, campaign } = await context.db.read(async (store) => ({
      payments: await carriedBy(store, submission.id),
      campaign: await campaigns.byId(store, submission.campaign_id ?? 0),
    }));
    if (!campaign) throw new Error(`submission ${submission.id} belongs to no campaign`);
    await recordOutcome(payouts, { submissionId: submission.id, campaign, payments }, outcome);
    giveBack(payouts, submission);
  }
}

/** A channel that an earlier process's transaction held. Its sequence is read again, since it was used outside of this process. */
function giveBack({ channels }: Payouts, { channel: account }: submissions.Submission): void {
  const channel = channels.byAccount(account);
  if (!channel) return;
  channel.used = 0n;
  channels.release(channel);
}

/** Contracts of 0.3.0 refuse the calls of older services: their marks say for good what such a transaction has paid. */
async function decidedByUpgrade(
  { context }: Payouts,
  { id, kind }: submissions.Submission,
): Promise<Extract<Outcome, { kind: "consumed" }> | undefined> {
  if (kind !== "payout") return undefined;
  const [first] = await context.db.read((store) => carriedBy(store, id));
  return first && first.number < FIRST_NUMBER ? { kind: "consumed", ledger: 0 } : undefined;
}

interface Opening {
  /** Newest epoch of the ledger. */
  epoch: number;
  /** Payments or campaigns that were missing from the records. */
  findings?: Findings;
  stopped: AbortSignal;
  onSent: () => void;
}

async function open(
  payouts: Payouts,
  channel: Channel,
  { epoch, findings, stopped, onSent }: Opening,
): Promise<Session | Waiting> {
  const { context, sender, distributor } = payouts;
  const { db, clock, chain, log } = context;
  const { distribution } = chain.contracts;
  const records = await db.read(budget.readTotal);
  const { paid, fingerprint } = findings?.total ?? records;
  const slot = await sender.slot(channel);
  const call = { operator: distributor.publicKey, epoch: BigInt(epoch), paid: BigInt(paid), fingerprint };
  const { transaction } = await sender.draft(slot, distribution.operation(distributor.publicKey, "open", call));
  const first = Number((await distribution.view("first_number")).value);
  /** Throws if the total has changed: the database file may have been put back since it was read. */
  const requireTotal = async (store: Store, expected: budget.PaidTotal) => {
    const now = await budget.readTotal(store);
    if (!budget.isSame(now, expected))
      throw new Error(`the records have ${now.paid} payments by now, not ${expected.paid}`);
  };
  const { submissionId, outcome } = await submit(payouts, {
    kind: "epoch",
    slot,
    transaction,
    source: distributor,
    async link(store) {
      await requireTotal(store, records);
      await writeEpoch(store, { intended: epoch + 1 }, clock.now());
      onSent();
    },
  });
  if (outcome.kind === "unknown") return { cause: "epoch", waitsFor: "the service is stopping" };
  if (outcome.kind !== "confirmed") {
    const error = "reason" in outcome ? outcome.reason : "its sequence number was used";
    const closing = outcome.kind === "failed" ? submissions.closingOf(outcome) : { state: outcome.kind, error };
    await db.commit((store) => submissions.close(store, submissionId, { ...closing, now: clock.now() }));
    return { cause: "epoch", waitsFor: `the epoch was not opened: ${error}` };
  }
  // The only proof that the epoch is this process's: its own transaction succeeded, and named the one before.
  const opened = epoch + 1;
  const seq = await seqOf(payouts, outcome);
  if (findings) {
    const detail = await recordFindings(payouts, findings, stopped);
    await db.commit((store) => {
      const entry = { actor: SERVICE, action: "payouts.rebuild", subject: "payouts", detail };
      return record(store, { ...entry, now: clock.now() });
    });
    log.warn(detail, "records were completed from the ledger");
  }
  const free = await db.commit(async (store) => {
    const now = clock.now();
    await requireTotal(store, { paid, fingerprint });
    await submissions.close(store, submissionId, { ...submissions.closingOf(outcome), now });
    const stale = await openPayouts(store);
    for (const { id } of stale) await voidPayout(store, id, now);
    if (findings) await followBudgets(store, findings.campaigns.onLedger, now);
    await giveNewNumbers(store, first);
    await writeEpoch(store, { epoch: opened, first_number: first, status: "open", reason: null }, now);
    return stale;
  });
  for (const submission of free) freeChannel(payouts, submission);
  log.info({ epoch: opened, payments: paid }, "payouts are open");
  return new Session(opened, seq);
}

/** Ends a payout that paid nothing, or whose payments were counted, and that can't pay any more. */
async function voidPayout(store: Store, id: number, now: Date): Promise<void> {
  await submissions.close(store, id, { state: "void", error: "a newer epoch was opened", now });
  await settle.detach(store, id, now);
}

/** The channel of a transaction that is of no use any more is free once nobody can use its sequence. */
function freeChannel(payouts: Payouts, submission: submissions.Submission): void {
  const { channels, sender, signal } = payouts;
  if (!channels.byAccount(submission.channel)) return;
  void sender.clearChannel(submissions.envelopeOf(submission), signal).then((isFree) => {
    if (isFree) giveBack(payouts, submission);
  });
}

/** Number of the newest batch when the epoch was opened. A node that leaves the events out is asked: nobody has paid since. */
async function seqOf({ context: { chain } }: Payouts, { events, ledger }: Landed): Promise<number> {
  for (const event of events) {
    const opened = chain.contracts.distribution.parseEvent(event);
    if (opened?.name === "EpochOpened") return Number(opened.data.seq);
  }
  const batches = await chain.batches();
  requireLedger("getLedgerEntries", batches.ledger, ledger);
  return batches.seq;
}
