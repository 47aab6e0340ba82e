import type { Router } from "@koa/router";
import { send } from "@koa/send";
import { escapeHtml } from "@merit/core/parties/mail/layout.ts";
import type { ProblemDocument } from "../http/problem-answer.ts";
import { policyWith, servePage } from "../http/static-files.ts";

// What a browser shows of an error: whoever opens a wrong address, or a call of the API, reads no JSON.

const STYLE = "/problem/page.css";

export const PROBLEM_POLICY = policyWith({ "script-src": "'none'" });

export function mountProblemPage(router: Router): void {
  servePage(router, STYLE, (ctx) => send(ctx, "page.css", { root: import.meta.dirname }));
}

/** The same as the problem document, for people. */
export function problemPage({ title, detail, status, code, request_id, errors = [] }: ProblemDocument): string {
  const fields = errors.map(({ field, message }) => `<li>${escapeHtml(`${field} ${message}`)}</li>`).join("");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${STYLE}">
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      <p>${escapeHtml(detail)}</p>
      ${fields && `<ul>${fields}</ul>`}
      <p>Go on at the <a href="/">start page</a>, or read the <a href="/docs">API documentation</a>.</p>
      <p><small>${status} ${escapeHtml(code)}, request ${escapeHtml(request_id)}</small></p>
    </main>
  </body>
</html>
`;
}
