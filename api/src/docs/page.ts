import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Router } from "@koa/router";
import { send } from "@koa/send";
import type { HttpSettings } from "@merit/core/base/settings/http.ts";
import type { Context as KoaContext } from "koa";
import { isSameSecret } from "../http/identity.ts";
import type { Limits } from "../http/limits.ts";
import { docsLoginRequired } from "../http/problems.ts";
import { servePage } from "../http/static-files.ts";

const HERE = import.meta.dirname;
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** All files that the page loads, only from this server, with the folder of each. */
const FILES = {
  "swagger-ui.css": SWAGGER_UI,
  "swagger-ui-bundle.js": SWAGGER_UI,
  "favicon-32x32.png": SWAGGER_UI,
  "start.js": HERE,
  "page.css": HERE,
};
const PATHS = ["/docs", "/api/docs"];
const CACHE_SECONDS = 3600;

/** Serves the interactive documentation. With DOCS_PASS it requires a login; the description that it reads is public. */
export function mountDocs(router: Router, { docsLogin }: Pick<HttpSettings, "docsLogin">, limits: Limits): void {
  const serve = (path: string, name: string, root: string) =>
    servePage(router, path, (ctx) => {
      // The page's links are relative to the folder that it is in.
      if (ctx.path.endsWith("/")) return ctx.redirect("../docs");
      if (docsLogin) requireLogin(ctx, docsLogin, limits);
      ctx.set("Cache-Control", `private, max-age=${CACHE_SECONDS}`);
      return send(ctx, name, { root });
    });
  for (const path of PATHS) {
    serve(path, "page.html", HERE);
    for (const [name, root] of Object.entries(FILES)) serve(`${path}/${name}`, name, root);
  }
}

/** @throws Problem 401; 429 after too many attempts */
function requireLogin(ctx: KoaContext, { user, pass }: { user: string; pass: string }, limits: Limits): void {
  // Before the comparison: people choose this password, and beyond the limit no guess must be told from the right one.
  limits.take(ctx, "address", null);
  const [, encoded = ""] = /^basic +([\w+/=-]+)$/i.exec(ctx.get("authorization")) ?? [];
  if (!isSameSecret(Buffer.from(encoded, "base64").toString(), `${user}:${pass}`)) throw docsLoginRequired();
  limits.giveBack(ctx, "address", null);
}
