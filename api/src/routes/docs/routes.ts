import { version } from "@merit/core/version.ts";
import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

/** `describe` gives the document; it is made at the first call and kept. */
export function describeBy(describe: () => object) {
  let text: string | undefined;
  return defineRoute({
    method: "get",
    path: "/docs/openapi.json",
    atRoot: true,
    auth: "none",
    summary: "This description: OpenAPI 3.1",
    request: {},
    responses: { 200: T.openApiDocument },
    errors: {},
    example: { answers: { 200: { openapi: "3.1.1", info: { title: "Merit", version }, paths: {} } } },
    async handler() {
      text ??= JSON.stringify(describe());
      return { status: 200, body: text };
    },
  });
}
