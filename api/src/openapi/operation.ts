import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { EVENT_STREAM } from "../http/event-stream.ts";
import { exampleOf } from "../http/examples.ts";
import { type Auth, needsBody, type Route, scopeOf, takesKey, ways } from "../http/route.ts";
import type { Problems } from "./problems.ts";
import type { JsonSchema, Schemas } from "./schemas.ts";

/** Credentials by kind, with the scope or role that the route needs. */
const SECURITY: Record<Auth, (route: Route) => object[]> = {
  none: () => [{}],
  merchant: (route) => [{ apiKey: [scopeOf(route)] }],
  user: () => [{ accessToken: [] }],
  admin: () => [{ accessToken: ["admin"] }],
  metrics: () => [{ metricsToken: [] }, {}],
};

/** The credentials of most calls, stated once for all that don't differ. */
export const USUAL_SECURITY = [{ apiKey: ["read"] }];

function securityOf(route: Route): { security?: object[] } {
  const security = route.auth === "none" ? [] : ways(route.auth).flatMap((auth) => SECURITY[auth](route));
  return JSON.stringify(security) === JSON.stringify(USUAL_SECURITY) ? {} : { security };
}

interface Parts {
  operationId: string;
  tag: string;
  schemas: Schemas;
  problems: Problems;
}

/** A route as an operation of OpenAPI 3.1. */
export function operationOf(route: Route, { operationId, tag, schemas, problems }: Parts): object {
  const { params, query, body } = route.request;
  const description = [route.description ?? [], problems.textOf(route)]
    .flat()
    .filter((text) => text !== "")
    .join(" ");
  const parameters = [
    ...parametersOf("path", params, schemas),
    ...parametersOf("query", query, schemas),
    ...(takesKey(route) ? [{ $ref: "#/components/parameters/Key" }] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary: route.summary,
    ...(description !== "" && { description }),
    ...securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        ...(needsBody(route) && { required: true }),
        content: { "application/json": bodyOf(body, schemas) },
      },
    }),
    responses: { ...answersOf(route, schemas), default: problems.response },
  };
}

function bodyOf(body: z.ZodType, schemas: Schemas) {
  const { examples, ...schema } = schemas.input(body);
  return { schema, example: exampleOf(body) };
}

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
    ...((place === "path" || required.includes(name)) && { required: true }),
    ...(description !== undefined && { description }),
    schema: property,
    // A query's parameters say themselves what they take.
    ...(place === "path" && { example: typed(property, example[name]) }),
  }));
}

/** In a URL everything is text; an example of a number is shown as a number. */
const typed = ({ type }: JsonSchema, value: unknown) => (type === "integer" ? Number(value) : value);

function answersOf(route: Route, schemas: Schemas) {
  const own = Object.entries(route.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  const headers = Object.fromEntries(own);
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      // An example of each answer would be a tenth of the document; requests have one.
      const mediaOf = (of: z.ZodType) => {
        const { examples, description: _, ...media } = schemas.output(of);
        return { schema: media };
      };
      const { types = [], schema: file = schema } = (status === "200" && route.files) || {};
      const content = Object.fromEntries([
        ...mediaTypesOf(route).map((type) => [type, mediaOf(schema)]),
        ...types.map((type) => [type, mediaOf(file)]),
        ...(status === "200" && route.events ? [[EVENT_STREAM, mediaOf(route.events)]] : []),
      ]);
      const description = schema.description ?? descriptionOf(route, status);
      return [
        status,
        {
          description,
          ...(Object.keys(headers).length > 0 && { headers }),
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
  return `${title}. ${accepted ?? `GET ${path} shows how it goes.`}`;
}

const mediaTypesOf = ({ produces = "application/json" }: Route) => [produces].flat();

const isNothing = (schema: z.ZodType) => schema instanceof z.ZodUndefined;
