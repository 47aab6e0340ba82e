import { Failure } from "./errors.ts";
import { plain } from "./io.ts";
import { type KnownService, readProfile, writeProfile } from "./profile.ts";
import type { Session } from "./session.ts";

// The network, the contracts and the asset that commands sign for. This machine takes them from a service once and keeps them, so
// that a service that lies later can't have another contract called or another asset taken.

/** @throws Failure if the service names another network, contract or asset now than when this machine first asked */
export async function knownService(session: Session): Promise<KnownService> {
  const { client, profilePath } = session;
  const named = await namedBy(session);
  const known = readProfile(profilePath).services?.[client.url];
  if (!known) {
    keep(session, named);
    session.note(`Your commands sign for ${client.url} as it is now. To see it: merit wallet service`);
    return named;
  }
  const changes = changesOf(known, named);
  if (changes.length === 0) return known;
  throw new Failure(
    [`${client.url} is no longer what it was when you first used it:`, ...changes].join("\n"),
    "Nothing was signed. If you know the reason, such as a new deployment, accept it: merit wallet service --accept",
  );
}

/** Takes what the service names now. */
export async function acceptService(session: Session): Promise<KnownService> {
  const named = await namedBy(session);
  keep(session, named);
  return named;
}

async function namedBy({ client }: Session): Promise<KnownService> {
  const { body } = await client.call("GET /network");
  const { network, network_passphrase, asset, contracts, rpc_url } = body;
  return { network, network_passphrase, asset, contracts, rpc_url };
}

/** The file as it is now: another command may have saved something since this one has read it. */
function keep({ client, profilePath }: Session, service: KnownService): void {
  const profile = readProfile(profilePath);
  writeProfile(profilePath, { ...profile, services: { ...profile.services, [client.url]: service } });
}

export const factsOf = ({ network, network_passphrase, asset, contracts, rpc_url }: KnownService) => ({
  network,
  passphrase: network_passphrase,
  asset: `${asset.code}:${asset.issuer}`,
  "asset's contract": asset.contract_id,
  ...Object.fromEntries(Object.entries(contracts).map(([name, address]) => [`contract ${name}`, address])),
  ...(rpc_url !== null && { "ledger's node": rpc_url }),
});

function changesOf(known: KnownService, named: KnownService): string[] {
  const [before, now]: Record<string, string>[] = [factsOf(known), factsOf(named)];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(now ?? {})]);
  return [...names]
    .filter((name) => before?.[name] !== now?.[name])
    .map((name) => plain(`  ${name}: ${now?.[name] ?? "none"}, before: ${before?.[name] ?? "none"}`));
}
