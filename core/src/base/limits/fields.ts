import type { Decision, SlidingWindow } from "./sliding-window.ts";

/** Header fields that tell a caller its limit: draft-ietf-httpapi-ratelimit-headers-11. */
export const limitFields = (
  policy: string,
  { limit, windowSeconds }: Pick<SlidingWindow, "limit" | "windowSeconds">,
  { remaining, resetSeconds }: Decision,
) => ({
  "RateLimit-Policy": `"${policy}";q=${limit};w=${windowSeconds}`,
  RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
});
