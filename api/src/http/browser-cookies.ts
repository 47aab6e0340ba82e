import type { IncomingMessage } from "node:http";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import type { Context as KoaContext } from "koa";
import { isOwnHost } from "./loopback.ts";
import { originNotAllowed } from "./problems.ts";

// A browser that has exchanged an API key or a login for a cookie (`web/session.ts`). It sends the cookie with every call, so a
// call by cookie must also show that a page of ours made it: it says in a header, which pages of other origins can't add, as whom
// it calls, and its origin is ours.

/** Roles in which a page calls; a browser can be logged in as both. */
export const browserRoles = ["merchant", "user"] as const;
export type BrowserRole = (typeof browserRoles)[number];

/** Header of a page's call: the role whose cookie counts. */
const SESSION_HEADER = "x-merit-session";

type Site = Pick<Settings, "publicUrl">;

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith("https:");

/** With the prefix, browsers take the cookie over https alone, and from this host alone. */
const cookieName = (site: Site, role: BrowserRole) => `${isSecure(site) ? "__Host-" : ""}merit_${role}`;

/** Value of Set-Cookie; `null` removes the cookie. */
export function cookie(site: Site, role: BrowserRole, session: { token: string; expiresAt: Date } | null): string {
  const expires = (session?.expiresAt ?? new Date(0)).toUTCString();
  const attributes = `Path=/; Expires=${expires}; HttpOnly; SameSite=Strict${isSecure(site) ? "; Secure" : ""}`;
  return `${cookieName(site, role)}=${session?.token ?? ""}; ${attributes}`;
}

/** The cookie of a role. */
export const cookieOf = (site: Site, { headers }: IncomingMessage, role: BrowserRole): string | undefined =>
  new RegExp(`(?:^|;) *${cookieName(site, role)}=([^;]*)`).exec(headers.cookie ?? "")?.[1];

/** The same, if the call says that it is made in this role. */
export const sentCookie = (site: Site, ctx: KoaContext, role: BrowserRole): string | undefined =>
  ctx.get(SESSION_HEADER) === role ? cookieOf(site, ctx.req, role) : undefined;

/**
 * True if the request has this service's origin or none; programs other than browsers send none. A page by plain http, under the name of a
 * service that is reached by https, can come from whoever is between them: not all browsers call that another site.
 */
export function isOwnOrigin({ headers: { origin, host } }: IncomingMessage, site: Site): boolean {
  if (origin === undefined || origin === new URL(site.publicUrl).origin) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host && (page.protocol === "https:" || !isSecure(site) || isOwnHost(host));
}

/** Browsers name the origin in every call that isn't a GET. @throws Problem 403 `origin_not_allowed` */
export function requireOwnPage(site: Site, ctx: KoaContext): void {
  const isNamed = ctx.get("origin") !== "" || ctx.method === "GET" || ctx.method === "HEAD";
  if (!isNamed || !isOwnOrigin(ctx.req, site)) throw originNotAllowed();
}
