import { onePage } from "../../http/examples.ts";

const sent = {
  id: 12,
  user_id: 7,
  merchant_id: null,
  redemption_id: null,
  recipient: "ada@example.com",
  template: "verify_email",
  subject: "Confirm your e-mail address",
  status: "sent" as const,
  attempts: 1,
  error_message: null,
  created_at: "2026-11-21T18:02:31.004Z",
  updated_at: "2026-11-21T18:02:31.616Z",
};

export const list = { query: { limit: "20" }, answers: { 200: onePage(sent) } };
