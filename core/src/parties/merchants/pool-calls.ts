import { fromSeconds } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { WalletCalls } from "../../context/contract.ts";
import { assetErrors, contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";

// Calls that the owner of a merchant's balance in the pool signs, or the wallet that was named as the next one.

/** Arguments as stored; amounts in stroops, as text. */
export interface PoolArguments {
  "pool.withdraw": { merchant: number; to: string; amount: string };
  "pool.set_owner": { merchant: number; owner: string };
  "pool.apply_owner": { merchant: number };
}

const rules: WalletCalls<PoolArguments>["rules"] = {
  "pool.withdraw": {
    operation: ({ pool }, owner, { merchant, to, amount }) =>
      pool.call("withdraw", { owner, merchant: BigInt(merchant), to, amount: BigInt(amount) }),
  },
  "pool.set_owner": {
    operation: ({ pool }, operator, { merchant, owner }) =>
      pool.call("set_owner", { operator, merchant: BigInt(merchant), owner }),
  },
  "pool.apply_owner": {
    operation: ({ pool }, owner, { merchant }) => pool.call("apply_owner", { owner, merchant: BigInt(merchant) }),
    isDone: async ({ pool }, owner, { merchant }) =>
      (await pool.view("owner", { merchant: BigInt(merchant) })).value === owner,
  },
};

const errors = contractErrors.pool;

/** Words for a refusal, for the wallet's owner; undefined for errors of other calls. @throws RpcUnavailable */
async function refusal(code: number | undefined, { pool }: Contracts, args: object) {
  if (!("merchant" in args)) return undefined;
  const merchant = BigInt(Number(args.merchant));
  switch (code) {
    case errors.Unauthorized:
      return "This wallet isn't the owner of the merchant's balance, nor named as its next one.";
    case errors.RefusedRecipient:
      return "`to` is the asset's issuer or a contract of the system, where the tokens would be lost. Name another one.";
    case errors.AccountFrozen:
      return "The asset's administrator has frozen this wallet, or the one in `to`.";
    case errors.NoPendingOwner:
      return "Nobody is named as the next owner of this merchant's balance. Its owner names one, or the operator if it has none.";
    case errors.OwnerNotDue:
    case errors.OwnerExpired: {
      const { value } = await pool.view("pending_owner", { merchant });
      const [from, until] = [value?.eta, value?.expires_at].map(instant);
      return `This merchant's balance can be accepted from ${from} until just before ${until}.`;
    }
    case errors.InsufficientBalance: {
      const { value } = await pool.view("balance", { merchant });
      return `The merchant's free balance is ${formatAmount(value)}. Withdraw at most this much.`;
    }
    case errors.LimitExceeded:
      return "amount" in args ? limitText(pool, merchant, BigInt(String(args.amount))) : undefined;
    case assetErrors.noTrustline:
      return "`to` has no trustline to the reward asset. Open one first.";
    case assetErrors.notAuthorized:
    case assetErrors.balance:
      return "`to` can't receive this amount: its trustline is frozen, or its limit leaves no room.";
    default:
      return undefined;
  }
}

async function limitText(pool: Contracts["pool"], merchant: bigint, amount: bigint): Promise<string> {
  const [{ value: status }, { value: room }] = await Promise.all([
    pool.view("limit", { merchant }),
    pool.view("room_at", { merchant, amount }),
  ]);
  const left = `The pool's limit for this merchant is ${formatAmount(status.limit)} in 24 hours, and ${formatAmount(status.remaining)} of it is left now.`;
  if (room == null) return `${left} ${formatAmount(amount)} is more than can ever leave at once. Withdraw less.`;
  return `${left} There is room for ${formatAmount(amount)} from ${instant(room)}, unless more is paid.`;
}

const instant = (seconds: bigint | undefined) => fromSeconds(seconds ?? 0n).toISOString();

export const poolCalls: WalletCalls<PoolArguments> = { rules, refusal };
