import type { Router } from "@koa/router";
import { send } from "@koa/send";
import { escapeHtml } from "@merit/core/parties/mail/layout.ts";
import type { ProblemDocument } from "../http/problem-answer.ts";
import { policyWith, servePage } from "../http/static-files.ts";
import { htmlPage } from "./html.ts";

// The page that a browser gets in place of a problem document.

const STYLE = "/problem/page.css";

export const PROBLEM_POLICY = policyWith({ "script-src": "'none'" });

export function mountProblemPage(router: Router): void {
  servePage(router, STYLE, (ctx) => send(ctx, "page.css", { root: import.meta.dirname }));
}

export function problemPage({ title, detail, status, code, request_id, errors = [] }: ProblemDocument): string {
  const fields = errors.map(({ field, message }) => `<li>${escapeHtml(`${field} ${message}`)}</li>`).join("");
  const content = `<h1>${escapeHtml(title)}</h1>
      <p>${escapeHtml(detail)}</p>
      ${fields && `<ul>${fields}</ul>`}
      <p>Go on at the <a href="/">start page</a>, or read the <a href="/docs">API documentation</a>.</p>
      <p><small>${status} ${escapeHtml(code)}, request ${escapeHtml(request_id)}</small></p>`;
  return htmlPage({ title, style: STYLE, content });
}
