import { isoTime } from "@merit/core/base/days.ts";
import { actionsOf, type Reader } from "@merit/core/programmes/redemptions/actions.ts";
import { presentRedemption } from "@merit/core/programmes/redemptions/presenter.ts";
import type { Redemption } from "@merit/core/programmes/redemptions/service.ts";

/** As its user or its merchant sees it. @param owed stroops that the contract owes to the wallet, if they were read */
export const presentFor =
  (reader: Reader, now: Date, owed = 0n) =>
  (redemption: Redemption) => ({
    ...presentRedemption(redemption),
    actions: actionsOf(redemption, reader, now, owed).map(({ action, until }) => ({ action, until: isoTime(until) })),
  });
