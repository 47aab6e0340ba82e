import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import ipaddr from "ipaddr.js";

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** True if a text is an address or a range of them, such as 10.0.0.0/8. */
export function isAddressOrRange(text: string): boolean {
  const [address = ""] = text.split("/");
  return isIP(address) !== 0 && (address === text || ipaddr.isValidCIDR(text));
}

/** Most addresses that a list remembers: far more than call in a minute. */
const MAX_KNOWN = 10_000;

/** Addresses and ranges to look an address up in. Each request asks for the same few, so it remembers its answers. */
export class AddressList {
  readonly #list = new BlockList();
  readonly #known = new Map<string, boolean>();

  /** `entries` as `isAddressOrRange` takes them. */
  constructor(entries: string[]) {
    for (const entry of entries) {
      const [address = "", prefix] = entry.split("/");
      if (prefix === undefined) this.#list.addAddress(address, family(address));
      else this.#list.addSubnet(address, Number(prefix), family(address));
    }
  }

  has(address: string): boolean {
    let has = this.#known.get(address);
    if (has === undefined) {
      has = isIP(address) !== 0 && this.#list.check(address, family(address));
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(address, has);
    }
    return has;
  }
}

/**
 * The client of a request: the peer, or the address that trusted proxies name. Each proxy appends the address that it
 * received the request from; the first from the right that is not a trusted proxy is the client. Anyone can forge those left of it.
 */
export function clientAddress(request: IncomingMessage, trusted: AddressList): string {
  const hops = proxyAddr.all(request, (hop) => trusted.has(normalise(hop)));
  return hops.map(normalise).findLast((address) => isIP(address) !== 0) ?? "";
}

/** An address without port, brackets and zone; an IPv4 address that is written as IPv6 becomes IPv4. */
function normalise(text = ""): string {
  if (isIP(text) === 4) return text;
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  const version = isIP(bare);
  if (version === 4) return bare;
  return version === 0 ? "" : ipaddr.process(bare).toString();
}

/** The unit that counts as one caller: the address, or for IPv6 its /64, since one host has all of its addresses. */
export function callerOf(address: string): string {
  return isIP(address) === 6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;
}
