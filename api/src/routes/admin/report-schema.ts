import { isCron } from "@merit/core/base/settings/cron.ts";
import { reportFormats, reportKinds, reportStatuses } from "@merit/core/store/db/schema/reports.ts";
import { z } from "zod";
import { exampleOf } from "../../http/examples.ts";
import { flag, isoTime, oneOf, timestamp } from "../../http/fields.ts";

const kind = z.enum(reportKinds, oneOf(reportKinds));
const format = z.enum(reportFormats, oneOf(reportFormats)).default("csv");

export const reportBody = z
  .strictObject({
    kind,
    format,
    from: timestamp.optional().meta({
      description: "include what was created (`revenue`: paid) at this time or later; default: 30 days before `to`",
    }),
    to: timestamp
      .optional()
      .meta({ description: "include what was created (`revenue`: paid) before this time; default: now" }),
  })
  .meta({ examples: [{ kind: "transactions", from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" }] });

const nullableInt = z.int().nullable();

export const reportView = z
  .strictObject({
    id: z.int(),
    kind: z.enum(reportKinds),
    format: z.enum(reportFormats),
    from: isoTime,
    to: isoTime,
    status: z.enum(reportStatuses),
    scanned: z.int().meta({ description: "records read so far" }),
    rows: nullableInt.meta({ description: "rows of the report, once it is ready" }),
    bytes: nullableInt,
    sha256: z.string().nullable().meta({ description: "SHA-256 of the file, hex" }),
    error_message: z.string().nullable(),
    schedule_id: nullableInt.meta({ description: "id of the schedule that requested it" }),
    created_at: isoTime,
    finished_at: isoTime.nullable(),
    expires_at: isoTime.nullable().meta({ description: "time at which the report and its file are deleted" }),
  })
  .meta({
    id: "Report",
    examples: [
      {
        id: 4,
        kind: "transactions",
        format: "csv",
        from: "2026-10-01T00:00:00.000Z",
        to: "2026-11-01T00:00:00.000Z",
        status: "ready",
        scanned: 20512,
        rows: 10240,
        bytes: 2101337,
        sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
        error_message: null,
        schedule_id: null,
        created_at: "2026-11-21T18:00:00.000Z",
        finished_at: "2026-11-21T18:00:02.000Z",
        expires_at: "2026-12-21T18:00:02.000Z",
      },
    ],
  });

export const showQuery = z
  .strictObject({ file: flag("true: the report's file") })
  .meta({ examples: [{ file: "true" }] });

/** A report whose format is JSON has a file of JSON. */
export const shownReport = z
  .union([reportView, z.array(z.record(z.string(), z.unknown()))])
  .meta({ examples: [exampleOf(reportView)] });

export const reportFile = z.string().meta({
  examples: ["day,merchant_id,rewards,rewards_amount,fundings,fundings_amount\r\n2026-10-01,1,40,512.5,0,0\r\n"],
});

const DAYS = "must be a whole number of days from 1 to 366";

export const scheduleBody = z
  .strictObject({
    kind,
    format,
    cron: z
      .string("must be a string")
      .max(100, "must have at most 100 characters")
      .refine(isPattern, 'must be a pattern of five cron fields in UTC such as "0 6 * * 1"')
      .meta({ description: "times of the reports: five cron fields, UTC" }),
    period_days: z
      .int(DAYS)
      .min(1, DAYS)
      .max(366, DAYS)
      .meta({ description: "number of days before its time that each report covers" }),
  })
  .meta({ examples: [{ kind: "revenue", cron: "0 6 * * 1", period_days: 7 }] });

function isPattern(text: string): boolean {
  return isCron(text);
}

export const scheduleView = z
  .strictObject({
    id: z.int(),
    kind: z.enum(reportKinds),
    format: z.enum(reportFormats),
    cron: z.string(),
    period_days: z.int(),
    next_run_at: isoTime,
    created_at: isoTime,
  })
  .meta({
    id: "ReportSchedule",
    examples: [
      {
        id: 2,
        kind: "revenue",
        format: "csv",
        cron: "0 6 * * 1",
        period_days: 7,
        next_run_at: "2026-11-23T06:00:00.000Z",
        created_at: "2026-11-21T18:00:00.000Z",
      },
    ],
  });
