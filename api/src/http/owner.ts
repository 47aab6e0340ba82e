import type { Call } from "./route.ts";

type Caller = Pick<Call<["merchant", "user"], unknown, unknown, unknown>, "merchant" | "session">;

/** Whose records a call is about, where merchants and users call alike. */
export const ownerOf = ({ merchant, session }: Caller) =>
  merchant ? { merchant_id: merchant.id } : { user_id: session?.user.id ?? 0 };
