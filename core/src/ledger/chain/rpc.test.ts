import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openRpc, requireNetwork } from "./rpc.ts";

/** A node that gives these answers, one after the other. */
async function nodeWith(answers: { status: number; body: object }[]) {
  const node = createServer((_, response) => {
    const { status, body } = answers.shift() ?? { status: 500, body: {} };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }));
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void node.close());
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
}

it("names the network of a node that is on another one", async () => {
  const answer = { status: 200, body: { result: { passphrase: "Standalone Network ; February 2017" } } };
  const server = openRpc(await nodeWith([answer, answer]));
  const passphrase = "Test SDF Network ; September 2015";
  await expect(requireNetwork(server, { network: "testnet", passphrase })).rejects.toThrow(
    /MERIT_RPC_URL is on "Standalone Network ; February 2017", not on testnet/,
  );
  await requireNetwork(server, { network: "local", passphrase: "Standalone Network ; February 2017" });
});

it("reports each request's method, outcome and time", async () => {
  const answers = [
    { status: 200, body: { result: { sequence: 7, closeTime: "1" } } },
    { status: 200, body: { error: { code: -32_600, message: "no" } } },
    { status: 502, body: {} },
  ];
  const seen: string[] = [];
  const rpc = openRpc(await nodeWith(answers), (method, outcome, seconds) => {
    expect(seconds).toBeGreaterThan(0);
    seen.push(`${method} ${outcome}`);
  });
  expect((await rpc._getLatestLedger()).sequence).toBe(7);
  await expect(rpc._getLatestLedger()).rejects.toMatchObject({ code: -32_600 });
  await expect(rpc.getNetwork()).rejects.toThrow();
  expect(seen).toEqual(["getLatestLedger ok", "getLatestLedger refused", "getNetwork unavailable"]);
});
