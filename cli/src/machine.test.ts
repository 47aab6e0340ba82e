import { RpcUnavailable } from "@merit/core/ledger/chain/errors.ts";
import { expect, it } from "vitest";
import { askingNode } from "./machine.ts";

it("says which node didn't answer, without what may be a key in its URL", async () => {
  const settings = {
    dataDir: "none",
    network: "testnet",
    rpcUrl: "https://user:secret@rpc.example:8001/v1/secret?key=secret",
  } as const;
  const asked = askingNode(settings, () => Promise.reject(new RpcUnavailable("getHealth", new Error("fetch failed"))));
  const failure = await asked.catch((error: unknown) => error);
  expect(failure).toMatchObject({ hint: "It was asked at https://rpc.example:8001 (MERIT_RPC_URL)." });
  expect(JSON.stringify(failure)).not.toContain("secret");
});
