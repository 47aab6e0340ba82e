import { startSmtp } from "@merit/core/testing/smtp.ts";
import { startSmtpProxy } from "@merit/core/testing/smtp-proxy.ts";
import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

const MESSAGE_ID = /^message-id: *(<.*>)/im;

test("killed while the mail server has a mail's text and hasn't answered: the mail comes, and it is the same mail", async () => {
  const smtp = await startSmtp();
  const proxy = await startSmtpProxy(smtp.url);
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await smtp[Symbol.asyncDispose]();
  });
  const env = { SMTP_URL: proxy.url, MAIL_FROM: "Merit <no-reply@rewards.example>", MAIL_BACKOFF_SECONDS: "1,1,1" };
  const world = await startWorld(env);
  // The server takes the first mail, and its answer is lost with the process.
  proxy.faults.push("cut before answer", "silent in text");
  await world.api.post("/auth/register", { email: "ada@example.com", password: "correct horse" });
  await until(async () => (smtp.mails.length === 1 && proxy.faults.length === 0 ? true : undefined));
  await world.server.kill("SIGKILL");
  // Nothing else waits for the mail server.
  expect(smtp.mails).toHaveLength(1);

  await world.startServer(env);
  await until(async () => smtp.mails[1]);
  expect(smtp.mails.map(({ to }) => to)).toEqual([["ada@example.com"], ["ada@example.com"]]);
  const [first, second] = smtp.mails.map(({ raw }) => MESSAGE_ID.exec(raw)?.[1]);
  expect(second).toBe(first);
  // The token of the mail that came last works.
  expect((await world.api.post("/auth/email/verify", { token: smtp.mails[1]?.token })).status).toBe(204);
});
