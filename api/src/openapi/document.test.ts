import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { notFound, validationFailed } from "@merit/core/base/errors.ts";
import { possibleRepeat } from "@merit/core/payouts/rewards/problems.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EVENT_STREAM } from "../http/event-stream.ts";
import { wallet } from "../http/examples.ts";
import { presentProblem } from "../http/problem-answer.ts";
import type { Route } from "../http/route.ts";
import { resources, routes } from "../routes/index.ts";
import { startService, type TestService } from "../testing/service.ts";
import { openApi } from "./document.ts";
import { errorsOf } from "./errors.ts";

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Parameter {
  name: string;
  in: string;
  schema: object;
  example?: unknown;
}
interface Answer {
  description: string;
  content: Record<string, Media>;
  headers: object;
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: object[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
}
type Document = {
  info: { version: string; description: string };
  security: object[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
};

// As a reader gets it: through JSON.
const document: Document = JSON.parse(JSON.stringify(await openApi(resources)));
const operation = ({ method, path }: Route) => document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method];
/** The component that a `$ref` names; anything without a `$ref` is returned as it is. */
function component<Part>(reference: unknown): Part {
  const { $ref } = reference as { $ref?: string };
  if ($ref === undefined) return reference as Part;
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec($ref) ?? [];
  return document.components[kind]?.[name] as Part;
}
const named = routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);

it("is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.info.version).toBe("1.0.0");
});

/** Every schema, also those in others. */
function schemasIn(part: unknown, found: Record<string, unknown>[] = []): Record<string, unknown>[] {
  if (typeof part !== "object" || part === null) return found;
  if (!Array.isArray(part)) found.push(part as Record<string, unknown>);
  for (const [key, inner] of Object.entries(part)) if (!["example", "examples"].includes(key)) schemasIn(inner, found);
  return found;
}

it("has no alternative that takes anything, and only keys of JSON Schema", () => {
  const schemas = schemasIn(document);
  const empty = schemas.filter(({ anyOf }) => Array.isArray(anyOf) && anyOf.some((one) => !Object.keys(one).length));
  expect(empty).toEqual([]);
  expect(schemas.filter((schema) => "json" in schema && "description" in schema)).toEqual([]);
});

it("has defaults that their schemas take", () => {
  const typed = schemasIn(document).filter(({ type, default: value }) => type !== undefined && value !== undefined);
  expect(typed.length).toBeGreaterThan(5);
  for (const schema of typed) expect(mismatches(schema, schema.default), JSON.stringify(schema)).toEqual([]);
});

it("says which texts are e-mail addresses", () => {
  const {
    User = {},
    Merchant = {},
    Email = {},
  } = document.components.schemas as Record<string, { properties?: object }>;
  expect(User.properties).toMatchObject({ email: { type: ["string", "null"], format: "email" } });
  expect(Merchant.properties).toMatchObject({ email: { format: "email" } });
  expect(Email).toMatchObject({ format: "email" });
});

it("lists the values of texts that have only some, and says what a limit is", () => {
  const { WebhookDelivery, WalletMovement, Trustline } = document.components.schemas as Record<
    string,
    { properties: object }
  >;
  expect(WebhookDelivery?.properties).toMatchObject({ event_type: { $ref: "#/components/schemas/EventType" } });
  expect(WalletMovement?.properties).toMatchObject({ type: { enum: ["transfer", "mint", "burn", "clawback"] } });
  expect(Trustline?.properties).toMatchObject({ limit: { description: "the most that it can hold (tokens)" } });
});

it("has every route once, and nothing else", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations).toHaveLength(routes.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
});

it("has no two paths that differ only in the names of their parameters", () => {
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/{\w+}/g, "{}"));
  expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
});

describe.each(named)("%s", (_, route) => {
  const described = operation(route) as Operation;

  it("is described", () => {
    expect(described.summary).toMatch(/^[A-Z0-9].+[^.]$/);
    // What the summary doesn't say, before the problems.
    expect(described.description?.split("Problems: ")[0]).toMatch(/^[A-Z`].+\.\s*$/s);
    expect(described.tags).toHaveLength(1);
    const protectedBy = securityOf(described).length > 0;
    expect(protectedBy).toBe(route.auth !== "none");
    expect(described.responses).toHaveProperty("default");
  });

  it("has an example of every body, which its schemas accept", () => {
    const shown = [...Object.values(route.request), ...Object.values(route.responses)];
    for (const schema of shown.filter((part) => !(part instanceof z.ZodUndefined))) {
      const { examples } = z.object({ examples: z.array(z.unknown()).min(1) }).parse(schema.meta());
      for (const example of examples) schema.parse(example);
    }
  });

  it("says what follows a 202", () => {
    if (202 in route.responses)
      expect(component<Answer>(described.responses[202]).description).toMatch(/^Accepted\. (GET|The) .+\.$/);
    if (202 in route.responses) expect(route.location ?? route.accepted).toBeDefined();
  });

  it("names each of its problems, with its status", () => {
    const common = problemsIn(component<Answer>(described.responses.default).description);
    const own = problemsIn(described.description?.split("Problems: ")[1]);
    const expected = [...errorsOf(route)]
      .filter(([status]) => !(status in route.responses))
      .flatMap(([status, codes]) => codes.map((code) => `${status} ${code}`));
    expect(expected.filter((problem) => !common.includes(problem)).sort()).toEqual(own.sort());
  });

  it("shows examples that the published schemas accept", () => {
    for (const { schema, example } of Object.values(described.requestBody?.content ?? {})) {
      expect(example).toBeDefined();
      expect(mismatches(schema, example)).toEqual([]);
    }
    for (const reference of described.parameters ?? []) {
      const parameter = component<Parameter>(reference);
      if ("example" in parameter) expect(mismatches(parameter.schema, parameter.example)).toEqual([]);
    }
  });
});

/** `409 a, b; 503 c`, as "409 a", "409 b", "503 c". */
function problemsIn(text = ""): string[] {
  const statuses = [...text.matchAll(/(\d{3})((?: `\w+`,?)+)/g)];
  return statuses.flatMap(([, status, codes = ""]) => [...codes.matchAll(/\w+/g)].map(([code]) => `${status} ${code}`));
}

describe.each([
  ["auth/password/reset", ["email", "token password"], ["", "token", "password", "email token password"]],
  ["merchants/keys/recover", ["email", "token", "token end_other_keys"], ["", "email token", "email end_other_keys"]],
  [
    "wallet/link",
    ["wallet_address", "wallet_address message signature"],
    ["", "message signature", "wallet_address message", "wallet_address signature"],
  ],
])("POST /%s", (path, taken, refused) => {
  const samples: Record<string, unknown> = {
    ...{ email: "ada@example.com", token: "t".repeat(43), password: "correct horse battery", end_other_keys: true },
    ...{ wallet_address: wallet, message: "Sign me", signature: `${"A".repeat(86)}==` },
  };
  const route = routes.find((each) => each.method === "post" && each.path === `/${path}`) as Route;
  const { schema } = (operation(route) as Operation).requestBody?.content["application/json"] ?? { schema: {} };

  it.each([...taken.map((fields) => [fields, true] as const), ...refused.map((fields) => [fields, false] as const)])(
    "describes a body of (%s) as it takes it: %s",
    (fields, isTaken) => {
      const body = Object.fromEntries(fields.split(" ").flatMap((field) => (field ? [[field, samples[field]]] : [])));
      expect(route.request.body?.safeParse(body).success).toBe(isTaken);
      expect(mismatches(schema, body).length === 0).toBe(isTaken);
    },
  );
});

it("has one schema of all problems, which takes those with wrong fields and with a reward", () => {
  const examples = [notFound("campaign", 2), validationFailed([{ field: "a", message: "b" }]), possibleRepeat(3)];
  for (const problem of examples) {
    expect(mismatches({ $ref: "#/components/schemas/Problem" }, presentProblem(problem, "order-17"))).toEqual([]);
  }
  const answers = Object.entries(document.components.responses ?? {}).filter(([, answer]) =>
    JSON.stringify(answer).includes("problem+json"),
  );
  expect(answers.map(([name]) => name)).toEqual(["Problem"]);
});

it("takes the example of each answer", () => {
  for (const route of routes) {
    for (const [status, schema] of Object.entries(route.responses)) {
      const media = Object.entries(component<Answer>(operation(route)?.responses[status]).content ?? {});
      for (const [type, { schema: published }] of media) {
        const file = route.files?.types.includes(type) ? route.files.schema : schema;
        const shown = type === EVENT_STREAM && route.events ? route.events : file;
        for (const example of (shown.meta()?.examples ?? []) as unknown[])
          expect(mismatches(published, example)).toEqual([]);
      }
    }
  }
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ components: document.components }, "description");

function mismatches(schema: object, value: unknown): unknown[] {
  const validate = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll("#/components/", "description#/components/")),
  );
  validate(value);
  return validate.errors ?? [];
}

const securityOf = ({ security = document.security }: Operation) => security;

it("distinguishes required, alternative and optional credentials and bodies, and names scopes and roles", () => {
  const of = (path: string, method: string) => document.paths[path]?.[method] as Operation;
  expect(securityOf(of("/users/{id}", "get"))).toEqual([{ accessToken: [] }]);
  expect(securityOf(of("/merchants/me", "get"))).toEqual([{ apiKey: ["read"] }]);
  expect(securityOf(of("/rewards/issue", "post"))).toEqual([{ apiKey: ["issue"] }]);
  expect(securityOf(of("/admin/users", "get"))).toEqual([{ accessToken: ["admin"] }]);
  expect(securityOf(of("/admin/email-logs", "get"))).toEqual([{ apiKey: ["read"] }, { accessToken: ["admin"] }]);
  expect(securityOf(of("/auth/logout", "post"))).toEqual([{ accessToken: [] }, {}]);
  expect(securityOf(of("/auth/login", "post"))).toEqual([]);
  expect(of("/auth/logout", "post").requestBody).not.toHaveProperty("required");
  expect(of("/auth/login", "post").requestBody).toMatchObject({ required: true });
  expect(of("/auth/logout", "post").responses["204"]).not.toHaveProperty("content");
});

it("describes every parameter", () => {
  const parameters = Object.values(document.paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([, { operationId, parameters = [] }]) =>
      parameters.map((reference) => ({ operationId, ...component<Parameter & { description?: string }>(reference) })),
    ),
  );
  expect(parameters.length).toBeGreaterThan(250);
  const bare = parameters.filter(({ description }) => !description);
  expect(bare.map(({ operationId, name }) => `${operationId} ${name}`)).toEqual([]);
});

it("describes every field of every request and answer, also those in fields", () => {
  const bare: string[] = [];
  let fields = 0;
  const visit = (schema: unknown, path: string, base = ""): void => {
    if (typeof schema !== "object" || schema === null) return;
    // A base can describe what each of its heirs has: `data` is the rows of a page.
    const { allOf: [extended] = [undefined] } = schema as { allOf?: object[] };
    const inherited = extended === undefined ? base : (component<{ description?: string }>(extended).description ?? "");
    for (const [key, part] of Object.entries(schema)) {
      if (["example", "examples", "enum", "default", "responses"].includes(key) && path.includes("components"))
        continue;
      if (key !== "properties") visit(part, `${path}/${key}`, inherited);
      else
        for (const [name, field] of Object.entries(part as Record<string, object>)) {
          fields++;
          const isDescribed = "description" in field || "description" in component<object>(field) || "const" in field;
          if (!isDescribed && !inherited.includes(`\`${name}\``)) bare.push(`${path}/${name}`);
          visit(field, `${path}/${name}`);
        }
    }
  };
  visit(document.paths, "paths");
  visit(document.components.schemas, "components");
  expect(fields).toBeGreaterThan(1000);
  expect(bare).toEqual([]);
});

it("names the models, so that generated clients have names for them", () => {
  expect(Object.keys(document.components.schemas ?? {})).toEqual(
    expect.arrayContaining(["Campaign", "Issuance", "ContractEvent", "User", "Wallet", "Problem"]),
  );
});

it("begins with what a newcomer needs for a first reward", () => {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((m) => `${m} ${path}`),
  );
  expect(paths[0]).toBe("post /merchants/register");
  const firstOf = (group: string) => paths.find((path) => path.includes(` /${group}`));
  expect([firstOf("campaigns"), firstOf("rewards")]).toEqual(["post /campaigns", "post /rewards/issue"]);
  const about = document.info.description;
  const named = [...about.matchAll(/`(GET|POST) (\/[^`]+)`/g)].map(([, method = "", path = ""]) => [method, path]);
  // test/browser/first-page.test.ts runs them.
  const curls = [...about.matchAll(/curl -s \$api(\/\S+) (?:-H "[^"]+" )?(--json)?/g)].map(([, path = "", body]) => [
    body ? "POST" : "GET",
    path.replace("/me/$", "/{merchant_id}/$").replace(/\$\w+/, "{id}"),
  ]);
  expect(curls).toHaveLength(5);
  const steps = [...named, ...curls].map(([method = "", path = ""]) => [method.toLowerCase(), path]);
  expect(steps.length).toBeGreaterThan(7);
  for (const [method = "", path = ""] of steps) expect(document.paths[path], path).toHaveProperty(method);
});

it("has at most 140 operations in less than 290 kB, and less than 60 kB gzipped", async () => {
  expect(routes.length).toBeLessThanOrEqual(140);
  await using service = await startService();
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(290_000);
  const { headers, body } = await ask(service, { "accept-encoding": "br, gzip" });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(JSON.parse(gunzipSync(body).toString())).toEqual(document);
  expect(body.length).toBeLessThan(60_000);
});

it("is sent again only if it has changed, gzipped or not", async () => {
  await using service = await startService();
  const first = await service.call("GET /docs/openapi.json");
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("no-cache");
  const again = await service.call("GET /docs/openapi.json", {
    // Without the latter, fetch would ask for a new copy.
    headers: { "if-none-match": etag, "cache-control": "max-age=0" },
  });
  expect(again).toMatchObject({ status: 304 });
  expect(again.headers.get("etag")).toBe(etag);
  const gzipped = { "accept-encoding": "gzip" };
  expect((await ask(service, gzipped)).headers.etag).toBe(etag);
  expect(await ask(service, { ...gzipped, "if-none-match": etag })).toMatchObject({
    status: 304,
    body: Buffer.alloc(0),
  });
  expect((await ask(service, { "if-none-match": 'W/"another"' })).status).toBe(200);
});

it("lets other calls go on while it is made", async () => {
  const order: string[] = [];
  const made = openApi(resources).then(() => order.push("made"));
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  order.push("ten turns");
  await made;
  expect(order).toEqual(["ten turns", "made"]);
});

/** Asks for the description without unpacking it. */
async function ask({ server }: TestService, headers: Record<string, string>) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}/docs/openapi.json`, { headers }, resolve).once("error", reject);
  });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

it.each(["/api/docs/openapi.json", "/docs/openapi.json"])("is served at %s to anyone", async (path) => {
  await using service = await startService({ DOCS_PASS: "open sesame" });
  const { status, headers, body } = await service.call(`GET ${path}`);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(body).toEqual(document);
});
