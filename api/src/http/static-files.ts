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

/** Answers with the file, which is read and packed at the first call; packed for who takes gzip. */
export function sender({ content, type }: StaticFile): (ctx: KoaContext) => Promise<void> {
  let read: Promise<{ plain: Buffer; packed: Buffer }> | undefined;
  return async (ctx) => {
    read ??= load(content);
    const { plain, packed } = await read;
    const takesGzip = ctx.acceptsEncodings("gzip", "identity") === "gzip";
    ctx.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    ctx.vary("Accept-Encoding");
    if (takesGzip) ctx.set("Content-Encoding", "gzip");
    ctx.type = type;
    ctx.body = takesGzip ? packed : plain;
  };
}

async function load(content: URL | string) {
  const plain = typeof content === "string" ? Buffer.from(content) : await readFile(content);
  return { plain, packed: await promisify(gzip)(plain) };
}
