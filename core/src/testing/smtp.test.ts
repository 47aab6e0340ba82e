import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openTransport } from "../parties/mail/transport.ts";
import { startSmtp } from "./smtp.ts";

test("a sender that is killed in the middle of a mail breaks neither the server nor the next mail", async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  const sender = connect(Number(new URL(smtp.url).port), "127.0.0.1");
  const answered = () => once(sender, "data");
  await answered();
  for (const command of ["EHLO merit", "MAIL FROM:<a@example.com>"]) {
    sender.write(`${command}\r\n`);
    await answered();
  }
  sender.resetAndDestroy();

  const transport = openTransport({
    ...{ network: "testnet", dataDir: "" },
    mail: { smtpUrl: smtp.url, from: "merit@example.com", backoffSeconds: [], unconfirmedHourly: 1 },
  });
  if (transport === null) throw new Error("no transport");
  onTestFinished(() => transport.close());
  await transport.send({
    id: 1,
    to: "b@example.com",
    subject: "Hello",
    text: "Hello",
    html: "<p>Hello</p>",
    messageId: "<1@example.com>",
    unsubscribe: null,
  });
  expect(smtp.mails.map(({ to }) => to)).toEqual([["b@example.com"]]);
});
