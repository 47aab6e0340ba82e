import { entryTypes, type Period } from "@merit/core/operations/statements/service.ts";
import { z } from "zod";
import { issuer } from "../../http/examples.ts";
import { decimal, isoTime, timestamp } from "../../http/fields.ts";

const period = {
  month: z
    .string("must be given once")
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10")
    .optional()
    .meta({ description: "a month in UTC; without month, from and to: the current one", examples: ["2026-10"] }),
  from: timestamp.optional().meta({ description: "first moment of the period, in place of month; UTC, ISO 8601" }),
  to: timestamp.optional().meta({ description: "the moment behind the period; UTC, ISO 8601" }),
};

type PeriodQuery = z.output<z.ZodObject<typeof period>>;

function checkPeriod({ month, from, to }: PeriodQuery, issue: z.core.$RefinementCtx): void {
  const add = (field: string, message: string) => issue.addIssue({ code: "custom", path: [field], message });
  if (month !== undefined && (from || to)) add("month", "must not be given together with from and to");
  if (from && !to) add("to", "is required with from");
  if (to && !from) add("from", "is required with to");
  if (from && to && from >= to) add("from", "must be before to");
}

export const statementQuery = z
  .strictObject({
    ...period,
    format: z
      .enum(["csv", "ndjson"], "must be csv or ndjson")
      .optional()
      .meta({ description: "a file with each entry" }),
  })
  .superRefine(checkPeriod)
  .meta({ examples: [{ month: "2026-10" }] });

/** The month of `now` unless another period is asked for. */
export function periodOf({ month, from, to }: PeriodQuery, now: Date): Period {
  if (from && to) return { from, to };
  const [year = 0, number = 0] = (month ?? now.toISOString()).split("-").map(Number);
  return { from: new Date(Date.UTC(year, number - 1)), to: new Date(Date.UTC(year, number)) };
}

const balances = z.strictObject({
  free: decimal.meta({ description: "amount that campaigns and drops could reserve" }),
  reserved: decimal.meta({ description: "amount left in campaigns and drops" }),
});

export const statementView = z
  .strictObject({
    merchant_id: z.int(),
    asset: z.string().meta({ description: "code:issuer" }),
    from: isoTime.meta({ description: "first moment of the period" }),
    to: isoTime.meta({ description: "the moment behind the period" }),
    opening: balances.meta({ description: "balances just before the period" }),
    closing: balances.meta({ description: "balances at its end" }),
    totals: z
      .array(
        z.strictObject({
          type: z.enum(entryTypes as [string, ...string[]]).meta({
            description:
              "deposit, grant and released add to free; withdraw and reserved take from it. reserved adds to reserved; released, reward and claim take from it",
          }),
          entries: z.int().meta({ description: "events on the ledger; a reward event pays up to 60 wallets" }),
          payments: z.int().meta({ description: "payments to wallets" }),
          amount: decimal,
        }),
      )
      .meta({ description: "sums of the period, by type of the ledger's events" }),
    ledger: z.int().meta({ description: "last ledger whose events have been read" }),
    complete: z.boolean().meta({
      description: "false: the period isn't over, or events of it or of the time before are missing (see GET /ready)",
    }),
  })
  .meta({
    id: "Statement",
    examples: [
      {
        merchant_id: 1,
        asset: `MERIT:${issuer}`,
        from: "2026-10-01T00:00:00.000Z",
        to: "2026-11-01T00:00:00.000Z",
        opening: { free: "900", reserved: "100" },
        closing: { free: "900", reserved: "87.5" },
        totals: [{ type: "reward", entries: 1, payments: 2, amount: "12.5" }],
        ledger: 54012345,
        complete: true,
      },
    ],
  });

export const statementFile = z.string().meta({
  description:
    "a line per entry, in the order of the ledger, with the balances after it; first the opening, last the closing balance",
  examples: ["time,ledger,tx_hash,event_id,type,campaign_id,drop_id,payments,amount,free,reserved\r\n"],
});
