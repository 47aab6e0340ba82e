import { problemBody } from "../http/problem-answer.ts";
import { parametersIn } from "../http/route.ts";
import type { Resource } from "../routes/index.ts";
import { headers, text } from "./headers.ts";
import { operationOf } from "./operation.ts";
import { problemComponents } from "./problems.ts";
import { Schemas } from "./schemas.ts";

/** Version of the description, not of the software: it changes when the API does. */
const API_VERSION = "1.0.0";

const ABOUT = `Loyalty rewards on Stellar that pay out real value.

## A first reward

1. \`POST /merchants/register\` with \`{"name", "email"}\`. The answer has the API key: send it as the header \`x-api-key\` from now on.
2. \`GET /merchants/me/balance\` shows the money that campaigns can reserve, and how to deposit more. On a local network there is some to try with.
3. \`POST /campaigns\` with \`{"name", "budget", "ends_at"}\`. It reserves its budget on the ledger; \`GET /merchants/me/campaigns/{id}\` shows \`active\` soon.
4. \`POST /trustline/verify\` with \`{"wallet_address"}\` says whether the customer's wallet can receive the reward asset.
5. \`POST /rewards/issue\` with \`{"idempotency_key", "campaign_id", "wallet_address", "amount"}\`. The answer is 202: a worker pays it. A repeat with the same key never pays twice.
6. \`GET /rewards/issuances/{id}\`, which is the answer's \`Location\`, shows \`confirmed\` with the transaction, or why it waits or has failed.

## What applies to every call

- Amounts are decimal strings in tokens, with at most 7 decimals. Integers inside contract events are raw, in stroops: 10,000,000 are one token.
- Times are UTC, ISO 8601. Ids are whole numbers.
- Errors are problem documents (RFC 9457); their \`code\` is stable, their texts are not.
- Lists answer \`{data, has_more, next_cursor}\`: give \`next_cursor\` as \`cursor\` for the next page.
- Calls that change something take an \`Idempotency-Key\`, unless a repeat does no harm: a repeat with the same key and body gets the first answer.
- Every answer has \`X-Request-Id\` (your own id if you sent one, of 1 to 128 of A-Z a-z 0-9 _ . -) and, unless your address has no limits, \`RateLimit\` and \`RateLimit-Policy\`: see the components.
- \`/api/ws\` pushes events over WebSocket as \`{event, data}\`, once the first message has been \`{"type": "auth", "token": "<accessToken>"}\`. Events: \`ready\`, \`leaderboard:update\`.`;

const securitySchemes = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The merchant's API key, shown once by `POST /merchants/register`.",
  },
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A user's access token. Administrators' routes require the role `admin`.",
  },
  metricsToken: {
    type: "http",
    scheme: "bearer",
    description: "The value of the setting METRICS_TOKEN. If it isn't set, no token is needed.",
  },
};

const parameters = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    ...text(
      "Makes the call safe to repeat: calls with the same key are carried out once. 1 to 255 visible ASCII characters.",
      "0c5d9a1e-6f0f-4f7e-9d38-5f1f0ad4a6c2",
      { minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    ),
  },
  "X-Request-Id": {
    name: "X-Request-Id",
    in: "header",
    ...text(
      "Id of the request in logs: 1 to 128 of A-Z a-z 0-9 _ . -; any other value is replaced by a new id.",
      "order-17",
    ),
  },
};

const METHODS: readonly string[] = ["post", "get", "patch", "delete"];

/** Within a group: first what has the shortest path, and what makes a record before what reads it. */
const byUse = ([a, one]: Resource["routes"][number], [b, other]: Resource["routes"][number]): number =>
  FIRST.indexOf(b) - FIRST.indexOf(a) ||
  parametersIn(one.path) - parametersIn(other.path) ||
  one.path.split("/").length - other.path.split("/").length ||
  METHODS.indexOf(one.method) - METHODS.indexOf(other.method);

/** Names of routes that a newcomer needs before all others of their group, the first one last. */
const FIRST = ["me", "issue", "login", "register"];

/** The table of routes as an OpenAPI 3.1 document. */
export function openApi(resources: Resource[]): object {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const { key, name: tag, routes } of resources) {
    for (const [name, route] of routes.toSorted(byUse)) {
      const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [route.method]: operationOf(route, `${key}_${name}`, tag, schemas) };
    }
  }
  const problems = problemComponents(resources.flatMap(({ routes }) => routes.map(([, route]) => route)));
  schemas.output(problemBody);
  return {
    openapi: "3.1.1",
    info: {
      title: "Merit",
      version: API_VERSION,
      description: ABOUT,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api" }],
    tags: resources.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      ...problems,
      schemas: { ...schemas.components, ...problems.schemas },
      securitySchemes,
      headers,
      parameters,
    },
  };
}
