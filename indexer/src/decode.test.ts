import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import type { xdr } from "@stellar/stellar-sdk";
import { describe, expect, it } from "vitest";
import { decoder } from "./decode.ts";
import {
  address,
  bool,
  bytes,
  i128,
  map,
  none,
  party,
  rawEvent,
  symbol,
  text,
  u32,
  u64,
  vec,
} from "./testing/events.ts";

const ids = {
  campaign: address.contract(1),
  pool: address.contract(2),
  admin: address.contract(3),
  asset: address.contract(4),
};
const decode = decoder([
  { id: ids.campaign, name: "campaign", spec: contractSpec("campaign") },
  { id: ids.pool, name: "pool", spec: contractSpec("pool") },
  { id: ids.admin, name: "admin", spec: contractSpec("admin") },
  { id: ids.asset, name: "asset" },
]);
const wallet = address.account(5);
const other = address.account(6);

function decoded(contract: keyof typeof ids, topics: xdr.ScVal[], value: xdr.ScVal) {
  return decode(rawEvent(ids[contract], topics, value));
}

describe("events of our contracts", () => {
  it("expands a reward event into its payments", () => {
    const numbers = bytes(Uint8Array.of(0, 0, 0, 7, 0xff, 0xff, 0xff, 0xff));
    const refs = bytes(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8));
    const results = bytes(Uint8Array.of(0, 3));
    const data = vec([u64(2n), u64(9n), i128(125_000_000n), numbers, refs, results]);
    expect(decoded("campaign", [symbol("reward"), u64(1n)], data)).toEqual({
      contract: "campaign",
      type: "reward",
      data: {
        campaign: "1",
        merchant: "2",
        seq: "9",
        paid: "125000000",
        numbers: "00000007ffffffff",
        refs: "0102030405060708a1a2a3a4a5a6a7a8",
        results: "0003",
        payments: [
          { number: 7, reference: "0102030405060708", result: "PAID" },
          { number: 4_294_967_295, reference: "a1a2a3a4a5a6a7a8", result: "NO_TRUSTLINE" },
        ],
      },
    });
  });

  it("names a result code that it doesn't know by its number", () => {
    const one = (value: number, length: number) => bytes(new Uint8Array(length).fill(value));
    const data = vec([u64(2n), u64(9n), i128(0n), one(1, 4), one(1, 8), one(99, 1)]);
    const { data: reward } = decoded("campaign", [symbol("reward"), u64(1n)], data);
    expect(reward).toMatchObject({ payments: [{ result: "CODE_99" }] });
  });

  it("doesn't decode a reward event whose lengths disagree", () => {
    const data = vec([
      u64(2n),
      u64(9n),
      i128(0n),
      bytes(new Uint8Array(4)),
      bytes(new Uint8Array(7)),
      bytes(new Uint8Array(1)),
    ]);
    const { data: reward } = decoded("campaign", [symbol("reward"), u64(1n)], data);
    expect(reward).toMatchObject({ campaign: "1", results: "00" });
    expect(reward).not.toHaveProperty("payments");
  });

  it.each(["reserved", "released"])("reads %s with its contract as a topic, and as release 0.2.0 wrote it", (type) => {
    const contract = party(ids.campaign);
    const now = decoded("pool", [symbol(type), u64(3n), contract, u64(5n)], map({ amount: i128(7n) }));
    const before = decoded("pool", [symbol(type), u64(3n), u64(5n)], map({ contract, amount: i128(7n) }));
    const data = { merchant: "3", contract: ids.campaign, id: "5", amount: "7" };
    expect(now).toEqual({ contract: "pool", type, data });
    expect(before).toEqual(now);
  });

  it("reads changes whose operator earlier code didn't name", () => {
    const changes: [keyof typeof ids, xdr.ScVal[], Record<string, xdr.ScVal>][] = [
      ["campaign", [symbol("campaign_status"), u64(1n)], { status: u32(3) }],
      ["campaign", [symbol("campaign_extended"), u64(1n)], { budget: i128(5n), ends_at: u64(9n) }],
      ["pool", [symbol("limit_set"), u64(1n)], { limit: i128(5n) }],
      ["pool", [symbol("paused")], {}],
      ["admin", [symbol("unpaused")], {}],
      ["campaign", [symbol("migrated")], { version: u32(2) }],
    ];
    for (const [contract, topics, fields] of changes) {
      const before = decoded(contract, topics, map(fields));
      const now = decoded(contract, topics, map({ ...fields, operator: party(other) }));
      expect(before.data).toEqual({ ...(now.data as object), operator: null });
      expect(now.data).toMatchObject({ operator: other });
    }
  });

  it("keeps the largest integers whole, absent options as null and bytes as hex", () => {
    const data = map({
      budget: i128(2n ** 63n - 1n),
      starts_at: u64(2n ** 64n - 1n),
      ends_at: u64(0n),
      per_wallet_cap: none,
      reference: bytes(new Uint8Array(32).fill(0xab)),
      operator: party(other),
    });
    expect(decoded("campaign", [symbol("campaign_created"), u64(1n), u64(2n)], data)).toEqual({
      contract: "campaign",
      type: "campaign_created",
      data: {
        campaign: "1",
        merchant: "2",
        budget: "9223372036854775807",
        starts_at: "18446744073709551615",
        ends_at: "0",
        per_wallet_cap: null,
        reference: "ab".repeat(32),
        operator: other,
      },
    });
  });

  it("names the cases of an enum", () => {
    const data = map({ status: u32(3), operator: party(other) });
    const event = decoded("campaign", [symbol("campaign_status"), u64(1n)], data);
    expect(event.data).toEqual({ campaign: "1", status: "Paused", operator: other });
  });

  it("shows addresses as strkeys", () => {
    const event = decoded("pool", [symbol("deposit"), u64(3n)], map({ from: party(ids.asset), amount: i128(5n) }));
    expect(event.data).toEqual({ merchant: "3", from: ids.asset, amount: "5" });
  });

  it("fills in a field that an older event of the same name doesn't have", () => {
    const event = decoded(
      "admin",
      [symbol("role_granted"), symbol("minter"), party(wallet)],
      map({ caller: party(other) }),
    );
    expect(event.data).toEqual({ role: "minter", account: wallet, caller: other, expires_at: null });
  });
});

describe("events of the reward asset", () => {
  const asset = text(`MERIT:${other}`);
  const name = `MERIT:${other}`;
  it.each([
    ["transfer", [party(wallet), party(ids.pool)], i128(7n), { from: wallet, to: ids.pool, amount: "7" }],
    ["mint", [party(wallet)], i128(7n), { to: wallet, amount: "7" }],
    ["burn", [party(wallet)], i128(7n), { from: wallet, amount: "7" }],
    ["clawback", [party(wallet)], i128(7n), { from: wallet, amount: "7" }],
    ["set_authorized", [party(wallet)], bool(false), { id: wallet, authorized: false }],
    ["set_admin", [party(wallet)], party(ids.pool), { admin: wallet, new_admin: ids.pool }],
    [
      "approve",
      [party(wallet), party(other)],
      vec([i128(7n), u32(99)]),
      { from: wallet, spender: other, amount: "7", live_until_ledger: 99 },
    ],
  ] as const)("decodes %s", (type, topics, value, expected) => {
    const event = decoded("asset", [symbol(type), ...topics, asset], value);
    expect(event).toEqual({ contract: "asset", type, data: { ...expected, asset: name } });
  });

  it("keeps the id of a muxed recipient beside the amount", () => {
    const value = map({ amount: i128(7n), to_muxed_id: u64(2n ** 63n) });
    const event = decoded("asset", [symbol("transfer"), party(wallet), party(other), asset], value);
    expect(event.data).toMatchObject({ amount: "7", to_muxed_id: "9223372036854775808" });
  });
});

describe("events that nothing explains", () => {
  it("keeps topics and value, decoded and as XDR", () => {
    const topics = [symbol("reborn"), u64(1n)];
    const value = map({ amount: i128(5n), who: party(wallet) });
    const raw = rawEvent(ids.campaign, topics, value);
    expect(decode(raw)).toEqual({
      contract: "campaign",
      type: "reborn",
      data: {
        topics: ["reborn", "1"],
        value: { amount: "5", who: wallet },
        topics_xdr: raw.topics,
        value_xdr: raw.value,
      },
    });
  });

  it.each([
    ["another form of data", [symbol("deposit"), u64(3n)], vec([u32(1)])],
    ["a missing field", [symbol("deposit"), u64(3n)], map({ from: party(wallet) })],
    ["a new field", [symbol("deposit"), u64(3n)], map({ from: party(wallet), amount: i128(5n), memo: u32(1) })],
    ["a new topic", [symbol("deposit"), u64(3n), u32(1)], map({ from: party(wallet), amount: i128(5n) })],
    ["another type", [symbol("deposit"), u64(3n)], map({ from: party(wallet), amount: text("5") })],
  ])("keeps all of an event that an upgrade gave %s", (_change, topics, value) => {
    const raw = rawEvent(ids.pool, topics, value);
    expect(decode(raw)).toMatchObject({
      contract: "pool",
      type: "deposit",
      data: { topics_xdr: raw.topics, value_xdr: raw.value },
    });
  });

  it("keeps text that is not UTF-8, a missing first topic and broken XDR", () => {
    const odd = rawEvent(ids.asset, [], u32(1));
    expect(decode(odd)).toMatchObject({ type: "unknown", data: { topics: [], value: 1 } });
    const broken = { ...odd, value: "AAAA" };
    expect(decode(broken)).toEqual({ contract: "asset", type: "unknown", data: { topics_xdr: [], value_xdr: "AAAA" } });
  });

  it("keeps text with a NUL, which databases refuse, as bytes", () => {
    const event = (topic: string) => decode(rawEvent(address.contract(9), [text(topic), text("a\0")], text("b\0")));
    expect(event("hello")).toMatchObject({ type: "hello", data: { topics: ["hello", "6100"], value: "6200" } });
    expect(event("hello\0")).toMatchObject({ type: "unknown", data: { topics: ["68656c6c6f00", "6100"] } });
  });

  it("keeps an event of a contract that it doesn't follow", () => {
    expect(decode(rawEvent(address.contract(9), [symbol("hello")], none))).toMatchObject({
      contract: "unknown",
      type: "hello",
    });
  });
});
