import { z } from "zod";
import { accountAddress, isoTime } from "../../http/fields.ts";

export const challengeBody = z.strictObject({ wallet_address: accountAddress });
export const challengeView = z.strictObject({
  wallet_address: z.string(),
  message: z.string().meta({ description: "to be signed by the wallet as it is (SEP-53)" }),
  expires_at: isoTime,
});

export const linkBody = z.strictObject({
  wallet_address: accountAddress,
  message: z.string("must be a string").max(2000, "must have at most 2000 characters"),
  signature: z
    .string("must be a string")
    .regex(/^[A-Za-z0-9+/]{86}==$/, "must be 64 bytes in base64")
    .meta({ description: "the wallet's signature over the message (SEP-53), base64" }),
});

/** Any text: what is no address is no wallet of the caller. */
export const walletParams = z.object({ address: z.string() });

export const walletView = z
  .strictObject({
    address: z.string(),
    proven: z.boolean().meta({ description: "whether its key has signed for it" }),
    linked_at: isoTime,
  })
  .meta({ id: "Wallet" });
