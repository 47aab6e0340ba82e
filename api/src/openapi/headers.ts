// The headers of answers, each described once. X-Request-Id, RateLimit and RateLimit-Policy come with every answer, so the
// description's own text names them, and no operation does.

export const text = (description: string, example: string, more: object = {}) => ({
  description,
  schema: { type: "string", ...more },
  example,
});

export const headers = {
  "X-Request-Id": text("Id of the request in logs and problems; the caller's own id if it sent one.", "order-17"),
  RateLimit: text(
    "The remaining quota (`r`) and the seconds until there is more (`t`), by policy. Absent for addresses without limits.",
    '"credential";r=5999;t=60',
  ),
  "RateLimit-Policy": text("The quota (`q`) of each window (`w`, seconds), by policy.", '"credential";q=6000;w=60'),
  "Retry-After": text("Seconds after which a repeat can succeed.", "5"),
  Location: text("Path of what was created or is being done, for a GET.", "/api/rewards/issuances/3"),
  "Idempotency-Replayed": text("`true` if this is the stored answer to an earlier call with the same key.", "true"),
};

export const header = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });
