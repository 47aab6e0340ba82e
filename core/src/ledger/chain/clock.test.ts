import type { rpc } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { boundsOrigin, expectedNow, latestLedger, ledgerNow } from "./clock.ts";
import { RpcUnavailable } from "./errors.ts";
import { networks } from "./networks.ts";

const WALL = new Date("2026-01-01T12:00:00Z");
const seconds = (time: string) => Date.parse(time) / 1000;

const origin = async (network: keyof typeof networks, fields: { closeTime: number; nextCloseTime?: number }) => {
  const text = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  const server = { _getLatestLedger: async () => ({ sequence: 7, ...Object.fromEntries(text) }) };
  return boundsOrigin(await latestLedger(server as unknown as rpc.Server), networks[network], WALL);
};

test("on a public network time bounds count from the last ledger, whatever this machine's clock says", async () => {
  const closeTime = seconds("2026-01-01T11:00:00Z");
  expect(await origin("testnet", { closeTime })).toBe(closeTime);
});

test("on localnet they count from its clock, which runs on after time travel while no ledger closes", async () => {
  const closeTime = seconds("2026-01-01T11:00:00Z");
  const nextCloseTime = seconds("2026-03-01T00:00:00Z");
  expect(await origin("local", { closeTime, nextCloseTime })).toBe(nextCloseTime);
});

test("on another ledger that closes on demand they count from this machine's clock, or from a ledger ahead of it", async () => {
  expect(await origin("local", { closeTime: seconds("2026-01-01T11:00:00Z") })).toBe(WALL.getTime() / 1000);
  const ahead = seconds("2026-01-02T00:00:00Z");
  expect(await origin("local", { closeTime: ahead })).toBe(ahead);
});

test("answers that need no node go by this machine's clock, but by the ledger's where it can be moved and the node is there", async () => {
  const closeTime = new Date("2026-03-01T00:00:00Z");
  const at = (network: keyof typeof networks, isDown = false) => {
    const latestLedger = async () => {
      if (isDown) throw new RpcUnavailable("getLatestLedger", undefined);
      return { sequence: 7, closeTime };
    };
    return { chain: { network, latestLedger }, clock: { now: () => WALL } };
  };
  expect([await ledgerNow(at("testnet")), await ledgerNow(at("local"))]).toEqual([closeTime, closeTime]);
  expect([await expectedNow(at("testnet")), await expectedNow(at("local"))]).toEqual([WALL, closeTime]);
  expect(await expectedNow(at("local", true))).toEqual(WALL);
  await expect(ledgerNow(at("local", true))).rejects.toThrow(RpcUnavailable);
});
