import { describe, expect, it } from "vitest";
import { startNameServer } from "../../testing/name-server.ts";
import { AddressRefused, checkedLookup, normalUrl, refusalOf } from "./target.ts";

const everywhere = { local: false };
const atHome = { local: true };

describe("an endpoint's URL", () => {
  it.each([
    "https://shop.example/webhooks?shop=1",
    "https://shop.example:8443/",
    "https://93.184.215.14/",
    "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
  ])("may be %s", (url) => expect(refusalOf(url, everywhere)).toBeUndefined());

  it.each([
    ["not a URL", "shop.example"],
    ["plain HTTP", "http://shop.example/"],
    ["another protocol", "ftp://shop.example/"],
    ["a password", "https://shop:secret@shop.example/"],
    ["a port of something else", "https://shop.example:22/"],
    ["this machine", "https://localhost/"],
    ["this machine by number", "https://2130706433/"],
    ["this machine in hex", "https://0x7f.1/"],
    ["this machine in IPv6", "https://[::1]/"],
    ["this machine in mapped IPv6", "https://[::ffff:127.0.0.1]/"],
    ["this machine through NAT64", "https://[64:ff9b::7f00:1]/"],
    ["this machine through 6to4", "https://[2002:7f00:1::]/"],
    ["any address", "https://0.0.0.0/"],
    ["a private network", "https://10.0.0.1/"],
    ["another private network", "https://192.168.1.1/"],
    ["a carrier's network", "https://100.64.0.1/"],
    ["a cloud's metadata service", "https://169.254.169.254/latest/meta-data/"],
    ["a link-local address", "https://[fe80::1]/"],
    ["a unique local address", "https://[fd00:ec2::254]/"],
    ["a multicast address", "https://224.0.0.1/"],
    ["this machine in compatible IPv6", "https://[::127.0.0.1]/"],
    ["this machine by a name with a dot", "https://localhost./"],
    ["IPv6 that nobody has", "https://[4000::1]/"],
    ["IPv6 through Teredo", "https://[2001:0:7f00:1::1]/"],
    ["IPv6 for documents", "https://[2001:db8::1]/"],
    ["IPv6 for documents, the newer range", "https://[3fff::1]/"],
    ["a segment's identifier", "https://[5f00::1]/"],
    ["site-local IPv6", "https://[fec0::1]/"],
    ["IPv4 for documents", "https://203.0.113.9/"],
    ["IPv4 for measurements", "https://198.18.0.1/"],
    ["IPv4 that nobody has", "https://240.0.0.1/"],
    ["the host of Azure's machines", "https://168.63.129.16/"],
  ])("may not be %s: %s", (_, url) => expect(refusalOf(url, everywhere)).toMatch(/^(must|is) /));

  it("is stored as it is used", () => {
    expect(normalUrl("HTTPS://Shop.Example:443/a b?x=1#part")).toBe("https://shop.example/a%20b?x=1");
    expect(normalUrl("https://[2606:2800:021F:CB07::1]")).toBe("https://[2606:2800:21f:cb07::1]/");
  });

  it("may be this machine on the network local, and nothing else that is private", () => {
    for (const url of ["http://localhost:3000/", "http://127.0.0.1/", "https://[::1]:8443/"]) {
      expect(refusalOf(url, atHome)).toBeUndefined();
    }
    for (const url of ["http://10.0.0.1/", "https://10.0.0.1/", "http://shop.example/"]) {
      expect(refusalOf(url, atHome)).toBeDefined();
    }
  });
});

describe("a name", () => {
  /** Resolves a name as the name server has it. */
  async function resolve(allowed: { local: boolean }, all: boolean) {
    await using names = await startNameServer(() => "127.0.0.1");
    const lookup = checkedLookup(allowed, [names.place]);
    return await new Promise((done) => lookup("shop.example", { all }, (error, found) => done(error ?? found)));
  }

  it("that resolves to a private address gets no connection", async () => {
    expect(await resolve(everywhere, true)).toBeInstanceOf(AddressRefused);
    expect(await resolve(everywhere, false)).toBeInstanceOf(AddressRefused);
  });

  it("gives the connection the address that was checked", async () => {
    expect(await resolve(atHome, true)).toEqual([{ address: "127.0.0.1", family: 4 }]);
    expect(await resolve(atHome, false)).toBe("127.0.0.1");
  });
});
