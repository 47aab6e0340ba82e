import type { Chain } from "../chain/chain.ts";

/** Room in the pool's rolling limits, for payouts of one merchant. */
export interface PoolLimits {
  /** Stroops that may be paid now. @throws RpcUnavailable */
  room(): Promise<bigint>;
  /** The lower one of the merchant's limit and that of all, stroops in 24 hours. @throws RpcUnavailable */
  limit(): Promise<bigint>;
  /** When there is room for the amount; null if the limit itself is below it. @throws RpcUnavailable */
  roomAt(amount: bigint): Promise<Date | null>;
}

export function poolLimits({ contracts: { pool } }: Chain, merchantId: number): PoolLimits {
  const merchant = BigInt(merchantId);
  const lower = async (figure: "limit" | "remaining") => {
    const [own, all] = await Promise.all([pool.view("limit", { merchant }), pool.view("limit", { merchant: null })]);
    return own.value[figure] < all.value[figure] ? own.value[figure] : all.value[figure];
  };
  return {
    room: () => lower("remaining"),
    limit: () => lower("limit"),
    async roomAt(amount) {
      const { value } = await pool.view("room_at", { merchant, amount });
      return value === null || value === undefined ? null : new Date(Number(value) * 1000);
    },
  };
}
