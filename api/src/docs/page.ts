import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Router } from "@koa/router";
import { docsLoginRequired } from "@merit/core/errors.ts";
import type { HttpSettings } from "@merit/core/http-settings.ts";
import type { Context as KoaContext } from "koa";
import { isSameSecret } from "../http/identity.ts";
import type { Limits } from "../http/limits.ts";
import { type StaticFile, sender } from "../http/static-files.ts";

const require = createRequire(import.meta.url);
const ofSwaggerUi = (name: string, type: string) => ({
  content: pathToFileURL(require.resolve(`swagger-ui-dist/${name}`)),
  type,
});
const own = (name: string, type: string) => ({ content: new URL(name, import.meta.url), type });

/** All that the page loads, from this server alone: by name. */
const FILES: Record<string, StaticFile> = {
  "swagger-ui.css": ofSwaggerUi("swagger-ui.css", "text/css"),
  "swagger-ui-bundle.js": ofSwaggerUi("swagger-ui-bundle.js", "text/javascript"),
  "start.js": own("./start.js", "text/javascript"),
  "icon.png": ofSwaggerUi("favicon-32x32.png", "image/png"),
};
const PAGE = own("./page.html", "text/html");
const PATHS = ["/docs", "/api/docs"];
const CACHE_SECONDS = 3600;

/** Serves the interactive documentation. With DOCS_PASS it asks for a login; the description that it reads is public. */
export function mountDocs(router: Router, { docsLogin }: Pick<HttpSettings, "docsLogin">, limits: Limits): void {
  const serve = (path: string, file: StaticFile) => {
    const send = sender(file);
    router.get(path, async (ctx) => {
      ctx.state.route = path;
      // The page's links are relative to the folder that it is in.
      if (ctx.path.endsWith("/")) return ctx.redirect("../docs");
      if (docsLogin) requireLogin(ctx, docsLogin, limits);
      ctx.set("Cache-Control", `private, max-age=${CACHE_SECONDS}`);
      await send(ctx);
    });
  };
  for (const path of PATHS) {
    serve(path, PAGE);
    for (const [name, file] of Object.entries(FILES)) serve(`${path}/${name}`, file);
  }
}

/** @throws Problem 401; 429 for who tries too often */
function requireLogin(ctx: KoaContext, { user, pass }: { user: string; pass: string }, limits: Limits): void {
  const [, encoded = ""] = /^basic +([\w+/=-]+)$/i.exec(ctx.get("authorization")) ?? [];
  if (isSameSecret(Buffer.from(encoded, "base64").toString(), `${user}:${pass}`)) return;
  limits.take(ctx, "address", null);
  throw docsLoginRequired();
}
