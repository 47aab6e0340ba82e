import { z } from "zod";
import { email, isoTime, line } from "../../http/fields.ts";

export const registerBody = z.strictObject({
  name: line(255),
  email,
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
