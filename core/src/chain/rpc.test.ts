import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { openRpc } from "./rpc.ts";

it("reports each request's method, outcome and time", async () => {
  const answers = [
    { status: 200, body: { result: { sequence: 7, closeTime: "1" } } },
    { status: 200, body: { error: { code: -32_600, message: "no" } } },
    { status: 502, body: {} },
  ];
  const node = createServer((_, response) => {
    const { status, body } = answers.shift() ?? { status: 500, body: {} };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }));
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const seen: string[] = [];
  const rpc = openRpc(`http://127.0.0.1:${(node.address() as AddressInfo).port}`, (method, outcome, seconds) => {
    expect(seconds).toBeGreaterThan(0);
    seen.push(`${method} ${outcome}`);
  });
  expect((await rpc._getLatestLedger()).sequence).toBe(7);
  await expect(rpc._getLatestLedger()).rejects.toMatchObject({ code: -32_600 });
  await expect(rpc.getNetwork()).rejects.toThrow();
  await new Promise((resolve) => node.close(resolve));
  expect(seen).toEqual(["getLatestLedger ok", "getLatestLedger refused", "getNetwork unavailable"]);
});
