import { createHash } from "node:crypto";
import { nothing } from "../../http/fields.ts";
import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

/** `describe` gives the document; it is made at the first call and kept. */
export function describeBy(describe: () => Promise<object>) {
  const make = async () => {
    const text = JSON.stringify(await describe());
    // Weak, since it stands for the gzipped text as well.
    return { text, etag: `W/"${createHash("sha256").update(text).digest("base64url")}"` };
  };
  let made: ReturnType<typeof make> | undefined;
  return defineRoute({
    method: "get",
    path: "/docs/openapi.json",
    atRoot: true,
    gzips: true,
    auth: "none",
    summary: "This description: OpenAPI 3.1",
    request: {},
    responses: { 200: T.openApiDocument, 304: nothing },
    errors: {},
    async handler() {
      made ??= make();
      const { text, etag } = await made;
      return { status: 200, body: text, headers: { ETag: etag, "Cache-Control": "no-cache" } };
    },
  });
}
