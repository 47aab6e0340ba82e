import { isoTime } from "../../base/days.ts";
import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import type { User } from "./store.ts";

/** Tells a referrer of a user who came by their code. Without the name: users can delete theirs. */
export async function emitReferred(
  store: Store,
  change: "registered" | "qualified",
  { user, bonus, now }: { user: User; bonus: number; now: Date },
): Promise<void> {
  if (user.referred_by === null) return;
  const data = {
    id: user.id,
    email_verified: user.email_verified_at !== null,
    bonus_points: bonus,
    joined_at: isoTime(user.created_at),
  };
  const owner = { merchantId: null, userId: user.referred_by, objectId: user.id };
  await emit(store, [{ type: `referred_user.${change}`, ...owner, data }], now);
}
