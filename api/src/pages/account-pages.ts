import type { Router } from "@koa/router";
import { send } from "@koa/send";
import { templates } from "@merit/core/parties/mail/templates.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "../http/fields.ts";
import { servePage } from "../http/static-files.ts";
import * as recovery from "../routes/auth/recovery.ts";

// The pages that links in mails open: a form that calls the API with the link's token. It needs a click, since programs that
// look through mails open links, too, and each token works once.

interface AccountPage {
  path: string;
  title: string;
  /** HTML of the form. */
  fields: string;
  button: string;
  /** Path of the API's call, which takes the form's fields and the token. */
  call: string;
  done: string;
}

const PAGES: AccountPage[] = [
  {
    path: templates.verify_email.page,
    title: templates.verify_email.subject,
    fields: `<p>Did you register this address, or change yours to it? If not, close this page.</p>
        <p>If you aren't logged in here, confirming logs out the account's devices and removes its wallets: somebody
          else may have linked them.</p>`,
    button: templates.verify_email.button,
    call: recovery.verifyEmail.path,
    done: "Your e-mail address is confirmed. If you didn't choose the account's password, set a new one. You can close this page.",
  },
  {
    path: templates.reset_password.page,
    title: templates.reset_password.subject,
    fields: `<label for="password">New password</label>
        <input id="password" name="password" type="password" autocomplete="new-password" required
          minlength="${MIN_PASSWORD}" maxlength="${MAX_PASSWORD}" aria-describedby="rule outcome">
        <p id="rule">At least ${MIN_PASSWORD} characters.</p>`,
    button: templates.reset_password.button,
    call: recovery.resetPassword.path,
    done: "Your new password is set, and all devices were logged out. You can now log in with the new password.",
  },
];

/** Files that a page loads, from below its own path. */
const FILES = ["page.css", "page.js"];

const html = ({ path, title, fields, button, call, done }: AccountPage) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${path}/page.css">
    <script defer src="${path}/page.js"></script>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <noscript><p>This page needs JavaScript.</p></noscript>
      <form hidden data-call="/api${call}" data-done="${done}">
        ${fields}
        <button>${button}</button>
      </form>
      <p id="outcome" role="alert"></p>
    </main>
  </body>
</html>
`;

/** Serves the pages at the paths that the mails name. */
export function mountAccountPages(router: Router): void {
  for (const page of PAGES) {
    servePage(router, page.path, (ctx) => {
      ctx.type = "html";
      ctx.body = html(page);
    });
    for (const name of FILES) {
      servePage(router, `${page.path}/${name}`, (ctx) => send(ctx, name, { root: import.meta.dirname }));
    }
  }
}
