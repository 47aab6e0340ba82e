/** Whether proofs are played at length, as `npm run prove -- system` does. In `npm test`, one short variant of each is. */
export const isLong = process.env.LONG === "1";

/** How much of something there is in `npm test`, and how much at length. */
export const atLength = <T>(short: T, long: T): T => (isLong ? long : short);
