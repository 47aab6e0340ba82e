import { z } from "zod";
import { issuer, wallet } from "../../http/examples.ts";
import { decimal, walletAddress } from "../../http/fields.ts";

export const verifyBody = z
  .strictObject({ wallet_address: walletAddress })
  .meta({ examples: [{ wallet_address: wallet }] });

export const trustlineView = z
  .strictObject({
    wallet_address: z.string(),
    asset: z.string().meta({ description: "CODE:ISSUER" }),
    account_exists: z.boolean().meta({ description: "false: the wallet's account isn't on the ledger yet" }),
    exists: z.boolean(),
    authorized: z.boolean(),
    limit: decimal.meta({ description: "the most that it can hold" }),
    balance: decimal,
  })
  .meta({
    id: "Trustline",
    examples: [
      {
        wallet_address: wallet,
        asset: `MERIT:${issuer}`,
        account_exists: true,
        exists: true,
        authorized: true,
        limit: "922337203685.4775807",
        balance: "25",
      },
    ],
  });
