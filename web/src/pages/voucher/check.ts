import { api, type BodyOf } from "../../api.ts";
import { answered } from "../../wallet/answered.ts";

export type Held = BodyOf<"POST /vouchers/check">;

/** The amount of a code, and whether it was paid. */
export const check = (code: string) => ({
  queryKey: ["voucher", code],
  queryFn: async (): Promise<Held> => {
    const call = api.nobody.call("POST /vouchers/check", { body: { code } });
    return (await answered(call, "Look whether you are online, and try again: nothing was paid.")).body;
  },
});
