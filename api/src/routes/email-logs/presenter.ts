import { isoTime } from "@merit/core/days.ts";
import type { EmailLog } from "@merit/core/mail/store.ts";

export const presentEmailLog = ({ message_id: _, created_at, updated_at, ...log }: EmailLog) => ({
  ...log,
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
});
