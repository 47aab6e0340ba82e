import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { contractErrorCode, RpcUnavailable } from "./errors.ts";
import { answer, openRpc } from "./rpc.ts";

const failureOf = async (url: string): Promise<string> => {
  const error = await answer("getNetwork", openRpc(url).getNetwork()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RpcUnavailable);
  return (error as Error).message;
};

it("says what to check when the node can't be reached, and never its URL: keys are part of some", async () => {
  const message = await failureOf("http://127.0.0.1:2/v1/secret-key?token=secret");
  expect(message).toMatch(/^The Stellar RPC did not answer getNetwork: .*MERIT_RPC_URL/);
  expect(message).not.toContain("secret");
  expect(await failureOf("http://user:secret@127.0.0.1:2/")).not.toContain("secret");
});

it("says the same when something else answers there", async () => {
  const server = createServer((_, response) => response.writeHead(404).end("no")).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    expect(await failureOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toMatch(
      /404.*MERIT_RPC_URL/,
    );
  } finally {
    server.close();
  }
});

it("doesn't blame a setting for the node's own refusals", () => {
  const { message } = new RpcUnavailable("getEvents", { code: -32600, message: "startLedger is too old" });
  expect(message).toBe("The Stellar RPC did not answer getEvents: startLedger is too old");
});

it("gives a node's text in a form that databases store", () => {
  const { message } = new RpcUnavailable("getEvents", { code: -32600, message: "a\0b\ud800" });
  expect(message).toBe("The Stellar RPC did not answer getEvents: a\ufffdb\ufffd");
});

it("finds the code that ended the call in a host error", () => {
  const text = "HostError: Error(Contract, #13040)\n\nEvent log (newest first):\n 0: Error(Contract, #1)";
  expect(contractErrorCode(text)).toBe(13_040);
  expect(contractErrorCode("HostError: Error(Budget, ExceededLimit)")).toBeUndefined();
});
