import { toStroops } from "../money.ts";
import type { RequestOf } from "../types.ts";

// Contract call that a wallet may sign for a person's request: the contract, the function and its arguments, in the contract's order.

type Body = RequestOf<"POST /wallet/envelope">["body"];
/** Bodies that are no call, or have a function of their own below: the service knows more of it than its body says. */
type Other = "trustline" | "drop-claim" | "escrow.agree" | "governance.propose";
/** The description has one body for all calls with the same fields; this has one for each call. */
type EachCall<Of extends Body> = Of extends unknown
  ? { [Call in Exclude<Of["call"], Other>]: Omit<Of, "call"> & { call: Call } }[Exclude<Of["call"], Other>]
  : never;
/** A call of a contract. */
export type WalletCall = EachCall<Body>;
/** A body as somebody gives it whose wallet is known otherwise. */
export type WithoutWallet<Each> = Each extends unknown ? Omit<Each, "wallet_address"> : never;
/** A step that depositor and beneficiary of an escrow take together. */
export type JointStep = WithoutWallet<Exclude<RequestOf<"POST /escrows/:id/proposals">["body"], { action: "sign" }>>;
type NewGrant = RequestOf<"POST /vesting">["body"]["grants"][number];

/** Stands for a value that only the service knows. */
const ANY = Symbol("any");

/** Addresses as text, integers by value, bytes as hex, a missing option as null, enums as [name, ...values]. */
export type Expected = string | number | bigint | null | typeof ANY | Expected[] | { [field: string]: Expected };

interface Common {
  /** Address of the wallet that signs. */
  wallet: string;
  /** The most that the transaction may bid, in stroops of XLM. */
  maxFee: bigint;
}

export interface AskedCall extends Common {
  /** Name of the contract. */
  contract: string;
  method: string;
  args: Expected[];
  /** Stroops that the contract takes from the wallet. */
  spends: bigint;
  /** True if it may take less than that. */
  orLess?: true;
  /** True if it runs code that others chose, and must not do so with the wallet's authority. */
  withoutAuthority?: true;
}

/** `trust`: to open the trustline to the service's asset. */
export type Asked = AskedCall | (Common & { trust: true });

/** The network's lowest fee for an operation, in stroops. The service bids no more; who sends the transaction pays above it. */
export const INCLUSION_FEE = 100n;

/** Several times what a call costs, rent included, and what each further entry costs that some calls write. */
const MAX_CALL_FEE = 20_000_000n;
const MAX_ENTRY_FEE = 5_000_000n;

/** Where the service keeps the reserves, three operations more: they begin and end that, and create the account. */
const TRUSTLINE_OPERATIONS = 4n;

export const askedTrustline = (wallet: string): Asked => ({
  ...{ wallet, trust: true },
  maxFee: INCLUSION_FEE * TRUSTLINE_OPERATIONS,
});

type Arguments = { [Call in WalletCall["call"]]: (body: Extract<WalletCall, { call: Call }>) => Expected[] };

/** Votes in the contract's order of `support`. */
const SUPPORTS = ["against", "for", "abstain"];

const argumentsOf: Arguments = {
  "escrow.create": ({
    wallet_address,
    call: _,
    parts,
    reference = ANY,
    undecided_share = 0,
    max_fee = 0,
    ...terms
  }) => [wallet_address, { ...terms, parts: parts.map(partOf), reference, undecided_share, max_fee }],
  "escrow.accept": ({ wallet_address, escrow }) => [wallet_address, escrow],
  "escrow.release": ({ escrow, milestone }) => [escrow, milestone],
  "escrow.cancel": ({ escrow }) => [escrow],
  "escrow.dispute": ({ wallet_address: party, escrow, milestone, evidence }) => [party, escrow, milestone, evidence],
  "escrow.submit_evidence": ({ wallet_address: by, escrow, milestone, evidence }) => [by, escrow, milestone, evidence],
  "escrow.resolve": ({ escrow, milestone, share }) => [escrow, milestone, share],
  "escrow.expire": ({ escrow, milestone }) => [escrow, milestone],
  "escrow.withdraw": ({ wallet_address }) => [wallet_address],
  "governance.stake": ({ wallet_address, amount }) => [wallet_address, toStroops(amount)],
  "governance.activate": ({ wallet_address }) => [wallet_address],
  "governance.unstake": ({ wallet_address, amount }) => [wallet_address, toStroops(amount)],
  "governance.withdraw": ({ wallet_address }) => [wallet_address],
  "governance.vote": ({ wallet_address, proposal, support }) => [wallet_address, proposal, SUPPORTS.indexOf(support)],
  "governance.delegate": ({ wallet_address, delegate }) => [wallet_address, delegate ?? wallet_address],
  "governance.vote_for": ({ wallet_address, proposal, support, delegators }) => [
    ...[wallet_address, proposal, SUPPORTS.indexOf(support)],
    delegators,
  ],
  "governance.queue": ({ proposal }) => [proposal],
  "governance.execute": ({ proposal }) => [proposal],
  "governance.cancel": ({ wallet_address, proposal }) => [wallet_address, proposal],
  "pool.withdraw": ({ wallet_address, merchant, to, amount }) => [wallet_address, merchant, to, toStroops(amount)],
  "pool.set_owner": ({ wallet_address, merchant, owner }) => [wallet_address, merchant, owner],
  "pool.apply_owner": ({ wallet_address, merchant }) => [wallet_address, merchant],
  "redemption.redeem": ({ wallet_address, item, quantity = 1, reference = ANY, ...order }) => {
    const { fulfil_within = ANY, cancel_within = ANY } = order;
    const max_price = toStroops(order.max_price);
    return [wallet_address, reference, { item, quantity, max_price, fulfil_within, cancel_within }];
  },
  "redemption.cancel": ({ wallet_address, reference }) => [wallet_address, wallet_address, reference],
  "redemption.expire": ({ wallet_address, redeemed_by = wallet_address, reference }) => [redeemed_by, reference],
  "redemption.withdraw": ({ wallet_address }) => [wallet_address],
  "referral.enrol": ({ wallet_address }) => [wallet_address],
  "referral.bind": ({ wallet_address, referrer }) => [wallet_address, referrer],
  "referral.claim": ({ wallet_address, merchant, newcomer }) => [wallet_address, merchant, newcomer],
  "referral.fund": ({ wallet_address, merchant, amount }) => [wallet_address, merchant, toStroops(amount)],
  "referral.leave": ({ wallet_address, merchant }) => [wallet_address, merchant],
  "referral.settle": ({ merchant }) => [merchant],
  "referral.expire": ({ merchant, newcomer }) => [merchant, newcomer],
  "referral.withdraw": ({ wallet_address }) => [wallet_address],
  "vesting.claim": ({ schedule }) => [schedule],
  "vesting.revoke": ({ wallet_address, schedule }) => [wallet_address, schedule],
  "vesting.begin_transfer": ({ wallet_address, schedule, to }) => [wallet_address, schedule, to],
  "vesting.cancel_transfer": ({ wallet_address, schedule }) => [wallet_address, schedule],
  "vesting.accept_transfer": ({ wallet_address, schedule }) => [wallet_address, schedule],
};

/** The service takes times in whole seconds, rounded down. */
const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);

const partOf = ({ amount, deadline }: { amount: string; deadline: string }) => ({
  amount: toStroops(amount),
  deadline: seconds(deadline),
});

export function askedCall(body: WalletCall): AskedCall {
  const [contract = "", method = ""] = body.call.split(".");
  return {
    ...{ wallet: body.wallet_address, contract, method },
    args: (argumentsOf[body.call] as (body: WalletCall) => Expected[])(body),
    spends: spendsOf(body),
    ...(body.call === "redemption.redeem" && { orLess: true }),
    ...(body.call === "governance.execute" && { withoutAuthority: true }),
    maxFee: MAX_CALL_FEE + MAX_ENTRY_FEE * BigInt(body.call === "governance.vote_for" ? body.delegators.length : 0),
  };
}

function spendsOf(body: WalletCall): bigint {
  switch (body.call) {
    case "escrow.create":
      return body.parts.reduce((sum, { amount }) => sum + toStroops(amount), 0n);
    case "redemption.redeem":
      return toStroops(body.max_price) * BigInt(body.quantity ?? 1);
    case "governance.stake":
    case "referral.fund":
      return toStroops(body.amount);
    default:
      return 0n;
  }
}

export const askedStep = (wallet: string, escrow: string, step: JointStep): AskedCall => ({
  ...{ wallet, contract: "escrow", method: step.action, spends: 0n, maxFee: MAX_CALL_FEE },
  args:
    step.action === "cancel"
      ? [escrow]
      : [escrow, step.milestone, step.action === "split" ? step.share : seconds(step.deadline)],
});

/** A share of a drop: the service knows its place in the drop, and the ledger takes no other amount for it. */
export const askedClaim = (wallet: string, amount: string): AskedCall => ({
  ...{ wallet, contract: "distribution", method: "claim", spends: 0n, maxFee: MAX_CALL_FEE },
  args: [wallet, ANY, ANY, toStroops(amount), ANY],
});

/** The schedules of one transaction. */
export const askedGrants = (funder: string, grants: NewGrant[]): AskedCall => ({
  ...{ wallet: funder, contract: "vesting", method: "create" },
  args: [
    funder,
    grants.map(({ beneficiary, revocable = true, ...plan }) => ({
      ...{ reference: ANY, beneficiary, revoker: revocable ? funder : null },
      plan: planOf(plan),
    })),
  ],
  spends: grants.reduce((sum, each) => sum + totalOf(each), 0n),
  maxFee: MAX_CALL_FEE + MAX_ENTRY_FEE * BigInt(grants.length),
});

function planOf(grant: Pick<NewGrant, "tranches" | "starts_at" | "cliff_at" | "ends_at" | "amount">): Expected {
  // A start that nobody named can't be compared, so it is none that the service may put.
  const { tranches, starts_at = "", cliff_at = starts_at, ends_at = "" } = grant;
  if (tranches) {
    return ["Tranches", tranches.map(({ at, amount }) => ({ time: seconds(at), amount: toStroops(amount) }))];
  }
  const [start, cliff, end] = [starts_at, cliff_at, ends_at].map(seconds) as [number, number, number];
  return ["Linear", { total: totalOf(grant), start, cliff, end }];
}

const totalOf = ({ amount, tranches }: Pick<NewGrant, "amount" | "tranches">): bigint =>
  tranches ? tranches.reduce((sum, each) => sum + toStroops(each.amount), 0n) : toStroops(amount ?? "");

/** Compares an argument as `scValToNative` returns it. */
export function isExpected(actual: unknown, expected: Expected): boolean {
  if (expected === ANY) return true;
  if (typeof expected === "string" && actual instanceof Uint8Array) return hexOf(actual) === expected;
  if (typeof expected === "number" || typeof expected === "bigint") {
    return (typeof actual === "number" || typeof actual === "bigint") && String(actual) === String(expected);
  }
  if (expected === null || typeof expected !== "object") return actual === expected;
  if (actual === null || typeof actual !== "object" || Array.isArray(actual) !== Array.isArray(expected)) return false;
  const fields = Object.entries(expected);
  const given = new Map(Object.entries(actual));
  return fields.length === given.size && fields.every(([name, each]) => isExpected(given.get(name), each));
}

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
