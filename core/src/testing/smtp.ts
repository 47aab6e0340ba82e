import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string[];
  /** Headers and both bodies, decoded. */
  content: string;
  /** The mail as it came. */
  raw: string;
  /** The token after `#token=` in its link, or after `Token:`. */
  token: string;
}

/** A real SMTP server on a free port that keeps what it gets. */
export interface TestSmtp extends AsyncDisposable {
  url: string;
  mails: ReceivedMail[];
  /** Answer to the next mails instead of taking them: 550 for a refused recipient, 451 for trouble that passes. */
  refusals: (450 | 451 | 550)[];
  /** Answer to the next texts of mails, or to the next connections. */
  textRefusals: (451 | 554)[];
  connectionRefusals: (421 | 554)[];
}

const refusal = (code: number | undefined) =>
  code === undefined ? null : Object.assign(new Error("not now"), { responseCode: code });

/** @param password senders need it, if there is one */
export async function startSmtp({ password }: { password?: string } = {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const refusals: TestSmtp["refusals"] = [];
  const textRefusals: TestSmtp["textRefusals"] = [];
  const connectionRefusals: TestSmtp["connectionRefusals"] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onConnect: (_session, callback) => callback(refusal(connectionRefusals.shift())),
    onAuth(given, _session, callback) {
      callback(given.password === password ? null : new Error("wrong password"), { user: given.username });
    },
    onRcptTo: (_address, _session, callback) => callback(refusal(refusals.shift())),
    onData(stream, session, callback) {
      // A sender that dies in the middle has sent nothing.
      text(stream).then((raw) => {
        const refused = refusal(textRefusals.shift());
        if (refused) return callback(refused);
        const content = decode(raw);
        const [, token = ""] = /(?:#token=|Token: )([\w-]+)/.exec(content) ?? [];
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), content, raw, token });
        callback();
      }, callback);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  // A sender that is killed while it sends resets its connection.
  server.on("error", () => {});
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    textRefusals,
    connectionRefusals,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable, as far as mails in ASCII use it. */
const decode = (raw: string) =>
  raw
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
