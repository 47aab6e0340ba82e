import { emailStatuses } from "@merit/core/db/schema.ts";
import { z } from "zod";
import { isoTime } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";

export const listQuery = z.strictObject(idPage);

export const emailLogView = z
  .strictObject({
    id: z.int(),
    user_id: z.int().nullable(),
    merchant_id: z.int().nullable().meta({ description: "on whose behalf it went out; null: the platform's own" }),
    redemption_id: z.int().nullable().meta({ description: "of the redemption that it tells about" }),
    recipient: z.string().nullable().meta({ description: "null once its user is deleted" }),
    template: z.string(),
    subject: z.string(),
    status: z.enum(emailStatuses).meta({
      description: "skipped: held back, as `error_message` says, or, without one, no mail server is set",
    }),
    attempts: z.int(),
    error_message: z.string().nullable().meta({ description: "why it didn't go out, or didn't at the last attempt" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({ id: "EmailLog" });
