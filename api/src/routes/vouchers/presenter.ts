import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Context } from "@merit/core/context/context.ts";
import { trustlineUri } from "@merit/core/parties/trustline/sep7.ts";
import type { HeldVoucher } from "@merit/core/payouts/rewards/redeem-voucher.ts";
import { presentBatch } from "@merit/core/payouts/vouchers/presenter.ts";
import type { CountedBatch, MadeVoucher } from "@merit/core/payouts/vouchers/service.ts";

/** The page that redeems a code. It is short, so that its QR code is easy to scan. */
const urlOf = ({ settings }: Context, code: string) => `${settings.publicUrl}/app/v/${code.replaceAll("-", "")}`;

/** A repeat under the same Idempotency-Key doesn't get the codes. */
export function answerWithCodes(context: Context, { batch, counts, made }: CountedBatch & { made: MadeVoucher[] }) {
  const view = presentBatch(batch, counts);
  const vouchers = made.map(({ id, code }) => ({ id, code, url: urlOf(context, code) }));
  return { status: 201, body: { ...view, vouchers }, repeat: { ...view, vouchers: null } };
}

/** The voucher for anyone who has the code: it doesn't name the wallet. */
export function presentHeld({ chain }: Context, { voucher, status, refusal, merchant, campaign }: HeldVoucher) {
  const { code, issuer, contract_id } = chain.manifest.asset;
  const { batch, issuance } = voucher;
  return {
    status,
    redeemable: refusal === null,
    reason: refusal,
    amount: formatAmount(batch.amount),
    asset: { code, issuer, contract_id },
    merchant_name: merchant.name,
    campaign_name: campaign.name,
    expires_at: isoTime(batch.expires_at),
    payment: issuance && {
      status: issuance.status,
      held: issuance.held_at !== null,
      tx_hash: issuance.tx_hash,
      error_message: issuance.error_message,
      updated_at: isoTime(issuance.updated_at),
    },
    trustline_uri: trustlineUri({ code, issuer }, chain.passphrase),
  };
}
