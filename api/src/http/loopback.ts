import type { IncomingMessage } from "node:http";

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** A name that no other machine can have. Another name means that somebody's DNS points at this machine. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;
const OF_PROXIES = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

export const isOwnHost = (host = ""): boolean => OWN_HOST.test(host);

/** True if a request comes from this machine: not through a proxy, and to a name that no other site can have. */
export const isFromHere = ({ headers, socket }: IncomingMessage): boolean =>
  OF_PROXIES.every((name) => headers[name] === undefined) &&
  LOOPBACK.test(socket.remoteAddress ?? "") &&
  isOwnHost(headers.host);
