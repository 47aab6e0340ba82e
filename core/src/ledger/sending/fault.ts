import type { Settings } from "../../base/settings/settings.ts";

/** Points of the payout path between which a crash must neither lose nor repeat a payment. */
const faultPoints = [
  "before-claim",
  "after-claim",
  "after-stored",
  "after-sent",
  "after-closed",
  // Points of the transaction that opens an epoch.
  "epoch-stored",
  "epoch-sent",
  "epoch-closed",
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** Called when the worker passes a point. */
export type Fault = (point: FaultPoint) => void;

/**
 * For kill tests: MERIT_FAULT=<point> makes the process kill itself, as a power failure would, when it first passes that
 * point. Works on the network `local` only. @throws RangeError for an unknown point
 */
export function createFault({ network }: Pick<Settings, "network">, wanted = process.env.MERIT_FAULT): Fault {
  if (!wanted || network !== "local") return () => undefined;
  if (!faultPoints.some((point) => point === wanted)) {
    throw new RangeError(`MERIT_FAULT must be one of ${faultPoints.join(", ")}, not "${wanted}"`);
  }
  return (point) => {
    if (point === wanted) process.kill(process.pid, "SIGKILL");
  };
}
