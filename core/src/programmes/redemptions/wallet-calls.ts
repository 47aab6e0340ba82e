import type { WalletCalls } from "../../context/contract.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";
import { bytes } from "../../ledger/chain/outcome.ts";

// Calls that wallets sign to redeem for tokens.

/** Arguments as stored; amounts in stroops, as text; references are 32 bytes in hex. */
export interface RedemptionArguments {
  "redemption.redeem": {
    item: number;
    quantity: number;
    max_price: string;
    /** Seconds, as the wallet has seen them; absent: the item's present ones. */
    fulfil_within?: number;
    cancel_within?: number;
    reference: string;
  };
  "redemption.cancel": { reference: string };
  /** Absent: the wallet that signs has redeemed. */
  "redemption.expire": { redeemed_by?: string; reference: string };
  "redemption.withdraw": Record<string, never>;
}

const rules: WalletCalls<RedemptionArguments>["rules"] = {
  "redemption.redeem": {
    async operation(contracts, wallet, { item, quantity, max_price, reference, ...seen }) {
      // The wallet sees the item's times in what it signs, and redeems with no others.
      const times = await timesOf(contracts, item, seen);
      const order = { item: BigInt(item), quantity, max_price: BigInt(max_price), ...times };
      return contracts.redemption.call("redeem", { wallet, reference: bytes(reference), order });
    },
    async isDone(contracts, wallet, { reference, item, quantity }) {
      const found = await read(contracts, wallet, reference);
      // The reference may have served for another order.
      return found?.item === BigInt(item) && found.quantity === quantity;
    },
  },
  "redemption.cancel": {
    operation: ({ redemption }, wallet, { reference }) =>
      redemption.call("cancel", { caller: wallet, wallet, reference: bytes(reference) }),
    isDone: (contracts, wallet, { reference }) => isRefunded(contracts, wallet, reference),
  },
  "redemption.expire": {
    operation: ({ redemption }, wallet, { redeemed_by = wallet, reference }) =>
      redemption.call("expire", { wallet: redeemed_by, reference: bytes(reference) }),
    isDone: (contracts, wallet, { redeemed_by = wallet, reference }) => isRefunded(contracts, redeemed_by, reference),
  },
  "redemption.withdraw": {
    operation: ({ redemption }, account) => redemption.call("withdraw", { account }),
  },
};

type Times = Pick<RedemptionArguments["redemption.redeem"], "fulfil_within" | "cancel_within">;

/** Times that the wallet names, else the item's. An unknown item is refused anyway. */
async function timesOf({ redemption }: Contracts, item: number, { fulfil_within, cancel_within }: Times) {
  const isNamed = fulfil_within !== undefined && cancel_within !== undefined;
  const terms = isNamed ? undefined : (await redemption.view("item", { item: BigInt(item) })).value?.terms;
  return {
    fulfil_within: BigInt(fulfil_within ?? terms?.fulfil_within ?? 0),
    cancel_within: BigInt(cancel_within ?? terms?.cancel_within ?? 0),
  };
}

const read = async ({ redemption }: Contracts, wallet: string, reference: string) =>
  (await redemption.view("redemption", { wallet, reference: bytes(reference) })).value;

const isRefunded = async (contracts: Contracts, wallet: string, reference: string) =>
  (await read(contracts, wallet, reference))?.status.tag === "Refunded";

const errors = contractErrors.redemption;

/** Words for people: what is wrong, and what helps. Other errors can't come from these calls. */
const sentences: Record<number, string> = {
  [errors.Paused]: "New redemptions are stopped by the operator; try again later.",
  [errors.InvalidAmount]: "Price times `quantity` is too large: redeem fewer units.",
  [errors.ItemNotFound]:
    "The redemption contract has no item with this number. `item` is the `contract_item_id` of the catalogue's item, not its `id`.",
  [errors.ItemInactive]: "The item isn't on offer for tokens now.",
  [errors.StockShort]: "There are fewer units in stock than `quantity`.",
  [errors.PriceAboveMax]: "The item's price per unit is above `max_price`. The catalogue shows its present price.",
  [errors.TimesChanged]:
    "The item's times aren't the `fulfil_within` and `cancel_within` that were given. Read the item again.",
  [errors.WalletLimit]: "The wallet would have more units of the item than its `wallet_limit` allows.",
  [errors.RedemptionNotFound]: "The ledger has no redemption of the wallet under this `reference`.",
  [errors.ReferenceTaken]:
    "The wallet has redeemed under this `reference` already: read that redemption, or leave `reference` out.",
  [errors.NotOpen]: "The redemption has ended: it was fulfilled, or refunded.",
  [errors.NotExpired]: "The redemption's `deadline` hasn't passed yet: before it, only its merchant can refund.",
  [errors.CancelClosed]:
    "The wallet's own time to cancel is over (`cancel_until`). The merchant can still refund, and from the `deadline` on `redemption.expire` returns the tokens.",
  [errors.NoTrustline]: "The wallet has no trustline to the reward asset. Open one first.",
  [errors.NotAuthorized]: "The asset's issuer has frozen the wallet, or the redemption contract.",
  [errors.BalanceOutOfRange]:
    "The wallet holds too few tokens, its trustline has no room for those that come back, or the contract holds too little.",
  [errors.AssetRefused]: "The asset's contract refused to move the tokens.",
  [errors.DepositMismatch]: "The wallet's tokens didn't arrive in full; try again.",
  [errors.NothingOwed]: "The contract owes the wallet nothing.",
};

export const redemptionCalls: WalletCalls<RedemptionArguments> = { rules, refusal: (code) => sentences[code ?? -1] };
