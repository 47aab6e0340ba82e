import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { AddressList, callerOf, clientAddress, isAddressOrRange } from "./addresses.ts";

describe("isAddressOrRange", () => {
  it.each(["10.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "2001:db8::/32", "::/128"])("takes %s", (text) =>
    expect(isAddressOrRange(text)).toBe(true),
  );
  it.each([
    "",
    "localhost",
    "10.0.0",
    "10.0.0.0/33",
    "::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "10.0.0.0/x",
    "10.0/8",
    "010.0.0.0/8",
  ])("refuses %j", (text) => expect(isAddressOrRange(text)).toBe(false));
});

describe("AddressList", () => {
  const list = new AddressList(["192.0.2.7", "10.0.0.0/8", "2001:db8::/32"]);
  it.each(["192.0.2.7", "10.255.0.1", "2001:db8:ffff::1", "::ffff:10.0.0.1"])("has %s", (address) =>
    expect(list.has(address)).toBe(true),
  );
  it.each(["192.0.2.8", "11.0.0.1", "2001:db9::1", "unknown", ""])("doesn't have %j", (address) =>
    expect(list.has(address)).toBe(false),
  );
});

describe("clientAddress", () => {
  const trusted = new AddressList(["10.0.0.0/8", "::1"]);
  it.each([
    ["a stranger's header is not believed", "198.51.100.1", "203.0.113.9", "198.51.100.1"],
    ["a proxy's is", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["through two proxies", "10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"],
    ["what the client wrote before is not", "10.0.0.1", "192.0.2.1, 203.0.113.9", "203.0.113.9"],
    ["nor what is no address", "10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"],
    ["a proxy without the header is the client", "10.0.0.1", "", "10.0.0.1"],
    ["all of them proxies: the first", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["IPv4 as IPv6", "::ffff:10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    ["with ports", "::1", "[2001:db8::9]:443, 10.0.0.2:8080", "2001:db8::9"],
    ["with a port and a zone", "::1", "198.51.100.1:9, [fe80::9%eth0]:443", "fe80::9"],
    ["one spelling for each address", "::1", "2001:DB8:0::9", "2001:db8::9"],
    ["a connection that is already closed", undefined, "203.0.113.9", ""],
  ])("%s", (_, remoteAddress, header, expected) => {
    const request = { socket: { remoteAddress }, headers: { "x-forwarded-for": header } } as unknown as IncomingMessage;
    expect(clientAddress(request, trusted)).toBe(expected);
  });
});

describe("callerOf", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["::1", "::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b::/64"],
    ["fe80:0001::9", "fe80:1::/64"],
  ])("%s is %s", (address, caller) => expect(callerOf(address)).toBe(caller));
});
