import { fromStroops } from "@merit/client/money.ts";
import type { Asked, AskedCall, JointStep, WalletCall } from "@merit/client/signing/asked.ts";
import type { AuthorizationAnswer, Look } from "@merit/client/signing/check.ts";
import { NotAsked } from "@merit/client/signing/not-asked.ts";
import type { Transaction, xdr } from "@stellar/stellar-sdk";
import type { BodyOf } from "../api.ts";
import { hexOf } from "../bytes.ts";
import type { Config } from "../config.ts";
import { ask, isoOf, type Latest } from "../ledger/rpc.ts";
import { amount, duration, short, time } from "../ui/format.ts";

// Explains in words what a wallet is about to sign. Everything here is read from the envelope itself, after it was compared with what was
// asked for: a service that lies can't hide it. The SDK, which is large, is loaded when somebody is about to sign.

export interface Explanation {
  /** Its effects, one sentence each. */
  sentences: string[];
  /** Reason why it isn't offered for signing. */
  refusal?: string;
  facts: [name: string, value: string][];
}

/** Explains a transaction that the service has built for a wallet to sign. */
export async function explainEnvelope(
  answer: BodyOf<"POST /wallet/envelope">,
  asked: Asked,
  config: Config,
): Promise<Explanation> {
  const { checkEnvelope } = await import("@merit/client/signing/check.ts");
  const look = await lookAt(config);
  return orRefusal(async () => {
    const transaction = checkEnvelope(answer, asked, config, look);
    return {
      sentences: await sentencesOf(transaction, asked, config),
      facts: [
        ["Account", asked.wallet],
        ["Fee, paid by this service", `at most ${amount(fromStroops(transaction.fee))} XLM`],
        ["Valid until", at(transaction.timeBounds?.maxTime)],
      ],
    };
  });
}

/** Explains an authorisation of a wallet that somebody else puts into a transaction. */
export async function explainAuthorization(
  answer: AuthorizationAnswer,
  asked: AskedCall,
  config: Config,
): Promise<Explanation> {
  const [sdk, { checkAuthorization }] = await Promise.all([
    import("@stellar/stellar-sdk"),
    import("@merit/client/signing/check.ts"),
  ]);
  const look = { ...(await lookAt(config)), ledger: (await ask<Latest>("getLatestLedger")).sequence };
  return orRefusal(async () => {
    const { signatureExpirationLedger, invocation } = checkAuthorization(answer, asked, config, look);
    const called = invocation.function.value as xdr.InvokeContractArgs;
    return {
      sentences: [
        ...callSentences(called.args.map(sdk.scValToNative), asked),
        "It happens once the other party signs it too. You can't take it back before it expires.",
      ],
      facts: [
        ["Account", asked.wallet],
        ["Expires", expiryOf(signatureExpirationLedger, look)],
      ],
    };
  });
}

/** The time, which on a local ledger can be moved. What its node says comes through the service, so it counts there only. */
export async function lookAt({ network }: Config): Promise<Look> {
  const now = Math.floor(Date.now() / 1000);
  if (network !== "local") return { time: now };
  const latest = await ask<Latest>("getLatestLedger");
  return { time: Math.max(now, Number(latest.nextCloseTime ?? latest.closeTime)) };
}

/** Ledgers close every five seconds or so, but the local one mostly on demand, so that it can expire much later. */
const LEDGER_SECONDS = 5;
const expiryOf = (last: number, { time: now, ledger }: { time: number; ledger: number }) =>
  `with ledger ${last}, about ${at(now + (last - ledger) * LEDGER_SECONDS)}`;

async function orRefusal(explained: () => Promise<Explanation>): Promise<Explanation> {
  try {
    return await explained();
  } catch (error) {
    if (!(error instanceof NotAsked)) throw error;
    return { sentences: [], refusal: `The service sent something else: ${error.message}. Don't sign it.`, facts: [] };
  }
}

async function sentencesOf({ operations }: Transaction, asked: Asked, { asset }: Config): Promise<string[]> {
  const [operation] = operations;
  if ("trust" in asked) {
    const hold = `Let this wallet hold ${asset.code}.`;
    if (operation?.type !== "beginSponsoringFutureReserves") {
      return [`${hold} While it can, 0.5 XLM more must stay in the account.`];
    }
    const isNew = operations.some(({ type }) => type === "createAccount");
    return [
      ...(isNew ? ["Create this wallet's account on the ledger."] : []),
      hold,
      `The account ${short(operation.source ?? "")} keeps the ${isNew ? "1.5" : "0.5"} XLM for it, until this account has enough of its own.`,
    ];
  }
  const { scValToNative } = await import("@stellar/stellar-sdk");
  if (operation?.type !== "invokeHostFunction" || operation.func.type !== "hostFunctionTypeInvokeContract") return [];
  const transfers = (operation.auth ?? []).flatMap(({ rootInvocation }) => rootInvocation.subInvocations);
  return [
    ...callSentences(operation.func.invokeContract.args.map(scValToNative), asked),
    ...transfers.map(({ function: called }) => {
      const [, , value] = (called.value as xdr.InvokeContractArgs).args.map(scValToNative);
      return `It takes ${amount(fromStroops(value))} ${asset.code} out of this wallet.`;
    }),
  ];
}

/** "milestone 1 of the escrow 0a1b2c3d" */
const milestoneOf = (id: unknown, milestone: unknown) =>
  `milestone ${Number(milestone) + 1} of the escrow ${hexOf(id as Uint8Array).slice(0, 8)}`;

const tokens = (stroops: unknown) => `${amount(fromStroops(stroops as bigint))} tokens`;
const at = (unixSeconds: unknown) => time(isoOf(Number(unixSeconds)));
/** Basis points in per cent. */
const percent = (share: unknown) => `${Number(share) / 100} %`;
const shares = (share: unknown) =>
  `${percent(share)} go to the beneficiary, less the fee, and the rest goes back to the depositor`;

/** The terms of an escrow, as the contract takes them. */
interface Terms {
  beneficiary: string;
  arbiter: string;
  parts: { amount: bigint; deadline: bigint }[];
  dispute_window: bigint;
  undecided_share: number;
  max_fee: number;
  agreement: Uint8Array;
}

function termsOf({ beneficiary, arbiter, parts, dispute_window, undecided_share, max_fee, agreement }: Terms) {
  const total = parts.reduce((sum, part) => sum + part.amount, 0n);
  return [
    `Put ${tokens(total)} into an escrow for ${beneficiary}.`,
    ...parts.map((part, index) => {
      const what = parts.length === 1 ? "All of it comes" : `Milestone ${index + 1}, of ${tokens(part.amount)}, comes`;
      return `${what} back to this wallet unless you release it, or one of you disputes it, before ${at(part.deadline)}.`;
    }),
    `In a dispute ${arbiter} decides, within ${duration(Number(dispute_window))}. Without a decision ${shares(undecided_share)}.`,
    `The platform keeps at most ${percent(max_fee)} of what the beneficiary receives.`,
    `The agreement has the SHA-256 ${hexOf(agreement)}.`,
  ];
}

type Plan =
  | [kind: "Linear", terms: { total: bigint; start: bigint; cliff: bigint; end: bigint }]
  | [kind: "Tranches", tranches: { time: bigint; amount: bigint }[]];

interface Grant {
  beneficiary: string;
  /** Missing if nobody can take back what has not vested. */
  revoker?: string | null;
  plan: Plan;
}

function grantOf({ beneficiary, revoker, plan }: Grant): string {
  const [kind, terms] = plan;
  const back = revoker ? `${short(revoker)} can take back what has not vested` : "Nobody can take it back";
  if (kind === "Tranches") {
    const each = terms.map((tranche) => `${tokens(tranche.amount)} on ${at(tranche.time)}`);
    return `Grant ${beneficiary} ${each.join(", ")}. ${back}.`;
  }
  const { total, start, cliff, end } = terms;
  const wait = cliff > start ? `, none of it before ${at(cliff)}` : "";
  return `Grant ${tokens(total)} to ${beneficiary}, which vest from ${at(start)} until ${at(end)}${wait}. ${back}.`;
}

interface Order {
  item: bigint;
  quantity: number;
  max_price: bigint;
  fulfil_within: bigint;
  cancel_within: bigint;
}

const orderOf = ({ item, quantity, max_price, fulfil_within, cancel_within }: Order) => [
  `Redeem ${quantity} of item ${item} on the ledger, for at most ${tokens(max_price)} each.`,
  cancel_within > 0n ? `You can cancel for ${duration(Number(cancel_within))}.` : "You can't cancel on your own.",
  `If it isn't handed over within ${duration(Number(fulfil_within))}, you get the tokens back.`,
];

/** Calls that a wallet can be asked to sign. */
type Call = WalletCall["call"] | `escrow.${JointStep["action"]}` | "vesting.create" | "distribution.claim";

/** The effects of each call; a function if its arguments are part of them. */
const effects: Record<Call, string | ((args: unknown[]) => string | string[])> = {
  "distribution.claim": ([, , , value]) => `Claim your share of a drop, ${tokens(value)}.`,
  "redemption.redeem": ([, , order]) => orderOf(order as Order),
  "redemption.cancel": "Cancel a redemption, and get the tokens back.",
  "redemption.expire": "Close a redemption that was not fulfilled in time, and get the tokens back.",
  "redemption.withdraw": "Collect tokens that came back from redemptions.",
  "vesting.create": ([, grants]) => (grants as Grant[]).map(grantOf),
  "vesting.claim": "Claim what has vested.",
  "vesting.revoke": "End the vesting; what has not vested returns to whoever granted it.",
  "vesting.begin_transfer": "Offer a vesting schedule to another wallet.",
  "vesting.cancel_transfer": "Take back the offer of a vesting schedule.",
  "vesting.accept_transfer": "Take over a vesting schedule.",
  "referral.enrol": "Become a referrer, to whom newcomers can bind themselves.",
  "referral.claim": "Claim a referral bonus.",
  "referral.fund": "Put tokens into a referral programme, as its sponsor.",
  "referral.leave": "End a referral programme, and get back what it has not set aside.",
  "referral.settle": "Take what is left out of a referral programme that is over, for its sponsor.",
  "referral.expire": "Return bonuses to their referral programme that nobody claimed in time.",
  "referral.withdraw": "Collect tokens of referral programmes that could not be paid to this wallet before.",
  "pool.withdraw": ([, merchant, to, value]) =>
    `Take ${tokens(value)} out of the balance of merchant ${merchant}. They go to ${to}.`,
  "pool.set_owner": "Name another owner for a merchant's balance.",
  "pool.apply_owner": "Accept a merchant's balance, as the owner that was named.",
  "governance.activate": "Turn your stake into votes.",
  "governance.withdraw": "Collect unstaked tokens.",
  "governance.queue": "Start the delay of a proposal that was won.",
  "governance.execute": "Carry out a proposal.",
  "governance.cancel": "Withdraw a proposal.",
  "governance.vote_for": "Vote for wallets that let this one vote for them.",
  "escrow.create": ([, terms]) => termsOf(terms as Terms),
  "escrow.accept": "Accept an escrow.",
  "escrow.release": ([id, milestone]) => `Pay ${milestoneOf(id, milestone)} to the beneficiary.`,
  "escrow.cancel": "Cancel an escrow, and return its tokens to the depositor.",
  "escrow.expire": ([id, milestone]) =>
    `End ${milestoneOf(id, milestone)}, whose time is over: it goes back to the depositor, or after a dispute is split as the terms say.`,
  "escrow.dispute": ([, id, milestone, evidence]) =>
    `Dispute ${milestoneOf(id, milestone)}: the arbiter will decide. What you put forward has the SHA-256 ${words(evidence)}.`,
  "escrow.submit_evidence": ([, id, milestone, evidence]) =>
    `Put evidence with the SHA-256 ${words(evidence)} forward in the dispute about ${milestoneOf(id, milestone)}.`,
  "escrow.resolve": ([id, milestone, share]) =>
    `Decide the dispute about ${milestoneOf(id, milestone)}, as the arbiter: ${shares(share)}.`,
  "escrow.withdraw": "Collect what this wallet is owed from escrows.",
  "referral.bind": ([, referrer]) =>
    `Name ${short(String(referrer))} as the referrer of this wallet. This can't be changed later.`,
  "escrow.split": ([id, milestone, share]) => `Split ${milestoneOf(id, milestone)}: ${shares(share)}.`,
  "escrow.extend": ([id, milestone, deadline]) =>
    `Move the deadline of ${milestoneOf(id, milestone)} to ${at(deadline)}.`,
  "governance.vote": ([, id, support]) =>
    `${["Vote against", "Vote for", "Abstain from the vote on"][Number(support)]} proposal ${hexOf(id as Uint8Array).slice(0, 8)}.`,
  "governance.delegate": ([, delegate]) =>
    delegate ? `Let ${short(String(delegate))} vote for this wallet.` : "Let nobody else vote for this wallet.",
  "governance.stake": ([, value]) => `Stake ${tokens(value)}, which will give you votes.`,
  "governance.unstake": ([, value]) => `Take ${tokens(value)} out of the stake.`,
};

/** The effect of a call, by its arguments in the signed data. */
function callSentences(args: unknown[], { contract, method, wallet }: AskedCall): string[] {
  const effect = effects[`${contract}.${method}` as Call];
  if (typeof effect === "function") return [effect(args)].flat();
  const further = args.filter((arg) => arg !== wallet);
  return [effect, ...(further.length > 0 ? [`With: ${further.map(words).join(", ")}.`] : [])];
}

const MAX_WORDS = 90;
function words(value: unknown): string {
  const text = JSON.stringify(value, (_, part) =>
    typeof part === "bigint" ? part.toString() : part instanceof Uint8Array ? hexOf(part) : part,
  );
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text.replaceAll('"', "");
}
