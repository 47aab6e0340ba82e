import type { Context } from "@merit/core/context/context.ts";
import { isoTime } from "@merit/core/days.ts";
import { formatAmount } from "@merit/core/money.ts";
import { presentBalances } from "@merit/core/statements/presenter.ts";
import { entryTypes, type Period, type Statement } from "@merit/core/statements/service.ts";

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
