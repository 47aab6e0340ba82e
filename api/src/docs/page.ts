import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Router } from "@koa/router";
import { docsLoginRequired } from "@merit/core/errors.ts";
import type { HttpSettings } from "@merit/core/http-settings.ts";
import type { Context as KoaContext } from "koa";
import { isSameSecret } from "../http/identity.ts";
import type { Limits } from "../http/limits.ts";

const require = createRequire(import.meta.url);
const ofSwaggerUi = (name: string) => require.resolve(`swagger-ui-dist/${name}`);
const own = (name: string) => new URL(name, import.meta.url);

/** All that the page loads, from this server alone: by name, with its media type. */
const FILES: Record<string, [file: string | URL, type: string]> = {
  "swagger-ui.css": [ofSwaggerUi("swagger-ui.css"), "text/css"],
  "swagger-ui-bundle.js": [ofSwaggerUi("swagger-ui-bundle.js"), "text/javascript"],
  "start.js": [own("./start.js"), "text/javascript"],
  "icon.png": [ofSwaggerUi("favicon-32x32.png"), "image/png"],
};
const PAGE: [file: URL, type: string] = [own("./page.html"), "text/html"];
const PATHS = ["/docs", "/api/docs"];

/** Nothing from elsewhere, nothing inline; images as data are the icons in the style sheet. */
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
const CACHE_SECONDS = 3600;

/** Serves the interactive documentation. With DOCS_PASS it asks for a login; the description that it reads is public. */
export function mountDocs(router: Router, { docsLogin }: Pick<HttpSettings, "docsLogin">, limits: Limits): void {
  const serve = (path: string, [file, type]: [string | URL, string]) => {
    let packed: Promise<Buffer> | undefined;
    router.get(path, async (ctx) => {
      ctx.state.route = path;
      // The page's links are relative to the folder that it is in.
      if (ctx.path.endsWith("/")) return ctx.redirect("../docs");
      if (docsLogin) requireLogin(ctx, docsLogin, limits);
      packed ??= readFile(file).then(promisify(gzip));
      await send(ctx, await packed, type);
    });
  };
  for (const path of PATHS) {
    serve(path, PAGE);
    for (const [name, file] of Object.entries(FILES)) serve(`${path}/${name}`, file);
  }
}

async function send(ctx: KoaContext, packed: Buffer, type: string): Promise<void> {
  ctx.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  ctx.set("Cache-Control", `private, max-age=${CACHE_SECONDS}`);
  ctx.set("Content-Encoding", "gzip");
  ctx.type = type;
  ctx.body = packed;
}

/** @throws Problem 401; 429 for who tries too often */
function requireLogin(ctx: KoaContext, { user, pass }: { user: string; pass: string }, limits: Limits): void {
  const [, encoded = ""] = /^basic +([\w+/=-]+)$/i.exec(ctx.get("authorization")) ?? [];
  if (isSameSecret(Buffer.from(encoded, "base64").toString(), `${user}:${pass}`)) return;
  limits.take(ctx, "address", null);
  throw docsLoginRequired();
}
