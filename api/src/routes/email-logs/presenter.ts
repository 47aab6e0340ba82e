import { isoTime } from "@merit/core/base/days.ts";
import type { EmailLog } from "@merit/core/parties/mail/store.ts";

export const presentEmailLog = ({ created_at, updated_at, ...log }: EmailLog) => ({
  id: log.id,
  user_id: log.user_id,
  merchant_id: log.merchant_id,
  redemption_id: log.redemption_id,
  event_id: log.event_id,
  period: log.period,
  recipient: log.recipient,
  template: log.template,
  subject: log.subject,
  status: log.status,
  attempts: log.attempts,
  error_message: log.error_message,
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
});
