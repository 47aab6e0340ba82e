import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { keepLedgerUrl, rpcUrl } from "./chain.ts";

it("finds the local ledger at the port where it was started last, unless another node is named", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "merit-ledger-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const local = { dataDir, network: "local", rpcUrl: null } as const;
  expect(rpcUrl(local)).toBe("http://127.0.0.1:8000/soroban/rpc");
  keepLedgerUrl(local, "http://127.0.0.1:8400");
  expect(rpcUrl(local)).toBe("http://127.0.0.1:8400");
  expect(rpcUrl({ ...local, rpcUrl: "http://127.0.0.1:9" })).toBe("http://127.0.0.1:9");
  expect(rpcUrl({ ...local, network: "testnet" })).toBe("https://soroban-testnet.stellar.org");
});
