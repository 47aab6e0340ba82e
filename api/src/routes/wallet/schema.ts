import { z } from "zod";
import { walletAddress } from "../../http/fields.ts";
import { trustlineView } from "../trustline/schema.ts";

/** The address is checked by the handler: what isn't one is a 422 that says why, not an unknown record. */
export const walletParams = z.object({ wallet_address: z.string() });
export const wallet = z.object({ wallet_address: walletAddress });

export const balancesView = z.strictObject({
  wallet_address: z.string(),
  balances: z.array(trustlineView.omit({ wallet_address: true })),
});
