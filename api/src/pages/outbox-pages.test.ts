import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { keepMail } from "@merit/core/parties/mail/local-outbox.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { runMails } from "@merit/core/worker/mail-queue.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawRequest } from "../testing/raw-request.ts";
import { startService, type TestService } from "../testing/service.ts";

let service: TestService;
let running: Promise<void>;
const stopped = new AbortController();

beforeAll(async () => {
  service = await startService();
  running = runMails(service.world.context, stopped.signal);
});
afterAll(async () => {
  stopped.abort();
  await running;
  await service[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}, url = service.server.url) =>
  rawRequest(url + path, { headers });

/** The outbox's newest mail to an address, with this subject. */
const mailTo = (email: string, subject = "Confirm your e-mail address") =>
  eventually(async () => {
    const { body } = await get("/dev/outbox");
    const row = body.split("<tr>").find((row) => row.includes(email) && row.includes(subject));
    const path = /href="(\/dev\/outbox\/\d+)"/.exec(row ?? "")?.[1];
    if (path === undefined) throw new Error(`no mail to ${email} yet`);
    return path;
  });

const tokenIn = (text: string) => /Token: ([\w-]{43})/.exec(text)?.[1] ?? "";

describe("/dev/outbox", () => {
  it("shows a mail whose token confirms the address", async () => {
    const user = await service.user({ first_name: "<b>Lovelace</b>" });
    const path = await mailTo(user.email);
    const shown = await get(path);
    expect(shown.body).toContain("Confirm your e-mail address");
    // Somebody else may have named the address, and chosen the name.
    expect(shown.body).not.toContain("Lovelace");
    const verify = { body: { token: tokenIn(shown.body) }, token: user.accessToken };
    expect((await service.call("POST /api/auth/email/verify", verify)).status).toBe(204);
    expect((await service.call("GET /api/users/me", { token: user.accessToken })).body.email_verified).toBe(true);
    const log = await service.call("GET /api/admin/email-logs", { token: (await service.admin()).accessToken });
    expect(log.body.data.map(({ status }: { status: string }) => status)).toContain("kept");
  });

  it("keeps the HTML in a frame that can run nothing, send nothing and load nothing", async () => {
    const user = await service.user({ first_name: "<script>alert(1)</script>" });
    const first = await mailTo(user.email);
    await service.call("POST /api/auth/email/verify", { body: { token: tokenIn((await get(first)).body) } });
    await service.call("POST /api/auth/password/reset", { body: { email: user.email } });
    const path = await mailTo(user.email, "Set a new password");
    const shown = await get(path);
    expect(shown.headers["content-security-policy"]).toContain("script-src 'none'");
    expect(shown.headers["content-security-policy"]).toContain("frame-src 'self'");
    expect(shown.body).toContain(`sandbox="allow-popups allow-popups-to-escape-sandbox" src="${path}/html"`);
    const { headers, body } = await get(`${path}/html`);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(/^sandbox allow-popups .*default-src 'none'/);
    expect(headers["content-security-policy"]).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/);
    expect(body).toContain("Hello &#60;script&#62;");
    expect(body).toMatch(/<a href="http:[^"]+#token=[\w-]{43}" target="_blank"/);
  });

  it.each([
    ["another host name", { host: "rebound.example" }],
    ["a page of another site", { origin: "https://evil.example" }],
    ["a proxy", { "x-forwarded-for": "203.0.113.7" }],
    ["a proxy that forwards by the standard", { forwarded: "for=203.0.113.7" }],
  ])("isn't there for %s", async (_, headers) => {
    const path = await mailTo((await service.user()).email);
    for (const page of ["/dev/outbox", path, `${path}/html`]) {
      expect((await get(page)).status, page).toBe(200);
      expect((await get(page, headers)).status, page).toBe(404);
    }
  });

  it("has 404 for a mail that it doesn't have", async () => {
    expect((await get("/dev/outbox/999999")).status).toBe(404);
    expect((await get("/dev/outbox/..%2F..%2Fkeys.json")).status).toBe(404);
  });

  it("lists older mails page by page", async () => {
    const folder = join(service.world.folder, "outbox");
    for (let id = 5_001; id <= 5_051; id += 1) {
      await keepMail(folder, id, Buffer.from(`Subject: Mail ${id}\r\nTo: a@example.com\r\n\r\nHello`));
    }
    const { body } = await get("/dev/outbox");
    expect(body.match(/Mail \d+/g)).toHaveLength(50);
    expect(body).not.toContain("Mail 5001<");
    const next = /href="([^"]+before=\d+)"/.exec(body)?.[1] ?? "";
    expect((await get(next)).body).toContain("Mail 5001<");
  });
});

it("mails are files that only their owner can read, and not more than a thousand", async () => {
  const folder = join(service.world.folder, "outbox");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  for (let id = 10_001; id <= 11_100; id += 1) await keepMail(folder, id, Buffer.from("Subject: Many\r\n\r\n"));
  expect(readdirSync(folder)).toHaveLength(1_000);
  expect(readdirSync(folder)).toContain("11100.eml");
});

it.each([
  ["with a mail server", { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@example.com" }],
  ["on another network", { MERIT_NETWORK: "testnet" }],
])("there is no outbox %s", async (_, env) => {
  await using other = await startService(env);
  expect((await get("/dev/outbox", {}, other.server.url)).status).toBe(404);
});
