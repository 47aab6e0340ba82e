import { connect, createServer, type Socket } from "node:net";

/**
 * Faults of a connection: no answer at all; none once the mail's text has begun; cut within the text; cut after the server has the
 * text, before its answer arrives.
 */
export type SmtpFault = "silent" | "silent in text" | "cut in text" | "cut before answer";

/** A way to a mail server on which connections break. */
export interface SmtpProxy extends AsyncDisposable {
  url: string;
  /** Faults of the next connections, one each. */
  faults: SmtpFault[];
}

export async function startSmtpProxy(url: string): Promise<SmtpProxy> {
  const faults: SmtpFault[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const fault = faults.shift();
    open.add(client);
    client.on("error", () => {}).on("close", () => open.delete(client));
    if (fault === "silent") return;
    const upstream = connect(Number(new URL(url).port), "127.0.0.1");
    upstream.on("error", () => {}).on("close", () => client.destroy());
    client.on("close", () => upstream.destroy());
    let isText = false;
    let hasEnded = false;
    // The end of a text may come in parts.
    let tail = "";
    client.on("data", (sent) => {
      if (isText && fault === "silent in text") return;
      if (isText && fault === "cut in text") return void client.destroy();
      tail = (tail + sent.toString("latin1")).slice(-16);
      if (isText && tail.includes("\r\n.\r\n")) hasEnded = true;
      if (/DATA\r\n$/i.test(tail)) isText = true;
      upstream.write(sent);
    });
    upstream.on("data", (answer) => {
      if (hasEnded && fault === "cut before answer") return void client.destroy();
      client.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    faults,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
