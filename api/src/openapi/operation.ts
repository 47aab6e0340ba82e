import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { exampleOf } from "../http/examples.ts";
import { type Auth, keepsAnswers, needsBody, type Route, takesKey, ways } from "../http/route.ts";
import { header } from "./headers.ts";
import { problemsOf } from "./problems.ts";
import type { JsonSchema, Schemas } from "./schemas.ts";

const SECURITY: Record<Auth, object[]> = {
  none: [{}],
  merchant: [{ apiKey: [] }],
  user: [{ accessToken: [] }],
  admin: [{ accessToken: [] }],
  metrics: [{ metricsToken: [] }, {}],
};

/** A route as an operation of OpenAPI 3.1. */
export function operationOf(route: Route, operationId: string, tag: string, schemas: Schemas): object {
  const { params, query, body } = route.request;
  return {
    operationId,
    tags: [tag],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: route.auth === "none" ? [] : ways(route.auth).flatMap((auth) => SECURITY[auth]),
    parameters: [
      ...parametersOf("path", params, schemas),
      ...parametersOf("query", query, schemas),
      ...(takesKey(route) ? [{ $ref: "#/components/parameters/Idempotency-Key" }] : []),
    ],
    ...(body && {
      requestBody: {
        required: needsBody(route),
        content: { "application/json": mediaOf(body, schemas.input(body)) },
      },
    }),
    responses: { ...answersOf(route, schemas), ...problemsOf(route) },
  };
}

/** What is sent, with its example, unless it is a component or a list of them, which has its own. */
const mediaOf = (shown: z.ZodType, { examples, ...schema }: JsonSchema) => ({
  schema,
  ...(!schema.$ref && !isListOfModels(schema) && { example: exampleOf(shown) }),
});

const isListOfModels = ({ properties }: { properties?: { data?: { items?: JsonSchema } } }) =>
  properties?.data?.items?.$ref !== undefined;

function parametersOf(place: "path" | "query", schema: z.ZodType | undefined, schemas: Schemas) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.input(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const example = exampleOf(schema);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
    ...(name in example && { example: typed(property, example[name]) }),
  }));
}

/** In a URL everything is text; an example of a number is shown as a number. */
const typed = ({ type }: JsonSchema, value: unknown) => (type === "integer" ? Number(value) : value);

function answersOf(route: Route, schemas: Schemas) {
  const own = Object.entries(route.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  const headers = {
    ...(keepsAnswers(route) && { "Idempotency-Replayed": header("Idempotency-Replayed") }),
    ...Object.fromEntries(own),
  };
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      const media = mediaOf(schema, schemas.output(schema));
      const content = Object.fromEntries(mediaTypesOf(route).map((type) => [type, media]));
      const isLocated = route.location !== undefined && ["201", "202"].includes(status);
      const shown = { ...headers, ...(isLocated && { Location: header("Location") }) };
      const description = schema.description ?? descriptionOf(route, status);
      return [
        status,
        {
          description,
          ...(Object.keys(shown).length > 0 && { headers: shown }),
          ...(!isNothing(schema) && { content }),
        },
      ];
    }),
  );
}

function descriptionOf({ location, accepted }: Route, status: string): string {
  const title = STATUS_CODES[status] ?? status;
  const path = location?.replaceAll(/:(\w+)/g, "{$1}");
  if (status === "201" && path !== undefined) return `${title}. GET ${path} shows it.`;
  if (status !== "202") return title;
  return `${title}: it is stored, and is carried out after this answer. ${accepted ?? `GET ${path} shows how it goes.`}`;
}

const mediaTypesOf = ({ produces = "application/json" }: Route) => [produces].flat();

const isNothing = (schema: z.ZodType) => schema instanceof z.ZodUndefined;
