import type { Router } from "@koa/router";
import { send } from "@koa/send";
import type { Context } from "@merit/core/context/context.ts";
import { escapeHtml } from "@merit/core/parties/mail/layout.ts";
import { topicsOf } from "@merit/core/parties/mail/topics.ts";
import { PATH, type Subscription, subscriptionOf, unsubscribe } from "@merit/core/parties/mail/unsubscribe.ts";
import type { Context as KoaContext } from "koa";
import type { Limits } from "../http/limits.ts";
import { policyWith } from "../http/static-files.ts";
import { htmlPage } from "./html.ts";

// Behind the link in the header and at the end of mails. A mail program sends a POST, which ends the mails (RFC 8058); a person's
// browser opens the page, which asks first. Programs that look through mails open links, too, and that changes nothing.

/** Serves the page, and ends mails, without a login: the token is the permission. */
export function mountUnsubscribe(router: Router, { db, auth }: Context, limits: Limits): void {
  const open = (ctx: KoaContext) => {
    // The path holds the token, so logs get the template.
    ctx.state.route = `${PATH}/:token`;
    limits.take(ctx, "address", null);
    ctx.set("Content-Security-Policy", policyWith({ "script-src": "'none'", "form-action": "'self'" }));
    ctx.type = "html";
  };
  router.get(`${PATH}/page.css`, (ctx) => {
    ctx.state.route = `${PATH}/page.css`;
    return send(ctx, "page.css", { root: import.meta.dirname });
  });
  router.get(`${PATH}/:token`, async (ctx) => {
    open(ctx);
    answer(ctx, await db.read((store) => subscriptionOf(store, auth.keys, ctx.params.token ?? "")), ask);
  });
  router.post(`${PATH}/:token`, async (ctx) => {
    open(ctx);
    const ended = await db.commit(async (store) => {
      const subscription = await subscriptionOf(store, auth.keys, ctx.params.token ?? "");
      if (subscription) await unsubscribe(store, subscription);
      return subscription;
    });
    answer(ctx, ended, confirm);
  });
}

function answer(ctx: KoaContext, subscription: Subscription | undefined, content: (about: string) => string): void {
  if (subscription) {
    ctx.body = page(content(escapeHtml(topicsOf(subscription.reader.kind)[subscription.topic] ?? "")));
    return;
  }
  ctx.status = 404;
  ctx.body = page(
    "<p>This link isn't valid any more: it is not complete, or the account has another address by now. Log in to choose which mails you get.</p>",
  );
}

const ask = (about: string) => `<p>Do you want no more mails about ${about}?</p>
      <form method="post"><button>End these mails</button></form>`;

const confirm = (about: string) =>
  `<p role="status">You get no more mails about ${about}. Log in to choose which mails you get.</p>`;

const page = (content: string) =>
  htmlPage({ title: "End mails", style: `${PATH}/page.css`, content: `<h1>End mails</h1>\n      ${content}` });
