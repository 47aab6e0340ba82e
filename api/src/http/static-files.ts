import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Context as KoaContext } from "koa";

export interface StaticFile {
  /** Where it is, or its text. */
  content: URL | string;
  /** Media type. */
  type: string;
}

/** Nothing from elsewhere, nothing inline; images as data are the icons of pages and style sheets. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Answers with the file, which is read and packed at the first call. */
export function sender({ content, type }: StaticFile): (ctx: KoaContext) => Promise<void> {
  let packed: Promise<Buffer> | undefined;
  return async (ctx) => {
    packed ??= Promise.resolve(typeof content === "string" ? content : readFile(content)).then(promisify(gzip));
    ctx.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    ctx.set("Content-Encoding", "gzip");
    ctx.type = type;
    ctx.body = await packed;
  };
}
