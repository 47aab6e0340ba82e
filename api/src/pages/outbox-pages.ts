import type { Router } from "@koa/router";
import { send } from "@koa/send";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import { escapeHtml } from "@merit/core/parties/mail/layout.ts";
import { type KeptMail, keptMail, keptMails, localOutbox } from "@merit/core/parties/mail/local-outbox.ts";
import type { Context as KoaContext } from "koa";
import { isFromHere } from "../http/loopback.ts";
import { routeNotFound } from "../http/problems.ts";
import { policyWith } from "../http/static-files.ts";
import { htmlPage } from "./html.ts";

// The mails of a local service without a mail server, for its developer. Their links and tokens open accounts, so nobody else may
// see them: not other machines, not through a proxy, and not the pages of other sites that the developer has open.

const PATH = "/dev/outbox";
const SHOWN = 50;

const ID = /^[1-9]\d{0,14}$/;

/** Serves the pages where mails are kept for the developer; to all others they don't exist. */
export function mountOutbox(router: Router, settings: Settings): void {
  const folder = localOutbox(settings);
  if (folder === null) return;
  const serve = (path: string, answer: (ctx: KoaContext, mail: KeptMail | undefined) => unknown): void => {
    router.get(path, async (ctx) => {
      // Browsers send `Origin` if a script asks from another site.
      if (!isFromHere(ctx.req) || ctx.req.headers.origin !== undefined) throw routeNotFound(ctx.method, ctx.path);
      const { id } = ctx.params;
      const mail = id !== undefined && ID.test(id) ? await keptMail(folder, Number(id)) : undefined;
      if (id !== undefined && !mail) throw routeNotFound(ctx.method, ctx.path);
      ctx.state.route = path;
      ctx.type = "html";
      ctx.set("Content-Security-Policy", policyWith({ "frame-src": "'self'", "script-src": "'none'" }));
      await answer(ctx, mail);
    });
  };
  serve(PATH, async (ctx) => {
    const given = Number(ctx.query.before);
    const before = Number.isSafeInteger(given) && given > 0 ? given : undefined;
    ctx.body = list(await keptMails(folder, { before, limit: SHOWN }));
  });
  serve(`${PATH}/page.css`, (ctx) => send(ctx, "outbox.css", { root: import.meta.dirname }));
  serve(`${PATH}/:id`, (ctx, mail) => {
    if (mail) ctx.body = one(mail);
  });
  serve(`${PATH}/:id/html`, (ctx, mail) => {
    // No scripts, no forms, no address of ours; its links open new windows.
    ctx.set(
      "Content-Security-Policy",
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    if (mail) ctx.body = mail.html;
  });
}

const page = (title: string, content: string) => htmlPage({ title, style: `${PATH}/page.css`, content });

const timeOf = ({ date }: KeptMail) => date?.toISOString() ?? "";

function list(mails: readonly KeptMail[]): string {
  const rows = mails.map(
    (mail) => `<tr><td><a href="${PATH}/${mail.id}">${escapeHtml(mail.subject)}</a></td>
        <td>${escapeHtml(mail.to)}</td><td>${timeOf(mail)}</td></tr>`,
  );
  const table = `<table><thead><tr><th>Subject</th><th>To</th><th>Time</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
  const last = mails.at(-1);
  const older = mails.length === SHOWN && last ? `<p><a href="${PATH}?before=${last.id}">Older mails</a></p>` : "";
  return page(
    "Outbox",
    `<h1>Outbox</h1>
      <p>No SMTP_URL is set, so mails of this local service are kept here instead of being sent. Reload to see new ones.</p>
      ${mails.length === 0 ? "<p>There are no mails yet.</p>" : table + older}`,
  );
}

function one(mail: KeptMail): string {
  const fields = { From: mail.from, To: mail.to, Time: timeOf(mail), Attachments: mail.attachments.join(", ") };
  const rows = Object.entries(fields)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return page(
    mail.subject,
    `<p><a href="${PATH}">All mails</a></p>
      <h1>${escapeHtml(mail.subject)}</h1>
      <dl>${rows.join("")}</dl>
      <iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${PATH}/${mail.id}/html"></iframe>
      <h2>As text</h2>
      <pre>${escapeHtml(mail.text)}</pre>`,
  );
}
