import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { BackupManifest } from "@merit/core/operations/backups/manifest.ts";
import type { AuditResult } from "@merit/core/operations/reconciliation/audit.ts";
import { kinds } from "@merit/core/operations/reconciliation/differences.ts";
import { scheduleOf } from "@merit/core/operations/recurring-jobs/schedule.ts";
import type { RecurringState } from "@merit/core/operations/recurring-jobs/service.ts";
import type { Grant } from "@merit/core/parties/merchants/fund.ts";
import type { AuditRow } from "@merit/core/store/audit/audit.ts";
import { deadLetterQueue } from "@merit/core/store/db/schema/jobs.ts";
import type { QueueState } from "@merit/core/store/jobs/dead-letters.ts";
import type { DeadLetter } from "@merit/core/store/jobs/jobs.ts";

/** A list that is never longer than a page. */
export const onlyPage = <Row>(data: Row[]) => ({ data, has_more: false, next_cursor: null });

export const presentJob = ({ settings }: Context, { definition, row, isRunning }: RecurringState) => ({
  name: definition.name,
  title: definition.title,
  schedule: scheduleOf(definition, settings),
  running: isRunning,
  progress: row.progress,
  next_run_at: isoTime(row.job?.run_at ?? null),
  last_started_at: isoTime(row.last_started_at),
  last_finished_at: isoTime(row.last_finished_at),
  last_status: row.last_status,
  last_result: row.last_result,
  last_error: row.last_error,
  failures: row.failures,
});

export const presentQueue = ({ queue, waiting, leased, oldest, dead }: QueueState) => ({
  name: queue,
  waiting,
  leased,
  oldest_due_at: isoTime(oldest),
  dead_letter_queue: deadLetterQueue(queue),
  dead_letters: dead,
});

export const presentLetter = ({ id, queue, job_key, payload, attempts, reason, ...times }: DeadLetter) => ({
  id,
  queue,
  job_key,
  payload,
  attempts,
  reason,
  failed_at: isoTime(times.failed_at),
  redriven_at: isoTime(times.redriven_at),
});

export const presentAuditRow = ({ created_at, ...row }: AuditRow) => ({
  ...row,
  created_at: isoTime(created_at),
});

export const presentAudit = ({ differences, notCompared, ...rest }: AuditResult) => ({
  ...rest,
  differences: differences.map((difference) => ({ ...difference, ...kinds[difference.kind] })),
  not_compared: notCompared,
});

export const presentGrant = ({ id, merchant_id, amount, status, tx_hash, error_message, ...times }: Grant) => ({
  id,
  merchant_id,
  amount: formatAmount(amount),
  status,
  tx_hash,
  error_message,
  created_at: isoTime(times.created_at),
  updated_at: isoTime(times.updated_at),
});

export const presentBackup = ({ file, bytes, sha256, created_at }: BackupManifest) => ({
  file,
  bytes,
  sha256,
  created_at,
});
