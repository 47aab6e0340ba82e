import type { RequestOf } from "@merit/client/types.ts";
import { parseAmount } from "@merit/core/money.ts";
import type { NewGrant } from "./client.ts";

// What a wallet may sign for what a person asked for: the function of the contract and its arguments, in the contract's order.

type Body = RequestOf<"POST /wallet/envelope">["body"];
/** The description has one body for all calls with the same fields; this has one for each call. */
type EachCall<Of extends Body> = Of extends unknown
  ? { [Call in Of["call"]]: Omit<Of, "call"> & { call: Call } }[Of["call"]]
  : never;
/** A call of a contract that the commands sign. */
export type WalletCall = Extract<
  EachCall<Body>,
  { call: `${"escrow" | "pool" | "redemption" | "referral" | "vesting"}.${string}` }
>;
/** What depositor and beneficiary take together. */
export type JointStep = WithoutWallet<RequestOf<"POST /escrows/:id/proposals">["body"]>;
/** A body as a command gives it: the wallet is that of the key. */
export type WithoutWallet<Each> = Each extends unknown ? Omit<Each, "wallet_address"> : never;

/** Stands for what only the service knows. */
const ANY = Symbol("any");

/** Addresses as text, integers by value, bytes as hex, a missing option as null, enums as [name, ...values]. */
export type Expected = string | number | bigint | null | typeof ANY | Expected[] | { [field: string]: Expected };

export interface PermittedCall {
  method: string;
  args: Expected[];
  /** Stroops that the call may take from the wallet. */
  spends: bigint;
}

export type Permitted = PermittedCall | { method: "changeTrust" };

/** The service takes times in whole seconds, rounded down. */
const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);

type Arguments = { [Call in WalletCall["call"]]: (body: Extract<WalletCall, { call: Call }>) => Expected[] };

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
  "pool.withdraw": ({ wallet_address, merchant, to, amount }) => [wallet_address, merchant, to, parseAmount(amount)],
  "pool.set_owner": ({ wallet_address, merchant, owner }) => [wallet_address, merchant, owner],
  "pool.apply_owner": ({ merchant }) => [merchant],
  "redemption.redeem": ({ wallet_address, item, quantity = 1, reference = ANY, ...order }) => {
    const { fulfil_within = ANY, cancel_within = ANY } = order;
    const max_price = parseAmount(order.max_price);
    return [wallet_address, reference, { item, quantity, max_price, fulfil_within, cancel_within }];
  },
  "redemption.cancel": ({ wallet_address, reference }) => [wallet_address, wallet_address, reference],
  "redemption.expire": ({ wallet_address, redeemed_by = wallet_address, reference }) => [redeemed_by, reference],
  "redemption.withdraw": ({ wallet_address }) => [wallet_address],
  "referral.enrol": ({ wallet_address }) => [wallet_address],
  "referral.bind": ({ wallet_address, referrer }) => [wallet_address, referrer],
  "referral.claim": ({ wallet_address, merchant, newcomer }) => [wallet_address, merchant, newcomer],
  "referral.fund": ({ wallet_address, merchant, amount }) => [wallet_address, merchant, parseAmount(amount)],
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

const partOf = ({ amount, deadline }: { amount: string; deadline: string }) => ({
  amount: parseAmount(amount),
  deadline: seconds(deadline),
});

export const permittedCall = (body: WalletCall): PermittedCall => ({
  method: body.call.replace(/^.*\./, ""),
  args: (argumentsOf[body.call] as (body: WalletCall) => Expected[])(body),
  spends: spendsOf(body),
});

function spendsOf(body: WalletCall): bigint {
  if (body.call === "escrow.create") return body.parts.reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
  if (body.call === "redemption.redeem") return parseAmount(body.max_price) * BigInt(body.quantity ?? 1);
  return body.call === "referral.fund" ? parseAmount(body.amount) : 0n;
}

export const permittedStep = (escrow: string, step: JointStep): PermittedCall => ({
  method: step.action,
  args:
    step.action === "cancel"
      ? [escrow]
      : [escrow, step.milestone, step.action === "split" ? step.share : seconds(step.deadline)],
  spends: 0n,
});

/** The schedules of one transaction. */
export const permittedGrants = (funder: string, grants: NewGrant[]): PermittedCall => ({
  method: "create",
  args: [
    funder,
    grants.map(({ beneficiary, revocable = true, ...plan }) => ({
      ...{ reference: ANY, beneficiary, revoker: revocable ? funder : null },
      plan: planOf(plan),
    })),
  ],
  spends: grants.reduce((sum, each) => sum + totalOf(each), 0n),
});

function planOf(grant: Pick<NewGrant, "tranches" | "starts_at" | "cliff_at" | "ends_at" | "amount">): Expected {
  const { tranches, starts_at = "", cliff_at = starts_at, ends_at = "" } = grant;
  if (tranches) {
    return ["Tranches", tranches.map(({ at, amount }) => ({ time: seconds(at), amount: parseAmount(amount) }))];
  }
  const times = { start: seconds(starts_at), cliff: seconds(cliff_at), end: seconds(ends_at) };
  return ["Linear", { total: totalOf(grant), ...times }];
}

const totalOf = ({ amount, tranches }: Pick<NewGrant, "amount" | "tranches">): bigint =>
  tranches ? tranches.reduce((sum, each) => sum + parseAmount(each.amount), 0n) : parseAmount(amount ?? "");

/** Compares an argument as `scValToNative` returns it. */
export function isExpected(actual: unknown, expected: Expected): boolean {
  if (expected === ANY) return true;
  if (typeof expected === "string" && actual instanceof Uint8Array) {
    return Buffer.from(actual).toString("hex") === expected;
  }
  if (typeof expected === "number" || typeof expected === "bigint") {
    return (typeof actual === "number" || typeof actual === "bigint") && String(actual) === String(expected);
  }
  if (expected === null || typeof expected !== "object") return actual === expected;
  if (actual === null || typeof actual !== "object" || Array.isArray(actual) !== Array.isArray(expected)) return false;
  const fields = Object.entries(expected);
  const given = new Map(Object.entries(actual));
  return fields.length === given.size && fields.every(([name, each]) => isExpected(given.get(name), each));
}
