// Merkle trees of drops, in the bytes that the `distribution` contract checks; docs/drops.md describes them.
import { createHash } from "node:crypto";
import { Address, hash, StrKey } from "@stellar/stellar-sdk";
import { MAX_STROOPS } from "../../base/money.ts";
import { mapInTurns } from "../../base/turns.ts";

/** Marks that keep leaves and inner nodes apart. */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

const REFERENCE_BYTES = 32;

/** The place to which a leaf is bound: it is invalid in any other. */
export interface DropPlace {
  /** Passphrase of the network. */
  passphrase: string;
  /** Address of the `distribution` contract (C...). */
  distribution: string;
  /** The drop's reference as given to `create_drop`, 32 bytes. */
  reference: Uint8Array;
}

/** Share that one wallet may claim. */
export interface Share {
  /** Account (G...) or contract (C...). */
  wallet: string;
  /** Stroops. */
  amount: bigint;
}

/** The tree over a list of shares; the index of a leaf is its share's position. */
export class DropTree {
  /** Stroops of all shares: what `create_drop` has to reserve. */
  readonly total: bigint;
  /** From the leaves to the root. */
  readonly #levels: [Uint8Array[], ...Uint8Array[][]];

  private constructor(levels: [Uint8Array[], ...Uint8Array[][]], total: bigint) {
    this.#levels = levels;
    this.total = total;
  }

  /** Hashes in turns: 10,000 shares take a fifth of a second. @throws RangeError naming the share or the part of the place that is wrong */
  static async build(place: DropPlace, shares: readonly Share[]): Promise<DropTree> {
    if (shares.length === 0) throw new RangeError("a drop needs at least one share");
    const leafOf = leafHasher(place);
    const levels: [Uint8Array[], ...Uint8Array[][]] = [
      await mapInTurns(shares, (share, index) => leafOf(index, share)),
    ];
    const total = shares.reduce((sum, { amount }) => sum + amount, 0n);
    if (total > MAX_STROOPS) throw new RangeError(`the shares add up to more than ${MAX_STROOPS} stroops`);
    for (let level = levels[0]; level.length > 1; ) {
      level = await parents(level);
      levels.push(level);
    }
    return new DropTree(levels, total);
  }

  /** How many leaves there are. */
  get size(): number {
    return this.#levels[0].length;
  }

  get root(): Uint8Array {
    return this.#levels.at(-1)?.[0] as Uint8Array;
  }

  /** Hash of a share, as the contract's view `leaf` answers it. @throws RangeError */
  leaf(index: number): Uint8Array {
    const leaf = this.#levels[0][index];
    if (!leaf) throw new RangeError(`there is no leaf ${index}: the tree has ${this.size}`);
    return leaf;
  }

  /** Siblings from the leaf upwards; empty for a single leaf. @throws RangeError */
  proof(index: number): Uint8Array[] {
    this.leaf(index);
    const siblings: Uint8Array[] = [];
    let position = index;
    for (const level of this.#levels) {
      // The last node of an odd level has none and rises as it is.
      const sibling = level[position ^ 1];
      if (sibling) siblings.push(sibling);
      position >>>= 1;
    }
    return siblings;
  }
}

/** Hashes shares into leaves of one place. */
function leafHasher({ passphrase, distribution, reference }: DropPlace) {
  if (reference.length !== REFERENCE_BYTES) {
    throw new RangeError(`a drop's reference has ${REFERENCE_BYTES} bytes, not ${reference.length}`);
  }
  if (!StrKey.isValidContract(distribution)) throw new RangeError(`"${distribution}" is no contract address (C...)`);
  const common = Buffer.concat([LEAF, hash(Buffer.from(passphrase)), scAddress(distribution), reference]);
  return (index: number, { wallet, amount }: Share): Uint8Array => {
    if (!StrKey.isValidEd25519PublicKey(wallet) && !StrKey.isValidContract(wallet)) {
      throw new RangeError(`share ${index}: "${wallet}" is neither an account (G...) nor a contract (C...)`);
    }
    if (amount <= 0n || amount > MAX_STROOPS) {
      throw new RangeError(`share ${index}: ${amount} stroops are not within 1 to ${MAX_STROOPS}`);
    }
    return sha256(common, uint32(index), scAddress(wallet), int128(amount));
  };
}

/** The level above: pairs from the left. */
function parents(level: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => 2 * index);
  return mapInTurns(pairs, (left) => {
    const [a, b] = level.slice(left, left + 2) as [Uint8Array, Uint8Array | undefined];
    return b ? node(a, b) : a;
  });
}

const node = (a: Uint8Array, b: Uint8Array) => sha256(NODE, ...[a, b].sort(Buffer.compare));

const scAddress = (address: string): Uint8Array => new Address(address).toScVal().toXdr();

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Amounts are above zero and fit into 63 bits, so the upper half is zeros. */
function int128(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64BE(value, 8);
  return bytes;
}

function sha256(...parts: Uint8Array[]): Uint8Array {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
}
