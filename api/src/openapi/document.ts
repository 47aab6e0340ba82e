import { setImmediate } from "node:timers/promises";
import { pageView } from "../http/list.ts";
import { parametersIn } from "../http/route.ts";
import { eventBase } from "../routes/events/schema.ts";
import type { Resource } from "../routes/index.ts";
import { operationOf, USUAL_SECURITY } from "./operation.ts";
import { Problems } from "./problems.ts";
import { Schemas } from "./schemas.ts";
import { share } from "./sharing.ts";
import { text } from "./text.ts";
import { webhooksOf } from "./webhooks.ts";

/** Version of the description, not of the software: it changes when the API does. */
const API_VERSION = "1.0.0";

const ABOUT = `Loyalty rewards on Stellar that pay out real value.

## A first paid reward

\`npm start\` runs everything on a local network. The first time it prints a wallet with a trustline: put its address into the second line, and paste the lines into a shell.

\`\`\`sh
api=http://localhost:3000/api
wallet=G...
field() { tee /dev/stderr | grep -o "\\"$1\\":\\"*[^\\",}]*" | head -1 | tr -d '"' | cut -d: -f2; }

# A merchant, with tokens to try with; no other answer shows its key
key=$(curl -s $api/merchants/register --json '{"name":"Corner Bakery","email":"bakery'$(date +%s)'@example.com"}' | field api_key)

# A campaign, which reserves its budget on the ledger
campaign=$(curl -s $api/campaigns -H "x-api-key: $key" --json '{"name":"Spring","budget":"500","ends_at":"2030-01-01T00:00:00Z"}' | field id)
until curl -s $api/campaigns/me/$campaign -H "x-api-key: $key" | grep '"status":"active"'; do sleep 1; done

# A reward: 202, and a worker pays it. A repeat with the same idempotency_key never pays twice
reward=$(curl -s $api/rewards/issue -H "x-api-key: $key" --json \\
  '{"idempotency_key":"order-1001","campaign_id":'$campaign',"wallet_address":"'$wallet'","amount":"12.5"}' | field id)
until curl -s $api/rewards/issuances/$reward -H "x-api-key: $key" | grep '"status":"confirmed"'; do sleep 1; done
\`\`\`

On other networks a merchant deposits first: \`GET /merchants/me/balance\` says how. \`POST /trustline/verify\` says whether a customer's wallet can receive the reward asset, and \`POST /webhooks\` has events sent to you instead of asking for them.

## What applies to every call

- Amounts are decimal strings in tokens, with at most 7 decimals. Integers inside contract events are raw, in stroops: 10,000,000 are one token.
- Times are UTC, ISO 8601. Ids are whole numbers, or texts to take as they are.
- Errors are problem documents (RFC 9457); their \`code\` is stable, their texts are not. Each call names its own codes. With \`Retry-After\`, a repeat can succeed after so many seconds.
- Unknown fields and parameters are refused. A 202 is carried out after the answer.
- Answers can get new fields: ignore those that you don't know. The answer to a POST about a record has its path in \`Location\`.
- A GET answers with an \`ETag\`; sent as \`If-None-Match\`, it gets 304 while nothing has changed.
- Lists answer \`{data, has_more, next_cursor}\`: give \`next_cursor\` as \`cursor\` for the next page.
- Calls that change something take an \`Idempotency-Key\`, unless a repeat does no harm: a repeat with the same key and body gets the first answer, with \`Idempotency-Replayed: true\`.
- Every answer has \`X-Request-Id\` (yours, if you sent one) and, unless your address has no limits, \`RateLimit\` and \`RateLimit-Policy\`.
- \`/api/ws\` pushes events over WebSocket: see docs/live.md.`;

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
  Key: {
    name: "Idempotency-Key",
    in: "header",
    ...text(
      "Calls with the same key are carried out once. 1 to 255 visible ASCII characters.",
      "0c5d9a1e-6f0f-4f7e-9d38-5f1f0ad4a6c2",
      { minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
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

/** The table of routes as an OpenAPI 3.1 document. It lets other work go on meanwhile: all of it takes a third of a second of CPU. */
export async function openApi(resources: Resource[]): Promise<object> {
  const schemas = new Schemas();
  const problems = new Problems();
  const paths: Record<string, Record<string, object>> = {};
  for (const { key, name: tag, routes } of resources) {
    await setImmediate();
    schemas.convert(
      routes.flatMap(([, { request }]) => Object.values(request)),
      "input",
    );
    await setImmediate();
    schemas.convert(
      routes.flatMap(([, { responses }]) => Object.values(responses)),
      "output",
    );
    for (const [name, route] of routes.toSorted(byUse)) {
      const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
      paths[path] = {
        ...paths[path],
        [route.method]: operationOf(route, { operationId: `${key}_${name}`, tag, schemas, problems }),
      };
    }
  }
  schemas.convert([pageView, eventBase], "output");
  const { webhooks, parameters: sent } = webhooksOf(schemas);
  const components = {
    responses: problems.responses,
    schemas: { ...schemas.components, Problem: problems.schema(schemas) },
    securitySchemes,
    parameters: { ...parameters, ...sent },
  };
  await share(paths, components);
  return {
    openapi: "3.1.1",
    info: {
      title: "Merit",
      version: API_VERSION,
      description: ABOUT,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api" }],
    security: USUAL_SECURITY,
    tags: resources.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components,
  };
}
