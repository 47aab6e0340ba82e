import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

// An endpoint is any address that a merchant names, and the service sends requests to it. They must not reach what only the service
// can reach: its own machine, its private network, or the metadata service of a cloud.

/** Whether the public Internet has the address: not a private, loopback, link-local or reserved one, also if it is wrapped in IPv6. */
export function isPublic(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === "unicast";
}

const isLoopback = (address: string) => isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";

/** What an endpoint may be; `local` allows this machine, for tests and development. */
export interface Allowed {
  local: boolean;
}

const mayReach = (address: string, { local }: Allowed) => isPublic(address) || (local && isLoopback(address));

const REFUSED = "is no public address: webhooks are sent to the public Internet only";

/** Why a URL can't be an endpoint; undefined if it can. Names are resolved when a request is sent. */
export function refusalOf(text: string, allowed: Allowed): string | undefined {
  if (!URL.canParse(text)) return "must be a URL such as https://shop.example/webhooks";
  const url = new URL(text);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isThisMachine = host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (isThisMachine && allowed.local && ["http:", "https:"].includes(url.protocol)) return undefined;
  if (url.protocol !== "https:") return "must start with https://";
  if (isThisMachine || (isIP(host) !== 0 && !isPublic(host))) return REFUSED;
  return undefined;
}

/** An address that may not be reached. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/**
 * Resolves names for a connection, and hands out no address that may not be reached: the connection goes to the address that was
 * checked, whatever the name resolves to a moment later.
 */
export function checkedLookup(allowed: Allowed): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const refused = addresses.find(({ address }) => !mayReach(address, allowed));
      if (refused) return done(new AddressRefused(`${hostname} resolves to an address that is not public`), []);
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      return first ? done(null, first.address, first.family) : done(new Error(`${hostname} has no address`), []);
    });
  };
}
