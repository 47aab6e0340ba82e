import type { Decision, SlidingWindow } from "./sliding-window.ts";

/** What tells a caller of its limit: fields of draft-ietf-httpapi-ratelimit-headers-11. */
export const limitFields = (
  policy: string,
  { limit, windowSeconds }: Pick<SlidingWindow, "limit" | "windowSeconds">,
  { remaining, resetSeconds }: Decision,
) => ({
  "RateLimit-Policy": `"${policy}";q=${limit};w=${windowSeconds}`,
  RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
});
