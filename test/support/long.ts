/** True if proofs are played at length, as `npm run prove -- system` does. In `npm test`, one short variant of each is. */
export const isLong = process.env.LONG === "1";

/** Amount of something in `npm test`, and the amount at length. */
export const atLength = <T>(short: T, long: T): T => (isLong ? long : short);
