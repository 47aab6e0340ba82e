import { notFound, validationFailed } from "@merit/core/base/errors.ts";
import * as merchants from "@merit/core/parties/merchants/service.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import type { Call } from "./route.ts";

type Caller = Pick<Call<["merchant", "user"], unknown, unknown, unknown>, "merchant" | "session">;

/** The owner of the records that a call is about, for calls of merchants and of users. */
export const ownerOf = ({ merchant, session }: Caller) =>
  merchant ? { merchant_id: merchant.id } : { user_id: session?.user.id ?? 0 };

/**
 * The merchant whose records a list has: that of the API key, or the one that an administrator names.
 * @throws Problem 404, also for a key that names another merchant, 422 for an administrator who names none
 */
export async function listedMerchant(
  store: Store,
  caller: merchants.Merchant | null,
  named: number | undefined,
): Promise<number> {
  if (caller && named !== undefined && named !== caller.id) throw notFound("merchant", named);
  if (caller) return caller.id;
  if (named !== undefined) return (await merchants.get(store, named)).id;
  throw validationFailed([{ field: "merchant_id", message: "is required with an administrator's token" }]);
}
