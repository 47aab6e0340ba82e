import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Balances, Entry } from "./service.ts";

export const presentBalances = ({ free, reserved }: Balances) => ({
  free: formatAmount(free),
  reserved: formatAmount(reserved),
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
