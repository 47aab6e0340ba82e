import type { Merchant } from "@merit/core/parties/merchants/service.ts";
import { z } from "zod";
import { wholeNumber } from "./fields.ts";

/** In place of a merchant's id in a path or query: the merchant whose API key the call has. Without a valid key, the call is refused. */
export const ME = "me";

export const merchantOrMe = z.union([z.literal(ME), wholeNumber(1)], "must be a whole number from 1, or me").meta({
  description: "id of the merchant; `me`: the one whose API key is sent",
  json: { anyOf: [{ type: "integer", minimum: 1 }, { const: ME }] },
});

/** The id that such a parameter stands for. */
export const idOf = (given: z.output<typeof merchantOrMe>, caller: Merchant | null): number =>
  given === ME ? (caller as Merchant).id : given;

/** Problems with which a route that is open to everyone refuses `me`. */
export const ME_REFUSALS = { 401: ["missing_api_key", "invalid_api_key"], 403: ["insufficient_scope"] } as const;
