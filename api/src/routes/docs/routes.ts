import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

/** `describe` gives the document; it is made at the first call and kept. */
export function describeBy(describe: () => object) {
  let text: string | undefined;
  return defineRoute({
    method: "get",
    path: "/docs/openapi.json",
    atRoot: true,
    gzips: true,
    auth: "none",
    summary: "This description: OpenAPI 3.1",
    request: {},
    responses: { 200: T.openApiDocument },
    errors: {},
    async handler() {
      text ??= JSON.stringify(describe());
      return { status: 200, body: text };
    },
  });
}
