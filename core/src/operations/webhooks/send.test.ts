import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { storable } from "../../base/text.ts";
import { type NameServer, startNameServer } from "../../testing/name-server.ts";
import { startReceiver } from "../../testing/receiver.ts";
import { LIMIT_MS } from "../../testing/wait.ts";
import { createSender } from "./send.ts";

const post = async (url: string, allowed = { local: true }, timeoutMs = LIMIT_MS) => {
  const sender = createSender(allowed, timeoutMs);
  try {
    return await sender.post(url, { "content-type": "application/json" }, "{}");
  } finally {
    sender.close();
  }
};

it("returns status and first bytes of an answer that never ends", async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(200);
    const more = () => {
      if (!response.destroyed) response.write("x".repeat(10_000), more);
    };
    more();
  });
  expect(await post(receiver.url)).toEqual({ status: 200, body: "x".repeat(500), retryAfter: null });
});

it("keeps what databases refuse in an answer as U+FFFD", async () => {
  await using receiver = await startReceiver((response) => void response.end(Buffer.from("a\0b\xff", "latin1")));
  expect((await post(receiver.url)).body).toBe("a\ufffdb\ufffd");
});

it("follows no redirect", async () => {
  await using other = await startReceiver();
  await using receiver = await startReceiver((response) => void response.writeHead(302, { location: other.url }).end());
  expect(await post(receiver.url)).toMatchObject({ status: 302 });
  expect(other.requests).toEqual([]);
});

it("gives up a receiver that would speak another protocol", async () => {
  await using receiver = await startReceiver((response) => {
    response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n");
  });
  await expect(post(receiver.url)).rejects.toThrow("the answer was 101");
});

it("doesn't unpack a compressed answer, and keeps its first bytes", async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  await using receiver = await startReceiver((response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  });
  const { status, body } = await post(receiver.url);
  expect({ status, body }).toEqual({ status: 200, body: storable(bomb.subarray(0, 500).toString("utf8")) });
});

it.each([
  ["shorter than it says", "HTTP/1.1 200 OK\r\ncontent-length: 2000\r\n\r\nabc", "aborted"],
  ["of two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc", "Parse Error"],
  ["with headers without end", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}`, "Header overflow"],
])("takes no answer %s", async (_, answer, message) => {
  await using receiver = await startReceiver((response) => void response.socket?.end(answer));
  await expect(post(receiver.url)).rejects.toThrow(message);
});

it.each([
  ["without an answer", () => {}],
  ["whose answer stops half way", (response: { write(text: string): void }) => response.write("{")],
])("gives up a receiver %s", async (_, answer) => {
  await using receiver = await startReceiver(answer as never);
  await expect(post(receiver.url, { local: true }, 300)).rejects.toThrow("no answer within 0.3 seconds");
});

it("reaches nothing private, whatever was stored", async () => {
  await using receiver = await startReceiver();
  await expect(post(receiver.url, { local: false })).rejects.toThrow("must start with https://");
  await expect(post("https://127.0.0.1:1/", { local: false })).rejects.toThrow("no public address");
  expect(receiver.requests).toEqual([]);
});

const NO_CONNECTION =
  "no connection: the name has no address, it has one that is not public, or nothing there takes the connection";

it("tells in the same words of an unknown name, a private address and a closed port", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  await expect(post(`http://127.0.0.1:${port}/`)).rejects.toThrow(NO_CONNECTION);
  await using names = await startNameServer((name) => (name === "inside.example" ? "10.0.0.1" : null));
  const sender = createSender({ local: false }, 300, [names.place]);
  for (const name of ["inside.example", "unknown.example"]) {
    await expect(sender.post(`https://${name}/`, {}, "{}")).rejects.toThrow(NO_CONNECTION);
  }
  sender.close();
});

it("leaves nothing on a connection that is used again", async () => {
  const sockets = new Set<Socket>();
  await using receiver = await startReceiver((response) => {
    if (response.socket) sockets.add(response.socket);
    response.writeHead(204).end();
  });
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on("warning", note);
  const sender = createSender({ local: true }, 60_000);
  for (let count = 0; count < 12; count++) await sender.post(receiver.url, {}, "{}");
  sender.close();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect({ connections: sockets.size, warnings }).toEqual({ connections: 1, warnings: [] });
});

it("sends to a URL in any spelling", async () => {
  await using receiver = await startReceiver();
  expect(await post(receiver.url.replace("http://", "HTTP://"))).toMatchObject({ status: 204 });
});

it.each<[string, () => string, [number, number] | null]>([
  ["seconds", () => "120", [120, 120]],
  ["a date", () => new Date(Date.now() + 3_600_000).toUTCString(), [1_800, 3_600]],
  ["neither", () => "soon", null],
])("reads a Retry-After that is %s", async (_, header, seconds) => {
  await using receiver = await startReceiver(
    (response) => void response.writeHead(503, { "retry-after": header() }).end(),
  );
  const { retryAfter } = await post(receiver.url);
  if (seconds === null) expect(retryAfter).toBeNull();
  else {
    expect(retryAfter).toBeGreaterThanOrEqual(seconds[0]);
    expect(retryAfter).toBeLessThanOrEqual(seconds[1]);
  }
});

describe("a name", () => {
  /** Listens at one port of two addresses of this machine, and counts how often each was reached. */
  async function startTwo() {
    const reached = { first: 0, second: 0 };
    const listen = async (which: keyof typeof reached, host: string, port: number) => {
      const server = createServer((socket) => {
        reached[which] += 1;
        socket.destroy();
      });
      server.listen(port, host);
      await once(server, "listening");
      return server;
    };
    const first = await listen("first", "127.0.0.1", 0);
    const { port } = first.address() as AddressInfo;
    const second = await listen("second", "127.0.0.2", port);
    return { reached, port, [Symbol.dispose]: () => [first, second].map((server) => server.close()) };
  }

  const sendTo = async (url: string, { place }: NameServer) => {
    const sender = createSender({ local: true }, LIMIT_MS, [place]);
    try {
      return await sender.post(url, {}, "{}");
    } finally {
      sender.close();
    }
  };

  it("that resolves to another address after the check: the request goes to the one that was checked", async () => {
    using servers = await startTwo();
    await using names = await startNameServer((_, count) => (count === 1 ? "127.0.0.1" : "127.0.0.2"));
    await expect(sendTo(`https://shop.example:${servers.port}/`, names)).rejects.toThrow();
    expect(names.asked).toEqual(["shop.example"]);
    expect(servers.reached).toEqual({ first: 1, second: 0 });
  });

  it("that resolves to a private address the next time gets no request then", async () => {
    using servers = await startTwo();
    await using names = await startNameServer((_, count) => (count === 1 ? "127.0.0.1" : "10.0.0.1"));
    const url = `https://shop.example:${servers.port}/`;
    await expect(sendTo(url, names)).rejects.toThrow();
    await expect(sendTo(url, names)).rejects.toThrow(NO_CONNECTION);
    expect(servers.reached).toEqual({ first: 1, second: 0 });
  });

  it("whose server doesn't answer keeps no other name waiting", async () => {
    using servers = await startTwo();
    await using names = await startNameServer((name) => (name.startsWith("slow") ? null : "127.0.0.1"));
    const slow = Array.from({ length: 50 }, (_, index) => sendTo(`https://slow${index}.example/`, names));
    const ended = Promise.allSettled(slow);
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    await expect(sendTo(`https://shop.example:${servers.port}/`, names)).rejects.toThrow();
    // The slow ones are given up after six seconds.
    expect({ reached: servers.reached.first, isOver }).toEqual({ reached: 1, isOver: false });
    for (const result of await ended) expect(result).toMatchObject({ status: "rejected" });
  });
});
