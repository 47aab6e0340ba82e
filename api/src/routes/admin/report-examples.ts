import { onePage } from "../../http/examples.ts";

const pending = {
  id: 4,
  kind: "transactions" as const,
  format: "csv" as const,
  from: "2026-10-01T00:00:00.000Z",
  to: "2026-11-01T00:00:00.000Z",
  status: "pending" as const,
  scanned: 0,
  rows: null,
  bytes: null,
  sha256: null,
  error_message: null,
  schedule_id: null,
  created_at: "2026-11-21T18:00:00.000Z",
  finished_at: null,
  expires_at: null,
};
const ready = {
  ...pending,
  status: "ready" as const,
  scanned: 20_512,
  rows: 10_240,
  bytes: 2_101_337,
  sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
  finished_at: "2026-11-21T18:00:02.000Z",
  expires_at: "2026-12-21T18:00:02.000Z",
};
const body = { kind: "transactions" as const, from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" };
export const createReport = { body, answers: { 202: pending } };
export const listReports = { query: { limit: "20" }, answers: { 200: onePage(ready) } };
export const showReport = { params: { id: "4" }, answers: { 200: ready } };
export const downloadReport = {
  params: { id: "4" },
  answers: { 200: "day,merchant_id,rewards,rewards_amount,fundings,fundings_amount\r\n2026-10-01,1,40,512.5,0,0\r\n" },
};

const schedule = {
  id: 2,
  kind: "revenue" as const,
  format: "csv" as const,
  cron: "0 6 * * 1",
  period_days: 7,
  next_run_at: "2026-11-23T06:00:00.000Z",
  created_at: "2026-11-21T18:00:00.000Z",
};
export const createReportSchedule = {
  body: { kind: "revenue" as const, cron: "0 6 * * 1", period_days: 7 },
  answers: { 201: schedule },
};
export const listReportSchedules = { query: { limit: "20" }, answers: { 200: onePage(schedule) } };
export const removeReportSchedule = { params: { id: "2" }, answers: { 204: undefined } };
