import { api, type BodyOf } from "../../api.ts";

export type Held = BodyOf<"POST /vouchers/check">;

/** The amount of a code, and whether it was paid. */
export const check = (code: string) => ({
  queryKey: ["voucher", code],
  queryFn: async (): Promise<Held> => (await api.nobody.call("POST /vouchers/check", { body: { code } })).body,
});
