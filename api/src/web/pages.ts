import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Router } from "@koa/router";
import { send } from "@koa/send";
import type { Context } from "@merit/core/context/context.ts";
import type { Context as KoaContext } from "koa";
import type { Limits } from "../http/limits.ts";
import { pagesNotBuilt, routeNotFound } from "../http/problems.ts";
import { servePage } from "../http/static-files.ts";
import { mountExplorer } from "./explorer.ts";
import { mountSession } from "./session.ts";

/** Folder into which Vite puts the pages (`web/vite.config.ts`). */
const ROOT = fileURLToPath(new URL("../../../web/dist", import.meta.url));
const YEAR_SECONDS = 31_536_000;

/** Serves the start page at `/` and the app below `/app`. */
export function mountWeb(router: Router, context: Context, limits: Limits): void {
  mountSession(router, context, limits);
  mountExplorer(router, context, limits);
  servePage(router, "/app/assets/:name", async (ctx) => {
    const name: string = ctx.params.name;
    if (!/^[\w.-]+$/.test(name) || !existsSync(join(ROOT, "assets", name))) throw routeNotFound(ctx.method, ctx.path);
    // A file's name has a hash of its content.
    ctx.set("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
    await send(ctx, name, { root: join(ROOT, "assets") });
  });
  servePage(router, "/", (ctx) => sendPage(ctx, "index.html"));
  // The app finds its page by the path. Some paths hold secrets, such as a voucher's code, so that no log names them.
  for (const path of ["/app", "/app/*page"]) servePage(router, path, (ctx) => sendPage(ctx, "app.html"));
}

async function sendPage(ctx: KoaContext, name: string): Promise<void> {
  if (!existsSync(join(ROOT, name))) throw pagesNotBuilt();
  ctx.set("Cache-Control", "no-cache");
  await send(ctx, name, { root: ROOT });
}
