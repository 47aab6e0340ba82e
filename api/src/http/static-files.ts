import type { Router } from "@koa/router";
import type { Context as KoaContext } from "koa";
import compress from "koa-compress";

/** Nothing from other servers, nothing inline; data images are allowed for icons of pages and style sheets. */
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

/** Gzips an answer for clients that accept it. */
export const gzipped = compress({ br: false, deflate: false, zstd: false });

/** Serves a page, or a file that a page loads, at a path. A client that has a file's latest version gets a 304. */
export function servePage(router: Router, path: string, answer: (ctx: KoaContext) => unknown): void {
  router.get(path, gzipped, async (ctx) => {
    ctx.state.route = path;
    ctx.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    await answer(ctx);
    if (ctx.fresh) ctx.status = 304;
  });
}
