import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Router } from "@koa/router";
import { demoPath, readDemo } from "@merit/core/base/demo-file.ts";
import type { Context } from "@merit/core/context/context.ts";
import { rpcUrl } from "@merit/core/ledger/chain/chain.ts";
import type { Context as KoaContext } from "koa";
import { z } from "zod";
import { requireOwnPage } from "../http/browser-cookies.ts";
import { readBody, validate } from "../http/input.ts";
import type { Limits } from "../http/limits.ts";
import { isFromHere } from "../http/loopback.ts";
import { routeNotFound } from "../http/problems.ts";

// Ledger calls of the developer's pages (`/app/dev`). They go through the service, since the URL of its node may hold a token, and so that
// the pages may connect to nothing else.

const RPC_PATH = "/app/rpc";
const FUND_PATH = "/app/fund";
const DEMO_PATH = "/app/demo";

/** Calls that are open to everybody: methods of Stellar RPC that change nothing. */
const reading = new Set([
  "getEvents",
  "getFeeStats",
  "getHealth",
  "getLatestLedger",
  "getLedgerEntries",
  "getLedgers",
  "getNetwork",
  "getTransaction",
  "getTransactions",
  "getVersionInfo",
  "simulateTransaction",
]);
/** Further calls that the developer may make to the ledger on this machine. */
const CHANGING = /^(?:sendTransaction|localnet_\w+)$/;

const rpcCall = z.strictObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.int(), z.string().max(64)]),
  method: z.string().max(64),
  params: z.unknown().optional(),
});
const funding = z.strictObject({ address: z.string().regex(/^[GC][A-Z2-7]{55}$/, "must be an address: G... or C...") });

/** A contract's code, base64, and what is around it. */
const MAX_BODY_BYTES = 512 * 1024;
const TIMEOUT_MS = 20_000;

// As JSON-RPC numbers them.
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;

export function mountExplorer(router: Router, { settings }: Context, limits: Limits): void {
  const isOwnLedger = (ctx: KoaContext) => settings.network === "local" && isFromHere(ctx.req);
  /** The answer is passed on as it comes, however long it is. Neither an error's text nor its cause is told: they can name the node's URL. */
  const ask = (path: string, init: RequestInit) =>
    fetch(new URL(path, rpcUrl(settings)), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      ({ status, body }) => ({ status, body: body && Readable.fromWeb(body as ReadableStream) }),
      () => null,
    );

  router.post(RPC_PATH, async (ctx) => {
    ctx.state.route = RPC_PATH;
    requireOwnPage(settings, ctx);
    limits.take(ctx, "address", null);
    const call = validate(rpcCall, await readBody(ctx, MAX_BODY_BYTES));
    const refuse = (code: number, message: string) => ({ jsonrpc: "2.0", id: call.id, error: { code, message } });
    if (!reading.has(call.method) && !(CHANGING.test(call.method) && isOwnLedger(ctx))) {
      ctx.body = refuse(METHOD_NOT_FOUND, `These pages don't call ${call.method} here: they only read.`);
      return;
    }
    const headers = { "content-type": "application/json" };
    const reply = await ask("", { method: "POST", headers, body: JSON.stringify(call) });
    ctx.body = reply?.body ?? refuse(INTERNAL_ERROR, "The ledger's node didn't answer. Try again in a moment.");
    ctx.type = "json";
  });

  router.post(FUND_PATH, async (ctx) => {
    if (!isOwnLedger(ctx)) throw routeNotFound(ctx.method, ctx.path);
    ctx.state.route = FUND_PATH;
    requireOwnPage(settings, ctx);
    const { address } = validate(funding, await readBody(ctx, MAX_BODY_BYTES));
    const reply = await ask(`/friendbot?addr=${address}`, {});
    ctx.status = reply?.status ?? 502;
    ctx.body = reply?.body ?? "";
    ctx.type = "json";
  });

  router.get(DEMO_PATH, (ctx) => {
    // Browsers send `Origin` if a script asks from another site.
    if (!isOwnLedger(ctx) || ctx.get("origin") !== "") throw routeNotFound(ctx.method, ctx.path);
    ctx.state.route = DEMO_PATH;
    const { wallet_address = null, wallet_secret = null, api_key = null } = readDemo(demoPath(settings)) ?? {};
    ctx.body = { wallet_address, wallet_secret, api_key };
  });
}
