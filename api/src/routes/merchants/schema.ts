import { z } from "zod";
import { isoTime, line } from "../../http/fields.ts";

export const registerBody = z.strictObject({
  name: line(255),
  email: z
    .string("must be a string")
    .trim()
    .max(254, "must have at most 254 characters")
    .pipe(z.email("must be an e-mail address such as shop@example.com")),
});

export const merchantView = z
  .strictObject({ id: z.int(), name: z.string(), email: z.string(), created_at: isoTime })
  .meta({ id: "Merchant" });

export const registeredView = merchantView
  .extend({
    api_key: z
      .string()
      .nullable()
      .meta({ description: "shown this once; null in the answer to a repeated Idempotency-Key" }),
  })
  .meta({ id: "RegisteredMerchant" });
