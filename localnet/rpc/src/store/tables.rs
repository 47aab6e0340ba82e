//! Tables of the database file. `FORMAT` changes whenever one of them does.

use redb::TableDefinition;

/// Version of the layout below, and since 5 of the log beside the file. A file of a newer one is refused, and `upgrade` brings an
/// older one up to it.
pub const FORMAT: u32 = 6;

/// Facts about the file: `FORMAT_KEY`, `PASSPHRASE_KEY`, `LIMITS_KEY`, `HEADER_KEY`, `CLOCK_KEY`.
pub const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
pub const FORMAT_KEY: &str = "format";
pub const PASSPHRASE_KEY: &str = "passphrase";
pub const LIMITS_KEY: &str = "limits";
/// XDR of the last closed ledger's header.
pub const HEADER_KEY: &str = "header";
/// Seconds that time travel added to the wall clock, u64 little-endian.
pub const CLOCK_KEY: &str = "clock_offset";

/// Last ledger in which an entry is live, and the ledger in which that changed last.
pub type Ttl = (u32, u32);

/// XDR of `LedgerKey` -> (time to live of contract data and code, XDR of `LedgerEntry`).
pub const ENTRIES: TableDefinition<&[u8], (Option<Ttl>, &[u8])> = TableDefinition::new("entries");

/// Sequence -> (close time in Unix seconds, XDR of `LedgerCloseMeta`). Ledgers that were skipped have no row.
pub const LEDGERS: TableDefinition<u32, (u64, &[u8])> = TableDefinition::new("ledgers");

/// (sequence, application order from 1) -> (hash, inner hash of a fee bump, success, and the XDR of envelope, result
/// and meta).
pub type TransactionValue = (
    &'static [u8; 32],
    Option<&'static [u8; 32]>,
    bool,
    &'static [u8],
    &'static [u8],
    &'static [u8],
);
pub const TRANSACTIONS: TableDefinition<(u32, u32), TransactionValue> =
    TableDefinition::new("transactions");

/// Hash, outer and inner -> key of `TRANSACTIONS`.
pub const HASHES: TableDefinition<&[u8; 32], (u32, u32)> = TableDefinition::new("hashes");

/// (key of an account or hash of a claimable balance, sequence, application order) of a transaction that concerns it -> sum
/// of the three below. Since format 2; with claimable balances and `EFFECTS` since 3, and with all that calls of contracts change
/// since 6.
pub const ACCOUNTS: TableDefinition<(&[u8; 32], u32, u32), u8> = TableDefinition::new("accounts");
pub const SUCCESSFUL: u8 = 1;
/// Set if one of its operations counts as a payment.
pub const PAYMENT: u8 = 2;
/// Set if it has an effect on the account.
pub const EFFECTS: u8 = 4;

/// Key of `TRANSACTIONS` -> sum of the three above, for any account: saves reading what a list leaves out. Since format 3,
/// as are `TERMS`, `ASSETS` and `HOLDINGS`.
pub const KINDS: TableDefinition<(u32, u32), u8> = TableDefinition::new("kinds");

/// Key of `TRANSACTIONS` -> (success, number of operations, XDR of the changes from taking the fee): saves decoding the envelope,
/// and the meta of the whole ledger, which has the changes. Since format 4.
pub const SUMMARIES: TableDefinition<(u32, u32), (bool, u32, &[u8])> =
    TableDefinition::new("summaries");

/// Keys by which the lists of accounts, assets and claimable balances find an entry: a kind of `facts::term` and its parts.
pub const TERMS: TableDefinition<&[u8], ()> = TableDefinition::new("terms");

/// Code padded to twelve bytes, issuer, type -> the fields of `AssetStats` in their order.
pub type AssetKey = [u8; 45];
pub type AssetRow = (u64, u64, u64, i128, i128, i128, u64, i128, u64);
pub const ASSETS: TableDefinition<&AssetKey, AssetRow> = TableDefinition::new("assets");

/// Contract -> how many contracts it keeps a balance of, and the sum. Only those of assets' contracts are asked for.
pub const HOLDINGS: TableDefinition<&[u8; 32], (u64, i128)> = TableDefinition::new("holdings");

/// (TOID, index) -> (contract id, hash of the transaction, its success, XDR of `ContractEvent`). The contract id stands
/// apart so that a filter passes over foreign events without decoding them.
pub type EventValue = (
    Option<&'static [u8; 32]>,
    &'static [u8; 32],
    bool,
    &'static [u8],
);
pub const EVENTS: TableDefinition<(u64, u32), EventValue> = TableDefinition::new("events");
