import { readFileSync } from "node:fs";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSmtp, type TestSmtp } from "../../testing/smtp.ts";
import { render, type TemplateName, templates } from "./templates.ts";
import { merchantTopics, userTopics } from "./topics.ts";
import { openTransport, type Transport } from "./transport.ts";

let smtp: TestSmtp;
let transport: Transport;

beforeAll(async () => {
  smtp = await startSmtp();
  const mail = {
    smtpUrl: smtp.url,
    from: "Merit <no-reply@rewards.example>",
    backoffSeconds: [],
    unconfirmedHourly: 1,
  };
  transport = openTransport({ network: "testnet", dataDir: "", mail }) as Transport;
});
afterAll(async () => {
  transport.close();
  await smtp[Symbol.asyncDispose]();
});

const names = Object.keys(templates) as TemplateName[];

/** An attack by somebody who can choose a name. */
const HOSTILE = `"><img src=x onerror=alert(1)>\r\nBcc: victim@example.com\r\n\r\n<b>Ada 🎁</b>`;
const facts = {
  name: HOSTILE,
  token: "t".repeat(43),
  details: [`${HOSTILE} sent you a reward:`],
  lines: [`12.5 MERIT from ${HOSTILE}`, "a line with = and % and a very long word ".padEnd(300, "x")],
  service: "https://rewards.example",
  unsubscribe: "https://rewards.example/unsubscribe/rewards.u7.abc",
};

/** The mail as a mail program reads it, after it came through a real server. */
async function received(name: TemplateName) {
  const { page, subject } = templates[name];
  const link = `https://rewards.example${page ?? ""}#token=${facts.token}`;
  smtp.mails.length = 0;
  await transport.send({
    ...{ id: 1, to: "ada@example.com", subject, messageId: `<${name}@rewards.example>` },
    ...{ unsubscribe: facts.unsubscribe, ...render(name, { ...facts, link }) },
  });
  const [mail] = smtp.mails;
  return { parsed: await PostalMime.parse(mail?.raw ?? ""), to: mail?.to };
}

/** Text of HTML as a browser shows it. */
const shown = (html = "") =>
  html
    .replace(/<head>[\s\S]*<\/head>/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
const words = (text = "") => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

describe.each(names)("the mail %s", (name) => {
  it("has its header, and the same text twice, as a mail program reads it", async () => {
    const { parsed, to } = await received(name);
    expect(to).toEqual(["ada@example.com"]);
    expect(parsed).toMatchObject({ subject: templates[name].subject, messageId: `<${name}@rewards.example>` });
    expect([parsed.from?.name, parsed.from?.address]).toEqual(["Merit", "no-reply@rewards.example"]);
    expect(parsed.to?.map(({ address }) => address)).toEqual(["ada@example.com"]);
    const header = (key: string) => parsed.headers.find((header) => header.key === key)?.value;
    expect(header("list-unsubscribe")).toBe(`<${facts.unsubscribe}>`);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    // Nothing that stands in a name becomes a header.
    expect(parsed.bcc).toBeUndefined();
    expect(header("bcc")).toBeUndefined();
    for (const paragraph of templates[name].paragraphs) {
      expect(parsed.text).toContain(paragraph);
      expect(shown(parsed.html)).toContain(paragraph);
    }
    expect(parsed.text).toContain("12.5 MERIT");
    const url = /https?:\/\/\S+/g;
    const inHtml = words(shown(parsed.html));
    for (const word of words(parsed.text?.replace(url, ""))) expect(inHtml).toContain(word);
  });

  it("links only to the service, loads nothing, and shows names as text", async () => {
    const { html = "", text = "" } = (await received(name)).parsed;
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url);
    const { page } = templates[name];
    const own = page === null ? [] : [`https://rewards.example${page}#token=${facts.token}`];
    expect(links).toEqual([...own, facts.unsubscribe]);
    for (const link of links) expect(text).toContain(link);
    expect(html).not.toMatch(/<(?:img|script|style|link|iframe|b)\b|url\(|<[^>]*\ssrc=/);
    expect(html).toContain("&#60;b&#62;Ada 🎁&#60;/b&#62;");
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });
});

it("a mail without a topic can't be ended, and one with a topic can", () => {
  const topics = names.flatMap((name) => templates[name].topic ?? []);
  const known = [...Object.keys(userTopics), ...Object.keys(merchantTopics)];
  expect(new Set(topics)).toEqual(new Set(known));
  for (const name of ["email_changed", "password_changed", "wallet_unlinked", "api_keys_changed"] as const) {
    expect(templates[name].topic).toBeNull();
  }
});

it("docs/mail.md lists all mails", () => {
  const page = readFileSync(new URL("../../../../docs/mail.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `([a-z_]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  const readers = { user: "user", merchant: "merchant", both: "user, merchant" };
  expect(listed).toEqual(
    names.map((name) => {
      const { when, to, topic } = templates[name];
      return [name, readers[to], when, topic === null ? "always" : `\`${topic}\``];
    }),
  );
});
