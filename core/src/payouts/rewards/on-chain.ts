import type { ContractRecord } from "../../context/contract.ts";
import { explainPayments } from "./paid-events.ts";
import { qualifyRewarded } from "./referred.ts";

/** Records what an event of the campaign contract says of rewards, in the commit that stores it. */
export const recordReward: ContractRecord["record"] = async (store, event, { settings, clock }) => {
  if (event.type !== "reward") return;
  const now = clock.now();
  await explainPayments(store, event.id, { settings, now });
  await qualifyRewarded(store, event, now);
};
