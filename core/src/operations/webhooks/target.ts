import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

// An endpoint is any address that a merchant names, and the service sends requests to it. They must not reach what only the service
// can reach: its own machine, its private network, or the metadata service of a cloud.

/** All of IPv6 that is handed out for use on the Internet; ranges for special purposes within it have names of their own. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
const DOCUMENTATION_IPV6 = ipaddr.IPv6.parseCIDR("3fff::/20");
/** Under this public address, Azure's machines reach their host. */
const AZURE_HOST = "168.63.129.16";

/** True for a global unicast address: not a private, loopback, link-local or reserved one, also if it is wrapped in IPv6. */
function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_IPV6) && !parsed.match(DOCUMENTATION_IPV6);
  return parsed.toString() !== AZURE_HOST;
}

const isLoopback = (address: string) => isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";

const isLocalName = (host: string) => /(^|\.)localhost\.?$/.test(host);

/** Targets that an endpoint may have; `local` allows this machine, for tests and development. */
export interface Allowed {
  local: boolean;
}

const mayReach = (address: string, { local }: Allowed) => isPublic(address) || (local && isLoopback(address));

/** Ports of HTTPS beside 443: through any other, a merchant could ask from the service's address which ones of a host are open. */
const PORTS = ["8443"];

const REFUSED = "is no public address: webhooks are sent to the public Internet only";

/** A URL as it is stored and used, whatever its spelling. The part behind # is never sent. */
export function normalUrl(text: string): string {
  const url = new URL(text);
  url.hash = "";
  return url.href;
}

/** Why a URL can't be an endpoint; undefined if it can. Names are resolved when a request is sent. */
export function refusalOf(text: string, allowed: Allowed): string | undefined {
  if (!URL.canParse(text)) return "must be a URL such as https://shop.example/webhooks";
  const url = new URL(text);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isThisMachine = isLocalName(host) || isLoopback(host);
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (isThisMachine && allowed.local && ["http:", "https:"].includes(url.protocol)) return undefined;
  if (url.protocol !== "https:") return "must start with https://";
  if (isThisMachine || (isIP(host) !== 0 && !isPublic(host))) return REFUSED;
  if (url.port !== "" && !PORTS.includes(url.port) && !allowed.local) {
    return `must have the port 443 or ${PORTS.join(", ")}`;
  }
  return undefined;
}

/** An address that may not be reached. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/** How long a name server has for its answer, and how often it is asked: a name that has none takes six seconds. */
const QUESTIONS = { timeout: 2_000, tries: 2 };

/**
 * Resolves names for a connection, and hands out no address that may not be reached: the connection goes to the address that was
 * checked, whatever the name resolves to a moment later.
 * @param servers name servers; by default, the system's
 */
export function checkedLookup(allowed: Allowed, servers?: readonly string[]): LookupFunction {
  return (hostname, options, done) => {
    addressesOf(hostname, servers).then(
      (addresses) => {
        const refused = addresses.find(({ address }) => !mayReach(address, allowed));
        if (refused) return done(new AddressRefused(`${hostname} resolves to an address that is not public`), []);
        if (options.all) return done(null, addresses);
        const [first] = addresses;
        return first ? done(null, first.address, first.family) : done(new Error(`${hostname} has no address`), []);
      },
      (error) => done(error, []),
    );
  };
}

/**
 * Name servers are asked directly. The system's own look-up takes one of the process's four threads until the answer is there: a few
 * names with slow servers would keep all others waiting. It also knows names of the service's own network.
 */
async function addressesOf(hostname: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  if (isLocalName(hostname)) return lookup(hostname, { all: true });
  // A new one each time, since the system's name servers may change.
  const resolver = new Resolver(QUESTIONS);
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (four.status === "rejected" && six.status === "rejected") throw four.reason;
  const found = (answers: typeof four, family: 4 | 6) =>
    answers.status === "fulfilled" ? answers.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
}
