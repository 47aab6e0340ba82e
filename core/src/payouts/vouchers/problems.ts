import { problem } from "../../base/errors.ts";

export const unknownVoucher = () =>
  problem(
    404,
    "voucher_unknown",
    "Voucher not known",
    "There is no voucher with this code. Compare it with the printed one.",
  );

export const voucherRedeemed = () =>
  problem(
    409,
    "voucher_redeemed",
    "Voucher already redeemed",
    "This voucher was redeemed before. Each code pays once.",
  );

export const voucherCancelled = () =>
  problem(409, "voucher_cancelled", "Voucher cancelled", "The merchant has cancelled this voucher.");

export const voucherExpired = (at: Date) =>
  problem(
    409,
    "voucher_expired",
    "Voucher expired",
    `This voucher expired: it was valid until ${at.toISOString()}, or until its campaign ended.`,
  );

export const voucherNotOpen = (id: number, status: string) =>
  problem(
    409,
    "voucher_not_open",
    "Voucher not open",
    `Voucher ${id} has the status ${status}. Only an open voucher can be cancelled.`,
  );
