import { Problem } from "../../base/errors.ts";
import type { Context } from "../../context/context.ts";
import type { Merchant } from "../../parties/merchants/store.ts";
import * as merchants from "../../parties/merchants/store.ts";
import { ownersOf } from "../../parties/wallets/store.ts";
import { requireOpen } from "../../programmes/campaigns/open.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import type { VoucherStatus } from "../../store/db/schema/vouchers.ts";
import type { Store } from "../../store/db/store.ts";
import { hashOf } from "../vouchers/codes.ts";
import { emitVoucher } from "../vouchers/events.ts";
import { unknownVoucher, voucherCancelled, voucherExpired, voucherRedeemed } from "../vouchers/problems.ts";
import { giveToReward } from "../vouchers/reservations.ts";
import { rewardKey } from "../vouchers/service.ts";
import * as vouchers from "../vouchers/store.ts";
import { acceptReserved, withoutRace } from "./accept.ts";
import { isShut } from "./epoch.ts";
import { emitAcceptedFor } from "./events.ts";
import { reconciling } from "./problems.ts";
import { restart } from "./service.ts";
import type { Issuance } from "./store.ts";
import * as rows from "./store.ts";

export interface Redeemed {
  voucher: vouchers.Voucher;
  issuance: Issuance;
  /** False: it was redeemed to this wallet before. */
  created: boolean;
}

/** @throws Problem 404 `voucher_unknown` */
export async function find(store: Store, code: string): Promise<vouchers.Voucher> {
  const voucher = await vouchers.byHash(store, hashOf(code));
  if (!voucher) throw unknownVoucher();
  return voucher;
}

/**
 * Pays a voucher to a wallet: its reward is accepted like any other, with the voucher's reservation. The voucher, the reward and its
 * job change in one commit, so a code is redeemed once, whatever happens at the same time.
 * @throws Problem 404 `voucher_unknown`, 409 for a voucher or a campaign that doesn't pay, 503 `reconciling`
 */
export function redeem(
  context: Context,
  { code, wallet_address }: { code: string; wallet_address: string },
): Promise<Redeemed> {
  const { clock, db } = context;
  return withoutRace(() =>
    db.commit(async (store) => {
      const now = clock.now();
      const voucher = await find(store, code);
      const { issuance, batch } = voucher;
      if (voucher.status === "redeemed") {
        if (issuance?.wallet_address !== wallet_address) throw voucherRedeemed();
        return { voucher, issuance, created: false };
      }
      if (await isShut(store)) throw reconciling();
      await requireRedeemable(store, voucher, now);
      if (!(await giveToReward(store, voucher.id, now))) throw voucherRedeemed();
      if (issuance) await payAnother(store, issuance, wallet_address, now);
      else await payFirst(context, store, voucher, wallet_address);
      await emitVoucher(store, "redeemed", voucher.id, now);
      const redeemed = (await vouchers.byId(store, voucher.id)) as vouchers.Voucher;
      if (!redeemed.issuance) throw new Error(`voucher ${voucher.id} of batch ${batch.id} has no reward`);
      return { voucher: redeemed, issuance: redeemed.issuance, created: true };
    }),
  );
}

/** @throws Problem 409 that says why it can't be redeemed */
async function requireRedeemable(
  store: Store,
  { status, batch, campaign_id }: vouchers.Voucher,
  now: Date,
): Promise<void> {
  if (status === "redeemed") throw voucherRedeemed();
  if (status === "cancelled") throw voucherCancelled();
  if (status === "expired" || batch.expires_at <= now) throw voucherExpired(batch.expires_at);
  const campaign = await campaigns.byId(store, campaign_id);
  if (!campaign) throw new Error(`there is no campaign ${campaign_id}`);
  requireOpen(campaign, now);
}

async function payFirst(
  context: Pick<Context, "clock" | "settings">,
  store: Store,
  { id, batch, code_hash }: vouchers.Voucher,
  wallet_address: string,
): Promise<void> {
  const { merchant_id, campaign_id, amount } = batch;
  const reward = { idempotency_key: rewardKey(code_hash), campaign_id, wallet_address, amount, user_id: null };
  const { created } = await acceptReserved(context, store, merchant_id, { ...reward, voucher_id: id });
  // Keys of vouchers are refused to merchants, but weren't before there were vouchers.
  if (!created) throw voucherRedeemed();
}

/** Pays a failed reward to this wallet. It stays the same reward, so that the ledger pays it once at most. */
async function payAnother(store: Store, { id }: Issuance, wallet: string, now: Date): Promise<void> {
  const user = (await ownersOf(store, [wallet])).get(wallet) ?? null;
  const change = { from: "failed", to: "pending", tx_hash: null, error_message: null, now } as const;
  const [failed] = await rows.move(store, [id], change);
  if (!failed) throw new Error(`issuance ${id} of an open voucher has not failed`);
  const issuance = await rows.readdress(store, id, { wallet_address: wallet, user_id: user });
  if (user !== null && user !== failed.user_id) await emitAcceptedFor(store, issuance, now);
  await restart(store, issuance, now);
}

/** A voucher as the holder of its code sees it. */
export interface HeldVoucher {
  voucher: vouchers.Voucher;
  /** Status by the voucher's time, before the record says so. */
  status: VoucherStatus;
  /** Why it can't be redeemed now; null: it can. */
  refusal: string | null;
  merchant: Merchant;
  campaign: Campaign;
}

/** @throws Problem 404 `voucher_unknown` */
export async function check(store: Store, code: string, now: Date): Promise<HeldVoucher> {
  const voucher = await find(store, code);
  const { batch } = voucher;
  const merchant = await merchants.byId(store, batch.merchant_id);
  const campaign = await campaigns.byId(store, batch.campaign_id);
  if (!merchant || !campaign) throw new Error(`voucher ${voucher.id} has no merchant or no campaign`);
  const isOver = voucher.status === "open" && batch.expires_at <= now;
  const refusal = await requireRedeemable(store, voucher, now).then(
    () => null,
    (error) => {
      if (error instanceof Problem) return error.detail;
      throw error;
    },
  );
  return { voucher, status: isOver ? "expired" : voucher.status, refusal, merchant, campaign };
}
