import { BlockList, isIP } from "node:net";

const MAX_PREFIX: Record<number, number> = { 4: 32, 6: 128 };
const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Whether a text is an address or a range of them, such as 10.0.0.0/8. */
export function isAddressOrRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const max = MAX_PREFIX[isIP(address)];
  if (max === undefined || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= max);
}

/** Addresses and ranges to look an address up in. */
export class AddressList {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  /** `entries` as `isAddressOrRange` takes them. */
  constructor(entries: string[]) {
    this.#isEmpty = entries.length === 0;
    for (const entry of entries) {
      const [address = "", prefix] = entry.split("/");
      if (prefix === undefined) this.#list.addAddress(address, family(address));
      else this.#list.addSubnet(address, Number(prefix), family(address));
    }
  }

  has(address: string): boolean {
    return !this.#isEmpty && isIP(address) !== 0 && this.#list.check(address, family(address));
  }
}

/**
 * Who sent a request: the peer, or, as far as trusted proxies say so, whom they name. Each proxy appends the address that it
 * was asked from; from the right, the first that is no trusted proxy is the client. What stands left of it anyone can write.
 */
export function clientAddress(peer: string, forwardedFor: string, trusted: AddressList): string {
  let client = normalise(peer);
  const hops = forwardedFor.split(",");
  while (hops.length > 0 && trusted.has(client)) {
    const hop = normalise(hops.pop() ?? "");
    if (isIP(hop) === 0) break;
    client = hop;
  }
  return client;
}

/** Without port, brackets and zone; an IPv4 address in IPv6 clothes as IPv4. */
function normalise(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "");
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.indexOf(":")) : bare;
}

/** What counts as one caller: of IPv6 the /64, since a single host has all of its addresses. */
export function callerOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  // An IPv4 tail fills two groups.
  const right = (tail ?? "")
    .split(":")
    .flatMap((group) => (group === "" ? [] : group.includes(".") ? ["0", "0"] : [group]));
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: gap }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
