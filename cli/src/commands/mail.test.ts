import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepMail } from "@merit/core/parties/mail/local-outbox.ts";
import { expect, it, onTestFinished } from "vitest";
import { merit, startApi } from "../testing/cli.ts";

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "merit-mail-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "local"));
  return folder;
}

const message = (subject: string) =>
  Buffer.from(
    `From: Merit <no-reply@localhost>\r\nTo: ada@example.com\r\nSubject: ${subject}\r\nDate: Mon, 02 Nov 2026 10:00:00 +0000\r\n\r\nToken: abc\u001b[31m\r\n`,
  );

it("lists and shows the mails of the local outbox", async () => {
  const data = dataFolder();
  const empty = await merit(["mail", "list", "--data", data], { env: {} });
  expect([empty.code, empty.err]).toEqual([0, "Nothing found.\n"]);
  await keepMail(join(data, "local", "outbox"), 7, message("First"));
  await keepMail(join(data, "local", "outbox"), 8, message("Second"));
  const listed = await merit(["mail", "list", "--data", data], { env: {} });
  expect(listed.out.split("\n").slice(1, 3)).toEqual([
    expect.stringMatching(/^ *8 +2026-11-02T10:00:00.000Z +ada@example.com +Second$/),
    expect.stringMatching(/^ *7 .* First$/),
  ]);
  const shown = await merit(["mail", "show", "7", "--data", data], { env: {} });
  expect(shown.out).toContain("Subject  First");
  // A mail can't control the terminal.
  expect(shown.out).toContain("Token: abc [31m");
  const json = JSON.parse((await merit(["mail", "list", "--data", data, "--json"], { env: {} })).out);
  expect(json).toMatchObject({
    data: [{ id: 8, to: "ada@example.com", subject: "Second" }, { id: 7 }],
    ...{ has_more: false, next_cursor: null },
  });
  const page = await merit(["mail", "list", "--data", data, "--limit", "1"], { env: {} });
  expect(page.err).toContain("add --cursor 8");
  const next = await merit(["mail", "list", "--data", data, "--limit", "1", "--cursor", "8", "--json"], { env: {} });
  expect(JSON.parse(next.out)).toMatchObject({ data: [{ id: 7 }], has_more: false });
  const wrong = await merit(["mail", "list", "--data", data, "--cursor", "first"], { env: {} });
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("--cursor")]);
  const missing = await merit(["mail", "show", "9", "--data", data], { env: {} });
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("The outbox has no mail 9.")]);
});

it("says where mails are if there is no outbox", async () => {
  const env = { SMTP_URL: "smtp://127.0.0.1:25", MAIL_FROM: "a@example.com" };
  const { code, err } = await merit(["mail", "list", "--data", dataFolder()], { env });
  expect([code, err]).toEqual([1, expect.stringContaining("merit mail log")]);
});

it("lists what was sent for a merchant, or for an administrator", async () => {
  await using api = await startApi();
  const row = { id: 3, recipient: "ada@example.com", subject: "Your redemption", status: "sent", error_message: null };
  api.on("GET /admin/email-logs", { body: { data: [row], has_more: false, next_cursor: null } });
  const env = { MERIT_URL: api.url, MERIT_API_KEY: "mk_test", MERIT_TOKEN: "token" };
  for (const command of [
    ["mail", "log"],
    ["admin", "mails"],
  ]) {
    const { out } = await merit([...command, "--limit", "5"], { env });
    expect(out).toMatch(/ada@example.com +Your redemption +sent/);
  }
  expect(api.requests.map(({ headers }) => [headers["x-api-key"], headers.authorization])).toEqual([
    ["mk_test", undefined],
    [undefined, "Bearer token"],
  ]);
  expect(api.requests[0]?.query).toEqual({ limit: "5" });
});

it("shows which mails are sent, and switches them for merchants and users", async () => {
  await using api = await startApi();
  const answer = { body: { mail_preferences: { failures: true, statements: false } } };
  for (const route of ["GET /merchants/me", "PATCH /merchants/me", "PATCH /users/me"]) api.on(route, answer);
  const env = { MERIT_URL: api.url, MERIT_API_KEY: "mk_test", MERIT_TOKEN: "token" };
  const { out } = await merit(["mail", "preferences"], { env });
  expect(out).toBe("failures    on\nstatements  off\n");
  await merit(["mail", "preferences", "--off", "statements", "redemptions", "--on", "failures"], { env });
  await merit(["mail", "preferences", "--mine", "--on", "rewards"], { env });
  expect(
    api.requests.slice(1).map(({ headers, body }) => [headers["x-api-key"] ?? headers.authorization, body]),
  ).toEqual([
    ["mk_test", { mail_preferences: { failures: true, statements: false, redemptions: false } }],
    ["Bearer token", { mail_preferences: { rewards: true } }],
  ]);
});
