import { z } from "zod";
import { accountAddress, isoTime, walletAddress } from "../../http/fields.ts";
import { trustlineView } from "../trustline/schema.ts";

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

/** Checked by the handler: what is no address is a 422 that says why, not an unknown record. */
export const ledgerWallet = z.object({ address: walletAddress });

export const balancesView = z
  .strictObject({
    wallet_address: z.string(),
    balances: z.array(trustlineView.omit({ wallet_address: true })),
  })
  .meta({ id: "WalletBalances" });
