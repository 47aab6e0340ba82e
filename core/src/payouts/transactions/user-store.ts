import { and, eq, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { isGiven, rowCount, value } from "../../store/db/dialect.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import { dropShares, drops } from "../../store/db/schema/drops.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { userWallets } from "../../store/db/schema/users.ts";
import { preparedWith, type Store, unionAll } from "../../store/db/store.ts";
import type { LedgerTransaction, TransactionFilter } from "./store.ts";

/** Identifies a payment. */
export interface TransactionKey {
  type: LedgerTransaction["type"];
  /** Id of the reward, or of the drop. */
  id: number;
  /** Leaf of a drop's share: two of the user's wallets may have one in the same drop. 0 for a reward. */
  leaf: number;
}

/** A payment's place in a user's list. */
export interface Place extends TransactionKey {
  created_at: Date;
}

export interface UserPage extends TransactionFilter {
  /** Only this payment. */
  key?: TransactionKey;
  after?: Place;
  /** Rows to pass over. */
  offset?: number;
  limit: number;
}

export type UserTransaction = LedgerTransaction & TransactionKey;

type Uses = (condition: keyof TransactionFilter | "key" | "after") => boolean;

const isTheirs = and(isGiven(userWallets.user_id), isNotNull(userWallets.proven_at));

const toWallet = (uses: Uses) =>
  uses("wallet_address") ? eq(userWallets.address, value(userWallets.address, "wallet_address")) : undefined;

const inPeriod = (uses: Uses, at: SQL) =>
  and(
    uses("from") ? gte(at, value(issuances.created_at, "from")) : undefined,
    uses("to") ? lt(at, value(issuances.created_at, "to")) : undefined,
  );

const isAfter = (uses: Uses, place: Record<keyof Place, SQL | object>) =>
  uses("after")
    ? sql`(${place.created_at}, ${place.type}, ${place.id}, ${place.leaf}) < (
        ${value(issuances.created_at, "created_at")}, ${sql.placeholder("type")},
        ${value(issuances.id, "id")}, ${value(dropShares.leaf, "leaf")}
      )`
    : undefined;

const isKey = (uses: Uses, key: Record<keyof TransactionKey, SQL | object>) =>
  uses("key")
    ? sql`(${key.type}, ${key.id}, ${key.leaf}) = (
        ${sql.placeholder("type")}, ${value(issuances.id, "id")}, ${value(dropShares.leaf, "leaf")}
      )`
    : undefined;

const [reward, drop, none] = [sql<"reward" | "drop">`'reward'`, sql<"reward" | "drop">`'drop'`, sql<null>`null`];
const noLeaf = sql<number>`0`.mapWith(Number);

const rewards = (store: Store, uses: Uses) =>
  store
    .select({
      ...{ type: reward.as("type"), id: issuances.id, leaf: noLeaf.as("leaf"), campaign_id: issuances.campaign_id },
      ...{ name: campaigns.name, wallet_address: issuances.wallet_address, user_id: issuances.user_id },
      ...{ amount: issuances.amount, tx_hash: issuances.tx_hash },
      ...{ created_at: issuances.created_at, updated_at: issuances.updated_at },
    })
    .from(userWallets)
    .innerJoin(issuances, eq(issuances.wallet_address, userWallets.address))
    .innerJoin(campaigns, eq(campaigns.id, issuances.campaign_id))
    .where(
      and(
        ...[isTheirs, toWallet(uses), sql`${issuances.status} = 'confirmed'`],
        uses("campaign_id") ? isGiven(issuances.campaign_id) : undefined,
        inPeriod(uses, sql`${issuances.created_at}`),
        isKey(uses, { type: reward, id: issuances.id, leaf: noLeaf }),
        isAfter(uses, { created_at: issuances.created_at, type: reward, id: issuances.id, leaf: noLeaf }),
      ),
    );

/** When the ledger paid a share: all events of a transaction have the same time. Null until the claim's event is indexed. */
const claimedAt = sql<Date>`(
  select min(${contractEvents.ledger_closed_at}) from ${contractEvents} where ${contractEvents.tx_hash} = ${dropShares.claim_tx_hash}
)`.mapWith(contractEvents.ledger_closed_at);

const claims = (store: Store, uses: Uses) =>
  store
    .select({
      ...{ type: drop.as("type"), id: drops.id, leaf: dropShares.leaf, campaign_id: none.as("campaign_id") },
      ...{ name: drops.name, wallet_address: dropShares.wallet_address, user_id: userWallets.user_id },
      ...{ amount: dropShares.amount, tx_hash: dropShares.claim_tx_hash },
      ...{ created_at: claimedAt.as("created_at"), updated_at: claimedAt.as("updated_at") },
    })
    .from(userWallets)
    .innerJoin(dropShares, eq(dropShares.wallet_address, userWallets.address))
    .innerJoin(drops, eq(drops.id, dropShares.drop_id))
    .where(
      and(
        ...[isTheirs, toWallet(uses), eq(dropShares.claim_status, "claimed"), sql`${claimedAt} is not null`],
        uses("campaign_id") ? sql`false` : undefined,
        inPeriod(uses, claimedAt),
        isKey(uses, { type: drop, id: drops.id, leaf: dropShares.leaf }),
        isAfter(uses, { created_at: claimedAt, type: drop, id: drops.id, leaf: dropShares.leaf }),
      ),
    );

const selectOfUser = preparedWith((store, uses: Uses) =>
  // Drizzle's types want equal columns of both parts; a share has no campaign.
  unionAll(rewards(store, uses), claims(store, uses) as unknown as ReturnType<typeof rewards>)
    .orderBy(sql`created_at desc, type desc, id desc, leaf desc`)
    .limit(rowCount("limit"))
    .offset(rowCount("offset"))
    .prepare(),
);

/** Rewards and claimed shares of drops that were paid to the wallets that a user has proven, newest first. */
export async function listOfUser(
  store: Store,
  userId: number,
  { offset = 0, limit, key, after, ...conditions }: UserPage,
): Promise<UserTransaction[]> {
  const given = { ...conditions, ...(key && { key }), ...(after && { after }) };
  return selectOfUser(store, given).all({ ...conditions, ...key, ...after, user_id: userId, offset, limit });
}
