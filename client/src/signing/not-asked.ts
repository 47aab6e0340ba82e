/** The transaction is something else than was asked for. The message continues "The service sent something else: ". */
export class NotAsked extends Error {
  override name = "NotAsked";
}

/** All but its fee is what was asked for. */
export class TooDear extends NotAsked {}

/** It doesn't follow the wallet's newest transaction, as far as the signer's own node knows. */
export class NotNext extends NotAsked {}

/** @throws NotAsked */
export function ensure(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new NotAsked(otherwise);
}
