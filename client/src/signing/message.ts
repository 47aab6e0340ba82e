import { ensure } from "./not-asked.ts";

// The texts that prove whose a wallet is. They move nothing, but who has one signed for another service can use the wallet there.

/** The statements of a wallet that is linked to an account. */
export interface Link {
  /** Address of the wallet. */
  wallet: string;
  /** Id of the user. */
  account: number;
  /** Name of the network. */
  network: string;
  /** Host of the service, as the person who links knows it, such as `rewards.example` or `localhost:3000`. */
  host: string;
}

/**
 * The message that links this wallet to this account at this service (SEP-53), with the number and the time that the service has
 * chosen. @throws NotAsked if what the service sent isn't it
 */
export function linkMessage(sent: string, { wallet, account, network, host }: Link): string {
  const [first = "", , , , , nonce = "", time = ""] = sent.split("\n");
  const domain = / asks you to link this wallet to your account\.$/.test(first) ? (first.split(" ")[0] ?? "") : "";
  ensure(isDomainOf(domain, host), `it isn't a message of ${host}`);
  ensure(/^Nonce: [\w-]{32}$/.test(nonce), "its nonce has another form");
  ensure(/^Issued at: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time), "its time has another form");
  const message = [
    `${domain} asks you to link this wallet to your account.`,
    "",
    `Wallet: ${wallet}`,
    `Account: ${account}`,
    `Network: ${network}`,
    nonce,
    time,
  ].join("\n");
  ensure(message === sent, "it links another wallet, account or network");
  return message;
}

/** True if a service at a host may speak for a domain: it is the host itself, or one above it. All names of this machine are one. */
export function isDomainOf(domain: string, host: string): boolean {
  if (isLoopback(domain) && isLoopback(host)) return true;
  return domain === host || (domain.includes(".") && !/[:[]/.test(domain) && nameOf(host).endsWith(`.${domain}`));
}

const nameOf = (host: string) => host.replace(/:\d+$/, "");
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(nameOf(host));
