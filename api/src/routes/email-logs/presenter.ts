import type { EmailLog } from "@merit/core/mail/store.ts";

export const presentEmailLog = ({ message_id: _, created_at, updated_at, ...log }: EmailLog) => ({
  ...log,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
