import type { Chain } from "./chain.ts";

type Pool = Pick<Chain, "contracts">;

/**
 * The most that one of the merchant's rewards can have: more than this never fits into the pool's daily limits, however long it
 * waits. Stroops. @throws RpcUnavailable
 */
export async function readLargestPayment({ contracts: { pool } }: Pool, merchantId: number): Promise<bigint> {
  const merchant = BigInt(merchantId);
  const [own, all] = await Promise.all([pool.view("limit", { merchant }), pool.view("limit", { merchant: null })]);
  const lower = own.value.limit < all.value.limit ? own.value.limit : all.value.limit;
  if (lower <= 0n) return 0n;
  const { value: roomAt } = await pool.view("room_at", { merchant, amount: lower });
  if (roomAt !== null && roomAt !== undefined) return lower;
  // Merchants without a limit of their own may use half of that of all.
  const half = all.value.limit / 2n;
  return half < lower ? half : lower;
}

const FRESH_MS = 60_000;
/** From this age on a figure is read again beside the calls that use it, so that those of a busy merchant never wait for the ledger. */
const RENEWED_MS = 30_000;
/** A reward above a limit that was read so recently is refused without reading it again. */
const SURE_MS = 2_000;
/** After a failure, rewards are accepted for this long without asking: the worker says later why one waits. */
const UNKNOWN_MS = 10_000;
/** How long a call waits for the ledger before it goes on without an answer. */
const PATIENCE_MS = 1_500;

interface Known {
  /** Undefined: the ledger gave no answer. */
  largest: bigint | undefined;
  readAt: number;
}

const known = new WeakMap<object, Map<number, Known>>();
const reading = new WeakMap<object, Map<number, Promise<Known>>>();

/**
 * As {@link readLargestPayment}, for calls that must be fast and must not need the ledger: the figure may be a minute old if `amount`
 * is below it. Undefined if the ledger doesn't answer.
 */
export async function largestPayment(chain: Pool, merchantId: number, amount: bigint): Promise<bigint | undefined> {
  const found = of(known, chain).get(merchantId);
  const age = found === undefined ? Number.POSITIVE_INFINITY : performance.now() - found.readAt;
  if (found !== undefined) {
    const { largest } = found;
    if (largest === undefined ? age < UNKNOWN_MS : age < (amount <= largest ? FRESH_MS : SURE_MS)) {
      if (age >= RENEWED_MS) void readAgain(chain, merchantId);
      return largest;
    }
  }
  return (await readAgain(chain, merchantId)).largest;
}

/** One reading at a time for each merchant. */
function readAgain(chain: Pool, merchantId: number): Promise<Known> {
  const running = of(reading, chain);
  const started = running.get(merchantId) ?? start(chain, merchantId).finally(() => running.delete(merchantId));
  running.set(merchantId, started);
  return started;
}

async function start(chain: Pool, merchantId: number): Promise<Known> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  const largest = await Promise.race([readLargestPayment(chain, merchantId).catch(() => undefined), late]);
  clearTimeout(timer);
  const result = { largest, readAt: performance.now() };
  of(known, chain).set(merchantId, result);
  return result;
}

function of<Value>(maps: WeakMap<object, Map<number, Value>>, chain: object): Map<number, Value> {
  const found = maps.get(chain) ?? new Map<number, Value>();
  maps.set(chain, found);
  return found;
}
