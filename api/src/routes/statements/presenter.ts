import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Context } from "@merit/core/context/context.ts";
import { presentBalances } from "@merit/core/operations/statements/presenter.ts";
import { entryTypes, type Period, type Statement } from "@merit/core/operations/statements/service.ts";

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
