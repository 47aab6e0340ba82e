import { MAX_STROOPS } from "../../base/money.ts";
import type * as mail from "../../parties/mail/outbox.ts";
import * as merchants from "../../parties/merchants/store.ts";
import * as users from "../../parties/users/store.ts";
import * as wallets from "../../parties/wallets/store.ts";
import type { Store } from "../../store/db/store.ts";
import { follow, take } from "../catalogue/contract-items.ts";
import * as items from "../catalogue/store.ts";
import { emitStatus } from "./events.ts";
import { announce } from "./mail.ts";
import { type LedgerStep, steps } from "./steps.ts";
import * as rows from "./store.ts";

// Redemptions with tokens: the wallet signs them, the contract holds the tokens, and the indexed events show the outcome.

/** An event of the redemption contract, as stored. */
export interface RedemptionEvent {
  type: string;
  ledger_closed_at: Date;
  tx_hash: string;
  data: unknown;
}

/** Records what an event of the redemption contract says, and confirms a redemption by mail, in the commit that stores the event. Again: no change. */
export async function record(store: Store, event: RedemptionEvent, context: mail.Sender): Promise<void> {
  if (event.type === "item_set" || event.type === "stock_set") return follow(store, event.type, event.data);
  if (event.type === "redeem") return lock(store, event, context);
  if (isStep(event.type)) return end(store, event, event.type);
}

const isStep = (type: string): type is LedgerStep => type in steps && steps[type as LedgerStep].kind === "on_chain";

async function lock(store: Store, event: RedemptionEvent, context: mail.Sender): Promise<void> {
  const redeemed = readRedeem(fieldsOf(event));
  if (!redeemed) return;
  const { tx_hash, ledger_closed_at: at } = event;
  const { wallet, item, merchant, number, ...terms } = redeemed;
  const named = await items.byContractItem(store, item);
  const known = merchant === null ? undefined : await merchants.byId(store, merchant);
  const own = named && named.merchant_id === known?.id ? named : undefined;
  const locked = await rows.insertLocked(store, {
    ...terms,
    user_id: (await wallets.ownerOf(store, wallet)) ?? null,
    merchant_id: known?.id ?? null,
    item_id: own?.id ?? null,
    item_name: own?.name ?? null,
    wallet_address: wallet,
    contract_redemption_id: number,
    contract_item_id: item,
    tx_hash,
    created_at: at,
    updated_at: at,
  });
  if (locked) {
    await emitStatus(store, locked, at);
    const user = locked.user_id === null ? undefined : await users.byId(store, locked.user_id);
    if (user) await announce(context, store, user, locked);
  }
  await take(store, item, terms.quantity);
}

async function end(store: Store, event: RedemptionEvent, step: LedgerStep): Promise<void> {
  const name = readName(fieldsOf(event));
  if (!name) return;
  const { tx_hash: end_tx_hash, ledger_closed_at: at } = event;
  const ended = await rows.takeOnLedger(store, name, step, { end_tx_hash, updated_at: at });
  if (ended) await emitStatus(store, ended, at);
  if (step === "redemption_fulfilled") return;
  // The contract gave the units back. The service may have recorded the end before, from its own transaction.
  const { contract_item_id: item, quantity } = (await rows.byName(store, name)) ?? {};
  if (item && quantity) await take(store, item, -quantity);
}

type Fields = Record<string, unknown>;

/** Fields of an event. Release 0.2.0's `redeem` was stored by topics and value: the contract's spec of today doesn't explain it. */
function fieldsOf({ type, data }: RedemptionEvent): Fields {
  const { topics, value } = data as Fields;
  if (!Array.isArray(topics)) return data as Fields;
  const [, wallet, last] = topics;
  return { ...(value as Fields), wallet, [type === "redeem" ? "item" : "reference"]: last };
}

/** Release 0.2.0 emitted a number where the reference is now. */
function readName({ wallet, reference }: Fields): rows.LedgerName | undefined {
  const number = whole(reference);
  if (number !== null) return { number };
  return typeof wallet === "string" && typeof reference === "string" ? { wallet, reference } : undefined;
}

/** The last second that a date can hold. */
const MAX_SECONDS = 8_640_000_000_000;

/** Undefined for an event that this code's contract doesn't emit: it is only kept among the contract events. */
function readRedeem(fields: Fields) {
  const { wallet, item, merchant, quantity, amount, price_version, reference } = fields;
  const deadline = whole(fields.deadline);
  if (deadline === null || deadline > MAX_SECONDS) return undefined;
  const cancelUntil = whole(fields.cancel_until);
  if (typeof wallet !== "string" || typeof item !== "string" || typeof reference !== "string") return undefined;
  if (typeof quantity !== "number" || typeof price_version !== "number") return undefined;
  if (typeof amount !== "string" || !/^\d{1,19}$/.test(amount) || BigInt(amount) > MAX_STROOPS) return undefined;
  return {
    wallet,
    item,
    /** Null: no merchant of the service has this number. */
    merchant: whole(merchant),
    /** Null: made since release 0.2.0. */
    number: whole(fields.redemption),
    /** At most the deadline. Null: release 0.2.0 didn't say. */
    cancel_until: cancelUntil === null ? null : new Date(Math.min(cancelUntil, deadline) * 1000),
    deadline: new Date(deadline * 1000),
    quantity,
    amount: BigInt(amount),
    price_version,
    reference,
  };
}

/** A u64 (decimal) that a row can hold; null for any other. */
function whole(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,20}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}
