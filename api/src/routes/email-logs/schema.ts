import { emailStatuses } from "@merit/core/store/db/schema/mail.ts";
import { z } from "zod";
import { isoTime } from "../../http/fields.ts";

export const emailLogView = z
  .strictObject({
    id: z.int(),
    user_id: z.int().nullable(),
    merchant_id: z
      .int()
      .nullable()
      .meta({ description: "merchant on whose behalf it was sent; null: the platform's own" }),
    redemption_id: z.int().nullable().meta({ description: "id of the redemption that it is about" }),
    event_id: z.string().nullable().meta({ description: "id of the contract event that it is about" }),
    period: z.string().nullable().meta({ description: "month that it is about" }),
    recipient: z.string().nullable().meta({ description: "null once its user is deleted" }),
    template: z.string().meta({ description: "name of the mail; later versions add some" }),
    subject: z.string().meta({ description: "its subject line" }),
    status: z.enum(emailStatuses).meta({
      description: "kept: in the outbox of a local service; skipped: not sent for the reason in `error_message`",
    }),
    attempts: z.int(),
    error_message: z.string().nullable().meta({ description: "reason why it wasn't sent or its last attempt failed" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "EmailLog",
    examples: [
      {
        id: 12,
        user_id: 7,
        merchant_id: null,
        redemption_id: null,
        event_id: null,
        period: null,
        recipient: "ada@example.com",
        template: "verify_email",
        subject: "Confirm your e-mail address",
        status: "sent",
        attempts: 1,
        error_message: null,
        created_at: "2026-11-21T18:02:31.004Z",
        updated_at: "2026-11-21T18:02:31.616Z",
      },
    ],
  });
