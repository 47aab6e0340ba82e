import { hash } from "node:crypto";
import type { Router } from "@koa/router";
import type { Context as KoaContext } from "koa";
import compress from "koa-compress";

/** Nothing from other servers, nothing inline; data images are allowed for icons of pages and style sheets. */
const POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** The Content-Security-Policy of pages, with what one of them needs besides. */
export const policyWith = (more: Record<string, string>): string =>
  Object.entries({ ...POLICY, ...more })
    .map((directive) => directive.join(" "))
    .join("; ");

/** Names a text, so that a caller who has it is sent no second copy. It is weak, since it stands for the compressed text as well. */
export const tagOf = (text: string): string => `W/"${hash("sha1", text, "base64url")}"`;

/** Gzips an answer for clients that accept it. */
export const gzipped = compress({ br: false, deflate: false, zstd: false });

/** Serves a page, or a file that a page loads, at a path. A client that has a file's latest version gets a 304. */
export function servePage(router: Router, path: string, answer: (ctx: KoaContext) => unknown): void {
  router.get(path, gzipped, async (ctx) => {
    ctx.state.route = path;
    ctx.set("Content-Security-Policy", policyWith({}));
    // A page that opens ours in a window must not be able to show another one in its place later, which asks for the key.
    ctx.set("Cross-Origin-Opener-Policy", "same-origin");
    await answer(ctx);
    if (ctx.fresh) ctx.status = 304;
  });
}
