import { expect, it } from "vitest";
import { startReceiver } from "../testing/receiver.ts";
import { createSender } from "./send.ts";

const post = async (url: string, allowed = { local: true }) => {
  const sender = createSender(allowed, 300);
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

it("follows no redirect", async () => {
  await using other = await startReceiver();
  await using receiver = await startReceiver((response) => void response.writeHead(302, { location: other.url }).end());
  expect(await post(receiver.url)).toMatchObject({ status: 302 });
  expect(other.requests).toEqual([]);
});

it.each([
  ["without an answer", () => {}],
  ["whose answer stops half way", (response: { write(text: string): void }) => response.write("{")],
])("gives up a receiver %s", async (_, answer) => {
  await using receiver = await startReceiver(answer as never);
  await expect(post(receiver.url)).rejects.toThrow("no answer within 0.3 seconds");
});

it("reaches nothing private, whatever was stored", async () => {
  await using receiver = await startReceiver();
  await expect(post(receiver.url, { local: false })).rejects.toThrow("must start with https://");
  await expect(post("https://127.0.0.1:1/", { local: false })).rejects.toThrow("no public address");
  expect(receiver.requests).toEqual([]);
});

it.each([
  ["120", 120],
  [new Date(Date.now() + 60_000).toUTCString(), 60],
  ["soon", null],
])("reads Retry-After: %s", async (header, seconds) => {
  await using receiver = await startReceiver(
    (response) => void response.writeHead(503, { "retry-after": header }).end(),
  );
  const { retryAfter } = await post(receiver.url);
  if (seconds === null) expect(retryAfter).toBeNull();
  else expect(Math.abs((retryAfter ?? 0) - seconds)).toBeLessThan(3);
});
