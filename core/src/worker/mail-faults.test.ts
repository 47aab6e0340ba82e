import { afterEach, beforeEach, expect, it } from "vitest";
import { create as createUser } from "../accounts/service.ts";
import * as outbox from "../parties/mail/outbox.ts";
import { usualTiming } from "../parties/mail/transport.ts";
import { deadLetters } from "../store/db/schema/jobs.ts";
import { emailLogs } from "../store/db/schema/mail.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { type SmtpFault, type SmtpProxy, startSmtpProxy } from "../testing/smtp-proxy.ts";
import { eventually } from "../testing/wait.ts";
import { createWorld, type World } from "../testing/world.ts";
import { runMails } from "./mail-queue.ts";

let smtp: TestSmtp;
let proxy: SmtpProxy;
let world: World;
let stopped: AbortController;
let running: Promise<void> | undefined;

beforeEach(async () => {
  smtp = await startSmtp({ password: "right" });
  proxy = await startSmtpProxy(smtp.url);
});
afterEach(async () => {
  stopped.abort();
  await running;
  running = undefined;
  await world[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

function open({ backoff = "0.05,0.05,0.05", password = "right" } = {}): void {
  const url = proxy.url.replace("smtp://", `smtp://merit:${password}@`);
  world = createWorld({ SMTP_URL: url, MAIL_FROM: "merit@example.com", MAIL_BACKOFF_SECONDS: backoff });
  stopped = new AbortController();
}

const start = (timing = usualTiming) => {
  running = runMails(world.context, stopped.signal, timing);
};

let count = 0;

/** A mail in the queue. @returns its address */
async function post(): Promise<string> {
  count += 1;
  const email = `user${count}@example.com`;
  const { context } = world;
  await context.db.commit(async (store) => {
    const user = await createUser(store, { email, passwordHash: "x" }, context.clock.now());
    const about = { template: "password_changed", userId: user.id, isConfirmed: true } as const;
    await outbox.post(context, store, { ...about, recipient: email });
  });
  return email;
}

const logs = () => world.context.db.read(async (store) => store.select().from(emailLogs).orderBy(emailLogs.id));
const statuses = async () => (await logs()).map(({ status }) => status);
const ended = (expected: string[]) => eventually(async () => expect(await statuses()).toEqual(expected));
const received = () => smtp.mails.map(({ to }) => to[0]).sort();

/** The Message-ID of each mail that came. */
const ids = () => smtp.mails.map(({ raw }) => /^message-id: *(<.*>)/im.exec(raw)?.[1]);

it.each([
  ["refuses the address for now", () => smtp.refusals.push(450, 451)],
  ["refuses the text for now", () => smtp.textRefusals.push(451, 451)],
  ["refuses the text for good, which may be about the sender's day", () => smtp.textRefusals.push(554)],
  ["refuses the connection", () => smtp.connectionRefusals.push(554, 421)],
])("a server that %s gets the mail later, once", async (_, refuse) => {
  open();
  refuse();
  const email = await post();
  start();
  await ended(["sent"]);
  expect(received()).toEqual([email]);
});

it("an address that is refused for good costs its own mail alone", async () => {
  open();
  smtp.refusals.push(550);
  await post();
  start();
  await ended(["failed"]);
  const email = await post();
  await ended(["failed", "sent"]);
  expect(received()).toEqual([email]);
  expect((await logs())[0]?.error_message).toContain("550");
  const letters = await world.context.db.read(async (store) => store.select().from(deadLetters));
  expect(letters).toMatchObject([{ queue: "email-dlq", attempts: 1 }]);
});

it("a refused login fails no mail before its last attempt, and shows no password", async () => {
  open({ password: "wrong-secret" });
  await post();
  start();
  await ended(["failed"]);
  const [log] = await logs();
  expect(log?.attempts).toBe(4);
  expect(smtp.mails).toEqual([]);
  expect(JSON.stringify([log, world.logs])).not.toContain("wrong-secret");
});

it.each<[string, SmtpFault, number]>([
  ["dies within the text", "cut in text", 1],
  // Nobody can know whether it has the mail: it may come twice, and a mail program sees that it is the same.
  ["dies after the text and before its answer", "cut before answer", 2],
])("no mail is lost if the server %s", async (_, fault, copies) => {
  open();
  proxy.faults.push(fault);
  const email = await post();
  start();
  await ended(["sent"]);
  expect(received()).toEqual(Array.from({ length: copies }, () => email));
  expect(new Set(ids()).size).toBe(1);
});

it("a server that doesn't answer holds up no mail on other connections", async () => {
  open();
  proxy.faults.push("silent", "silent in text");
  for (let n = 0; n < 2; n += 1) await post();
  // Longer than the test may take.
  start({ connectMs: 600_000, silenceMs: 600_000 });
  await eventually(() => expect(proxy.faults).toEqual([]));
  const quick = [await post(), await post()];
  await eventually(() => expect(received()).toEqual(quick.toSorted()));
  // Else the queue would wait for the others at its end.
  await proxy[Symbol.asyncDispose]();
});

it("a server that doesn't answer is given up in time, and the mail comes on another connection", async () => {
  open();
  proxy.faults.push("silent", "silent in text");
  const late = [await post(), await post()];
  start({ connectMs: 2_000, silenceMs: 2_000 });
  await ended(["sent", "sent"]);
  expect(received()).toEqual(late.toSorted());
});

it("a new password waits for no other mail, however many there are and whatever becomes of them", async () => {
  open();
  // The first mails never get an answer.
  for (let index = 0; index < outbox.USUAL_AT_ONCE; index += 1) proxy.faults.push("silent");
  for (let index = 0; index < 100; index += 1) await post();
  start();
  await eventually(() => expect(proxy.faults).toEqual([]));
  const { context } = world;
  const email = "owner@example.com";
  await context.db.commit(async (store) => {
    await createUser(store, { email, passwordHash: "x" }, context.clock.now());
    await outbox.postReset(context, store, email);
  });
  await eventually(() => expect(received()).toContain(email));
  expect(smtp.mails).toHaveLength(1);
});

it("a crowd of notices doesn't hold up a mail that somebody waits for", async () => {
  open();
  const { context } = world;
  const now = context.clock.now();
  await context.db.commit(async (store) => {
    for (let index = 0; index < 300; index += 1) {
      const email = `many${index}@example.com`;
      const { id } = await createUser(store, { email, passwordHash: "x" }, now);
      const about = { template: "points_expiring", merchantId: null, period: "2026-11" } as const;
      await outbox.postAll(context, store, [{ ...about, userId: id, recipient: email }]);
    }
  });
  start();
  const email = await post();
  const before = smtp.mails.length;
  const place = await eventually(() => {
    const found = smtp.mails.findIndex(({ to }) => to.includes(email));
    expect(found).not.toBe(-1);
    return found;
  });
  expect(place - before).toBeLessThan(100);
});
