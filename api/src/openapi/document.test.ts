import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Route } from "../http/route.ts";
import { resources, routes } from "../routes/index.ts";
import { startService } from "../testing/service.ts";
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
  tags: string[];
  security: object[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
}
type Document = {
  info: { version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
};

// As a reader gets it: through JSON.
const document: Document = JSON.parse(JSON.stringify(openApi(resources)));
const operation = ({ method, path }: Route) => document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method];
/** What a `$ref` leads to. */
function component<Part>(reference: unknown): Part {
  const { $ref } = reference as { $ref: string };
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
    expect(described.tags).toHaveLength(1);
    const protectedBy = described.security.length > 0;
    expect(protectedBy).toBe(route.auth !== "none");
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(["422", "429", "500"]));
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
      expect(described.responses[202]?.description).toMatch(/after this answer\. (GET|The) .+\.$/);
    if (202 in route.responses) expect(route.location ?? route.accepted).toBeDefined();
  });

  it("shows each of its problems", () => {
    for (const [status, codes] of errorsOf(route)) {
      if (status in route.responses) continue;
      const { content } = component<Answer>(described.responses[status]);
      expect(Object.keys(content["application/problem+json"]?.examples ?? {})).toEqual(codes);
    }
  });

  it("shows examples that the published schemas accept", () => {
    const own = Object.keys(route.responses).map((status) => described.responses[status]);
    for (const { schema, example } of [described.requestBody, ...own].flatMap((part) =>
      Object.values(part?.content ?? {}),
    )) {
      // A model has its own examples.
      if (example === undefined)
        expect(JSON.stringify(schema)).toMatch(/^\{"\$ref"|"data":\{"type":"array","items":\{"\$ref"/);
      else expect(mismatches(schema, example)).toEqual([]);
    }
    for (const parameter of described.parameters) {
      if ("example" in parameter) expect(mismatches(parameter.schema, parameter.example)).toEqual([]);
    }
  });
});

it.each(Object.entries(document.components.responses ?? {}))(
  "the answer %s takes its problems alone",
  (name, answer) => {
    const { schema = {}, examples = {} } = (answer as Answer).content["application/problem+json"] ?? {};
    for (const [code, shown] of Object.entries(examples)) {
      const { value } = component<{ value: object }>(shown);
      expect(value).toMatchObject({ status: Number.parseInt(name, 10), code });
      expect(mismatches(schema, value)).toEqual([]);
      expect(mismatches(schema, { ...value, code: "another" })).not.toEqual([]);
    }
  },
);

it.each(Object.entries(document.components.schemas ?? {}))("the model %s takes its own examples", (_, schema) => {
  const { examples = [] } = schema as { examples?: unknown[] };
  for (const example of examples) expect(mismatches(schema, example)).toEqual([]);
});

function mismatches(schema: object, value: unknown): unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const { components } = document;
  const validate = ajv.compile({ ...schema, components });
  validate(value);
  return validate.errors ?? [];
}

it("distinguishes required, alternative and optional credentials and bodies", () => {
  const of = (path: string, method: string) => document.paths[path]?.[method];
  expect(of("/users/{id}", "get")?.security).toEqual([{ accessToken: [] }]);
  expect(of("/admin/email-logs", "get")?.security).toEqual([{ apiKey: [] }, { accessToken: [] }]);
  expect(of("/auth/logout", "post")?.security).toEqual([{ accessToken: [] }, {}]);
  expect(of("/auth/logout", "post")?.requestBody).toMatchObject({ required: false });
  expect(of("/auth/login", "post")?.requestBody).toMatchObject({ required: true });
  expect(of("/auth/logout", "post")?.responses["204"]).not.toHaveProperty("content");
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
  const steps = [...document.info.description.matchAll(/`(GET|POST) (\/[^`]+)`/g)].map(([, method = "", path = ""]) => [
    method.toLowerCase(),
    path,
  ]);
  expect(steps.length).toBeGreaterThan(5);
  for (const [method = "", path = ""] of steps) expect(document.paths[path], path).toHaveProperty(method);
});

it("describes each problem and each of its answers once, and comes gzipped in less than 70 kB", async () => {
  await using service = await startService();
  const packed = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${service.server.url}/docs/openapi.json`, { headers: { "accept-encoding": "gzip" } }, resolve).once(
      "error",
      reject,
    );
  });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  const body = await buffer(packed);
  expect(JSON.parse(gunzipSync(body).toString())).toEqual(document);
  expect(body.length).toBeLessThan(70_000);
  expect(JSON.stringify(document.paths)).not.toContain("urn:merit:problem:");
});

it.each(["/api/docs/openapi.json", "/docs/openapi.json"])("is served at %s to anyone", async (path) => {
  await using service = await startService({ DOCS_PASS: "open sesame" });
  const { status, headers, body } = await service.call(`GET ${path}`);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(body).toEqual(document);
});
