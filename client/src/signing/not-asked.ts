/** The transaction is something else than was asked for. The message continues "The service sent something else: ". */
export class NotAsked extends Error {
  override name = "NotAsked";
}

/** All but its fee is what was asked for. */
export class TooDear extends NotAsked {}

/** @throws NotAsked */
export function ensure(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new NotAsked(otherwise);
}
