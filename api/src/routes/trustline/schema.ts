import { z } from "zod";
import { accountAddress, decimal, walletAddress } from "../../http/fields.ts";

export const verifyBody = z.strictObject({ wallet_address: walletAddress });

export const envelopeBody = z.strictObject({ wallet_address: accountAddress });

export const trustlineView = z
  .strictObject({
    wallet_address: z.string(),
    asset: z.string().meta({ description: "CODE:ISSUER" }),
    exists: z.boolean(),
    authorized: z.boolean(),
    limit: decimal,
    balance: decimal,
  })
  .meta({ id: "Trustline" });
