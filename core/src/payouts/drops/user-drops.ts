import { notFound } from "../../base/errors.ts";
import { type Page, toPage } from "../../base/page.ts";
import type { UnitContext } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import { sponsor } from "../sponsoring/service.ts";
import { type Claimed, claimOnBehalf } from "./claim.ts";
import { choose, inDrop, listOpen, type SharePlace, type UserShare } from "./user-shares.ts";

export type { SharePlace, UserShare } from "./user-shares.ts";

/** The user's shares of drops that pay now or will, newest drop first. */
export function listEligible(
  store: Store,
  userId: number,
  { now, ...request }: { now: Date; after?: SharePlace; limit: number },
): Promise<Page<UserShare>> {
  return toPage(request, (page) => listOpen(store, userId, { ...page, now }));
}

/** The user's shares of one drop. @throws Problem 404 where there is none */
export async function sharesOf(store: Store, userId: number, dropId: number): Promise<UserShare[]> {
  const shares = await inDrop(store, userId, dropId);
  if (shares.length === 0) throw notFound("drop", dropId);
  return shares;
}

/**
 * Pays a share of the user's to its wallet, through the service. `wallet`: which one, if several have a share.
 * @throws Problem 404, 409 `drop_not_open`, 422, 429 `too_many_envelopes`, 503 `fees_exhausted`
 */
export async function claim(
  context: UnitContext,
  store: Store,
  userId: number,
  { dropId, wallet, ledgerTime }: { dropId: number; wallet: string | undefined; ledgerTime: Date },
): Promise<Claimed> {
  const { share } = await choose(store, userId, dropId, wallet);
  const claimed = await claimOnBehalf(store, dropId, share.wallet_address, {
    now: context.clock.now(),
    ledgerTime,
  });
  const isStarted = claimed.share.claim_status !== share.claim_status;
  if (isStarted) await sponsor(context, store, { userId, wallet: share.wallet_address });
  return claimed;
}
