import type { Context } from "@merit/core/context/context.ts";
import { isoTime } from "@merit/core/days.ts";
import { formatAmount } from "@merit/core/money.ts";
import { type Balances, type Entry, entryTypes, type Period, type Statement } from "@merit/core/statements/service.ts";

const presentBalances = ({ free, reserved }: Balances) => ({
  free: formatAmount(free),
  reserved: formatAmount(reserved),
});

export const presentStatement = (
  { chain: { manifest } }: Pick<Context, "chain">,
  merchantId: number,
  { from, to }: Period,
  { opening, closing, totals, ledger, complete }: Statement,
) => ({
  merchant_id: merchantId,
  asset: `${manifest.asset.code}:${manifest.asset.issuer}`,
  from: isoTime(from),
  to: isoTime(to),
  opening: presentBalances(opening),
  closing: presentBalances(closing),
  totals: entryTypes.map((type) => ({ type, ...totals[type], amount: formatAmount(totals[type].amount) })),
  ledger,
  complete,
});

/** A line of the file: the opening or closing balance, or an entry. */
export type Line = ReturnType<typeof presentEntry> | ReturnType<typeof presentStanding>;

export const presentEntry = ({ id, time, amount, after, ledger, tx_hash, type, ...entry }: Entry) => ({
  ...{ time: isoTime(time), ledger, tx_hash, event_id: id, type, ...entry },
  ...{ amount: formatAmount(amount), ...presentBalances(after) },
});

export const presentStanding = (type: "opening" | "closing", time: Date, balances: Balances) => ({
  ...{ time: isoTime(time), ledger: null, tx_hash: null, event_id: null, type },
  ...{ campaign_id: null, drop_id: null, payments: null, amount: null, ...presentBalances(balances) },
});
