import { defineRoute } from "../../http/route.ts";
import { tagOf } from "../../http/static-files.ts";
import * as T from "./schema.ts";

/** `describe` gives the document; it is made at the first call and kept. */
export function describeBy(describe: () => Promise<object>) {
  const make = async () => {
    const text = JSON.stringify(await describe());
    return { text, etag: tagOf(text) };
  };
  let made: ReturnType<typeof make> | undefined;
  return defineRoute({
    method: "get",
    path: "/docs/openapi.json",
    atRoot: true,
    gzips: true,
    auth: "none",
    summary: "This description: OpenAPI 3.1",
    description: "Needs no credentials. GET /docs shows it as a page.",
    request: {},
    responses: { 200: T.openApiDocument },
    errors: {},
    async handler() {
      made ??= make();
      const { text, etag } = await made;
      return { status: 200, body: text, headers: { ETag: etag, "Cache-Control": "no-cache" } };
    },
  });
}
