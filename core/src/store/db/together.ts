import type { Database } from "./database.ts";
import type { Store } from "./store.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** Most items of one unit; limits how long the first of them waits for the last. */
const MAX_ITEMS = 500;

interface Waiting<Item, Result> {
  items: Item[];
  /** Results in the order of the items. */
  results: Promise<Result[]>;
}

/**
 * A function that handles one item. Calls that arrive before the next transaction begins share one unit of work, which costs far
 * less than a unit each. If that unit fails, each item is tried again in a unit of its own, so that it fails nobody else's.
 * @param handle returns a result for each item
 */
export function together<Parts extends { db: Database }, Item, Result>(
  handle: (context: Omit<Parts, "db">, store: Store, items: readonly Item[]) => Promise<Result[]>,
): (context: Parts, item: Item) => Promise<Result> {
  const waiting = new WeakMap<Database, Waiting<Item, Result>>();

  function open(context: Parts): Waiting<Item, Result> {
    const items: Item[] = [];
    const close = () => {
      if (waiting.get(context.db)?.items === items) waiting.delete(context.db);
    };
    const results = context.db
      .commit(async (store) => {
        close();
        return handle(context, store, items);
      })
      .finally(close);
    const opened = { items, results };
    waiting.set(context.db, opened);
    return opened;
  }

  return async (context, item) => {
    const known = waiting.get(context.db);
    const { items, results } = known && known.items.length < MAX_ITEMS ? known : open(context);
    const index = items.push(item) - 1;
    try {
      return (await results)[index] as Result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const [result] = await context.db.commit((store) => handle(context, store, [item]));
      return result as Result;
    }
  };
}
