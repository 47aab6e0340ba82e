import type { Chain } from "../../ledger/chain/chain.ts";
import { readLargestPayment } from "../../ledger/chain/largest-payment.ts";

/** Room in the pool's rolling limits, for payouts of one merchant. */
export interface PoolLimits {
  /** Stroops that may be paid now. @throws RpcUnavailable */
  room(): Promise<bigint>;
  /** The most that one payment can have, stroops. @throws RpcUnavailable */
  limit(): Promise<bigint>;
  /** When there is room for the amount; null if the limit itself is below it. @throws RpcUnavailable */
  roomAt(amount: bigint): Promise<Date | null>;
}

export function poolLimits(chain: Chain, merchantId: number): PoolLimits {
  const { pool } = chain.contracts;
  const merchant = BigInt(merchantId);
  return {
    async room() {
      const [own, all] = await Promise.all([pool.view("limit", { merchant }), pool.view("limit", { merchant: null })]);
      return own.value.remaining < all.value.remaining ? own.value.remaining : all.value.remaining;
    },
    limit: () => readLargestPayment(chain, merchantId),
    async roomAt(amount) {
      const { value } = await pool.view("room_at", { merchant, amount });
      return value === null || value === undefined ? null : new Date(Number(value) * 1000);
    },
  };
}
