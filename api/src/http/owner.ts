import type { Call } from "./route.ts";

type Caller = Pick<Call<["merchant", "user"], unknown, unknown, unknown>, "merchant" | "session">;

/** The owner of the records that a call is about, for calls of merchants and of users. */
export const ownerOf = ({ merchant, session }: Caller) =>
  merchant ? { merchant_id: merchant.id } : { user_id: session?.user.id ?? 0 };
